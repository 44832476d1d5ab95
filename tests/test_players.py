"""The players: what each of them plays, what it is called, and that all luck comes from the generator."""

import copy
import pickle
from functools import partial

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from nim import Nim
from slow_connect_four import SlowGame
from strategies import few, positions

from c4lib import Board, FastSearch, HexBoard, SearchSettings, TreeSearch, backpropagate
from mctslab.players import (
    EVENLY,
    FlatMonteCarlo,
    HumanPlayer,
    MCTSPlayer,
    mcts_player,
    player_copy,
    player_name,
    random_player,
    rule_based_player,
    threatened_moves,
    typed_move,
    winning_moves,
)

SIZES = st.sampled_from([(6, 7, 4), (4, 5, 4), (5, 4, 3), (4, 4, 3), (1, 5, 3)])
PLAYERS = [random_player, rule_based_player, FlatMonteCarlo(30), MCTSPlayer(30), MCTSPlayer(30, keep_tree=True)]
WON, FULL = Board.from_moves("0101010"), Board.from_moves("210033221310", rows=3, columns=4)


def rng(seed=1):
    return np.random.default_rng(seed)


def moves_played(player, board, seeds=40):
    """The moves that it plays here with different luck."""
    return {player(board, rng(seed)) for seed in range(seeds)}


def completes(board, column, player):
    """Whether a disc of this player in the column would complete a line, whoever's turn it is."""
    game = SlowGame(board.rows, board.columns, board.connect)
    for move in board.moves:
        game.play(move)
    game.stacks[column] += str(player)
    return game.winner == player


# ---------------------------------------------------------------- all of them


@pytest.mark.parametrize("player", PLAYERS, ids=player_name)
@given(board=positions(SIZES), seed=st.integers(0, 2**32))
@few
def test_every_player_gives_a_legal_move_and_the_same_one_for_the_same_seed(player, board, seed):
    move = copy.copy(player)(board, rng(seed))  # a copy has no tree of another case
    assert type(move) is int
    assert move in board.legal_moves()
    assert copy.copy(player)(board, rng(seed)) == move


@pytest.mark.parametrize("player", PLAYERS, ids=player_name)
def test_every_player_can_be_handed_to_another_process(player):
    again = pickle.loads(pickle.dumps(player))
    assert repr(again) == repr(player)
    assert again(Board(), rng()) == copy.copy(player)(Board(), rng())


@pytest.mark.parametrize("board", [WON, FULL], ids=["won", "full"])
@pytest.mark.parametrize("player", [*PLAYERS, HumanPlayer(lambda question: "3")], ids=player_name)
def test_a_player_asked_about_a_finished_game_says_that_it_is_over(player, board):
    with pytest.raises(ValueError, match="the game is over"):
        player(board, rng())


@pytest.mark.parametrize("player", [*PLAYERS, HumanPlayer(lambda question: "3")], ids=player_name)
def test_a_player_asked_about_what_is_no_position_names_it(player):
    with pytest.raises(ValueError, match="position.* 5$|^5 is no game position"):
        player(5, rng())


@pytest.mark.parametrize("bad", ["x", -1])
@pytest.mark.parametrize("player", [*PLAYERS, MCTSPlayer(5, search=TreeSearch)], ids=player_name)
def test_a_player_given_no_generator_says_what_it_takes(player, bad):
    with pytest.raises(ValueError, match=r"rng \(a numpy.random.Generator or a seed\) must be"):
        player(Board(), bad)


# ---------------------------------------------------------------- any game


@pytest.mark.parametrize("game", [Nim(), HexBoard()], ids=["Nim", "Hex"])
@pytest.mark.parametrize("player", [random_player, *PLAYERS[2:]], ids=player_name)
def test_other_games_are_played_too(player, game):
    assert player(game, rng()) in game.legal_moves()


def test_the_tree_of_another_game_is_kept():
    player = MCTSPlayer(100, keep_tree=True)
    start = Nim(12)
    after = start.play(player(start, rng())).play(("take", 1))
    player(after, rng(2))
    assert player.last_search.game == after
    assert player.last_search.iterations > 100


