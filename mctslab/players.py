"""Players for matches: whatever can be called as `player(game, rng)` and returns a move is one.

The game is a position of any game; only `rule_based_player` needs a `Board`.
"""

from __future__ import annotations

import math
import re
import reprlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from copy import deepcopy
from numbers import Integral
from time import perf_counter
from typing import TYPE_CHECKING

import numpy as np

from c4lib._tools.arguments import generator_of, instance_of, one_of, real_number, whole_number
from c4lib.board import Board
from c4lib.fast import any_search
from c4lib.node import Game, Move
from c4lib.position import GridPosition
from c4lib.search import Search
from c4lib.settings import SearchSettings
from c4lib.text import move_text, side_name

if TYPE_CHECKING:
    from mctslab.selfplay import Network

Player = Callable[[Game, np.random.Generator], Move]
"""A function of the position and a random generator that returns the move to play.

All its random choices come from that generator. Asked about a finished game, every player of this
package raises a ValueError."""

EVENLY = SearchSettings(c=1e9, expand_at=10**15, choose="mean")
"""Settings that turn a search into flat Monte Carlo.

No leaf is ever expanded, and c is so large that the next playout always goes to one of the moves
with the fewest playouts so far."""


# -------------------------------------------------------------------- what is asked of every player


class PlayerError(RuntimeError):
    """A player did what none may; the message says what, and in which position.

    Attributes:
        games: those that were finished before.
    """

    games: tuple = ()


class IllegalMove(PlayerError):
    """A player gave no legal move; the cause of this error says why it is none."""


def player_copy(argument: str, player: Player) -> Player:
    """A deep copy of the player, which plays one game, so that it takes nothing into another.

    Raises:
        ValueError: it cannot be called, or cannot be copied; the message names the argument.

    >>> player_copy("opponent", 3)
    Traceback (most recent call last):
        ...
    ValueError: opponent must be a player, something to call, (game, rng) -> move, not 3
    """
    if not callable(player) or isinstance(player, type):
        what = "a player, something to call, (game, rng) -> move"
        raise ValueError(f"{argument} must be {what}, not {player!r}")
    return private_copy(argument, player)


def private_copy(argument: str, thing: object) -> object:
    """A deep copy of a player or a position.

    Raises:
        ValueError: it cannot be copied; the message names the part that cannot, and says what to do.
    """
    if isinstance(thing, GridPosition):  # nothing in it can change, so this is as good, and quicker
        copy = object.__new__(type(thing))
        copy.__dict__.update(thing.__dict__)
        return copy
    try:
        return deepcopy(thing)
    except Exception as error:
        why = f"{argument} cannot be copied for every game: {_uncopied(thing)}: {error}"
        advice = "give it `__deepcopy__`, or make what it holds inside `__call__`"
        raise ValueError(f"{why}; {advice}") from error


def _uncopied(thing: object) -> str:
    for name, part in getattr(thing, "__dict__", {}).items():
        try:
            deepcopy(part)
        except Exception:
            return f"its attribute {name!r}"
    return repr(thing)


def asked(player: Player, name: str, game: Game, rng: np.random.Generator, where: str) -> Move:
    """What the player plays, as it stands among the legal moves; it sees a copy of the position.

    Args:
        name: of the player.
        where: the game that is played, for the message of an error.

    Raises:
        PlayerError: the player raised something, or has changed the position.
        IllegalMove: its answer is no legal move.

    >>> asked(lambda game, rng: np.int64(3), "mine", Board(), np.random.default_rng(1), "here")
    3
    """
    shown = private_copy("game", game)
    try:
        answer = player(shown, rng)
    except (Exception, SystemExit) as error:
        what = f"raised {type(error).__name__}: {error}"
        raise PlayerError(_fault(name, what, where, game)) from error
    if not _is_same(shown, game):
        what = "has changed the position that it was given; play() gives the next one"
        raise PlayerError(_fault(name, what, where, game))
    try:
        return _legal_move(answer, game)
    except ValueError as error:
        what = f"has made an illegal move: {error}"
        raise IllegalMove(_fault(name, what, where, game)) from error


def _fault(name: str, what: str, where: str, game: Game) -> str:
    return f"player {game.to_move} ({name}) {what}\n{where} at {game!r}\n{game}"


def _is_same(shown: Game, game: Game) -> bool:
    """Whether what a player was shown is still like the `game`."""
    try:
        if isinstance(game, GridPosition):
            return vars(shown) == vars(game)
        has_no_equal = type(game).__eq__ is object.__eq__
        return (has_no_equal or shown == game) and _answers(shown) == _answers(game)
    except Exception:  # the player can have left anything
        return False


