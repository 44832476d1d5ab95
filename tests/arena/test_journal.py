"""What a journal knows of its players, and that only one process writes to it."""

import errno
import importlib
import json
import os
import signal
import subprocess
import sys
import tracemalloc
from concurrent.futures import ProcessPoolExecutor
from functools import lru_cache, partial
from multiprocessing import get_context
from types import SimpleNamespace

import numba
import numpy as np
import pytest
from nim import Nim

from c4lib import Board, HexBoard, TreeSearch, backpropagate
from mctslab.arena import journal, play_match, round_robin, sweep
from mctslab.arena.accuracy import accuracy
from mctslab.arena.journal import Journal, identity
from mctslab.arena.parallel import run_all
from mctslab.players import FlatMonteCarlo, HumanPlayer, MCTSPlayer, mcts_player, random_player, rule_based_player
from mctslab.published import (
    PROGRAM_DEVIATIONS,
    MCTSClassPlayer,
    ProgramPlayer,
    SimpleMonteCarlo,
    lecture_player,
    trivial_agent,
)
from mctslab.qlearning import QPlayer, QTable

SMALL = Board(4, 4)


def typed(text, name="mine"):
    """What a notebook has under that name after such a cell."""
    namespace = {"__name__": "__main__"}
    exec(text, namespace)
    return namespace[name]


def taught(value):
    """A player with a table that has learnt one thing."""
    table = QTable(4, 4)
    table.learn(SMALL, move=1, target=value, alpha=1)
    return QPlayer(table)


FUNCTION = """
DEPTH = 3
def helper(moves, last=-1):
    return moves[last]
def mine(board, rng):
    if len(board.moves) > DEPTH:
        return [move for move in board.legal_moves() if helper([move]) == move][0]
    return helper(board.legal_moves())
"""
CLASS = """
class Base:
    first = 0
    def chosen(self, moves):
        return moves[self.first]
class Mine(Base):
    def __init__(self, extra):
        self.extra = extra
    @property
    def double(self):
        return 2 * self.extra
    @staticmethod
    def legal(board):
        return board.legal_moves()
    def __call__(self, board, rng):
        return self.chosen(self.legal(board))
mine = Mine(3)
"""
CLOSURE = """
def made(column, table):
    def player(board, rng):
        return column if column in board.legal_moves() else table[0]
    return player
mine = made(3, [1, 2])
"""

# Pairs of players that play differently, or might, and have the same name.
DIFFERENT = {
    "tables of equal size": (taught(1.0), taught(1.0 + 1e-15)),
    "arrays": [typed("class A:\n def __call__(self, board, rng): 0\nmine = A()") for _ in range(2)],
    "body": [typed(FUNCTION.replace("return helper", change)) for change in ("return helper", "return 0, helper")],
    "global constant": [typed(FUNCTION.replace("= 3", change)) for change in ("= 3", "= 4")],
    "helper": [typed(FUNCTION.replace("moves[last]", change)) for change in ("moves[last]", "moves[0]")],
    "default": [typed(FUNCTION.replace("last=-1", change)) for change in ("last=-1", "last=0")],
    "in a comprehension": [typed(FUNCTION.replace("== move]", change)) for change in ("== move]", "!= move]")],
    "attribute of an instance": [typed(CLASS.replace("Mine(3)", change)) for change in ("Mine(3)", "Mine(4)")],
    "method": [typed(CLASS.replace("moves[self.first]", change)) for change in ("moves[self.first]", "moves[0]")],
    "attribute of a base class": [typed(CLASS.replace("first = 0", change)) for change in ("first = 0", "first = 1")],
    "property": [typed(CLASS.replace("2 * self", change)) for change in ("2 * self", "3 * self")],
    "static method": [typed(CLASS.replace("legal_m", change)) for change in ("legal_m", "distinct_m")],
    "closure": [typed(CLOSURE.replace("made(3", change)) for change in ("made(3", "made(4")],
    "closed-over list": [typed(CLOSURE.replace("[1, 2]", change)) for change in ("[1, 2]", "[1, 3]")],
    "phase of a search": [
        MCTSPlayer(5, search=partial(TreeSearch, backpropagate=made)) for made in (backpropagate, print)
    ],
    "set": [typed(f"words = {{'a', 'b', {last!r}}}\ndef mine(board, rng): return words") for last in "cd"],
}
DIFFERENT["arrays"][0].table, DIFFERENT["arrays"][1].table = np.zeros(9), np.array([0] * 8 + [1e-300])


