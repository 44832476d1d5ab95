"""The page to hand in, the faults of lesson 26, and games that are not Connect Four in the words of a check."""

import functools
import os
import re

import nbformat
import pytest
from matplotlib.figure import Figure

from c4lib import Board, HexBoard, check_game, violations
from checks import base
from mctslab.course import own_files
from pictures import lesson_26
from tools.notebooks import FOLDER, find, read, runner


class WithMoves:
    """A game that knows its moves, and has no rows."""

    moves = (1, 2)

    def legal_moves(self):
        return ()

    def __repr__(self):
        return "WithMoves()"


@pytest.fixture
def folder(monkeypatch, tmp_path):
    """Where the page is kept, as outside of a test."""
    monkeypatch.setattr(own_files, "HERE", tmp_path)
    monkeypatch.setattr(lesson_26, "may_keep", lambda: True)
    return tmp_path


def test_a_game_with_moves_and_without_rows_is_shown():
    assert base.shown(WithMoves()) == "WithMoves()"
    assert base.shown(Board.from_moves("33")) == "Board.from_moves('33')"


def test_the_page_has_sources_as_text_and_games_and_figures_as_pictures(folder):
    lesson_26.gather({"1": WithMoves, "2": HexBoard(3), "3": Figure(), "4": "1 < 2", "5": functools.cache(told)})
    page = (folder / "my_game.html").read_text("utf-8")
    assert "class WithMoves:" in page
    assert re.findall('<img alt="(.)" src="data:image/png;base64,iVBOR', page) == ["2", "3"]
    assert "<p>1 &lt; 2</p>" in page
    assert "def told(capsys):" in page


def told(capsys):
    """What was printed, line by line."""
    return capsys.readouterr().out.splitlines()


def test_what_is_empty_is_called_missing(folder, capsys):
    lesson_26.gather({"1. The game": "it", "2. Its look": None, "3. Counts": " "})
    assert told(capsys) == ["my_game.html: 1 of 3 parts", "2. Its look: still missing", "3. Counts: still missing"]
    assert (folder / "my_game.html").read_text("utf-8").count('<p class="fault">still missing</p>') == 2


class Refuses(WithMoves):
    to_move, is_terminal, winner = 1, True, None

    def play(self, move):
        raise ValueError(move)

    def draw(self, drawing):
        drawing.nothing_of_the_kind()


class Sized(Refuses):
    def __init__(self, size):
        self.size = size


@pytest.mark.parametrize(
    ("part", "fault"),
    [
        (WithMoves(), r"check_game says: WithMoves\(\) is no game position: to_move is missing"),
        (Sized, "check_game stops with TypeError: .* missing 1 required positional argument: 'size'"),
        (Refuses(), "it cannot be shown: AttributeError: .*nothing_of_the_kind"),
        (type("Typed", (Refuses,), {}), "it cannot be shown: ValueError: the source of Typed is not known"),
    ],
)
def test_what_is_wrong_with_a_part_is_said_and_stops_nothing(folder, capsys, part, fault):
    lesson_26.gather({"1": "it", "2": part})
    assert re.match(f"2: {fault}", told(capsys)[1])


def test_what_is_wrong_is_said_under_test_too(capsys):
    lesson_26.gather({"1": WithMoves})
    assert "to_move is missing" in told(capsys)[1]


def test_a_page_is_replaced_and_another_file_is_not(folder):
    for text in ("first", "second"):
        lesson_26.gather({"1": text})
    assert "second" in (folder / "my_game.html").read_text("utf-8")
    (folder / "notes.html").write_text("mine")
    with pytest.raises(ValueError, match=r"notes.html is there, and is no page of a game: give another name"):
        lesson_26.gather({"1": "it"}, "notes.html")
    assert (folder / "notes.html").read_text() == "mine"


def test_nothing_is_written_under_test(monkeypatch, tmp_path):
    monkeypatch.setattr(own_files, "HERE", tmp_path)
    lesson_26.gather({"1": "it"})
    assert list(tmp_path.iterdir()) == []


