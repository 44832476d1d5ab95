"""The pictures of lesson 20, and how many positions the solver examines."""

import numpy as np

from c4lib import SearchSettings, TreeSearch
from c4lib.fast import solver
from c4lib.plots.board import draw_game, draw_piece
from c4lib.plots.canvas import (
    BOLD,
    EDGE,
    EMPTY,
    EXPLOITATION,
    EXPLORATION,
    HIGHLIGHT,
    MEAN,
    MUTED,
    MUTED_LEFT,
    TEXT,
    Style,
    text_on,
    width_of,
)
from c4lib.plots.tree import tidy_layout
from c4lib.text import NAMES, move_text, moves_text, short
from mctslab.experiments import stored
from mctslab.experiments.proofs import search_in
from pictures import beside, draw_curve, draw_level, log_axis, log_ticks, plain_axes, share_of, titled_axes
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

# Positions examined in the games of the stored table `own_positions`, the median over all its rows with so many discs.
# Four discs fewer multiply it by 6.1, 6.4 and 7.7; 95% intervals, games drawn again: 5.1-7.1, 5.4-7.6 and 6.8-8.8.
OWN_MEDIANS = {28: 135, 24: 829, 20: 5_344, 16: 41_229}

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
        count = len(numbers)
        there = [discs] * count
        ax.plot(there, numbers, "o", markersize=9, alpha=0.4, color=EXPLOITATION)
        middle = np.median(numbers)
        ends = [discs - 0.7, discs + 0.7]
        ax.plot(ends, [middle, middle], linewidth=4, color=TEXT)
        told = f"{middle:,.0f}"
        if count < 12:
            told += f"\n(only {count})"
        right = discs + 0.85
        ax.text(right, middle, told, fontsize=LARGE, va="center", weight="bold")
    look = {"fontsize": LARGE, "color": HIGHLIGHT, "weight": "bold"}
    for discs, number, text in words:
        below = 0.65 * number
        ax.plot(discs, number, "s", markersize=13, color=HIGHLIGHT)
        ax.text(discs, below, text, ha="center", va="top", **look)
    ax.set_yscale("log")
    named = [discs for discs, _, _ in words]
    ticks = sorted({*costs, *named})
    ax.set_xticks(ticks)
    ax.set_xlim(ticks[0] - 1.6, max(costs) + 3.2)
    ax.set_xlabel("discs on the board", fontsize=LARGE)
    ax.set_ylabel("positions examined", fontsize=LARGE)
    _with_commas(ax)


def _with_commas(ax):
    """Powers of ten on the vertical axis, written out."""
    lowest, highest = ax.get_ylim()
    powers = [10**power for power in range(10)]
    tens = [ten for ten in powers if lowest <= ten <= highest]
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
    discs, positions = zip(*solved.items())
    ax.plot(discs, positions, "o-", linewidth=3, markersize=7, color=EXPLOITATION)
    start = min(solved)
    words = "● solver: positions examined"
    below = 0.6 * solved[start]
    ax.text(start + 3.2, below, words, fontsize=LARGE, color=EXPLOITATION)
    for discs, counts in proven.items():
        _draw_proofs(ax, discs, counts, limit)
    end = max(solved)
    look = {"fontsize": LARGE, "color": HIGHLIGHT}
    words = f"× search: no proof\n   after {limit:,} playouts"
    below = 0.6 * limit
    ax.text(start - 0.2, below, words, va="top", **look)
    words = "■ search: playouts until it has the proof"
    ax.text(end + 0.5, limit, words, ha="right", **look)
    ax.set_yscale("log")
    ax.set_xticks(range(start, end + 2, 3))
    ax.set_xlabel("discs on the board, on the way from the trap to the end", fontsize=LARGE)
    ax.set_ylabel("work for the proof", fontsize=LARGE)
    _with_commas(ax)


def _draw_proofs(ax, discs, counts, limit):
    """The playouts of each search that had a proof, and a cross if one had none."""
    found = [count for count in counts if count is not None]
    there = [discs] * len(found)
    ax.plot(there, found, "s", markersize=7, color=HIGHLIGHT, alpha=0.5)
    if len(found) < len(counts):
        ax.plot(discs, limit, "x", markersize=10, markeredgewidth=2.5, color=HIGHLIGHT)


def draw_found(found, title):
    """How many of 100 searches play the winning column, without proofs and with them, by playouts, with 95% intervals."""
    ax = titled_axes(title, 10.5, 5.4)
    proven = found[True]
    without = found[False]
    _draw_hundred(ax, proven, 1.04, HIGHLIGHT, "s", "with proofs")
    _draw_hundred(ax, without, 0.96, EXPLOITATION, "o", "without")
    log_ticks(ax, proven)
    ax.set_ylim(-4, 104)
    ax.set_xlabel("playouts", fontsize=LARGE)
    ax.set_ylabel("of 100 searches\nplay column 3", fontsize=LARGE)
    ax.legend(fontsize=LARGE, loc="center left")


