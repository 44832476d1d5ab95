"""The page to hand in, the faults of lesson 26, and games that are not Connect Four in the words of a check."""

import re

import numpy as np
import pytest
from matplotlib.figure import Figure

from c4lib import Board, HexBoard, check_game, violations
from c4lib.plots.board import game_png
from c4lib.text import side_name
from checks import base
from mctslab.course import own_files
from pictures import lesson_26


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
    lesson_26.gather({"1": WithMoves, "2": HexBoard(3), "3": Figure(), "4": "1 < 2"})
    page = (folder / "my_game.html").read_text("utf-8")
    assert "class WithMoves:" in page
    assert len(re.findall('<img alt="" src="data:image/png;base64,iVBOR', page)) == 2
    assert "<pre>1 &lt; 2</pre>" in page


def test_what_is_empty_is_called_missing(folder, capsys):
    lesson_26.gather({"1. The game": "it", "2. Its look": None, "3. Counts": ""})
    assert capsys.readouterr().out.splitlines() == [
        "my_game.html: 1 parts",
        "still missing: 2. Its look",
        "still missing: 3. Counts",
    ]


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


def test_sequences_are_counted_with_those_that_player_1_has_won():
    assert lesson_26.count(HexBoard(2), 1) == (4, 0)
    assert lesson_26.count(HexBoard(2), 3)[0] <= 24
    assert np.ndim(lesson_26.count(HexBoard(2), 3)) == 1


def test_a_planted_fault_does_not_change_the_look():
    game, faulty = HexBoard(3), lesson_26.planted(HexBoard(3), "the winner")[0]
    assert game_png(faulty) == game_png(game)
    assert side_name(faulty, 1) == side_name(game, 1)
    assert not hasattr(faulty, "rows")