def _answers(game: Game) -> tuple:
    return game.to_move, game.winner, game.is_terminal, set(game.legal_moves())


def _legal_move(answer: object, game: Game) -> Move:
    """The legal move that the answer is equal to, if both are of the same kind.

    A ValueError says why there is none, in the words of the game if it has any.
    """
    legal = game.legal_moves()
    for move in legal:
        if move is answer:
            return move
    with suppress(Exception):  # of an answer that can be anything
        for move in legal:
            if move == answer and _kind(move) is _kind(answer):
                return move
    try:
        game.play(answer)
    except ValueError:
        raise
    except Exception:  # it need not reckon with whatever a player answers
        pass
    raise ValueError(f"{reprlib.repr(answer)} is none of the legal moves: {legal}")


def _kind(move: object) -> type:
    """What a move has to be besides equal: NumPy's whole numbers are whole numbers, True is none."""
    kinds = (bool, Integral, str, tuple, type(move))
    return next(kind for kind in kinds if isinstance(move, kind))


class NamedPlayer:
    """A player that is shown by its kind and `name`.

    >>> FlatMonteCarlo(1000)
    FlatMonteCarlo('flat Monte Carlo, 1,000 playouts')
    """

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.name!r})"


# -------------------------------------------------------------------- without a search


def random_player(game: Game, rng: np.random.Generator) -> Move:
    """Any legal move, each with the same probability.

    >>> random_player(Board(), np.random.default_rng(1))
    3
    """
    return _any_of(playable_moves(game), rng)


def rule_based_player(board: Board, rng: np.random.Generator) -> int:
    """A move that wins at once, else one that stops the opponent from doing so, else any.

    It knows Connect Four only: about another game it raises a ValueError.

    >>> rule_based_player(Board.from_moves("051525"), np.random.default_rng(1))  # both have three: it wins
    3
    >>> rule_based_player(Board.from_moves("05152"), np.random.default_rng(1))  # it blocks
    3
    """
    legal = playable_moves(board)
    if not isinstance(board, Board):
        others = "random_player and mcts_player play every game"
        raise ValueError(f"rule_based_player plays Connect Four, not {board!r}: {others}")
    return _any_of(winning_moves(board) or threatened_moves(board) or legal, rng)


def winning_moves(board: Board) -> tuple[int, ...]:
    """The moves that complete a line of the player to move.

    >>> winning_moves(Board.from_moves("051525"))
    (3,)
    """
    return tuple(move for move in _moves_of(board) if board.play(move).winner)


def threatened_moves(board: Board) -> tuple[int, ...]:
    """The columns where the opponent completes a line next if the player to move plays elsewhere.

    >>> threatened_moves(Board.from_moves("05152"))
    (3,)
    """
    legal = _moves_of(board)
    return tuple(move for move in legal if _is_threat(board, move, {*legal} - {move}))


def _is_threat(board: Board, move: int, elsewhere: Iterable[int]) -> bool:
    # A disc in another column leaves the line of this one as it is, so that the first one that does
    # not end the game will do.
    for other in elsewhere:
        after = board.play(other)
        if not after.is_terminal:
            return after.play(move).winner is not None
    return False


def playable_moves(game: Game) -> tuple[Move, ...]:
    """The legal moves, for a player who has to choose one of them.

    Raises:
        ValueError: the game is over, or it is no position.

    >>> playable_moves(Board.from_moves("333333"))
    (0, 1, 2, 4, 5, 6)
    """
    legal = _moves_of(game)
    if game.is_terminal:
        raise ValueError(f"the game is over, so there is no move to choose:\n{game}")
    return legal


def _moves_of(game: Game) -> tuple[Move, ...]:
    if not hasattr(game, "legal_moves"):
        what = "a player is asked about a position, such as a Board"
        raise ValueError(f"{what}, not about {game!r}")
    return game.legal_moves()


def _any_of(moves: Sequence[Move], rng: np.random.Generator) -> Move:
    return moves[int(generator_of(rng).random() * len(moves))]


def highest(values: Mapping[Move, float], rng: np.random.Generator) -> Move:
    """The key of the highest value; of k equal ones the `int(rng.random() * k)`-th.

    Without a tie nothing is drawn.

    >>> highest({2: 0.5, 3: 0.9, 4: 0.5}, np.random.default_rng(1))
    3
    """
    largest = max(values.values())
    best = [key for key, value in values.items() if value == largest]
    return _any_of(best, rng) if len(best) > 1 else best[0]


# -------------------------------------------------------------------- with a search


