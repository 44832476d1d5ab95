"""The property tests on fresh random cases, for as long as one likes: `make fuzz MINUTES=60 SEED=2027`.

A round is one run of all tests that draw with hypothesis, each from the seed of the round; the next round has the next seed. The
round in which the minutes are over is finished.
"""

import argparse
import re
import subprocess
import sys
import time
from collections import Counter
from itertools import count
from pathlib import Path

PYTEST = [sys.executable, "-m", "pytest", "-q", "--hypothesis-profile=fuzz"]


def run_round(seed):
    """The exit code of pytest, and what it printed."""
    files = [path for path in sorted(Path("tests").rglob("test_*.py")) if "from hypothesis" in path.read_text("utf-8")]
    options = [f"--hypothesis-seed={seed}", "--hypothesis-show-statistics", "-m", "hypothesis"]
    done = subprocess.run([*PYTEST, *options, *files], stdout=subprocess.PIPE, text=True)
    return done.returncode, done.stdout


def cases_in(report):
    """How many cases each test had, as hypothesis's statistics say."""
    cases, name = Counter(), None
    for line in report.splitlines():
        if heading := re.fullmatch(r"(tests/.+::.+):", line):
            name = heading[1]
        elif counts := re.search(r"- (\d+) passing\b.* (\d+) failing", line):
            cases[name] += int(counts[1]) + int(counts[2])
    return cases


def tell_failures(report, seed):
    """Prints what failed, and how to repeat it; gives the names of the tests."""
    print(report.partition("= Hypothesis Statistics")[0])
    failed = re.findall(r"^(?:FAILED|ERROR) (tests/.+?)(?: - |$)", report, re.MULTILINE)
    for name in failed:
        print("to repeat it:", *PYTEST, f"--hypothesis-seed={seed} '{name}'", flush=True)
    return failed or ["pytest itself"]


def main():
    parser = argparse.ArgumentParser(prog="make fuzz", description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--seed", type=int, default=0, help="of the first round")
    options = parser.parse_args()
    cases, failures, end = Counter(), Counter(), time.monotonic() + 60 * options.minutes
    try:
        for seed in count(options.seed):
            print(f"seed {seed}: ", end="", flush=True)
            code, report = run_round(seed)
            found = cases_in(report)
            print(f"{found.total():,} cases", flush=True)
            cases += found
            failures.update(tell_failures(report, seed) if code else ())
            if time.monotonic() > end:
                break
    except KeyboardInterrupt:
        print("stopped; this round is not counted")
    print(f"{'cases':>9} {'failures':>8}")
    for name in sorted(cases | failures):
        print(f"{cases[name]:>9,} {failures[name]:>8}  {name}")
    print(f"{cases.total():>9,} {failures.total():>8}  in all")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