def test_numbers_hand_out_each_fault_and_none_and_always_the_same(monkeypatch):
    monkeypatch.setattr(lesson_26, "planted", lambda game, fault: fault)
    handed = [lesson_26.handed(None, number) for number in range(100)]
    assert set(handed) == {*lesson_26.FAULTS, "none"}
    assert handed == [lesson_26.handed(None, number) for number in range(100)]


def test_what_is_handed_without_a_fault_is_the_game():
    game, make_search = lesson_26.handed(HexBoard(3), 5)
    assert game == HexBoard(3)
    check_game(game)
    assert violations(make_search(game, rng=1).run(50)) == []


@pytest.mark.parametrize("fault", ["the turn", "one board", "one move more"])
def test_a_game_that_contradicts_itself_is_refused(fault):
    assert lesson_26.refused(lesson_26.planted(HexBoard(3), fault)[0])


# ---------------------------------------------------------------- the cell of the lesson, outside of a test

CLASSES = """
class Plain:
    def __init__(self, sticks=5, to_move=1):
        self.sticks = sticks
        self.to_move = to_move

    def __eq__(self, other):
        return vars(self) == vars(other)

    @property
    def is_terminal(self):
        return self.sticks == 0

    @property
    def winner(self):
        return 3 - self.to_move if self.is_terminal else None

    def legal_moves(self):
        return tuple(range(1, min(3, self.sticks) + 1))

    def play(self, move):
        return Plain(self.sticks - move, 3 - self.to_move)

@dataclass(frozen=True)
class NoTurn:
    sticks: int = 5

    @property
    def is_terminal(self):
        return self.sticks == 0

    @property
    def winner(self):
        return 3 - self.to_move if self.is_terminal else None

    def legal_moves(self):
        return (1, 2)

    def play(self, move):
        return NoTurn(self.sticks - move)
"""
GAME = '"1. The game": '


@pytest.fixture(scope="module")
def handed_in(tmp_path_factory):
    """What the cell of the lesson prints, and the page that it writes, by the class that is handed in."""
    folder = tmp_path_factory.mktemp("taken")
    by_id = {cell.id: cell.source for cell in read(find(["26"])[0]).cells}
    gathers = {name: by_id["cell-58"].replace(f"{GAME}Nim", GAME + name) for name in ("Nim", "Sticks", "Plain", "NoTurn")}
    begin = ["cell-2", "cell-4", "cell-8", "cell-22"]
    sources = [*map(by_id.get, begin), "searches = [TreeSearch(game, rng=0).run(200)]", CLASSES]
    for source in gathers.values():
        sources += [source, "print(open('my_game.html', encoding='utf-8').read())"]
    cells = list(map(nbformat.v4.new_code_cell, sources))
    with pytest.MonkeyPatch.context() as patch:
        for name in ("C4LIB_TEST", "PYTEST_CURRENT_TEST"):
            patch.delenv(name, raising=False)
        patch.setenv("PYTHONPATH", os.pathsep.join([str(FOLDER), os.environ.get("PYTHONPATH", "")]))
        runner(nbformat.v4.new_notebook(cells=cells), folder).execute()
    texts = [cell.outputs[0].text for cell in cells[-2 * len(gathers) :]]
    return dict(zip(gathers, zip(texts[::2], texts[1::2])))


@pytest.mark.check
@pytest.mark.parametrize("name", ["Nim", "Sticks", "Plain"])
def test_a_class_written_in_a_cell_is_handed_in_as_its_source(handed_in, name):
    printed, page = handed_in[name]
    assert printed.splitlines()[0] == "my_game.html: 6 of 8 parts"
    assert re.search(rf"<pre>(@dataclass\(frozen=True\)\n)?class {name}\b.*?</pre><p>check_game has nothing", page, re.S)
    assert re.findall('<img alt="(.).*?" src="data:image/png;base64,iVBOR', page) == ["2", "5"]


@pytest.mark.check
def test_of_a_game_without_a_turn_it_is_said_that_it_has_none(handed_in):
    printed, page = handed_in["NoTurn"]
    says = "check_game says: NoTurn(sticks=5) is no game position: to_move is missing"
    assert f"1. The game: {says}" in printed
    assert "class NoTurn:" in page
    assert says in page