@pytest.mark.parametrize("name", DIFFERENT)
def test_a_journal_tells_players_of_the_same_name_apart(tmp_path, name):
    one, other = DIFFERENT[name]
    for _ in range(2):
        with Journal(tmp_path / "journal", {}, [one]):
            pass
    before = (tmp_path / "journal").read_bytes()
    with pytest.raises(ValueError, match=r"another experiment: code and settings of player\.0 is"):
        Journal(tmp_path / "journal", {}, [other]).__enter__()
    assert (tmp_path / "journal").read_bytes() == before


EXPERIMENTS = {
    "match": lambda player, path: play_match(player, random_player, 4, board=SMALL, journal=path),
    "opponent": lambda player, path: play_match(random_player, player, 4, board=SMALL, journal=path),
    "round robin": lambda player, path: round_robin({"a": player, "b": random_player}, 2, board=SMALL, journal=path),
    "sweep": lambda player, path: sweep(
        {"x": [1]}, random_player, 2, board=SMALL, make_player=lambda x: player, journal=path
    ),
    "accuracy": lambda player, path: accuracy(player, 5, journal=path),
}


@pytest.mark.parametrize("name", EXPERIMENTS)
def test_no_experiment_takes_the_games_of_a_player_that_was_edited(tmp_path, name):
    leftmost, rightmost = (typed(f"def mine(board, rng): return board.legal_moves()[{end}]") for end in (0, -1))
    EXPERIMENTS[name](leftmost, tmp_path / "journal")
    with pytest.raises(ValueError, match="another experiment: code and settings of player"):
        EXPERIMENTS[name](rightmost, tmp_path / "journal")


@lru_cache
def cached(number):
    return number


@numba.njit
def compiled(number):
    return number


def uses_both(board, rng):
    return uses_both if board is None else compiled(cached(0))


SHIPPED = {
    "random": random_player,
    "rules": rule_based_player,
    "search": mcts_player(5, c=1),
    "own phase": MCTSPlayer(5, search=partial(TreeSearch, backpropagate=uses_both)),
    "flat": FlatMonteCarlo(5),
    "table": taught(2.0),
    "human": HumanPlayer(),
    "P1": MCTSClassPlayer(5),
    "P2": lecture_player(5),
    "P3, simple": SimpleMonteCarlo(5),
    "P3, trivial": trivial_agent,
    "P4": ProgramPlayer(5),
    "P4, fixed": ProgramPlayer(5, fixed=PROGRAM_DEVIATIONS),
    "function": typed(FUNCTION),
    "class": typed(CLASS),
    "closure": typed(CLOSURE),
    "set": typed("words = {'a', 'b', 'c', 'd', 'e'}\ndef mine(board, rng): return board in words"),
    "compiled": uses_both,
}


def test_all_players_are_known_and_different():
    assert len({identity(player) for player in SHIPPED.values()}) == len(SHIPPED)


def test_a_player_is_the_same_in_every_process():
    """Also where texts have other hashes, so that sets have another order."""
    code = "from test_journal import SHIPPED, identity; print(*map(identity, SHIPPED.values()))"
    path = os.pathsep.join([os.path.dirname(__file__), *filter(None, sys.path)])
    for seed in "12":
        environment = os.environ | {"PYTHONHASHSEED": seed, "PYTHONPATH": path}
        output = subprocess.check_output([sys.executable, "-c", code], text=True, env=environment)
        assert output.split() == [identity(player) for player in SHIPPED.values()]


def test_playing_changes_no_player():
    for player in (mcts_player(5, keep_tree=True), typed(FUNCTION), taught(2.0)):
        before = identity(player)
        for _ in range(2000 if player.__class__ is type(typed) else 5):  # functions are specialised as they run
            player(SMALL, np.random.default_rng(1))
        assert identity(player) == before


def test_a_player_from_a_file_is_another_one_when_the_file_is(tmp_path, monkeypatch):
    """Other processes would load it, and play otherwise than this one."""
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "own_players.py").write_text("def mine(board, rng):\n    return board.legal_moves()[0]\n")
    module = importlib.import_module("own_players")
    before = identity(module.mine)
    uses_module = typed("import own_players\ndef mine(board, rng): return own_players.mine(board, rng)")
    used_before = identity(uses_module)
    (tmp_path / "own_players.py").write_text("def mine(board, rng):\n    return board.legal_moves()[1]\n")
    assert identity(module.mine) != before
    assert identity(uses_module) != used_before


