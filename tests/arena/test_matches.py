"""Games, matches, round robins and sweeps: the records, the statistics, what goes wrong, and the pictures."""

import itertools
import os
import re
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from matplotlib import pyplot
from nim import Nim

from c4lib import Board, HexBoard
from c4lib.plots.canvas import TEXT
from mctslab import without_numba
from mctslab.arena import (
    GameRecord,
    Match,
    PlayerError,
    RoundRobin,
    elo_difference,
    play_game,
    play_match,
    round_robin,
    score_interval,
    sweep,
)
from mctslab.players import (
    FlatMonteCarlo,
    HumanPlayer,
    MCTSPlayer,
    mcts_player,
    player_name,
    random_player,
    rule_based_player,
)
from mctslab.plots.matches import plot_round_robin, plot_sweep
from mctslab.qlearning import QPlayer, trained_table

SMALL = Board(4, 4)
LOCK = threading.Lock()


def column(number):
    """A player that always plays the same column."""

    def player(board, rng):
        return number

    return player


def first_open(board, rng):
    return board.legal_moves()[0]


def fails_often(board, rng):
    """Fails in two of seven games, at its first move."""
    if len(board.moves) < 2 and random_player(board, rng) < 2:
        raise ZeroDivisionError("no idea")
    return random_player(board, rng)


class Truce:
    """A game of one move that nobody wins."""

    to_move, winner = 1, None

    def __init__(self, is_terminal=False):
        self.is_terminal = is_terminal

    def legal_moves(self):
        return () if self.is_terminal else ("talk",)

    def play(self, move):
        return Truce(True)


class Counter:
    """Carries something from move to move."""

    count = 0

    def __call__(self, board, rng):
        self.count += 1
        return board.legal_moves()[self.count % len(board.legal_moves())]


def record(winner, moves=()):
    return GameRecord(("a", "b"), (0,), Board(), tuple(moves), winner, "", ())


def match(*winners):
    return Match(("a", "b"), tuple(record(winner) for winner in winners), (0,))


# ---------------------------------------------------------------- one game


@pytest.mark.parametrize("kind", [int, np.int64, np.uint8])
def test_a_game_alternates_between_the_players_until_somebody_has_a_line(kind):
    game = play_game(column(kind(0)), column(kind(1)))
    assert game.moves == (0, 1, 0, 1, 0, 1, 0)
    assert {type(move) for move in game.moves} == {int}
    assert (game.winner, game.result, game.reason) == (1, "1-0", "a line of 4")


@given(seed=st.integers(0, 2**70), more=st.lists(st.integers(0, 2**33), max_size=3))
def test_a_record_can_be_replayed_and_played_again(seed, more):
    game = play_game(random_player, rule_based_player, (seed, *more), SMALL)
    boards = game.positions()
    assert [board.moves for board in boards] == [game.moves[:ply] for ply in range(len(game.moves) + 1)]
    assert boards[-1].is_terminal
    assert boards[-1].winner == game.winner
    assert len(game.times) == len(game.moves)
    assert play_game(random_player, rule_based_player, game.seed, game.start) == game


def test_seeds_of_different_length_give_different_games():
    seeds = [1, (1, 0), (1, 0, 0), (1, 1), (1, 2), 2**32 + 1]
    assert len({play_game(random_player, random_player, seed).moves for seed in seeds}) == len(seeds)


def test_the_players_have_generators_of_their_own():
    """The second player's luck does not depend on how much the first one draws."""
    seen = {}

    def draws(count, name):
        def player(board, rng):
            seen.setdefault(name, []).append(rng.random(count)[0])
            return board.legal_moves()[0]

        return player

    play_game(draws(1, "thrifty"), draws(1, "one"), 5)
    play_game(draws(9, "lavish"), draws(1, "two"), 5)
    assert seen["one"] == seen["two"]
    assert seen["thrifty"][0] == seen["lavish"][0] != seen["one"][0]


