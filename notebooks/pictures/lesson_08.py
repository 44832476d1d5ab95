"""The moving picture of lesson 08: visits are poured over the moves, and the bars stay level."""

from c4lib import TreeSearch
from c4lib.phases import ucb1_values
from c4lib.plots.canvas import Drawing
from c4lib.plots.terms import WIDTH, candidates_of, draw_choice, ucb1_words
from pictures.moving import MovingPicture


def poured(board, seed, iterations):
    """The bars of all moves after each iteration of a search, from the first visit of every move on."""
    search = TreeSearch(board, rng=seed)
    first = len(board.legal_moves())
    frames = {}
    for number in range(first, iterations + 1):
        search.run(number - search.iterations)
        children = search.root.children
        values = ucb1_values(search.root, children, search.settings)
        frames[number] = candidates_of(children, values)

    def draw(scene, number):
        drawing = Drawing.within(scene, 0, WIDTH, 0, 8, inches=0.66)
        words = ucb1_words(search.settings.c, f"{number:,}")
        draw_choice(drawing, frames[number], words)

    def say(number):
        so_far = f"{number} visits so far. The next goes to column"
        *others, last = _highest(frames[number])
        if not others:
            return f"{so_far} {last}, the highest bar."
        return f"{so_far} {', '.join(others)} or {last}, the highest bars."

    return MovingPicture(draw, say, first, iterations, "visits")


def _highest(candidates):
    """The moves with the highest bar."""
    highest = max(one.value for one in candidates)
    return [str(one.move) for one in candidates if one.value == highest]
