"""The audit of any program: its tree, iteration by iteration, on late positions."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from contextlib import redirect_stdout

from c4lib._tools.games import check_position
from c4lib.board import Board
from c4lib.node import Game
from mctslab.audit.chances import MOST_POSITIONS, is_late
from mctslab.audit.choices import judge_choices, judge_order
from mctslab.audit.iterations import observe
from mctslab.audit.playouts import judge_playouts
from mctslab.audit.report import Report
from mctslab.audit.results import judge_results
from mctslab.audit.trees import ITERATIONS, Fields, Name, NotJudged, Run, run_of

LATE = tuple(  # 4 to 11 cells are empty; either player is to move as often
    Board.from_moves(moves)
    for moves in (
        "45404265544605401301632252131132010563",
        "030022545425563416310560116362231",
        "51556034250335205213244631223646",
        "150532315450330205304441502312412",
        "2402612446015245611031022160650634",
        "40640044525523022003122655333315411",
        "36266450021420342330006553453426",
        "1460215303452015261401546633321",
        "443520642655415205150240042320611166",
        "0332556635134560215032031465162260214",
    )
)


def audit_tree(
    grow: Callable,
    visits: Name = "visits",
    wins: Name = "wins",
    mean: Name | None = None,
    children: Name = "children",
    move: Name = "move",
    games: Sequence[Game] | None = None,
) -> Report:
    """What is wrong with any search: a `Report` of faults, habits, and what cannot be told.

    It is run from late positions of 6 x 7, with either player to move. Whose wins the nodes count,
    and what a draw and a loss are worth, follows from the tree, and is said. What it prints is not
    shown.

    Args:
        grow: `grow(game, rng, iterations)` searches and returns the root, or the root and the move
            that it would play; `rng` is a `numpy.random.Generator`.
        visits: the name of a node's visits; like all names, it may be a function of the node.
        wins: of the sum of a node's results.
        mean: of their mean, if nodes have that in place of the sum.
        children: of its children: a list of nodes, of (move, node), or a dict by move.
        move: of the move that leads to a node; not used where the children come with theirs.
        games: other positions, of any game; late ones, so that chances can be calculated.

    Raises:
        ValueError: an argument is none of these.

    >>> from c4lib import TreeSearch
    >>> def grow(game, rng, iterations):
    ...     return TreeSearch(game, rng=rng).run(iterations).root
    >>> audit_tree(grow).habits[0]
    'a win counts 1, a draw 0.5, a loss 0, for the player who moved into the node'
    """
    if not callable(grow):
        raise ValueError(f"grow must be a function grow(game, rng, iterations), not {grow!r}")
    fields = Fields(visits, wins, mean, children, move)
    for role, name in fields._asdict().items():
        if not (isinstance(name, str) or callable(name) or role == "mean" and name is None):
            raise ValueError(f"{role} must be a name or a function of a node, not {name!r}")
    games = LATE if games is None else games
    if not isinstance(games, Sequence) or not games:
        raise ValueError(f"games must be a list of positions, not {games!r}")
    for game in games:
        check_position(game)
        if game.is_terminal:
            raise ValueError(f"games must be positions that go on; this one is over:\n{game}")
        if not is_late(game):
            most = f"at most {MOST_POSITIONS:,} positions may follow"
            raise ValueError(f"games must be late, {most}; more follow from this one:\n{game}")
    report = Report(getattr(grow, "__name__", "the search"))
    with redirect_stdout(io.StringIO()):
        inspect_tree(report, grow, fields, games)
    return report


def inspect_tree(
    report: Report, grow: Callable, fields: Fields = Fields(), games: Sequence[Game] = LATE
) -> None:
    """Run it, and fill the report; what cannot be read is said."""
    runs = []
    try:
        for seed, game in enumerate(games):
            report.doing = f"{report.name}, from {game!r},"
            runs.append(run_of(grow, fields, game, seed))
        playouts, choices = observe(report, runs)
        report.say("looked_at", f"{len(runs)} positions, {ITERATIONS} iterations")
        judge_played(report, runs)
        judge_order(report, choices)
        counting = judge_results(report, playouts)
        judge_playouts(report, playouts, counting)
        judge_choices(report, choices, counting)
    except NotJudged as error:
        report.say(error.kind, f"{error}; more was not judged")


def judge_played(report: Report, runs: list[Run]) -> None:
    """Is the move played the most visited?"""
    words = "the move played need not be the most visited"
    for run in runs:
        for move in run.rarer:
            report.say("habits", f"{words}: from {run.game!r} it is {move!r}", words)