def test_a_game_can_start_anywhere():
    start = Board.from_moves("001")
    game = play_game(column(3), column(2), game=start)
    assert game.start == game.positions()[0] == start
    assert game.moves == (2, 3, 2, 3, 2, 3, 2)
    assert game.winner == 2


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        (7, "there is no column 7; open columns: 0, 1, 2, 3, 4, 5, 6"),
        (None, "a column is a whole number, not None"),
    ],
)
def test_a_move_that_is_none_loses(move, reason):
    game = play_game(first_open, column(move))
    assert (game.winner, game.moves) == (1, (0,))
    assert game.reason.startswith(f"illegal move of player 2: {reason}")
    assert len(game.times) == 2


def test_nothing_is_carried_over_from_one_game_to_the_next():
    player = Counter()
    games = [play_game(player, first_open, game=SMALL) for _ in range(2)]
    assert games[0] == games[1]
    assert player.count == 0


def test_a_player_with_a_tree_can_play_itself():
    player = MCTSPlayer(40, keep_tree=True)
    assert play_game(player, player, 3) == play_game(player, MCTSPlayer(40, keep_tree=True), 3)
    assert player.last_search is None


def test_a_player_that_raises_stops_with_the_position_in_the_message():
    def fails(board, rng):
        raise ValueError("where")

    with pytest.raises(PlayerError) as caught:
        play_game(column(3), fails, seed=8)
    message = str(caught.value)
    assert message.startswith("player 2 (fails) raised ValueError: where")
    assert "Board.from_moves('3')" in message
    assert str(Board.from_moves("3")) in message
    assert "seed (8,)" in message
    assert isinstance(caught.value.__cause__, ValueError)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (lambda: play_game(random_player, random_player, -1), "seed must be a whole number, at least 0, not -1"),
        (lambda: play_game(random_player, random_player, game="3"), "game must be a position of a game that is not over"),
        (lambda: play_game(random_player, random_player, game=Board.from_moves("0101010")), "not over"),
        (lambda: play_match(random_player, random_player, games=0), "games must be"),
        (lambda: play_match(random_player, random_player, jobs=0), "jobs must be"),
        (lambda: round_robin([random_player]), "the number of players must be .* at least 2, not 1"),
        (lambda: round_robin([mcts_player(5), mcts_player(5)]), "two players are called 'MCTS, 5 playouts'"),
        (lambda: round_robin(5), "players must be a list of players, or a dict with their names as keys, not 5"),
        (lambda: sweep({}, random_player), "grid must be a dict with a list of values for each setting .* not {}"),
        (lambda: sweep({"c": 5}, random_player), "a list of values for each setting by its name, not {'c'"),
        (
            lambda: sweep({"c": []}, random_player),
            "the number of combinations in the grid must be .* at least 1, not 0",
        ),
        (lambda: sweep({5: [1]}, random_player), "a name must be a text, .* not 5"),
        (lambda: sweep({"c": [1]}, random_player, make_player=5), "make_player must be something to call .* not 5"),
        (lambda: play_match(random_player, random_player, 10**6 + 1), "games must be at most 1,000,000, not 1,000,001"),
        (lambda: plot_sweep(3), "this draws a Sweep"),
        (lambda: plot_round_robin(3), "this draws a RoundRobin"),
    ],
)
def test_bad_input_is_refused(wrong, message):
    with pytest.raises(ValueError, match=message):
        wrong()


# ---------------------------------------------------------------- what comes back from a player, and from a game


class Shifty:
    """A move that is another one each time it is asked, and equal to everything."""

    asked = 0

    def __init__(self, number=3):
        self.number = number

    def __index__(self):
        self.asked += 1
        return self.asked

    def __eq__(self, other):
        return True

    def __hash__(self):
        return hash(self.number)


@pytest.mark.parametrize("start", [Board(), HexBoard(), Nim()], ids=["Connect Four", "Hex", "Nim"])
def test_a_move_that_is_equal_to_everything_is_none_of_the_legal_ones(start):
    moves = [Shifty(), *map(Shifty, start.legal_moves())]
    for move in moves:
        game = play_game(column(move), random_player, game=start)
        assert (game.winner, game.moves) == (2, ())
        assert re.search("is none of the legal moves|a cell has a name such as", game.reason)


