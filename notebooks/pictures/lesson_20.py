"""The pictures of lesson 20, and how many positions the solver examines."""

import numpy as np

from c4lib import SearchSettings, TreeSearch
from c4lib.fast import solver
from c4lib.plots.board import draw_game, draw_piece
from c4lib.plots.canvas import (
    EDGE,
    EMPTY,
    EXPLOITATION,
    EXPLORATION,
    HIGHLIGHT,
    MEAN,
    MUTED,
    TEXT,
    Drawing,
    text_on,
    width_of,
)
from c4lib.plots.tree import tidy_layout
from c4lib.text import NAMES, move_text, moves_text, short
from mctslab.arena import score_interval
from mctslab.experiments import stored
from pictures import log_axis, plain_axes, titled_axes
from pictures.moving import MovingPicture

LARGE = 15  # points

# After column 2 in the trap: of the best moves always the one nearest the middle. The last one completes O's line.
LINE = "231133321232444446641156500600"

# Of 100 searches in the trap, those that would play column 3, by playouts. The seeds are 1,000 to 1,099, and c is √2:
# sum(FastSearch(TRAP, SearchSettings(solve=solve), rng=seed).run(playouts).best_move() == 3 for seed in range(1_000, 1_100))
FOUND = {
    False: {1_000: 78, 3_000: 93, 10_000: 99, 30_000: 69, 100_000: 0, 300_000: 0},
    True: {1_000: 78, 3_000: 92, 10_000: 97, 30_000: 83, 100_000: 35, 300_000: 2},
}

# Sound moves in 100 that proofs add with 1,000 playouts where perfect play lasts 16 moves or more, with its 95% interval:
# the mean over 358 positions of the differences of 20 searches with each, with the seeds 5 to 24 (`solve_gain` has 0 to 4).
NEW_SEEDS = (-2.654, -4.430, -0.877)


# -------------------------------------------------------------------- what a proof costs


def examined(board):
    """How many positions the solver examines until it knows the exact score."""

    def counting(board, search, table):
        solver._score(board, search, table)
        return search["nodes"].item()

    return solver._run(counting, board, solver.MAX_NODES)


def draw_costs(costs, title, words=()):
    """Positions examined by the number of discs: a dot for each position, and the medians.

    Args:
        costs: for each number of discs, a list.
        title: what the picture shows.
        words: (discs, positions examined, text) of single positions to name.
    """
    ax = titled_axes(title, 11, 5.6)
    for discs, numbers in costs.items():
        ax.plot([discs] * len(numbers), numbers, "o", markersize=9, alpha=0.4, color=EXPLOITATION)
        middle = np.median(numbers)
        ax.plot([discs - 0.7, discs + 0.7], [middle, middle], "-", linewidth=4, color=TEXT)
        told = f"{middle:,.0f}" + (f"\n(only {len(numbers)})" if len(numbers) < 12 else "")
        ax.text(discs + 0.85, middle, told, fontsize=LARGE, va="center", weight="bold")
    for discs, number, text in words:
        ax.plot(discs, number, "s", markersize=13, color=HIGHLIGHT)
        ax.text(discs, 0.65 * number, text, fontsize=LARGE, ha="center", va="top", color=HIGHLIGHT, weight="bold")
    ax.set_yscale("log")
    ax.set_xticks(sorted({*costs, *(discs for discs, *_ in words)}))
    ax.set_xlim(min(ax.get_xticks()) - 1.6, max(costs) + 3.2)
    ax.set_xlabel("discs on the board", fontsize=LARGE)
    ax.set_ylabel("positions examined", fontsize=LARGE)
    _with_commas(ax)


def _with_commas(ax):
    """Powers of ten on the vertical axis, written out."""
    tens = [10**k for k in range(10) if ax.get_ylim()[0] <= 10**k <= ax.get_ylim()[1]]
    ax.set_yticks(tens, [f"{ten:,}" for ten in tens])
    ax.set_yticks([], minor=True)


