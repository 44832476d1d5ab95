"""What proofs in the tree are worth: the same searches with `solve=True` and without."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain, product

import numpy as np
import pandas as pd

from mctslab.arena.solved import solved_positions
from mctslab.experiments.accuracy import growing, search_in
from mctslab.experiments.tables import Row, all_of, table_of

SEEDS = (0, 1, 2, 3, 4)
PROOF_PLAYOUTS = (100, 300, 1_000, 3_000, 10_000)
WITHOUT_AND_WITH = {"without": False, "with": True}

LEAD_PLAYOUTS = 1_000
PAIR_SEEDS = range(10)
LEAD_SEEDS = range(10, 110)
FAR = 16  # plies left, or more


# -------------------------------------------------------------------- what they gain


def solve_gain(jobs: int = 1) -> pd.DataFrame:
    """Optimal and sound moves with proofs and without, five seeds in each solved position.

    A row counts the answers in positions that have in common: `outcome`, what the player to move
    gets; `plies_left`, until the end of perfect play, named after the first of 1 to 3, 4 to 7, 8 to
    15 or more; `choice`, whether there are moves that are not sound; `proven`, how many of the five
    searches with `solve=True` had proven the result.

    Answers in one position hang together, so the position is the unit of the error: 1.96 *
    sqrt(squares) / answers is what the difference of the shares is uncertain by, `squares` being
    the sum of the squared differences by position.
    """
    return _summed(all_of(_rows_in, range(len(solved_positions())), "searches", jobs))


def proofs_compared(places: Iterable[int]) -> pd.DataFrame:
    """The rows of `solve_gain` that come of some of the solved positions.

    >>> proofs_compared([40]).proven.tolist()
    [0, 0, 0, 0, 0]
    """
    return _summed(map(_rows_in, places))


def _summed(rows: Iterable[list[Row]]) -> pd.DataFrame:
    in_common = ["playouts", "outcome", "plies_left", "choice", "proven"]
    table = pd.DataFrame(chain.from_iterable(rows))
    return table.groupby(in_common, as_index=False).agg("sum")


def _rows_in(place: int) -> list[Row]:
    answers = {name: _answers(place, solve) for name, solve in WITHOUT_AND_WITH.items()}
    rows = []
    for number, playouts in enumerate(PROOF_PLAYOUTS):
        without, within = answers["without"][number], answers["with"][number]
        proven = sum(is_proven for _, is_proven in within)
        row = {"playouts": playouts} | facts_of(place) | {"proven": proven}
        row |= {"positions": 1, "answers": len(SEEDS)}
        for what in ("sound", "optimal"):
            right = getattr(solved_positions(), what)[place].tolist()
            right_without = sum(right[move] for move, _ in without)
            right_within = sum(right[move] for move, _ in within)
            row[f"{what}_without"] = right_without
            row[f"{what}_with"] = right_within
            row[f"{what}_squares"] = (right_within - right_without) ** 2
        rows.append(row)
    return rows


def _answers(place: int, solve: bool) -> list[list[tuple[int, bool]]]:
    """For each number of playouts, of every seed the move and whether the result is proven."""
    answers = [[] for _ in PROOF_PLAYOUTS]
    for seed in SEEDS:
        searches = growing(place, PROOF_PLAYOUTS, seed, solve=solve)
        for found, search in zip(answers, searches):
            found.append((search.best_move(), search.root.proof is not None))
    return answers


def facts_of(place: int) -> Row:
    """What is at stake in a solved position, as the columns of `solve_gain`.

    >>> facts_of(0)
    {'outcome': 'win', 'plies_left': 16, 'choice': True}
    """
    solved = solved_positions()
    score = int(np.nanmax(solved.scores[place]))
    left = int(np.count_nonzero(solved.cells[place] == 0))
    if score:  # the disc that ends the game is this, or the one before
        left -= 2 * (abs(score) - 1)
        left -= left % 2 != (score > 0)
    return {
        "outcome": ("draw", "win", "loss")[np.sign(score)],
        "plies_left": max(first for first in (1, 4, 8, FAR) if first <= left),
        "choice": solved.kinds[place] in ("several", "only one"),
    }


# -------------------------------------------------------------------- what they cost far from the end


def proof_leads(jobs: int = 1) -> pd.DataFrame:
    """By how much the sound move's mean leads the mistake's, with proofs and without.

    The positions are won, and the end is far. The two moves are those with the most visits in ten
    searches of either kind; the leads are means over a hundred others.
    """
    facts = {"outcome": "win", "plies_left": FAR, "choice": True}
    return table_of(_leads_in, places_where(**facts), "positions", jobs)


def places_where(**facts: object) -> list[int]:
    """The indices of the solved positions with these `facts_of`.

    >>> len(places_where(plies_left=16, choice=True, outcome="win"))
    160
    """
    places = range(len(solved_positions()))
    return [place for place in places if facts_of(place) | facts == facts_of(place)]


def _leads_in(place: int) -> Row:
    is_sound = solved_positions().sound[place]
    visits = np.zeros(is_sound.size)
    for solve, seed in product(WITHOUT_AND_WITH.values(), PAIR_SEEDS):
        search = search_in(place, seed, solve=solve).run(LEAD_PLAYOUTS)
        visits[list(search.visits)] += list(search.visits.values())
    sound = int(np.where(is_sound, visits, -1).argmax())
    mistake = int(np.where(is_sound, -1, visits).argmax())
    row = {"place": place, "sound": sound, "mistake": mistake}
    for name, solve in WITHOUT_AND_WITH.items():
        leads = []
        for seed in LEAD_SEEDS:
            means = search_in(place, seed, solve=solve).run(LEAD_PLAYOUTS).means
            leads.append(means[sound] - means[mistake])
        row[name] = round(float(np.mean(leads)), 5)
    return row