class Third(Nim):
    """After the first move it is nobody's turn that there is."""

    def play(self, move):
        after = super().play(move)
        return Third(after.sticks, 3)


def test_a_turn_that_is_nobodys_is_said():
    with pytest.raises(ValueError, match="Third.* is no game position: to_move is 3: allowed are 1 and 2"):
        play_game(random_player, random_player, game=Third(5))


class Jar:
    """Five sticks, of which each player takes one: a position that can be changed, like many that students write."""

    def __init__(self, sticks=5, to_move=1):
        self.sticks, self.to_move = [1] * sticks, to_move

    @property
    def is_terminal(self):
        return not self.sticks

    @property
    def winner(self):
        return 3 - self.to_move if self.is_terminal else None

    def legal_moves(self):
        return ("one",) if self.sticks else ()

    def play(self, move):
        return Jar(len(self.sticks) - 1, 3 - self.to_move)


class Strict(Jar):
    def play(self, move):
        assert move == "one"
        return Strict(len(self.sticks) - 1, 3 - self.to_move)


def test_a_game_need_not_reckon_with_whatever_a_player_answers():
    game = play_game(column("two"), random_player, game=Strict())
    assert game.reason == "illegal move of player 1: 'two' is none of the legal moves: ('one',)"


def as_numpy(board, rng):
    return rng.choice(board.legal_moves())


@pytest.mark.parametrize("start", [SMALL, HexBoard()], ids=["Connect Four", "Hex"])
def test_the_moves_that_numpy_chooses_are_the_legal_ones(start):
    game = play_game(as_numpy, as_numpy, game=start)
    assert game.positions()[-1].is_terminal
    assert {type(move) for move in game.moves} == {type(start.legal_moves()[0])}


def declares_itself_the_winner(board, rng):
    move = board.legal_moves()[0]
    vars(board).update(winner=board.to_move)
    return move


def declares_many_winners(board, rng):
    move = board.legal_moves()[0]
    vars(board).update(winner=np.array([1, 2]))
    return move


def takes_a_stick_back(board, rng):
    board.sticks.append(1)
    board.to_move = 3 - board.to_move
    return "one"


def breaks(board, rng):
    del board.to_move
    return "one"


@pytest.mark.parametrize(
    ("cheat", "start"),
    [
        (declares_itself_the_winner, Board()),
        (declares_many_winners, Board()),
        (takes_a_stick_back, Jar()),
        (breaks, Jar()),
    ],
)
def test_a_player_that_changes_the_position_is_told_so(cheat, start):
    before = dict(vars(start))
    with pytest.raises(
        PlayerError, match=rf"^player 1 \({cheat.__name__}\) has changed the position that it was given"
    ):
        play_game(cheat, random_player, game=start)
    assert vars(start) == before


def first_of_any(board, rng):
    return board.legal_moves()[0]


def test_a_position_that_a_player_keeps_and_changes_later_is_not_the_referees():
    kept = []

    def later(board, rng):
        for old in kept:
            old.sticks.clear()
        kept.append(board)
        return "one"

    assert play_game(later, first_of_any, game=Jar()).moves == ("one",) * 5


class ThirdWins(Nim):
    """In the end somebody has won who does not play."""

    @property
    def winner(self):
        return 3 if self.is_terminal else None

    def play(self, move):
        return ThirdWins(super().play(move).sticks)


def test_a_winner_who_is_neither_player_is_refused_with_the_name_of_the_game():
    with pytest.raises(ValueError, match="ThirdWins.* is no game position: the winner is 3"):
        play_game(first_of_any, first_of_any, game=ThirdWins(2))


