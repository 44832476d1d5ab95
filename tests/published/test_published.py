"""P1, the `MCTS` class, and P2, the lecture: interfaces, each deviation, what was measured; and all of them as players."""

import math
import pickle
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from strategies import positions

from c4lib import Board, SearchNode, TreeSearch, violations
from c4lib.fast import any_search
from mctslab.lecture import worked_example
from mctslab.players import player_name
from mctslab.published import (
    CLASS_DEVIATIONS,
    LECTURE,
    LECTURE_DEVIATIONS,
    LECTURE_WITH_PRIOR,
    MCTS,
    PROGRAM_DEVIATIONS,
    MCTSClassPlayer,
    Node,
    ProgramPlayer,
    Q_Learning,
    Random_Player,
    as_board,
    backpropagate_below_root,
    lecture_phases,
    lecture_player,
    trivial_agent,
)

WIN_IN_ONE = np.array([
    [0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0],
    [0, 0, 0, 0, 2],
    [0, 0, 0, 0, 2],
    [1, 1, 1, 0, 2],
])  # fmt: skip
PLAYER_2_BEGAN = np.array([[0] * 5, [0] * 5, [0] * 5, [0, 2, 2, 2, 0]])
PLAYERS = [
    MCTSClassPlayer(20),
    MCTSClassPlayer(20, fixed=CLASS_DEVIATIONS),
    lecture_player(20),
    lecture_player(20, prior=1, fixed=LECTURE_DEVIATIONS),
    trivial_agent,
    ProgramPlayer(20),
    ProgramPlayer(20, fixed=PROGRAM_DEVIATIONS),
]


def rng(seed=1):
    return np.random.default_rng(seed)


def empty(rows=6, columns=5):
    return np.zeros((rows, columns), dtype=int)


def agent(play_outs=10, player=1, state=None, **arguments):
    state = empty() if state is None else np.array(state)
    made = MCTS(play_outs, player, r=state.shape[0], c=state.shape[1], rng=1, **arguments)
    made.set_state(state)
    return made


def actions(state, seeds, play_outs=1000, **arguments):
    """How often which column is played by player 1."""
    played = []
    for seed in range(seeds):
        made = MCTS(play_outs, 1, rng=seed, **arguments)
        made.set_state(state)
        played.append(made.take_action()[3])
    return Counter(played)


# ---------------------------------------------------------------- P1: the interface


def test_defaults_are_those_of_the_documentation():
    made = MCTS(10, 2)
    assert (made.play_outs, made.player, made.C, made.r, made.c) == (10, 2, 2, 6, 5)


def test_without_playouts_three_values_are_returned_and_the_open_columns_are_equally_likely():
    state = [[2, 0, 0, 1, 0], [1, 0, 0, 2, 0]]
    made, counts = agent(0, state=state), Counter()
    for _ in range(600):
        after, end, result = made.take_action()
        assert (end, result) == (False, "..")
        counts[int(np.flatnonzero(np.not_equal(after, state).any(axis=0))[0])] += 1
    assert counts.keys() == {1, 2, 4}
    spread = 5 * math.sqrt(600 * 1 / 3 * 2 / 3)
    assert all(abs(count - 200) < spread for count in counts.values())


def table_on(state):
    made = Q_Learning(1, 0.6, 0.8, 0.1, *np.shape(state), rng=1)
    made.set_state(state)
    return made


@pytest.mark.parametrize(
    "player",
    [agent(10, state=[[0] * 5]), agent(0, state=[[0] * 5]), Random_Player(1, 1, 5, rng=1), table_on([[0] * 5])],
    ids=["agent", "without playouts", "random", "table"],
)
def test_the_board_returned_is_a_list_of_rows_that_can_be_compared(player):
    state = player.take_action()[0]
    assert state in [np.eye(5, dtype=int)[column : column + 1].tolist() for column in range(5)]


def test_the_board_that_ended_a_game_of_the_table_is_a_list_too():
    made = table_on([[0] * 5])
    made.take_action()
    made.game_status = "loss"
    made.set_state([[1, 2, 0, 0, 0]])
    assert made.take_action() == ([[1, 2, 0, 0, 0]], True)


@pytest.mark.parametrize("player", [agent(), Random_Player(1, 6, 5), Q_Learning(1, 0.5, 0.8, 0.1, 6, 5)], ids=repr)
def test_the_board_after_a_move_is_called_next_state(player):
    won = [[0] * 5] * 5 + [[1, 1, 1, 1, 0]]
    assert player.is_winning_state(next_state=won, action=3)
    assert player.is_terminal_state(next_state=won, action=3) == (True, "win")