class MCTSPlayer(NamedPlayer):
    """A player that runs a Monte Carlo Tree Search for every move and plays the best move found.

    Args:
        playouts: how many for every move.
        seconds: how long for every move; with both limits, the search ends at whichever is reached
            first. Only moves found with `playouts` can be repeated: how far a search comes in a
            given time depends on the computer.
        settings: of the search.
        search: makes a search from a position, settings and a generator; by default `any_search`,
            a `FastSearch` where that is possible, and else a `TreeSearch`, which finds the same
            moves slowly. With phases of your own: `partial(TreeSearch, simulate=my_own)`.
        keep_tree: True keeps, from move to move, the part of the tree below the position reached
            (tree reuse), instead of starting a new tree for every move. The playouts are run on top
            of those kept.

    Attributes:
        last_search: the search behind the last move, to look at; None before the first move. It is
            not part of the player: a copy (in a match, copies play) starts without it.

    Raises:
        ValueError: no limit is given, or an argument is none of these.

    >>> player = MCTSPlayer(playouts=500)
    >>> player(Board.from_moves("051525"), np.random.default_rng(1))
    3
    >>> player.last_search
    FastSearch(500 iterations, 302 nodes, best move 3)
    """

    def __init__(
        self,
        playouts: int | None = None,
        seconds: float | None = None,
        settings: SearchSettings = SearchSettings(),
        search: Callable[..., Search] = any_search,
        keep_tree: bool = False,
    ) -> None:
        if playouts is None and seconds is None:
            raise ValueError("an MCTSPlayer needs playouts=..., or seconds=..., or both")
        instance_of("settings", settings, SearchSettings)
        if not callable(search):
            what = "FastSearch, TreeSearch or something else to call"
            raise ValueError(f"search must be {what}, not {search!r}")
        if playouts is not None:
            playouts = whole_number("playouts", playouts, at_least=1)
        if seconds is not None:
            allowed = "a number from 0.000001 to 1,000,000"
            seconds = real_number("seconds", seconds, allowed, 1e-6, 1e6)
        self.playouts = playouts
        self.seconds = seconds
        self.settings = settings
        self.search = search
        self.keep_tree = one_of("keep_tree", keep_tree, (True, False))
        self.last_search: Search | None = None

    def __call__(self, game: Game, rng: np.random.Generator) -> Move:
        start = perf_counter()
        rng = generator_of(rng)
        search = self._kept(game, rng) or self._begun(game, rng)
        self.last_search = None  # in case the search is interrupted
        # Keeping the tree has taken some of the time.
        seconds = self.seconds and max(self.seconds - (perf_counter() - start), 1e-6)
        self.last_search = search.run(self.playouts, seconds)
        return search.best_move()

    def _kept(self, game: Game, rng: np.random.Generator) -> Search | None:
        """The last search, moved on if its own move and one of the opponent's lead to `game`."""
        search = self.last_search
        if not self.keep_tree or search is None:
            return None
        own = search.best_move()
        after = search.game.play(own)
        for move in after.legal_moves():
            if after.play(move) == game and not game.is_terminal:
                search.rng = rng
                search.move_root(own)
                return self._answered(search, move)
        return None

    def _begun(self, game: Game, rng: np.random.Generator) -> Search:
        """A new search."""
        return self.search(game, self.settings, rng)

    def _answered(self, search: Search, reply: Move) -> Search:
        """The `search` after the opponent's `reply`."""
        search.move_root(reply)
        return search

    def __getstate__(self) -> dict[str, object]:
        return self.__dict__ | {"last_search": None}

    @property
    def name(self) -> str:
        """What the player is called in tables.

        >>> MCTSPlayer(200, settings=SearchSettings(c=1), keep_tree=True).name
        'MCTS, 200 playouts, c=1, tree kept'
        """
        words = [] if self.playouts is None else [f"{self.playouts:,} playouts"]
        words += [] if self.seconds is None else [f"{self.seconds:g} s"]
        usual = vars(SearchSettings())
        for name, value in vars(self.settings).items():
            if value != usual[name]:
                words.append(f"{name}={value:g}" if isinstance(value, float) else f"{name}={value}")
        words += [] if self.search is any_search else [player_name(self.search)]
        words += ["tree kept"] if self.keep_tree else []
        return ", ".join(["MCTS", *words])


def mcts_player(
    playouts: int | None = None,
    seconds: float | None = None,
    search: Callable[..., Search] = any_search,
    keep_tree: bool = False,
    **settings: object,
) -> MCTSPlayer:
    """An `MCTSPlayer` whose `SearchSettings` are given one by one.

    Raises:
        ValueError: there is no setting of that name, or an argument is not allowed.

    >>> mcts_player(200, c=1, prior=2)
    MCTSPlayer('MCTS, 200 playouts, c=1, prior=2')
    """
    known = vars(SearchSettings())
    for name in settings:
        if name not in known:
            raise ValueError(f"there is no setting {name!r}; settings: {', '.join(known)}")
    return MCTSPlayer(playouts, seconds, SearchSettings(**settings), search, keep_tree)


