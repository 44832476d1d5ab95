"""What a journal knows of its players, and what it believes of its file."""

import errno
import os
import subprocess
import sys
from functools import lru_cache, partial

import numba
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from nim import Nim
from strategies import few

from c4lib import Board, HexBoard, TreeSearch, backpropagate
from mctslab import accuracy, play_match, round_robin, sweep
from mctslab.arena import journal
from mctslab.arena.journal import Journal, identity
from mctslab.players import FlatMonteCarlo, HumanPlayer, MCTSPlayer, mcts_player, random_player, rule_based_player
from mctslab.published import PROGRAM_DEVIATIONS, MCTSClassPlayer, ProgramPlayer, lecture_player, trivial_agent
from mctslab.qlearning import QPlayer, QTable

SMALL = Board(4, 4)


# ---------------------------------------------------------------- who plays


class Own:
    """A player with settings and an array of its own."""

    def __init__(self, numbers, words=()):
        self.numbers, self.words = np.array(numbers), set(words)

    def __call__(self, board, rng):
        return board.legal_moves()[0]


@lru_cache
def cached(number):
    return number


@numba.njit
def compiled(number):
    return number


def taught(value):
    """A player with a table that has learnt one thing."""
    table = QTable(4, 4)
    table.learn(SMALL, move=1, target=value, alpha=1)
    return QPlayer(table)


def phase(made):
    return MCTSPlayer(5, search=partial(TreeSearch, backpropagate=made))


KNOWN = {
    "random": random_player,
    "rules": rule_based_player,
    "search": mcts_player(5, c=0.7),
    "search, another c": mcts_player(5, c=0.70000001),
    "whole number": mcts_player(5, c=1),
    "playouts": mcts_player(6, c=1),
    "tree kept": mcts_player(5, c=1, keep_tree=True),
    "own phase": phase(backpropagate),
    "another phase": phase(print),
    "cached phase": phase(cached),
    "compiled phase": phase(compiled),
    "flat": FlatMonteCarlo(5),
    "table": taught(1.0),
    "another table": taught(1.0 + 1e-15),
    "array": Own([0.0, 0.0]),
    "another array": Own([0.0, 1e-300]),
    "array of whole numbers": Own([0, 0]),
    "words": Own([], {"a", "b", "c"}),
    "other words": Own([], {"a", "b", "d"}),
    "human": HumanPlayer(),
    "P1": MCTSClassPlayer(5),
    "P2": lecture_player(5),
    "P3": trivial_agent,
    "P4": ProgramPlayer(5),
    "P4, fixed": ProgramPlayer(5, fixed=PROGRAM_DEVIATIONS),
}


def test_players_of_other_types_settings_and_arrays_are_different():
    assert len({identity(player) for player in KNOWN.values()}) == len(KNOWN)


def test_a_player_is_the_same_in_every_process():
    """Also where texts have other hashes, so that sets have another order."""
    code = "from test_journal import KNOWN, identity; print(*map(identity, KNOWN.values()))"
    path = os.pathsep.join([os.path.dirname(__file__), *filter(None, sys.path)])
    environment = os.environ | {"PYTHONHASHSEED": "2", "PYTHONPATH": path}
    output = subprocess.check_output([sys.executable, "-c", code], text=True, env=environment)
    assert output.split() == [identity(player) for player in KNOWN.values()]


def test_playing_changes_no_player():
    player = mcts_player(5, keep_tree=True)
    before = identity(player)
    player(SMALL, np.random.default_rng(1))
    assert identity(player) == before


def test_a_player_from_a_file_is_another_one_when_the_file_is(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "own_players.py").write_text("def mine(board, rng):\n    return board.legal_moves()[0]\n")
    from own_players import mine

    before = identity(mine)
    (tmp_path / "own_players.py").write_text("def mine(board, rng):\n    return board.legal_moves()[1]\n")
    assert identity(mine) != before


# ---------------------------------------------------------------- what was typed into a notebook


def typed(text, name="mine"):
    """What a notebook has under that name after such a cell."""
    namespace = {"__name__": "__main__"}
    exec(text, namespace)
    return namespace[name]


FUNCTION = "def mine(board, rng): return board.legal_moves()[0]"
CLASS = """
class mine:
    def __init__(self, depth=1):
        self.depth = depth
    __call__ = len
"""


@pytest.mark.parametrize(
    ("player", "name"),
    [
        (typed(FUNCTION), "mine"),
        (lambda board, rng: 0, "<lambda>"),
        (phase(typed(FUNCTION)), "mine"),
        (typed(CLASS)(), "mine"),
    ],
    ids=["function", "lambda", "phase", "object"],
)
def test_what_was_typed_is_refused_with_advice(tmp_path, player, name):
    told = rf"cannot know what .* is: {name} stands in no file; give it a text, \.identity = "
    with pytest.raises(ValueError, match=told):
        play_match(player, random_player, 2, journal=tmp_path / "journal")
    assert not (tmp_path / "journal").exists()