class HasAFile:
    def __init__(self):
        self.file = open(os.devnull)  # noqa: SIM115

    def __deepcopy__(self, memo):
        return self

    def __call__(self, board, rng):
        return board.legal_moves()[0]


def test_a_player_that_nobody_can_know_is_refused_with_advice(tmp_path):
    player = HasAFile()
    with (
        player.file,
        pytest.raises(ValueError, match=r"HasAFile.*TextIOWrapper.*give it an attribute `identity`, a text"),
    ):
        play_match(player, random_player, 2, journal=tmp_path / "journal")
    assert not (tmp_path / "journal").exists()
    play_match(player, random_player, 2)  # without a journal it may play


def test_an_identity_of_its_own_stands_for_a_player_or_a_part_of_it(tmp_path):
    one, other = HasAFile(), HasAFile()
    one.identity = other.identity = "leftmost, version 1"
    with one.file, other.file:
        played = play_match(one, random_player, 2, journal=tmp_path / "journal")
        assert play_match(other, random_player, 2, journal=tmp_path / "journal") == played
        assert identity(partial(one, extra=1)) == identity(partial(other, extra=1)) != identity(one)
        other.identity = "leftmost, version 2"
        with pytest.raises(ValueError, match="another experiment"):
            play_match(other, random_player, 2, journal=tmp_path / "journal")


def test_whole_numbers_reals_and_truth_values_are_told_apart(tmp_path):
    with Journal(tmp_path / "journal", {"value": 1}):
        pass
    for value in (1.0, True):
        with pytest.raises(ValueError, match=f"value is 1 there and {value!r} here"):
            Journal(tmp_path / "journal", {"value": value}).__enter__()
    for _ in range(2):
        with Journal(tmp_path / "other", {"nan": float("nan"), "infinite": float("inf")}):
            pass


@pytest.mark.parametrize("name", ["journal", "numpy", "python", "code of c4lib", "code of mctslab"])
def test_the_versions_are_part_of_it(tmp_path, monkeypatch, name):
    with Journal(tmp_path / "journal", {}):
        pass
    now = journal._versions()
    monkeypatch.setattr(journal, "_versions", lambda: now | {name: "another"})
    with pytest.raises(ValueError, match=f"another experiment: {name}.* there and .*another.* here"):
        Journal(tmp_path / "journal", {}).__enter__()


def test_the_code_of_a_package_is_that_of_all_its_files(tmp_path, monkeypatch):
    files = [tmp_path / "lab" / "arena" / "journal.py", tmp_path / "game" / "board.py"]
    for file in files:
        file.parent.mkdir(parents=True)
        file.write_text("1")
    monkeypatch.setattr(journal, "__file__", str(files[0]))
    before = [journal._code_of(package) for package in ("lab", "game")]
    for file in files:
        file.write_text("2")
    assert not {*before} & {journal._code_of(package) for package in ("lab", "game")}


# ---------------------------------------------------------------- any game


@pytest.mark.parametrize("start", [Nim(), HexBoard()], ids=["Nim", "Hex"])
def test_a_match_of_another_game_goes_on_where_its_journal_ends(tmp_path, start):
    path = tmp_path / "journal"
    whole = play_match(random_player, mcts_player(5), 6, board=start, journal=path)
    written = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(written[:4]))
    assert play_match(random_player, mcts_player(5), 6, board=start, journal=path) == whole
    assert path.read_bytes().splitlines()[:4] == [line.rstrip() for line in written[:4]]


def test_a_journal_keeps_the_places_of_moves_among_the_legal_ones(tmp_path):
    (game, _) = play_match(random_player, random_player, 2, board=Nim(), journal=tmp_path / "journal").games
    line = (tmp_path / "journal").read_text().splitlines()[1]
    assert json.loads(line)["moves"] == [count - 1 for _, count in game.moves]


GAME = """
class Mine:
    winner, to_move = None, 1
    def __init__(self, left=LEFT):
        self.left = left
    @property
    def is_terminal(self):
        return not self.left
    def legal_moves(self):
        return tuple(range(min(self.left, 2)))
    def play(self, move):
        return Mine(self.left - 1)
mine = Mine()
"""


