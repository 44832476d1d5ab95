"""The pictures of lesson 19: what a search believes in the trap as it thinks, and how sound its moves are, by c."""

import matplotlib.pyplot as plt
import numpy as np

from c4lib import Board, FastSearch, SearchSettings
from c4lib.plots.canvas import EXPLOITATION, HIGHLIGHT, MUTED, TEXT, Drawing
from c4lib.widgets.sliders import steps_slider
from mctslab import exact_scores
from mctslab.arena import mean_interval
from mctslab.experiments.accuracy import CS, DEFAULT_C, TRAP, TRAP_CS, TRAP_PLAYOUTS, TRAP_SEEDS
from pictures import BIG, SMALL, c_name, log_axis, plain_axes, titled_axes
from pictures.marked import MarkedFigure

GREEN, GREY = "#00704F", "#8A919B"
LOOKS = [(EXPLOITATION, "o", "-"), (HIGHLIGHT, "s", "--"), (GREEN, "^", "-."), ("#B36B00", "D", ":"), (GREY, "v", "-")]
LOOKS += [("#6B3FA0", "P", "--"), ("#000000", "X", "-.")]


def result_of(score):
    """What a move with this exact score does: it wins, draws or loses."""
    return ("loses", "draws", "wins")[int(np.sign(score)) + 1]


def with_bars(ax, by_place, look, label, width=3):
    """A line through (middle, low, high) by place, with the intervals as bars."""
    middle, low, high = np.array([*by_place.values()], float).T
    colour, marker, style = look
    how = {"color": colour, "marker": marker, "linestyle": style, "linewidth": width, "markersize": 9, "capsize": 5}
    ax.errorbar([*by_place], middle, [middle - low, high - middle], label=label, **how)


# ---------------------------------------------------------------- the trap

SIZE = 19, 10  # of the drawing, in its own units
MEANS, VISITS = ((1.5, 7.7), (2.5, 8.2)), ((9.6, 15.1), (2.5, 8.2))  # left, right; bottom, top
ENDS = {"mean": (0.1, 0.55), "share": (0.0, 1.0)}
COLOURS = {2: HIGHLIGHT, 3: EXPLOITATION}  # of the columns that matter; the others are grey
EXACT = exact_scores(TRAP)


def believed(thinking, c):
    """What the searches with this c believe: for each column the means, the shares of visits and how many play it."""
    rows = thinking[np.isclose(thinking.c.astype(float), c)].sort_values("playouts")
    found = {}
    for move, some in rows.groupby("move"):
        share = some.visits.astype(float) / some.playouts.astype(float)
        lists = some["mean"].astype(float), share, some.played
        found[int(move)] = dict(zip(("mean", "share", "played"), (one.to_numpy() for one in lists)))
    return found


def draw_thinking(ax, beliefs, marked=None):
    """Mean and share of visits of all columns by playouts, with the exact scores, and how many searches play column 3.

    Args:
        ax: to draw on.
        beliefs: as `believed` gives them.
        marked: the column that is to be seen best; by default 2 and 3.
    """
    drawing = Drawing.within(ax, 0, SIZE[0], 0, SIZE[1])
    drawing.write(1.5, 9.1, "mean for X", 0.46, ha="left", weight="bold")
    drawing.write(9.6, 9.1, "share of the visits", 0.46, ha="left", weight="bold")
    for what, field, ticks in (("mean", MEANS, (0.1, 0.2, 0.3, 0.4, 0.5)), ("share", VISITS, (0, 0.25, 0.5, 0.75, 1))):
        _draw_field(drawing, field, ENDS[what], ticks, "{:.1f}" if what == "mean" else "{:.0%}")
        _draw_lines(drawing, beliefs, what, field, marked)
    _draw_exact(drawing, marked)
    _draw_played(drawing, beliefs[3]["played"])


def _draw_field(drawing, field, ends, ticks, form):
    (left, right), (bottom, top) = field
    drawing.line([left, left, right], [top, bottom, bottom], MUTED, 1.5)
    for tick in ticks:
        drawing.write(left - 0.15, np.interp(tick, ends, field[1]), form.format(tick), 0.38, ha="right")
    for playouts, text in ((10, "10"), (1_000, "1,000"), (100_000, "100,000")):
        x = _across(field, playouts)
        drawing.line([x, x], [bottom, bottom - 0.12], MUTED, 1.5)
        drawing.write(x, bottom - 0.42, text, 0.38)


