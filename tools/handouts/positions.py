"""Lesson 19: five solved positions, to move in at random."""

import numpy as np

from c4lib.text import side_name
from handouts.page import draw_board, page, write
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
BOXES = [(0.05 + 0.31 * (k % 3), 0.49 - 0.4 * (k // 3), 0.27, 0.27) for k in range(5)]


def five_positions():
    """The task and its solution."""
    chosen, luck = chosen_positions(), by_luck()
    words = {"number": len(luck), "luck": luck.mean(), "expected": sum(share for _, _, share in chosen)}
    for is_solution in (False, True):
        texts = [text.format(**words) for text in (SOLUTION if is_solution else TASK)]
        figure = page("Five positions (lesson 19)", texts, is_solution)
        for number, ((board, sound, share), box) in enumerate(zip(chosen, BOXES), 1):
            draw_board(figure, box, board, f"{number}. {side_name(board, board.to_move)} to move")
            told = f"{', '.join(map(str, sound))}: {share:.0%} by luck"
            write(figure, box[0] + 0.03, box[1] - 0.04, told if is_solution else "my column: ______   sound? ______")
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
    places = np.sort(np.random.default_rng(SEED).choice(len(solved), 5, replace=False))
    return [(solved.board(place), np.flatnonzero(solved.sound[place]).tolist(), luck[place]) for place in places]
