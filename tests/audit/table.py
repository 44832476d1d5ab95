"""What the audit says of the museum of lesson 22 and of the published programs: `python tests/audit/table.py` prints the table."""

import re
from functools import partial

import numpy as np

from c4lib import TreeSearch
from mctslab.audit import audit, audit_tree
from mctslab.experiments.faults import MUSEUM, SETTINGS
from mctslab.published import (
    CLASS_DEVIATIONS,
    LECTURE,
    LECTURE_DEVIATIONS,
    MCTS,
    PROGRAM_DEVIATIONS,
    ProgramSearch,
    lecture_phases,
)


def lecture(*fixed):
    return partial(TreeSearch, **lecture_phases(fixed))


def program_class(*fixed):
    """P1, as a stranger's program: its nodes have no moves, but boards."""

    def grow(board, rng, iterations):
        agent = MCTS(iterations, player=board.to_move, r=board.rows, c=board.columns, fixed=fixed, rng=rng)
        agent.set_state(board.cells)
        return agent.grown_tree()

    def children(node):
        return [(int(np.not_equal(node.state, child.state).any(axis=0).argmax()), child) for child in node.children]

    return audit_tree(grow, visits="N", wins="win", children=children)


SEARCHES = {name: partial(audit, search, SETTINGS) for name, search in MUSEUM.items()} | {
    "P1, as published": program_class,
    "P1, one viewpoint left": partial(program_class, *(CLASS_DEVIATIONS.keys() - {"one viewpoint"})),
    "P1, all fixed": partial(program_class, *CLASS_DEVIATIONS),
    "P2, as published": partial(audit, lecture(), LECTURE),
    "P2, all fixed": partial(audit, lecture(*LECTURE_DEVIATIONS), LECTURE),
    "P4, as published": partial(audit, ProgramSearch),
    "P4, last disc left": partial(audit, partial(ProgramSearch, fixed="rightmost")),
    "P4, all fixed": partial(audit, partial(ProgramSearch, fixed=tuple(PROGRAM_DEVIATIONS))),
}


def row(name):
    """The faults, without numbers: phases with their iterations and broken conditions, or what is beyond chance."""
    cells = []
    for fault in SEARCHES[name]().faults:
        if phase := re.match(r"(?:your|the) (\w+) from .* in iteration (\d+), breaks: (.*?); ", fault):
            fault = "{} ({}): {}".format(*phase.groups())
        fault = re.sub(r"^after \d+ iterations from \S+ |( from \S+\) (won|drawn)|, and nothing right|; more was|: \d).*", "", fault)
        cells.append(fault)
    return "; ".join(dict.fromkeys(cells))


def main():
    print("| search | faults |\n|---|---|")
    for name in SEARCHES:
        print(f"| {name} | {row(name)} |", flush=True)


if __name__ == "__main__":
    main()