def _across(field, playouts):
    ends = np.log10([TRAP_PLAYOUTS[0], TRAP_PLAYOUTS[-1]])
    return np.interp(np.log10(playouts), ends, field[0])


def _draw_lines(drawing, beliefs, what, field, marked):
    shown = [marked] if marked is not None else [*COLOURS]
    x = _across(field, TRAP_PLAYOUTS)
    heights = {}
    for move, lists in beliefs.items():
        y = np.interp(lists[what], ENDS[what], field[1])
        drawing.line(x, y, COLOURS.get(move, GREY), 5 if move in shown else 1.8, "--" if move == 2 else "-")
        if what == "mean" or move in COLOURS or lists[what][-1] > 0.03:
            heights[move] = y[-1]
    for move, y in apart(heights, 0.5).items():
        drawing.circles([(x[-1] + 0.45, y)], 0.23, COLOURS.get(move, GREY), 6)
        drawing.write(x[-1] + 0.45, y, f"{move}", 0.36, color="white", zorder=8)


def apart(heights, least):
    """The heights, moved as little as needed so that no two are closer than `least`, in the same order.

    >>> apart({0: 1.0, 1: 1.0, 2: 3.0}, 0.5)
    {0: 0.75, 1: 1.25, 2: 3.0}
    """
    order = sorted(heights, key=heights.get)
    groups = []
    for key in order:
        groups.append(([key], heights[key]))
        while len(groups) > 1 and _low(groups[-1], least) - _high(groups[-2], least) < least - 1e-9:
            (keys, middle), (more, other) = groups[-2:]
            total = len(keys) + len(more)
            groups[-2:] = [(keys + more, (middle * len(keys) + other * len(more)) / total)]
    moved = {}
    for keys, middle in groups:
        moved |= {key: middle + least * (k - (len(keys) - 1) / 2) for k, key in enumerate(keys)}
    return {key: moved[key] for key in heights}


def _low(group, least):
    keys, middle = group
    return middle - least * (len(keys) - 1) / 2


def _high(group, least):
    keys, middle = group
    return middle + least * (len(keys) - 1) / 2


def _draw_exact(drawing, marked):
    drawing.write(16.4, 9.1, "exact", 0.46, ha="left", weight="bold")
    for place, (move, score) in enumerate(EXACT.items()):
        y = 8.0 - 0.85 * place
        weight = "bold" if move in COLOURS or move == marked else "normal"
        drawing.circles([(16.7, y)], 0.3, COLOURS.get(move, GREY), 6)
        drawing.write(16.7, y, f"{move}", 0.42, color="white", zorder=8)
        words = f"{result_of(score)} {score:+d}".replace("-", "−")
        drawing.write(17.15, y, words, 0.4, ha="left", weight=weight, room=1.8)
    boxes = [(16.2, 7.6 - 0.85 * place, 2.7, 0.8) for place in range(len(EXACT))]
    drawing.spots(boxes, [*EXACT], [f"column {move}, which {result_of(score)}" for move, score in EXACT.items()])


def _draw_played(drawing, played):
    drawing.write(0.4, 0.75, "play 3, of 100:", 0.42, ha="left", weight="bold", color=EXPLOITATION)
    for k, (playouts, count) in enumerate(zip(TRAP_PLAYOUTS, played)):
        x = 4.6 + 1.06 * k
        drawing.write(x, 0.98, f"{count}", 0.46, color=EXPLOITATION, weight="bold")
        name = f"{playouts:,}" if playouts < 1_000 else f"{playouts // 1_000:,}k"
        drawing.write(x, 0.4, name, 0.32, color=MUTED)


def plot_thinking(thinking, c, title):
    """The figure of `draw_thinking` for one c under a title."""
    figure, ax = plt.subplots(figsize=(12, 6.9), layout="constrained")
    figure.suptitle(title, fontsize=BIG, weight="bold", color=TEXT)
    beliefs = believed(thinking, c)
    draw_thinking(ax, beliefs)
    words = [f"c = {c_name(c)}; playouts {TRAP_PLAYOUTS[0]} to {TRAP_PLAYOUTS[-1]:,}"]
    for move in (2, 3):
        words.append(f"mean of {move}: {', '.join(f'{one:.2f}' for one in beliefs[move]['mean'])}")
    words.append(f"play 3, of 100: {', '.join(map(str, beliefs[3]['played']))}")
    ax.set_label("; ".join(words))  # for who cannot see it


