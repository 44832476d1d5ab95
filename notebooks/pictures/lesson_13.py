"""The pictures of lesson 13 that no other lesson needs."""

from c4lib.plots.canvas import EXPLOITATION, HIGHLIGHT, MUTED, TEXT
from mctslab.arena import elo_difference
from mctslab.plots import plot_sweep
from pictures import BIG, SMALL, c_name, draw_curve, draw_level, log_ticks, mean_of, share_of, titled_figure

# Wins, draws and losses of play_match(mcts_player(1600, c=0.7), mcts_player(800, c=0.7), 2000, seed=(2, 8))
DOUBLED_AT_07 = 1249, 90, 661
# Points and games of play_match(mcts_player(100, c=0.7), mcts_player(130), 4000, seed=13)
AGAINST_130 = 1986.5, 4_000


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
    _draw(ax, results, points)
    ax.set_ylim(bottom=0)
    ax.set_xlabel("playouts, against half as many")
    ax.set_ylabel("gain in Elo")


def plot_beginners(won, title):
    """The share of the won games that the beginner won, with 95% intervals; `won` has (by the beginner, all) by playouts."""
    ax = titled_figure(title, height=4.4)
    points = [share_of(*counts) for counts in won.values()]
    _draw(ax, won, points)
    draw_level(ax, 0.5)
    ax.set_xlabel("playouts, against half as many")
    ax.set_ylabel("won by the beginner")


def _draw(ax, by_playouts, points):
    look = {"linewidth": 1.5, "elinewidth": 3, "markersize": 10, "capsize": 6}
    draw_curve(ax, by_playouts, points, EXPLOITATION, "o", "-", **look)
    log_ticks(ax, by_playouts)
