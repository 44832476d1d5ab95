"""The picture of bitboards: which bits it shows, and how it looks (compared with `tests/plots/baseline`)."""


import numpy as np
import pytest
from hypothesis import given
from matplotlib import pyplot
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from strategies import few, positions

from c4lib import Board
from mctslab.plots.bitboards import plot_bitboards

CAPTION = "the position"


@pytest.fixture(autouse=True)
def no_figure_stays_open():
    yield
    pyplot.close("all")


def new_axes():
    figure = Figure()
    FigureCanvasAgg(figure)
    return figure.add_subplot()


def ones_shown(ax):
    """The numbers of the bits drawn as 1, by the name of the bitboard, which is written after them."""
    shown, numbers = {}, []
    for text in ax.texts:
        if text.get_color() == "#FFFFFF":
            numbers.append(int(text.get_text()))
        elif not text.get_text().isdecimal():
            shown[text.get_text()], numbers = numbers, []
    return {name: numbers for name, numbers in shown.items() if name != CAPTION}


# ---------------------------------------------------------------- how it looks


@pytest.mark.mpl_image_compare(
    baseline_dir="baseline", style="default", tolerance=0.5, savefig_kwargs={"dpi": 60, "metadata": {"Software": None}}
)
@pytest.mark.parametrize("name", ["default", "many_on_4x5"])
def test_bitboards_look_as_before(name):
    if name == "default":
        return plot_bitboards(Board.from_moves("334233353"), title="Column 3 is full").figure
    names = ("a", "a >> 5", "a & a >> 5", "everything", "spare")
    return plot_bitboards(Board.from_moves("0123", 4, 5), dict(zip(names, (99, 3, 3, 2**25 - 1, 2**24)))).figure


# ---------------------------------------------------------------- which bits it shows


@pytest.mark.parametrize("bits", [0, 2**48, np.uint64(2**40 + 3)])
def test_the_bits_that_are_1_are_marked(bits):
    shown = ones_shown(plot_bitboards(Board(), {"some": bits}, ax=new_axes()))
    assert shown == {"some": [number for number in range(49) if int(bits) >> number & 1]}


@given(board=positions())
@few
def test_by_default_the_discs_and_where_the_next_ones_land(board):
    shown = ones_shown(plot_bitboards(board, ax=new_axes()))
    number = {
        (row, column): column * (board.rows + 1) + board.rows - 1 - row
        for row in range(board.rows)
        for column in range(board.columns)
    }
    assert shown["taken"] == sorted(number[tuple(cell)] for cell in np.argwhere(board.cells != 0).tolist())
    assert shown["mine"] == sorted(number[tuple(cell)] for cell in np.argwhere(board.cells == board.to_move).tolist())
    empty = {column: np.flatnonzero(board.cells[:, column] == 0) for column in range(board.columns)}
    assert shown["landing"] == [number[int(rows[-1]), column] for column, rows in empty.items() if rows.size]


# ---------------------------------------------------------------- bad input


@pytest.mark.parametrize(
    ("board", "bitboards", "message"),
    [
        ("3342", None, "draws a Board, not '3342'"),
        (Board(), 7, "must be a dict from name to whole number, not 7"),
        (Board(), {"a": 1.0}, "'a' must be a whole number, not 1.0"),
        (Board(), {"a": 2**49}, "but this board has 49 bits, 0 to 48"),
    ],
)
def test_bad_input_is_refused(board, bitboards, message):
    with pytest.raises(ValueError, match=message):
        plot_bitboards(board, bitboards)
