"""The pictures of lesson 25: a training that is watched live, its curves, and what each part of it is worth."""

from typing import NamedTuple

import numpy as np
from ipywidgets import IntSlider

from c4lib import Board
from c4lib._tools.arguments import whole_number
from c4lib._tools.interrupts import Interrupts
from c4lib.plots.canvas import EXPLOITATION, EXPLORATION, HIGHLIGHT, MUTED, TEXT, VISITS, Drawing
from c4lib.widgets.panel import Panel, Worker, button, line, still_picture
from c4lib.widgets.picture import LivePicture
from mctslab.arena import mean_interval, score_interval
from mctslab.arena.solved import solved_positions
from mctslab.experiments import stored
from mctslab.experiments.accuracy import DEFAULT_C, TRAP, fooling, places_with_a_choice
from mctslab.experiments.selfplay import GAMES
from mctslab.players import mcts_player
from mctslab.selfplay import SelfPlay
from mctslab.selfplay.network import best_moves, positions_of
from mctslab.selfplay.search import C, at_roots, grow_trees
from pictures import SMALL, plain_axes, titled_axes
from pictures.pages import save_page

SIMULATIONS = 100  # of a move, when the network is measured
GREEN = "#00704F"
WINS = 3  # the only column that wins in TRAP
TRAPS = fooling([DEFAULT_C])  # the places of the traps of c = √2
PARTS = {
    "all": "all parts",
    "look": "and our look, too",
    "no search": "without the search",
    "no value": "without the value",
    "no noise": "without the noise",
    "no mirror": "without the mirror",
    "results alone": "targets: results alone",
}
"""Of the trainings with a part left out, what they are called in figures."""
CHOICES = {
    "no search": "the search",
    "no value": "the value",
    "no noise": "the noise",
    "no mirror": "the mirror images",
    "results alone": "the search's value in the targets",
}
"""What is left out of them, but for `all` and `look`."""
RIDDLE = {"leak": "A", "no search": "B", "all": "C", "wrong target": "D"}
"""The four trainings of the riddle, and their letters."""

# Scores of five trainings, seeds 0 to 4, in 200 games against 200 playouts: `curve_without` of mctslab/experiments/selfplay.py
# with two simulations and `Plain`, in whose openings (14 moves) the one visit goes to a move drawn by the shares, noise included.
DRAWN = (0.265, 0.2025, 0.0925, 0.2, 0.155)
# Of a training without a search, seed 0: by the generation, how many of the positions of its 200 games differ, and how many there are.
DIFFERENT = {1: (3_686, 4_325), 10: (179, 2_147), 30: (18, 2_000)}
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
    trees = grow_trees(network.evaluate_bits, positions_of([board]), network.rules, simulations, C)
    visits, wins = at_roots(trees, trees.visits)[0], at_roots(trees, trees.wins)[0]
    return visits, np.divide(wins, visits, out=np.full(len(visits), np.nan), where=visits > 0)


def points_against(network, playouts=40, games=40, seed=0):
    """Its points in so many games without a search of its own, against a search; in half of them it moves first."""
    boards, other = [Board()] * games, mcts_player(playouts, c=0.7)
    for ply in range(Board().cells.size):
        playing = [game for game in range(games) if not boards[game].is_terminal]
        mine = [game for game in playing if game % 2 == ply % 2]
        moves = {}
        if mine:
            moves = dict(zip(mine, best_moves(network, [boards[game] for game in mine], 1).tolist()))
        for game in playing:
            move = moves[game] if game in moves else other(boards[game], np.random.default_rng((seed, game, ply)))
            boards[game] = boards[game].play(move)
    winners = [board.winner for board in boards]
    return sum(0.5 if winner is None else winner == 1 + game % 2 for game, winner in enumerate(winners))


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
    return Seen(network.evaluate([Board()])[0][0], visits / visits.sum(), points_against(network))


# -------------------------------------------------------------------- the training, live

