"""A name or a title with dollar signs is no formula."""

from c4lib import Board, plot_board
from mctslab import round_robin, sweep
from mctslab.players import random_player
from mctslab.plots import plot_round_robin, plot_sweep

PRICE = r"$\frac$ for $\oops$"


def made(**settings):
    return random_player


def test_dollar_signs_in_titles_are_written_as_they_are():
    ax = plot_board(Board(), title=PRICE)
    ax.figure.canvas.draw()
    assert ax.get_title() == PRICE


def test_dollar_signs_in_names_are_written_as_they_are():
    robin = round_robin({PRICE: random_player, "other": random_player}, games=2)
    ax = plot_round_robin(robin)
    ax.figure.canvas.draw()
    assert PRICE in [text.get_text().replace("\n", " ") for text in ax.get_yticklabels()]


def test_dollar_signs_in_the_settings_of_a_sweep_are_written_as_they_are():
    ax = plot_sweep(sweep({PRICE: ["$a$", "b"]}, random_player, games=2, make_player=made))
    ax.figure.canvas.draw()
    assert ax.get_xlabel() == PRICE
