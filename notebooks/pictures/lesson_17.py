"""The cards, pictures and tables of lesson 17."""

from dataclasses import dataclass
from types import SimpleNamespace

import matplotlib.pyplot as plt
import numpy as np
from IPython.display import Markdown

from c4lib.board import winning_lines
from c4lib.plots.board import draw_board
from mctslab.arena import difference
from mctslab.course.own_files import html_table
from mctslab.experiments import stored
from mctslab.experiments.literature import OPENINGS, chance
from mctslab.published import Random_Player
from pictures import draw_curve, log_ticks, share_of, titled_axes
from pictures.moving import MovingPicture
from pictures.titles import lesson_17 as titles

BLUE = "#0072B2"
RED = "#D55E00"
GREY = "#666666"
REPAIRS = {  # of two deviations of P1, those that are fixed
    "": "neither",
    "terminal leaf": "terminal leaf",
    "one viewpoint": "viewpoint",
    "terminal leaf + one viewpoint": "both",
}

# -------------------------------------------------------------------- measured on the originals

# P4 compiled and run as it is, with its own random numbers and the seeds 1, 2, 3 and so on: how often it opened in the
# middle, by its setting, of so many runs. It searched twice before its first move, as its main.cpp does.
ORIGINAL_OPENINGS = {500: (1_704, 2_000), 3_000: (1_000, 1_000)}

# The same program, compiled without optimisation, as its script does it: seconds of one search of 25,000 iterations on
# the empty board, ten times, on one core of the machine of this series.
ORIGINAL_SECONDS = (0.327, 0.313, 0.305, 0.279, 0.268, 0.277, 0.262, 0.278, 0.307, 0.299)

# How many times as fast it is with -O3 (g++ 12.2): least, median and most of 40 pairs of such searches, the seeds 1 to 40,
# the two builds in turn. (This compiler wants <cassert>, <cmath> and <cstdlib> included, too.)
FASTER_OPTIMISED = (2.3, 3.0, 3.8)

# Each program beside its copy in mctslab.published, on the same random numbers: how many were equal, of so many. P1 ran
# under Python 3.8; its searches and trainings are of four sizes of the board, full boards among them. P4's trees are of
# 50 to 15,000 iterations.
ORIGINALS = {
    ("P1", "single searches: tree, return value, and place in the random numbers"): (300, 300),
    ("P1", "answers of is_winning_state, whoever has the disc on top"): (2_748, 2_748),
    ("P1", "values in the tables of six trainings, 15 to 80 games each"): (11_299, 11_299),
    ("P3", "trees after trainings of 1 to 100 games"): (5, 5),
    ("P4", "trees, as published"): (251, 251),
    ("P4", "trees, the program's points changed to double precision"): (251, 251),
}


# -------------------------------------------------------------------- the card


@dataclass
class Card:
    """A claim, and what was decided about it before anything was run."""

    sentence: str
    count: str = ""
    runs: str = ""
    refuted: str = ""

    HEADS = ("what I count", "how often", "what would refute it")

    def rows(self):
        """The card row by row; what is not filled in is a line."""
        rows = [("the sentence", f"“{self.sentence}”")]
        for head, cell in zip(self.HEADS, (self.count, self.runs, self.refuted)):
            rows.append((head, f"{cell}".strip() or "_" * 30))
        return rows

    def beside(self, ours, measured):
        """Your card next to `ours`, with what was measured below."""
        rows = [(name, mine, other) for (name, mine), (_, other) in zip(self.rows(), ours.rows())]
        return Beside(self.sentence, [*rows[1:], ("measured", measured, measured)])

    def _repr_html_(self):
        return html_table(("claim card", ""), self.rows())

    def __repr__(self):
        return "\n".join(f"{name}: {cell}" for name, cell in self.rows())


class Beside:
    """Two cards next to each other."""

    def __init__(self, sentence, rows):
        self.sentence, self.rows = sentence, rows

    def _repr_html_(self):
        return html_table((f"“{self.sentence}”", "your card", "our card"), self.rows)

    def __repr__(self):
        return "\n".join(f"{name}: {mine} | {ours}" for name, mine, ours in self.rows)


def rate(times, runs):
    """So many of so many, in words, with its 95 % interval."""
    share, low, high = share_of(times, runs)
    return f"{times:,g} of {runs:,} = {share:.1%}  [{low:.1%}, {high:.1%}]"


def _points(ax, x, times, runs, colour, marker, line="-", **look):
    """Shares with 95 % intervals."""
    shares = [share_of(count, runs) for count in times]
    draw_curve(ax, x, shares, colour, marker, line, linewidth=2, **look)


