"""The map of a sweep, of which every cell can be played again: a click, and what it scored stands beside new games."""

from __future__ import annotations

from functools import partial
from itertools import product
from typing import NamedTuple

import numpy as np

from c4lib._tools.arguments import whole_number
from c4lib.plots.canvas import AT_LEFT, AT_RIGHT, BOLD, EXPLOITATION, HIGHLIGHT, MEAN, MUTED, OUTSIDE, Style, text_on
from c4lib.text import exploration_constant
from c4lib.widgets.controls import Progress, button, hide, line
from c4lib.widgets.panel import Panel
from c4lib.widgets.picture import LivePicture
from c4lib.widgets.stills import still_picture
from c4lib.widgets.worker import Worker
from mctslab import play_match
from mctslab.experiments import stored
from mctslab.experiments.tuning import GRID, REFERENCE, SWEEP_GAMES
from mctslab.players import mcts_player
from pictures import share_of

AT_ONCE = 20  # games, between two looks at whether they are still wanted
WIDE = 1.8  # a cell, which is 1 high
LAST = 6  # replays of a cell that are drawn
AREAS = f"""'{"sentence " * 4}' 'map {"history " * 3}' 'progress again stop .'"""
ASKED = "Click a cell, and it plays new games. With keys: the arrows choose a cell, p plays it."
CS = GRID["c"]
PLAYOUTS = GRID["playouts"]
START = CS[3], PLAYOUTS[2]  # where the arrow keys begin


class Line(NamedTuple):
    """A line of the history of a cell."""

    name: str
    points: float
    games: int
    colour: str


