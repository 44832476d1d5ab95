"""The table: what it shares, how it learns, and what a file keeps of it."""

import json
import signal
from copy import deepcopy

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import positions

from c4lib import Board
from mctslab.arena import PlayerError, play_game
from mctslab.experiments import learning, stored
from mctslab.players import random_player
from mctslab.published import MCTSClassPlayer
from mctslab.published.q_learning import Q_Learning
from mctslab.qlearning import SHIPPED, LearningSettings, QPlayer, QTable, Training, shipped_file, trained_table

SIZES = st.sampled_from([(4, 5, 4), (3, 5, 4), (4, 4, 3)])


def first_move(board, rng):
    return board.legal_moves()[0]


def any_move(board, rng):
    legal = board.legal_moves()
    return legal[int(rng.random() * len(legal))]


def mirrored(board):
    last = board.columns - 1
    return Board.from_cells(board.cells[:, ::-1], board.connect), lambda move: last - move


def trained(games=60, opponent=any_move, **settings):
    return Training(QTable(4, 4, 3), opponent, LearningSettings(**settings), seed=3).run(games)


# ---------------------------------------------------------------- the table


@given(board=positions(SIZES), data=st.data())
def test_a_position_and_its_mirror_image_share(board, data):
    table = QTable(board.rows, board.columns, board.connect)
    other, across = mirrored(board)
    move = data.draw(st.sampled_from(board.legal_moves()))
    table.learn(board, move, target=10, alpha=0.5)
    assert table.values(board)[move] == table.values(other)[across(move)] == 5
    assert {across(move): value for move, value in table.values(other).items()} == table.values(board)
    assert len(table) == 1


def test_the_best_move_is_one_of_the_best():
    table, rng = QTable(4, 5), np.random.default_rng(1)
    table.learn(Board(4, 5), 1, target=10, alpha=1)
    assert {table.best_move(Board(4, 5), rng) for _ in range(50)} == {1, 3}


def test_only_what_was_learnt_was_tried_a_value_of_zero_too():
    table = QTable(4, 5)
    for move, target in ((3, 10), (0, 0)):
        table.learn(Board.from_moves("0", 4, 5), move, target, alpha=0.5)
    assert table.tried(Board.from_moves("0", 4, 5)) == (0, 3)
    assert table.tried(Board.from_moves("4", 4, 5)) == (1, 4)
    assert table.tried(Board.from_moves("1", 4, 5)) == ()


def test_the_mirror_image_can_be_left_out():
    table, board, (across, _) = QTable(4, 5), Board.from_moves("0", 4, 5), mirrored(Board.from_moves("0", 4, 5))
    table.learn(board, 1, target=10, alpha=0.5)
    table.learn(board, 1, target=10, alpha=0.5, mirror=False)
    assert (table.values(board)[1], table.values(across)[3]) == (7.5, 5)


def test_tables_are_equal_and_named_alike_if_all_their_values_are():
    tables = [QTable(4, 5), QTable(4, 5), QTable(4, 5)]
    for table, moves in zip(tables, ((1, 2), (2, 1), (1, 1))):
        for move in moves:
            table.learn(Board.from_moves("0", 4, 5), move, target=10, alpha=1)
    assert tables[0] == tables[1] != tables[2]
    assert tables[0].identity == tables[1].identity != tables[2].identity


FINISHED = Board.from_moves("0101010", 4, 5)


@pytest.mark.parametrize(
    ("lesson", "message"),
    [
        ({"move": -1}, "move must be a whole number, at least 0, not -1"),
        ({"move": 5}, "move must be 1 or 2 or 3 or 4, not 5"),
        ({"target": float("nan")}, "target must be a number from -1e15 to 1e15, not nan"),
        ({"board": 5}, "this table is for a Board, not for 5"),
        ({"board": FINISHED}, "the game is over"),
        ({"board": Board()}, "this table is for boards with 4 rows and 5 columns"),
    ],
)
def test_what_cannot_be_learnt_is_refused_and_nothing_is(lesson, message):
    table = QTable(4, 5)
    right = {"board": Board.from_moves("0000", 4, 5), "move": 2, "target": 50, "alpha": 0.5}
    with pytest.raises(ValueError, match=message):
        table.learn(**right | lesson)
    assert len(table) == 0


def test_a_table_asked_about_a_finished_game_says_that_it_is_over():
    assert QTable(4, 5).values(FINISHED) == {}
    with pytest.raises(ValueError, match="the game is over"):
        QPlayer(QTable(4, 5))(FINISHED, np.random.default_rng(1))


# ---------------------------------------------------------------- learning


