"""Attacks on the checks of lesson 26."""

from dataclasses import dataclass, field, replace
from functools import cache

from checks.attacks import attack, crash, nothing
from checks.lesson_26 import GAMES

# -------------------------------------------------------------------- Tic-tac-toe

ROWS = (0, 1, 2), (3, 4, 5), (6, 7, 8)
COLUMNS = (0, 3, 6), (1, 4, 7), (2, 5, 8)
DIAGONALS = (0, 4, 8), (2, 4, 6)


@dataclass(frozen=True)
class TicTacToe:
    cells: tuple = (0,) * 9
    to_move: int = 1
    lines = ROWS + COLUMNS + DIAGONALS

    @property
    def winner(self):
        for one, two, three in self.lines:
            if self.cells[one] and self.cells[one] == self.cells[two] == self.cells[three]:
                return self.cells[one]
        return None

    @property
    def is_terminal(self):
        return self.winner is not None or all(self.cells)

    def legal_moves(self):
        return () if self.is_terminal else tuple(cell for cell in range(9) if not self.cells[cell])

    def play(self, move):
        if move not in self.legal_moves():
            raise ValueError(f"{move} cannot be played")
        cells = list(self.cells)
        cells[move] = self.to_move
        return replace(self, cells=tuple(cells), to_move=3 - self.to_move)


class ByMoves:
    """Another way: it knows nothing but the moves, and has no dataclass."""

    def __init__(self, moves=()):
        self.moves, self.to_move = moves, 1 + len(moves) % 2
        own = {*moves[-1::-2]}
        won = any(own.issuperset(line) for line in TicTacToe.lines)
        self.winner, self.is_terminal = (3 - self.to_move if won else None), won or len(moves) == 9
        self._key = frozenset(moves[::2]), frozenset(moves[1::2])

    def __eq__(self, other):
        return self._key == other._key

    def __hash__(self):
        return hash(self._key)

    def legal_moves(self):
        return tuple(cell for cell in range(9) if cell not in self.moves and not self.is_terminal)

    def play(self, move):
        if move not in self.legal_moves():
            raise ValueError(f"there is no move {move}")
        return ByMoves((*self.moves, move))


class Centre(TicTacToe):
    """Right, with its moves in another order."""

    def legal_moves(self):
        return tuple(sorted(super().legal_moves(), key=lambda cell: (cell % 2, -cell)))


def with_lines(*lines):
    class WithLines(TicTacToe):
        pass

    WithLines.lines = lines
    return WithLines


def having(**names):
    """The right class with other answers."""
    return type("Own", (TicTacToe,), names)


class Stub(TicTacToe):
    winner = property(lambda self: None)
    is_terminal = property(lambda self: False)

    def legal_moves(self):
        return tuple(range(9))

    def play(self, move):
        return self


class WithoutQuestions:
    to_move = 1
    winner = None


def played_anywhere(self, move):
    cells = list(self.cells)
    cells[move] = self.to_move
    return replace(self, cells=tuple(cells), to_move=3 - self.to_move)


def played_by_the_same(self, move):
    return replace(TicTacToe.play(self, move), to_move=self.to_move)


def refused_by_key(self, move):
    if move not in self.legal_moves():
        raise KeyError(move)
    return TicTacToe.play(self, move)


class Mutable:
    """One board for all."""

    def __init__(self):
        self.cells, self.to_move = [0] * 9, 1

    winner = property(lambda self: TicTacToe(tuple(self.cells)).winner)
    is_terminal = property(lambda self: TicTacToe(tuple(self.cells)).is_terminal)

    def legal_moves(self):
        return TicTacToe(tuple(self.cells)).legal_moves()

    def play(self, move):
        self.cells[move] = self.to_move
        self.to_move = 3 - self.to_move
        return self


class WithoutEquality(ByMoves):
    __eq__ = object.__eq__
    __hash__ = object.__hash__

    def play(self, move):
        return WithoutEquality(ByMoves.play(self, move).moves)