# -------------------------------------------------------------------- P4


def middle_openings():
    """How often P4 opened in the middle: {search: {iterations in all: times}}, of 200 and of 1,000 searches."""
    counts = stored("first_moves").groupby(["search", "iterations"]).column_3.sum()
    return {search: counts[search].astype(int).to_dict() for search in ("as published", "fixed")}


def draw_openings():
    """The share of first moves in the middle, by the setting; the program searches twice before it moves."""
    middle = middle_openings()
    ax = titled_axes(titles["openings"], width=11, height=5.4)
    ax.axhline(1, color=GREY, linewidth=2)
    ax.text(450, 1.017, "the claim, from 500 on", fontsize=15, color=GREY)
    repaired = {count // 2: times for count, times in middle["fixed"].items() if count > 500}
    runs = OPENINGS["fixed"]
    label = f"our copy, ties, last disc and precision repaired, {runs:,} runs"
    _points(ax, [*repaired], [*repaired.values()], runs, BLUE, "o", label=label)
    runs = OPENINGS["as published"]
    label = f"our copy as published, {runs:,} runs"
    _points(ax, [0.93 * 500], [middle["as published"][1_000]], runs, RED, "D", "", label=label)
    label = "the C++ program itself, 2,000 and 1,000 runs"
    for setting, (times, runs) in ORIGINAL_OPENINGS.items():
        _points(ax, [1.07 * setting], [times], runs, "black", "s", "", label=label)
        label = None
    log_ticks(ax, repaired)
    ax.set_ylim(0.7, 1.05)
    ax.set_xlabel("setting: iterations a turn (it searches twice before its first move)", fontsize=15)
    ax.set_ylabel("first moves in the middle", fontsize=15)
    ax.legend(fontsize=14, loc="lower right")


# -------------------------------------------------------------------- P1


def overrun(state, mover, seed):
    """What P1's two random players do from this board, disc by disc, as a picture that moves."""
    rng = np.random.default_rng(seed)
    rows = [(state, None)]
    board = state
    end = False
    turn = mover
    while not end:
        player = Random_Player(turn, *state.shape, rng=rng)
        player.set_state(board)
        board, end, result, column = player.take_action()
        board = np.array(board)
        rows.append((board, column))
        turn = 3 - turn
    last = "XO"[2 - turn]

    def draw(drawing, number):
        drawing.limit(0, 19, 0, 10)
        draw_board(_any_board(*rows[number]), drawing.inset(4, 0, 11, 10))

    def say(number):
        if not number:
            return "X has four in a row. P1 begins a playout here."
        told = f"Disc {number}: {'XO'[(mover + number) % 2]} drops into column {rows[number][1]}"
        if number < len(rows) - 1:
            return f"{told}."
        return f"{told}. P1 calls it a draw." if result == "draw" else f"{told}. P1 notes that {last} has won."

    return MovingPicture(draw, say, 0, len(rows) - 1, "disc", every=900)


def _any_board(cells, column):
    """A board to be drawn on which more than one line may be complete."""
    rows, columns = cells.shape
    won = set()
    for player in (1, 2):
        for line in winning_lines(rows, columns, 4):
            places = [divmod(cell, columns) for cell in line]
            if all(cells[place] == player for place in places):
                won.update(places)
    board = SimpleNamespace(rows=rows, columns=columns, connect=4, cells=cells, winning_cells=won)
    board.legal_moves, board.moves = list, () if column is None else (column,)
    board.place_of = lambda column: (column + 0.5, np.count_nonzero(cells[:, column]) - 0.5)
    return board


def draw_live(found):
    """How many of the same 30 positions each of the four programs finds."""
    ax = titled_axes(titles["live"], 9, 4.2)
    names = [REPAIRS[name] for name in found]
    blocks = [sum(answers) for answers in found.values()]
    bars = ax.bar(names, blocks, color=[RED, RED, BLUE, BLUE], width=0.6)
    ax.bar_label(bars, fontsize=16)
    ax.tick_params(axis="x", labelsize=15)
    ax.set(ylim=(0, 33))
    ax.set_xlabel("what is fixed", fontsize=15)
    ax.set_ylabel("blocks found, of 30", fontsize=15)


def found_by_p1(playouts=200):
    """Of 300 positions: the answers, right (1) or wrong (0), of P1 by task and by what is fixed."""
    table = stored("tactics").fillna("").query("playouts == @playouts")
    return {key: rows.found.to_numpy(int) for key, rows in table.groupby(["task", "fixed"])}


def draw_factorial():
    """Win in one and block in one, with each of two deviations fixed or not."""
    found = found_by_p1()
    figure, axes = plt.subplots(1, 2, figsize=(11, 4.9), layout="constrained", sharey=True)
    figure.suptitle(titles["factorial"], fontsize=19, weight="bold")
    for ax, task in zip(axes, ("win", "block")):
        for leaf, colour, marker in (("", RED, "D"), ("terminal leaf", BLUE, "o")):
            names = [leaf, " + ".join(filter(None, [leaf, "one viewpoint"]))]
            times = [found[task, name].sum() for name in names]
            label = "terminal leaf fixed" if leaf else "terminal leaf as published"
            _points(ax, [0, 1], times, 300, colour, marker, label=label)
        ax.axhline(chance(task), color=GREY, linestyle=":", linewidth=2, label="a random player")
        ax.set_xticks([0, 1], ["viewpoint\nas published", "viewpoint\nfixed"], fontsize=14)
        ax.set(xlim=(-0.3, 1.3), ylim=(0, 1.05))
        ax.set_title(f"{task} in one", fontsize=16)
        ax.tick_params(axis="y", labelsize=14)
        ax.spines[["top", "right"]].set_visible(False)
    axes[0].set_ylabel("share found, of 300 positions", fontsize=15)
    axes[0].legend(fontsize=14, loc="center")


def repair_effects(task):
    """What each repair adds, alone and beside the other: paired differences over 300 positions; and their interaction."""
    found, leaf, viewpoint, both = found_by_p1(), "terminal leaf", "one viewpoint", "terminal leaf + one viewpoint"
    neither = found[task, ""]
    beside_leaf = found[task, both] - found[task, leaf]
    alone = found[task, viewpoint] - neither
    lines = [
        ("terminal leaf fixed alone", found[task, leaf], neither),
        ("terminal leaf fixed beside the other", found[task, both], found[task, viewpoint]),
        ("viewpoint     fixed alone", found[task, viewpoint], neither),
        ("viewpoint     fixed beside the other", found[task, both], found[task, leaf]),
        ("viewpoint     beside minus alone", beside_leaf, alone),
    ]
    print("What each repair adds, on the same 300 positions:")
    for words, after, before in lines:
        apart = difference(after, before, paired=True)
        numbers = f"{apart.mean:+.1%} [{apart.low:+.1%}, {apart.high:+.1%}]"
        print(f"{task:5}  {words:36} {numbers}, p = {apart.p:.2g}")


def scores(experiment):
    """Points and games of each match of an experiment."""
    counts = stored(experiment).fillna("").groupby("match", sort=False)[["wins", "draws", "losses"]].sum()
    return {name: (row.wins + row.draws / 2, int(row.sum())) for name, row in counts.iterrows()}


def tell_scores(experiment, leave_out="-"):
    """Print the score of each match of an experiment, but for those whose name begins so."""
    for name, (points, games) in scores(experiment).items():
        if not name.startswith(leave_out):
            print(f"{name or 'as published':36} {rate(points, games)}")


# -------------------------------------------------------------------- P3


def training_wins():
    """Wins and games against the trivial agent: of P3 by training game, and of two players who do not learn."""
    counts = stored("article_training").groupby(["player", "first_game"])[["wins", "draws", "losses"]].sum()
    return {index: (int(row.wins), int(row.sum())) for index, row in counts.iterrows()}


def draw_training():
    """P3's wins against the trivial agent in the course of its training, and those of two baselines."""
    wins = training_wins()
    ax = titled_axes(titles["training"])
    first = [game for player, game in wins if player == "P3"]
    middle = np.array(first) + 100
    times = [wins["P3", game][0] for game in first]
    _points(ax, middle, times, 2_000, BLUE, "o")
    ax.text(1_950, 0.17, "P3, 10 trainings", ha="right", fontsize=15, color=BLUE)
    baselines = (("simple Monte Carlo", RED, "simple Monte Carlo, 10 games a column"), ("random", GREY, "random"))
    for player, colour, words in baselines:
        share, low, high = share_of(*wins[player, 0])
        ax.axhspan(low, high, color=colour, alpha=0.25, linewidth=0)
        ax.axhline(share, color=colour, linewidth=2)
        below = 0.045 if player == "random" else 0.1
        ax.text(1_950, share - below, words, ha="right", fontsize=15, color=colour)
    ax.set(ylim=(-0.02, 0.8), xlim=(0, 2_000))
    ax.set_xlabel("training games played", fontsize=15)
    ax.set_ylabel("share of games won, as X", fontsize=15)
    ax.xaxis.set_major_formatter("{x:,.0f}")


# -------------------------------------------------------------------- all of them


def improvement(before, after, task):
    """Right answers of 300 before and after, and the paired difference."""
    apart = difference(after[task, ""], before[task, ""], paired=True)
    counts = f"{before[task, ''].sum()} to {after[task, ''].sum()} of 300"
    return f"{counts}, {apart.mean:+.1%} [{apart.low:+.1%}, {apart.high:+.1%}]"


SUPERHUMAN = (  # of this claim nothing was measured
    "P4: “is able to play the game to a super-human level running in real time”",
    "report",
    "nothing: the only opponent named is the author, the number of games is not given, and three different settings are "
    "called super-human (500, 1,000 and 3,000)",
    "**open**: there is nothing to count",
)
SINGH = "https://mintlify.wiki/marshalharman/QLearning_and_MCTS-Reinforcement_Learning"
SOURCES = {
    "report": "[report](https://github.com/joncarter1/MCTS-C/blob/master/report.pdf)",
    "agent": f"[documentation, agents]({SINGH}/agents/mcts-agent)",
    "article": "[article](http://fractalytics.io/application-of-mcts-within-the-connect4-game)",
}


def claims_table():
    """The claims about P4 and P1 that the lesson looks at, where they are made, and what was measured, as a table."""
    return _table(*_claims_about_p4(), *_claims_about_p1())


def _claims_about_p4():
    middle = middle_openings()
    match = rate(*scores("claimed_matches")["P4: 1000 against FastSearch 10000"])
    published = rate(middle["as published"][1_000], 200)
    itself = rate(*ORIGINAL_OPENINGS[500])
    return (
        (
            "P4: “Given over 500 iterations and the first turn the agent never picks anything other than the middle column "
            "on the first turn.”",
            "report",
            f"setting 500, our copy: middle in {published}; the program itself: {itself}",
            "**refuted** as it stands",
        ),
        (
            "P4: “I was unable to beat the computer as either player 1 or 2 with the agent allowed more than 500 iterations per "
            "turn.”",
            "report",
            f"setting 1,000 against 10,000 playouts: {match}",
            "**open**: a search beats it; about people this says nothing",
        ),
        SUPERHUMAN,
        (
            "P4: “The number of simulations per turn can be set as high as 25000 before the runtime between turns becomes "
            "noticeable.”",
            "report",
            f"one search: {min(ORIGINAL_SECONDS):.2f} to {max(ORIGINAL_SECONDS):.2f} seconds on our machine, built without optimisation",
            "**open**, until “noticeable” is a number",
        ),
    )


def _claims_about_p1():
    matches = scores("claimed_matches")
    return (
        (
            "P1: “The standard theoretical value is √2 ≈ 1.41, but 2 works well in practice for this board size.”",
            "agent",
            f"against C = √2: {rate(*matches['P1: C = 2 against C = 1.414'])}",
            "**open**: no difference seen",
        ),
        (
            "P1: with 0 playouts it moves at random, “making it easy to benchmark tree search against pure randomness without "
            "changing any other code”",
            "agent",
            "its own `MCTS_vs_MCTS(0, 5)` stops with a `ValueError`: it expects five values and is given three",
            "**contradicted** by its own program",
        ),
    )


def article_table():
    """The claims of P3's article, with what was measured or is known, as a table."""
    wins = training_wins()
    return _table(
        (
            "“its advantages compared to a simple Monte Carlos implementation”",
            "article",
            f"wins at the end: {rate(*wins['P3', 1_800])}; simple Monte Carlo: {rate(*wins['simple Monte Carlo', 0])}",
            "**the other way round**, in this comparison",
        ),
        (
            "Connect Four has 1.5·10¹³ “possible combinations”",
            "article",
            f"{POSITIONS:,} positions can come about (Edelkamp and Kissmann 2008)",
            f"**{1.5e13 / POSITIONS:.1f} times too many**, if positions are meant",
        ),
        (
            "Connect Four was solved “in 1988 by James D. Allen and independently by Victor Allis”",
            "article",
            "Allen told so on 1 October 1988, Allis's report is of the same month",
            "**holds**",
        ),
    )


POSITIONS = 4_531_985_219_092


def _table(*rows):
    lines = ["| claim | source | measured, with 95% interval | so |", "|---|---|---|---|"]
    lines += [f"| {claim} | {SOURCES[source]} | {measured} | {so} |" for claim, source, measured, so in rows]
    return Markdown("\n".join(lines))


def originals_table():
    """How many runs of each copy were equal to the original's, as a table."""
    lines = ["| program | what was compared | equal | of |", "|---|---|---|---|"]
    lines += [f"| {name} | {what} | {equal:,} | {of:,} |" for (name, what), (equal, of) in ORIGINALS.items()]
    return Markdown("\n".join(lines))
