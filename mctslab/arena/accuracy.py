"""How far a player is from perfect play: its moves in exactly solved positions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from c4lib._tools.arguments import one_of, whole_number, whole_seed
from c4lib.board import Board
from c4lib.study.perfect import exact_scores
from mctslab.arena.journal import Journal
from mctslab.arena.parallel import How, run_all
from mctslab.arena.score import score_interval
from mctslab.arena.solved import KINDS, solved_positions
from mctslab.players import Player, player_copy, player_name

if TYPE_CHECKING:
    import pandas as pd

PLIES_PER_ROW = 8  # of the table by ply


# -------------------------------------------------------------------- the best moves


def optimal_moves(board: Board) -> tuple[int, ...]:
    """The moves with the highest exact score: fastest wins, else draws, else slowest losses.

    Errors are those of `exact_scores`.

    >>> optimal_moves(Board())
    (3,)
    """
    scores = exact_scores(board)
    best = max(scores.values())
    return tuple(move for move, score in scores.items() if score == best)


def sound_moves(board: Board) -> tuple[int, ...]:
    """The moves that keep the outcome: those that win, if one does, else those that draw, else all.

    Errors are those of `exact_scores`.

    >>> board = Board.from_moves("624224246635164")
    >>> exact_scores(board)
    {0: 0, 1: 0, 2: -3, 3: 13, 4: 0, 5: 12, 6: 12}
    >>> sound_moves(board), optimal_moves(board)
    ((3, 5, 6), (3,))
    """
    scores = exact_scores(board)
    outcome = np.sign(max(scores.values()))
    return tuple(move for move, score in scores.items() if np.sign(score) == outcome)


# -------------------------------------------------------------------- how far a player is from it


class Answer(NamedTuple):
    """What a player did in one of the solved positions.

    Attributes:
        place: its index in `solved_positions()`.
        ply, kind: how many discs it has, and what there is to choose (see `SolvedPositions.kinds`).
        move: the column played.
        optimal, sound: whether the move is.
    """

    place: int
    ply: int
    kind: str
    move: int
    optimal: bool
    sound: bool


def answer(player: Player, place: int, seed: int) -> Answer:
    """What the `player` does in the solved position with the index `place`.

    The random numbers come from `seed` and `place`, and a deep copy of the player is
    asked. So it does not matter which other positions are answered, in what order, or in which
    process.

    Raises:
        ValueError: the player's move is not legal.

    >>> answer(lambda board, rng: 2, place=0, seed=1)
    Answer(place=0, ply=0, kind='only one', move=2, optimal=False, sound=False)
    """
    board = solved_positions().board(place)
    move = player_copy("player", player)(board, np.random.default_rng([seed, place]))
    try:
        board.play(move)
    except ValueError:
        what = f"the player gave {move!r} in {board!r}"
        raise ValueError(f"{what}; legal moves: {board.legal_moves()}") from None
    return judged(place, int(move))


def judged(place: int, move: int) -> Answer:
    """The answer that consists in this move.

    >>> judged(place=0, move=3)
    Answer(place=0, ply=0, kind='only one', move=3, optimal=True, sound=True)
    """
    solved = solved_positions()
    return Answer(
        place,
        ply=int(solved.plies[place]),
        kind=str(solved.kinds[place]),
        move=move,
        optimal=bool(solved.optimal[place, move]),
        sound=bool(solved.sound[place, move]),
    )


@dataclass(frozen=True, repr=False)
class Accuracy:
    """How often a player was right.

    Attributes:
        answers: what the player did, in the order of the table; `pandas.DataFrame(answers)` has a
            row for each.
    """

    answers: tuple[Answer, ...]

    def __repr__(self) -> str:
        row = self.table().iloc[0]
        shares = f"{row.optimal:.1%} optimal, {row.sound:.1%} sound"
        return f"Accuracy({len(self.answers)} positions: {shares})"

    def table(self, by: str | None = None) -> pd.DataFrame:
        """A pandas table: the shares of optimal and of sound moves, each with its 95 % interval.

        Args:
            by: a row for each "kind", or for eight plies each by "ply", named after the first;
                None: one for all.

        Raises:
            ValueError: `by` is none of these.

        >>> result = accuracy(lambda board, rng: board.legal_moves()[0], count=1000, seed=1)
        >>> result.table(by="kind")[["positions", "sound", "sound_low", "sound_high"]].round(2)  # doctest: +NORMALIZE_WHITESPACE
                  positions  sound  sound_low  sound_high
        kind
        several         319   0.36       0.31        0.41
        only one        324   0.14       0.11        0.18
        forced           21   1.00       0.85        1.00
        any             336   1.00       0.99        1.00
        """
        import pandas as pd

        one_of("by", by, (None, "kind", "ply"))
        frame = pd.DataFrame(self.answers)
        groups = {
            None: pd.Series("all", frame.index),
            "kind": pd.Categorical(frame.kind, KINDS),
            "ply": frame.ply - frame.ply % PLIES_PER_ROW,
        }
        rows = {name: _shares(group) for name, group in frame.groupby(groups[by], observed=True)}
        return pd.DataFrame.from_dict(rows, orient="index").rename_axis(by)


def _shares(answers: pd.DataFrame) -> dict[str, float]:
    row = {"positions": len(answers)}
    for what in ("optimal", "sound"):
        low, high = score_interval(answers[what].sum(), len(answers))
        row |= {what: answers[what].mean(), f"{what}_low": low, f"{what}_high": high}
    return row


def accuracy(
    player: Player,
    count: int | None = 300,
    seed: int = 0,
    places: ArrayLike | None = None,
    **how: object,
) -> Accuracy:
    """How often the `player` finds the best moves of the solved positions.

    Args:
        player: a function (game, rng) -> move.
        count: how many positions, drawn with the `seed`; None: all. With the same seed, the
            positions of a smaller number are among those of a larger.
        seed: of the draw, and of the player's random numbers, which differ from position to
            position.
        places: the indices in `solved_positions()` to draw from; None: all.
        how: jobs, progress, executor and journal, as for `play_match`.

    Raises:
        ValueError: the player made an illegal move, or an argument is none of these. This error,
            and any other on the way, has the finished answers as its `answers`.

    >>> accuracy(lambda board, rng: rng.choice(board.legal_moves()), count=1000, seed=1)
    Accuracy(1000 positions: 35.0% optimal, 59.6% sound)
    >>> late = np.flatnonzero(solved_positions().plies >= 30)
    >>> accuracy(lambda board, rng: optimal_moves(board)[0], count=50, seed=1, places=late)
    Accuracy(50 positions: 100.0% optimal, 100.0% sound)
    """
    seed = whole_seed(seed)
    dealing = How(**how)
    drawn = _draw(count, seed, np.arange(len(solved_positions())) if places is None else places)
    experiment = {"of": "answers", "player": player_name(player), "seed": seed, "places": drawn}
    items = [(player, place, seed) for place in drawn]
    book = Journal(dealing.journal, experiment, [player])
    answers = run_all(_answered, items, "answers", dealing, book, restore=_restored)
    return Accuracy(tuple(answers))


def _restored(item: tuple, fields: dict[str, object]) -> Answer:
    return Answer(**fields)


def _answered(player: Player, place: int, seed: int) -> dict[str, object]:
    return answer(player, place, seed)._asdict()


def _draw(count: int | None, seed: int, places: ArrayLike) -> list[int]:
    """So many of the `places`, in ascending order."""
    places = np.unique(places)
    last = len(solved_positions()) - 1
    if places.dtype.kind not in "iu" or not np.isin(places, range(last + 1)).all():
        raise ValueError(f"places must be whole numbers from 0 to {last}, not {places}")
    count = len(places) if count is None else whole_number("count", count, at_least=1)
    if not 1 <= count <= len(places):
        most = f"the number of places to draw from, {len(places)}"
        raise ValueError(f"count must be at most {most}, not {count}")
    return np.sort(np.random.default_rng(seed).permutation(places)[:count]).tolist()
