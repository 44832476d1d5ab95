"""Which rule explains the moves that a search has chosen in its tree."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

from c4lib.node import Move
from mctslab.audit.iterations import Choice
from mctslab.audit.report import Report
from mctslab.audit.results import AT_ROOT, MOVED, OWNERS, TO_MOVE, Counting

SLACK = 2e-3  # programs add small constants
ENOUGH = 30  # choices


class Rule(NamedTuple):
    """A mean, and a factor times a bonus for few visits.

    Attributes:
        words: for sentences.
        bonus: of a move's visits, without the factor.
        grows: whether the factor may grow with the visits of the node at which is chosen.
        whose: the mean is for that player; one of `OWNERS` of the node after the move.
    """

    words: str
    bonus: Callable[[float, Choice], float]
    grows: bool = True
    whose: str = MOVED


class Factor(NamedTuple):
    """The least and the largest factor for which a choice was one of the best."""

    choice: Choice
    least: float
    most: float


def _log_bonus(count: float, visits: float) -> float:
    return math.sqrt(math.log(max(1, count)) / visits)


UCB1 = Rule("UCB1", lambda visits, choice: _log_bonus(choice.visits, visits), grows=False)
ANY_UCB1 = Rule("UCB1 with a factor of its own", lambda visits, choice: visits**-0.5)
OF_ROOT = Rule(
    "UCB1 with the logarithm of the root's visits",
    lambda visits, choice: _log_bonus(choice.iteration.before[()][1], visits),
    grows=False,
)
OF_CHILD = Rule(
    "UCB1 with the logarithm of the child's own visits",
    lambda visits, choice: _log_bonus(visits, visits),
    grows=False,
)
PUCT = Rule("PUCT with equal priors", lambda visits, choice: 1 / (1 + visits) / len(choice.tried))
PUCT_ALONE = Rule("PUCT without priors", lambda visits, choice: 1 / (1 + visits))
RIGHT = (UCB1, ANY_UCB1, PUCT, PUCT_ALONE)
VIEWS = {
    "the opponent of the player who chooses": TO_MOVE,
    "the player to move at the root, also where the opponent chooses": AT_ROOT,
    "player 1, also where player 2 chooses": "player 1",
    "player 2, also where player 1 chooses": "player 2",
}
WRONG = [OF_CHILD, OF_ROOT]
for view, whose in VIEWS.items():
    for rule in (ANY_UCB1, OF_ROOT, PUCT):
        WRONG.append(rule._replace(words=f"{rule.words}, for {view}", whose=whose))


def judge_order(report: Report, choices: Sequence[Choice]) -> None:
    """In which order moves are tried, and whether all are before any is tried again."""
    first = [
        choice for choice in choices if choice.move in choice.untried and len(choice.untried) > 1
    ]
    for end, words in ((0, "left"), (-1, "right")):
        if len(first) >= ENOUGH and all(choice.move == choice.untried[end] for choice in first):
            report.say("habits", f"new moves are tried in order, from the {words}")
    for choice in choices:
        if choice.untried and choice.move in choice.tried:
            words = f"a tried move is chosen while others are untried, as {choice}"
            report.say("habits", words, "untried")


def judge_choices(report: Report, choices: Sequence[Choice], counting: Counting) -> None:
    """The rule that explains the choices where all moves had been tried."""
    tried = [choice for choice in choices if len(choice.tried) > 1 and not choice.untried]
    if len(tried) < ENOUGH:
        report.say("unknown", f"how it chooses, from {len(tried)} choices among tried moves")
        return
    rule = _right_rule(tried, counting)
    more = ""
    explained = tried
    if rule is None:
        more = "; finished games have no bonus, or another"
        explained = [
            _without_finished(choice) for choice in tried if not choice.is_over(choice.move)
        ]
        rule = _right_rule(explained, counting)
    if rule is None:
        _judge_wrong(report, tried, counting)
        return
    words = _c_words(explained, counting) if rule is UCB1 else ""
    report.say("habits", f"it chooses by {rule.words}{words}{more}")


def _right_rule(choices: Sequence[Choice], counting: Counting) -> Rule | None:
    """The first right rule that explains all these choices; None if none does, or they are few."""
    if len(choices) < ENOUGH:
        return None
    for rule in RIGHT:
        if not _unexplained(rule, choices, counting):
            return rule
    return None


def _judge_wrong(report: Report, choices: Sequence[Choice], counting: Counting) -> None:
    """Choices that no right rule explains."""
    words = _choice_words(_unexplained(ANY_UCB1, choices, counting), counting)
    for rule in WRONG:
        if not _unexplained(rule, choices, counting):
            words = f"{rule.words} explains all {len(choices)} choices, and nothing right: {words}"
            report.say("faults", f"it chooses wrongly: {words}")
            return
    report.say("unknown", f"how it chooses, for neither UCB1 nor PUCT explains it: {words}")


def _without_finished(choice: Choice) -> Choice:
    tried = choice.tried.items()
    return choice._replace(tried={move: row for move, row in tried if not choice.is_over(move)})


def _means(choice: Choice, counting: Counting, whose: str = MOVED) -> dict[Move, float]:
    """From 0 to 1, by default for the player who chooses."""
    root = choice.iteration.game.to_move
    depth = len(choice.path) + 1
    is_owner = counting.owner(root, depth) == OWNERS[whose](root, depth)
    means = {}
    for move, (wins, visits) in choice.tried.items():
        mean = (wins / visits - counting.loss) / (counting.win - counting.loss)
        means[move] = mean if is_owner else 1 - mean
    return means


def _factor(choice: Choice, counting: Counting, rule: Rule) -> Factor:
    least, most = 0.0, math.inf
    means = _means(choice, counting, rule.whose)
    own = rule.bonus(choice.tried[choice.move][1], choice)
    for move, (_, visits) in choice.tried.items():
        better = means[move] - means[choice.move] - SLACK
        more = own - rule.bonus(visits, choice)
        if more > 1e-9:
            least = max(least, better / more)
        elif more < -1e-9:
            most = min(most, better / more)
        elif better > 0:
            most = -1.0
    return Factor(choice, least, most)


def _unexplained(rule: Rule, choices: Sequence[Choice], counting: Counting) -> Choice | None:
    """A choice that no factor explains together with the others; None if all are explained."""
    factors = [_factor(choice, counting, rule) for choice in choices]
    least, most = 0.0, math.inf
    for factor in sorted(factors, key=lambda factor: (factor.choice.visits, -factor.least)):
        least = max(least, factor.least)
        most = factor.most if rule.grows else min(most, factor.most)
        if least > most:
            return factor.choice
    return None


def _c_words(choices: Sequence[Choice], counting: Counting) -> str:
    factors = [_factor(choice, counting, UCB1) for choice in choices]
    scale = counting.win - counting.loss
    least = scale * max(factor.least for factor in factors)
    most = scale * min(factor.most for factor in factors)
    return f", c from {least:.3g} to {most:.3g}"


def _choice_words(choice: Choice, counting: Counting) -> str:
    means = _means(choice, counting)
    rows = []
    for move, (_, visits) in choice.tried.items():
        rows.append(f"{move!r}: {means[move]:.3g} in {visits:g}")
    return f"{choice} it takes {choice.move!r} (means and visits: {'; '.join(rows)})"
