"""Attacks on the checks of lesson 26."""

from dataclasses import dataclass, field, replace
from functools import cache

from attacks import attack
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


def played_anywhere(self, move):
    cells = list(self.cells)
    cells[move] = self.to_move
    return replace(self, cells=tuple(cells), to_move=3 - self.to_move)


def won_as_in_nim(self):
    """Whoever has moved last; `is_terminal` asks who has won."""
    return 3 - self.to_move if self.is_terminal else None


def refused_by_key(self, move):
    if move not in self.legal_moves():
        raise KeyError(move)
    return TicTacToe.play(self, move)


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


attack(
    "check_26_1",
    [TicTacToe, ByMoves, Centre, having(legal_moves=lambda self: [*TicTacToe.legal_moves(self)])],
    [
        (having(winner=winner), "winner is a method; @property above it"),
        (having(play=played_in_place), "leaves the old position alone and returns a new one"),
        (having(winner=property(only_empty_lines_differ)), "three empty cells are no line"),
        (with_lines(*ROWS, *COLUMNS), "a diagonal, and winner is None"),
        (with_lines(*RUNNING_ON, *COLUMNS, *DIAGONALS), "but no row, column or diagonal is full"),
        (having(winner=property(lambda self: self.to_move if winner(self) else None)), "to_move is who comes next"),
        (having(play=played_anywhere), "gives a position, though this cell is taken"),
        (having(winner=property(lambda self: True if winner(self) else None)), "the number of the player who has won"),
        (having(play=refused_by_key), "stops with KeyError: 0; raise a ValueError"),
        (Lists, "a position has no hash"),
        (having(winner=property(won_as_in_nim)), "asks for itself again and again"),
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


def forgetful():
    results = []

    def asked(game):
        results.append(game)
        return outcome(game) if len(results) <= len(GAMES) + 2 else -outcome(game)

    return asked


attack(
    "check_26_2",
    [outcome, outcome_with_a_dict, outcome_by_finding_a_win],
    [
        (solver(end=lambda game: WORTH[game.winner] if game.to_move == 1 else 1), "player 1 has taken the last and so"),
        (solver(end=lambda game: game.winner or 0), "a win of player 2 is -1"),
        (solver(end=lambda game: {1: 1, 2: -1}[game.winner]), "after a draw winner is None, and the result is 0"),
        (solver(lambda player: max), "both players do what is best for player 1"),
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
        (lambda game: tuple({heaps_after(game, move): move for move in game.legal_moves()}.values()), "it is the first"),
        (lambda game: distinct(game)[::-1], "they stay in the order of legal_moves()"),
        (with_a_move_at_least, "distinct of heaps (0, 0, 0) stops with ValueError"),
        (lambda game: distinct(game) if game.to_move == 1 else game.legal_moves(), "in another order"),
    ],
)