PLAYS = {
    "first": lambda player: play_game(player, random_player),
    "second": lambda player: play_game(random_player, player),
    "player": lambda player: play_match(player, random_player, 2),
    "opponent": lambda player: play_match(random_player, player, 2),
    "players['me']": lambda player: round_robin({"me": player, "luck": random_player}, 2),
    "reference": lambda player: sweep({"playouts": [1]}, player, 2),
    "what make_player makes of {'playouts': 2}": lambda player: sweep(
        {"playouts": [1, 2]}, random_player, 2, make_player=lambda playouts: (fails_at_once, player)[playouts - 1]
    ),
}


def fails_at_once(board, rng):
    raise AssertionError("a game was played")


class HoldsALock:
    def __init__(self):
        self.name, self.lock = "careful", LOCK

    def __call__(self, board, rng):
        return random_player(board, rng)


@pytest.mark.parametrize("argument", PLAYS)
def test_what_is_no_player_is_refused_before_the_first_game_by_its_argument(argument):
    message = f"^{re.escape(argument)} must be a player, something to call, .game, rng. -> move, not "
    for wrong in (5, HoldsALock):  # a class is not yet a player
        with pytest.raises(ValueError, match=message):
            PLAYS[argument](wrong)


@pytest.mark.parametrize("argument", PLAYS)
def test_a_player_that_cannot_be_copied_is_refused_with_its_part_and_what_to_do(argument):
    start = f"^{re.escape(argument)} cannot be copied for every game: its attribute 'lock': "
    with pytest.raises(
        ValueError, match=f"{start}.*; give it `__deepcopy__`, or make what it holds inside `__call__`$"
    ):
        PLAYS[argument](HoldsALock())


# ---------------------------------------------------------------- what a player keeps


class Growing:
    """Plays by how much it has seen."""

    def __init__(self):
        self.seen = []

    def __call__(self, board, rng):
        self.seen.append(board)
        legal = board.legal_moves()
        return legal[len(self.seen) % len(legal)]


class OwnLuck:
    def __init__(self):
        self.rng = np.random.default_rng(5)

    def __call__(self, board, rng):
        return random_player(board, self.rng)


@pytest.mark.check  # starts processes
@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("kind", [Growing, OwnLuck])
def test_a_player_with_a_state_of_its_own_plays_the_same_games_whoever_plays_and_how_often(kind, tmp_path):
    player, path = kind(), tmp_path / "journal"
    match = play_match(player, random_player, 6, game=SMALL)
    assert play_match(player, random_player, 6, game=SMALL) == match
    assert play_match(player, random_player, 6, game=SMALL, jobs=2) == match
    assert play_game(player, random_player, (0, 2), SMALL) == match.games[4]
    play_match(kind(), random_player, 6, game=SMALL, journal=path)
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:4]))  # as if stopped after three games
    assert play_match(player, random_player, 6, game=SMALL, journal=path) == match


def with_luck_in_a_closure():
    generator = np.random.default_rng(5)

    def closed(board, rng):
        return random_player(board, generator)

    return closed


def test_a_player_that_remembers_outside_of_itself_is_named():
    with pytest.warns(UserWarning, match="^your player closed remembers: .*; keep in its attributes") as caught:
        play_match(random_player, with_luck_in_a_closure(), 5, game=SMALL)
    assert caught[0].filename == __file__


def test_a_journal_that_is_whole_plays_nothing_and_says_it_again(tmp_path):
    player = with_luck_in_a_closure()
    player.identity = "closed, version 1"
    for _ in range(2):
        with pytest.warns(UserWarning, match="^your player closed remembers: "):
            play_match(player, random_player, 4, game=SMALL, journal=tmp_path / "journal")
    played = (tmp_path / "journal").read_bytes()
    never = column(None)
    never.identity, never.__name__ = player.identity, "closed"
    with pytest.warns(UserWarning, match="remembers"):
        play_match(never, random_player, 4, game=SMALL, journal=tmp_path / "journal")
    assert (tmp_path / "journal").read_bytes() == played