LAST_FIRST, MIRROR_ALL = {"order": "last move first"}, {"mirror_all": True}


def test_last_move_first_the_result_is_known_at_the_first_move_after_one_game():
    """By hand: O's two moves in the game 0, 1, 0, 1, 0, which X wins on 3 x 3 with three in a row."""
    first, second = Board.from_moves("0", 3, 3, 3), Board.from_moves("010", 3, 3, 3)
    training = Training(QTable(3, 3, 3), first_move, LearningSettings(alpha=0.5, gamma=0.5, epsilon=0, **LAST_FIRST))
    for move in range(3):  # so that the second move has no better alternative
        training.table.learn(second, move, target=-100, alpha=1)
    training._learn_from([(first, 1), (second, 1)], Board.from_moves("01010", 3, 3, 3))
    assert training.table.values(second)[1] == -100 + 0.5 * (-50 + 100)
    assert training.table.values(first)[1] == 0.5 * (-1 + 0.5 * -75)


def test_as_published_is_what_the_published_class_learns():
    """The games of a training, played again to the class with the interface of the published program."""
    games, play = [], Training._play

    class Watched(Training):
        def _play(self):
            games.append(play(self))
            return games[-1]

    training, q_values = Watched(QTable(4, 5), learning.published_teacher, seed=1).run(40), {}
    for moves, final in games:
        agent = Q_Learning(2, 0.6, 0.8, 0.1, 4, 5)
        agent.set_Qvalues(q_values)
        for board, move in moves:
            agent.epislon_greedy_policy = lambda values, move=move: move
            agent.set_state(board.cells)
            agent.take_action()
        if final.to_move == 2:  # the teacher made the last move
            agent.game_status = "loss" if final.winner else "draw"
            agent.take_action()
    learnt = {
        "".join(map(str, cells)) + str(move): value
        for cells, row in training.table._values.items()
        for move, value in row.items()
    }
    assert len(learnt) > 400
    assert learnt == {key: value for key, value in q_values.items() if value}


def press_ctrl_c():
    signal.raise_signal(signal.SIGINT)


def break_down():
    raise RuntimeError


@pytest.mark.parametrize(
    ("how", "error", "finished"), [(press_ctrl_c, KeyboardInterrupt, 8), (break_down, RuntimeError, 7)]
)
def test_what_stops_a_training_leaves_the_finished_games(how, error, finished):
    """Ctrl-C ends it between two games."""

    def stops(board, rng):
        if len(training.results) == 7 and board.moves == () and not stopped:
            stopped.append(how)
            how()
        return first_move(board, rng)

    stopped, training = [], Training(QTable(4, 4, 3), stops, seed=3)
    with pytest.raises(error):
        training.run(20)
    assert len(training.results) == finished
    assert training.run(20 - finished).table == Training(QTable(4, 4, 3), first_move, seed=3).run(20).table


def test_a_second_ctrl_c_waits_until_the_game_is_learnt(monkeypatch):
    def learn(table, *arguments):
        if len(training.results) == 7 and len(pressed) == 1:
            pressed.append(press_ctrl_c())
        learn_as_ever(table, *arguments)

    def impatient(board, rng):
        if len(training.results) == 7 and not pressed:
            pressed.append(press_ctrl_c())
        return first_move(board, rng)

    learn_as_ever = QTable.learn
    pressed, training = [], Training(QTable(4, 4, 3), impatient, seed=3)
    monkeypatch.setattr(QTable, "learn", learn)
    with pytest.raises(KeyboardInterrupt):
        training.run(20)
    assert (len(pressed), len(training.results)) == (2, 8)
    assert training.table == Training(QTable(4, 4, 3), first_move, seed=3).run(8).table


class Growing:
    """Plays by how much it has seen, and by luck of its own."""

    def __init__(self):
        self.seen, self.rng = [], np.random.default_rng(5)

    def __call__(self, board, rng):
        self.seen.append(board)
        legal = board.legal_moves()
        return legal[(len(self.seen) + self.rng.integers(2)) % len(legal)]


def test_an_opponent_takes_nothing_from_game_to_game_and_from_training_to_training():
    opponent = Growing()
    whole = trained(40, opponent)
    assert trained(15, opponent).run(25).table == whole.table
    assert trained(40, Growing()).table == whole.table
    assert opponent.seen == []


def plays_beside_the_board(board, rng):
    return board.columns