@pytest.mark.parametrize(
    ("state", "result"),
    [([[0, 1, 1, 1, 2]], "win"), ([[0, 1, 2, 1, 2]], "draw"), ([[0, 1, 2, 0, 2]], "..")],
)
def test_the_result_is_that_of_the_board_after_the_move(state, result):
    after, end, given_result = agent(0, state=state, fixed=()).take_action()
    assert given_result == result
    assert end == (result != "..")


def test_the_board_handed_in_is_not_written_to():
    state = np.zeros((6, 5))
    for play_outs in (0, 10):
        agent(play_outs, state=state).take_action()
    assert not state.any()


def test_a_node_has_a_deep_copy_of_the_board():
    state = [[0, 0], [1, 2]]
    node = Node(state)
    state[0][0] = 1
    assert node.state == [[0, 0], [1, 2]]


# ---------------------------------------------------------------- P1: the phases


@pytest.mark.parametrize("fixed", [(), "detached child"])
def test_expansion_of_a_visited_leaf_gives_the_first_child_or_as_published_a_copy_of_it(fixed):
    leaf = Node(empty())
    leaf.N = 1
    child, depth = agent(fixed=fixed).expansion(leaf, 2)
    assert np.array_equal(child.state, leaf.children[0].state)
    assert (child is leaf.children[0]) == (child in leaf.children) == bool(fixed)
    assert depth == 3


@pytest.mark.parametrize("deviation", ["detached child", "five columns", "winning state", "update"])
def test_these_deviations_change_nothing_on_6x5(deviation):
    assert agent(300).take_action()[3:] == agent(300, fixed=deviation).take_action()[3:]


@pytest.mark.parametrize("player", [1, 2])
@pytest.mark.parametrize(("result", "reward"), [("win", 1), ("loss", -1), ("draw", 0)])
@pytest.mark.parametrize(("fixed", "signs"), [((), (1, 1, 1, 1)), ("one viewpoint", (-1, 1, -1, 1))])
def test_back_propagation_gives_every_node_the_agents_result_or_fixed_that_of_whoever_moved_into_it(
    player, result, reward, fixed, signs
):
    made, root = agent(player=player, fixed=fixed), Node(empty())
    made.construct_tree(root, 3)
    leaf, depth = made.selection(root, 0)
    path = list(made.parents)
    made.back_propagation(result, leaf)
    assert [(node.N, node.win) for node in path] == [(1, sign * reward) for sign in signs]
    assert depth == 3


# ---------------------------------------------------------------- P1: the random player


def test_the_table_explores_every_open_column():
    made = Q_Learning(1, 0.6, 0.8, epsilon=1, r=3, c=5, rng=1)
    values = [0.0, 3.0, -math.inf, 2.0, 1.0]
    assert {int(made.epislon_greedy_policy(values)) for _ in range(60)} == {0, 1, 3, 4}


# ---------------------------------------------------------------- P1: whoever began


@given(positions(st.just((4, 5))), st.booleans())
@hypothesis_settings(max_examples=50)
def test_a_position_is_the_same_board_whoever_of_the_two_began(board, swapped):
    cells = np.choose(board.cells, (0, 2, 1)) if swapped else board.cells
    assert np.array_equal(as_board(cells, 3 - board.to_move if swapped else board.to_move).cells, board.cells)


def test_only_one_of_the_two_is_to_move():
    with pytest.raises(ValueError, match="player"):
        as_board(empty(), 3)


def test_a_position_that_cannot_come_about_is_no_board():
    with pytest.raises(ValueError, match="disc"):
        as_board([[1, 1, 0, 0]], 2)


# ---------------------------------------------------------------- P1: playouts, and what was measured


def results(made, node, depth, seeds=60):
    return Counter(made.simulation(node, depth) for _ in range(seeds))


def test_a_playout_goes_on_from_a_won_board():
    won = WIN_IN_ONE.copy()
    won[5, 3] = 1
    assert results(agent(), Node(won), 1)["loss"] > 0
    assert results(agent(fixed="terminal leaf"), Node(won), 1) == {"win": 60}
    assert results(agent(player=2, fixed="terminal leaf"), Node(won), 0) == {"loss": 60}
    lost = np.choose(won, (0, 2, 1))
    assert results(agent(fixed="terminal leaf"), Node(lost), 0) == {"loss": 60}


