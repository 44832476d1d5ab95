"""`python -m mctslab.experiments` lists the experiments; with names, it repeats those."""

import argparse
from importlib import import_module

from c4lib._tools import as_command, shown
from mctslab.arena.parallel import MOST_JOBS
from mctslab.experiments import EXPERIMENTS, run


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m mctslab.experiments", description="Repeat experiments of the notebooks."
    )
    parser.add_argument(
        "names",
        nargs="*",
        metavar="NAME",
        help="which (none: lists them)",
        choices=[*EXPERIMENTS, []],
    )
    parser.add_argument(
        "--jobs",
        type=int,
        default=1,
        help="processes to use; the tables do not depend on it (default: 1)",
    )
    arguments = parser.parse_args()
    if not 1 <= arguments.jobs <= MOST_JOBS:
        parser.error(f"--jobs must be from 1 to {MOST_JOBS:,}, not {shown(arguments.jobs)}")
    for name in arguments.names:
        print(run(name, arguments.jobs))
    if not arguments.names:
        for name, module in EXPERIMENTS.items():
            function = getattr(import_module(f"mctslab.experiments.{module}"), name)
            print(f"{name:20} {function.__doc__.splitlines()[0]}")


if __name__ == "__main__":
    as_command("python -m mctslab.experiments", main)
