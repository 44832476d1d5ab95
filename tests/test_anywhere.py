"""What a browser's Python is like: no numba, no process pools, and no thread can be started.

All examples run in one fresh process; each is a test. Where there is an event loop, as in a notebook, what a widget does
beside the page is done in slices of it, else at once.
"""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from c4lib import Board
from mctslab import play_match, without_numba
from mctslab.players import mcts_player, random_player

ABSENT = ("numba", "llvmlite", "loky", "pandas", "scipy", "mctslab")

PROCESS = """
import asyncio, json, sys, threading, traceback

for name in ABSENT:
    sys.modules[name] = None


def start(thread):
    raise RuntimeError("can't start new thread")


threading.Thread.start = start


async def until(condition):
    for _ in range(500):
        if condition():
            return
        await asyncio.sleep(0.02)
    raise TimeoutError("nothing has come of it")


def said(code):
    try:
        exec(code, {"until": until, "asyncio": asyncio})
    except BaseException:
        return traceback.format_exc()


print(json.dumps({name: said(code) for name, code in EXAMPLES.items()}))
"""

EXAMPLES = {
    "search": """
from c4lib import Board, SearchSettings, TreeSearch
search = TreeSearch(Board.from_moves("051525"), SearchSettings(solve=True), rng=1).run(300)
assert search.best_move() == 3
assert search.root.proof.winner == 1
""",
    "violations": """
from c4lib import Board, TreeSearch, violations
assert violations(TreeSearch(Board(), rng=1).run(30)) == []
""",
    "check of a game": """
from c4lib import HexBoard, check_game
from nim import Nim
assert check_game(HexBoard(), games=3) is check_game(Nim(), games=3) is None
""",
    "pictures": """
from c4lib import Board, HexBoard, TreeSearch, plot_board, plot_hex, plot_playout, plot_tree, plot_ucb1
from nim import Nim
for game in (Board(), HexBoard(), Nim()):
    search = TreeSearch(game, rng=1)
    step = search.step()
    for ax in (plot_playout(step.simulation), plot_tree(search), plot_ucb1(search)):
        ax.figure.canvas.draw()
plot_board(Board()).figure.canvas.draw()
plot_hex(HexBoard()).figure.canvas.draw()
""",
    "stepper": """
from c4lib import SearchStepper
stepper = SearchStepper(seed=1, iterations=10)
before = stepper.sentence
stepper.next_iteration.click()
assert stepper.sentence != before
assert stepper.message.value == ""
""",
    "explorer": """
from c4lib import SearchExplorer
explorer = SearchExplorer(playouts=50, seed=1)
before = explorer.analysis
explorer.c.value = 0.5
explorer.wait()
assert explorer.request.settings.c == explorer.analysis.request.settings.c == 0.5
assert explorer.analysis is not before
assert explorer.message.value == ""
assert len(explorer.outputs()) == 3  # what a notebook shows
""",
    "game": """
from c4lib import PlayBoard
game = PlayBoard(playouts=50, seed=1)
game.play(3)
game.wait()
assert len(game.state.moves) == 2
assert game.message.value == ""
""",
    "laboratory": """
from c4lib import Ucb1Lab
lab = Ucb1Lab()
lab.rows[0].visits.value = 30
assert lab.choice.parent_visits == 40
assert lab.message.value == ""
""",
    "explorer in slices": """
from c4lib import SearchExplorer
async def use():
    explorer = SearchExplorer(playouts=2000, seed=1)
    explorer.seed.value = 2
    assert explorer.analysis.request.seed == 1  # the page is not kept waiting
    await until(lambda: explorer.analysis.request.seed == 2)
    assert explorer.message.value == ""
asyncio.run(use())
""",
    "game in slices": """
from c4lib import PlayBoard
async def use():
    game = PlayBoard(playouts=2000, seed=1)
    game.play(3)
    assert len(game.state.moves) == 1
    await until(lambda: len(game.state.moves) == 2)
    assert game.message.value == ""
asyncio.run(use())
""",
    "exact results": """
from c4lib import Board, PlayBoard, SearchExplorer
for widget in (SearchExplorer(playouts=50), PlayBoard(playouts=50)):
    assert widget.exact.disabled
    assert "numba" in widget.exact.tooltip
""",
    "another game": """
from c4lib import PlayBoard, SearchExplorer, SearchStepper
from nim import Nim
assert all(widget(Nim()).static_picture() for widget in (SearchExplorer, SearchStepper))
assert PlayBoard(Nim()).static_picture()
""",
    "fast search": """
import c4lib
for take in (lambda: c4lib.FastSearch, lambda: c4lib.ParallelSearch, lambda: c4lib.solve):
    try:
        take()
    except ImportError as error:
        assert "needs numba" in str(error)
        assert "TreeSearch" in str(error)
    else:
        raise AssertionError
""",
    "progress bar": """
import warnings
from c4lib._tools.progress import progress_bar
warnings.simplefilter("error")
with progress_bar(total=2, show=True, unit="games") as bar:
    bar(2)
""",
    "any search": """
from c4lib import Board
from c4lib.fast import any_search
assert repr(any_search(Board(), rng=1)) == "TreeSearch(0 iterations, 1 nodes)"
""",
}


