"""The pictures of lesson 13 that no other lesson needs."""

from c4lib.plots.canvas import EXPLOITATION, HIGHLIGHT, MUTED, TEXT
from mctslab.arena import elo_difference
from mctslab.plots import plot_sweep
from pictures import BIG, SMALL, c_name, draw_curve, draw_level, log_ticks, mean_of, share_of, titled_figure

# Wins, draws and losses of play_match(mcts_player(n, c=0.7), mcts_player(n // 2, c=0.7), 2000, seed) by n,
DOUBLED_AT_07 = {  # with the seeds (2, 9), (2, 10) and (2, 8)
    100: (1474, 24, 502),
    200: (1325, 73, 602),
    1_600: (1249, 90, 661),
}
# Points and games of play_match(mcts_player(100, c=0.7), mcts_player(130), 4000, seed=13)
AGAINST_130 = 1986.5, 4_000
# ... and of play_match(mcts_player(800, c=0.7), mcts_player(1440), 4000, seed=13)
AGAINST_1440 = 2009.5, 4_000


def plot_map(sweep, title):
    """The heat map of a sweep over c and playouts, with √2 written as such."""
    ax = plot_sweep(sweep)
    ax.set_title(title, fontsize=BIG, color=TEXT, weight="bold")
    ax.set_ylabel("c", rotation=0)
    names = map(c_name, sweep.grid["c"])
    ax.set_yticks(ax.get_yticks(), names)


def plot_shares(searches, title):
    """The share of the visits of each column, for searches by their c, on one scale."""
    axes = titled_figure(title, height=4, panels=len(searches), sharey=True)
    for ax, c in zip(axes, searches):
        by_column = searches[c].visits
        total = sum(by_column.values())
        most = max(by_column.values())
        for column, visits in by_column.items():
            colour = HIGHLIGHT if visits == most else MUTED
            ax.bar(column, visits / total, color=colour)
        ax.set_title(f"c = {c_name(c)}", fontsize=SMALL + 2, color=TEXT)
        ax.set_xticks(list(by_column))
        ax.set_xlabel("column")
    axes[0].set_ylabel("share of the visits")


def plot_duels(results, title):
    """Scores with their 95% intervals; `results` by the playouts of both players."""
    ax = titled_figure(title)
    points = [mean_of(games) for games in results.values()]
    _draw(ax, results, points)
    draw_level(ax, 0.5)
    ax.set_xlabel("playouts of both players")
    ax.set_ylabel("score of c = 0.7 against √2")


def plot_ladder(results, title):
    """What each doubling gains in Elo, with 95% intervals; `results` by the larger number of playouts."""
    ax = titled_figure(title)
    points = []
    for games in results.values():
        points.append([elo_difference(score) for score in mean_of(games)])
    _draw(ax, results, points, line="none")
    ax.set_ylim(bottom=0)
    ax.set_xlabel("playouts, against half as many")
    ax.set_ylabel("gain in Elo")


def plot_first_player(won, title):
    """The share of the won games that the first player won, with 95% intervals; `won` has (by that player, all) by playouts."""
    ax = titled_figure(title, height=4.4)
    points = [share_of(*counts) for counts in won.values()]
    _draw(ax, won, points)
    draw_level(ax, 0.5)
    ax.set_xlabel("playouts, against half as many")
    ax.set_ylabel("won by the first player")


def _draw(ax, by_playouts, points, line="-"):
    look = {"linewidth": 1.5, "elinewidth": 3, "markersize": 10, "capsize": 6}
    draw_curve(ax, by_playouts, points, EXPLOITATION, "o", line, **look)
    log_ticks(ax, by_playouts)


# ---------------------------------------------------------------- the bet

FIELDS = {"under 12%": 12, "12 to 14%": 14, "14 to 16%": 16, "16 to 18%": 18, "over 18%": 100}  # up to here, in percent
CHIPS = 100


def settled(bet, percent):
    """What a bet on the FIELDS brings if the score is so many percent, in words.

    >>> settled({"12 to 14%": 60, "over 18%": 40}, 12.6)
    '12 to 14%: you had 60 chips there, and get 300 for your 100.'
    >>> settled({"12 to 14%": 60}, 12.6)
    'You have 100 chips for the five fields, and placed 60: this bet does not count.'
    """
    chips = [bet.get(name, 0) for name in FIELDS]
    if sum(bet.values()) != CHIPS or sum(chips) != CHIPS or min(chips) < 0:
        return f"You have {CHIPS} chips for the five fields, and placed {sum(chips)}: this bet does not count."
    right = next(name for name, end in FIELDS.items() if percent < end)
    there = bet.get(right, 0)
    return f"{right}: you had {there} chips there, and get {len(FIELDS) * there} for your {CHIPS}."