class TrapThinking(MarkedFigure):
    """A widget with that figure, in which c slides, and a click on a column tells what is believed of it.

    Args:
        thinking: the table `trap_thinking`.
        c: to begin with.

    Attributes:
        c: the slider.
        marked: the column that was clicked last; None before.
    """

    def __init__(self, thinking, c):
        self.beliefs = {one: believed(thinking, one) for one in TRAP_CS}
        self.c = steps_slider("c", "exploration constant of all searches", TRAP_CS, c, c_name)
        super().__init__("c", self.c, SIZE[0] / SIZE[1])

    def told(self):
        """How many searches play the marked column, or the one that wins."""
        c, beliefs = self.c.value, self.beliefs[self.c.value]
        column = 3 if self.marked is None else self.marked
        few, many = (beliefs[column]["played"][TRAP_PLAYOUTS.index(n)] for n in (1_000, 1_000_000))
        return (
            f"c = {c_name(c)}: column {column}, which {result_of(EXACT[column])}, is played by {few} of {TRAP_SEEDS} "
            f"searches after 1,000 playouts, by {many} after a million"
        )

    def _draw(self, ax):
        draw_thinking(ax, self.beliefs[self.c.value], self.marked)


# ---------------------------------------------------------------- one fact


def told_lost(search, line_):
    """The search, which believes from now on that the player who made the last move of this line has lost.

    It is told so as by a billion lost playouts. The node has to be there already.
    """
    node = search.root
    for move in line_:
        node = next(child for child in node.children if child.move == move)
    blocks = node._nodes.blocks
    blocks["wins"][node.place], blocks["playouts"][node.place] = 0, 1_000_000_000
    return search


def rated_for_x(board, seed, playouts=100_000):
    """What a search says of X's prospects at each turn while it plays both sides, and the board at the end."""
    ratings = []
    while not board.is_terminal:
        search = FastSearch(board, rng=seed).run(playouts)
        best = search.best_move()
        ratings.append(search.means[best] if board.to_move == 1 else 1 - search.means[best])
        board = board.play(best)
    return ratings, board


def plot_games(games, title):
    """X's rating by turn; `games` has for each first column the ratings of its games."""
    ax = titled_axes(title, 11, 5.2)
    for column, runs in games.items():
        colour, marker, style = LOOKS[column == 2]
        for k, ratings in enumerate(runs):
            name = f"after column {column}, which {result_of(EXACT[column])}" if k == 0 else None
            turns = range(1, len(ratings) + 1)
            look = {"color": colour, "linestyle": style, "linewidth": 2.5, "marker": marker, "markersize": 7}
            ax.plot(turns, ratings, label=name, **look)
    ax.set_ylim(-0.03, 1.03)
    ax.set_xlabel("moves after it", fontsize=SMALL + 1)
    ax.set_ylabel("rated for X, 100,000 playouts", fontsize=SMALL)
    ax.legend(fontsize=SMALL, frameon=False, loc="lower left")


# ---------------------------------------------------------------- shares of sound moves


def plot_accuracy(sound, chance, title):
    """The share of sound moves by playouts with its intervals, and a random player's."""
    ax = titled_axes(title, 10, 5)
    points = {n: (np.mean(one), *mean_interval(one)) for n, one in sound.items()}
    with_bars(ax, points, LOOKS[0], "the search, c = √2")
    ax.axhline(chance, color=TEXT, linestyle=":", linewidth=2.5, label=f"a random player: {chance:.0%}")
    ax.set_ylim(0, 1.02)
    ax.yaxis.set_major_formatter("{x:.0%}")
    ax.set_ylabel("share of sound moves", fontsize=SMALL)
    log_axis(ax, points)
    ax.legend(fontsize=SMALL, frameon=False, loc="center right")


