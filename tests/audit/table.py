"""What the audit says of the museum of lesson 22 and of the published programs: `python tests/audit/table.py` prints the table."""

from functools import partial

from c4lib import TreeSearch
from mctslab.audit import audit
from mctslab.experiments.faults import MUSEUM, SETTINGS
from mctslab.published import (
    CLASS_DEVIATIONS,
    LECTURE,
    LECTURE_DEVIATIONS,
    MCTS,
    PROGRAM_DEVIATIONS,
    ProgramSearch,
    lecture_phases,
    mcts_class,
)


def lecture(*fixed):
    return partial(TreeSearch, **lecture_phases(fixed))


SEARCHES = {name: (search, SETTINGS) for name, search in MUSEUM.items()} | {
    "P1, as published": (mcts_class, None),
    "P1, one viewpoint left": (partial(MCTS, fixed=tuple(CLASS_DEVIATIONS.keys() - {"one viewpoint"})), None),
    "P1, all fixed": (partial(MCTS, fixed=tuple(CLASS_DEVIATIONS)), None),
    "P2, as published": (lecture(), LECTURE),
    "P2, all fixed": (lecture(*LECTURE_DEVIATIONS), LECTURE),
    "P4, as published": (ProgramSearch, None),
    "P4, last disc left": (partial(ProgramSearch, fixed="rightmost"), None),
    "P4, all fixed": (partial(ProgramSearch, fixed=tuple(PROGRAM_DEVIATIONS)), None),
}


def row(name, seeds=3):
    """What is named: the phases at fault with their iterations, broken conditions, counts beyond chance, and the first parting."""
    search, settings = SEARCHES[name]
    report = audit(search, settings, seeds=seeds)
    faults = [f"{fault.phase} ({fault.iteration})" for fault in report.faults]
    conditions = [violation.name for violation in report.violations]
    beyond = dict.fromkeys(bet.what.split(" from ")[0] for bet in report.counts if bet.differs)
    parted = f"{report.parted.phase} ({report.parted.iteration})" if report.parted else ""
    return [", ".join(texts) for texts in (faults, conditions, beyond, report.trouble)] + [parted]


def main():
    heads = ["search", "at fault (iteration)", "broken conditions", "beyond chance", "trouble", "parts from ours in"]
    print("| " + " | ".join(heads) + " |\n" + "|---" * len(heads) + "|")
    for name in SEARCHES:
        print("| " + " | ".join([name, *row(name)]) + " |", flush=True)


if __name__ == "__main__":
    main()