AREAS = f"""'{"sentence " * 4}' '{"picture " * 4}' 'train step stop number' '{"message " * 4}'"""
WIDTH, HEIGHT = 10.0, 5.2
AGAINST = (5.6, 9.7), (0.9, 4.4)  # the field of the curve: left, right; bottom, top


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
        self.sentence, self.picture = line(status=True), LivePicture(proportion=WIDTH / HEIGHT)
        self.train = button("Train", "play and learn, generation after generation")
        self.step = button("Step", "play and learn for one generation more")
        self.stop = button("Stop", "stop after the generation that is under way")
        self.number = IntSlider(0, 0, 1, description="generation", disabled=True, continuous_update=True)
        super().__init__("film", self._own_parts())
        grid = self.children[0].layout
        grid.grid_template_areas, grid.grid_template_columns = AREAS, "repeat(3, max-content) 1fr"
        grid.max_width = "max(860px, 135vh)"
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
            self.train.disabled = self.step.disabled = is_training or is_done
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
        first, trapped = seen.shares.argmax(), seen.visits.argmax()
        opening = "all first moves are alike to it" if np.ptp(seen.shares) < 0.01 else f"column {first} first"
        judged = "right" if trapped == WINS else "wrong"
        points = f"{seen.points:g} of 40 points"
        return f"Generation {number}: {opening}; {points}; in the trap column {trapped}: {judged}."

    def _show(self):
        number = min(self.number.value, len(self.frames) - 1)
        self.sentence.value = self.told(number)
        self.picture.show(lambda scene: self._draw(scene, number), self.sentence.value)

    def _draw(self, scene, number):
        drawing = Drawing.within(scene, 0, WIDTH, 0, HEIGHT)
        seen = self.frames[number]
        draw_shares(drawing, 3.25, "empty board: shares", seen.shares)
        draw_shares(drawing, 0.55, "the trap: visits", seen.visits, wins=WINS)
        self._draw_points(drawing, number)

    def _draw_points(self, drawing, number):
        (left, right), (bottom, top) = AGAINST
        drawing.write((left + right) / 2, 4.95, "points, without a search", 0.25, weight="bold")
        for points in (0, 10, 20, 30, 40):
            y = bottom + (top - bottom) * points / 40
            drawing.line([left, right], [y, y], MUTED if points == 20 else "#e3e6ea", 1.5)
            drawing.write(left - 0.12, y, f"{points}", 0.23, ha="right")
        x = [left + (right - left) * step / self.generations for step in range(number + 1)]
        y = [bottom + (top - bottom) * frame.points / 40 for frame in self.frames[: number + 1]]
        if number:
            drawing.line(x, y, EXPLOITATION, 3)
        drawing.circles([*zip(x, y)][-1:], 0.09, EXPLOITATION, 5)
        for step in {0, self.generations // 3, 2 * self.generations // 3, self.generations}:
            drawing.write(left + (right - left) * step / self.generations, bottom - 0.25, f"{step}", 0.23)
        drawing.write((left + right) / 2, 0.3, "generation", 0.23)

    def static_picture(self):
        """A picture of the present state, as a PNG file."""
        number = min(self.number.value, len(self.frames) - 1)
        box = {(0.03, 0, 0.95, 0.9): lambda ax: self._draw(ax, number)}
        return still_picture(10, 6, box, [(2, 57, 2.4, self.told(number))])

    def save_html(self, path, title):
        """Write a page with all generations, which needs no kernel; those that are missing are trained first."""
        self.ask(self.generations)
        self.wait()

        def states():
            for number in range(self.generations + 1):
                self.number.value = number
                yield {"step": number}, self.sentence.value, {"picture": self.picture.scene}

        note = f"Recorded: a training of {self.generations} generations."
        about = {"columns": [(1, ["picture"])], "strides": {"generation": 1}, "every": 500}
        save_page(path, title, states(), start={"step": 0}, note=note, **about)

    def __repr__(self):
        return f"LearningLive({len(self.frames) - 1} of {self.generations} generations)"


def draw_shares(drawing, bottom, title, shares, wins=None):
    """A bar for each column, with its share; the highest is marked, and the only column that `wins` is framed."""
    drawing.write(2.6, bottom + 1.7, title, 0.25, weight="bold")
    best = shares.argmax() if np.ptp(shares) > 0.01 else None
    for column, share in enumerate(shares):
        x = 0.35 + 0.65 * column
        colour = HIGHLIGHT if column == best else VISITS
        drawing.boxes([(x, bottom, 0.5, 0.02 + 1.2 * float(share))], colour)
        drawing.write(x + 0.25, bottom + 0.17 + 1.2 * float(share), f"{share:.0%}", 0.2)
        if column == wins:
            drawing.boxes([(x - 0.09, bottom - 0.36, 0.68, 0.31)], GREEN, rounding=0.06)
        look = {"color": "white", "weight": "bold"} if column == wins else {}
        drawing.write(
            x + 0.25, bottom - 0.2, f"{column} wins" if column == wins else f"{column}", 0.17 if look else 0.23, **look
        )


# -------------------------------------------------------------------- figures


def told_interval(values, digits=0):
    """A mean of several trainings with its 95% interval, as a text."""
    low, high = mean_interval(values)
    return f"{np.mean(values):.{digits}%} [{max(low, 0):.{digits}%}, {high:.{digits}%}]"


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
            of = (mean_interval(differences, level) for level in (0.95, strict))
            intervals = (f"[{low:+.1f}, {high:+.1f}]" for low, high in of)
            print(f"{name:14} {differences.mean():+z5.1f}", *(f"{interval:>16}" for interval in intervals))


def sound_in_traps():
    """In what share of the traps UCB1 and guessing are sound, by their names."""
    rivals = stored("traps_by_c").query("place in @TRAPS").drop(columns="place")
    shares = rivals.groupby("c").sum() / (10 * len(TRAPS))  # ten searches in each
    solved = solved_positions()
    legal = ~np.isnan(solved.scores[TRAPS])
    return {
        "UCB1, 100,000 playouts, c = √2": shares["100000"].iloc[-1],
        "UCB1, 100,000 playouts, the best c": shares["100000"].max(),
        "UCB1, the best of all c and playouts": shares.max(axis=None),
        "guessing": (solved.sound[TRAPS].sum(axis=1) / legal.sum(axis=1)).mean(),
    }


def mistakes(network, playouts):
    """The solved positions in which the network errs, and those in which UCB1 with c = √2 does, as sets of places."""
    solved, places = solved_positions(), places_with_a_choice()
    moves = best_moves(network, [solved.board(place) for place in places], SIMULATIONS)
    ucb1 = stored("accuracy_by_c").query("c > 1.4 and c < 1.5").set_index("place")[str(playouts)]
    theirs = {place for place, move in zip(places, moves) if not solved.sound[place, move]}
    return theirs, {place for place in places if not solved.sound[place, int(ucb1[place])]}


def sound_by_guessing():
    """The share of sound moves of a player who draws from the legal ones, in all solved positions with a choice."""
    solved, places = solved_positions(), places_with_a_choice()
    return (solved.sound[places].sum(axis=1) / (~np.isnan(solved.scores[places])).sum(axis=1)).mean()


def draw_curve(curve, title):
    """The scores of the network that ships by generation, against two searches, with intervals."""
    ax = titled_axes(title, width=10, height=5)
    looks = {"against 200": (EXPLOITATION, "o"), "against 1600": (HIGHLIGHT, "s")}
    for name, (colour, marker) in looks.items():
        points = curve[name].to_numpy(float)
        low, high = np.transpose([score_interval(one, GAMES) for one in points])
        share = points / GAMES
        label = f"{int(name.split()[1]):,} playouts"
        ax.errorbar(
            curve.generation.to_numpy(int), share, [share - low, high - share], label=label,
            color=colour, marker=marker, markersize=10, linewidth=3, capsize=5,
        )  # fmt: skip
    ax.axhline(0.5, color=TEXT, linestyle="--")
    ax.set_xscale("log")
    ax.set_xticks(curve.generation.to_numpy(int), curve.generation.to_numpy(int))
    ax.set_xticks([], minor=True)
    ax.set_ylim(0, 1)
    ax.set_xlabel("generation", fontsize=SMALL + 2)
    ax.set_ylabel("score", fontsize=SMALL + 2)
    ax.legend(fontsize=SMALL + 1, title="against", title_fontsize=SMALL + 1, frameon=False)
    return ax


def at_the_end(parts):
    """The rows of the last generation, which have points."""
    return parts[parts.generation == parts.generation.max()]


def scores_of(parts, name):
    """The shares of the points of the five trainings of that name."""
    last = at_the_end(parts)
    return last.points[last.name == name].to_numpy(float) / GAMES


def draw_scores(parts, names, title):
    """The score of five trainings with each of these names, and the interval of their mean."""
    ax = titled_axes(title, width=11, height=1.6 + 0.62 * len(names))
    for place, name in enumerate(names):
        scores = scores_of(parts, name)
        low, high = mean_interval(scores)
        colour = EXPLOITATION if name in ("all", "look") else HIGHLIGHT
        ax.plot([max(low, 0), min(high, 1)], [place, place], color=colour, linewidth=4)
        ax.plot(scores, [place - 0.22] * len(scores), "|", color=MUTED, markersize=11, markeredgewidth=2)
        ax.plot([scores.mean()], [place], "o", color=colour, markersize=13)
        ax.text(1.02, place, f"{scores.mean():.0%}", va="center", fontsize=SMALL + 2, color=TEXT)
    ax.axvline(0.5, color=TEXT, linestyle="--")
    ax.set_yticks(range(len(names)), names.values(), fontsize=SMALL + 2)
    ax.set_xlim(0, 1)
    ax.invert_yaxis()
    ax.set_xlabel(f"score against 200 playouts, {GAMES} games for each of five trainings", fontsize=SMALL + 1)
    return ax


LINES = [(EXPLOITATION, "o", "-"), (HIGHLIGHT, "s", "--"), (GREEN, "^", "-."), (EXPLORATION, "D", ":")]


def draw_losses(parts, names, title):
    """The two losses by generation, means of five trainings, a line for each of these names."""
    figure, axes = plain_axes(width=12, height=5, panels=2)
    figure.suptitle(title, fontsize=19, weight="bold")
    by = parts.groupby(["name", "generation"])[["policy_loss", "value_loss"]].mean()
    for ax, what in zip(axes, ("policy_loss", "value_loss")):
        for (name, label), (colour, marker, style) in zip(names.items(), LINES):
            losses = by.loc[name, what].astype(float)
            ax.plot(
                losses.index.to_numpy(int), losses.to_numpy(), style, label=label, color=colour,
                marker=marker, markersize=9, linewidth=3,
            )  # fmt: skip
        ax.set_ylim(bottom=0)
        ax.set_xlabel("generation", fontsize=SMALL + 2)
        ax.set_ylabel(what.replace("_", " "), fontsize=SMALL + 2)
    axes[0].legend(fontsize=SMALL + 1, frameon=False)
    return axes
