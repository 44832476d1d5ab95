"""What an audit found, in sentences and in fields."""

from __future__ import annotations

from dataclasses import dataclass, field
from html import escape
from typing import NamedTuple

from c4lib.node import Game
from c4lib.study.invariants import Violation
from mctslab.audit.chances import Bet
from mctslab.audit.trees import Path


class Finding(NamedTuple):
    """Where a search breaks a rule, or does something else than ours.

    Attributes:
        phase: the function that did it, such as "select".
        iteration: counted from 1.
        path: the moves from the root to the node.
        yours, ours: what each did there: a move, a result, or wins and visits.
        sentence: that in words.
        game, seed: what was searched, with which random numbers.
    """

    phase: str
    iteration: int
    path: Path
    yours: object
    ours: object
    sentence: str
    game: Game
    seed: int

    def __str__(self) -> str:
        return (
            f"In iteration {self.iteration} from {self.game!r} (seed {self.seed}): {self.sentence}."
        )


@dataclass(repr=False)
class Audit:
    """What was found in a search.

    Attributes:
        name: of the search.
        trouble: errors, endless loops and nonsense, in sentences.
        faults: where a phase first breaks a rule; the phases after it were run with ours before it.
        violations: broken conditions of `c4lib.violations`, each once.
        parted: where it parts from ours with the same random numbers, fault or not; None if it does
            not, or if that cannot be told.
        counts: all that was tested against chance.
        untold: what cannot be told, in sentences.
        looked_at: what it was run on; empty if it was not.

    >>> print(Audit("my_search", trouble=["your select raises IndexError: no such place"]))
    my_search: something is wrong.
    Trouble:
    - your select raises IndexError: no such place
    """

    name: str
    trouble: list[str] = field(default_factory=list)
    faults: list[Finding] = field(default_factory=list)
    violations: list[Violation] = field(default_factory=list)
    parted: Finding | None = None
    counts: list[Bet] = field(default_factory=list)
    untold: list[str] = field(default_factory=list)
    looked_at: str = ""

    @property
    def beyond_chance(self) -> list[Bet]:
        """Those of the counts that are."""
        return [count for count in self.counts if count.differs]

    @property
    def found(self) -> bool:
        """Whether something is wrong."""
        return bool(self.trouble or self.faults or self.violations or self.beyond_chance)

    def _sections(self) -> dict[str, list[str]]:
        """The sentences by their headings."""
        verdict = "nothing wrong was found" if self.looked_at else "nothing can be told"
        found = {
            f"{self.name}: {'something is wrong' if self.found else verdict}.": [],
            "Trouble:": self.trouble,
            "Faults:": self.faults,
            "Broken conditions (`c4lib.violations`):": self.violations,
            "With the same random numbers it parts from ours (which alone is no fault):": [
                self.parted
            ],
            "Beyond chance:": self.beyond_chance,
            "What cannot be told:": self.untold,
            "Looked at:": [self.looked_at],
        }
        texts = {head: [str(one) for one in found[head] if one] for head in found}
        return {head: lines for head, lines in texts.items() if lines or self.name in head}

    def __repr__(self) -> str:
        sections = self._sections().items()
        return "\n".join("\n- ".join([head, *lines]) for head, lines in sections)

    def _repr_html_(self) -> str:
        parts = []
        for head, lines in self._sections().items():
            items = "".join(f"<li>{escape(line)}</li>" for line in lines)
            parts.append(f"<p>{escape(head)}</p><ul>{items}</ul>")
        return "".join(parts)