@pytest.mark.parametrize("game", [Nim(), HexBoard()], ids=["Nim", "Hex"])
def test_rules_of_connect_four_are_not_applied_to_another_game(game):
    with pytest.raises(ValueError, match=r"plays Connect Four, not .*: random_player and mcts_player play every game"):
        rule_based_player(game, rng())


# ---------------------------------------------------------------- random and rules


@given(board=positions(SIZES))
def test_winning_and_threatened_moves_are_those_that_complete_a_line(board):
    mine = [move for move in board.legal_moves() if completes(board, move, board.to_move)]
    theirs = [move for move in board.legal_moves() if completes(board, move, 3 - board.to_move)]
    assert list(winning_moves(board)) == mine
    # Where everything else wins at once, there is no elsewhere.
    assert list(threatened_moves(board)) == [move for move in theirs if {*board.legal_moves()} - {move, *mine}]


def test_the_rule_based_player_blocks_one_of_two():
    assert moves_played(rule_based_player, Board.from_moves("20304")) == {1, 5}


def test_the_rule_based_player_plays_at_random_otherwise():
    assert moves_played(rule_based_player, Board(), 100) == set(range(7))


# ---------------------------------------------------------------- flat Monte Carlo


@given(board=positions(SIZES), playouts=st.integers(1, 300))
def test_flat_monte_carlo_shares_its_playouts_evenly_and_builds_no_tree(board, playouts):
    search = FastSearch(board, EVENLY, 1).run(playouts)
    assert max(search.visits.values()) - min(search.visits.values()) <= 1
    assert sum(search.visits.values()) == playouts
    assert search.node_count == 1 + len(board.legal_moves())


def test_flat_monte_carlo_plays_the_best_mean():
    search = FastSearch(Board.from_moves("3"), EVENLY, rng(5)).run(210)
    assert FlatMonteCarlo(210)(Board.from_moves("3"), rng(5)) == max(search.means, key=search.means.get)


# ---------------------------------------------------------------- MCTS


def test_the_move_is_that_of_the_search():
    settings = SearchSettings(c=0.7, choose="mean")
    expected = FastSearch(Board.from_moves("33"), settings, 4).run(150).best_move()
    assert MCTSPlayer(150, settings=settings)(Board.from_moves("33"), rng(4)) == expected


def test_a_kept_tree_has_what_was_known_about_the_position():
    player = MCTSPlayer(300, keep_tree=True)
    own = player(Board(), rng())
    search = FastSearch(Board(), rng=rng()).run(300)
    search.move_root(own)
    search.move_root(2)
    kept = search.iterations
    player(Board().play(own).play(2), rng(2))
    assert kept > 0
    assert player.last_search.iterations == kept + 300
    assert player.last_search.visits == _continued(search, rng(2), 300)


def _continued(search, generator, playouts):
    search.rng = generator
    return search.run(playouts).visits


@pytest.mark.parametrize("other", [lambda own: Board().play((own + 1) % 7).play(2), lambda own: Board(4, 5)])
def test_a_kept_tree_is_left_when_the_position_comes_of_another_move_or_board(other):
    player = MCTSPlayer(100, keep_tree=True)
    board = other(player(Board(), rng()))
    player(board, rng(2))
    assert (player.last_search.game, player.last_search.iterations) == (board, 100)


def test_a_kept_tree_stays_as_it_is_when_the_player_is_asked_about_a_finished_game():
    player, board = MCTSPlayer(100, keep_tree=True), Board.from_moves("20304")  # O cannot stop both 1 and 5
    after = board.play(player(board, rng()))
    kept, winning = player.last_search, winning_moves(after)
    with pytest.raises(ValueError, match="the game is over"):
        player(after.play(winning[0]), rng())
    assert player.last_search is kept
    assert (kept.game, kept.iterations) == (board, 100)


def test_without_keep_tree_every_move_is_a_new_search():
    player = MCTSPlayer(100)
    own = player(Board(), rng())
    player(Board().play(own).play(2), rng())
    assert player.last_search.iterations == 100


