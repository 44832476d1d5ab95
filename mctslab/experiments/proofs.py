"""What proofs in the tree are worth: the same searches with `solve=True` and without."""

from __future__ import annotations

from itertools import product

import numpy as np
import pandas as pd

from mctslab.arena.solved import solved_positions
from mctslab.experiments.accuracy import moves_by_playouts, search_in
from mctslab.experiments.tables import Row, all_of, table_of

SEEDS = (0, 1, 2, 3, 4)
PROOF_PLAYOUTS = (100, 300, 1_000, 3_000, 10_000)

LEAD_PLAYOUTS = 1_000
PAIR_SEEDS = range(10)
LEAD_SEEDS = range(10, 110)
FAR = 16  # plies left, or more


# -------------------------------------------------------------------- what they gain


def solve_gain(jobs: int) -> pd.DataFrame:
    """Optimal and sound moves with proofs and without, five seeds in each solved position.

    A row counts the answers in positions with the same `plies_left` until the end of perfect play,
    named after the first of 1 to 3, 4 to 7, 8 to 15 or more.

    Answers in one position hang together, so the position is the unit of the error: 1.96 *
    sqrt(squares) / answers is what the difference of the shares is uncertain by, `squares` being
    the sum of the squared differences by position.
    """
    table = pd.concat(all_of(gains_in, range(len(solved_positions())), "positions", jobs))
    return table.groupby(["playouts", "plies_left"], as_index=False).sum()


def gains_in(place: int) -> pd.DataFrame:
    """What one solved position adds to `solve_gain`, a row for each number of playouts.

    >>> gains_in(40)[["playouts", "sound_without", "sound_with"]].iloc[-1].tolist()
    [10000, 5, 5]
    """
    columns = {
        "playouts": PROOF_PLAYOUTS,
        "plies_left": facts_of(place)["plies_left"],
        "positions": 1,
        "answers": len(SEEDS),
    }
    solved = solved_positions()
    moves_without = _moves_in(place, solve=False)
    moves_with = _moves_in(place, solve=True)
    for name, table in (("sound", solved.sound), ("optimal", solved.optimal)):
        is_right = table[place]
        without = is_right[moves_without].sum(axis=0)
        within = is_right[moves_with].sum(axis=0)
        columns[f"{name}_without"] = without
        columns[f"{name}_with"] = within
        columns[f"{name}_squares"] = (within - without) ** 2
    return pd.DataFrame(columns)


def _moves_in(place: int, solve: bool) -> np.ndarray:
    """The moves, of shape (seeds, numbers of playouts)."""
    moves = [moves_by_playouts(place, PROOF_PLAYOUTS, seed, solve=solve) for seed in SEEDS]
    return np.array(moves)


def facts_of(place: int) -> Row:
    """What is at stake in a solved position: what the player to move gets, after how many plies or
    more of perfect play, and whether there are moves that are not sound.

    >>> facts_of(0)
    {'outcome': 'win', 'plies_left': 16, 'choice': True}
    """
    solved = solved_positions()
    score = int(np.nanmax(solved.scores[place]))
    left = int(42 - solved.plies[place])
    if score:  # the disc that ends the game is this, or the one before
        left -= 2 * (abs(score) - 1)
        left -= left % 2 != (score > 0)
    firsts = [first for first in (1, 4, 8, FAR) if first <= left]
    return {
        "outcome": ("draw", "win", "loss")[np.sign(score)],
        "plies_left": firsts[-1],
        "choice": solved.kinds[place] in ("several", "only one"),
    }


# -------------------------------------------------------------------- what they cost far from the end


def proof_leads(jobs: int) -> pd.DataFrame:
    """By how much the sound move's mean leads the mistake's, with proofs and without.

    The positions are won, and the end is far. The two moves are those with the most visits in ten
    searches of either kind; the leads are means over a hundred others.
    """
    places = places_where(outcome="win", plies_left=FAR, choice=True)
    return table_of(_leads_in, places, "positions", jobs)


def places_where(**facts: object) -> list[int]:
    """The indices of the solved positions with these `facts_of`.

    >>> len(places_where(plies_left=16, choice=True, outcome="win"))
    160
    """
    places = []
    for place in range(len(solved_positions())):
        known = facts_of(place)
        if known | facts == known:
            places.append(place)
    return places


def _leads_in(place: int) -> Row:
    sound, mistake = _most_visited_in(place)
    row = {"place": place, "sound": sound, "mistake": mistake}
    for name, solve in (("without", False), ("with", True)):
        leads = []
        for seed in LEAD_SEEDS:
            means = search_in(place, seed, solve=solve).run(LEAD_PLAYOUTS).means
            leads.append(means[sound] - means[mistake])
        row[name] = round(float(np.mean(leads)), 5)
    return row


def _most_visited_in(place: int) -> tuple[int, int]:
    """The sound move and the mistake with the most visits."""
    is_sound = solved_positions().sound[place]
    total = np.zeros(is_sound.size)
    for solve, seed in product((False, True), PAIR_SEEDS):
        search = search_in(place, seed, solve=solve).run(LEAD_PLAYOUTS)
        for move, visits in search.visits.items():
            total[move] += visits
    sound = np.where(is_sound, total, -1).argmax()
    mistake = np.where(is_sound, -1, total).argmax()
    return int(sound), int(mistake)
