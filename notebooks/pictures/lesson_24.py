"""The pictures of lesson 24, its film of two searches, and the playouts and counts behind them."""

import math
from functools import partial

import numpy as np
from matplotlib import pyplot as plt

from c4lib import HexBoard, SearchNode, SearchSettings, TreeSearch, simulate, ucb1
from c4lib.hex import cell_names
from c4lib.plots.board import draw_game, plot_board
from c4lib.plots.canvas import BOLD, EXPLOITATION, HIGHLIGHT, MUTED, TEXT, Style
from mctslab.arena import play_match
from mctslab.experiments import stored
from mctslab.experiments.guided import GUIDED_C, GUIDED_SEED, HEX_C, HEX_SEEDS, hex_position, player_with
from mctslab.experiments.hex_games import SIZE, random_games, ways_to_count
from mctslab.guided import guided, phases_by, puct, rave, update_amaf
from mctslab.players import MCTSPlayer
from pictures import log_ticks, mean_of, share_of, titled_axes
from pictures.moving import MovingPicture

LOSES = "#D55E00"

# -------------------------------------------------------------------- what a playout tells


FIRST = "the first move"
PLAYED = "all, up to the win"


def first_move_values():
    """The share of wins of each first move on the empty 5 x 5 board: a row for each, a column for each way of counting.

    They come from four million random games; the truth is the share after the move as the first one.
    """
    table = stored("hex_first_moves")
    shares = table.wins / table.visits
    values = table.assign(share=shares.astype(float))
    in_order = list(cell_names(SIZE))
    return values.pivot(index="cell", columns="counted", values="share").loc[in_order]


def first_move_errors(games, sizes):
    """How far two estimates of the first moves are off, for samples of these sizes, cut out of so many random games.

    Returns:
        Two arrays, one number for each size: the root of the mean squared distance from the truth, for the share of wins
        after each first move, and for AMAF's. A move without a playout is worth one half.
    """
    played = random_games(SIZE, games, np.random.default_rng(1))
    truth = first_move_values()[FIRST].to_numpy()
    ways = ways_to_count(played)
    errors = []
    for name in (FIRST, PLAYED):
        distances = [_shares(ways[name], played.won, size) - truth for size in sizes]
        errors.append([_root_mean_square(distance) for distance in distances])
    return np.array(errors)


def _root_mean_square(distances):
    return np.sqrt(np.mean(distances**2))


def bias_of_amaf(values):
    """What is left of the error of AMAF's values after four million games, by which moves count."""
    truth = values[FIRST]
    others = values.drop(columns=FIRST)
    return {name: _root_mean_square(others[name] - truth) for name in others}


def _shares(chosen, won, size):
    """The share of wins of each move, a row for each sample of that size; one half where there is no playout."""
    samples = len(won) // size
    count = samples * size
    counted = chosen[:count].reshape(samples, size, -1)
    wins_of = won[:count].reshape(samples, size, 1)
    visits = counted.sum(axis=1)
    wins = (counted * wins_of).sum(axis=1)
    means = wins / np.maximum(visits, 1)
    return np.where(visits, means, 0.5)


def draw_errors(errors, sizes, title):
    """The errors of both estimates by the number of playouts."""
    ax = titled_axes(title, width=10, height=5.2)
    first, ever = errors
    size = {"linewidth": 3, "markersize": 9}
    ax.plot(sizes, first, "o-", color=EXPLOITATION, label="first moves only", **size)
    ax.plot(sizes, ever, "s--", color=HIGHLIGHT, label="all moves as first", **size)
    log_ticks(ax, sizes)
    ax.set_ylim(0, None)
    ax.set_xlabel("playouts", fontsize=16)
    ax.set_ylabel("error of a move's value", fontsize=16)
    ax.legend(fontsize=15, frameon=False)


# -------------------------------------------------------------------- what AMAF says in a tree


