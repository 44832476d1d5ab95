"""A name or a title with dollar signs is no formula."""

from c4lib import Board, plot_board
from mctslab import round_robin
from mctslab.players import random_player
from mctslab.plots import plot_round_robin

PRICE = r"$\frac$ for $\oops$"


def test_dollar_signs_in_titles_are_written_as_they_are():
    ax = plot_board(Board(), title=PRICE)
    ax.figure.canvas.draw()
    assert ax.get_title() == PRICE


def test_dollar_signs_in_names_are_written_as_they_are():
    robin = round_robin({PRICE: random_player, "other": random_player}, games=2)
    ax = plot_round_robin(robin)
    ax.figure.canvas.draw()
    assert PRICE in [text.get_text().replace("\n", " ") for text in ax.get_yticklabels()]