@dataclass
class Lists:
    """No hash."""

    cells: list = field(default_factory=lambda: [0] * 9)
    to_move: int = 1

    winner = property(lambda self: TicTacToe(tuple(self.cells)).winner)
    is_terminal = property(lambda self: TicTacToe(tuple(self.cells)).is_terminal)

    def legal_moves(self):
        return TicTacToe(tuple(self.cells)).legal_moves()

    def play(self, move):
        if move not in self.legal_moves():
            raise ValueError(move)
        return Lists([self.to_move if cell == move else old for cell, old in enumerate(self.cells)], 3 - self.to_move)


def only_empty_lines_differ(self):
    for one, two, three in self.lines:
        if self.cells[one] == self.cells[two] == self.cells[three]:
            return self.cells[one]
    return None


RUNNING_ON = tuple((cell, cell + 1, cell + 2) for cell in range(7))
winner, is_terminal = TicTacToe.winner.fget, TicTacToe.is_terminal.fget


def played_in_place(self, move):
    self.cells[move] = self.to_move
    return self


def played_by_assignment(self, move):
    self.to_move = 3 - self.to_move
    return self


attack(
    "check_26_1",
    [TicTacToe, ByMoves, Centre, having(legal_moves=lambda self: [*TicTacToe.legal_moves(self)])],  # a list was refused
    [
        (None, "no function"),
        (nothing, "the game has no to_move"),
        (crash, "stops with KeyError"),
        (TicTacToe(), "the check wants the function itself"),
        (Stub, "check_game says: at the beginning, the turn does not follow the move"),
        (WithoutQuestions, "the game has no is_terminal"),
        (having(winner=winner), "winner is a method; @property above it"),
        (having(legal_moves=property(TicTacToe.legal_moves)), "legal_moves is no method"),
        (having(to_move=2, __init__=lambda self: None, cells=(0,) * 9), "player 1 begins"),
        (having(legal_moves=lambda self: {*TicTacToe.legal_moves(self)}), "of type set; expected a tuple or a list"),
        (having(legal_moves=lambda self: [*map(str, TicTacToe.legal_moves(self))]), "at place 0, is '0', of type str"),
        (having(legal_moves=lambda self: 2 * TicTacToe.legal_moves(self)), "check_game says"),
        (having(legal_moves=lambda self: tuple(range(1, 10))), "the cells, 0 to 8"),
        (having(play=lambda self, move: None), "play(0) gives None"),
        (having(play=played_in_place), "leaves the old position alone and returns a new one"),
        (having(play=played_by_assignment), "leaves the old position alone and returns a new one"),
        (having(play=lambda self, move: self.cells), "which is no game"),
        (having(winner=property(only_empty_lines_differ)), "three empty cells are no line"),
        (with_lines(*ROWS, *COLUMNS), "a diagonal, and winner is None"),
        (with_lines(*ROWS, *COLUMNS, DIAGONALS[0]), "has the cells 2, 4, 6, a diagonal"),
        (with_lines(*ROWS, *DIAGONALS), "a column, and winner is None"),
        (with_lines(*COLUMNS, *DIAGONALS), "a row, and winner is None"),
        (with_lines(*RUNNING_ON, *COLUMNS, *DIAGONALS), "but no row, column or diagonal is full"),
        (
            having(winner=property(lambda self: self.to_move if winner(self) else None)),
            "to_move is who comes next",
        ),
        (
            having(winner=property(lambda self: winner(self) or (0 if all(self.cells) else None))),
            "the winner is 0: allowed are 1, 2 and None",
        ),
        (
            having(is_terminal=property(lambda self: winner(self) is not None)),
            "there is no legal move, but is_terminal is False",
        ),
        (having(is_terminal=property(lambda self: all(self.cells))), "has won, but is_terminal is False"),
        (
            having(legal_moves=lambda self: tuple(cell for cell in range(9) if not self.cells[cell])),
            "the game is over, but has legal moves",
        ),
        (
            having(legal_moves=lambda self: () if self.is_terminal else tuple(range(9)), play=played_anywhere),
            "is among the legal moves, and it is taken",
        ),
        (having(play=played_by_the_same), "the turn does not follow the move"),
        (having(play=played_anywhere), "gives a position, though this cell is taken"),
        (having(play=refused_by_key), "stops with KeyError: 0; raise a ValueError"),
        (Mutable, "changes the position it is played on"),
        (WithoutEquality, "gives positions that are not equal (==)"),
        (Lists, "a position has no hash"),
        (
            having(legal_moves=lambda self: TicTacToe.legal_moves(self)[: 9 if not any(self.cells) else 1]),
            "are missing among the moves",
        ),
    ],
)

