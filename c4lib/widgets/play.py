"""A game by mouse or keyboard against any player, with what a search thinks of every move."""

from __future__ import annotations

import time
import traceback
from collections.abc import Callable
from contextlib import suppress
from copy import deepcopy
from dataclasses import replace
from functools import partial

import numpy as np

from c4lib._tools.arguments import one_of, real_number, whole_number, whole_seed
from c4lib.board import Board
from c4lib.fast import any_search
from c4lib.node import Game, Move
from c4lib.plots.board import draw_game
from c4lib.settings import SearchSettings
from c4lib.text import ending, move_name, side_name
from c4lib.widgets.analysis import (
    MOST_PLAYOUTS,
    Limit,
    Request,
    analyse,
    exact_switch,
    outcomes,
)
from c4lib.widgets.controls import Progress, button, info_note, info_switch, line, switch
from c4lib.widgets.panel import Panel
from c4lib.widgets.position import GameView, Position
from c4lib.widgets.sliders import c_slider, steps_slider
from c4lib.widgets.stills import still_picture
from c4lib.widgets.worker import Worker

PLAYOUTS = 5000  # for a move, if nothing else is said
LIMITS = [Limit(playouts=step * 10**power) for power in range(1, 6) for step in (1, 2, 5)]
LIMITS += [Limit(playouts=1_000_000), *(Limit(seconds=seconds) for seconds in (0.5, 1, 2, 5))]
PAUSE = 0.3  # seconds from the human's move to the reply, at least: so that both are seen
ABOUT = (
    "Ratings: the number of a move is your mean after it, the average reward of the playouts in "
    "which a search has made it. The highest is bold.",
    "Exact: win, draw or loss is where a move leads you if both sides then play perfectly; ? means "
    "that this takes too long to find out.",
)

Player = Callable[[Game, np.random.Generator], Move]

# -------------------------------------------------------------------- games against an opponent


class GameState(Position):
    """Games of a human against an opponent, one after the other, all from the same position.

    Args:
        first: the position that every game starts from.
        human_starts: whether the first move is the human's.

    Attributes:
        before: how many of the `moves` are those that led to the first position.
        human: which player the human is, 1 or 2.
        games: how many games there were before this one.

    Raises:
        ValueError: the game is over at the start.

    >>> state = GameState(Board())
    >>> state.play(3)
    >>> state.play(2)
    >>> state.text, state.is_humans_turn
    ('32', True)
    >>> state.undo()
    >>> state.text
    ''
    """

    def __init__(self, first: Game, human_starts: bool = True) -> None:
        super().__init__(first)
        if first.is_terminal:
            raise ValueError(f"the game is over, so there is nothing to play:\n{first}")
        self.first = first
        self.before = len(self.moves)
        self.games = -1  # the first game makes it 0
        self.new_game(human_starts)

    def new_game(self, human_starts: bool) -> None:
        """Start again."""
        starts = self.first.to_move
        self.human = starts if human_starts else 3 - starts
        self.games += 1
        self.set(self.moves[: self.before])

    @property
    def is_humans_turn(self) -> bool:
        """Whether the human is to move; False when the game is over."""
        return not self.game.is_terminal and self.game.to_move == self.human

    @property
    def own_moves(self) -> range:
        """The numbers of the human's moves."""
        return range(self.before + (self.human != self.first.to_move), len(self.moves), 2)

    def undo(self) -> None:
        """Take back the human's last move and all that came after it."""
        self.set(self.moves[: self.own_moves[-1]])

    def sentence(self, opponent: str) -> str:
        """Whose turn it is, or how the game ended; `opponent` is a name.

        >>> GameState(Board.from_moves("33")).sentence("The search")
        'Your turn: you are X.'
        """
        game = self.game
        if game.is_terminal:
            who = {
                None: "The game is over",
                self.human: "You win",
                3 - self.human: f"{opponent} wins",
            }
            return f"{who[game.winner]}: {ending(game, game.winner)}."
        if self.is_humans_turn:
            return f"Your turn: you are {side_name(game, self.human)}."
        return f"{opponent} is thinking …"