def draw_line(solved, proven, limit, title):
    """What a proof costs along a line of play: the solver's positions, and the playouts of searches with proofs.

    Args:
        solved: positions examined, by the number of discs.
        proven: for each number of discs, the playouts after which each of several searches had a proof, None without one.
        limit: the most playouts that a search had.
        title: what the picture shows.
    """
    ax = titled_axes(title, 11.5, 5.8)
    ax.plot([*solved], [*solved.values()], "o-", linewidth=3, markersize=7, color=EXPLOITATION)
    start = min(solved)
    ax.text(start + 3.2, 0.6 * solved[start], "● solver: positions examined", fontsize=LARGE, color=EXPLOITATION)
    for discs, counts in proven.items():
        found = [count for count in counts if count is not None]
        ax.plot([discs] * len(found), found, "s", markersize=7, color=HIGHLIGHT, alpha=0.5)
        if len(found) < len(counts):
            ax.plot(discs, limit, "x", markersize=10, markeredgewidth=2.5, color=HIGHLIGHT)
    words = f"× search: no proof\n   after {limit:,} playouts"
    ax.text(start - 0.2, 0.6 * limit, words, fontsize=LARGE, color=HIGHLIGHT, va="top")
    words = "■ search: playouts until it has the proof"
    ax.text(max(solved) + 0.5, limit, words, fontsize=LARGE, color=HIGHLIGHT, ha="right")
    ax.set_yscale("log")
    ax.set_xticks(range(start, max(solved) + 2, 3))
    ax.set_xlabel("discs on the board, on the way from the trap to the end", fontsize=LARGE)
    ax.set_ylabel("work for the proof", fontsize=LARGE)
    _with_commas(ax)


def draw_found(found, title):
    """How many of 100 searches play the winning column, without proofs and with them, by playouts, with 95% intervals."""
    ax = titled_axes(title, 10.5, 5.4)
    for solve, name, colour, marker, aside in (
        (True, "with proofs", HIGHLIGHT, "s", 1.04),
        (False, "without", EXPLOITATION, "o", 0.96),
    ):
        counts = np.array([*found[solve].values()])
        ends = np.array([score_interval(count, 100) for count in counts]) * 100
        error = np.clip([counts - ends[:, 0], ends[:, 1] - counts], 0, 100)
        look = {"marker": marker, "capsize": 6, "linewidth": 3.5, "markersize": 10, "color": colour}
        ax.errorbar(np.array([*found[solve]]) * aside, counts, error, label=name, **look)
    ax.set_xscale("log")
    ax.set_xticks([*found[True]], [f"{playouts:,}" for playouts in found[True]])
    ax.set_xticks([], minor=True)
    ax.set_ylim(-4, 104)
    ax.set_xlabel("playouts", fontsize=LARGE)
    ax.set_ylabel("of 100 searches\nplay column 3", fontsize=LARGE)
    ax.legend(fontsize=LARGE, loc="center left")


# -------------------------------------------------------------------- what proofs gain


def gains_of_proofs():
    """What proofs add to the share of right moves, near the end of perfect play and far from it.

    Returns:
        by group and kind, (change, error) by playouts, from the stored table `solve_gain`; the position is the unit of the error,
        half of a 95% interval.
    """
    table, changes = stored("solve_gain"), {}
    for words, rows in {
        "ends within 7 moves": table[table.plies_left < 8],
        "lasts 16 moves or more": table[table.plies_left == 16],
    }.items():
        sums = rows.groupby("playouts").sum(numeric_only=True)
        name = f"{words}: {sums.positions.iloc[0]:,} positions"
        for what in ("optimal", "sound"):
            change = (sums[f"{what}_with"] - sums[f"{what}_without"]) / sums.answers
            error = 1.96 * sums[f"{what}_squares"] ** 0.5 / sums.answers
            changes[name, what] = dict(zip(sums.index, zip(change, error, strict=True), strict=True))
    return changes


