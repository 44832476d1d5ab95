"""The map of a sweep, of which every cell can be played again: a click, and what it scored stands beside new games."""

from __future__ import annotations

from functools import partial

from c4lib._tools.arguments import whole_number
from c4lib.plots.canvas import EXPLOITATION, HIGHLIGHT, MEAN, MUTED, OUTSIDE, TEXT, Drawing, text_on
from c4lib.text import exploration_constant
from c4lib.widgets.panel import Panel, Progress, Worker, button, hide, line, still_picture
from c4lib.widgets.picture import LivePicture
from mctslab import play_match
from mctslab.arena import score_interval
from mctslab.experiments import stored
from mctslab.experiments.tuning import GRID, REFERENCE, SWEEP_GAMES
from mctslab.players import mcts_player

AT_ONCE = 20  # games, between two looks at whether they are still wanted
WIDE = 1.8  # a cell, which is 1 high
LAST = 6  # replays of a cell that are drawn
AREAS = f"""'{"sentence " * 4}' 'map {"history " * 3}' 'progress again stop .'"""
ASKED = "Click a cell, and it plays new games. With keys: the arrows choose a cell, p plays it."
ARROWS = {"ArrowUp": (1, 0), "ArrowDown": (-1, 0), "ArrowRight": (0, 1), "ArrowLeft": (0, -1)}
START = (GRID["c"][3], GRID["playouts"][2])  # where the arrow keys begin


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
        self.swept = {cell: row.wins + row.draws / 2 for cell, row in counts.iterrows()}
        self.replays = {cell: [] for cell in self.swept}
        self.chosen, self._clicks = None, 0
        self._worker = Worker(self._play)
        self.sentence, self.progress = line(ASKED, status=True), Progress()
        self.map, self.history = LivePicture(self.play), LivePicture()
        self.again = button("Play it again", "new games of the same cell")
        self.stop = button("Stop", "end these games, and do not count them")
        keys = {key: partial(self._step, *step) for key, step in ARROWS.items()}
        super().__init__("replay", self._own_parts(), keys | {"p": self._play_chosen})
        grid = self.children[0].layout
        grid.grid_template_areas = AREAS
        grid.grid_template_columns, grid.max_width = "1.2fr 0.5fr 0.4fr 2.2em", "max(1100px, 152vh)"
        self.on(self.again, self._play_chosen)
        self.on(self.stop, self._stop)
        self._show(ASKED)

    # ---------------------------------------------------------------- playing

    def play(self, cell: tuple[float, int]) -> None:
        """Play a cell again, beside the page."""
        self.chosen, self._clicks = cell, self._clicks + 1
        self._show(f"{in_words(cell)}. {self.games} new games are being played.")
        self._worker.ask((cell, self._clicks))

    def wait(self, seconds: float = 600) -> None:
        """Return when the newest games are played."""
        self._worker.wait(seconds)

    def _play(self, job):
        cell, number = job
        player, points, played = mcts_player(cell[1], c=cell[0]), 0.0, 0
        with self.message.faults_shown():
            while played < self.games:
                self.progress.show(played / self.games)
                games = min(AT_ONCE, self.games - played)
                points += sum(play_match(player, REFERENCE, games, (self._seed, number, played)).results)
                played += games
                if (yield) and played < self.games:
                    return
            self._count(cell, points)

    def _count(self, cell, points):
        self.replays[cell].append(points)
        if cell == self.chosen:
            old, new = self.swept[cell] / SWEEP_GAMES, points / self.games
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
        self.chosen = _next(GRID["c"], c, up), _next(GRID["playouts"], playouts, right)
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

    def _draw_map(self, ax):
        rows, columns = GRID["c"], GRID["playouts"]
        drawing = Drawing.within(ax, -1.3, WIDE * len(columns), -1.2, len(rows))
        for x, playouts in enumerate(columns):
            drawing.write((x + 0.5) * WIDE, -0.35, f"{playouts}", 0.36)
            for y, c in enumerate(rows):
                self._draw_cell(drawing, (c, playouts), x * WIDE, y)
        for y, c in enumerate(rows):
            drawing.write(-0.15, y + 0.5, exploration_constant(c, "g"), 0.36, ha="right")
        drawing.write(WIDE * len(columns) / 2, -0.9, "playouts", 0.36)
        drawing.write(-1.1, len(rows) / 2, "c", 0.4)
        cells = [(x * WIDE, y, WIDE, 1) for y in range(len(rows)) for x in range(len(columns))]
        names = [(c, playouts) for c in rows for playouts in columns]
        drawing.spots(cells, names, [f"play {in_words(cell)} again" for cell in names])

    def _draw_cell(self, drawing, cell, x, y):
        old, points = self.swept[cell] / SWEEP_GAMES, self.replays[cell]
        if cell == self.chosen:
            drawing.boxes([(x - 0.05, y - 0.05, WIDE + 0.1, 1.1)], HIGHLIGHT, 3)
        halves = [(x + 0.04, old)]
        if points:
            halves.append((x + WIDE / 2 + 0.02, sum(points) / len(points) / self.games))
        width = WIDE / len(halves) - 0.06
        for left, score in halves:
            colour = MEAN(score)
            drawing.boxes([(left, y + 0.04, width, 0.92)], colour, 4)
            drawing.write(left + width / 2, y + 0.5, f"{score:.0%}", 0.36, room=0.9 * width, color=text_on(colour))

    def _draw_history(self, ax):
        drawing = Drawing.within(ax, 0, 8, 0, 7.6)
        if not self.chosen:
            drawing.write(4, 4.2, "left half: the sweep", 0.4)
            drawing.write(4, 3.4, "right half: new games", 0.4)
            return
        lines = self._lines()
        ends = [end for _, points, games, _ in lines for end in score_interval(points, games)]
        low, high = max(min(ends) - 0.02, 0), min(max(ends) + 0.02, 1)
        drawing.write(4, 7.2, in_words(self.chosen), 0.42, weight="bold")
        for row, (name, points, games, colour) in enumerate(lines):
            _draw_line(drawing, 6.4 - 0.72 * row, (name, colour), (points, games), (low, high))

    def _lines(self):
        """The name, points, games and colour of each line of the history."""
        points = self.replays[self.chosen]
        shown = [*enumerate(points, 1)][-LAST:]
        lines = [("sweep", self.swept[self.chosen], SWEEP_GAMES, HIGHLIGHT)]
        lines += [(f"new {number}", one, self.games, MUTED) for number, one in shown]
        if len(points) > 1:
            lines.append(("all new", sum(points), self.games * len(points), EXPLOITATION))
        return lines

    def static_picture(self) -> bytes:
        parts = {(0.01, 0.01, 0.54, 0.9): self._draw_map, (0.57, 0.05, 0.42, 0.8): self._draw_history}
        return still_picture(12, 6.2, parts, [(2, 59, 2.2, self._still_sentence())])

    def _still_sentence(self):
        return self.sentence.value if self.chosen else "The sweep. With a kernel, a click on a cell plays it again."

    def __repr__(self) -> str:
        return f"ReplayMap({len(self.swept)} cells, games={self.games}): {self._still_sentence()}"


def in_words(cell: tuple[float, int]) -> str:
    """What a cell is called.

    >>> in_words((0.7, 50))
    'c = 0.7, 50 playouts'
    """
    return f"c = {exploration_constant(cell[0], 'g')}, {cell[1]} playouts"


def _next(values, value, step):
    return values[min(max(values.index(value) + step, 0), len(values) - 1)]


def _draw_line(drawing, y, name, score, scale):
    """A name, a score with its interval on a scale, and both as numbers."""
    (text, colour), (points, games), (low, high) = name, score, scale
    left, *ends = (1.9 + 3.2 * (one - low) / (high - low) for one in (points / games, *score_interval(points, games)))
    drawing.boxes([(1.9, y - 0.3, 3.2, 0.6)], OUTSIDE, 3)
    drawing.boxes([(ends[0], y - 0.06, ends[1] - ends[0], 0.12)], colour, 4)
    drawing.circles([(left, y)], 0.16, colour, 5)
    drawing.write(1.75, y, text, 0.38, ha="right", color=TEXT, room=1.7)
    below, above = (100 * one for one in score_interval(points, games))
    drawing.write(5.25, y, f"{points / games:.1%} [{below:.0f}, {above:.0f}]", 0.34, ha="left", room=2.7)