def test_a_won_board_is_expanded_unless_that_is_fixed():
    won = WIN_IN_ONE.copy()
    won[5, 3] = 1
    for fixed, children in [((), 5), ("terminal leaf", 0)]:
        leaf = Node(won)
        agent(fixed=fixed).expansion(leaf, 1)
        assert len(leaf.children) == children


@pytest.mark.parametrize(("depth", "result"), [(0, "win"), (1, "draw")])
def test_a_full_board_with_three_beside_the_last_cell_on_top_is_won_by_whoever_is_to_move_unless_that_is_fixed(
    depth, result
):
    full = Node(np.array([[2, 1, 1, 1, 2]]))
    for fixed, expected in [((), result), ("full board", "draw")]:
        assert results(agent(state=empty(1, 5), fixed=fixed), full, depth) == {expected: 60}


@pytest.mark.parametrize("deviation", ["one viewpoint", "tree built ahead"])
def test_fixing_another_deviation_does_not_find_the_win_in_one(deviation):
    assert actions(WIN_IN_ONE, seeds=1, fixed=deviation)[3] == 0


def test_all_deviations_fixed_it_blocks():
    threatened = np.array([[0, 0, 0, 0, 0], [0, 0, 0, 0, 2], [1, 0, 0, 0, 2], [1, 0, 1, 0, 2]])
    assert actions(threatened, seeds=2, fixed=CLASS_DEVIATIONS, r=4, c=5) == {4: 2}


@pytest.mark.parametrize(
    ("state", "play_outs", "seed", "answer", "children"),
    [
        (empty(), 300, 1, (1, 17 / 39), [(55, 12), (117, 51), (28, -1), (52, 13), (48, 9)]),
        (WIN_IN_ONE, 1000, 2, (4, 192 / 510), [(96, 6), (226, 56), (139, 21), (29, -11), (510, 192)]),
        (PLAYER_2_BEGAN, 200, 3, (2, -21 / 52), [(46, -20), (27, -16), (52, -21), (37, -19), (38, -19)]),
    ],
    ids=["empty", "win in one", "player 2 began"],
)
def test_with_the_same_random_numbers_the_program_itself_answers_the_same(state, play_outs, seed, answer, children):
    """What `MCTS.py` gave, its `random.choices` fed from `np.random.default_rng(seed)`."""
    rows, columns = state.shape
    made = MCTS(play_outs, 1, r=rows, c=columns, rng=seed)
    made.set_state(state)
    assert [(child.N, child.win) for child in made.grown_tree().children] == children
    again = MCTS(play_outs, 1, r=rows, c=columns, rng=seed)
    again.set_state(state)
    assert again.take_action()[3:] == answer


# ---------------------------------------------------------------- P1: what is refused


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        ({"play_outs": -1}, "play_outs"),
        ({"player": 3}, "player"),
        ({"r": 3, "c": 3}, "line of 4"),
        ({"fixed": "everything"}, "terminal leaf"),
    ],
)
def test_arguments_that_mean_nothing_are_refused(arguments, named):
    with pytest.raises(ValueError, match=named):
        MCTS(**{"play_outs": 10, "player": 1} | arguments)


def test_more_plies_than_fit_into_memory_are_not_built_ahead():
    with pytest.raises(ValueError, match="depth must be at most 8, not 30"):
        agent().construct_tree(Node(empty()), depth=30)


@pytest.mark.parametrize("state", [np.zeros((5, 6)), np.full((6, 5), 0.5), "board"])
def test_a_state_of_another_shape_or_with_other_values_is_refused(state):
    made = agent()
    with pytest.raises(ValueError, match="6 rows of 5 cells"):
        made.set_state(state)
    assert not made.state.any()


@pytest.mark.parametrize("play_outs", [0, 10])
def test_no_action_is_taken_on_a_full_board(play_outs):
    with pytest.raises(ValueError, match="there is no action to take"):
        agent(play_outs, state=[[1, 2, 1, 2, 1]]).take_action()


def test_shown_a_won_board_it_plays_on_unless_that_is_fixed():
    won = [[1, 1, 1, 1, 0]]
    assert agent(0, state=won).take_action()[0] == [[1, 1, 1, 1, 1]]
    assert agent(10, state=won).take_action()[3] == 4
    with pytest.raises(ValueError, match="game is over"):
        agent(10, state=won, fixed="terminal leaf").take_action()


def test_a_result_that_is_none_is_not_propagated():
    with pytest.raises(ValueError, match="'win' or 'loss' or 'draw'"):
        agent().back_propagation("won", Node(empty()))


def test_the_class_as_a_player_refuses_other_line_lengths():
    with pytest.raises(ValueError, match="four in a row, not 3"):
        MCTSClassPlayer(10)(Board(connect=3), rng())