def draw_gains(changes, title):
    """What proofs add to the share of right moves; `changes` is what `gains_of_proofs` returns."""
    groups = list(dict.fromkeys(group for group, _ in changes))
    figure, axes = plain_axes(14, 5.4, len(groups))
    axes[1].sharey(axes[0])
    for ax, group in zip(axes, groups, strict=True):
        for what, colour, marker, aside in (
            ("optimal", EXPLORATION, "s", 0.95),
            ("sound", EXPLOITATION, "o", 1.05),  # beside each other, so that no interval hides the other
        ):
            points = changes[group, what]
            change, error = zip(*points.values(), strict=True)
            look = {"marker": marker, "capsize": 5, "linewidth": 3, "markersize": 9, "color": colour}
            ax.errorbar([n * aside for n in points], change, error, label=f"{what} moves", **look)
        ax.axhline(0, color=TEXT, linestyle=":", linewidth=2)
        log_axis(ax, points)
        ax.yaxis.set_major_formatter(percent_points)
        ax.set_title(f"Perfect play {group}", fontsize=LARGE + 1)
    axes[0].set_ylabel("with proofs minus without,\nin 100 moves", fontsize=LARGE)
    axes[0].legend(fontsize=LARGE)
    figure.suptitle(title, fontsize=20, weight="bold")


def percent_points(value, _):
    """A difference of shares as a number in 100, with its sign: a true minus, as on Matplotlib's own axes.

    >>> percent_points(-0.02, None), percent_points(0.02, None), percent_points(0, None)
    ('−2', '+2', '0')
    """
    return f"{100 * value:+.0f}".replace("-", "−") if abs(value) > 1e-9 else "0"


def draw_matches(counts, title):
    """The score of the player with proofs, with its 95% interval; `counts` has wins, draws and losses by playouts."""
    ax = titled_axes(title, 10, 4.6)
    for place, (wins, draws, losses) in enumerate(counts.values()):
        games = wins + draws + losses
        score = (wins + draws / 2) / games
        low, high = score_interval(wins + draws / 2, games)
        error = [[score - low], [high - score]]
        ax.errorbar(place, score, error, fmt="o", markersize=12, capsize=8, linewidth=3, color=EXPLOITATION)
        ax.text(place + 0.12, score, f"{score:.2f}", fontsize=LARGE + 1, va="center", weight="bold")
    ax.axhline(0.5, color=TEXT, linestyle=":", linewidth=2)
    ax.text(-0.45, 0.505, "equally strong", fontsize=LARGE, va="bottom")
    ax.set_xticks(range(len(counts)), [f"{playouts:,}" for playouts in counts])
    ax.set_xlim(-0.5, len(counts) - 0.4)
    ax.set_xlabel("playouts a move, for both", fontsize=LARGE)
    ax.set_ylabel("score with proofs", fontsize=LARGE)


# -------------------------------------------------------------------- a proof on its way up


def result_of(proof):
    """What a proof says, in two words.

    >>> from c4lib.proofs import Proof
    >>> result_of(Proof(2, 1)), result_of(Proof(None, 3))
    ('O wins', 'draw')
    """
    return "draw" if proof.winner is None else f"{NAMES[proof.winner]} wins"


def why(node):
    """Why the result of this node is certain, in a sentence."""
    where, game = f"After {moves_text(node.moves)}" if node.moves else "At the root", node.game
    if game.is_terminal:
        return f"{where} the game is over, and a finished game is certain: {result_of(node.proof)}."
    who, open_ones = NAMES[game.to_move], [child for child in node.children if child.proof is None]
    if node.proof.winner != game.to_move:
        best = "a draw" if node.proof.winner is None else "a loss"
        every = "the only move leads to" if len(node.children) == 1 else "all moves are known, and the best of them is"
        return f"{where} it is {who}'s turn: {every} {best}."
    rest = f" What {moves_text(open_ones[0].moves)} leads to no longer matters." if open_ones else ""
    return f"{where} it is {who}'s turn, and one winning move is enough: {result_of(node.proof)}.{rest}"