def test_a_position_without_a_repr_of_its_own_is_the_same_in_the_next_run(tmp_path):
    one, other = (typed(GAME.replace("LEFT", "3")) for _ in range(2))
    played = play_match(random_player, random_player, 2, board=one, journal=tmp_path / "journal")
    again = play_match(random_player, random_player, 2, board=other, journal=tmp_path / "journal")
    assert [game.moves for game in again.games] == [game.moves for game in played.games]


@pytest.mark.parametrize("change", [("LEFT", "4"), ("range(min", "range(1 or min")], ids=["position", "rules"])
def test_no_match_takes_the_games_of_another_position_or_of_other_rules(tmp_path, change):
    one, other = (typed(text.replace("LEFT", "3")) for text in (GAME, GAME.replace(*change)))
    play_match(random_player, random_player, 2, board=one, journal=tmp_path / "journal")
    with pytest.raises(ValueError, match="another experiment: code and settings of the game"):
        play_match(random_player, random_player, 2, board=other, journal=tmp_path / "journal")


# ---------------------------------------------------------------- several processes


def test_a_journal_that_is_in_use_is_refused_and_says_by_whom(tmp_path):
    path = tmp_path / "journal"
    with Journal(path, {}) as book:
        book.add({1: {"a": 1}})
        before = path.read_bytes() + b"a line that is just being written"
        path.write_bytes(before)
        who = f"process {os.getpid()}" if sys.platform == "linux" else "process"
        with pytest.raises(BlockingIOError, match=f"{who} is writing to .*journal: wait until it has ended"):
            Journal(path, {}).__enter__()
        assert path.read_bytes() == before


def test_a_process_that_is_killed_leaves_no_lock(tmp_path):
    code = f"from mctslab.arena.journal import Journal; book = Journal({str(tmp_path / 'journal')!r}, {{}}).__enter__()"
    code += "; print('locked', flush=True); import time; time.sleep(60)"
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout.readline() == "locked\n"
        with pytest.raises(BlockingIOError, match="is writing to"):
            Journal(tmp_path / "journal", {}).__enter__()
        process.kill()
    with Journal(tmp_path / "journal", {}):
        pass


@pytest.fixture
def heirs(tmp_path):
    """Starts a process that opens the journal, gives it to a child, and dies; both processes' numbers."""
    children = []

    def start(child):
        code = f"""
import os
from mctslab.arena.journal import Journal
book = Journal({str(tmp_path / "journal")!r}, {{}}).__enter__()
{child}
print(child, flush=True)
os._exit(1)
"""
        with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as parent:
            children.append(int(parent.stdout.readline()))
        return parent.pid, children[0]

    yield start
    for child in children:
        os.kill(child, signal.SIGKILL)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="only some systems fork")
def test_a_child_does_not_inherit_the_lock(tmp_path, heirs):
    """Workers by `fork` that outlive a killed parent; nor can such a child write to the journal."""
    _, child = heirs("""
child = os.fork()
if not child:
    assert book._file.closed
    os.close(1)
    import time
    time.sleep(60)
""")
    os.kill(child, 0)  # it is there
    with Journal(tmp_path / "journal", {}):
        pass


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells")
def test_a_dead_holder_of_a_lock_is_named_as_dead(tmp_path, heirs):
    parent, _ = heirs("""
import subprocess
command = ["sleep", "60"]
child = subprocess.Popen(command, pass_fds=[book._file.fileno()], stdout=subprocess.DEVNULL).pid
""")
    told = f"process {parent} is dead, but a child of it, which `fuser` finds, still locks .*journal: wait until"
    with pytest.raises(BlockingIOError, match=told):
        Journal(tmp_path / "journal", {}).__enter__()


@pytest.mark.parametrize("code", [errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP])
def test_where_files_cannot_be_locked_a_journal_works_and_warns(tmp_path, monkeypatch, code):
    def flock(file, how):
        raise OSError(code, os.strerror(code))

    monkeypatch.setattr(journal, "fcntl", SimpleNamespace(flock=flock, LOCK_EX=0, LOCK_NB=0))
    for _ in range(2):
        told = "journal lies where files cannot be locked .*: do not let a second process write to it meanwhile"
        with pytest.warns(UserWarning, match=told):
            played = match_of(tmp_path / "journal")
    assert played == play_match(random_player, random_player, 6, seed=5, board=SMALL)