def _draw_hundred(ax, counts, aside, colour, marker, name):
    """The counts of 100 searches by playouts, a little aside."""
    playouts = aside * np.array([*counts])
    shares = [share_of(count, 100) for count in counts.values()]
    points = 100 * np.array(shares)
    size = {"capsize": 6, "linewidth": 3.5, "markersize": 10}
    draw_curve(ax, playouts, points, colour, marker, "-", label=name, **size)


# -------------------------------------------------------------------- what proofs gain


def gains_of_proofs():
    """What proofs add to the share of right moves, near the end of perfect play and far from it.

    Returns:
        by group and kind, (change, error) by playouts, from the stored table `solve_gain`; the position is the unit of the error,
        half of a 95% interval.
    """
    table = stored("solve_gain")
    groups = {
        "ends within 7 moves": table[table.plies_left < 8],
        "lasts 16 moves or more": table[table.plies_left == 16],
    }
    changes = {}
    for words, rows in groups.items():
        sums = rows.groupby("playouts").sum(numeric_only=True)
        name = f"{words}: {sums.positions.iloc[0]:,} positions"
        for what in ("optimal", "sound"):
            more = sums[f"{what}_with"] - sums[f"{what}_without"]
            change = more / sums.answers
            error = 1.96 * sums[f"{what}_squares"] ** 0.5 / sums.answers
            both = zip(change, error)
            changes[name, what] = dict(zip(sums.index, both))
    return changes


def draw_gains(changes, title):
    """What proofs add to the share of right moves; `changes` is what `gains_of_proofs` returns."""
    groups = list(dict.fromkeys(group for group, _ in changes))
    figure, axes = plain_axes(14, 5.4, len(groups))
    axes[1].sharey(axes[0])
    for ax, group in zip(axes, groups):
        # Beside each other, so that no interval hides the other.
        optimal = changes[group, "optimal"]
        sound = changes[group, "sound"]
        _draw_gain(ax, optimal, 0.95, EXPLORATION, "s", "optimal moves")
        _draw_gain(ax, sound, 1.05, EXPLOITATION, "o", "sound moves")
        draw_level(ax, 0)
        log_axis(ax, sound)
        ax.yaxis.set_major_formatter(percent_points)
        ax.set_title(f"Perfect play {group}", fontsize=LARGE + 1)
    axes[0].set_ylabel("with proofs minus without,\nin 100 moves", fontsize=LARGE)
    axes[0].legend(fontsize=LARGE)
    figure.suptitle(title, fontsize=20, weight="bold")


def _draw_gain(ax, changes, aside, colour, marker, name):
    playouts = [aside * number for number in changes]
    points = []
    for change, error in changes.values():
        points.append((change, change - error, change + error))
    draw_curve(ax, playouts, points, colour, marker, "-", label=name)


def percent_points(value, _):
    """A difference of shares as a number in 100, with its sign: a true minus, as on Matplotlib's own axes.

    >>> percent_points(-0.02, None), percent_points(0.02, None), percent_points(0, None)
    ('−2', '+2', '0')
    """
    if abs(value) < 1e-9:
        return "0"
    text = f"{100 * value:+.0f}"
    return text.replace("-", "−")


def more_losing_replies(leads, seeds):
    """How many more replies are proven to lose under the sound move of each row than under its mistake.

    Returns:
        an array, the mean over searches with proofs and 1,000 playouts, one for each seed.
    """
    more = np.zeros(len(leads))
    for k, row in enumerate(leads.itertuples()):
        for seed in seeds:
            root = search_in(row.place, seed, solve=True).run(1_000).root
            counts = {child.move: _replies_that_lose(child) for child in root.children}
            more[k] += counts[row.sound] - counts[row.mistake]
    return more / len(seeds)


def _replies_that_lose(node):
    proofs = [reply.proof for reply in node.children]
    return sum(proof is not None and proof.winner == node.parent.game.to_move for proof in proofs)


def draw_matches(counts, title):
    """The score of the player with proofs, with its 95% interval; `counts` has wins, draws and losses by playouts."""
    ax = titled_axes(title, 10, 4.6)
    look = {"fmt": "o", "markersize": 12, "capsize": 8, "linewidth": 3}
    for place, (wins, draws, losses) in enumerate(counts.values()):
        games = wins + draws + losses
        score, low, high = share_of(wins + draws / 2, games)
        error = beside(score, low, high)
        ax.errorbar(place, score, error, color=EXPLOITATION, **look)
        words = f"{score:.2f}"
        right = place + 0.12
        ax.text(right, score, words, fontsize=LARGE + 1, va="center", weight="bold")
    draw_level(ax, 0.5)
    ax.text(-0.45, 0.505, "equally strong", fontsize=LARGE, va="bottom")
    names = [f"{playouts:,}" for playouts in counts]
    ax.set_xticks(range(len(counts)), names)
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
    game = node.game
    where = f"After {moves_text(node.moves)}" if node.moves else "At the root"
    if game.is_terminal:
        return f"{where} the game is over, and a finished game is certain: {result_of(node.proof)}."
    turn = f"{where} it is {NAMES[game.to_move]}'s turn"
    if node.proof.winner != game.to_move:
        best = "a draw" if node.proof.winner is None else "a loss"
        every = "the only move leads to" if len(node.children) == 1 else "all moves are known, and the best of them is"
        return f"{turn}: {every} {best}."
    won = next(child for child in node.children if child.proof is not None and child.proof.winner == game.to_move)
    return f"{turn}: {result_of(node.proof)} with {move_text(won.move)}."