def grown(board, seed, most=200):
    """The search with proofs, and its steps.

    Returns:
        the search when the root is proven; and for each step its number of iterations, (wins, visits) and the proof of each node
        there is, by its moves, and the node that has just been marked, or None.
    """
    search, steps, marked = TreeSearch(board, SearchSettings(solve=True), rng=seed), [], {}
    while search.root.proof is None and search.iterations < most:
        search.run(1)
        nodes = [search.root, *search.root.descendants]
        counts = {node.moves: (node.wins, node.visits) for node in nodes}
        steps.append((search.iterations, counts, dict(marked), None))
        new = [node for node in nodes if node.proof is not None and node.moves not in marked]
        for node in sorted(new, key=lambda one: -one.depth):
            marked[node.moves] = node.proof
            steps.append((search.iterations, counts, dict(marked), node))
    return search, steps


def climbing(board, seed=0):
    """How proofs climb the tree of a search, from its leaves to the root, as a moving picture."""
    search, steps = grown(board, seed)
    nodes = [search.root, *search.root.descendants]
    layout = tidy_layout(search.root, dict.fromkeys(nodes, 0.5))
    x = {node: place[0] for node, place in layout.centres.items()}
    left, right = min(x.values()), max(x.values())
    deepest = max(node.depth for node in nodes)
    spot = {node: (9.5 + (x[node] - left) * 8.4 / (right - left), 9.3 - node.depth * 8.3 / deepest) for node in nodes}

    def draw(scene, number):
        drawing = Drawing.within(scene, 0, 19, 0, 10)
        draw_game(drawing.inset(0, 1.4, 6.4, 7.6), board)
        _, counts, marked, newest = steps[number]
        for node in nodes:
            if node.moves in counts:
                _draw_node(drawing, spot, node, counts[node.moves], marked.get(node.moves), node is newest)
        for depth in range(deepest):
            who = NAMES[[node for node in nodes if node.depth == depth][0].game.to_move]
            drawing.write(7, 9.3 - (depth + 0.5) * 8.3 / deepest, f"{who} moves", 0.44, ha="left", color=MUTED)

    def say(number):
        iteration, _, _, node = steps[number]
        return f"Iteration {iteration}. " + ("One more playout." if node is None else why(node))

    return MovingPicture(draw, say, 0, len(steps) - 1, "step", every=1_500)


def _draw_node(drawing, spot, node, counts, proof, is_new):
    """A node with its wins and visits, the edge to it, and below it what it is proven to be."""
    x, y = spot[node]
    if node.parent in spot:
        above_x, above_y = spot[node.parent]
        drawing.edges([(above_x, above_y, above_y - 0.6, y + 0.8, x, y)], [0.08], EDGE, 2)
        drawing.boxes([(x - 0.24, y + 0.6, 0.48, 0.46)], EMPTY, 2.2)
        drawing.write(x, y + 0.83, move_text(node.move), 0.44, weight="bold")
    wins, visits = counts
    colour = MEAN(wins / visits) if visits else EMPTY
    drawing.circles([(x, y)], 0.58, HIGHLIGHT if is_new else MUTED, 3)
    drawing.circles([(x, y)], 0.48 if is_new else 0.54, colour, 3.1)
    drawing.write(x, y, f"{short(wins)}/{short(visits)}", 0.42, room=0.98, color=text_on(colour), zorder=5)
    if proof is not None:
        words = result_of(proof)
        width = 0.44 * width_of(words) + 0.1
        drawing.boxes([(x - width / 2, y - 1.08, width, 0.4)], EMPTY, 4)
        drawing.write(x, y - 0.87, words, 0.44, weight="bold", color=HIGHLIGHT if is_new else TEXT)
        if proof.winner:
            draw_piece(drawing, node.game, proof.winner, (x + 0.52, y + 0.4), 0.25, 4.6)