def test_workers_that_were_started_while_the_journal_was_open_do_not_keep_the_lock(tmp_path):
    with ProcessPoolExecutor(1, get_context("spawn")) as executor:
        play_match(random_player, random_player, 4, executor=executor, journal=tmp_path / "journal")
        play_match(random_player, random_player, 4, journal=tmp_path / "journal")


# ---------------------------------------------------------------- a chain of lines


REFUSED = "of .*journal is damaged, was moved, or is of another experiment: without it and what follows"


@pytest.fixture(scope="module")
def two_journals(tmp_path_factory):
    """The lines of two matches that differ in their seeds alone."""
    folder = tmp_path_factory.mktemp("journals")
    for seed in (5, 6):
        match_of(folder / str(seed), seed)
    return [(folder / str(seed)).read_bytes().splitlines(keepends=True) for seed in (5, 6)]


def match_of(path, seed=5):
    return play_match(random_player, random_player, 6, seed=seed, board=SMALL, journal=path)


MEDDLED = {
    "of another seed": (lambda ours, theirs: [*ours[:3], theirs[3], *ours[4:]], 4),
    "of another seed, at the end": (lambda ours, theirs: [*ours[:-1], theirs[-1]], 7),
    "moved": (lambda ours, theirs: [*ours[:3], ours[4], ours[3], *ours[5:]], 4),
    "twice": (lambda ours, theirs: [*ours, ours[-1]], 8),
    "missing": (lambda ours, theirs: [*ours[:3], *ours[4:]], 4),
    "two journals": (lambda ours, theirs: [*ours, *ours], 8),
    "another line before": (lambda ours, theirs: [*ours[:3], b"{}\n", *ours[3:]], 4),
}


@pytest.mark.parametrize("name", MEDDLED)
def test_a_line_that_does_not_follow_the_one_before_is_refused(tmp_path, two_journals, name):
    meddle, line = MEDDLED[name]
    path, lines = tmp_path / "journal", meddle(*two_journals)
    path.write_bytes(b"".join(lines))
    with pytest.raises(ValueError, match=f"line {line} {REFUSED}"):
        match_of(path)
    assert path.read_bytes() == b"".join(lines)


def test_what_stands_before_such_a_line_can_be_kept(tmp_path, two_journals):
    """As the message advises."""
    path, (ours, _) = tmp_path / "journal", two_journals
    path.write_bytes(b"".join(ours[:4]))
    assert match_of(path) == match_of(tmp_path / "other")
    assert path.read_bytes().startswith(b"".join(ours[:4]))


@pytest.mark.parametrize("numbers", [[999], [6], [3, 3]])
def test_a_number_that_the_experiment_has_not_or_has_already_is_refused(tmp_path, numbers):
    path, experiment = tmp_path / "journal", {"games": 6}
    with Journal(path, experiment) as book:
        for number in numbers:
            book.add({number: {"winner": 1}})
    book = Journal(path, experiment)
    book.count = 6
    with pytest.raises(ValueError, match=f"line {1 + len(numbers)} {REFUSED}"):
        book.__enter__()


def test_a_journal_that_is_no_plain_file_is_refused_at_once(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(OSError, match="pipe is no plain file"):
        play_match(random_player, random_player, 2, journal=tmp_path / "pipe")


def test_a_match_says_how_many_numbers_it_has(tmp_path):
    class Counted(Journal):
        def __enter__(self):
            counts.append(self.count)
            return super().__enter__()

    counts = []
    run_all(pow, [(2, 3), (3, 2)], "powers", journal=Counted())
    assert counts == [2]


@pytest.mark.parametrize("size", [10**6, 10**8])
def test_of_a_file_of_absurd_size_little_is_read(tmp_path, monkeypatch, size):
    """Neither a first line without an end, nor one after a head that fits."""
    monkeypatch.setattr(journal, "MOST_LINE", 10**5)
    with Journal(tmp_path / "journal", {}):
        pass
    for head, message in ((b"", "journal is no journal"), ((tmp_path / "journal").read_bytes(), f"line 2 {REFUSED}")):
        (tmp_path / "absurd journal").write_bytes(head)
        os.truncate(tmp_path / "absurd journal", size)
        tracemalloc.start()
        with pytest.raises(ValueError, match=message):
            Journal(tmp_path / "absurd journal", {}).__enter__()
        assert tracemalloc.get_traced_memory()[1] < 2 * 10**6
        tracemalloc.stop()
        assert (tmp_path / "absurd journal").stat().st_size == size
