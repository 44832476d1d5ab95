"""Lesson 00: a whole search, and one number in it."""

import math

from mctslab import play_match
from mctslab.players import mcts_player

from .base import check, expect, real, shown

ITERATIONS = 150
GAMES = 150
# Of the matches. 80 of them, with the seeds 0 to 79, have been played once, for what the lesson tells: 12,000 games in which c = 2
# scores 0.458 [0.449, 0.466] against √2; 14 of the matches can tell the two apart.
SEEDS = (2, 3)


@check
def check_00_1(my_c):
    c = real(my_c)
    expect(math.isfinite(c), f"my_c is {shown(my_c)}; expected a finite number")
    expect(c > math.sqrt(2), f"my_c is {c:.4g}: too large means above √2, the usual value")
    scores = []
    for number, seed in enumerate(SEEDS, 1):
        match = play_match(mcts_player(ITERATIONS, c=c), mcts_player(ITERATIONS), GAMES, seed)
        low, high = match.interval
        found = f"c = {c:.4g} scores {match.score:.2f} in the {len(match.games)} games of match {number}"
        found = f"{found}, with the interval [{low:.2f}, {high:.2f}]"
        expect(low < 0.5, f"{found}: that is better, not worse")
        expect(high < 0.5, f"{found}: one half lies inside, so these games cannot tell it from √2")
        scores.append(f"{match.score:.2f}")
    half = "; try half of it, too" if c >= 16 else ""
    return f"c = {c:.4g} scores {' and '.join(scores)} in two matches, measurably worse in both{half}."
