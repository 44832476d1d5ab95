"""Lesson 16: ratings and exact scores, for either player."""

from functools import cache

from c4lib import Board, TreeSearch, solve_moves
from mctslab import play_game
from mctslab.arena.solved import solved_positions
from mctslab.players import random_player
from pictures.lesson_16 import at_once, by_parity, waiting

from .base import an, ask, check, expect, or_none, real, shown, whole

RATED = [  # moves and playouts; without playouts there are no columns to rate
    ("", 60),
    ("3", 60),
    ("062413", 80),
    ("33333340000001", 80),
    ("6010101", 80),  # O can win at once
    ("010101", 80),  # X can
    ("3", 0),
]


@check
def check_16_1(for_x):
    for moves, playouts in RATED:
        board = Board.from_moves(moves)
        search, call = TreeSearch(board, rng=2), f"for_x(TreeSearch({shown(board)}, rng=2))"
        if playouts:
            search.run(playouts)
            call = f"for_x(TreeSearch({shown(board)}, rng=2).run({playouts}))"
        means, whose = search.means, "XO"[board.to_move - 1]
        got = ask(for_x, search, kind=an(dict), said=call)
        expect(
            search.game == board and search.iterations == playouts,
            f"{call} changes the search: it only has to be read",
        )
        expect(
            set(got) == set(means),
            f"{call} has the columns {shown(sorted(got, key=str))}; the root has {sorted(means)}",
        )
        for move, mean in means.items():
            value = real(got[move], f"{call}[{move}]")
            right = mean if board.to_move == 1 else 1 - mean
            told = f"{call}[{move}] is {value:.3f}"
            expect(not 1 < value <= 100, f"{told}: a rating lies between 0 and 1")
            expect(
                abs(value - right) < 1e-9 or abs(value - (1 - right)) > 1e-9,
                f"{told}; that is for O. It is {whose}'s turn there, and the means of the root count for {whose}",
            )
            expect(abs(value - right) < 1e-9, f"{told}, but the mean there is {mean:.3f}, for {whose}")
    of_o = sum(len(moves) % 2 for moves, _ in RATED)
    return f"the ratings of X in {len(RATED)} searches, {of_o} of them with O to move."


SPOKEN = [  # moves, and what to think of if the answer is another
    ("", "nobody has a threat there, so the rule is silent: None"),
    ("2444266236644", "X's threat lies in row 3, an odd one, and so is useful"),
    ("341341226", "a threat of O in row 2 is useful for O: O's rows are the even ones"),
    ("320532254", "a threat of X in an even row is not useful"),
    ("3013113421", "a threat of O in an odd row is not useful"),
    ("561513253331521", "X and O have useful threats in different columns: there X goes first"),
    ("244602166120140", "in column 3 both have a useful threat, and the lower one belongs to O"),
    ("316605203355425533", "in column 4 both have a useful threat, and the lower one belongs to X"),
    (
        "0306315010415611",
        "in row 2 of column 2 only O's threat is useful, and X's in row 3 lies above it: leave out what is not useful, then take the lowest",
    ),
    (
        "1516413100420425564",
        "X's threat in row 3 of column 3 is useful, whatever else there is in the column, and O's above it comes too late",
    ),
    ("15542103433355443455", "X has useful threats in two columns; O's in row 4 of column 6 does not take them away"),
    (
        "6432055045460441163130011255533041",
        "O's threat is the lowest useful one in column 2 only; in column 6 X has one",
    ),
]


@check
def check_16_2(parity):
    for moves, hint in SPOKEN:
        _ask_for_winner(parity, Board.from_moves(moves), hint)
    solved, spoken = solved_positions(), 0
    for place in range(len(solved)):
        board = solved.board(place)
        if solved.plies[place] >= 12 and place % 3 == 0 and not at_once(board):
            _ask_for_winner(parity, board, "are odd and even, and the lowest of each column, taken as in the task?")
            spoken += 1
    return f"the rule's answer in {len(SPOKEN) + spoken} positions."


def _ask_for_winner(answer, board, hint):
    call = f"parity({shown(board)})"
    got, right = ask(answer, board, kind=or_none(whole), said=call), by_parity(board)
    expect(got in (1, 2, None), f"{call} is {got}: it is 1 for X, 2 for O, or None")
    has = " and ".join(f"{'XO'[player - 1]} {waiting(board, player)}" for player in (1, 2))
    expect(got == right, f"{call} is {got}, not {right}: {hint}. Waiting threats: {has}")


def _last_disc(board, score):
    if not score:
        return 42
    won_by_x = (board.to_move == 1) == (score > 0)
    return (41 if won_by_x else 42) - 2 * (abs(score) - 1)


