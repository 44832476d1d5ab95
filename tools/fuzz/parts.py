"""What must agree, part by part.

A case is a function of a random generator and an empty folder. It returns how many things it has compared, and raises an
exception if two of them differ.
"""

from collections.abc import Callable
from dataclasses import dataclass

from fuzz.games import no_open_spiel, open_spiel, rules, solver
from fuzz.journals import journals
from fuzz.searches import bounded, interrupts, large, oracle, parallel, puct, twins


@dataclass(frozen=True)
class Part:
    """What is compared, how many of what it counts, its share of the time, and what it lacks to run, in words."""

    compare: Callable
    unit: str
    share: float = 1
    missing: Callable = lambda: ""


PARTS = {
    "twins": Part(twins, "nodes", 3),
    "bounded": Part(bounded, "nodes", 0.5),
    "large": Part(large, "nodes"),
    "oracle": Part(oracle, "nodes", 2),
    "rules": Part(rules, "positions"),
    "openspiel": Part(open_spiel, "positions", missing=no_open_spiel),
    "solver": Part(solver, "positions, proofs", 1.5),
    "parallel": Part(parallel, "nodes"),
    "journals": Part(journals, "journals"),
    "interrupts": Part(interrupts, "interruptions", 1.5),
    "puct": Part(puct, "nodes"),
}