def _name_of(player):
    """What to call a player: its `name`, else that of the function, or of its class.

    >>> def lowest(game, rng):
    ...     return game.legal_moves()[0]
    >>> _name_of(lowest), _name_of(lambda game, rng: 3)
    ('lowest', 'the opponent')
    """
    if hasattr(player, "name"):
        return player.name
    name = getattr(player, "__name__", type(player).__name__)
    return "the opponent" if name == "<lambda>" else name


def _limit_of(playouts, seconds):
    """How long a search thinks about a move, by default 5,000 playouts.

    Raises:
        ValueError: both are given, or one is not allowed.

    >>> _limit_of(None, 0.5)
    Limit(seconds=0.5, playouts=0)
    """
    if seconds is None:
        playouts = PLAYOUTS if playouts is None else playouts
        return Limit(playouts=whole_number("playouts", playouts, 1, MOST_PLAYOUTS))
    if playouts is not None:
        raise ValueError("give playouts=... or seconds=..., one of the two")
    allowed = "a number from 0.001 to 3600"
    return Limit(seconds=real_number("seconds", seconds, allowed, 0.001, 3600))


# -------------------------------------------------------------------- the widget


class PlayBoard(Panel):
    """A widget to play a game against a search, or any other player, by mouse or keyboard.

    A click on a move plays it, or the key with its digit; the key u takes a move back. Each move
    has its rating by a search: the mean for the human, before each of the human's moves. The
    sliders set how long that search takes, and its c; if the opponent is a search, they hold for
    it, too, from its next move on. A change does not disturb a move that is being thought about. If
    wanted, it is also shown what each move leads to if both play perfectly, where that can be told
    within a second.

    The opponent thinks beside the page. As long as it does, no move can be made; undo and new game
    work at once, and its move is then not played. A player is not called again before it has
    answered. If it fails, or makes an illegal move, the widget says so, and the game stays where it
    is.

    Args:
        game: the position that every game starts from, of any game.
        opponent: a player, which is anything that can be called as `player(game, rng)` and gives a
            move; or the settings of a search, by default the default ones.
        human_starts: whether the first move of the first game is the human's.
        playouts, seconds: how long the search thinks about a move, one of the two; by default 5,000
            playouts.
        seed: with playouts, and a player all of whose random choices come from `rng`, the same seed
            and the same moves of the human give the same games, one after the other. A move that
            was taken back and played again has the same reply.
        ratings: whether to show what the search thinks of the moves.
        exact: whether to show what the moves lead to.

    Attributes:
        state: the `GameState`, which knows the position and whose turn it is.
        board: the view of the position.
        sentence: whose turn it is, or how the game ended.
        note: the opponent's last move, and how sure the search is of it.
        undo: takes back the human's last move and the reply.
        you_start, opponent_starts: the buttons for a new game.
        limit, c: the sliders.
        ratings, exact: the switches for the ratings, and for the exact results.
        info, about: the switch for the note that says what the numbers mean, and the note.
        values: the ratings that are known, by move.
        outcomes: the exact results, by move, "?" if not known; empty while it is the opponent's
            turn, or nobody asked.
        moves: the moves as text; a button copies them.
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
        game: Game = Board(),
        opponent: Player | SearchSettings | None = None,
        human_starts: bool = True,
        playouts: int | None = None,
        seconds: float | None = None,
        seed: int = 0,
        ratings: bool = True,
        exact: bool = False,
    ) -> None:
        self._player = None  # the search itself
        self._settings = SearchSettings()
        self.opponent = "the search"
        if isinstance(opponent, SearchSettings):
            self._settings = opponent
        elif callable(opponent):
            self._player = opponent
            self.opponent = _name_of(opponent)
        elif opponent is not None:
            allowed = "a player, (game, rng) -> move, or a SearchSettings"
            raise ValueError(f"opponent must be {allowed}, not {opponent!r}")
        self._opponent = self.opponent.replace("the ", "The ", 1)  # at the start of a sentence
        self.state = GameState(game, one_of("human_starts", human_starts, (True, False)))
        self.seed = whole_seed(seed)
        any_search(game, self._settings)  # says now if there can be none
        self._make_parts(_limit_of(playouts, seconds), ratings, exact)
        self._begin()

    def _make_parts(self, limit, ratings, exact):
        self.board = GameView(self._clicked)
        self.sentence = line(status=True)
        self.note = line(status=True)
        self.progress = Progress()
        self.undo = button("Undo", "take back your last move (key u)")
        ratings = one_of("ratings", ratings, (True, False))
        self.ratings = switch("Ratings", "show what the search thinks of the moves", ratings)
        self.exact = exact_switch(self.state.first, exact)
        self.new_game = line("New game:")
        self.you_start = button("You start", "start again with a move of yours")
        self.opponent_starts = button("Opponent starts", "start again with a reply")
        self.heading = line("The search for the ratings" if self._player else "The search")
        self.limit = steps_slider("thinks for", "for each move", LIMITS, limit)
        self.c = c_slider(self._settings.c)
        self.moves = line()
        self.moves.add_class("c4-copied-from")
        self.copy = button("Copy", "copy the moves")
        self.copy.add_class("c4-copy")
        self.info = info_switch()
        self.about = info_note(ABOUT)

    def _begin(self):
        """Show the first position, with what a search says about it if that is quick."""
        state = self.state
        keys = {str(move): partial(self.play, move) for move in state.first.legal_moves()}
        keys |= {"u": self.undo.click, "Escape": lambda: self.put(self.info, False)}
        super().__init__("play", self._own_parts(), keys)
        self._shown = 0  # how many positions there were to be seen
        self._mover = Worker(self._reply)
        self._advisers = {self.ratings: Worker(self._rate), self.exact: Worker(self._solve)}
        self.on(self.undo, partial(self._change, state.undo))
        self.on(self.you_start, partial(self._change, state.new_game, True))
        self.on(self.opponent_starts, partial(self._change, state.new_game, False))
        self.on(self.exact, partial(self._advise, self.exact))
        for control in (self.ratings, self.limit, self.c):
            self.on(control, partial(self._advise, self.ratings))
        self._settle()
        with suppress(TimeoutError):
            self._advisers[self.ratings].wait(1)  # so that a saved notebook shows them

    # ---------------------------------------------------------------- what is done with them

    def wait(self, seconds: float = 60) -> None:
        """Return when nobody is thinking any more.

        Raises:
            TimeoutError: somebody still is, after so many seconds.
            Exception: what the opponent raised.
        """
        for worker in (self._mover, *self._advisers.values()):
            worker.wait(seconds)

    def play(self, move: Move) -> None:
        """Play a move, as a click on it does; if that is not possible, the panel says why."""
        self.board.click(move)

    def _clicked(self, move):
        """Play a move, unless the click was meant for an earlier position and arrives late."""
        state = self.state
        name = move_name(state.game, move)
        if self.board.picture.stamp != self._shown:
            late = "was clicked before the page showed the last change"
            raise ValueError(f"{name} {late}, so it was not played")
        if not (state.is_humans_turn or state.game.is_terminal):
            raise ValueError(f"it is not your turn, so {name} was not played")
        self._change(state.play, move)

    def _change(self, change, *what):
        """Change the position, and go on from there."""
        change(*what)
        self._settle()

    def _settle(self, note=""):
        """Show the position, and have whoever is to move think about it.

        What was thought about before is not wanted.
        """
        state = self.state
        self._mover.stop()
        self._shown += 1
        self.values = {}
        self.outcomes = {}
        self.sentence.value = state.sentence(self._opponent)
        self.note.value = note
        self.moves.value = state.text
        self.undo.disabled = not state.own_moves
        self._advise(self.ratings, self.exact)
        if not (state.is_humans_turn or state.game.is_terminal):
            self._mover.ask(self._request())

    def _advise(self, *wanted):
        """Show what is known, and have the ratings, or exact results, found if they are wanted."""
        self._show()
        for control in wanted:
            worker = self._advisers[control]
            if control.value and self.state.is_humans_turn:
                worker.ask(self._request())
            else:
                worker.stop()

    def _request(self):
        state = self.state
        settings = replace(self._settings, c=self.c.value)
        seed = self.seed, state.games, len(state.moves) - state.before
        return Request(state.game, settings, self.limit.value, seed)

    # ---------------------------------------------------------------- beside the page

    def _reply(self, request):
        """The opponent's move."""
        earliest = time.perf_counter() + PAUSE
        error = None
        note = ""
        if self._player is None:
            analysis = yield from self._search(request)
            if analysis is None:
                if not (yield):
                    self.sentence.value = f"{self._opponent} has made no move."
                return
            move = analysis.best_move
            note = analysis.sentence
        else:
            try:
                move = self._player(deepcopy(request.game), np.random.default_rng(request.seed))
            except BaseException as raised:  # a player can raise anything, SystemExit as well
                error = raised
        yield max(0, earliest - time.perf_counter())
        with self.together():
            if (yield):
                return
            if error is not None:
                self._fail(f"failed with {_in_words(error)}")
                raise error
            with self.message.faults_shown():
                self._take(move, note)

    def _take(self, move, note):
        """Play what the opponent has answered."""
        try:
            self.state.play(move)
        except ValueError as error:
            self._fail(f"made no legal move: {error}")
        else:
            self._settle(note or f"{self._opponent} played {move_name(self.state.game, move)}.")

    def _fail(self, text):
        self.sentence.value = f"{self._opponent} has made no move."
        rest = "The game stays where it is: undo, or start a new one."
        self.message.show(f"{self._opponent} {text}. {rest}")

    def _search(self, request):
        """What a search finds; None if it cannot search this game, which the message then says.

        If it takes long, a bar shows how far it is.
        """
        with self.message.faults_shown():
            try:
                return (yield from analyse(request, self._show_progress))
            finally:
                self._show_progress(None)

    def _rate(self, request):
        """The ratings for the human."""
        analysis = yield from self._search(request)
        if analysis is None:
            return
        with self.message.faults_shown(), self.together():
            if not (yield):
                self.values = analysis.means
                self._show()

    def _solve(self, request):
        """The exact results for the human."""
        with self.message.faults_shown():
            words = outcomes(request.game)
            with self.together():
                if not (yield):
                    self.outcomes = words
                    self._show()

    # ---------------------------------------------------------------- showing

    def _show_progress(self, share):
        """Show how far a search is, without the ratings of the one before; None: it has ended."""
        with self.together():
            self.progress.show(share)
            if share is not None and self.values:
                self.values = {}
                self._show()

    @property
    def _known(self):
        """The ratings and the exact results that are shown; "…" if they are not known yet."""
        values = self.values if self.ratings.value else {}
        marks = {}
        if self.exact.value and self.state.is_humans_turn:
            marks = dict.fromkeys(self.state.game.legal_moves(), "…") | self.outcomes
        return values, marks

    def _show(self):
        state = self.state
        values, marks = self._known
        self.board.show(
            state.game,
            stamp=self._shown,
            values=values,
            marks=marks,
            can_play=state.is_humans_turn,
        )

    # ---------------------------------------------------------------- without a kernel

    def static_picture(self) -> bytes:
        shown = self.state.game, *self._known
        texts = [self.sentence.value, self.note.value]
        texts += [f"moves: {self.moves.value}", f"opponent: {self.opponent}"]
        lines = [(53, y, 2.4, text) for y, text in zip((45, 38, 31, 24), texts)]
        parts = {(0.01, 0.02, 0.45, 0.96): lambda drawing: draw_game(drawing, *shown)}
        return still_picture(11, 6, parts, lines)

    def __repr__(self) -> str:
        limits = f"{self.limit.value}, c={self.c.value:.4g}, seed={self.seed}"
        return f"PlayBoard({self.state.first!r}, {self.opponent!r}, {limits})"


def _in_words(error):
    """The error of a player, and the first line in which it happened outside this file."""
    frames = traceback.extract_tb(error.__traceback__)[1:]
    where = f", in line {frames[0].lineno} of {frames[0].name}" if frames else ""
    return f"{traceback.format_exception_only(error)[-1].strip()}{where}"