def test_an_illegal_move_ends_the_training_with_a_sentence_and_is_not_learnt():
    training = Training(QTable(4, 4, 3), first_move, seed=3).run(7)
    training.opponent = plays_beside_the_board
    message = r"^player 1 \(plays_beside_the_board\) has made an illegal move: .*\nin game 7 of the training at Board"
    with pytest.raises(PlayerError, match=message):
        training.run(5)
    assert training.table == Training(QTable(4, 4, 3), first_move, seed=3).run(7).table
    assert len(training.results) == 7


def test_a_copy_of_a_table_learns_by_itself():
    table, board = QTable(4, 5), Board(4, 5)
    table.learn(board, 1, target=50, alpha=1)
    copied = deepcopy(QPlayer(table)).table
    copied.learn(board, 2, target=20, alpha=1)
    assert (table.tried(board), copied.tried(board)) == ((1, 3), (1, 2, 3))


def test_a_progress_bar_counts_the_games(capsys):
    Training(QTable(4, 4, 3), first_move).run(5, progress=True)
    assert "5.00/5.00" in capsys.readouterr().err


# ---------------------------------------------------------------- files


def test_a_file_goes_on_where_it_was(tmp_path):
    path = tmp_path / "table.npz"
    trained(25).save(path)
    loaded = Training.load(path, any_move)
    whole = trained(60)
    assert loaded.run(35).table == whole.table
    assert (loaded.results, loaded.settings, loaded.seed) == (whole.results, whole.settings, whole.seed)


@pytest.mark.parametrize("settings", [{}, MIRROR_ALL])
def test_a_file_keeps_what_mirror_images_do_not_share(tmp_path, settings):
    training = trained(300, **settings)
    training.save(tmp_path / "table.npz")
    assert Training.load(tmp_path / "table.npz", any_move).table == training.table
    rows = len(stored_arrays(tmp_path / "table.npz")["values"])
    assert (rows < 0.7 * len(training.table._values)) == bool(settings)


def stored_arrays(path):
    with np.load(path) as file:
        return dict(file)


def test_every_flipped_bit_is_refused_or_changes_nothing(tmp_path):
    path, right = tmp_path / "table.npz", trained(8)
    right.save(path)
    content = path.read_bytes()
    refused = []
    for bit in range(0, 8 * len(content), 61):
        damaged = bytearray(content)
        damaged[bit // 8] ^= 1 << bit % 8
        path.write_bytes(damaged)
        try:
            loaded = Training.load(path, any_move)
        except ValueError as error:
            refused.append(str(error))
        else:
            assert loaded.table == right.table
            assert (loaded.results, loaded.settings, loaded.seed) == (right.results, right.settings, right.seed)
    assert len(refused) > 60
    assert all("table.npz holds no training, or a damaged one" in message for message in refused)


def refused_with(path, changes, message):
    """Whether a file with these arrays instead of its own is refused."""
    trained(8).save(path)
    arrays = stored_arrays(path)
    np.savez(path, **arrays | {name: change(arrays[name]) for name, change in changes.items()})
    with pytest.raises(ValueError, match=message):
        Training.load(path, any_move)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("values", -np.inf),
        ("values", np.nan),  # of all moves
        ("cells", 255),
    ],
)
def test_values_that_mean_nothing_are_refused(tmp_path, name, value):
    def changed(array):
        array[-1] = value
        return array

    message = "a cell holds two discs, a value is missing or beyond 1e15, or a result is not"
    refused_with(tmp_path / "table.npz", {name: changed}, message)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"size": [4.0, 4, 3]}, "rows must be"),
        ({"settings": {"alpha": 2}}, "alpha must be"),
        ({"format": "c4lib Q-table 9"}, "its format is 'c4lib Q-table 9'"),
    ],
)
def test_a_head_that_means_nothing_is_refused(tmp_path, change, message):
    def changed(head):
        return np.array(json.dumps(json.loads(str(head)) | change))

    refused_with(
        tmp_path / "table.npz", {"head": changed}, f"table.npz holds no training, or a damaged one: .*{message}"
    )


def test_rows_without_values_are_refused(tmp_path):
    refused_with(tmp_path / "table.npz", {"values": lambda array: array[1:]}, "holds no training, or a damaged one")


def test_a_failed_save_leaves_the_old_file(tmp_path, monkeypatch):
    path = tmp_path / "table.npz"
    trained(5).save(path)
    before = path.read_bytes()

    def fails(file, **arrays):
        file.write(b"half")
        raise OSError("no space left on device")

    monkeypatch.setattr(np, "savez_compressed", fails)
    with pytest.raises(OSError, match="no space"):
        trained(6).save(path)
    assert path.read_bytes() == before
    assert [file.name for file in tmp_path.iterdir()] == ["table.npz"]