# ---------------------------------------------------------------- P2


def test_the_settings_are_those_of_the_example_distinct_moves_and_nothing_for_a_draw():
    example = worked_example()
    for name, settings in (("T = 0", LECTURE), ("T = 1", replace(LECTURE_WITH_PRIOR, unvisited=math.inf))):
        assert replace(example.variants[name].settings, distinct=True, draw=0) == settings


def test_the_record_of_what_was_updated_leaves_out_the_root_too():
    child = SearchNode(move=3, parent=SearchNode(Board()))
    grandchild = SearchNode(move=2, parent=child)
    update = backpropagate_below_root(grandchild, winner=1, settings=LECTURE)
    assert update[:4] == ((grandchild, child), 1, (0, 1), ((0, 0), (0, 0)))


def test_the_conditions_name_both_deviations():
    found = {
        deviation: {violation.name for violation in violations(search)}
        for deviation in LECTURE_DEVIATIONS
        for search in [
            TreeSearch(Board(), LECTURE, 1, **lecture_phases(LECTURE_DEVIATIONS.keys() - {deviation})).run(60)
        ]
    }
    assert all(found.values())
    assert found["root not updated"] != found["move not played"]


def test_with_all_deviations_fixed_the_phases_are_the_usual_ones():
    assert lecture_phases(LECTURE_DEVIATIONS) == {}
    assert lecture_player(10, fixed=LECTURE_DEVIATIONS).search is any_search


@pytest.mark.parametrize("prior", [0, 7])
def test_the_lecture_s_player_starts_its_nodes_with_any_whole_t(prior):
    player = lecture_player(10, prior=prior, fixed=LECTURE_DEVIATIONS)
    search = player.search(Board(), player.settings, 1).run(1)
    assert search.root.visits == 2 * prior + 1
    assert sorted(search.visits.values()) == [2 * prior] * 3 + [2 * prior + 1]  # four columns are distinct


@pytest.mark.parametrize("prior", [-1, 0.5])
def test_a_prior_that_is_no_whole_number_is_refused(prior):
    with pytest.raises(ValueError, match="prior"):
        lecture_player(10, prior=prior)


# ---------------------------------------------------------------- all of them as players


def play(player, seed, board):
    generator, moves = rng(seed), []
    while not board.is_terminal:
        moves.append(player(board, generator))
        board = board.play(moves[-1])
    return moves


@pytest.mark.parametrize("player", PLAYERS, ids=player_name)
def test_they_play_whole_games_and_the_same_with_the_same_seed(player):
    copies = [pickle.loads(pickle.dumps(player)) for _ in range(2)]
    first, second = (play(copy, 5, Board(3, 5)) for copy in copies)
    assert first == second
    assert all(type(move) is int for move in first)


FULL = Board.from_moves("210033221310", rows=3, columns=4)


@pytest.mark.parametrize("player", PLAYERS, ids=player_name)
@pytest.mark.parametrize("board", [Board.from_moves("0101010"), FULL], ids=["won", "full"])
def test_they_say_so_when_asked_about_a_finished_game(player, board):
    with pytest.raises(ValueError, match="the game is over"):
        player(board, rng())


@pytest.mark.parametrize(
    "player",
    [
        MCTSClassPlayer(200, fixed="terminal leaf"),
        ProgramPlayer(200),
        trivial_agent,
    ],
    ids=player_name,
)
def test_those_that_look_at_the_end_of_the_game_win_in_one(player):
    board = Board.from_moves("051525")
    assert {player(board, rng(seed)) for seed in range(5)} == {3}


@pytest.mark.parametrize("kind", [MCTSClassPlayer, ProgramPlayer, lecture_player])
def test_players_refuse_deviations_that_do_not_exist(kind):
    with pytest.raises(ValueError, match="fixed must name deviations"):
        kind(10, fixed={"all of them"})


@pytest.mark.parametrize("kind", [MCTSClassPlayer, lecture_player, ProgramPlayer])
def test_players_refuse_to_do_nothing(kind):
    with pytest.raises(ValueError, match="whole number, at least 1"):
        kind(0)


def test_their_names_say_what_is_fixed():
    assert MCTSClassPlayer(50).name == "MCTS class, 50 playouts"
    assert MCTSClassPlayer(50, fixed="terminal leaf").name == "MCTS class without terminal leaf, 50 playouts"
    assert ProgramPlayer(50, fixed=PROGRAM_DEVIATIONS).name == "C++ program fixed, 50 iterations"
