"""`python -m mctslab.experiments` lists the experiments; with names, it repeats those."""

import argparse

from c4lib._tools.arguments import shown
from mctslab.arena.parallel import MOST_JOBS
from mctslab.experiments import EXPERIMENTS, experiment, run


def main() -> None:
    parser = argparse.ArgumentParser(
        "python -m mctslab.experiments", description="Repeat experiments of the notebooks."
    )
    which = "which (none: lists them)"
    parser.add_argument("names", nargs="*", metavar="NAME", help=which, choices=[*EXPERIMENTS, []])
    how_many = "processes to use; the tables do not depend on it (default: 1)"
    parser.add_argument("--jobs", type=int, default=1, help=how_many)
    arguments = parser.parse_args()
    if not 1 <= arguments.jobs <= MOST_JOBS:
        parser.error(f"--jobs must be from 1 to {MOST_JOBS:,}, not {shown(arguments.jobs)}")
    for name in arguments.names:
        print(run(name, arguments.jobs))
    if not arguments.names:
        for name in EXPERIMENTS:
            print(f"{name:20} {experiment(name).__doc__.splitlines()[0]}")


if __name__ == "__main__":
    main()
