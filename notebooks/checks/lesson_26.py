"""Lesson 26: Tic-tac-toe as a game to search, the exact result of any small game, and equivalent moves."""

from dataclasses import FrozenInstanceError, dataclass, replace
from functools import cache, cached_property

from c4lib import HexBoard, check_game
from c4lib._tools.games import QUESTIONS

from .base import PATIENCE, Wrong, anything, ask, attempt, check, expect, in_words, shown, tuple_of, whole

# -------------------------------------------------------------------- Tic-tac-toe

LINES = {
    "a row": [(0, 1, 2), (3, 4, 5), (6, 7, 8)],
    "a column": [(0, 3, 6), (1, 4, 7), (2, 5, 8)],
    "a diagonal": [(0, 4, 8), (2, 4, 6)],
}
PROPERTIES = "to_move", "winner", "is_terminal"


@dataclass(frozen=True)
class Rules:
    """Tic-tac-toe, slow and plain."""

    cells: tuple = (0,) * 9
    to_move: int = 1

    @cached_property
    def line(self):
        """The kind of the full line and its cells; None without one."""
        for kind, lines in LINES.items():
            for line in lines:
                if {self.cells[cell] for cell in line} in ({1}, {2}):
                    return kind, line
        return None

    @property
    def winner(self):
        return self.cells[self.line[1][0]] if self.line else None

    @property
    def is_terminal(self):
        return self.line is not None or 0 not in self.cells

    def legal_moves(self):
        return () if self.is_terminal else tuple(cell for cell in range(9) if not self.cells[cell])

    def play(self, move):
        cells = tuple(self.to_move if cell == move else old for cell, old in enumerate(self.cells))
        return Rules(cells, 3 - self.to_move)


@check
def check_26_1(TicTacToe):
    game = ask(TicTacToe, kind=anything)
    attempt(lambda: _answers(game), "asking the five questions")
    attempt(lambda: _begins_well(game), "the empty board")
    attempt(lambda: _holds_together(game), "check_game")
    count = attempt(lambda: _follows_the_rules(game), "going through all positions", 4 * PATIENCE)
    return (
        f"in each of {count:,} positions it answers as a slow program of ours does, and check_game has nothing to say."
    )


def _answers(game):
    for question in QUESTIONS:
        try:
            expect(hasattr(game, question), f"the game has no {question}; a game answers {', '.join(QUESTIONS)}")
        except RecursionError:
            hint = "if is_terminal asks winner, winner looks at the cells, and asks neither is_terminal nor legal_moves()"
            raise Wrong(f"{question} asks for itself again and again: {hint}") from None
        is_method = callable(getattr(game, question))
        if question in PROPERTIES:
            expect(not is_method, f"{question} is a method; @property above it makes it an answer without brackets")
        else:
            expect(is_method, f"{question} is no method; it is asked with brackets, so it has no @property")


def _begins_well(game):
    empty = "on the empty board"
    expect(game.to_move == 1, f"{empty} to_move is {shown(game.to_move)}: player 1 begins")
    expect(game.winner is None, f"{empty} winner is {shown(game.winner)}, not None: nobody has won, and three empty cells are no line")
    expect(not game.is_terminal, f"{empty} is_terminal is {shown(game.is_terminal)}: the game has not begun")
    moves = game.legal_moves()
    expect(
        isinstance(moves, (tuple, list)), f"legal_moves() is of type {type(moves).__name__}; expected a tuple or a list"
    )
    for place, move in enumerate(moves):
        whole(move, f"legal_moves(), at place {place},")
    expect(set(moves) == set(range(9)), f"{empty} legal_moves() gives {moves}: the moves are the cells, 0 to 8")
    after = attempt(lambda: _played(game), "play(0) on the empty board")
    expect(after is not None, "play(0) gives None: it returns the next position")
    kind = type(after).__name__
    expect(all(hasattr(after, question) for question in QUESTIONS), f"play(0) gives a {kind}, which is no game")


def _played(game):
    try:
        return game.play(0)
    except (FrozenInstanceError, TypeError) as error:
        if "assign" not in str(error):
            raise
        hint = "`play` leaves the old position alone and returns a new one"
        raise Wrong(f"play(0) on the empty board stops with {in_words(error)}: {hint}") from None


def _holds_together(game):
    try:
        check_game(game)
    except ValueError as error:
        raise Wrong(f"check_game says: {error}") from None
    try:
        hash(game)
        hash(game.play(0))
    except TypeError as error:
        raise Wrong(
            f"a position has no hash ({error}): @dataclass(frozen=True) and cells in a tuple give it one"
        ) from None