def test_a_copy_starts_without_a_tree():
    player = MCTSPlayer(100, keep_tree=True)
    player(Board(), rng())
    assert copy.copy(player).last_search is None
    assert player.last_search is not None


def test_with_seconds_it_thinks_so_long():
    player = MCTSPlayer(seconds=0.05)
    player(Board(), rng())
    assert sum(player.last_search.visits.values()) > 1
    assert MCTSPlayer(playouts=3, seconds=100)(Board(), rng()) in range(7)


def test_a_search_with_phases_of_your_own_plays():
    calls = []

    def watched(*arguments):
        calls.append(arguments)
        return backpropagate(*arguments)

    MCTSPlayer(25, search=partial(TreeSearch, backpropagate=watched))(Board(), rng())
    assert len(calls) == 25


# ---------------------------------------------------------------- a person


def human(*answers):
    said, remaining = [], iter(answers)

    def ask(question):
        said.append(question)
        return next(remaining)

    return HumanPlayer(ask, said.append), said


def test_a_person_is_asked_until_the_answer_is_a_legal_move():
    player, said = human("", "three", "1.5", "-1", "7", "3", " 4\n")
    assert player(Board.from_moves("333333"), rng()) == 4
    assert sum(text == "Player 1 (X), move? " for text in said) == 7
    assert "column 3 is full; open columns: 0, 1, 2, 4, 5, 6" in said
    assert "a column is a whole number, not 'three'; open columns: 0, 1, 2, 4, 5, 6" in said


def test_a_person_types_the_moves_of_another_game():
    player, said = human("2", "take 4", " take 2\n")
    assert player(Nim(), rng()) == ("take", 2)
    assert said[1:3] == ["Player 1 (X), move? ", "'2' is no legal move; legal moves: take 1, take 2, take 3"]


def test_the_end_of_input_ends_the_asking():
    def ask(question):
        raise EOFError

    with pytest.raises(EOFError):
        HumanPlayer(ask)(Board(), rng())


@pytest.mark.parametrize("text", ["9" * 5000, "٣", "1e0"])
def test_what_is_no_column_is_refused(text):
    with pytest.raises(ValueError, match="open columns"):
        typed_move(text, Board())


# ---------------------------------------------------------------- names


class Nameless:
    def __call__(self, board, rng):
        return 0


@pytest.mark.parametrize(
    ("player", "name"),
    [
        (mcts_player(2000, c=0.5, solve=True), "MCTS, 2,000 playouts, c=0.5, solve=True"),
        (mcts_player(seconds=0.5), "MCTS, 0.5 s"),
        (mcts_player(7, search=TreeSearch), "MCTS, 7 playouts, TreeSearch"),
        (HumanPlayer(), "human"),
    ],
)
def test_names(player, name):
    assert player_name(player) == name


@pytest.mark.parametrize("player", [Nameless(), partial(rule_based_player)])
def test_a_name_has_no_address(player):
    assert "0x" not in player_name(player)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (lambda: MCTSPlayer(), "needs playouts=..., or seconds"),
        (lambda: MCTSPlayer(0), "playouts must be a whole number, at least 1, not 0"),
        (lambda: MCTSPlayer(10, settings={"c": 1}), "settings must be a SearchSettings"),
        (lambda: MCTSPlayer(10, search="fast"), "search must be FastSearch, TreeSearch"),
        (lambda: mcts_player(10, C=1), "there is no setting 'C'; settings: c, prior"),
        (lambda: player_copy("one", 3), r"one must be a player, something to call, \(game, rng\) -> move, not 3"),
        (lambda: player_copy("one", MCTSPlayer), "one must be a player"),  # a class, of which one forgot to make one
        (lambda: typed_move(None, Board()), "a column is a whole number, not None; open columns: 0, 1, 2, 3, 4, 5, 6"),
        (lambda: threatened_moves("x"), "a player is asked about a position, .* not about 'x'"),
    ],
)
def test_bad_input_is_refused(wrong, message):
    with pytest.raises(ValueError, match=message):
        wrong()
