"""The pictures of lesson 25: a training that is watched live, its curves, and what each part of it is worth."""

from typing import NamedTuple

import numpy as np
from ipywidgets import IntSlider

from c4lib import Board
from c4lib._tools.arguments import whole_number
from c4lib._tools.interrupts import Interrupts
from c4lib.plots.canvas import AT_RIGHT, BOLD, EXPLOITATION, EXPLORATION, HIGHLIGHT, MUTED, TEXT, VISITS, Style
from c4lib.widgets.controls import button, line
from c4lib.widgets.panel import Panel
from c4lib.widgets.picture import LivePicture
from c4lib.widgets.stills import still_picture
from c4lib.widgets.worker import Worker
from mctslab.arena import mean_interval
from mctslab.arena.solved import solved_positions
from mctslab.experiments import stored
from mctslab.experiments.accuracy import DEFAULT_C, TRAP, fooling, places_with_a_choice
from mctslab.experiments.selfplay import GAMES
from mctslab.players import mcts_player
from mctslab.selfplay import SelfPlay
from mctslab.selfplay.network import best_moves, positions_of
from mctslab.selfplay.search import C, at_roots, grow_trees
from pictures import SMALL, mean_of, plain_axes, share_of, titled_axes
from pictures import draw_curve as draw_scored
from pictures.pages import save_page

SIMULATIONS = 100  # of a move, when the network is measured
GREEN = "#00704F"
WINS = 3  # the only column that wins in TRAP
TRAPS = fooling([DEFAULT_C])  # the places of the traps of c = √2
PARTS = {
    "all": "all parts",
    "look": "all parts, and our look",
    "no search": "without the search",
    "no value": "without the value",
    "no noise": "without the noise",
    "no mirror": "without the mirror images",
    "results alone": "targets: results alone",
}
"""Of the trainings with a part left out, what they are called in figures."""
CHOICES = {
    "no value": "the value",
    "no noise": "the noise",
    "no mirror": "the mirror images",
    "results alone": "the search's value in the targets",
}
"""What is left out of them, but for `all` and `look`, and for the search, of which the riddle tells."""
RIDDLE = {"leak": "A", "no search": "B", "all": "C", "wrong target": "D"}
"""The four trainings of the riddle, and their letters."""

# Scores of ten trainings in 200 games against 200 playouts, two for each of the seeds 0 to 4, which draw other random numbers:
# `curve_without` of mctslab/experiments/selfplay.py with two simulations and `Plain`, in whose openings (14 moves) the one visit
# goes to a move drawn by the shares, noise included.
DRAWN = (0.265, 0.2025, 0.0925, 0.2, 0.155, 0.0375, 0.13, 0.2125, 0.0825, 0.225)
# Of trainings without a search, seed 0: by the generation, how many of the positions of its 200 games differ, and how many there are.
DIFFERENT = {
    "1": (3_686, 4_325),
    "10": (179, 2_147),
    "30": (18, 2_000),
    "30, openings drawn": (2_705, 3_346),
}
# The move in the trap, best_moves(network, [TRAP], 100), after each generation of SelfPlay(seed=seed).steps(30), seeds 0 to 4.
TRAP_MOVES = (
    "333333333333323332333333322222",
    "333333332222222222222222222222",
    "222323223222233333333333333333",
    "332222323233333333333333333322",
    "633232332322222222222222222222",
)

# -------------------------------------------------------------------- what a network does


def searched(network, board, simulations=SIMULATIONS):
    """Visits and means of the moves of a search with the network, both of shape (columns,)."""
    positions = positions_of([board])
    trees = grow_trees(network.evaluate_bits, positions, network.rules, simulations, C)
    (visits,) = at_roots(trees, trees.visits)
    (wins,) = at_roots(trees, trees.wins)
    means = np.full(len(visits), np.nan)
    np.divide(wins, visits, out=means, where=visits > 0)
    return visits, means


