"""The pictures of lesson 19: what a search believes in the trap as it thinks, and how sound its moves are, by c."""

from itertools import product
from typing import NamedTuple

import matplotlib.pyplot as plt
import numpy as np

from c4lib import Board, FastSearch, SearchSettings
from c4lib.plots.canvas import AT_RIGHT, BOLD_LEFT, EXPLOITATION, HIGHLIGHT, MUTED, MUTED_LEFT, TEXT, Drawing, Style
from c4lib.widgets.sliders import steps_slider
from mctslab import exact_scores
from mctslab.experiments.accuracy import CS, DEFAULT_C, TRAP, TRAP_CS, TRAP_PLAYOUTS, TRAP_SEEDS
from pictures import (
    CENTRED,
    SMALL,
    add_legend,
    c_name,
    draw_curve,
    draw_level,
    log_axis,
    mean_of,
    titled_axes,
    titled_figure,
)
from pictures.lesson_04 import path_along
from pictures.marked import MarkedFigure

GREY = "#8A919B"
LOOKS = (EXPLOITATION, "o", "-"), (HIGHLIGHT, "s", "--")


def result_of(score):
    """What a move with this exact score does: it wins, draws or loses."""
    place = int(np.sign(score)) + 1
    return ("loses", "draws", "wins")[place]


# ---------------------------------------------------------------- the trap

WIDTH = 19  # of the drawing, in its own units
HEIGHT = 10
COLOURS = {2: HIGHLIGHT, 3: EXPLOITATION}  # of the columns that matter; the others are grey
EXACT = exact_scores(TRAP)


class Field(NamedTuple):
    """One of the two charts of the drawing: what it shows, from where to where, and the numbers at its left."""

    what: str
    title: str
    left: float
    right: float
    lowest: float
    highest: float
    ticks: tuple
    form: str

    def x(self, playouts):
        ends = np.log10([TRAP_PLAYOUTS[0], TRAP_PLAYOUTS[-1]])
        sides = self.left, self.right
        return np.interp(np.log10(playouts), ends, sides)

    def y(self, values):
        ends = self.lowest, self.highest
        return np.interp(values, ends, (BOTTOM, TOP))


BOTTOM = 2.5
TOP = 8.2
FIELDS = (
    Field("mean", "mean for X", 1.5, 7.7, 0.1, 0.55, (0.1, 0.2, 0.3, 0.4, 0.5), "{:.1f}"),
    Field("share", "share of the visits", 9.6, 15.1, 0.0, 1.0, (0, 0.25, 0.5, 0.75, 1), "{:.0%}"),
)


def believed(thinking, c):
    """What the searches with this c believe: for each column the means, the shares of visits and how many play it."""
    is_asked = np.isclose(thinking.c.astype(float), c)
    rows = thinking[is_asked]
    found = {}
    for move, some in rows.sort_values("playouts").groupby("move"):
        share = some.visits.astype(float) / some.playouts.astype(float)
        found[int(move)] = {
            "mean": some["mean"].to_numpy(float),
            "share": share.to_numpy(),
            "played": some.played.to_numpy(),
        }
    return found


def draw_thinking(drawing, beliefs, marked=None):
    """Mean and share of visits of all columns by playouts, with the exact scores, and how many searches play column 3.

    Args:
        drawing: to draw on.
        beliefs: as `believed` gives them.
        marked: the column that is to be seen best; by default 2 and 3.
    """
    drawing.limit(0, WIDTH, 0, HEIGHT)
    for field in FIELDS:
        _write_title(drawing, field.left, field.title)
    for field in FIELDS:
        _draw_field(drawing, field)
        _draw_lines(drawing, field, beliefs, marked)
    _draw_exact(drawing, marked)
    _draw_played(drawing, beliefs[3]["played"])


def _write_title(drawing, left, title):
    drawing.write(left, 9.1, title, 0.46, BOLD_LEFT)