def plot_chosen(shares, counts, chance, title):
    """Who is sound in which positions: a row for each chooser, a column for each c that answers; `shares` by both."""
    choosers, answerers = (list(dict.fromkeys(key[place] for key in shares)) for place in (0, 1))
    figure, ax = plt.subplots(figsize=(11, 4), layout="constrained")
    figure.suptitle(title, fontsize=BIG, weight="bold", color=TEXT)
    grid = np.array([[shares[one, other] for other in answerers] for one in choosers])
    ax.imshow(grid, cmap="RdYlBu", vmin=chance - 0.25, vmax=chance + 0.25, aspect="auto")
    for y, x in np.ndindex(grid.shape):
        ax.text(x, y, f"{grid[y, x]:.0%}", ha="center", va="center", fontsize=17)
        if choosers[y] == answerers[x]:
            ax.add_patch(plt.Rectangle((x - 0.47, y - 0.46), 0.94, 0.92, fill=False, linewidth=3))
    ax.set_xticks(range(len(answerers)), [f"c = {c_name(c)}" for c in answerers], fontsize=SMALL + 1)
    names = [one if isinstance(one, str) else f"c = {c_name(one)} was wrong" for one in choosers]
    rows = [f"{name}: {counts[one]}" for name, one in zip(names, choosers)]
    ax.set_yticks(range(len(rows)), rows, fontsize=SMALL + 1)
    ax.set_xlabel("who answers: ten new searches", fontsize=SMALL + 1)
    ax.tick_params(length=0)
    for name, values in zip(names, grid):
        ax.plot([], [], label=f"{name}: {', '.join(f'{one:.0%}' for one in values)}")


def plot_judges(sound, scores, title):
    """What each c has more than c = 0.7, by two measures; each dict has (middle, low, high) by c, in shares."""
    figure, axes = plain_axes(13, 5.2, panels=2)
    figure.suptitle(title, fontsize=BIG, weight="bold", color=TEXT)
    words = ("sound moves, of 100", "points, of 100 games")
    for ax, by_c, word, look in zip(axes, (sound, scores), words, LOOKS):
        points = {c: 100 * np.array(values) for c, values in sorted((by_c | {0.7: (0, 0, 0)}).items())}
        with_bars(ax, points, look, None)
        ax.axhline(0, color=TEXT, linestyle=":", linewidth=2)
        ax.set_xscale("log")
        ax.set_xticks([0.1, 0.3, 0.5, 0.7, 1, 2], ["0.1", "0.3", "0.5", "0.7", "1", "2"])
        ax.set_xticks([], minor=True)
        ax.set_ylim(-22, 10)
        ax.set_xlabel("c", fontsize=SMALL + 1)
        ax.set_ylabel(f"more than with c = 0.7:\n{word}", fontsize=SMALL)


# ---------------------------------------------------------------- positions of games

GAME_DISCS, GAME_PAIR = (16, 20, 24), (0.7, DEFAULT_C)
# From 6,000 games, the seeds 0 to 5,999 of `asked_in_game`: by c, in how many positions it is sound and 0.7 is not, the other way
# round, and in how many it is sound.
GAMES_ASKED, GAMES_RIGHT_07 = 2290, 1885
IN_GAMES = {
    0.1: (124, 298, 1711),
    0.3: (145, 175, 1855),
    0.5: (136, 128, 1893),
    1.0: (137, 118, 1904),
    DEFAULT_C: (152, 150, 1887),
    2.0: (139, 189, 1835),
}


def asked_in_game(seed, playouts=1_000):
    """For each c of CS whether a search with it is sound in a position of a game; and the share of sound moves there.

    c = 0.7 and c = √2 play each other after four random discs; the position is that with 16, 20 or 24 discs, by the seed.
    None: the game is over, or nothing can be spoilt.
    """
    rng = np.random.default_rng([19, seed])
    board = Board.from_moves("".join(map(str, rng.integers(0, 7, 4))))
    while len(board.moves) < GAME_DISCS[seed % 3] and not board.is_terminal:
        c = GAME_PAIR[(len(board.moves) + seed) % 2]
        board = board.play(FastSearch(board, SearchSettings(c=c), rng).run(playouts).best_move())
    if board.is_terminal:
        return None
    scores = exact_scores(board)
    sound = [move for move in scores if np.sign(scores[move]) == np.sign(max(scores.values()))]
    if len(sound) == len(scores):
        return None
    searches = [FastSearch(board, SearchSettings(c=c), seed).run(playouts) for c in CS]
    return [search.best_move() in sound for search in searches], len(sound) / len(scores)