def hurried(board, rng):
    return board.legal_moves()[time.perf_counter_ns() % len(board.legal_moves())]


hurried.seconds = 0.001


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize(
    "player",
    [
        random_player,
        mcts_player(20, keep_tree=True),
        mcts_player(seconds=0.0005),
        hurried,
        HumanPlayer(ask=lambda question, answers=iter("0123" * 100): next(answers), say=lambda text: None),
        QPlayer(trained_table(4, 5)),
    ],
    ids=lambda player: player_name(player),
)
def test_who_remembers_nothing_or_goes_by_the_clock_is_not_named(player):
    play_match(player, random_player, 4, game=Board(4, 5))


# ---------------------------------------------------------------- before any work


class NoHash:
    __hash__ = None


@pytest.mark.parametrize(
    ("grid", "message"),
    [
        ({"weights": [[1, 2], [3, 4]]}, "the values of 'weights' in the grid must be different, and a tuple where"),
        ({"playouts": [1, True]}, "the values of 'playouts' in the grid must be different"),
        ({"a": [NoHash()]}, "the values of 'a' in the grid"),
        ({"a": itertools.count()}, "the number of combinations in the grid must be at most 1,000"),
        *(({name: [1]}, f"a name must be a text, .*not '{name}'") for name in ("games", "wins", "draws", "losses")),
        *(({name: [1]}, f"a name must be a text, .*not '{name}'") for name in ("score", "low", "high", "elo")),
    ],
)
def test_a_grid_that_makes_no_table_is_refused_before_the_first_game(grid, message):
    with pytest.raises(ValueError, match=message):
        sweep(grid, fails_at_once, 2, make_player=lambda **values: fails_at_once)


@pytest.mark.parametrize("name", ["score", "low", "high", 5, None])
def test_a_name_that_is_no_column_of_a_round_robin_is_refused_before_the_first_game(name):
    with pytest.raises(ValueError, match="a name must be a text, but none of score, low, high; not "):
        round_robin({name: fails_at_once, "other": fails_at_once}, 2)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (lambda: play_match(fails_at_once, fails_at_once, progress="no"), "progress must be True or False, not 'no'"),
        (lambda: round_robin(itertools.repeat(fails_at_once)), "two players are called 'fails_at_once'"),
        (
            lambda: round_robin((FlatMonteCarlo(n) for n in itertools.count(1)), 2),
            "the number of players must be at most",
        ),
        (
            lambda: sweep({"a": range(10)}, fails_at_once, 200_000, make_player=lambda a: fails_at_once),
            "games must be at most",
        ),
        (lambda: small_round_robin().results("nobody"), "player must be 'luck' or 'rules' or 'search', not 'nobody'"),
        (lambda: small_round_robin().results("luck", "nobody"), "opponent must be None or 'luck' .* not 'nobody'"),
    ],
)
def test_nonsense_is_refused_before_the_first_game(wrong, message):
    with pytest.raises(ValueError, match=message):
        wrong()


# ---------------------------------------------------------------- any game


def test_without_numba_only_a_match_that_is_played_here_and_kept_nowhere_is_cut_short(monkeypatch, tmp_path):
    monkeypatch.setattr(without_numba, "_is_compiled", lambda: False)
    monkeypatch.setattr(without_numba, "PLAYOUTS", 1)
    match = partial(play_match, mcts_player(1), random_player, 4, game=SMALL)
    assert len(match().games) == 2
    assert len(match(journal=tmp_path / "journal").games) == 4
    with ThreadPoolExecutor(1) as executor:
        assert len(match(executor=executor).games) == 4


# ---------------------------------------------------------------- statistics


def test_a_match_counts_for_the_first_named_who_begins_in_every_other_game():
    counted = match(1, 1, 2, 2, None)  # won, lost, lost, won, drawn
    assert counted.results == (1, 0, 0, 1, 0.5)
    assert (counted.wins, counted.draws, counted.losses) == (2, 1, 2)
    assert counted.score == 0.5
    assert counted.interval == score_interval(2.5, 5)
    assert counted.elo == 0
    assert counted.elo_interval == tuple(elo_difference(end) for end in counted.interval)