def points_against(network, playouts=40, games=40, seed=0):
    """Its points in so many games without a search of its own, against a search; in half of them it moves first."""
    boards = [Board()] * games
    other = mcts_player(playouts, c=0.7)
    for ply in range(Board().cells.size):
        playing = [game for game, board in enumerate(boards) if not board.is_terminal]
        mine = [game for game in playing if game % 2 == ply % 2]
        moves = {}
        if mine:
            asked = [boards[game] for game in mine]
            answers = best_moves(network, asked, 1)
            moves = dict(zip(mine, answers.tolist()))
        for game in playing:
            if game not in moves:
                rng = np.random.default_rng((seed, game, ply))
                moves[game] = other(boards[game], rng)
            boards[game] = boards[game].play(moves[game])
    points = 0
    for game, board in enumerate(boards):
        if board.winner is None:
            points += 0.5
        elif board.winner == 1 + game % 2:
            points += 1
    return points


class Seen(NamedTuple):
    """What is seen of a network.

    Attributes:
        shares: of the first moves, at a glance.
        visits: the shares of a search's visits in the trap.
        points: of 40 games without a search, against 40 playouts.
    """

    shares: np.ndarray
    visits: np.ndarray
    points: float


def look_at(network):
    """What is seen of it now."""
    visits, _ = searched(network, TRAP)
    policies, _ = network.evaluate([Board()])
    shares = visits / visits.sum()
    return Seen(policies[0], shares, points_against(network))


# -------------------------------------------------------------------- the training, live

AREAS = f"""'{"sentence " * 4}' '{"picture " * 4}' 'train step stop number' '{"message " * 4}'"""
WIDTH = 10.0
HEIGHT = 5.2
LEFT = 5.6  # of the field of the curve
RIGHT = 9.7
BOTTOM = 0.9
TOP = 4.4