EXPERIMENTS = {
    "match": lambda player, path: play_match(player, random_player, 4, game=SMALL, journal=path),
    "opponent": lambda player, path: play_match(random_player, player, 4, game=SMALL, journal=path),
    "round robin": lambda player, path: round_robin({"a": player, "b": random_player}, 2, game=SMALL, journal=path),
    "sweep": lambda player, path: sweep(
        {"x": [1]}, random_player, 2, game=SMALL, make_player=lambda x: player, journal=path
    ),
    "accuracy": lambda player, path: accuracy(player, 5, journal=path),
}


@pytest.mark.parametrize("name", EXPERIMENTS)
def test_a_typed_player_goes_by_its_identity_in_every_experiment(tmp_path, name):
    one, same, other = (typed(FUNCTION) for _ in range(3))
    one.identity = same.identity = "leftmost, version 1"
    other.identity = "leftmost, version 2"
    played = EXPERIMENTS[name](one, tmp_path / "journal")
    assert repr(EXPERIMENTS[name](same, tmp_path / "journal")) == repr(played)
    with pytest.raises(ValueError, match="another experiment: code and settings of player"):
        EXPERIMENTS[name](other, tmp_path / "journal")


def test_the_identity_of_a_class_stands_for_its_code_and_not_for_the_settings_of_an_object():
    kind = typed(CLASS)
    kind.identity = "version 1"
    assert identity(kind(1)) == identity(kind(1)) != identity(kind(2))


def test_the_identity_of_an_object_stands_for_all_that_is_in_it():
    with open(os.devnull) as file:
        players = [Own([]), Own([])]
        for player in players:
            player.file, player.identity = file, "version 1"
        assert identity(players[0]) == identity(players[1])


def test_what_cannot_be_pickled_is_refused_with_its_reason():
    player = Own([])
    with open(os.devnull) as player.file, pytest.raises(ValueError, match=r"what Own is: cannot pickle '_io.TextIOW"):
        identity(player)


# ---------------------------------------------------------------- which experiment


@pytest.mark.parametrize("name", ["journal", "numpy", "python", "code of c4lib", "code of mctslab"])
def test_the_versions_are_part_of_it(tmp_path, monkeypatch, name):
    Journal(tmp_path / "journal", {}).add({0: {}})
    now = journal._versions()
    monkeypatch.setattr(journal, "_versions", lambda: now | {name: "another"})
    with pytest.raises(ValueError, match=f"another experiment: {name}.* there and .*another.* here"):
        Journal(tmp_path / "journal", {})


def test_whole_numbers_reals_and_truth_values_are_told_apart(tmp_path):
    Journal(tmp_path / "journal", {"value": 1}).add({0: {}})
    for value in (1.0, True):
        with pytest.raises(ValueError, match=f"value is 1 there and {value!r} here"):
            Journal(tmp_path / "journal", {"value": value})


SAME = {"player": random_player, "opponent": rule_based_player, "games": 12, "seed": 5, "game": SMALL}


@pytest.mark.parametrize(
    ("other", "difference"),
    [
        ({"player": mcts_player(5)}, r"matches\.0\.players\.0 is 'random_player' there and 'MCTS, 5 playouts' here"),
        ({"seed": 6}, r"matches\.0\.seed\.0 is 5 there and 6 here"),
        ({"games": 14}, "games a match is 12 there and 14 here"),
        ({"game": Board(4, 5)}, r"game is 'Board\(rows=4, columns=4\)' there and 'Board\(rows=4, columns=5\)' here"),
    ],
)
def test_the_journal_of_another_match_is_refused_and_left_alone(tmp_path, other, difference):
    path = tmp_path / "journal"
    play_match(**SAME, journal=path)
    before = path.read_bytes()
    with pytest.raises(ValueError, match=f"journal of another experiment: {difference}"):
        play_match(**(SAME | other), journal=path)
    assert path.read_bytes() == before


def test_a_grid_and_names_of_ones_own_tell_experiments_apart(tmp_path):
    def always(**setting):
        return random_player

    sweep({"level": [1, 2]}, random_player, 2, make_player=always, journal=tmp_path / "sweep")
    with pytest.raises(ValueError, match=r"grid\.level\.1 is '2' there and '3' here"):
        sweep({"level": [1, 3]}, random_player, 2, make_player=always, journal=tmp_path / "sweep")
    round_robin({"a": random_player, "b": random_player}, 2, journal=tmp_path / "robin")
    with pytest.raises(ValueError, match=r"names\.1 is 'b' there and 'c' here"):
        round_robin({"a": random_player, "c": random_player}, 2, journal=tmp_path / "robin")