# -------------------------------------------------------------------- exact results

WORTH = {1: 1, 2: -1, None: 0}


def solver(best=lambda player: max if player == 1 else min, end=lambda game: WORTH[game.winner]):
    @cache
    def outcome(game):
        if game.is_terminal:
            return end(game)
        return best(game.to_move)([outcome(game.play(move)) for move in game.legal_moves()])

    return outcome


outcome = solver()
known = {}


def outcome_with_a_dict(game):
    if game not in known:
        turn = 1 if game.to_move == 1 else -1
        known[game] = WORTH[game.winner]
        if not game.is_terminal:
            known[game] = turn * max(turn * outcome_with_a_dict(game.play(move)) for move in game.legal_moves())
    return known[game]


def outcome_by_finding_a_win(game):
    """Without more results than are needed."""

    @cache
    def result(game):
        worth, best = {1: 1, 2: -1}[game.to_move], None
        if game.is_terminal:
            return WORTH[game.winner]
        for move in game.legal_moves():
            here = result(game.play(move))
            if here == worth:
                return here
            best = here if best is None else max(best * worth, here * worth) * worth
        return best

    return result(game)


def without_memory(game):
    if game.is_terminal:
        return WORTH[game.winner]
    results = [without_memory(game.play(move)) for move in game.legal_moves()]
    return max(results) if game.to_move == 1 else min(results)


def short_memory(game):
    """Right for all but the last, which takes too long."""
    return outcome(game) if sum(getattr(game, "heaps", ())) < 16 else without_memory(game)


@cache
def first_move_only(game):
    return WORTH[game.winner] if game.is_terminal else first_move_only(game.play(game.legal_moves()[0]))


def for_the_mover(game):
    return outcome(game) * (1 if game.to_move == 1 else -1)


def from_the_beginning(game):
    return solver(lambda player: max if player == game.to_move else min)(game)


@cache
def with_the_turn_forgotten(game):
    """Alternates, whoever is to move."""
    if game.is_terminal:
        return WORTH[game.winner]
    return -max(-with_the_turn_forgotten(game.play(move)) for move in game.legal_moves())


def forgetful():
    results = []

    def asked(game):
        results.append(game)
        return outcome(game) if len(results) <= len(GAMES) + 2 else -outcome(game)

    return asked


def without_an_end(game):
    results = [without_an_end(game.play(move)) for move in game.legal_moves()]
    return max(results) if game.to_move == 1 else min(results)


@cache
def last_move_only(game):
    if game.is_terminal:
        return WORTH[game.winner]
    for move in game.legal_moves():
        result = last_move_only(game.play(move))
    return result


@cache
def number_of_the_winner(game):
    if game.is_terminal:
        return game.winner
    return (max if game.to_move == 1 else min)([number_of_the_winner(game.play(move)) for move in game.legal_moves()])


@cache
def turned_each_time(game):
    if game.is_terminal:
        return WORTH[game.winner]
    return max(-turned_each_time(game.play(move)) for move in game.legal_moves())


def cached_inside(game):
    @cache
    def result(game):
        if game.is_terminal:
            return WORTH[game.winner]
        return (max if game.to_move == 1 else min)([cached_inside(game.play(move)) for move in game.legal_moves()])

    return result(game)