def amaf_minus_mean(number, c_at_root, c_below, seeds, spared=False):
    """How far AMAF's value is above a move's own mean after 300 playouts of UCT: (of the move that wins, of the others).

    The position is that with this number of those with 4 x 4 cells; the counts of all seeds are added up. AMAF is noted
    and not used.

    Args:
        c_at_root: for the choice among the moves of the position.
        c_below: for all choices further down.
        spared: at the root, a playout that begins with the move that wins counts for that move only.
    """
    board, win = hex_position(4, number)
    counts = {move: np.zeros(4) for move in board.legal_moves()}  # wins and visits, own and AMAF's
    update = partial(_update_sparing_others, win) if spared else update_amaf

    def value(child):
        c = c_below if child.parent.parent else c_at_root
        return ucb1(child.wins, child.visits, child.parent.visits, c)

    for seed in seeds:
        amaf = {}
        phases = phases_by(value) | {"simulate": partial(_simulate_and_note, amaf, update)}
        search = TreeSearch(board, rng=seed, **phases).run(300)
        for child in search.root.children:
            counts[child.move] += child.wins, child.visits, *amaf[search.root, child.move]
    gaps = {}
    for move, (wins, visits, amaf_wins, amaf_visits) in counts.items():
        gaps[move] = amaf_wins / amaf_visits - wins / visits
    of_win = gaps.pop(win)
    return of_win, np.mean([*gaps.values()])


def _update_sparing_others(win, amaf, path, moves, winner):
    root, *below = path
    first = below[0].move if below else moves[0]
    if first == win:
        update_amaf(amaf, [root], [win], winner)
        update_amaf(amaf, below, moves, winner)
    else:
        update_amaf(amaf, path, moves, winner)


# Of positions 0 to 19, with the seeds 0 to 9: `amaf_minus_mean`, in points of 100. In the first line of each the move that wins,
# in the second the others. Whoever chooses has c = 0.5, whoever does not c = 100.
ON_THE_SIDE = {
    "everybody chooses, c = 0.5": """
        0 3.5 4.9 4.8 6.9 1 1.2 0.3 9.4 0.1 2 2.9 7.1 3.7 -0.2 4.1 -0.1 -0.8 3.5 2
        -7.6 11.1 5.2 10.7 6.9 11.5 15.6 2 6.7 16.1 1.6 10.9 5.8 12.4 31.3 12.5 22.5 17.6 4.5 7.5
    """,
    "nobody chooses, c = 100": """
        0 -2.7 -3.2 4.7 5.8 4 3 -0.7 6.9 4.4 -3.2 0.4 3.5 5.6 1.1 3.4 2.8 2.2 -3.7 1.9
        -8.4 3.4 0.5 3 2.4 1.2 -0.5 -0.7 2.2 -0.9 -0.6 2.2 0.1 1.5 3.6 5.3 -0.6 0.1 -0.7 1.7
    """,
    "only the root chooses": """
        0 4.9 11.1 5.7 5.2 1.2 1.1 4.7 7.9 2.7 1.3 2.1 8 2.5 0.3 2.9 0.8 -0.2 5.6 1.2
        -7.5 7.8 8.8 9.5 7.6 11.9 15.1 3.6 9.8 13.4 5 11.1 12.3 9.2 31.5 14.4 21.8 16.9 4.8 10.7
    """,
    "all choose but the root": """
        0 3.7 -1.1 8.9 8.3 2.5 2.8 2.7 2.5 5.2 -5.1 -2.6 4.4 3.6 1.9 3.1 2.1 7.4 -5 2.3
        -5.8 3.3 1 3.3 3 2.1 1.1 -0.5 3.3 0.7 0.4 3.2 0.7 2.5 10.9 6.1 1.7 0.5 -0.4 2.1
    """,
    "everybody chooses, others spared": """
        0 3.5 4.9 4.8 6.9 1 1.2 0.3 9.4 0.1 2 2.9 7.1 3.7 -0.2 4.1 -0.1 -0.8 3.5 2
        -7.6 6.5 4.2 5 4.4 1.3 -0.9 0.3 3.9 -1.1 1.3 5.3 0 8.4 2 4.6 -1.3 -0.1 4.6 0.3
    """,
}


