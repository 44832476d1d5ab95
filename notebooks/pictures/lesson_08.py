"""The moving picture of lesson 08, where visits are poured over the moves and the bars stay level; and positions to be missed."""

from functools import cache

import numpy as np

from c4lib import SearchSettings, TreeSearch
from c4lib.fast import any_search
from c4lib.phases import ucb1_values
from c4lib.plots.terms import WIDTH, candidates_of, draw_choice, ucb1_words
from mctslab.arena.solved import solved_positions
from mctslab.players import threatened_moves, winning_moves
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

    def draw(drawing, number):
        drawing.limit(0, WIDTH, 0, 8)
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


# ---------------------------------------------------------------- which number decides

# Of `by_rules(seed)` of the lesson, seeds 0 to 19,999: the searches in which visits and means disagree after 100 iterations, how many
# of them block by each rule, and how many of the others block.
DISAGREE = 583
RULES = {"most visits": 153, "highest mean": 211, "go on until they agree": 121, "ten times as long": 583}
WHERE_THEY_AGREE = 14_176, 19_417

# ---------------------------------------------------------------- one right move


@cache
def one_right_move(count):
    """Solved positions with one right move, as pairs (board, move): at most `count` of each kind, from few discs to many.

    "win": this move alone wins at once. "block": nothing wins at once, and after this move alone the opponent cannot win with
    the next disc.
    "draw": this move draws, and all others lose with perfect play.
    """
    found = {"win": [], "block": [], "draw": []}
    solved = solved_positions()
    for place in range(len(solved)):
        board = solved.board(place)
        wins = winning_moves(board)
        threats = () if wins else threatened_moves(board)
        scores = solved.scores[place]
        draws = np.flatnonzero(scores == 0)
        if len(wins) == 1:
            found["win"].append((board, wins[0]))
        if len(threats) == 1 and not winning_moves(board.play(threats[0])):
            found["block"].append((board, threats[0]))
        if len(draws) == 1 and np.nanmax(scores) == 0 and np.nanmin(scores) < 0:
            found["draw"].append((board, int(draws[0])))
    return {kind: _spread(cases, count) for kind, cases in found.items()}


def _spread(cases, count):
    """At most so many of the cases, evenly from the first to the last."""
    places = np.linspace(0, len(cases) - 1, min(count, len(cases)))
    return [cases[int(place)] for place in places]


def misses(cases, playouts, seeds, **settings):
    """By number of playouts, for each seed: in how many of the cases a search with these settings would play another move.

    Each search goes on from one number of playouts to the next.
    """
    counts = {number: [] for number in playouts}
    for seed in seeds:
        searches = [any_search(board, SearchSettings(**settings), seed) for board, _ in cases]
        for number in playouts:
            played = [search.run(number - search.iterations).best_move() for search in searches]
            missed = sum(move != right for move, (_, right) in zip(played, cases))
            counts[number].append(missed)
    return counts