ENDS = [
    ("", 1, "X's very last disc is number 41"),
    ("3", -1, "it is O's turn, and a score below 0 means that X wins"),
    ("33", 3, "+3 is the third of X's discs counted from the last: 41 is the first, 39 the second"),
    ("3", 2, "it is O's turn, and O's discs have even numbers, the last is 42"),
    ("33", -2, "it is X's turn, so that O wins, whose last disc is 42"),
    ("343343", -4, "O wins there, and each n more is two discs sooner"),
    ("3433434", 4, "whoever wins, n counts the winner's own discs"),
    ("33", 0, "a draw fills the board"),
    ("010101", 18, "X's next disc, number 7, can complete a line there"),
]


@check
def check_16_3(last_disc):
    for moves, score, hint in ENDS:
        board = Board.from_moves(moves)
        call = f"last_disc({shown(board)}, {score})"
        got, right = ask(last_disc, board, score, kind=whole, said=call), _last_disc(board, score)
        expect(got == right, f"{call} is {got}, too {'late' if got > right else 'soon'}: {hint}")
    for moves in ("011501364143244441123", "34334334011446610066300111"):  # played out, so that it is no formula
        board = Board.from_moves(moves)
        score = max(solve_moves(board).values())
        right, call = _played_out(board), f"last_disc({shown(board)}, {score})"
        got = ask(last_disc, board, score, kind=whole, said=call)
        expect(got == right, f"{call} is {got}, but with perfect play the game ends with disc {right}")
    return f"the end of the game in {len(ENDS) + 2} positions, two of them played out."


def _played_out(board):
    while not board.is_terminal:
        scores = solve_moves(board)
        board = board.play(max(scores, key=scores.get))
    return len(board.moves)


RANDOM_GAMES = (4, 12, 19)  # their seeds: they last long enough, and have blunders
SMALL = [  # moves, scores, and what to think of if the answer is another
    ([3], [{2: 1, 3: 0}], "a draw where a win was possible is a blunder"),
    ([2], [{2: -4, 3: 0}], "a loss where a draw was possible is a blunder"),
    ([2], [{2: -4, 3: 7}], "a loss where a win was possible is a blunder"),
    ([2], [{2: 1, 3: 7}], "a later win is a win, too"),
    ([2], [{2: -9, 3: -2}], "the game was lost already, so a sooner loss changes nothing"),
    ([2], [{2: 0, 3: 0, 4: -5}], "nothing better than a draw was possible"),
    ([4, 2, 4], [{4: 2, 5: -3}, {2: -2, 3: -2}, {4: 1, 0: 3}], "who loses with every move cannot blunder"),
    (
        [0, 0, 1],
        [{0: 0, 1: 5}, {0: -3, 1: 0}, {1: 3, 0: 3}],
        "each score counts for the player to move then, and each index from 0",
    ),
]


def _worse(best, played):
    return (best > 0) + (best >= 0) > (played > 0) + (played >= 0)


def _blunders(moves, scores):
    return [k for k, (move, row) in enumerate(zip(moves, scores)) if _worse(max(row.values()), row[move])]


@check
def check_16_4(blunders):
    for moves, scores, hint in SMALL:
        _ask_for_blunders(blunders, moves, scores, f"blunders({moves}, {shown(scores)})", hint)
    for seed in RANDOM_GAMES:
        moves, scores = _end_of_game(seed)
        call = f"blunders at the end of random game {seed}, {len(moves)} moves,"
        _ask_for_blunders(blunders, moves, scores, call, "is each player's outcome compared with the best there was?")
    found = [len(_blunders(*_end_of_game(seed))) for seed in RANDOM_GAMES]
    return f"the random players gave something away {' and '.join(map(str, found))} times in the ends of three games."


def _ask_for_blunders(blunders, moves, scores, call, hint):
    got = ask(blunders, list(moves), [dict(row) for row in scores], kind=an(list), said=call)
    got = [whole(k, f"an index of {call}") for k in got]
    right = _blunders(moves, scores)
    for k in got:
        expect(0 <= k < len(moves), f"{call} names {k}: the indices are 0 to {len(moves) - 1}")
        expect(k in right, f"{call} names {k}, which is no blunder: {hint}")
    missing = [k for k in right if k not in got]
    expect(not missing, f"{call} misses {len(missing)} of {len(right)}: {hint}")
    expect(len(set(got)) == len(got), f"{call} names {shown(got)}: each only once")


@cache  # the solver needs a second or two for each game
def _end_of_game(seed):
    """The moves of a random game from 16 discs on, and the exact scores before each."""
    game = play_game(random_player, random_player, seed)
    boards = game.positions()[16:-1]
    return list(game.moves[16:]), [solve_moves(board) for board in boards]