def grown(board, seed):
    """The search with proofs, and its steps.

    Returns:
        the search when the root is proven; and for each step its number of iterations, (wins, visits) and the proof of each node
        there is, by its moves, and the node that has just been marked, or None.
    """
    search = TreeSearch(board, SearchSettings(solve=True), rng=seed)
    steps = []
    marked = {}
    while search.root.proof is None and search.iterations < 200:
        search.run(1)
        nodes = [search.root, *search.root.descendants]
        counts = {}
        for node in nodes:
            counts[node.moves] = node.wins, node.visits
        steps.append((search.iterations, counts, dict(marked), None))
        proven = [node for node in nodes if node.proof is not None]
        new = [node for node in proven if node.moves not in marked]
        for node in sorted(new, key=lambda one: -one.depth):
            marked[node.moves] = node.proof
            steps.append((search.iterations, counts, dict(marked), node))
    return search, steps


def climbing(board, seed=0):
    """How proofs climb the tree of a search, from its leaves to the root, as a moving picture."""
    search, steps = grown(board, seed)
    nodes = [search.root, *search.root.descendants]
    deepest = max(node.depth for node in nodes)
    spot = _spots(search.root)

    def draw(drawing, number):
        drawing.limit(0, 19, 0, 10)
        draw_game(drawing.inset(0, 1.4, 6.4, 7.6), board)
        _, counts, marked, newest = steps[number]
        for node in nodes:
            if node.moves in counts:
                proof = marked.get(node.moves)
                _draw_node(drawing, spot, node, counts[node.moves], proof, node is newest)
        for depth in range(deepest):
            first = next(node for node in nodes if node.depth == depth)
            words = f"{NAMES[first.game.to_move]} moves"
            y = 9.3 - (depth + 0.5) * 8.3 / deepest
            drawing.write(7, y, words, 0.44, MUTED_LEFT)

    def say(number):
        iteration, _, _, node = steps[number]
        return f"Iteration {iteration}. " + ("One more playout." if node is None else why(node))

    return MovingPicture(draw, say, 0, len(steps) - 1, "step", every=1_500)


def _spots(root):
    """Where each node of the tree stands: (x, y)."""
    nodes = [root, *root.descendants]
    layout = tidy_layout(root, dict.fromkeys(nodes, 0.5))
    across = {}
    for node in nodes:
        across[node], _ = layout.centres[node]
    left = min(across.values())
    width = max(across.values()) - left
    height = max(node.depth for node in nodes)
    spots = {}
    for node in nodes:
        x = 9.5 + (across[node] - left) * 8.4 / width
        y = 9.3 - node.depth * 8.3 / height
        spots[node] = x, y
    return spots


def _draw_node(drawing, spot, node, counts, proof, is_new):
    """A node with its wins and visits, the edge to it, and below it what it is proven to be."""
    x, y = spot[node]
    if node.parent in spot:
        above_x, above_y = spot[node.parent]
        edge = above_x, above_y, above_y - 0.6, y + 0.8, x, y
        drawing.edges([edge], [0.08], EDGE, 2)
        move = move_text(node.move)
        aside = x + 0.7 if len(node.parent.children) == 1 else x  # straight below a node stands its result
        box = aside - 0.24, y + 0.6, 0.48, 0.46
        drawing.boxes([box], EMPTY, 2.2)
        drawing.write(aside, y + 0.83, move, 0.44, BOLD)
    wins, visits = counts
    colour = MEAN(wins / visits) if visits else EMPTY
    rim = HIGHLIGHT if is_new else MUTED
    radius = 0.48 if is_new else 0.54
    drawing.circles([(x, y)], 0.58, rim, 3)
    drawing.circles([(x, y)], radius, colour, 3.1)
    fraction = f"{short(wins)}/{short(visits)}"
    ink = text_on(colour)
    drawing.write(x, y, fraction, 0.42, Style(color=ink), room=0.98)
    if proof is not None:
        words = result_of(proof)
        width = 0.44 * width_of(words) + 0.1
        box = x - width / 2, y - 1.08, width, 0.4
        ink = HIGHLIGHT if is_new else TEXT
        drawing.boxes([box], EMPTY, 4)
        drawing.write(x, y - 0.87, words, 0.44, Style("bold", ink))
        if proof.winner:
            corner = x + 0.52, y + 0.4
            draw_piece(drawing, node.game, proof.winner, corner, 0.25, 4.6)
