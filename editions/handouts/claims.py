"""Lesson 17: sentences about two published programs, on cards."""

from textwrap import fill

from editions.handouts.lessons import calls_of
from editions.handouts.page import draw_table, page
from pictures.lesson_17 import Card

TASK = (
    """These sentences stand in the descriptions of two published programs. What would you have to see to believe them? Fill in a card
    before anything is run: what you count, how often, and what would refute the sentence. The first card is filled in as an example.""",
)


def claim_cards():
    """The cards of the lesson, the first of them filled in."""
    figure = page("Sentences to test (lesson 17)", TASK)
    for number, (given, named) in enumerate(calls_of("17", "Card")):
        card = Card(*given, **named)
        (_, sentence), *rows = card.rows()
        rows = [(name, "" if text.startswith("_") else text) for name, text in rows]
        box = 0.05, 0.58 - 0.27 * number, 0.9, 0.23
        head = f"Card {number + 1}", fill(sentence, 95)
        draw_table(figure, box, head, rows, widths=(1, 4))
    yield figure