# ---------------------------------------------------------------- matches


def test_the_players_of_a_match_take_turns_to_begin_with_the_same_luck():
    played = play_match(random_player, first_open, games=5, seed=7, game=SMALL)
    names = ["random_player", "first_open"]
    assert [game.players for game in played.games] == [tuple(names), tuple(names[::-1])] * 2 + [tuple(names)]
    assert [game.seed for game in played.games] == [(7, 0), (7, 0), (7, 1), (7, 1), (7, 2)]


def unknowable(board, rng):
    """A random player that no journal can know: a lock cannot be pickled."""
    with LOCK:
        return random_player(board, rng)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (unknowable, unknowable),
        (mcts_player(20, c=1), mcts_player(20, c=1)),
    ],
)
def test_a_player_against_itself_plays_no_game_twice(one, other):
    played = play_match(one, other, games=10, seed=5)
    assert [game.seed for game in played.games] == [(5, number) for number in range(10)]
    assert len({game.moves for game in played.games}) == 10


# ---------------------------------------------------------------- what goes wrong


@pytest.mark.parametrize(
    "play", [play_match, lambda *players, **how: round_robin(players, **how)], ids=["match", "all"]
)
def test_unless_jobs_are_asked_for_games_are_played_in_this_process(play):
    processes = set()

    def noting(board, rng):
        processes.add(os.getpid())
        return board.legal_moves()[0]

    play(noting, random_player, games=2, game=SMALL)
    assert processes == {os.getpid()}


@pytest.mark.check  # starts processes
def test_a_player_that_raises_in_another_process_does_the_same():
    errors = []
    for jobs in (1, 2):
        with pytest.raises(PlayerError) as caught:
            play_match(fails_often, random_player, 400, jobs=jobs)
        errors.append(caught.value)
    assert str(errors[0]) == str(errors[1])  # the first failure, though both processes had one
    assert set(errors[0].games) <= set(errors[1].games)


def endless_in_game(number):
    """A random player that never comes to an end in one game, where Ctrl-C is pressed."""
    games = []

    def endless(board, rng):
        if len(board.moves) < 2:
            games.append(1)
        if len(games) == number:
            signal.raise_signal(signal.SIGINT)
            raise AssertionError("it plays on")
        return random_player(board, rng)

    return endless


def test_ctrl_c_ends_a_game_that_would_never_end_and_keeps_the_finished_ones():
    with pytest.raises(KeyboardInterrupt) as caught:
        play_match(endless_in_game(6), rule_based_player, 20, game=SMALL)
    whole = play_match(random_player, rule_based_player, 20, game=SMALL).games
    assert [game.moves for game in caught.value.games] == [game.moves for game in whole[:5]]


def test_ctrl_c_in_the_game_that_is_played_again_costs_the_last_one(tmp_path):
    player = endless_in_game(7)
    player.identity, player.__name__ = "a random player", "luck"
    with pytest.raises(KeyboardInterrupt) as caught:
        play_match(player, rule_based_player, 6, game=SMALL, journal=tmp_path / "journal")
    whole = play_match(random_player, rule_based_player, 6, game=SMALL).games
    assert [game.moves for game in caught.value.games] == [game.moves for game in whole[:5]]
    again = play_match(player, rule_based_player, 6, game=SMALL, journal=tmp_path / "journal")
    assert [game.moves for game in again.games] == [game.moves for game in whole]


LOADED = """
import multiprocessing, os, sys, time

if "Loky" in multiprocessing.current_process().name and sys.argv[1] == "0":  # this is a process that was started to play
    os.write(1, b"playing\\n")
    time.sleep(1)
"""