def _draw_field(drawing, field):
    left = field.left
    right = field.right
    drawing.line([left, left, right], [TOP, BOTTOM, BOTTOM], MUTED, 1.5)
    for tick in field.ticks:
        text = field.form.format(tick)
        y = field.y(tick)
        drawing.write(left - 0.15, y, text, 0.38, AT_RIGHT)
    for playouts in (10, 1_000, 100_000):
        x = field.x(playouts)
        ends = [BOTTOM, BOTTOM - 0.12]
        drawing.line([x, x], ends, MUTED, 1.5)
        drawing.write(x, BOTTOM - 0.42, f"{playouts:,}", 0.38)
    drawing.write((left + right) / 2, BOTTOM - 0.85, "playouts", 0.38)


def _draw_lines(drawing, field, beliefs, marked):
    shown = [*COLOURS] if marked is None else [marked]
    x = field.x(TRAP_PLAYOUTS)
    heights = {}
    for move, lists in beliefs.items():
        values = lists[field.what]
        y = field.y(values)
        colour = COLOURS.get(move, GREY)
        width = 5 if move in shown else 1.8
        style = "--" if move == 2 else "-"
        drawing.line(x, y, colour, width, style)
        if field.what == "mean" or move in COLOURS or values[-1] > 0.03:
            heights[move] = y[-1]
    right = x[-1] + 0.45
    for move, y in apart(heights, 0.5).items():
        _draw_column(drawing, right, y, move, 0.23, 0.36)


def _draw_column(drawing, x, y, move, radius, size):
    """The number of a column in a circle of its colour."""
    colour = COLOURS.get(move, GREY)
    drawing.circles([(x, y)], radius, colour, 6)
    drawing.write(x, y, f"{move}", size, Style(color="white", zorder=8))


def apart(heights, least):
    """The heights, moved as little as needed so that no two are closer than `least`, in the same order.

    >>> apart({0: 1.0, 1: 1.0, 2: 3.0}, 0.5)
    {0: 0.75, 1: 1.25, 2: 3.0}
    """
    groups = []  # of heights that touch: their keys, and the middle
    for key in sorted(heights, key=heights.get):
        group = [key], heights[key]
        while groups and _gap(groups[-1], group, least) < least - 1e-9:
            group = _joined(groups.pop(), group)
        groups.append(group)
    moved = {}
    for keys, middle in groups:
        for place, key in enumerate(keys):
            above = place - (len(keys) - 1) / 2
            moved[key] = middle + least * above
    return {key: moved[key] for key in heights}


def _gap(lower, upper, least):
    """How much room there is between two groups."""
    keys, middle = lower
    more, other = upper
    highest = middle + least * (len(keys) - 1) / 2
    lowest = other - least * (len(more) - 1) / 2
    return lowest - highest


def _joined(lower, upper):
    keys, middle = lower
    more, other = upper
    both = keys + more
    total = middle * len(keys) + other * len(more)
    return both, total / len(both)


def _draw_exact(drawing, marked):
    _write_title(drawing, 16.4, "exact")
    boxes = []
    labels = []
    for place, (move, score) in enumerate(EXACT.items()):
        y = 8.0 - 0.85 * place
        weight = "bold" if move in COLOURS or move == marked else "normal"
        _draw_column(drawing, 16.7, y, move, 0.3, 0.42)
        words = f"{result_of(score)} {score:+d}".replace("-", "−")
        drawing.write(17.15, y, words, 0.4, Style(weight, ha="left"), room=1.8)
        boxes.append((16.2, y - 0.4, 2.7, 0.8))
        labels.append(f"column {move}, which {result_of(score)}")
    drawing.spots(boxes, [*EXACT], labels)


def _draw_played(drawing, played):
    drawing.write(0.4, 0.75, "play 3, of 100:", 0.42, Style("bold", EXPLOITATION, "left"))
    for place, (playouts, count) in enumerate(zip(TRAP_PLAYOUTS, played)):
        x = 4.6 + 1.06 * place
        drawing.write(x, 0.98, f"{count}", 0.46, Style("bold", EXPLOITATION))
        drawing.write(x, 0.4, short(playouts), 0.32, Style(color=MUTED))
    drawing.write(0.4, 0.3, "after so many playouts:", 0.32, MUTED_LEFT)


def short(playouts):
    """A number of playouts in at most four signs.

    >>> short(300), short(30_000), short(1_000_000)
    ('300', '30k', '1M')
    """
    for size, letter in ((1_000_000, "M"), (1_000, "k")):
        if playouts >= size:
            return f"{playouts // size}{letter}"
    return str(playouts)