def _follows_the_rules(game):
    """How many positions there are; Wrong at the first that breaks a rule."""
    seen, waiting = {Rules()}, [(Rules(), game, ())]
    for rules, game, moves in waiting:  # the shortest games first
        where = f"after the moves {' '.join(map(str, moves))}" if moves else "on the empty board"
        _one_position(rules, game, where)
        for move in rules.legal_moves():
            after = rules.play(move)
            if after not in seen:
                seen.add(after)
                waiting.append((after, game.play(move), (*moves, move)))
    return len(seen)


def _one_position(rules, game, where):
    kind, line = rules.line or (None, ())
    words = f"{where} player {rules.winner} has the cells {', '.join(map(str, line))}, {kind}"
    expect(
        not isinstance(game.winner, bool),
        f"{where} winner is {game.winner}: it is the number of the player who has won, or None",
    )
    if rules.winner:
        expect(game.winner is not None, f"{words}, and winner is None")
        expect(game.winner == rules.winner, f"{words}, and winner is {shown(game.winner)}: to_move is who comes next")
    expect(
        game.winner == rules.winner, f"{where} winner is {shown(game.winner)}, but no row, column or diagonal is full"
    )
    over = "the board is full" if rules.is_terminal else "nobody has won, and cells are empty"
    expect(game.is_terminal == rules.is_terminal, f"{where} is_terminal is {shown(game.is_terminal)}: {over}")
    legal = {*game.legal_moves()}
    taken = sorted(legal - {*rules.legal_moves()})
    expect(not taken, f"{where} cell {taken[:1]} is among the legal moves, and it is taken")
    expect(
        legal == {*rules.legal_moves()},
        f"{where} the cells {sorted({*rules.legal_moves()} - legal)} are missing among the moves",
    )
    for cell in set(range(9)) - legal:
        why = "the game is over" if rules.is_terminal else "this cell is taken"
        _refuses(game, cell, f"{where} play({cell})", why)


def _refuses(game, cell, call, why):
    try:
        after = game.play(cell)
    except ValueError:
        return
    except Exception as error:
        raise Wrong(f"{call} stops with {in_words(error)}; raise a ValueError, because {why}") from None
    given = "None" if after is None else "a position"
    raise Wrong(f"{call} gives {given}, though {why}: raise a ValueError")


# -------------------------------------------------------------------- exact results


@dataclass(frozen=True)
class Heaps:
    """Nim; `last_wins=False`: who takes the last stick loses."""

    heaps: tuple = (2, 3)
    to_move: int = 1
    last_wins: bool = True

    @property
    def is_terminal(self):
        return not any(self.heaps)

    @property
    def winner(self):
        last = 3 - self.to_move
        return (last if self.last_wins else 3 - last) if self.is_terminal else None

    def legal_moves(self):
        return tuple((place, left) for place, heap in enumerate(self.heaps) for left in range(heap))

    def play(self, move):
        heaps = list(self.heaps)
        heaps[move[0]] = move[1]
        return replace(self, heaps=tuple(heaps), to_move=3 - self.to_move)


def _after(game, moves):
    for move in moves:
        game = game.play(move)
    return game


GAMES = [
    ("a heap of two sticks, player 1 to move", Heaps((2,))),
    ("a heap of two sticks, player 2 to move", Heaps((2,), 2)),
    ("heaps of 2 and 3, player 1 to move", Heaps((2, 3))),
    ("heaps of 2 and 2, player 1 to move", Heaps((2, 2))),
    ("heaps of 1, 2 and 4, player 2 to move", Heaps((1, 2, 4), 2)),
    ("no stick left, player 2 has taken the last", Heaps((0,))),
    ("no stick left, player 1 has taken the last", Heaps((0,), 2)),
    ("no stick left, player 1 has taken the last and so has lost", Heaps((0, 0), 2, False)),
    ("one stick, player 1 to move, and who takes the last one loses", Heaps((1,), 1, False)),
    ("heaps of 2 and 3, player 1 to move, and who takes the last one loses", Heaps((2, 3), 1, False)),
    ("heaps of 1, 1 and 1, player 2 to move, and who takes the last one loses", Heaps((1, 1, 1), 2, False)),
    ("the empty board of Tic-tac-toe", Rules()),
    ("Tic-tac-toe after 0 1", Rules().play(0).play(1)),
    ("Tic-tac-toe after 0 4 8, O to move", Rules().play(0).play(4).play(8)),
    ("Tic-tac-toe after 0 1 4, O to move", Rules().play(0).play(1).play(4)),
    ("Tic-tac-toe after 0 3 1 4 2, which X has won", _after(Rules(), (0, 3, 1, 4, 2))),
    ("Tic-tac-toe after 0 3 1 4 8 5, which O has won", _after(Rules(), (0, 3, 1, 4, 8, 5))),
    ("Tic-tac-toe after 0 1 2 4 3 5 7 6 8, a draw", _after(Rules(), (0, 1, 2, 4, 3, 5, 7, 6, 8))),
    ("the empty board of Hex, 3 x 3", HexBoard(3)),
    ("Hex, 3 x 3, after a1", HexBoard(3).play("a1")),
    ("Hex, 3 x 3, after b1 a1 b2 a2 b3, which player 1 has won", _after(HexBoard(3), ("b1", "a1", "b2", "a2", "b3"))),
]
MANY = "four heaps of 4 sticks", Heaps((4, 4, 4, 4))