@pytest.mark.parametrize("text", ["my notes", "my notes\n", '{"a": 1}\n', "[]\n", "\n", "\0" * 100])
def test_a_file_that_is_no_journal_is_left_alone(tmp_path, text):
    (tmp_path / "notes").write_text(text)
    with pytest.raises(ValueError, match="notes is no journal"):
        play_match(**SAME, journal=tmp_path / "notes")
    assert (tmp_path / "notes").read_text() == text


def test_what_is_no_plain_file_is_refused_at_once(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(OSError, match="pipe is no plain file"):
        play_match(**SAME, journal=tmp_path / "pipe")


@pytest.mark.parametrize("start", [Nim(), HexBoard()], ids=["Nim", "Hex"])
def test_a_match_of_another_game_goes_on_where_its_journal_ends(tmp_path, start):
    path = tmp_path / "journal"
    whole = play_match(random_player, mcts_player(5), 6, game=start, journal=path)
    written = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(written[:4]))
    assert play_match(random_player, mcts_player(5), 6, game=start, journal=path) == whole
    assert path.read_bytes().splitlines(keepends=True)[:4] == written[:4]


# ---------------------------------------------------------------- damaged files


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    """The match, and the lines of its journal and of that of a match with another seed."""
    path = tmp_path_factory.mktemp("journal") / "journal"
    match, lines = play_match(**SAME, journal=path), path.read_bytes().splitlines(keepends=True)
    path.unlink()
    play_match(**(SAME | {"seed": 6}), journal=path)
    return match, lines, path.read_bytes().splitlines(keepends=True)


def test_a_journal_cut_off_anywhere_goes_on(written, tmp_path):
    """A torn line is dropped and told."""
    match, lines, _ = written
    path, whole = tmp_path / "journal", b"".join(lines)
    for cut in range(0, len(whole), 61):
        path.write_bytes(whole[:cut])
        is_torn = cut and whole[cut - 1 : cut] != b"\n"
        with pytest.warns(UserWarning, match="last line .* not whole") if is_torn else pytest.MonkeyPatch.context():
            assert play_match(**SAME, journal=path) == match
        assert play_match(**SAME, journal=path) == match  # once more: now it is whole
        assert path.read_bytes().count(b"\n") == 13


@given(data=st.data())
@few
def test_a_changed_byte_is_refused_and_left_alone(written, tmp_path_factory, data):
    whole = b"".join(written[1])
    place = data.draw(st.integers(0, len(whole) - 2))  # without the last newline, the line may have been torn
    byte = data.draw(st.integers(0, 255).filter(lambda byte: byte != whole[place]))
    path = tmp_path_factory.mktemp("changed") / "journal"
    changed = whole[:place] + bytes([byte]) + whole[place + 1 :]
    path.write_bytes(changed)
    with pytest.raises(ValueError, match="is damaged|is no journal|is the journal of another experiment"):
        play_match(**SAME, journal=path)
    assert path.read_bytes() == changed


def test_a_line_of_another_journal_is_refused(written, tmp_path):
    _, ours, theirs = written
    (tmp_path / "journal").write_bytes(b"".join([*ours[:3], theirs[3], *ours[4:]]))
    with pytest.raises(ValueError, match="line 4 of .*journal is damaged, or is of another experiment: remove the line"):
        play_match(**SAME, journal=tmp_path / "journal")


@pytest.mark.parametrize("order", [[5, 1, 3], [1, 2, 2, 3], [1]], ids=["moved", "twice", "missing"])
def test_lines_may_stand_in_any_order(written, tmp_path, order):
    match, lines, _ = written
    (tmp_path / "journal").write_bytes(b"".join([lines[0], *(lines[number] for number in order)]))
    assert play_match(**SAME, journal=tmp_path / "journal") == match


def test_a_full_disk_is_told_and_nothing_is_lost(written, tmp_path, monkeypatch):
    class Full:
        """A file with room for half of what is written to it."""

        def __init__(self, path, mode):
            self.file = open(path, mode)  # noqa: SIM115

        def __enter__(self):
            return self

        def __exit__(self, *exception):
            self.file.close()

        def tell(self):
            return self.file.tell()

        def write(self, data):
            self.file.write(data[: len(data) // 2])
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patch:
        patch.setattr(journal, "open", Full, raising=False)
        with pytest.raises(OSError, match="No space left") as caught:
            play_match(**SAME, journal=tmp_path / "journal")
    match, _, _ = written
    assert caught.value.games == match.games[: len(caught.value.games)] != ()
    with pytest.warns(UserWarning, match="last line .* not whole"):
        assert play_match(**SAME, journal=tmp_path / "journal") == match