def plot_thinking(thinking, c, title):
    """The figure of `draw_thinking` for one c under a title."""
    ax = titled_figure(title, 12, 6.9)
    beliefs = believed(thinking, c)
    draw_thinking(Drawing(ax), beliefs)
    words = [f"c = {c_name(c)}; playouts {TRAP_PLAYOUTS[0]} to {TRAP_PLAYOUTS[-1]:,}"]
    for move in (2, 3):
        means = [f"{mean:.2f}" for mean in beliefs[move]["mean"]]
        words.append(f"mean of {move}: {', '.join(means)}")
    played = map(str, beliefs[3]["played"])
    words.append(f"play 3, of 100: {', '.join(played)}")
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
        super().__init__("c", self.c, WIDTH / HEIGHT)

    def told(self):
        """How many searches play the marked column, or the one that wins."""
        c = self.c.value
        column = 3 if self.marked is None else self.marked
        beliefs = self.beliefs[c][column]
        played = dict(zip(TRAP_PLAYOUTS, beliefs["played"]))
        few = played[1_000]
        many = played[1_000_000]
        return (
            f"c = {c_name(c)}: column {column}, which {result_of(EXACT[column])}, is played by {few} of {TRAP_SEEDS} "
            f"searches after 1,000 playouts, by {many} after a million"
        )

    def _draw(self, drawing):
        draw_thinking(drawing, self.beliefs[self.c.value], self.marked)


# ---------------------------------------------------------------- one fact


def told_lost(search, moves):
    """The search, which believes from now on that the player who made the last of these moves has lost.

    It is told so as by a billion lost playouts. The node has to be there already.
    """
    *_, node = path_along(search, moves)
    blocks = node._nodes.blocks
    blocks["wins"][node.place] = 0
    blocks["playouts"][node.place] = 1_000_000_000
    return search


def rated_for_x(board, seed):
    """What a search says of X's prospects at each turn while it plays both sides, and the board at the end."""
    ratings = []
    while not board.is_terminal:
        search = FastSearch(board, rng=seed).run(100_000)
        best = search.best_move()
        mean = search.means[best]
        ratings.append(mean if board.to_move == 1 else 1 - mean)
        board = board.play(best)
    return ratings, board


def plot_games(games, title):
    """X's rating by turn; `games` has for each first column the ratings of its games."""
    ax = titled_axes(title, 11, 5.2)
    for column, (colour, marker, line) in zip(games, LOOKS[::-1]):
        label = f"after column {column}, which {result_of(EXACT[column])}"
        look = {"color": colour, "marker": marker, "linewidth": 2.5, "markersize": 7}
        for ratings in games[column]:
            turns = range(1, len(ratings) + 1)
            ax.plot(turns, ratings, line, label=label, **look)
            label = None
    ax.set_ylim(-0.03, 1.03)
    ax.set_xlabel("moves after it", fontsize=SMALL + 1)
    ax.set_ylabel("rated for X, 100,000 playouts")
    add_legend(ax, "lower left")


# ---------------------------------------------------------------- shares of sound moves


def plot_accuracy(sound, chance, title):
    """The share of sound moves by playouts with its intervals, and a random player's."""
    ax = titled_axes(title, 10, 5)
    points = [mean_of(answers) for answers in sound.values()]
    draw_curve(ax, sound, points, *LOOKS[0], label="the search, c = √2")
    words = f"a random player: {chance:.0%}"
    ax.axhline(chance, color=TEXT, linestyle=":", linewidth=2.5, label=words)
    ax.set_ylim(0, 1.02)
    ax.yaxis.set_major_formatter("{x:.0%}")
    ax.set_ylabel("share of sound moves")
    log_axis(ax, sound)
    add_legend(ax, "center right")


