"""What is said about a picture is what is in it."""

import pytest
from matplotlib.figure import Figure

from c4lib import Board, HexBoard, SearchSettings, TreeSearch, plot_board, plot_tree
from c4lib.plots.board import plot_hex
from mctslab.plots.bitboards import plot_bitboards
from tools.alternative_text import MOST, of_figure, of_text


@pytest.fixture
def ax():
    return Figure().add_subplot()


def test_bars_are_told_by_the_names_below_them(ax):
    ax.bar(["left", "right"], [0.25, 1200], label="visits")
    ax.set_title("Two")
    assert of_figure(ax.figure) == "Two. Bars (visits): left: 0.25, right: 1,200."


def test_bars_beside_one_another_are_told_by_the_name_between_them(ax):
    ax.bar([0.8, 1.8], [3, 4], 0.4, label="one")
    ax.set_xticks([1, 2], ["a", "b"])
    assert of_figure(ax.figure) == "Bars (one): a: 3, b: 4."


def test_a_short_line_is_told_point_by_point_and_a_long_one_by_its_ends(ax):
    ax.plot([1, 10], [0.5, 0.7], label="short")
    ax.plot(range(100), [*range(99), -5], label="long")
    ax.set(xlabel="playouts", ylabel="score")
    assert of_figure(ax.figure) == (
        "across: playouts; up: score. line (short): 0.5 at 1, 0.7 at 10. "
        "line (long) of 100 points from 0 at 0 to -5 at 99, lowest -5, highest 98."
    )


def test_an_error_bar_has_the_label_of_its_legend(ax):
    ax.errorbar([1, 2, 3], [4, 5, 6], [1, 1, 1], label="measured")
    assert "line (measured): 4 at 1, 5 at 2, 6 at 3" in of_figure(ax.figure)


def test_panels_are_counted():
    figure = Figure()
    for place, axes in enumerate(figure.subplots(1, 2), 1):
        axes.set_title(f"title {place}")
    assert of_figure(figure) == "Panel 1 of 2: title 1. Panel 2 of 2: title 2."


def test_a_board_is_told_column_by_column(ax):
    plot_board(Board.from_moves("3342"), {3: 0.75}, ax=ax, title="X to move")
    assert of_figure(ax.figure) == (
        "X to move. A Connect Four board with 4 discs; from the bottom up, "
        "column 2: O, column 3: X O, column 4: X. Written in it: 0.75."
    )


def test_a_hex_board_is_told_with_its_size(ax):
    plot_hex(HexBoard(5), ax=ax)
    assert of_figure(ax.figure) == "A Hex board of 25 cells."


def test_columns_of_the_position_beside_bitboards_are_its_own(ax):
    plot_bitboards(Board.from_moves("1163"), ax=ax)
    assert "from the bottom up, column 1: X O, column 3: O, column 6: X. " in of_figure(ax.figure)


def test_a_series_of_one_point_is_told(ax):
    ax.errorbar([1], [0.5], [0.1], label="random opponent")
    ax.plot([2], [3], "o")
    assert of_figure(ax.figure) == "point (random opponent): 0.5 at 1."


@pytest.mark.parametrize("fixed", [True, False])
def test_numbers_of_a_tree_are_told_whatever_its_moves_are_called(ax, fixed):
    search = TreeSearch(HexBoard(), SearchSettings(loss=-1), rng=1).run(200)
    plot_tree(search, ax=ax, fixed=fixed)
    assert f"from the root down: {search.root.wins:g}/200, {search.root.children[0].wins:g}/" in of_figure(ax.figure)


def test_a_tree_is_told_by_rows_and_by_its_numbers(ax):
    search = TreeSearch(Board(4, 4), rng=1).run(200)
    plot_tree(search, ax=ax, max_nodes=12)
    words = of_figure(ax.figure)
    assert "A search tree of 12 nodes, by rows from the root down: 1, 4, " in words
    labels = words.partition("Wins/visits, from the root down: ")[2].partition(".  ")[0]
    assert labels.startswith(f"{search.root.wins:g}/{search.root.visits}, ")


def test_words_are_cut_where_they_get_long():
    figure = Figure()
    for axes in figure.subplots(2, 2).flat:
        axes.bar(range(200), range(200))
    assert 200 < len(of_figure(figure)) <= MOST + 4


def test_a_board_in_text_is_told_from_the_bottom():
    assert of_text(str(Board.from_moves("33"))) == (
        "Connect Four board of 6 rows and 7 columns, discs of X: 1, of O: 1. "
        "From the bottom: row 1: . . . X . . .; row 2: . . . O . . ."
    )
    assert of_text(str(Board(4, 4))).endswith("It is empty.")


def test_a_widget_is_told_by_its_text():
    assert of_text("Ucb1Lab(c=0.5)") == "Widget as it first looks: Ucb1Lab(c=0.5)"