def _result(game, best=None, end=None, moves=slice(None)):
    """1, 0 or -1; the arguments by name are what can go wrong."""
    best = best or (lambda player: max if player == 1 else min)
    end = end or (lambda game: {1: 1, None: 0, 2: -1}[game.winner])

    @cache
    def result(game):
        if game.is_terminal:
            return end(game)
        return best(game.to_move)(result(game.play(move)) for move in game.legal_moves()[moves])

    return result(game)


def _by_the_first_player(game):
    """As if the player who is to move at the beginning were player 1."""
    return _result(game, best=lambda player: max if player == game.to_move else min)


def _mean(results):
    results = [*results]
    return sum(results) / len(results)


SLIPS = {
    "both players do what is best for player 1; player 2 wants the smallest": lambda game: _result(
        game, lambda player: max
    ),
    "both players do what is worst for player 1; player 1 wants the largest": lambda game: _result(
        game, lambda player: min
    ),
    "player 1 takes the smallest result and player 2 the largest": lambda game: _result(
        game, lambda player: min if player == 1 else max
    ),
    "whoever moves at the beginning is taken for player 1; ask each position who is to move": _by_the_first_player,
    "only the first legal move is tried": lambda game: _result(game, moves=slice(1)),
    "only the last legal move counts; keep the results of all": lambda game: _result(game, moves=slice(-1, None)),
    "a win of player 1 counts as -1; it is 1, and a win of player 2 is -1": lambda game: _result(
        game, end=lambda game: {1: -1, None: 0, 2: 1}[game.winner]
    ),
    "the sign is turned at every move, but the end says already what player 1 gets": lambda game: _result(
        game, lambda player: lambda results: max(-result for result in results)
    ),
    "a finished game is worth 1 whoever has won; it is -1 if player 2 has": lambda game: _result(
        game, end=lambda game: int(game.winner is not None)
    ),
    "a draw counts as lost for player 1; it is worth 0": lambda game: _result(
        game, end=lambda game: 1 if game.winner == 1 else -1
    ),
    "a draw counts as won for player 1; it is worth 0": lambda game: _result(
        game, end=lambda game: -1 if game.winner == 2 else 1
    ),
    "at the end it is not asked who has won; the last to move need not be the winner": lambda game: _result(
        game, end=lambda game: 1 if game.to_move == 2 else -1
    ),
    "the results of the moves are averaged; a perfect player takes the best": lambda game: _result(
        game, lambda player: _mean
    ),
    "that is the result for the player to move; here 1 is a win of player 1": lambda game: (
        _result(game) * (1 if game.to_move == 1 else -1)
    ),
    "that is the number of the winner; a win of player 2 is -1, a draw 0": lambda game: {1: 1, 0: 0, -1: 2}[
        _result(game)
    ],
}


KEEP = "keep the result of each position, for all calls"


@check
def check_26_2(outcome):
    answers = []
    for name, game in GAMES:
        try:
            answers.append(ask(outcome, game, kind=anything, said=f"outcome of {name}"))
        except Wrong as wrong:
            _judge(answers)  # what it gave before may say more than how it stopped
            raise Wrong(f"{wrong}{_why_stopped(str(wrong))}") from None
    _judge(answers)
    again = [ask(outcome, game, kind=anything, said=f"outcome of {name}, asked again") for name, game in GAMES]
    expect(again == answers, "asked twice about the same positions, outcome gives other results")
    _remembers(outcome)
    return f"it is right in {len(GAMES)} positions of four games, and keeps what it has found."