class LearningLive(Panel):
    """A widget with a network in training: what it knows after each generation.

    The training runs in a thread, as far as is asked for. The slider goes back to what was seen.

    Args:
        seed: of the training.
        generations: how many there are at most; the last 40% of them learn in smaller steps.
        games, simulations: as for `SelfPlay`.

    Attributes:
        frames: what was seen after each generation so far; the first is the network that knows nothing.
        train, step, stop, number: the controls.

    >>> live = LearningLive(games=10, simulations=8)
    >>> live.ask(2)
    >>> live.wait()
    >>> len(live.frames), live.sentence.value[:12]
    (3, 'Generation 2')
    """

    def __init__(self, seed=0, generations=30, games=200, simulations=40):
        self.generations = whole_number("generations", generations, at_least=1)
        self._training = SelfPlay(games=games, simulations=simulations, seed=seed)
        self._steps = self._training.steps(self.generations)
        self.frames = [look_at(self._training.network)]
        self._worker = Worker(self._work)
        self.sentence = line(status=True)
        self.picture = LivePicture(proportion=WIDTH / HEIGHT)
        self.train = button("Train", "play and learn, generation after generation")
        self.step = button("Step", "play and learn for one generation more")
        self.stop = button("Stop", "stop after the generation that is under way")
        self.number = IntSlider(0, 0, 1, description="generation", disabled=True, continuous_update=True)
        super().__init__("film", self._own_parts())
        self.arrange(AREAS, "repeat(3, max-content) 1fr", "max(860px, 135vh)")
        self.on(self.train, lambda: self.ask(self.generations))
        self.on(self.step, lambda: self.ask(len(self.frames)))
        self.on(self.stop, self._worker.stop)
        self.on(self.number, self._show)
        self._show()
        self._lock(False)

    # ---------------------------------------------------------------- training

    def ask(self, generation):
        """Train until after this generation, beside the page."""
        self._lock(True)
        self._worker.ask(min(generation, self.generations))

    def wait(self, seconds=600):
        """Return when the training rests."""
        self._worker.wait(seconds)

    def _work(self, target):
        before = Interrupts.count
        with self.message.faults_shown():
            while len(self.frames) <= target:
                self.frames.append(look_at(next(self._steps)))
                last = len(self.frames) - 1
                with self.together():
                    self.put(self.number, last, max=last)
                    self._show()
                if (yield 0) or Interrupts.count != before:
                    break
        self._lock(False)

    def _lock(self, is_training):
        """While it trains, it can be stopped; while it does not, it can be begun, and looked back at."""
        with self.together():
            is_done = len(self.frames) > self.generations
            self.train.disabled = is_training or is_done
            self.step.disabled = self.train.disabled
            self.stop.disabled = not is_training
            self.number.disabled = is_training or len(self.frames) == 1

    def close(self):
        """Take the panel off the page; the training ends after the generation under way."""
        self._worker.stop()
        super().close()

    # ---------------------------------------------------------------- what is shown

    def told(self, number):
        """What the picture of this generation shows, in a sentence."""
        seen = self.frames[number]
        first = seen.shares.argmax()
        trapped = seen.visits.argmax()
        opening = "all first moves are alike to it" if np.ptp(seen.shares) < 0.01 else f"column {first} first"
        judged = "right" if trapped == WINS else "wrong"
        points = f"{seen.points:g} of 40 points"
        return f"Generation {number}: {opening}; {points}; in the trap column {trapped}: {judged}."

    def _show(self):
        number = self._shown()
        self.sentence.value = self.told(number)
        self.picture.show(lambda drawing: self._draw(drawing, number), self.sentence.value)

    def _shown(self):
        """The generation that the slider shows, as far as there are frames."""
        return min(self.number.value, len(self.frames) - 1)

    def _draw(self, drawing, number):
        drawing.limit(0, WIDTH, 0, HEIGHT)
        seen = self.frames[number]
        draw_shares(drawing, 3.25, "empty board: shares", seen.shares)
        draw_shares(drawing, 0.55, "the trap: visits", seen.visits, wins=WINS)
        self._draw_points(drawing, number)

    def _draw_points(self, drawing, number):
        middle = (LEFT + RIGHT) / 2
        drawing.write(middle, 4.95, "points, without a search", 0.25, BOLD)
        for points in (0, 10, 20, 30, 40):
            y = self._height(points)
            colour = MUTED if points == 20 else "#e3e6ea"
            drawing.line([LEFT, RIGHT], [y, y], colour, 1.5)
            drawing.write(LEFT - 0.12, y, f"{points}", 0.23, AT_RIGHT)
        x = [self._across(step) for step in range(number + 1)]
        frames = self.frames[: number + 1]
        y = [self._height(frame.points) for frame in frames]
        if number:
            drawing.line(x, y, EXPLOITATION, 3)
        last = x[-1], y[-1]
        drawing.circles([last], 0.09, EXPLOITATION, 5)
        end = self.generations
        for step in {0, end // 3, 2 * end // 3, end}:
            drawing.write(self._across(step), BOTTOM - 0.25, f"{step}", 0.23)
        drawing.write(middle, 0.3, "generation", 0.23)

    def _across(self, generation):
        return LEFT + (RIGHT - LEFT) * generation / self.generations

    def _height(self, points):
        return BOTTOM + (TOP - BOTTOM) * points / 40

    def static_picture(self):
        """A picture of the present state, as a PNG file."""
        number = self._shown()
        box = 0.03, 0, 0.95, 0.9
        words = 2, 57, 2.4, self.told(number)
        return still_picture(10, 6, {box: lambda drawing: self._draw(drawing, number)}, [words])

    def save_html(self, path, title):
        """Write a page with all generations, which needs no kernel; those that are missing are trained first."""
        self.ask(self.generations)
        self.wait()

        def states():
            for number in range(self.generations + 1):
                self.number.value = number
                yield {"step": number}, self.sentence.value, {"picture": self.picture.scene}

        note = f"Recorded: a training of {self.generations} generations."
        about = {
            "columns": [(1, ["picture"])],
            "strides": {"generation": 1},
            "every": 500,
        }
        save_page(path, title, states(), start={"step": 0}, note=note, **about)

    def __repr__(self):
        return f"LearningLive({len(self.frames) - 1} of {self.generations} generations)"


def draw_shares(drawing, bottom, title, shares, wins=None):
    """A bar for each column, with its share; the highest is marked, and the only column that `wins` is framed."""
    drawing.write(2.6, bottom + 1.7, title, 0.25, BOLD)
    best = shares.argmax() if np.ptp(shares) > 0.01 else None
    for column, share in enumerate(shares):
        x = 0.35 + 0.65 * column
        middle = x + 0.25
        height = 1.2 * float(share)
        colour = HIGHLIGHT if column == best else VISITS
        bar = x, bottom, 0.5, 0.02 + height
        drawing.boxes([bar], colour)
        drawing.write(middle, bottom + 0.17 + height, f"{share:.0%}", 0.2)
        if column == wins:
            frame = x - 0.09, bottom - 0.36, 0.68, 0.31
            drawing.boxes([frame], GREEN, rounding=0.06)
            words = f"{column} wins"
            drawing.write(middle, bottom - 0.2, words, 0.17, Style("bold", "white"))
        else:
            drawing.write(middle, bottom - 0.2, f"{column}", 0.23)


# -------------------------------------------------------------------- figures


def told_interval(values):
    """A mean of several trainings with its 95% interval, as a text."""
    mean, low, high = mean_of(values)
    return f"{mean:.0%} [{max(low, 0):.0%}, {high:.0%}]"


def tell_differences(scores):
    """Prints by how much the other scores differ from "all", by pairs of the same seed.

    With two intervals: one for each by itself, and one that allows for how many they are (Bonferroni).
    """
    count = len(scores) - 1
    strict = 1 - 0.05 / count
    print("difference from all parts, in points of 100, with the 95% interval")
    print(f"and, as there are {count}, with the {strict:.1%} interval:")
    for name, those in scores.items():
        if name != "all":
            differences = 100 * (those - scores["all"])
            intervals = []
            for level in (0.95, strict):
                low, high = mean_interval(differences, level)
                words = f"[{low:+.1f}, {high:+.1f}]"
                intervals.append(f"{words:>16}")
            print(f"{name:14} {differences.mean():+z5.1f}", *intervals)


def sound_in_traps():
    """In what share of the traps UCB1 and guessing are sound, by their names."""
    rivals = stored("traps_by_c").query("place in @TRAPS")
    sums = rivals.drop(columns="place").groupby("c").sum()
    shares = sums / (10 * len(TRAPS))  # ten searches in each
    return {
        "UCB1, 100,000 playouts, c = √2": shares["100000"].iloc[-1],
        "UCB1, 100,000 playouts, the best c": shares["100000"].max(),
        "UCB1, the best of all c and playouts": shares.max(axis=None),
        "guessing": guessed(TRAPS),
    }


def guessed(places):
    """The share of sound moves of a player who draws from the legal ones, in these solved positions."""
    solved = solved_positions()
    legal = ~np.isnan(solved.scores[places])
    sound = solved.sound[places]
    shares = sound.sum(axis=1) / legal.sum(axis=1)
    return shares.mean()


def mistakes(network, playouts):
    """The solved positions in which the network errs, and those in which UCB1 with c = √2 does, as sets of places."""
    solved = solved_positions()
    places = places_with_a_choice()
    boards = [solved.board(place) for place in places]
    moves = best_moves(network, boards, SIMULATIONS)
    rows = stored("accuracy_by_c").query("c > 1.4 and c < 1.5")
    ucb1 = rows.set_index("place")[str(playouts)]
    theirs = set()
    ours = set()
    for place, move in zip(places, moves):
        if not solved.sound[place, move]:
            theirs.add(place)
        if not solved.sound[place, int(ucb1[place])]:
            ours.add(place)
    return theirs, ours


def draw_curve(curve, title):
    """The scores of the network that ships by generation, 0 first, against two searches, with intervals."""
    ax = titled_axes(title, width=10, height=5)
    steps = range(len(curve))  # the same from mark to mark: 0 has no place on a logarithmic axis
    looks = {200: (EXPLOITATION, "o"), 1600: (HIGHLIGHT, "s")}
    for playouts, (colour, marker) in looks.items():
        scores = [share_of(points, GAMES) for points in curve[f"against {playouts}"]]
        label = f"{playouts:,} playouts"
        draw_scored(ax, steps, scores, colour, marker, "-", label=label, markersize=10)
    ax.axhline(0.5, color=TEXT, linestyle="--")
    ax.set_xticks(steps, ["untrained", *curve.generation[1:]])
    ax.set_ylim(0, 1)
    ax.set_xlabel("generation", fontsize=SMALL + 2)
    ax.set_ylabel("score", fontsize=SMALL + 2)
    size = SMALL + 1
    ax.legend(fontsize=size, title="against", title_fontsize=size, frameon=False)
    return ax


def at_the_end(parts):
    """The rows of the last generation, which have points."""
    return parts[parts.generation == parts.generation.max()]


def scores_of(parts, name):
    """The shares of the points of the five trainings of that name."""
    last = at_the_end(parts)
    points = last.points[last.name == name]
    return points.to_numpy(float) / GAMES


def draw_scores(parts, names, title):
    """The score of five trainings with each of these names, and the interval of their mean."""
    height = 1.6 + 0.62 * len(names)
    ax = titled_axes(title, 11, height)
    for place, name in enumerate(names):
        scores = scores_of(parts, name)
        mean, low, high = mean_of(scores)
        colour = EXPLOITATION if mean > 0.5 else HIGHLIGHT
        ends = max(low, 0), min(high, 1)
        ax.plot(ends, [place, place], color=colour, linewidth=4)
        below = np.full(len(scores), place - 0.22)
        ax.plot(scores, below, "|", color=MUTED, markersize=11, markeredgewidth=2)
        ax.plot(mean, place, "o", color=colour, markersize=13)
        words = f"{mean:.0%}"
        ax.text(1.02, place, words, va="center", fontsize=SMALL + 2, color=TEXT)
    ax.axvline(0.5, color=TEXT, linestyle="--")
    ax.set_yticks(range(len(names)), names.values(), fontsize=SMALL + 2)
    ax.set_xlim(0, 1)
    ax.invert_yaxis()
    ax.set_xlabel(f"score against 200 playouts, {GAMES} games for each of five trainings", fontsize=SMALL + 1)
    return ax


LINES = (
    (EXPLOITATION, "o", "-"),
    (HIGHLIGHT, "s", "--"),
    (GREEN, "^", "-."),
    (EXPLORATION, "D", ":"),
)


def draw_losses(parts, names, title):
    """The two losses by generation, means of five trainings, a line for each of these names."""
    figure, axes = plain_axes(width=12, height=5, panels=2)
    figure.suptitle(title, fontsize=19, weight="bold")
    kinds = ["policy_loss", "value_loss"]
    by = parts.groupby(["name", "generation"])[kinds].mean()
    for ax, what in zip(axes, kinds):
        for (name, label), (colour, marker, style) in zip(names.items(), LINES):
            losses = by.loc[name, what].astype(float)
            generations = losses.index.to_numpy(int)
            look = {"color": colour, "marker": marker, "markersize": 9, "linewidth": 3}
            ax.plot(generations, losses.to_numpy(), style, label=label, **look)
        ax.set_ylim(bottom=0)
        ax.set_xlabel("generation", fontsize=SMALL + 2)
        ax.set_ylabel(what.replace("_", " "), fontsize=SMALL + 2)
    axes[0].legend(fontsize=SMALL + 1, frameon=False)
    return axes