def network_player(network: Network, simulations: int = 100) -> Player:
    """A player that searches with a network of `mctslab.selfplay`, by PUCT, without playouts.

    With one simulation it plays the move of the largest share, without a search. The same position
    gets the same move.

    Raises:
        ValueError: it is no network, or `simulations` is not a whole number from 1 to 10,000.
        ImportError: numba is not installed.

    >>> from mctslab.selfplay import trained_network
    >>> player = network_player(trained_network())
    >>> player(Board.from_moves("051525"), np.random.default_rng(1))
    3
    """
    from mctslab.selfplay.network import NetworkPlayer  # loads numba, which not everybody has

    return NetworkPlayer(network, simulations)


class FlatMonteCarlo(MCTSPlayer):
    """A player that shares random playouts evenly among the legal moves and plays the best mean.

    It is Monte Carlo Tree Search without the tree, and without the choice of where to look closer:
    bad moves get as many playouts as good ones. (The literature calls it "flat" or "simple" Monte
    Carlo; Abramson 1990.)

    Args:
        playouts: how many for every move played; the legal moves share them.

    Raises:
        ValueError: `playouts` is not a whole number, at least 1.

    >>> FlatMonteCarlo(playouts=700)(Board.from_moves("05152"), np.random.default_rng(1))
    3
    """

    def __init__(self, playouts: int) -> None:
        super().__init__(playouts, settings=EVENLY)

    @property
    def name(self) -> str:
        """What the player is called in tables."""
        return f"flat Monte Carlo, {self.playouts:,} playouts"


# -------------------------------------------------------------------- a person


class HumanPlayer(NamedPlayer):
    """A person, who is shown the position and asked for a move until the answer is a legal one.

    In Connect Four a move is the number of a column, in other games what pictures call it.

    Args:
        ask: takes a question and returns the answer; by default the built-in `input`, in a terminal
            or in a notebook.
        say: shows a text; by default the built-in `print`.

    Raises:
        EOFError: when playing, if the input ends.

    >>> answers = iter(["seven", "7", "3"])
    >>> HumanPlayer(ask=lambda question: next(answers))(Board(rows=2, connect=2), np.random.default_rng(1))
    . . . . . . .
    . . . . . . .
    0 1 2 3 4 5 6
    connect 2
    a column is a whole number, not 'seven'; open columns: 0, 1, 2, 3, 4, 5, 6
    there is no column 7; open columns: 0, 1, 2, 3, 4, 5, 6
    3
    """

    name = "human"
    seconds = math.inf  # it goes by a clock of its own

    def __init__(
        self, ask: Callable[[str], str] = input, say: Callable[[str], object] = print
    ) -> None:
        self.ask, self.say = ask, say

    def __call__(self, game: Game, rng: np.random.Generator) -> Move:
        playable_moves(game)  # nobody is asked about a finished game
        question = f"Player {game.to_move} ({side_name(game, game.to_move)}), move? "
        self.say(str(game))
        while True:
            try:
                return typed_move(self.ask(question), game)
            except ValueError as error:
                self.say(str(error))


def typed_move(text: str, game: Game) -> Move:
    """The legal move that was typed: in Connect Four a column, else what pictures call a move.

    Raises:
        ValueError: it is no legal move; the message says which there are.

    >>> from c4lib import HexBoard
    >>> typed_move(" 3 ", Board()), typed_move("b2", HexBoard(2))
    (3, 'b2')
    """
    moves = {move_text(move): move for move in _moves_of(game)}
    words = str(text).strip()
    if words in moves:
        return moves[words]
    if isinstance(game, Board):
        game.play(int(words) if re.fullmatch(r"[+-]?[0-9]{1,9}", words) else text)
    raise ValueError(f"{text!r} is no legal move; legal moves: {', '.join(moves)}")


# -------------------------------------------------------------------- names


def player_name(player: Callable) -> str:
    """What a player is called in tables: its `name`, else the function's name, else its `repr`.

    >>> player_name(random_player), player_name(FlatMonteCarlo(1000))
    ('random_player', 'flat Monte Carlo, 1,000 playouts')
    """
    name = getattr(player, "name", None) or getattr(player, "__name__", None) or repr(player)
    return without_addresses(str(name))


def without_addresses(text: str) -> str:
    """A `repr` without the addresses in memory, which change from run to run.

    >>> without_addresses("<function made at 0x7f0d3c>")
    '<function made>'
    """
    return re.sub(r" at 0x[0-9a-fA-F]+", "", text)
