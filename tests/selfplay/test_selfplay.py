"""The training: what its games teach, that it can be repeated, stopped and continued, and that it gets stronger."""

import os
import signal

import numpy as np
import pytest

from c4lib import Board
from mctslab import play_match
from mctslab.players import network_player, random_player
from mctslab.selfplay import Network, SelfPlay, train, trained_network
from mctslab.selfplay.network import inputs_of

SMALL = Board(3, 4, 3)


def trained(generations=2, **arguments):
    return train(SMALL, generations, games=12, simulations=10, **arguments)


def same(one, other):
    return all((a == b).all() for a, b in zip(one.weights, other.weights, strict=True))


# -------------------------------------------------------------------- its games


@pytest.fixture(scope="module")
def games():
    training = SelfPlay(Board(4, 5), games=30, simulations=16, seed=4)
    training.search_value = 0  # the results alone
    return training.play(np.random.default_rng(4))


def boards_of(positions):
    """The boards with these bits."""
    for own, other in inputs_of(positions, Board(4, 5)):
        to_move = 1 if own.sum() == other.sum() else 2
        yield Board.from_cells((to_move * own + (3 - to_move) * other).T[::-1].astype(int))


def test_the_games_start_with_the_board_and_none_goes_on_after_its_end(games):
    positions, policies, values = games
    empty = (positions[:, 1] == 0).sum()
    assert empty == 30
    assert len(positions) == len(policies) == len(values)
    inputs = inputs_of(positions, Board(4, 5))
    assert inputs.sum(axis=(1, 2, 3)).max() < 20


def test_values_are_results_from_the_viewpoint_of_the_player_to_move(games):
    positions, policies, values = games
    assert {*values} <= {0, 0.5, 1}
    takes = []  # the values where the most visited move, which is played after the opening, wins at once
    for board, policy, value in zip(boards_of(positions), policies, values, strict=True):
        if (board.cells > 0).sum() >= 7 and board.play(policy.argmax()).winner:
            takes.append(value)
    assert len(takes) > 10
    assert {*takes} == {1}


def test_a_result_is_worth_the_opposite_one_ply_before():
    training = SelfPlay(SMALL)
    training.search_value = 0
    plies = []
    for ended in ([np.nan, 0.5], [np.nan], [0]):  # of two games; whoever would be next in the last one has lost
        count = len(ended)
        positions, policies = np.zeros((count, 2)), np.zeros((count, 4))
        searched = np.zeros(count)
        plies.append((positions, policies, searched, np.array(ended)))
    positions, policies, values = training.taught_by(plies)
    assert values.tolist() == [1, 0.5, 0, 1]


# -------------------------------------------------------------------- repeated, stopped, continued


def test_the_same_seed_gives_the_same_network():
    assert same(trained(seed=3), trained(seed=3))
    assert not same(trained(seed=3), trained(seed=4))


LARGE_STEPS = {5: 3, 4: 3, 10: 6, 1: 1}  # how many of so many generations


@pytest.mark.parametrize(("generations", "large"), LARGE_STEPS.items())
def test_in_the_last_forty_percent_of_the_generations_the_steps_are_a_quarter_as_large(monkeypatch, generations, large):
    rates = []

    def learn(self, rate, rng):
        rates.append(rate)
        return self.network.weights

    monkeypatch.setattr(SelfPlay, "learn", learn)
    monkeypatch.setattr(SelfPlay, "play", lambda self, rng: None)
    training = SelfPlay(SMALL)
    list(training.steps(generations))
    assert rates == [training.rate] * large + [training.rate / 4] * (generations - large)


def test_a_training_goes_on_from_a_saved_network(tmp_path):
    first = trained()
    first.save(tmp_path / "net.npz")
    one, other = (trained(network=network, seed=5) for network in (first, Network.load(tmp_path / "net.npz")))
    assert one.generations == 4
    assert same(one, other)
    assert not same(one, first)


def test_ctrl_c_leaves_the_network_of_the_last_complete_generation(monkeypatch):
    learn = SelfPlay.learn

    def learn_and_press(self, *arguments):
        if self.network.generations == 1:
            os.kill(os.getpid(), signal.SIGINT)
        return learn(self, *arguments)

    monkeypatch.setattr(SelfPlay, "learn", learn_and_press)
    network = trained(generations=5)
    assert network.generations == 1
    monkeypatch.undo()
    assert network.evaluate([SMALL])[0].shape == (1, 4)


def test_weights_that_are_no_numbers_stop_it_and_the_network_is_the_one_before():
    training = SelfPlay(SMALL, games=8, simulations=8)
    [before] = training.steps(1)
    training.rate = np.inf
    with (
        pytest.raises(ValueError, match="the weights of generation 2 are no numbers: in a training, lower the rate"),
        np.errstate(all="ignore"),
    ):
        list(training.steps(3))
    assert training.network is before
    training.rate = 1e-3
    [after] = training.steps(1)
    assert after.generations == 2


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"board": "3"}, "board must be a Board, not '3'"),
        ({"board": Board(8, 8)}, r"a network needs a board with \(rows \+ 1\) \* columns <= 64"),
        ({"board": Board.from_moves("0616263")}, "the game is over"),
        ({"generations": 0}, "generations must be a whole number, at least 1, not 0"),
        ({"games": 0}, "games must be a whole number, at least 1, not 0"),
        ({"simulations": 1}, "simulations must be a whole number, at least 2, not 1"),
        ({"seed": 1.5}, "seed"),
        ({"network": "mine.npz"}, "network must be a Network, not 'mine.npz'"),
    ],
)
def test_bad_arguments_are_named(arguments, message):
    with pytest.raises(ValueError, match=message):
        train(**arguments)


def test_a_network_goes_on_with_its_own_board_only():
    with pytest.raises(ValueError, match=r"Network\(3 x 4, connect 3: 2 generations\) is for another board than Board"):
        train(Board(4, 5), network=trained())


# -------------------------------------------------------------------- the player


def test_the_player_takes_a_win_and_is_called_by_its_simulations():
    player = network_player(trained_network(), simulations=50)
    assert player(Board.from_moves("051525"), np.random.default_rng(1)) == 3
    assert player.name == "network, 50 simulations"


def test_with_one_simulation_it_plays_the_largest_share():
    network = trained_network()
    board = Board.from_moves("332")
    policies, _ = network.evaluate([board])
    assert network_player(network, simulations=1)(board, np.random.default_rng(1)) == policies[0].argmax()


def test_a_player_needs_a_network():
    with pytest.raises(ValueError, match="network must be a Network, not 'net.npz'"):
        network_player("net.npz")


def test_a_player_needs_simulations():
    with pytest.raises(ValueError, match="simulations must be a whole number, at least 1, not 0"):
        network_player(trained_network(), 0)


@pytest.mark.check
def test_after_a_few_seconds_it_beats_the_random_player():
    network = train(Board(4, 5), generations=6, games=60, simulations=24)
    result = play_match(network_player(network, 30), random_player, games=100, seed=1, game=Board(4, 5))
    assert result.score > 0.75