INTERRUPTED = """
import os, sys, time

pause, games = float(sys.argv[1]), int(sys.argv[2])

from mctslab.arena import play_match
from mctslab.players import random_player
import loaded

def slow(board, rng):  # as the second player
    if len(board.moves) == 1 and pause:
        os.write(1, b"playing\\n")  # at once: two processes write
    if board.to_move == 2:
        time.sleep(pause)
    return loaded and random_player(board, rng)

try:
    play_match(slow, random_player, games, jobs=2)
except KeyboardInterrupt as stop:
    print("kept", len(stop.games), len(set(stop.games)))
"""


@pytest.mark.check  # starts processes
@pytest.mark.parametrize(
    ("tell", "pause", "games", "lines", "least", "most"),
    [
        pytest.param(os.killpg, 0.02, 400, 6, 1, 100, id="both processes play"),
        pytest.param(os.killpg, 0, 40000, 2, 0, 2, id="both are still loading"),
        pytest.param(os.kill, 0.005, 400, 6, 1, 399, id="only the one that deals out is told"),
    ],
)
def test_ctrl_c_stops_all_processes_and_keeps_the_finished_games(tmp_path, tell, pause, games, lines, least, most):
    """A terminal, and a notebook, tells every process of the group."""
    script = tmp_path / "script.py"
    script.write_text(INTERRUPTED)
    (tmp_path / "loaded.py").write_text(LOADED)
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True, "start_new_session": True}
    with subprocess.Popen([sys.executable, script, str(pause), str(games)], **pipes) as process:
        for _ in range(lines):
            assert process.stdout.readline() == "playing\n"
        time.sleep(0.2)
        tell(process.pid, signal.SIGINT)
        output, errors = process.communicate(timeout=60)
    words = output.split("\n")[-2].split()
    assert words[0] == "kept"
    assert least <= int(words[1]) == int(words[2]) <= most
    assert "Traceback" not in errors


TYPED = """
from functools import partial
from mctslab.arena import play_match
from mctslab.players import MCTSPlayer, random_player
from c4lib import TreeSearch, backpropagate

def mine(*arguments):
    return backpropagate(*arguments)

class Leftmost:
    def __call__(self, board, rng):
        return board.legal_moves()[0]

def made(column):
    return lambda board, rng: column

for player in (Leftmost(), MCTSPlayer(5, search=partial(TreeSearch, backpropagate=mine)), made(3)):
    print(play_match(player, random_player, 4, jobs=2) == play_match(player, random_player, 4))
"""


@pytest.mark.check  # starts processes
def test_what_was_typed_into_a_notebook_plays_in_other_processes():
    """`python -c` has, like a notebook, a `__main__` that is in no file."""
    output = subprocess.check_output([sys.executable, "-c", TYPED], text=True)
    assert output.splitlines() == ["True"] * 3


# ---------------------------------------------------------------- round robins and sweeps


PLAYERS = {"luck": random_player, "rules": rule_based_player, "search": mcts_player(60, c=0.8, keep_tree=True)}


def small_round_robin():
    return round_robin(PLAYERS, games=10, seed=3, game=SMALL)


def test_every_pairing_is_a_match_of_its_own():
    played = small_round_robin()
    for number, (one, other) in enumerate([("luck", "rules"), ("luck", "search"), ("rules", "search")]):
        assert played.matches[one, other] == play_match(PLAYERS[one], PLAYERS[other], 10, (3, number), SMALL)


def test_the_results_of_a_round_robin_add_up():
    played = small_round_robin()
    for name in PLAYERS:
        others = [other for other in PLAYERS if other != name]
        assert sorted(played.results(name)) == sorted(sum((played.results(name, other) for other in others), ()))
        assert played.results(name, name) == ()
    assert sum(sum(played.results(name)) for name in PLAYERS) == 30
    assert sum(played.results("rules", "luck")) == 10 - sum(played.results("luck", "rules"))


def test_every_cell_of_a_sweep_is_a_match_of_its_own():
    played = sweep({"c": [0.3, 3], "playouts": [5, 9]}, rule_based_player, 6, seed=2, game=SMALL)
    assert list(played.matches) == [(0.3, 5), (0.3, 9), (3, 5), (3, 9)]
    assert played.matches[3, 5] == play_match(mcts_player(5, c=3), rule_based_player, 6, (2, 2), SMALL)
    assert list(played.table()["score"]) == [match.score for match in played.matches.values()]