class ReplayMap(Panel):
    """A widget with the heat map of `tuning_sweep`: a click on a cell plays it again, with new seeds.

    The left half of a cell that was played again is what the sweep had, the right half all its new
    games. Beside the map stand the sweep's score of the chosen cell and that of each replay, with
    95% intervals. The games are played in a thread. Of a replay that is stopped nothing is counted.

    Args:
        seed: of the new games; each click has games of its own.
        games: of a replay.

    Attributes:
        replays: the points of each replay, by cell, which is a pair of c and playouts.
        chosen: the cell that was clicked last; None before.
        again, stop: the controls.

    Raises:
        ValueError: the seed or the number of games is no whole number, or the games are none.

    >>> cells = ReplayMap(seed=1, games=20)
    >>> cells.play((0.2, 50))
    >>> cells.wait()
    >>> cells.sentence.value
    'c = 0.2, 50 playouts. The sweep: 9.2%. These 20 new games: 20.0%.'
    """

    def __init__(self, seed: int = 0, games: int = SWEEP_GAMES) -> None:
        self._seed = whole_number("seed", seed, at_least=0)
        self.games = whole_number("games", games, at_least=1)
        counts = stored("tuning_sweep").groupby([*GRID])[["wins", "draws"]].sum()
        points = counts.wins + counts.draws / 2
        self.swept = points.to_dict()
        self.replays = {cell: [] for cell in self.swept}
        self.chosen = None
        self._clicks = 0
        self._worker = Worker(self._play)
        self.sentence = line(ASKED, status=True)
        self.progress = Progress()
        self.map = LivePicture(self.play)
        self.history = LivePicture()
        self.again = button("Play it again", "new games of the same cell")
        self.stop = button("Stop", "end these games, and do not count them")
        super().__init__("replay", self._own_parts(), self._keys())
        self.arrange(AREAS, "1.2fr 0.5fr 0.4fr 2.2em", "max(1100px, 152vh)")
        self.on(self.again, self._play_chosen)
        self.on(self.stop, self._stop)
        self._show(ASKED)

    def _keys(self):
        return {
            "ArrowUp": partial(self._step, 1, 0),
            "ArrowDown": partial(self._step, -1, 0),
            "ArrowRight": partial(self._step, 0, 1),
            "ArrowLeft": partial(self._step, 0, -1),
            "p": self._play_chosen,
        }

    # ---------------------------------------------------------------- playing

    def play(self, cell: tuple[float, int]) -> None:
        """Play a cell again, beside the page."""
        self.chosen = cell
        self._clicks += 1
        self._show(f"{in_words(cell)}. {self.games} new games are being played.")
        self._worker.ask((cell, self._clicks))

    def wait(self, seconds: float = 600) -> None:
        """Return when the newest games are played."""
        self._worker.wait(seconds)

    def _play(self, job):
        cell, number = job
        c, playouts = cell
        player = mcts_player(playouts, c=c)
        points = 0.0
        played = 0
        with self.message.faults_shown():
            while played < self.games:
                self.progress.show(played / self.games)
                games = min(AT_ONCE, self.games - played)
                seed = self._seed, number, played
                match = play_match(player, REFERENCE, games, seed)
                points += sum(match.results)
                played += games
                if (yield) and played < self.games:
                    return
            self._count(cell, points)

    def _count(self, cell, points):
        self.replays[cell].append(points)
        if cell == self.chosen:
            old = self.swept[cell] / SWEEP_GAMES
            new = points / self.games
            self._show(f"{in_words(cell)}. The sweep: {old:.1%}. These {self.games} new games: {new:.1%}.", False)

    def _stop(self):
        self._worker.stop()
        self._show("Stopped: these games are not counted.", False)

    def _play_chosen(self):
        if self.chosen:
            self.play(self.chosen)

    def _step(self, up, right):
        """Choose the next cell in this direction, without playing it."""
        self._worker.stop()
        if not self.chosen:
            up = right = 0
        c, playouts = self.chosen or START
        self.chosen = _next(CS, c, up), _next(PLAYOUTS, playouts, right)
        self._show(f"{in_words(self.chosen)}. p plays it again.", False)

    # ---------------------------------------------------------------- what is shown

    def _show(self, sentence, is_playing=True):
        with self.together():
            is_playing = is_playing and self.chosen is not None
            self.sentence.value = sentence
            self.again.disabled = self.chosen is None or is_playing
            hide(self.stop, not is_playing)
            if not is_playing:
                self.progress.show(None)
            self.map.show(self._draw_map, "what each cell of the sweep scored, and its new games")
            self.history.show(self._draw_history, f"the sweep and the new games of the chosen cell; {sentence}")

    def _draw_map(self, drawing):
        height = len(CS)
        width = WIDE * len(PLAYOUTS)
        drawing.limit(-1.3, width, -1.2, height)
        for x, playouts in enumerate(PLAYOUTS):
            drawing.write((x + 0.5) * WIDE, -0.35, f"{playouts}", 0.36)
            for y, c in enumerate(CS):
                self._draw_cell(drawing, (c, playouts), x * WIDE, y)
        for y, c in enumerate(CS):
            drawing.write(-0.15, y + 0.5, exploration_constant(c, "g"), 0.36, AT_RIGHT)
        drawing.write(width / 2, -0.9, "playouts", 0.36)
        drawing.write(-1.1, height / 2, "c", 0.4)
        cells = [*product(CS, PLAYOUTS)]
        boxes = []
        for y, x in np.ndindex(height, len(PLAYOUTS)):
            boxes.append((x * WIDE, y, WIDE, 1))
        labels = [f"play {in_words(cell)} again" for cell in cells]
        drawing.spots(boxes, cells, labels)

    def _draw_cell(self, drawing, cell, x, y):
        points = self.replays[cell]
        if cell == self.chosen:
            frame = x - 0.05, y - 0.05, WIDE + 0.1, 1.1
            drawing.boxes([frame], HIGHLIGHT, 3)
        halves = [(x + 0.04, self.swept[cell] / SWEEP_GAMES)]
        if points:
            new = sum(points) / len(points) / self.games
            halves.append((x + WIDE / 2 + 0.02, new))
        width = WIDE / len(halves) - 0.06
        for left, score in halves:
            colour = MEAN(score)
            ink = text_on(colour)
            box = left, y + 0.04, width, 0.92
            middle = left + width / 2
            drawing.boxes([box], colour, 4)
            drawing.write(middle, y + 0.5, f"{score:.0%}", 0.36, Style(color=ink), room=0.9 * width)

    def _draw_history(self, drawing):
        drawing.limit(0, 8, 0, 7.6)
        if not self.chosen:
            drawing.write(4, 4.2, "left half: the sweep", 0.4)
            drawing.write(4, 3.4, "right half: new games", 0.4)
            return
        lines = self._lines()
        scores = [share_of(one.points, one.games) for one in lines]
        _, lowest, highest = np.transpose(scores)
        left = max(lowest.min() - 0.02, 0)
        right = min(highest.max() + 0.02, 1)
        drawing.write(4, 7.2, in_words(self.chosen), 0.42, BOLD)
        for row, (one, score) in enumerate(zip(lines, scores)):
            y = 6.4 - 0.72 * row
            _draw_line(drawing, y, one, score, (left, right))

    def _lines(self):
        """The lines of the history: the sweep, the last replays, and all replays together."""
        replays = self.replays[self.chosen]
        swept = self.swept[self.chosen]
        lines = []
        for number, points in enumerate(replays, 1):
            lines.append(Line(f"new {number}", points, self.games, MUTED))
        shown = [Line("sweep", swept, SWEEP_GAMES, HIGHLIGHT), *lines[-LAST:]]
        if len(replays) > 1:
            games = self.games * len(replays)
            shown.append(Line("all new", sum(replays), games, EXPLOITATION))
        return shown

    def static_picture(self) -> bytes:
        parts = {
            (0.01, 0.01, 0.54, 0.9): self._draw_map,
            (0.57, 0.05, 0.42, 0.8): self._draw_history,
        }
        words = 2, 59, 2.2, self._still_sentence()
        return still_picture(12, 6.2, parts, [words])

    def _still_sentence(self):
        return self.sentence.value if self.chosen else "The sweep. With a kernel, a click on a cell plays it again."

    def __repr__(self) -> str:
        return f"ReplayMap({len(self.swept)} cells, games={self.games}): {self._still_sentence()}"


def in_words(cell: tuple[float, int]) -> str:
    """What a cell is called.

    >>> in_words((0.7, 50))
    'c = 0.7, 50 playouts'
    """
    c, playouts = cell
    return f"c = {exploration_constant(c, 'g')}, {playouts} playouts"


def _next(values, value, step):
    place = values.index(value) + step
    within = min(max(place, 0), len(values) - 1)
    return values[within]


def _draw_line(drawing, y, entry, score, scale):
    """The name of an entry, its score with the interval on a scale, and both as numbers."""
    share, low, high = score
    left, middle, right = np.interp([low, share, high], scale, [1.9, 5.1])
    ground = 1.9, y - 0.3, 3.2, 0.6
    interval = left, y - 0.06, right - left, 0.12
    drawing.boxes([ground], OUTSIDE, 3)
    drawing.boxes([interval], entry.colour, 4)
    drawing.circles([(middle, y)], 0.16, entry.colour, 5)
    drawing.write(1.75, y, entry.name, 0.38, AT_RIGHT, room=1.7)
    words = f"{share:.1%} [{100 * low:.0f}, {100 * high:.0f}]"
    drawing.write(5.25, y, words, 0.34, AT_LEFT, room=2.7)
