"""A game by mouse or keyboard against any player, with what a search thinks of every column."""

from __future__ import annotations

import operator
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import partial

import numpy as np
from matplotlib.axes import Axes

from c4lib._tools import one_of, whole_seed
from c4lib.board import Board, winning_lines
from c4lib.plots.board import draw_board, in_words
from c4lib.plots.canvas import NAMES, Scene
from c4lib.settings import SearchSettings
from c4lib.widgets.analysis import Analysis, Limit, Request, analyse, any_search, outcomes
from c4lib.widgets.panel import (
    Button,
    Field,
    Panel,
    Picture,
    Progress,
    Slider,
    Switch,
    Text,
    Worker,
    c_slider,
    still_picture,
)
from c4lib.widgets.position import Position

DEFAULT = Limit(5000)  # for a move, if nothing else is said
LIMITS = [Limit(int(step * 10**power)) for power in range(1, 6) for step in (1, 2, 5)] + [
    Limit(1_000_000)
]
LIMITS += [Limit(seconds=seconds) for seconds in (0.5, 1, 2, 5)]
PAUSE = 0.3  # seconds between a disc of the human's and the reply, at least: so that both are seen to fall
LONGEST_NAME = 40  # of a player, in letters

WORDS = {2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven"}

# -------------------------------------------------------------------- games of a human against an opponent


class GameState(Position):
    """Games of a human against an opponent, one after the other, all from the same position.

    Every click on a column carries the number of the turn that it was made for. So a click that was
    made before the page showed the last change is not taken for the next move, however late it
    arrives.

    Args:
        start: the position that every game starts from.
        human_starts: whether the first move is the human's.

    Attributes:
        moves: the moves of this game, those before the start not included.
        human: which player the human is, 1 or 2.
        games: how many games there were before this one.
        turn: the number of the human's turn that is under way, or comes next. It rises by one with
            every move of the human and with every new game, and never falls.

    Raises:
        ValueError: the game is over at the start, or an argument is none of these.

    >>> state = GameState(Board())
    >>> state.play(3, turn=state.turn)
    >>> state.reply(2)
    >>> state.text, state.is_humans_turn
    ('32', True)
    >>> state.undo()
    >>> state.text, state.turn
    ('', 1)
    """

    def __init__(self, start: Board, human_starts: bool = True) -> None:
        if not isinstance(start, Board):
            raise ValueError(f"this plays Connect Four, so it needs a Board, not {start!r}")
        super().__init__(start)
        if start.is_terminal:
            raise ValueError(f"the game is over, so there is nothing to play:\n{start}")
        self.start, self.games, self.turn = start, -1, -1  # the first game makes them 0
        self.new_game(human_starts)

    def new_game(self, human_starts: bool) -> None:
        """Start again."""
        first = self.start.to_move
        self.human = first if one_of("human_starts", human_starts, (True, False)) else 3 - first
        self.set(())
        self.games, self.turn = self.games + 1, self.turn + 1

    # ---------------------------------------------------------------- what is known

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
        """The index of the human's last move in this game."""
        first = 0 if self.human == self.start.to_move else 1
        return max(range(first, len(self.moves), 2), default=None)

    # ---------------------------------------------------------------- what is done

    def play(self, column: int, turn: int) -> None:
        """The human's move, which was meant for the turn of this number.

        Raises:
            ValueError: it is not the human's turn, or another one by now, or the move cannot be
                played; nothing changes.

        >>> state = GameState(Board())
        >>> state.play(3, turn=0)
        >>> state.reply(3)
        >>> state.play(3, turn=0)  # the second click of two quick ones
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
        self.set((*self.moves, operator.index(column)))

    def undo(self) -> None:
        """Take back the human's last move and all that came after it.

        Raises:
            ValueError: there is none in this game.
        """
        last = self._last_of_human()
        if last is None:
            raise ValueError("there is no move of yours to take back")
        self.set(self.moves[:last])

    # ---------------------------------------------------------------- in words

    def sentence(self, opponent: str) -> str:
        """Whose turn it is, or how the game ended; `opponent` is a name.

        >>> GameState(Board.from_moves("33")).sentence("The search")
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


def name_of(player: Callable[[Board, np.random.Generator], int]) -> str:
    """What to call a player: by its `name`, as a function, or by what it prints, if that is short
    and always the same.

    >>> from mctslab.players import MCTSPlayer, random_player
    >>> name_of(random_player), name_of(MCTSPlayer(playouts=500)), name_of(lambda board, rng: 3)
    ('random_player', 'MCTS, 500 playouts', 'the opponent')
    """
    for name in (getattr(player, "name", None), getattr(player, "__name__", None), repr(player)):
        if (
            isinstance(name, str)
            and 0 < len(name) <= LONGEST_NAME
            and name != "<lambda>"
            and " at 0x" not in name
        ):
            return name
    return "the opponent"


def error_in_words(error: BaseException) -> str:
    """The error of a player, and the first line in which it happened outside this file.

    >>> try:
    ...     [][0]
    ... except IndexError as error:
    ...     error_in_words(error)
    'IndexError: list index out of range, in line 2 of <module>'
    """
    frames = [
        frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename != __file__
    ]
    where = f", in line {frames[0].lineno} of {frames[0].name}" if frames else ""
    return f"{type(error).__name__}: {error}{where}"


# -------------------------------------------------------------------- the widget


class PlayBoard(Panel):
    """A widget to play against a search, or any other player, by mouse or keyboard.

    A click on a column plays it, or the key with its digit; the key u takes a move back. Above
    every column stands its rating by a search: the mean for the human, before each of the human's
    moves. The sliders set how long that search takes, and its c; if the opponent is a search, they
    hold for it, too, from its next move on. A change does not disturb a move that is being thought
    about. If wanted, the board also shows what each column leads to if both play perfectly, where
    the exact solver can tell within a second.

    The opponent thinks in a thread. As long as it does, the columns take no disc; undo and new game
    work at once, and its move is then not played. A player is not called again before it has
    answered. If it fails, or makes an illegal move, the widget says so, and the game stays where it
    is.

    Args:
        opponent: a player, which is anything that can be called as `player(board, rng)` and gives a
            column; or the settings of a search, by default the default ones.
        board: the position that every game starts from.
        human_starts: whether the first move of the first game is the human's.
        playouts, seconds: how long the search thinks about a move, one of the two; by default 5,000
            playouts.
        seed: with playouts, and a player all of whose random choices come from `rng`, the same seed
            and the same moves of the human give the same games, one after the other. A move that
            was taken back and played again has the same reply.
        ratings: whether to show what the search thinks of the columns.
        exact: whether to show what the columns lead to.

    Attributes:
        state: the `GameState`, which knows the position and whose turn it is.
        board: the picture of the board; its `spots` are the columns that can be clicked.
        sentence: whose turn it is, or how the game ended.
        note: the reply, and what the search thought of it.
        undo: takes back the human's last move and the reply.
        you_start, opponent_starts: the buttons for a new game.
        limit, c: the sliders.
        ratings, exact: the switches for the ratings, and for the exact results.
        legend: what stands above the columns.
        values: the ratings that are known, by column.
        outcomes: the exact results, by column; empty while it is the opponent's turn, or nobody
            asked; None: not known.
        moves: the field with the moves, to copy.
        progress: how far a long search is.

    Raises:
        ValueError: the game is over at the start, or an argument is none of these.

    >>> game = PlayBoard(seed=1)
    >>> game.play(3)
    >>> game.wait()
    >>> game.moves.value, game.sentence.value
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
        self._settings = SearchSettings()
        self._player = None
        self.opponent = "the search"
        if isinstance(opponent, SearchSettings):
            self._settings = opponent
        elif callable(opponent):
            self._player = opponent
            self.opponent = name_of(opponent)
        elif opponent is not None:
            allowed = "a player, (board, rng) -> move, or a SearchSettings"
            raise ValueError(f"opponent must be {allowed}, not {opponent!r}")
        self.state = GameState(board, human_starts)
        self.seed = whole_seed(seed)
        limit = DEFAULT if playouts is None and seconds is None else Limit(playouts, seconds)
        any_search(board, self._settings, np.random.default_rng(0))  # says now if there can be none
        self._begin(limit, ratings, exact)

    def _begin(self, limit: Limit, ratings: bool, exact: bool) -> None:
        """Show the first position, with what a search says about it if that is quick."""
        self._mover = Worker(self._reply)
        self._rater = Worker(self._rate)
        self._solver = Worker(self._solve)
        one_of("ratings", ratings, (True, False))
        self._make_parts(limit, ratings, one_of("exact", exact, (True, False)))
        columns = range(min(self.state.start.columns, 10))
        digits = {str(column): partial(self.play, column) for column in columns}
        super().__init__("play", shortcuts={**digits, "u": self.undo.click})
        self._settle()
        with suppress(TimeoutError):
            self._rater.wait(1)  # so that there is something to see in a saved notebook

    def _make_parts(self, limit: Limit, ratings: bool, exact: bool) -> None:
        self.board = Picture(action=lambda name: self.play(column=name[1], turn=name[0]))
        self.sentence, self.note, self.legend = Text(role="status"), Text(role="status"), Text()
        self.heading = Text("The search" if self._player is None else "The search for the ratings")
        self.progress = Progress()
        self.undo = Button(
            "Undo", "Undo: take back your last move (key u)", lambda: self._do(self.state.undo)
        )
        self.you_start = self._new_game("you start", human_starts=True)
        self.opponent_starts = self._new_game("opponent starts", human_starts=False)
        label = "Ratings: show what the search thinks of the columns"
        self.ratings = Switch(
            "Ratings", label, ratings, lambda: self._switched(self._ask_for_ratings)
        )
        label = "Exact: show what the columns lead to if both play perfectly, where that is known"
        self.exact = Switch("Exact", label, exact, lambda: self._switched(self._ask_for_outcomes))
        label = "how long the search thinks about a move"
        self.limit = Slider.through("thinks for", label, LIMITS, limit, self._moved)
        self.c = c_slider(self._settings.c, self._moved)
        self.moves = Field("moves", "the moves so far, to copy", "", self._typed, size=14)

    def _new_game(self, who: str, human_starts: bool) -> Button:
        text = f"New game: {who}"
        return Button(text, text, lambda: self._do(lambda: self.state.new_game(human_starts)))

    # ---------------------------------------------------------------- what is done with them

    def wait(self, seconds: float = 60) -> None:
        """Return when nobody is thinking any more.

        Raises:
            TimeoutError: somebody still is, after so many seconds.
            Exception: what the opponent raised.
        """
        for worker in (self._mover, self._rater, self._solver):
            worker.wait(seconds)

    def play(self, column: int, turn: int | None = None) -> None:
        """Play a column, as a click on it does; if that is not possible, the panel says why.

        Args:
            turn: the number of the turn that the move is meant for, see `GameState`; by default the
                one that it is.
        """
        self._do(lambda: self.state.play(column, self.state.turn if turn is None else turn))

    def _do(self, action: Callable[[], None]) -> None:
        """Do something that changes the position, and go on from there."""
        with self.together(), self.message.shown():
            action()
            self._settle()

    def _settle(self, note: str = "") -> None:
        """Show the position, and have whoever is to move think about it; what was thought about
        before is not wanted.
        """
        for worker in (self._mover, self._rater, self._solver):
            worker.stop()
        self.values, self.outcomes, self._verdict, self._has_failed = {}, {}, "", False
        with self.together():
            self.note.value = note
            self._show()
        if self.state.is_opponents_turn:
            self._mover.ask(self._request())
        self._ask_for_ratings()
        self._ask_for_outcomes()

    def _request(self) -> Request:
        state = self.state
        return Request(
            state.board,
            self._settings,
            self.limit.value,
            (self.seed, state.games, len(state.moves)),
        )

    def _ask_for_ratings(self) -> None:
        if self.ratings.value and self.state.is_humans_turn:
            self._rater.ask(self._request())
        else:
            self._rater.stop()

    def _ask_for_outcomes(self) -> None:
        if self.exact.value and self.state.is_humans_turn:
            self._solver.ask(self.state.board)

    def _moved(self) -> None:
        """A slider: new ratings. What the opponent was asked stays as it is."""
        with self.together(), self.message.shown():
            self._settings = replace(self._settings, c=self.c.value)
            self._ask_for_ratings()

    def _switched(self, ask: Callable[[], None]) -> None:
        with self.together(), self.message.shown():
            self._show()
            ask()

    def _typed(self, text: str) -> None:
        with self.together():
            self.moves.show(self.state.text)
            self.message.show(
                "the moves are here to copy; to play one, click its column, or press its digit"
            )

    # ---------------------------------------------------------------- what the threads do

    def _reply(self, request: Request, is_unwanted: Callable[[], bool]) -> None:
        """The opponent's move."""
        earliest = time.perf_counter() + PAUSE
        try:
            move, words = self._asked(request, is_unwanted)
        except BaseException as error:  # a player can raise anything, SystemExit as well
            with self.together():
                if is_unwanted():
                    return
                self._fail(f"failed with {error_in_words(error)}")
                raise
        time.sleep(max(0, earliest - time.perf_counter()))
        with self.message.faults_shown(), self.together():
            if not is_unwanted():
                self._take(move, words)

    def _asked(self, request: Request, is_unwanted: Callable[[], bool]) -> tuple[object, str]:
        """The opponent's move, and if it is a search what that thinks of it."""
        if self._player is not None:
            return self._player(request.board, np.random.default_rng(request.seed)), ""
        analysis = self._search(request, is_unwanted)
        return analysis.best_move, f": {analysis.verdict}"

    def _search(self, request: Request, is_unwanted: Callable[[], bool]) -> Analysis:
        """What a search finds; if it takes long, a bar shows how far it is."""
        try:
            return analyse(request, is_unwanted, self._show_progress, any_search)
        finally:
            self._show_progress(None)

    def _take(self, move: object, words: str) -> None:
        """Play what the opponent has answered."""
        try:
            self.state.reply(move)
        except ValueError as error:
            self._fail(f"played {move!r}, which is no legal move: {error}")
        else:
            self._settle(f"{_capital(self.opponent)} played column {move}{words}.")

    def _fail(self, text: str) -> None:
        self._has_failed = True
        self._show()
        self.message.show(
            f"{_capital(self.opponent)} {text}. The game stays where it is: undo, or start a new one."
        )

    def _rate(self, request: Request, is_unwanted: Callable[[], bool]) -> None:
        """The ratings for the human."""
        with self.message.faults_shown():
            analysis = self._search(request, is_unwanted)
            with self.together():
                if not is_unwanted():
                    self.values = analysis.means
                    self._verdict = (
                        f"The search would play column {analysis.best_move}: {analysis.verdict}."
                    )
                    self._show()

    def _solve(self, board: Board, is_unwanted: Callable[[], bool]) -> None:
        """The exact results for the human."""
        with self.message.faults_shown():
            found = outcomes(board)
            with self.together():
                if not is_unwanted():
                    self.outcomes = found
                    self._show()

    # ---------------------------------------------------------------- showing

    def _show_progress(self, share: float | None) -> None:
        """Show the bar, and that the ratings are old, or hide it (None)."""
        with self.together():
            self.progress.show(share)
            self.legend.value = "\n".join(self._explained())

    def _shown_values(self) -> dict[int, float | None]:
        """A dash for a column that is not rated; none if ratings are hidden."""
        return (
            dict.fromkeys(range(self.state.start.columns)) | self.values
            if self.ratings.value
            else {}
        )

    def _shown_marks(self) -> dict[int, str]:
        """The exact results, or for open columns a sign that they are not known (yet); none if they
        are hidden.
        """
        if not (self.exact.value and self.state.is_humans_turn):
            return {}
        unknown = dict.fromkeys(
            self.state.board.legal_moves(), "?" if self.outcomes is None else "…"
        )
        return unknown | (self.outcomes or {})

    def _show(self) -> None:
        state, opponent = self.state, _capital(self.opponent)
        self.board.show(self._draw, self._in_words())
        self.undo.set(disabled=not state.can_undo)
        self.sentence.value = (
            f"{opponent} has made no move." if self._has_failed else state.sentence(opponent)
        )
        self.legend.value = "\n".join(self._explained())
        self.moves.show(state.text)

    def _draw(self, ax: Axes | Scene) -> None:
        state = self.state
        turn = state.turn if state.is_humans_turn else None
        draw_board(ax, state.board, self._shown_values(), self._shown_marks(), turn)

    def _in_words(self) -> str:
        """The picture for a screen reader."""
        words = [f"the board: {in_words(self.state.board)}"]
        means = {
            column: f"{mean:.2f}"
            for column, mean in self._shown_values().items()
            if mean is not None
        }
        for name, row in {"means": means, "exact": self._shown_marks()}.items():
            words += (
                [f"{name}: {', '.join(f'column {column} {word}' for column, word in row.items())}"]
                if row
                else []
            )
        return "; ".join(words)

    def _explained(self) -> Iterator[str]:
        """What the numbers and words above the columns mean."""
        if self.ratings.value:
            verdict = self._verdict if self.progress.state["hidden"] else "A search is under way …"
            yield f"Above the columns: the mean for {NAMES[self.state.human]}, before your moves. {verdict}"
        if self.exact.value and self.outcomes is None:
            yield "Exact: not known here (?), because there are too many positions to look at."
        elif self.exact.value:
            yield "Exact: what each column leads to for you if both play perfectly (?: too many positions to look at)."

    # ---------------------------------------------------------------- without a kernel

    def static_picture(self) -> bytes:
        with self.together():
            texts = (
                self.sentence.value,
                self.note.value,
                f"moves: {self.state.text}",
                f"opponent: {self.opponent}",
            )
            lines = [(53, y, 2.4, text) for y, text in zip((45, 38, 31, 24), texts)]
            return still_picture(11, 6, {(0.01, 0.02, 0.45, 0.96): self._draw}, lines)

    def __repr__(self) -> str:
        limits = f"{self.limit.value}, c={self.c.value:.4g}, seed={self.seed}"
        return f"PlayBoard({self.opponent!r}, {self.state.start!r}, {limits})"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:] if text.startswith("the ") else text
