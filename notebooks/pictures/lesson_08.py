"""The moving picture of lesson 08: visits are poured over the moves, and the bars stay level."""

from c4lib import TreeSearch
from c4lib.phases import ucb1_values
from c4lib.plots.canvas import Drawing
from c4lib.plots.terms import WIDTH, candidates_of, draw_choice, ucb1_words
from pictures.moving import MovingPicture


def poured(board, seed, iterations):
    """The bars of all moves after each iteration of a search, from the first visit of every move on."""
    search = TreeSearch(board, rng=seed).run(len(board.legal_moves()))
    frames = {}
    while search.iterations <= iterations:
        children = search.root.children
        frames[search.iterations] = candidates_of(children, ucb1_values(search.root, children, search.settings))
        search.run(1)

    def draw(scene, number):
        drawing = Drawing.within(scene, 0, WIDTH, 0, 8, None, inches=0.66)
        draw_choice(drawing, frames[number], ucb1_words(search.settings.c, f"{number:,}"))

    def say(number):
        highest = max(one.value for one in frames[number])
        columns = [str(one.move) for one in frames[number] if one.value == highest]
        so_far = f"{number} visits so far. The next goes to column"
        if len(columns) == 1:
            return f"{so_far} {columns[0]}, the highest bar."
        return f"{so_far} {', '.join(columns[:-1])} or {columns[-1]}, the highest bars."

    return MovingPicture(draw, say, min(frames), iterations, "visits")