# ---------------------------------------------------------------- the tables that ship


@pytest.mark.parametrize("size", SHIPPED)
def test_a_shipped_table_was_trained_as_documented(size):
    teacher, settings = learning.CHANGES["all"]
    training = Training.load(shipped_file(*size), teacher)
    assert training.settings == LearningSettings(**settings, side=size[2])
    assert len(training.results) == 50_000
    again = Training(QTable(*size[:2]), teacher, training.settings, seed=training.seed).run(50)
    assert again.results == training.results[:50]


@pytest.mark.check
def test_the_stored_curve_is_that_of_the_shipped_tables():
    curves = [row for size in SHIPPED for row in learning.curve(Training.load(shipped_file(*size), random_player))]
    assert stored("learning_curve")[list(curves[0])].to_dict("records") == curves


@pytest.mark.parametrize("size", SHIPPED)
@pytest.mark.check
def test_what_is_stored_of_its_strength_can_be_played_again(size):
    table = stored("learned_strength")
    again = learning.sample(size, "trained table", "random", number=3)
    assert again in table.to_dict("records")


@pytest.mark.parametrize("size", [(6, 7), (4, None), (4, 5, 3)])
def test_no_other_table_ships(size):
    with pytest.raises(ValueError, match="the trained table must be '4 x 5, side 2' or '4 x 5, side 1' or .*, not"):
        trained_table(*size)


# ---------------------------------------------------------------- one change at a time


@pytest.mark.parametrize(("rows", "playouts"), [(3, 10), (6, 1)])
def test_the_compiled_teacher_is_the_published_class(rows, playouts):
    readable = MCTSClassPlayer(playouts)
    boards = [
        board for seed in (1, 2) for board in play_game(random_player, random_player, seed, Board(rows, 5)).positions()
    ]
    for board in boards:
        if not board.is_terminal:
            rngs = np.random.default_rng(7), np.random.default_rng(7)
            assert learning.published_teacher(board, rngs[0], playouts) == readable(board, rngs[1])
            assert rngs[0].random() == rngs[1].random(), "so many random numbers, and no more"


@pytest.mark.check
def test_the_stored_changes_are_what_trainings_give(monkeypatch):
    table = stored("learning_changes")
    for name, value in {"GAMES": learning.BLOCK, "TESTED": 1}.items():
        monkeypatch.setattr(learning, name, value)
    first = learning.changed(3, "last move first", seed=2)[0]
    assert first["opponent"] == "in training"
    assert first in table.to_dict("records")


# ---------------------------------------------------------------- how many positions there are


def test_the_unfinished_positions_are_those_that_play_reaches():
    layer, counts = {Board(3, 4)}, []
    while layer and len(counts) < 8:
        counts.append(len({min(board.cells.tobytes(), board.cells[:, ::-1].tobytes()) for board in layer}))
        after = {board.play(move) for board in layer for move in board.legal_moves()}
        layer = {board for board in after if not board.is_terminal}
    assert list(learning.unfinished_positions(3, 4))[: len(counts)] == counts


def test_what_is_known_is_counted_by_discs():
    table = QTable(4, 5)
    for moves in ("", "0", "4", "01", "10", "12"):
        table.learn(Board.from_moves(moves, 4, 5), 2, target=1, alpha=1)
    for move in range(5):
        table.learn(Board.from_moves("1", 4, 5), move, target=0, alpha=1)
    assert table.known_by_ply() == {0: (1, 0), 1: (2, 1), 2: (3, 0)}
    assert len(table) == 6


# ---------------------------------------------------------------- bad input


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (lambda: LearningSettings(gamma=1.5), "gamma must be a number from 0 to 1, not 1.5"),
        (lambda: LearningSettings(win=float("nan")), "win must be a finite number"),
        (lambda: LearningSettings(mirror_all="no"), "mirror_all must be"),
        (lambda: Training(5, random_player), "a training needs a QTable and LearningSettings, not 5 and"),
        (lambda: Training(QTable(4, 5), 5), "opponent must be a player, something to call"),
        (lambda: Training(QTable(4, 4, 3), any_move).run(10**9), "games must be at most 10,000,000"),
        (lambda: QPlayer(5), "a QPlayer needs a QTable, not 5"),
        (lambda: Training(QTable(), first_move, seed=-1), "seed must be"),
    ],
)
def test_bad_input_is_refused(wrong, message):
    with pytest.raises(ValueError, match=message):
        wrong()


def test_a_reward_is_for_a_player_or_a_draw():
    with pytest.raises(ValueError, match="winner must be 1 or 2 or None, not"):
        LearningSettings().reward(0)
