"""Lesson 19: five solved positions, to move in at random."""

import numpy as np

from c4lib.text import side_name
from editions.handouts.page import draw_board, page, write
from mctslab.arena.solved import solved_positions

TASK = (
    """Five of the {number:,} solved positions of lesson 19, drawn by lot. Choose a column at random in each of them: close your eyes and put
    the tip of a pencil on the board, and again if the column is full. Do not look for a good move.""",
    "Write your five columns down. How many of the five will be sound, that is, keep the outcome of perfect play?",
)
SOLUTION = (
    """Below each board stand the sound columns. By luck {expected:.1f} of the five moves are to be expected to be sound; in all {number:,}
    positions luck gets {luck:.0%}.""",
)
SEED = 0


def five_positions():
    """The task and its solution."""
    chosen, luck = chosen_positions(), by_luck()
    expected = sum(share for _, _, share in chosen)
    words = {"number": len(luck), "luck": luck.mean(), "expected": expected}
    for is_solution in (False, True):
        texts = SOLUTION if is_solution else TASK
        figure = page("Five positions (lesson 19)", texts, is_solution, **words)
        for number, (board, sound, share) in enumerate(chosen):
            left, low = 0.05 + 0.31 * (number % 3), 0.49 - 0.4 * (number // 3)
            title = f"{number + 1}. {side_name(board, board.to_move)} to move"
            draw_board(figure, (left, low, 0.27, 0.27), board, title)
            answer = "my column: ______   sound? ______"
            if is_solution:
                answer = f"{', '.join(map(str, sound))}: {share:.0%} by luck"
            write(figure, left + 0.03, low - 0.04, answer)
        if not is_solution:
            write(figure, 0.7, 0.25, "Sound: ______ of 5")
        yield figure


def by_luck():
    """The share of the legal moves that are sound, in each of the solved positions."""
    solved = solved_positions()
    return solved.sound.sum(axis=1) / np.isfinite(solved.scores).sum(axis=1)


def chosen_positions():
    """(board, its sound columns, their share of the legal ones) of five solved positions."""
    solved, luck = solved_positions(), by_luck()
    places = np.random.default_rng(SEED).choice(len(solved), 5, replace=False)
    chosen = []
    for place in np.sort(places):
        sound = np.flatnonzero(solved.sound[place]).tolist()
        chosen.append((solved.board(place), sound, luck[place]))
    return chosen
