"""What a student may hand over by mistake, and games whose author forgot something: each in a sentence."""

import math
import os
from types import SimpleNamespace

import numpy as np
import pytest
from nim import Endless, Nim, OneByOne

from c4lib import Board, SearchExplorer, SearchNode, SearchStepper, TreeSearch, plot_board, ucb1
from c4lib.phases import expand, simulate
from mctslab import play_game, play_match
from mctslab.course import own_files
from mctslab.guided import puct, rave, start_by
from mctslab.players import PlayerError, random_player


class Unfinished(Nim):
    """Its author forgot that a game without moves is over."""

    is_terminal = False
    winner = None

    def play(self, move):
        return Unfinished(self.sticks - move[1], 3 - self.to_move)


NO_END = "after 10,000 moves, the game has not ended"


def test_a_search_of_a_game_without_end_is_stopped():
    with pytest.raises(ValueError, match=NO_END):
        TreeSearch(Endless(), rng=1).run(1)


def test_a_game_without_end_between_two_players_is_stopped():
    with pytest.raises(ValueError, match=NO_END):
        play_game(random_player, random_player, 0, Endless())


@pytest.mark.parametrize("widget", [SearchExplorer, SearchStepper])
def test_a_panel_on_a_game_without_end_is_refused_in_a_sentence(widget):
    with pytest.raises(ValueError, match=NO_END):
        widget(Endless())


@pytest.mark.parametrize(("sticks", "ends"), [(10_000, True), (10_001, False)])
def test_a_playout_of_as_many_moves_as_a_game_may_have_is_one(sticks, ends):
    def playout():
        return simulate(SearchNode(OneByOne(sticks)), None, np.random.default_rng(1))

    if ends:
        assert len(playout().moves) == sticks
    else:
        pytest.raises(ValueError, playout)


def test_a_game_that_stops_without_an_end_is_blamed_not_a_player():
    with pytest.raises(ValueError, match="Unfinished.* is no game position: there is no legal move, but is_terminal is"):
        play_game(random_player, random_player, 0, Unfinished())


def test_a_search_names_the_position_that_has_no_move_and_no_end():
    with pytest.raises(ValueError, match="there is no move, but is_terminal is False:\\nUnfinished"):
        TreeSearch(Unfinished(2), rng=1).run(20)


@pytest.mark.parametrize("column", range(7))
def test_wins_that_are_no_number_are_told_with_their_node(column):
    search = TreeSearch(Board(), rng=1).run(20)
    search.root.children[column].wins = math.nan
    with pytest.raises(ValueError, match=f"node {column}: no UCB1 value for wins=nan"):
        search.run(1)


@pytest.mark.parametrize("visits", [None, [], math.nan])
def test_visits_that_are_no_number_have_no_ucb1_value(visits):
    with pytest.raises(ValueError, match="no UCB1 value for wins=1, visits="):
        ucb1(1, visits, 3)


NO_NODES = [("prior", math.nan), ("prior", -1), ("viewpoint", "x")]


@pytest.mark.parametrize(("name", "value"), NO_NODES)
def test_a_node_has_a_prior_and_a_player(name, value):
    root = SearchNode(Board())
    with pytest.raises(ValueError, match=f"{name} must be"):
        SearchNode(move=3, parent=root, **{name: value})
    assert root.children == ()


def test_expand_needs_settings():
    leaf = SearchNode(Board())
    with pytest.raises(ValueError, match="settings must be a SearchSettings, not None"):
        expand(leaf, None, np.random.default_rng(1))
    assert leaf.children == ()


def test_an_array_is_no_winner():
    def my_own(node, settings, rng):
        return SimpleNamespace(winner=np.zeros(3))

    with pytest.raises(ValueError, match="my_own must return the Simulation .*, whose winner is 1, 2 or None, not array"):
        TreeSearch(Board(), rng=1, simulate=my_own).run(1)


MADE = {
    "rave": (lambda: rave(k="x"), "k must be a finite number"),
    "puct": (lambda: puct(policy=None), "policy must be a function of a position, not None"),
    "a bonus": (lambda: puct(policy=dict, c=math.nan), "c must be a finite number"),
    "a start": (lambda: start_by(policy=3), "policy must be a function of a position, not 3"),
    "a title": (lambda: plot_board(Board(), title=3), "title must be a text, not 3"),
    "a journal": (lambda: play_match(random_player, random_player, 2, journal=3), "journal must be the name of a file, not 3"),
}  # fmt: skip


@pytest.mark.parametrize("case", MADE)
def test_what_means_nothing_is_refused_when_it_is_handed_over(case):
    make, sentence = MADE[case]
    with pytest.raises(ValueError, match=sentence):
        make()


def test_a_player_that_leaves_python_has_made_a_mistake():
    def quits(board, rng):
        raise SystemExit(0)

    with pytest.raises(PlayerError, match=r"player 1 \(quits\) raised SystemExit: 0"):
        play_game(quits, random_player)


def test_a_long_answer_is_told_in_short():
    game = play_game(lambda board, rng: "x" * 10**6, random_player)
    assert len(game.reason) < 300


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the system has no pipes with a name")
@pytest.mark.parametrize("name", ["predictions.json", "my_search.py", "my_player.json"])
def test_a_pipe_is_no_file_of_ones_own(name, tmp_path, monkeypatch):
    monkeypatch.setattr(own_files, "HERE", tmp_path)
    monkeypatch.setattr(own_files, "may_keep", lambda: True)
    os.mkfifo(tmp_path / name)
    with pytest.raises(own_files.Unreadable, match=f"{name} cannot be used: .* is no plain file"):
        own_files.read_text(name)