def test_a_sweep_can_make_players_of_its_own():
    played = sweep({"playouts": [1, 20]}, random_player, 4, make_player=FlatMonteCarlo)
    assert played.matches[20,].players == ("flat Monte Carlo, 20 playouts", "random_player")


# ---------------------------------------------------------------- pictures


@pytest.fixture(autouse=True)
def no_figure_stays_open():
    yield
    pyplot.close("all")


def written(ax):
    return [text.get_text() for text in ax.texts]


def overlapping(ax):
    """Pairs of texts (of cells, axes and title) that overlap."""
    ax.figure.canvas.draw()
    texts = [*ax.texts, *ax.get_xticklabels(), *ax.get_yticklabels(), ax.title, ax.xaxis.label, ax.yaxis.label]
    boxes = [(text.get_text(), text.get_window_extent()) for text in texts if text.get_text()]
    pairs = [(one, other) for number, one in enumerate(boxes) for other in boxes[:number]]
    return [(one[0], other[0]) for one, other in pairs if one[1].overlaps(other[1])]


def test_the_picture_of_a_round_robin_has_every_score_with_its_interval():
    played = RoundRobin(("a", "b"), {("a", "b"): match(1, 1, 1, 1)})  # a: 1, 0, 1, 0 against b
    ax = plot_round_robin(played)
    assert [label.get_text() for label in ax.get_xticklabels()] == ["a", "b", "all"]
    low, high = score_interval(2, 4)
    assert written(ax)[:8] == ["50%", f"{100 * low:.0f} to {100 * high:.0f}%"] * 4
    assert np.isnan(ax.images[0].get_array().filled(np.nan)[0, 0])


def test_the_best_is_on_top_and_a_dark_line_parts_the_players_from_the_mean_of_all():
    ax = plot_round_robin(small_round_robin())
    assert [label.get_text() for label in ax.get_yticklabels()][-1] == "luck"
    (line,) = [line for line in ax.lines if line.get_color() == TEXT]
    assert [*line.get_xdata()] == [len(ax.get_xticks()) - 1.5] * 2


def test_the_heat_map_puts_every_cell_in_its_place():
    played = sweep({"c": [0.3, 3], "playouts": [5, 9, 70]}, random_player, 4, game=SMALL)
    ax = plot_sweep(played)
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("playouts", "c")
    assert [label.get_text() for label in ax.get_xticklabels()] == ["5", "9", "70"]
    assert [label.get_text() for label in ax.get_yticklabels()] == ["0.3", "3"]
    scores = [[played.matches[c, playouts].score for playouts in (5, 9, 70)] for c in (0.3, 3)]
    assert ax.images[0].get_array().tolist() == scores
    assert not ax.yaxis_inverted()  # the values grow upwards


def test_one_setting_is_a_row_and_three_are_refused():
    assert plot_sweep(sweep({"playouts": [1, 2]}, random_player, 2)).images[0].get_array().shape == (1, 2)
    with pytest.raises(ValueError, match="the sweep has 3 settings"):
        plot_sweep(sweep({"playouts": [1], "c": [1], "prior": [0]}, random_player, 2))


def test_nothing_overlaps():
    names = ("MCTS, 100 playouts, c=0.5, tree kept", "flat Monte Carlo, 1,000 playouts", "rule_based_player", "x")
    pairs = [(one, other) for number, one in enumerate(names) for other in names[number + 1 :]]
    assert not overlapping(plot_round_robin(RoundRobin(names, dict.fromkeys(pairs, match(1, 2))), title="Who is best?"))
    assert not overlapping(
        plot_sweep(sweep({"c": [0.2, 1], "playouts": [1, 1000, 100000]}, column(0), 2, game=Board(1)))
    )