def on_the_side(name):
    """By how much AMAF is above the own mean in 20 positions: of the move that wins, and of the moves that lose."""
    return np.array(ON_THE_SIDE[name].split(), float).reshape(2, -1)


def tell_on_the_side(*names):
    """Print that, with 95% intervals."""
    for name in names:
        of_win, of_others = on_the_side(name)
        for moves, points in [
            ("moves that lose", of_others),
            ("move that wins", of_win),
            ("difference", of_others - of_win),
        ]:
            mean, low, high = mean_of(points)
            print(f"{name:33} {moves:15} {mean:+5.1f} [{low:+.1f}, {high:+.1f}]")


def _simulate_and_note(amaf, update, node, settings, rng):
    playout = simulate(node, settings, rng)
    update(amaf, node.path, playout.moves, playout.winner)
    return playout


# -------------------------------------------------------------------- RAVE beside UCT

SEARCHES = {"UCT, c = 0.5": dict, "RAVE, k = 500": rave}


def filling(game, win, seed, playouts=1_000, every=20):
    """Where the visits of UCT and of RAVE go, as a picture that moves; `win` is the only move that wins."""
    settings = SearchSettings(c=HEX_C)
    searches = []
    for phases in SEARCHES.values():
        searches.append(TreeSearch(game, settings, seed, **phases()))
    frames = []

    def seen(step):
        while len(frames) < step:  # searches as far as is looked at
            frame = []
            for search in searches:
                search.run(every)
                frame.append((search.visits, search.best_move()))
            frames.append(frame)
        return frames[step - 1]

    def draw(drawing, step):
        drawing.limit(0, 10, 0, 5.26)
        for panel, name in enumerate(SEARCHES):
            left = 5 * panel
            visits, best = seen(step)[panel]
            drawing.write(left + 2.5, 4.75, name, 0.32, BOLD)
            _write_choice(drawing, left + 2.5, best, win)
            inset = drawing.inset(left + 0.1, 0.5, 4.8, 4.15)
            draw_game(inset, game, visits)

    def say(step):
        told = []
        for name, (visits, _) in zip(("UCT", "RAVE"), seen(step)):
            told.append(f"{name} has {_times(visits[win])} on {win}")
        return f"{every * step:,} playouts: {', '.join(told)}."

    return MovingPicture(draw, say, 1, playouts // every, f"{every} playouts a step", every=250)


def _times(visits):
    return "1 visit" if visits == 1 else f"{visits} visits"


def _write_choice(drawing, x, best, win):
    if best == win:
        drawing.write(x, 0.5, f"would play {best}: wins", 0.28, Style(color=EXPLOITATION))
    else:
        drawing.write(x, 0.5, f"would play {best}: loses", 0.28, Style(color=LOSES))


# -------------------------------------------------------------------- RAVE and UCT in many positions


def found_by_both():
    """How many of 20 searches found the winning move with RAVE and with UCT, by size, number of the position, playouts."""
    table = stored("rave_costs")
    index = ["size", "number", "playouts"]
    found = table.pivot(index=index, columns="search", values="found")
    return found.astype(int)


def draw_found(found, playouts, title):
    """Each position with 4 x 4 cells as a dot, by how often UCT and RAVE found its move; more positions, larger dots."""
    ax = titled_axes(title, width=8.4, height=7)
    rows = found.loc[4].xs(playouts, level="playouts")
    both = rows[["UCT", "RAVE"]]
    pairs, counts = np.unique(both, axis=0, return_counts=True)
    uct, rave = pairs.T
    looks = (
        (rave > uct, EXPLOITATION, "RAVE ahead"),
        (rave == uct, MUTED, "equal"),
        (rave < uct, LOSES, "RAVE behind"),
    )
    for some, colour, name in looks:
        label = f"{name}: {counts[some].sum()}"
        sizes = 60 * np.sqrt(counts[some])
        look = {"color": colour, "alpha": 0.8, "linewidth": 0}
        ax.scatter(uct[some], rave[some], sizes, label=label, **look)
    ends = [-0.5, 20.5]
    ax.plot(ends, ends, color=MUTED, linestyle=":", linewidth=2)
    limits = -1.2, 21.2
    ticks = range(0, 21, 5)
    ax.set(xlim=limits, ylim=limits, aspect="equal", xticks=ticks, yticks=ticks)
    ax.set_xlabel(f"found by UCT, of 20 searches with {playouts} playouts", fontsize=16)
    ax.set_ylabel("found by RAVE, of 20", fontsize=16)
    legend = ax.legend(fontsize=15, loc="lower right", frameon=False, title="larger dots: more positions")
    legend.get_title().set_fontsize(14)
    for handle in legend.legend_handles:
        handle.set_sizes([120])
    uct, rave = both.loc[57]
    look = {"fontsize": 15, "color": LOSES, "va": "center"}
    ax.annotate("position 57", (uct, rave), (uct - 1, rave), ha="right", **look)


def tell_found(found):
    """Print what RAVE gains by size and playouts: paired over the positions."""
    for (size, playouts), rows in found.groupby(["size", "playouts"]):
        apart = (rows.RAVE - rows.UCT) / 20
        mean, low, high = mean_of(apart.to_numpy())
        ahead = (apart > 0).sum()
        behind = (apart < 0).sum()
        counts = f"ahead in {ahead:3}, behind in {behind:2} of {len(apart):3}"
        points = "{:+.1f} points [{:+.1f}, {:+.1f}]".format(*(100 * one for one in (mean, low, high)))
        print(f"{size} x {size}, {playouts:3} playouts: {counts}, {points}")


# The same for UCT with c = 0, with 300 playouts, in the first 60 positions with 4 x 4 cells: `found_without_bonus`.
WITHOUT_BONUS = """
20 6 4 9 7 15 11 5 9 14 1 9 12 9 17 12 17 12 2 7
20 3 4 2 14 7 16 14 4 13 17 5 12 15 16 2 1 15 6 4
15 20 4 15 7 11 6 14 2 4 3 16 18 5 6 14 9 8 2 7
"""


def found_without_bonus(number):
    """How many of 20 searches find the winning move of this position with 4 x 4 cells."""
    board, win = hex_position(4, number)
    player = MCTSPlayer(300, settings=SearchSettings(c=0), search=TreeSearch)
    found = 0
    for seed in range(HEX_SEEDS):
        found += player(board, np.random.default_rng(seed)) == win
    return found


def gaps_without_bonus(found):
    """What UCT loses in these positions with c = 0, and what RAVE gains on that: a share of the searches for each."""
    without = np.array(WITHOUT_BONUS.split(), dtype=int)
    rows = found.loc[4].xs(300, level="playouts")[: len(without)]
    return {
        "UCT with c = 0 minus UCT": (without - rows.UCT.to_numpy()) / HEX_SEEDS,
        "RAVE minus UCT with c = 0": (rows.RAVE.to_numpy() - without) / HEX_SEEDS,
    }


def tell_gaps(gaps):
    """Print the mean of each kind of gap, with its interval."""
    for name, apart in gaps.items():
        mean, low, high = mean_of(apart)
        print(f"{name:25} {mean:+.1%} [{low:+.1%}, {high:+.1%}]")


# Position 57 of those with 4 x 4 cells again: of 100 new searches with the seeds 1000 to 1099, how many play the move that
# wins after so many playouts. `new_searches` runs some of them again.
AGAIN = {
    "UCT, c = 0.5": {300: 51, 1_000: 98},
    "RAVE, k = 500": {300: 44, 1_000: 77},
    "RAVE, k = 500, with the bonus": {1_000: 94},
    "UCT, c = 0": {1_000: 31},
}
# The same with 300 playouts, with the seeds 1000 to 1199, of 200 searches: without UCB1's bonus, and with it.
TRUST = {
    "AMAF, k = 500": (92, 17),
    "AMAF, k = 50": (116, 68),
    "no AMAF": (62, 99),
}
# RAVE with k = 500 and with the bonus, 300 playouts, with the seeds 3000 to 3999: of 1,000 searches.
PLAIN = "plain AMAF"
SPARED = "others spared"
DEALT = "all dealt at random"
BACKWARDS = "the later in reverse"
SOONER = "sooner counts more"
WHEN = {PLAIN: 93, SPARED: 163, SOONER: 287, BACKWARDS: 245, DEALT: 121}


def told_again(name, playouts):
    """How many of the 100 new searches found the move, in words."""
    return told_of(AGAIN[name][playouts], 100)


def told_of(times, searches):
    """So many of these searches, in words, with the 95% interval in percent."""
    _, low, high = share_of(times, searches)
    return f"{times:3} of {searches:,} [{low:.0%}, {high:.0%}]"


def tell_trust():
    """Print how many of 200 searches found the move, by the trust in AMAF, without the bonus and with it."""
    print(f"of 200 searches  {'no bonus':>9}  {'with bonus':>11}")
    for name, (without, with_it) in TRUST.items():
        print(f"{name:15}  {without:9}  {with_it:11}")


def sooner(amaf, path, moves, winner, weight=0.5, order=range):
    """Add a playout to every later move of the player to move, in this order `weight` as much as to the one before."""
    moves_to_it = [node.move for node in path[1:]]
    later = [*moves_to_it, *moves]
    for depth, node in enumerate(path):
        is_won = winner == node.game.to_move
        own_moves = later[depth::2]
        for turn, move in zip(order(len(own_moves)), own_moves):
            wins, visits = amaf.get((node, move), (0.0, 0.0))
            counts = weight**turn
            amaf[node, move] = wins + counts * is_won, visits + counts


def is_sooner(share_playout):
    """Whether the function does to the path of a playout what ours does."""
    root = SearchNode(HexBoard(3))
    path = [root, SearchNode(move="b2", parent=root)]
    moves = ["b1", "c1", "a1", "c2", "b3"]
    found = {}
    ours = {}
    try:
        for weight in (0.5, 0.7):
            share_playout(found, path, moves, 1, weight)
            sooner(ours, path, moves, 1, weight)
        is_same = found.keys() == ours.keys()
        return is_same and all(np.allclose(found[key], ours[key]) for key in ours)
    except Exception:  # whatever the reader's function does
        return False


def search_with(share_playout):
    """Print how many searches with the reader's function, or with ours if that is not right yet, find the move."""
    whose = "our"
    update = sooner
    if is_sooner(share_playout):
        whose = "your"
        update = partial(share_playout, weight=0.5)
    phases = partial(exploring_rave, update=update)
    found = new_searches(SOONER, 300, range(3_000, 3_020), phases)
    for name, times in WHEN.items():
        print(f"{name:20} {told_of(times, 1_000)}")
    print(f"with {whose} function: {found} of the first 20")


def exploring_rave(k=500, c=HEX_C, update=update_amaf):
    """The phases of RAVE with UCB1's bonus added to a child's value, so that every move is tried once."""
    amaf = {}

    def value(child):
        if not child.visits:
            return math.inf
        node = child.parent
        wins, visits = amaf[node, child.move]
        beta = math.sqrt(k / (3 * node.visits + k))
        mixed = (1 - beta) * child.mean + beta * wins / visits
        bonus = math.sqrt(math.log(node.visits) / child.visits)
        return mixed + c * bonus

    return phases_by(value) | {"simulate": partial(_simulate_and_note, amaf, update)}


def dealt_rave():
    """The same phases, where the weights of `sooner` are dealt to all of a node's moves at random."""
    order = np.random.default_rng(24).permutation
    return exploring_rave(update=partial(sooner, order=order))


def backwards_rave():
    """The same phases, where the first move counts 1, and the weights of the later ones are in reverse order."""

    def order(count):
        return [0, *range(count - 1, 0, -1)][:count]

    return exploring_rave(update=partial(sooner, order=order))


KINDS = {
    "UCT, c = 0.5": dict,
    "UCT, c = 0": dict,
    PLAIN: exploring_rave,
    SPARED: partial(exploring_rave, update=partial(_update_sparing_others, "c2")),  # at the root
    DEALT: dealt_rave,
    BACKWARDS: backwards_rave,
    SOONER: partial(exploring_rave, update=sooner),
}
for k in (500, 50):
    KINDS[f"RAVE, k = {k}"] = partial(rave, k)
    KINDS[f"RAVE, k = {k}, with the bonus"] = partial(exploring_rave, k)


def new_searches(name, playouts, seeds, phases=None):
    """How many of these searches of position 57 find the move that wins, by a name of `KINDS` or with other phases."""
    board, win = hex_position(4, 57)
    settings = SearchSettings(c=0 if name.endswith("c = 0") else HEX_C)
    phases = phases or KINDS[name]
    found = 0
    for seed in seeds:
        search = TreeSearch(board, settings, seed, **phases())
        search.run(playouts)
        found += search.best_move() == win
    return found


# -------------------------------------------------------------------- a policy


def draw_policy(board, shares, title):
    """A Connect Four board, above each column the policy's share."""
    size = 7, 6.2
    _, ax = plt.subplots(figsize=size, layout="constrained")
    plot_board(board, shares, ax=ax)
    ax.set_title(title, fontsize=17, weight="bold")


# Points of PUCT with the even policy against UCB1 with c = 0.7, 50 playouts each, in 400 games: `even_bonus`.
EVEN_BONUS = 202


def even_bonus(games):
    """Its points in the first of these games."""
    settings = SearchSettings(c=GUIDED_C)
    search = partial(guided, partial(puct, even_policy))
    one = MCTSPlayer(50, settings=settings, search=search)
    other = player_with("UCB1", 50)
    return sum(play_match(one, other, games, (GUIDED_SEED, 11)).results)


def even_policy(game):
    """The same share for each legal move."""
    moves = game.legal_moves()
    return dict.fromkeys(moves, 1 / len(moves))


def guided_scores():
    """Points and games of each match of `guided_matches` and of `even_bonus`, by (one, T, other, playouts)."""
    keys = ["one", "prior", "other", "playouts"]
    counts = stored("guided_matches").groupby(keys, sort=False)
    sums = counts[["wins", "draws", "losses"]].sum().astype(int)
    scores = {("even", 0, "UCB1", 50): (EVEN_BONUS, 400)}
    for key, row in sums.iterrows():
        points = row.wins + row.draws / 2
        scores[key] = points, int(row.sum())
    return scores


def rated(points, games):
    """A score in percent with its interval, in words."""
    share, low, high = share_of(points, games)
    return f"{share:.1%} [{low:.1%}, {high:.1%}] of {games}"


ABLATION = {
    ("policy", 0, "UCB1", 50): "the policy alone, no search",
    ("UCB1", 3, "UCB1", 50): "T = 3 without a policy",
    ("even", 0, "UCB1", 50): "the bonus with the even policy",
    ("start", 1, "UCB1", 50): "the policy as a start, T = 1",
    ("start", 3, "UCB1", 50): "the policy as a start, T = 3",
    ("start", 10, "UCB1", 50): "the policy as a start, T = 10",
    ("PUCT", 0, "UCB1", 50): "the policy in the bonus",
}


def draw_ablation(scores, title):
    """The scores against UCB1 with 50 playouts, with their intervals."""
    ax = titled_axes(title, width=11, height=5.6)
    for place, (key, name) in enumerate(ABLATION.items()):
        percent, *ends = 100 * np.array(share_of(*scores[key]))
        colour = HIGHLIGHT if key[0] in ("start", "PUCT") else EXPLOITATION
        line = [place, place]
        ax.plot(ends, line, color=colour, linewidth=6, solid_capstyle="butt")
        ax.plot(percent, place, "o", color=colour, markersize=12, label=name)
        words = f"{percent:.1f}%"
        ax.text(101, place, words, fontsize=16, va="center", color=TEXT)
    ax.axvline(50, color=MUTED, linestyle=":", linewidth=2)
    places = range(len(ABLATION))
    ax.set_yticks(places, ABLATION.values(), fontsize=15)
    ax.set_xlim(30, 100)
    ax.invert_yaxis()
    ax.set_xlabel("score against UCB1 in 400 games, in percent, and its 95% interval", fontsize=15)