@pytest.fixture(scope="module")
def found():
    """What went wrong in each example."""
    code = f"ABSENT, EXAMPLES = {ABSENT!r}, {EXAMPLES!r}\n{PROCESS}"
    output = subprocess.check_output([sys.executable, "-c", code], text=True, cwd=Path(__file__).parent)
    return json.loads(output.splitlines()[-1])


@pytest.mark.parametrize("name", EXAMPLES)
def test_it_works_without_numba_and_threads(found, name):
    assert found[name] is None, found[name]


def test_a_numba_that_cannot_be_loaded_is_not_taken_for_none(tmp_path):
    """The reason is told, as with a student's html.py beside the notebook; nobody searches slowly without knowing why."""
    (tmp_path / "numba.py").write_text("import llvm_of_another_age")
    code = "import c4lib, c4lib.fast; c4lib.fast.any_search(c4lib.Board())"
    ran = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, stderr=subprocess.PIPE, text=True)
    reason = "numba cannot be loaded: No module named 'llvm_of_another_age'"
    assert ran.stderr.splitlines()[-1] == f"ImportError: {reason}"


# mctslab may be there while numba is not.
WITHOUT_NUMBA = """
import sys
sys.modules |= {"numba": None, "llvmlite": None, "loky": None}
from c4lib import Board
from mctslab import play_match, without_numba
from mctslab.players import FlatMonteCarlo, mcts_player
played = play_match(mcts_player(10), FlatMonteCarlo(10), 2, game=Board(4, 4), jobs=2, journal=sys.argv[1])
print(played.games[0].winner)
"""


def test_matches_with_jobs_and_a_journal_need_neither_numba_nor_loky(tmp_path):
    command = [sys.executable, "-c", WITHOUT_NUMBA, tmp_path / "journal"]
    assert subprocess.check_output(command, text=True).strip() in ("1", "2", "None")
    assert len((tmp_path / "journal").read_text().splitlines()) == 3


SHORTENED = """
import sys
sys.modules |= {"numba": None, "llvmlite": None}
from c4lib import Board
from mctslab import play_match, without_numba
from mctslab.players import mcts_player, random_player
without_numba.PLAYOUTS = 400
how = mcts_player(10), random_player, 20, 1, Board(4, 4)
print([game.moves for game in play_match(*how).games])
print(len(play_match(*how, progress=True).games), len(play_match(random_player, *how[1:]).games))
"""


def test_without_numba_a_match_of_searches_is_its_first_games_and_says_so():
    games = play_match(mcts_player(10), random_player, 2, 1, Board(4, 4)).games
    lines = ["Without numba: 2 of 20 games", str([game.moves for game in games]), "20 20"]
    assert subprocess.check_output([sys.executable, "-c", SHORTENED], text=True).splitlines() == lines


@pytest.mark.parametrize(
    ("count", "playouts", "done"), [(1000, 600, 66), (66, 600, 66), (1000, 30_000, 2), (1000, 0, 1000)]
)
def test_without_numba_searches_come_in_pairs_and_take_no_more_playouts_than_can_be_waited_for(
    monkeypatch, capsys, count, playouts, done
):
    """40,000 of them; or one pair, if that is more."""
    monkeypatch.setattr(without_numba, "_is_compiled", lambda: False)
    assert without_numba.affordable(count, playouts, "searches") == done
    assert capsys.readouterr().out == (f"Without numba: {done} of 1,000 searches\n" if done < count else "")
