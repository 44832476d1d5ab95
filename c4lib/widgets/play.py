"""A game by mouse or keyboard against any player, with what a search thinks of every column."""

from __future__ import annotations

import html
import operator
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace

import numpy as np
from ipywidgets import HTML, Button, FloatProgress, HBox, Layout, SelectionSlider, Text, ToggleButton, VBox

from c4lib._tools import one_of, whole_number
from c4lib.board import Board, winning_lines
from c4lib.plots.canvas import NAMES, Drawing, glyphs
from c4lib.settings import SearchSettings
from c4lib.widgets.analysis import (
    Limit,
    Task,
    choice_in_words,
    error_in_words,
    name_of,
    new_search,
    outcomes,
    rating,
    think,
)
from c4lib.widgets.board_view import Position, TurnView, draw_rated
from c4lib.widgets.panel import Panel, Worker, c_slider, new_figure, png

# -------------------------------------------------------------------- games of a human against an opponent


WORDS = {2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven"}


class Match:
    """Games of a human against an opponent, one after the other, all from the same position.

    Every click on a column is meant for one turn of the human, and says for which by its number. So a click that was made
    before the page showed what came of the one before is told from the next move, however late it arrives.

    Args:
        start: the position that every game starts from.
        human_starts: whether the first move is the human's.

    Attributes:
        human: which player the human is, 1 or 2.
        games: how many games there were before this one.
        turn: the number of the human's turn that is under way, or comes next. It only ever rises: by one with every move
            of the human, and with every new game.

    Raises:
        ValueError: the game is over at the start, or an argument is none of these.

    >>> match = Match(Board())
    >>> match.play(3, turn=match.turn)
    >>> match.reply(2)
    >>> match.text, match.is_humans_turn
    ('32', True)
    >>> match.undo()
    >>> match.text, match.turn
    ('', 1)
    """

    def __init__(self, start: Board, human_starts: bool = True) -> None:
        self._position = Position(start)
        if start.is_terminal:
            raise ValueError(f"the game is over, so there is nothing to play:\n{start}")
        self.start, self.games, self.turn = start, 0, 0
        self._before = len(self._position.moves)
        self._begin(human_starts)

    def _begin(self, human_starts: bool) -> None:
        first = self.start.to_move
        self.human = first if one_of("human_starts", human_starts, (True, False)) else 3 - first

    # ---------------------------------------------------------------- what is known

    @property
    def board(self) -> Board:
        """The position now."""
        return self._position.board

    @property
    def moves(self) -> tuple[int, ...]:
        """The moves of this game, those before the start not included."""
        return self._position.moves[self._before :]

    @property
    def text(self) -> str:
        """All moves that are known, as `Board.from_moves` reads them."""
        return self._position.text

    @property
    def is_humans_turn(self) -> bool:
        """Whether the human is to move; False when the game is over."""
        return not self.board.is_terminal and self.board.to_move == self.human

    @property
    def is_opponents_turn(self) -> bool:
        """Whether the opponent is to move; False when the game is over."""
        return not self.board.is_terminal and self.board.to_move != self.human

    @property
    def can_undo(self) -> bool:
        """Whether there is a move of the human to take back."""
        return self._last_of_human() is not None

    def _last_of_human(self) -> int | None:
        """The place of the human's last move among those of this game."""
        first = 0 if self.human == self.start.to_move else 1
        own = range(first, len(self.moves), 2)
        return own[-1] if own else None

    # ---------------------------------------------------------------- what is done

    def play(self, column: int, turn: int) -> None:
        """The human's move, which was meant for the turn of this number.

        Raises:
            ValueError: it is not the human's turn, or another one by now, or the move cannot be played; nothing changes.

        >>> match = Match(Board())
        >>> match.play(3, turn=0)
        >>> match.reply(3)
        >>> match.play(3, turn=0)  # the second click of two quick ones
        Traceback (most recent call last):
            ...
        ValueError: column 3 was clicked before the page showed the last change, so it was not played
        """
        if turn != self.turn:
            raise ValueError(
                f"column {column} was clicked before the page showed the last change, so it was not played"
            )
        if self.is_opponents_turn:
            raise ValueError(f"it is not your turn, so column {column} was not played")
        self._put(column)
        self.turn += 1

    def reply(self, column: int) -> None:
        """The opponent's move.

        Raises:
            ValueError: the move cannot be played; nothing changes.
        """
        if not self.is_opponents_turn:
            raise ValueError("it is not the opponent's turn")
        self._put(column)

    def _put(self, column: int) -> None:
        self.board.play(column)  # says what is wrong with it in fewer words
        self._position.play(operator.index(column))

    def undo(self) -> None:
        """Take back the human's last move and all that came after it.

        Raises:
            ValueError: there is none in this game.
        """
        last = self._last_of_human()
        if last is None:
            raise ValueError("there is no move of yours to take back")
        self._position.set(self._position.moves[: self._before + last])

    def new_game(self, human_starts: bool) -> None:
        """Start again."""
        self._begin(human_starts)
        self._position.set(self._position.moves[: self._before])
        self.games, self.turn = self.games + 1, self.turn + 1

    # ---------------------------------------------------------------- in words

    def sentence(self, opponent: str) -> str:
        """Whose turn it is, or how the game ended; `opponent` is a name.

        >>> Match(Board.from_moves("33")).sentence("The search")
        'Your turn: you are X.'
        """
        board = self.board
        if board.winner:
            who = "You win" if board.winner == self.human else f"{opponent} wins"
            return f"{who}: {NAMES[board.winner]} has {line_in_words(board)}."
        if board.is_terminal:
            return "A draw: the board is full."
        if self.is_humans_turn:
            return f"Your turn: you are {NAMES[self.human]}."
        return f"{opponent} is thinking …"


def line_in_words(board: Board) -> str:
    """The completed line, or lines, of a game that somebody has won.

    >>> line_in_words(Board.from_moves("0011223")), line_in_words(Board.from_moves("0101010"))
    ('four side by side, columns 0 to 3', 'four in column 0')
    """
    directions = {}
    for line in winning_lines(board.rows, board.columns, board.connect):
        if set(cells := [divmod(cell, board.columns) for cell in line]) <= set(board.winning_cells):
            (row, column), (last_row, last_column) = cells[0], cells[-1]
            directions.setdefault((last_row - row, last_column - column), set()).update(cells)
    return " and ".join(_one_line(*direction, cells) for direction, cells in directions.items())


def _one_line(down: int, right: int, cells: set[tuple[int, int]]) -> str:
    columns = sorted(column for _, column in cells)
    count = WORDS.get(len(cells), str(len(cells)))
    if not right:
        return f"{count} in column {columns[0]}"
    return f"{count} {'on a diagonal' if down else 'side by side'}, columns {columns[0]} to {columns[-1]}"


# -------------------------------------------------------------------- a game by mouse or keyboard against any player, with what a search thinks of every column


PLAYOUTS = 5000  # for a move, if nothing else is said
LIMITS = [Limit(int(step * 10**power)) for power in range(1, 6) for step in (1, 2, 5)] + [Limit(1_000_000)]
LIMITS += [Limit(seconds=seconds) for seconds in (0.5, 1, 2, 5)]
PAUSE = 0.3  # seconds between a disc of the human's and the reply, at least: so that both are seen to fall

STYLE = """<style>
.c4-play { position: relative; }
.c4-play > * { --jp-widgets-font-size: clamp(16px, 1.6cqw, 26px);
  --jp-widgets-inline-height: clamp(32px, 3.2cqw, 52px); --jp-widgets-inline-label-width: 5.2em;
  --jp-widgets-inline-width-short: 8em; }
.c4-play .c4-board-view { flex: none; }
.c4-play .c4-waiting button { opacity: 0.4; pointer-events: none; }
.c4-play > .c4-message { position: absolute; left: 47cqw; right: 2px; bottom: 2px; }
.c4-play > .c4-message .widget-html-content { font-size: 1.6cqw; }
.c4-play .c4-side { flex: 1 1 0; min-width: 0; padding: 0 0 8cqw 2.5cqw; }
.c4-play .c4-sentence { min-height: 6.4cqw; margin: 0; }
.c4-play .c4-sentence .widget-html-content { font-size: 2.4cqw; line-height: 1.3; }
.c4-play .c4-note .widget-html-content { font-size: 1.7cqw; line-height: 1.35; white-space: normal; }
.c4-play .c4-note { min-height: 4.8cqw; margin: 0; }
.c4-play .c4-progress { height: 0.8cqw; }
</style>"""


class PlayBoard(Panel):
    """A widget to play against a search, or any other player, by mouse or keyboard.

    Above every column stands what a search thinks of it: the mean for the human, before each of the human's moves. The
    sliders say for how long that search thinks, and its c; if the opponent is a search, they hold for it, too, from its
    next move on. A change does not disturb a move that is being thought about. Next to that, if wanted, stands what each
    column leads to if both play perfectly, where the exact solver can tell within a second.

    The opponent thinks in a thread. As long as it does, the columns take no disc; undo and new game work at once, and its
    move is then not wanted any more. A player is never called before it has answered the call before. Should it fail, or
    make an illegal move, that is told, and the game stays where it is.

    Args:
        opponent: a player, which is anything that can be called as `player(board, rng)` and gives a column; or the
            settings of a search, by default the default ones.
        board: the position that every game starts from.
        human_starts: whether the first move of the first game is the human's.
        playouts, seconds: how long the search thinks about a move, one of the two; by default 5,000 playouts.
        seed: with playouts, and a player whose luck comes from `rng` alone, the same seed and the same moves of the human
            give the same games, one after the other. A move that was taken back and played again has the same reply.
        ratings: whether to show what the search thinks of the columns.
        exact: whether to show what the columns lead to.

    Attributes:
        match: the `Match`, which knows the position and whose turn it is.
        view: the board, with `view.buttons` by column.
        undo: takes back the human's last move and the reply.
        you_start, opponent_starts: the buttons for a new game.
        limit, c: the sliders.
        ratings, exact: the buttons that show and hide the ratings, and the exact results.
        values: the ratings that are known, by column.
        outcomes: the exact results, by column; none while it is the opponent's turn, or nobody asked; None: not known.
        moves: the field with the moves, to copy.

    Raises:
        ValueError: the game is over at the start, or an argument is none of these.

    >>> play = PlayBoard(seed=1)
    >>> play.view.buttons[3].click()
    >>> play.wait()
    >>> play.moves.value, play.sentence
    ('32', 'Your turn: you are X.')
    """

    def __init__(
        self,
        opponent: Callable[[Board, np.random.Generator], int] | SearchSettings | None = None,
        board: Board = Board(),
        human_starts: bool = True,
        playouts: int | None = None,
        seconds: float | None = None,
        seed: int = 0,
        ratings: bool = True,
        exact: bool = False,
    ) -> None:
        if not (opponent is None or isinstance(opponent, SearchSettings) or callable(opponent)):
            raise ValueError(f"opponent must be a player, (board, rng) -> move, or a SearchSettings, not {opponent!r}")
        self.match = Match(board, human_starts)
        self.seed = whole_number("seed", seed, at_least=0)
        self._player = opponent if callable(opponent) else None
        self._settings = opponent if isinstance(opponent, SearchSettings) else SearchSettings()
        self.opponent = "the search" if self._player is None else name_of(self._player)
        limit = Limit(PLAYOUTS) if playouts is None and seconds is None else Limit(playouts, seconds)
        new_search(board, self._settings, np.random.default_rng(0))  # says now if there can be none with these settings
        super().__init__()
        self.add_class("c4-play")
        self._lock = threading.RLock()  # nothing is done or shown in two threads at once
        self._mover, self._rater, self._solver = Worker(self._reply), Worker(self._rate), Worker(self._solve)
        self._make_board()
        self._make_controls(limit, one_of("ratings", ratings, (True, False)), one_of("exact", exact, (True, False)))
        self._arrange()
        self._settle()
        with suppress(TimeoutError):
            self._rater.wait(1)  # so that there is something to see in a saved notebook

    @property
    def sentence(self) -> str:
        """Whose turn it is, or how the game ended."""
        if self._has_failed:
            return f"{_capital(self.opponent)} has made no move."
        return self.match.sentence(_capital(self.opponent))

    # ---------------------------------------------------------------- parts

    def _make_board(self) -> None:
        self.view = TurnView(self.match.start.columns, self._pressed)
        self._line, self._note, self._legend = HTML(), HTML(), HTML()
        for part, names in ((self._line, ["c4-sentence"]), (self._note, ["c4-note", "c4-reply"])):
            part._dom_classes = names
        self._legend._dom_classes = ["c4-note", "c4-legend"]
        self.progress = FloatProgress(max=1, layout=Layout(width="100%", visibility="hidden"))
        self.progress.add_class("c4-progress")
        self.moves = Text(description="moves", tooltip="The moves so far, to copy", layout=Layout(width="auto"))
        self.moves.observe(self._typed, "value")

    def _make_controls(self, limit: Limit, ratings: bool, exact: bool) -> None:
        self.undo = self._button("Undo", "Take back your last move", self.match.undo)
        self.you_start = self._button("New game: you start", "Start again", lambda: self.match.new_game(True))
        self.opponent_starts = self._button(
            "New game: opponent starts", "Start again", lambda: self.match.new_game(False)
        )
        self.limit, self.c = limit_slider(limit), c_slider(self._settings.c)
        for slider in (self.limit, self.c):
            slider.observe(self._moved, "value")
        self.ratings = _switch("Ratings", "Show what the search thinks of the columns", ratings)
        self.exact = _switch(
            "Exact", "Show what the columns lead to if both play perfectly, where that is known", exact
        )
        for switch in (self.ratings, self.exact):
            switch.observe(self._switched, "value")

    def _button(self, text: str, tooltip: str, action: Callable[[], None]) -> Button:
        button = Button(description=text, tooltip=tooltip, layout=Layout(flex="1 1 auto", width="auto"))
        button.on_click(lambda _: self._do(action))
        return button

    def _arrange(self) -> None:
        heading = HTML("The search" if self._player is None else "The search for the ratings")
        buttons = HBox([self.undo, self.ratings, self.exact]), HBox([self.you_start, self.opponent_starts])
        side = VBox(
            [
                self._line,
                self.progress,
                self._note,
                *buttons,
                heading,
                self.limit,
                self.c,
                self._legend,
                self.moves,
            ]
        )
        side.add_class("c4-side")
        self.fill(HTML(STYLE, layout={"display": "none"}), HBox([self.view, side]))

    # ---------------------------------------------------------------- what is done with them

    def wait(self, seconds: float = 60) -> None:
        """Return when nobody is thinking any more.

        Raises:
            TimeoutError: somebody still is, after so many seconds.
            Exception: what the opponent raised.
        """
        for worker in (self._mover, self._rater, self._solver):
            worker.wait(seconds)

    def _pressed(self, column: int, turn: int) -> None:
        self._do(lambda: self.match.play(column, turn))
        self.view.focus_on(column)  # what was pressed may now be hidden

    def _do(self, action: Callable[[], None]) -> None:
        """Do something that changes the position, and go on from there."""
        with self._lock, self.message.shown():
            action()
            self._settle()

    def _settle(self, note: str = "") -> None:
        """Show the position, and have whoever is to move think about it; what was thought about before is not wanted."""
        for worker in (self._mover, self._rater, self._solver):
            worker.stop()
        self.values, self.outcomes, self._verdict, self._reply_text, self._has_failed = {}, {}, "", note, False
        self._task = self._new_task()
        self._show()
        if self.match.is_opponents_turn:
            self._mover.ask(self._task)
        self._ask_for_ratings()
        self._ask_for_outcomes()

    def _new_task(self) -> Task:
        match, settings = self.match, replace(self._settings, c=self.c.value)
        return Task(match.board, settings, self.limit.value, (self.seed, match.games, len(match.moves)))

    def _ask_for_ratings(self) -> None:
        if self.ratings.value and self.match.is_humans_turn:
            self._rater.ask(self._task)

    def _ask_for_outcomes(self) -> None:
        if self.exact.value and self.match.is_humans_turn:
            self._solver.ask(self.match.board)

    def _moved(self, change: dict) -> None:
        """A slider: new ratings. The task of the opponent stays what it is."""
        with self._lock, self.message.shown():
            if self.match.is_humans_turn:
                self._task = self._new_task()
                self._ask_for_ratings()

    def _switched(self, change: dict) -> None:
        with self._lock, self.message.shown():
            self._show()
            if change["owner"] is self.exact:
                self._ask_for_outcomes()
            elif self.ratings.value:
                self._ask_for_ratings()
            else:
                self._rater.stop()

    def _typed(self, change: dict) -> None:
        with self._lock:
            if change["new"] != self.match.text:
                self.moves.value = self.match.text
                self.message.show("the moves are here to copy; to play one, press the button above its column")

    # ---------------------------------------------------------------- what the threads do

    def _reply(self, task: Task, is_unwanted: Callable[[], bool]) -> None:
        """The opponent's move."""
        earliest = time.perf_counter() + PAUSE
        try:
            move, words = self._asked(task, is_unwanted)
        except BaseException as error:  # a player can raise anything, SystemExit as well
            with self._lock:
                if task is self._task:
                    self._fail(f"failed with {error_in_words(error, __file__)}")
                    raise
                return
        time.sleep(max(0, earliest - time.perf_counter()))
        with self._lock, self._faults_shown():
            if task is self._task:
                self._take(move, words)

    def _asked(self, task: Task, is_unwanted: Callable[[], bool]) -> tuple[int | None, str]:
        """The move, and what the search thinks of it; None if it is unwanted."""
        if self._player is not None:
            return self._player(task.board, task.rng), ""
        search = new_search(task.board, task.settings, task.rng)
        try:
            think(search, task.limit, is_unwanted, self._show_progress)
        finally:
            self._show_progress(None)
        return (None, "") if is_unwanted() else (search.best_move(), f": {choice_in_words(search)}")

    def _take(self, move: object, words: str) -> None:
        """Play what the opponent has answered."""
        try:
            self.match.reply(move)
        except ValueError as error:
            self._fail(f"played {move!r}, which is no legal move: {error}")
        else:
            self._settle(f"{_capital(self.opponent)} played column {move}{words}.")

    def _fail(self, text: str) -> None:
        self._has_failed = True
        self._show()
        self.message.show(f"{_capital(self.opponent)} {text}. The game stays where it is: undo, or start a new one.")

    def _rate(self, task: Task, is_unwanted: Callable[[], bool]) -> None:
        """The ratings for the human."""
        with self._faults_shown():
            search = new_search(task.board, task.settings, task.rng)
            think(search, task.limit, is_unwanted)
            with self._lock:
                if not is_unwanted():
                    self.values = rating(search)
                    self._verdict = f"It would play column {search.best_move()}: {choice_in_words(search)}."
                    self._show()

    def _solve(self, board: Board, is_unwanted: Callable[[], bool]) -> None:
        """The exact results for the human."""
        with self._faults_shown():
            found = outcomes(board)
            with self._lock:
                if not is_unwanted():
                    self.outcomes = found
                    self._show()

    @contextmanager
    def _faults_shown(self) -> Iterator[None]:
        try:
            yield
        except Exception:
            with self.message.shown():
                raise

    # ---------------------------------------------------------------- showing

    def _show_progress(self, share: float | None) -> None:
        """Show the bar, or hide it (None)."""
        self.progress.value = share or 0
        self.progress.layout.visibility = "hidden" if share is None else "visible"

    def _shown_values(self) -> dict[int, float | None] | None:
        """A dash for what is not rated, so that the board keeps its place; None if ratings are hidden."""
        return dict.fromkeys(range(self.match.start.columns)) | self.values if self.ratings.value else None

    def _shown_marks(self) -> dict[int, str] | None:
        """The exact results, or for open columns a sign that they are not known (yet); None if they are hidden."""
        if not self.exact.value:
            return None
        unknown = "?" if self.outcomes is None else "…"
        legal = self.match.board.legal_moves() if self.match.is_humans_turn else ()
        return (
            dict.fromkeys(range(self.match.start.columns), "") | dict.fromkeys(legal, unknown) | (self.outcomes or {})
        )

    def _show(self) -> None:
        match = self.match
        self.view.show_turn(match.turn, match.board, match.is_humans_turn, self._shown_values(), self._shown_marks())
        self.undo.disabled = not match.can_undo
        self._line.value, self._note.value = html.escape(self.sentence), html.escape(self._reply_text)
        self._legend.value = "<br>".join(html.escape(line) for line in self._explained())
        self.moves.value = match.text

    def _explained(self) -> Iterator[str]:
        """What the numbers and marks above the columns mean."""
        if self.ratings.value:
            yield f"Above the columns: the mean for {NAMES[self.match.human]}, before your moves. {self._verdict}"
        if self.exact.value:
            known = "where the column leads if both play perfectly (?: too many positions)"
            yield f"Exact: {'not known here, too many positions' if self.outcomes is None else known}."

    # ---------------------------------------------------------------- without a kernel

    def static_picture(self) -> bytes:
        with self._lock:
            figure = new_figure(11, 6)
            board = figure.add_axes((0.01, 0.02, 0.45, 0.96))
            draw_rated(board, self.match.board, self._shown_values(), self._shown_marks())
            side = Drawing.within(figure.add_axes((0.47, 0, 0.53, 1)), 0, 58, 0, 60)
            lines = (self.sentence, self._reply_text, f"moves: {self.match.text}", f"opponent: {self.opponent}")
            for y, text in zip((45, 38, 31, 24), lines):
                if text:
                    weight = "bold" if text is lines[0] else "normal"
                    size = min(2.4, 55 / glyphs(text, weight)[1])
                    side.write(1, y, text, size, ha="left", weight=weight)
            return png(figure, dpi=90)

    def __repr__(self) -> str:
        limits = f"{self.limit.value}, c={self.c.value:.4g}, seed={self.seed}"
        return f"PlayBoard({self.opponent!r}, {self.match.start!r}, {limits})"


def limit_slider(limit: Limit) -> SelectionSlider:
    """A slider for how long to think, by playouts and then by seconds.

    >>> [label for label, _ in limit_slider(Limit(300)).options][4:8]
    ['200 playouts', '300 playouts', '500 playouts', '1,000 playouts']
    """
    steps = sorted({*LIMITS, limit}, key=lambda one: (one.seconds or 0, one.playouts or 0))
    return SelectionSlider(
        options=[(str(one), one) for one in steps],
        value=limit,
        description="thinks for",
        tooltip="how long the search thinks about a move",
        layout=Layout(width="100%"),
    )


def _switch(text: str, tooltip: str, value: bool) -> ToggleButton:
    return ToggleButton(value, description=text, tooltip=tooltip, layout=Layout(flex="1 1 auto", width="auto"))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:] if text.startswith("the ") else text