def plot_chosen(shares, counts, chance, title):
    """Who is sound in which positions: a row for each chooser, a column for each c that answers; `shares` by both."""
    ax = titled_figure(title, 13, 4.2)
    ax.spines[:].set_visible(True)
    choosers = list(counts)
    answerers = TRAP_CS
    values = [shares[both] for both in product(choosers, answerers)]
    shape = len(choosers), len(answerers)
    grid = np.reshape(values, shape)
    _colour(ax, grid, chance)
    for (y, x), share in np.ndenumerate(grid):
        ax.text(x, y, f"{share:.0%}", fontsize=18, **CENTRED)
        if choosers[y] == answerers[x]:
            corner = x - 0.47, y - 0.46
            frame = plt.Rectangle(corner, 0.94, 0.92, fill=False, linewidth=3)
            ax.add_patch(frame)
    columns = [f"c = {c_name(c)}" for c in answerers]
    ax.set_xticks(range(len(columns)), columns, fontsize=SMALL + 1)
    rows = []
    for chooser, row in zip(choosers, grid):
        name = chooser if isinstance(chooser, str) else f"c = {c_name(chooser)} was wrong"
        rows.append(f"{name}: {counts[chooser]}")
        told = [f"{share:.0%}" for share in row]
        ax.plot([], [], label=f"{name}: {', '.join(told)}")
    ax.set_yticks(range(len(rows)), rows, fontsize=SMALL + 1)
    ax.set_xlabel("who answers: ten new searches (framed: in its own failures)", fontsize=SMALL + 1)
    ax.tick_params(length=0)


def _colour(ax, grid, chance):
    """A cell for each share, in colours that say on which side of guessing it lies."""
    ends = chance - 0.25, chance + 0.25
    image = ax.imshow(grid, "RdYlBu", vmin=ends[0], vmax=ends[1], aspect="auto", alpha=0.6)
    scale = ax.figure.colorbar(image, ax=ax, ticks=[ends[0], chance, ends[1]], pad=0.02)
    scale.ax.set_yticklabels(["wrong more often", f"guessing: {chance:.0%}", "right more often"])
    scale.ax.tick_params(labelsize=SMALL, length=0)


def plot_judges(sound, scores, title):
    """What each c has more than c = 0.7, by two measures; each dict has (middle, low, high) by c, in shares."""
    left, right = titled_figure(title, 13, 5.2, panels=2)
    _draw_judge(left, sound, LOOKS[0], "sound moves, of 100")
    _draw_judge(right, scores, LOOKS[1], "points, of 100 games")


def _draw_judge(ax, by_c, look, word):
    more = by_c | {0.7: (0, 0, 0)}
    cs = sorted(more)
    points = [100 * np.array(more[c]) for c in cs]
    draw_curve(ax, cs, points, *look)
    draw_level(ax, 0)
    ax.set_xscale("log")
    ticks = [0.1, 0.3, 0.5, 0.7, 1, 2]
    ax.set_xticks(ticks, map(c_name, ticks))
    ax.set_xticks([], minor=True)
    ax.set_ylim(-22, 10)
    ax.set_xlabel("c", fontsize=SMALL + 1)
    ax.set_ylabel(f"more than with c = 0.7:\n{word}")


# ---------------------------------------------------------------- positions of games

GAME_DISCS = (16, 20, 24)
GAME_PAIR = (0.7, DEFAULT_C)
# From 6,000 games, the seeds 0 to 5,999 of `asked_in_game`: by c, in how many positions it is sound and 0.7 is not, the other way
# round, and in how many it is sound.
GAMES_ASKED = 2290
GAMES_RIGHT_07 = 1885
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
    first = rng.integers(0, 7, 4)
    board = Board.from_moves("".join(map(str, first)))
    discs = GAME_DISCS[seed % 3]
    while len(board.moves) < discs and not board.is_terminal:
        turn = len(board.moves) + seed
        settings = SearchSettings(c=GAME_PAIR[turn % 2])
        search = FastSearch(board, settings, rng).run(playouts)
        board = board.play(search.best_move())
    if board.is_terminal:
        return None
    scores = exact_scores(board)
    best = np.sign(max(scores.values()))
    sound = [move for move in scores if np.sign(scores[move]) == best]
    if len(sound) == len(scores):
        return None
    is_sound = []
    for c in CS:
        settings = SearchSettings(c=c)
        search = FastSearch(board, settings, seed).run(playouts)
        is_sound.append(search.best_move() in sound)
    return is_sound, len(sound) / len(scores)
