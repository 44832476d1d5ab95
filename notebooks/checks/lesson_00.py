"""Lesson 00: a whole search, and one number in it."""

import math

from mctslab import play_match
from mctslab.players import mcts_player

from .base import check, expect, real, shown

ITERATIONS = 150
GAMES = 150
SEEDS = (2, 3)  # of the matches. Of 40 such matches 4 can tell c = 2 from √2


@check
def check_00_1(my_c):
    c = real(my_c, "my_c")
    expect(math.isfinite(c), f"my_c is {shown(my_c)}; expected a finite number")
    expect(c > math.sqrt(2), f"my_c is {shown(my_c)}: too large means above √2, which is {math.sqrt(2):.3f}")
    scores = []
    for seed in SEEDS:
        match = play_match(mcts_player(ITERATIONS, c=c), mcts_player(ITERATIONS), GAMES, seed)
        low, high = match.interval
        found = f"c = {shown(my_c)} scores {match.score:.2f} in {len(match.games)} games"
        found = f"{found}, with the interval [{low:.2f}, {high:.2f}]"
        expect(low < 0.5, f"{found}: that is better, not worse")
        expect(high < 0.5, f"{found}: one half lies inside, so these games cannot tell it from √2")
        scores.append(f"{match.score:.2f}")
    return f"c = {shown(my_c)} scores {', '.join(scores)} in {len(SEEDS)} matches, measurably worse in each of them."