attack(
    "check_26_2",
    [outcome, outcome_with_a_dict, outcome_by_finding_a_win],
    [
        (None, "no function"),
        (nothing, "outcome gives None"),
        (crash, "stops with KeyError"),
        (lambda game: 0, "it is not true that nobody wins"),
        (solver(end=lambda game: WORTH[game.winner] if game.to_move == 1 else 1), "player 1 has taken the last and so"),
        (lambda game: outcome(game) or 0 * game.winner, "stops with TypeError"),
        (lambda game: outcome(game) == 1, "expected 1, 0 or -1"),
        (lambda game: 2 * outcome(game), "expected 1, 0 or -1"),
        (solver(lambda player: max), "both players do what is best for player 1"),
        (solver(lambda player: min), "both players do what is worst for player 1"),
        (with_the_turn_forgotten, "both players do what is worst for player 1"),
        (solver(lambda player: min if player == 1 else max), "player 1 takes the smallest result"),
        (from_the_beginning, "whoever moves at the beginning is taken for player 1"),
        (first_move_only, "only the first legal move is tried"),
        (last_move_only, "only the last legal move counts"),
        (without_an_end, "ask first whether it is over"),
        (number_of_the_winner, "outcome gives 2; expected 1, 0 or -1"),
        (turned_each_time, "the sign is turned at every move"),
        (solver(end=lambda game: -WORTH[game.winner]), "a win of player 1 counts as -1"),
        (cached_inside, "keep the result of each position, for all calls"),
        (solver(end=lambda game: 1 if game.winner else 0), "it is -1 if player 2 has"),
        (solver(end=lambda game: 1 if game.winner == 1 else -1), "a draw counts as lost for player 1"),
        (solver(end=lambda game: -1 if game.winner == 2 else 1), "a draw counts as won for player 1"),
        (solver(end=lambda game: 1 if game.to_move == 2 else -1), "the last to move need not be the winner"),
        (solver(lambda player: lambda results: sum(results) / len(results)), "are averaged"),
        (for_the_mover, "that is the result for the player to move"),
        (lambda game: {1: 1, 0: 0, -1: 2}[outcome(game)], "that is the number of the winner"),
        (short_memory, "keep the result of each position"),
        (forgetful(), "asked twice about the same positions"),
    ],
)

# -------------------------------------------------------------------- equivalent moves


def heaps_after(game, move):
    return tuple(sorted(game.play(move).heaps))


def distinct(game):
    first = {}
    for move in game.legal_moves():
        first.setdefault(heaps_after(game, move), move)
    return tuple(first.values())


def distinct_by_looking_back(game):
    kept = []
    for move in game.legal_moves():
        if heaps_after(game, move) not in [heaps_after(game, other) for other in kept]:
            kept.append(move)
    return tuple(kept)


def with_a_move_at_least(game):
    first, *others = game.legal_moves()
    return (first, *distinct(game)[1:])


def by_heaps(game):
    """Heaps of the same size have the same moves."""
    return tuple(
        move
        for move in game.legal_moves()
        if "abc".index(move[0]) == game.heaps.index(game.heaps["abc".index(move[0])])
    )


attack(
    "check_26_3",
    [distinct, distinct_by_looking_back, by_heaps],
    [
        (None, "no function"),
        (nothing, "is None"),
        (crash, "stops with KeyError"),
        (lambda game: [*distinct(game)], "expected a tuple"),
        (lambda game: game.legal_moves(), "they leave the same heaps, in another order"),
        (
            lambda game: tuple({heaps_after(game, move): move for move in game.legal_moves()}.values()),
            "it is the first",
        ),
        (lambda game: tuple({heaps_after(game, move) for move in game.legal_moves()}), "which is no legal move"),
        (lambda game: tuple(dict.fromkeys(move[0] for move in game.legal_moves())), "which is no legal move"),
        (lambda game: distinct(game)[::-1], "they stay in the order of legal_moves()"),
        (lambda game: distinct(game)[:-1], "has no move that leaves"),
        (with_a_move_at_least, "distinct of heaps (0, 0, 0) stops with ValueError"),  # passed
        (lambda game: distinct(game) if game.to_move == 1 else game.legal_moves(), "in another order"),  # passed
        (lambda game: distinct(game) * 2, "a move stands there twice"),
        (
            lambda game: tuple({sum(game.play(move).heaps): move for move in game.legal_moves()[::-1]}.values())[::-1],
            "has no move that leaves",
        ),
    ],
)