def _why_stopped(words):
    if "empty sequence" in words or "argument is empty" in words:
        return ": a finished game has no moves; ask first whether it is over"
    if "does not come to an end" in words:
        return f": {KEEP}"
    if "KeyError: None" in words:
        return ": after a draw winner is None, and the result is 0"
    if "NoneType" in words:
        return ": a result is None; is there a `return` on every way, and a result of a draw?"
    return ""


def _judge(answers):
    truths = [_result(game) for _, game in GAMES[: len(answers)]]
    for words, slip in SLIPS.items():
        if answers != truths and all(answer == slip(game) for answer, (_, game) in zip(answers, GAMES)):
            place = next(k for k, truth in enumerate(truths) if truth != answers[k])
            raise Wrong(f"{GAMES[place][0]}: {shown(answers[place])} is not right: {words}")
    for (name, _), answer, truth in zip(GAMES, answers, truths):
        expect(answer is not None, f"{name}: outcome gives None; is there a `return` on every way through it?")
        expect(not isinstance(answer, bool), f"{name}: outcome gives {answer}; expected 1, 0 or -1")
        hint = ": a win of player 2 is -1" if answer == 2 else ""
        expect(answer in (1, 0, -1), f"{name}: outcome gives {shown(answer)}; expected 1, 0 or -1{hint}")
        won = {1: "player 1 wins", 0: "nobody wins", -1: "player 2 wins"}
        expect(answer == truth, f"{name}: outcome gives {answer}, but it is not true that {won[int(answer)]}")


def _remembers(outcome):
    name, game = MANY
    hint = f"it has 625 positions, each for two players, but far more sequences of moves; {KEEP}"
    try:
        value = ask(outcome, game, kind=anything, said=f"outcome of {name}")
    except Wrong as wrong:
        raise Wrong(f"{wrong}: {hint}" if "does not come to an end" in str(wrong) else str(wrong)) from None
    expect(value == -1, f"{name}: outcome gives {shown(value)}, but player 2 can answer every move in another heap")


# -------------------------------------------------------------------- equivalent moves

HEAPS = [
    (2, 2, 3),
    (2, 3, 4),  # no two alike
    (1, 1, 1),  # all alike
    (3, 1, 2),
    (0, 2, 2),
    (1, 4, 0),  # an empty one
    (2, 1, 2),  # two alike, not side by side
    (0, 0, 0),  # over
]


@check
def check_26_3(distinct):
    for heaps in HEAPS:
        for player in (1, 2):
            game, call = _Named(heaps, player), f"distinct of heaps {heaps}"
            _judge_distinct(ask(distinct, game, kind=tuple_of(anything), said=call), game, call)
    return f"for {len(HEAPS)} positions it keeps the first of all moves that leave the same heaps."


def _judge_distinct(got, game, call):
    legal = game.legal_moves()
    strange = [move for move in got if move not in legal]
    expect(
        not strange,
        f"{call} has {shown(strange[0]) if strange else ''}, which is no legal move of {' '.join(legal)}",
    )
    firsts = tuple(dict.fromkeys(_first_like(game, move) for move in legal))
    expect(len(set(got)) == len(got), f"{call} gives {' '.join(got)}: a move stands there twice")
    kept = {}
    for move in got:
        other = kept.setdefault(game.left(move), move)
        expect(other == move, f"{call} has both {other} and {move}: they leave the same heaps, in another order")
    for move in firsts:
        found = kept.get(game.left(move))
        expect(found is not None, f"{call} has no move that leaves {game.left(move)}, as {move} does")
        expect(found == move, f"{call} has {found}: of equivalent moves it is the first, {move}")
    expect(got == firsts, f"{call} gives {' '.join(got)}: they stay in the order of legal_moves(), {' '.join(firsts)}")


@dataclass(frozen=True)
class _Named(Heaps):
    """Nim with the moves of the lesson, such as b2."""

    def legal_moves(self):
        return tuple(f"{'abc'[place]}{n}" for place, heap in enumerate(self.heaps) for n in range(1, heap + 1))

    def play(self, move):
        place = "abc".index(move[0])
        return Heaps.play(self, (place, self.heaps[place] - int(move[1:])))

    def left(self, move):
        return tuple(sorted(self.play(move).heaps))


def _first_like(game, move):
    return next(other for other in game.legal_moves() if game.left(other) == game.left(move))
