"""The run: cases of all parts in turn, until the time is over.

Case k of a part draws all that it is from `default_rng([seed, part, k])`, so that a case which failed is run again by the line
that told of it. (Where a compiled search is interrupted, it also depends on the speed of the computer.)
"""

import argparse
import resource
import signal
import sys
import tempfile
import time
import warnings
import zlib
from pathlib import Path

import numpy as np

from fuzz.parts import PARTS

TABLE_MINUTES = 10
CASE_SECONDS = 600  # a case that takes longer has failed, too
MOST_FAILURES = 20  # of one part, which then is left alone


class Tally:
    """What became of the cases of one part."""

    def __init__(self, name, part):
        self.name, self.part = name, part
        self.cases = self.compared = 0
        self.seconds = 0.0
        self.failures = []

    def is_over(self):
        return len(self.failures) >= MOST_FAILURES

    def run(self, seed, number):
        """Run one case; the line that tells what differed, or None."""
        start, failure = time.perf_counter(), None
        try:
            self.compared += run_case(self.part, self.name, seed, number)
        except Exception as error:  # whatever it is, the next case can be run
            failure = f"make fuzz SEED={seed} CASE={self.name}:{number}   # {in_one_line(error)}"
            self.failures.append(failure)
        self.cases += 1
        self.seconds += time.perf_counter() - start
        return failure


def in_one_line(error):
    text = " ".join(str(error).split())
    return f"{type(error).__name__}: {text[:300]}"


def run_case(part, name, seed, number):
    """How many things were compared in this case; an exception if any of them differed."""

    def ring(signal_number, frame):
        raise TimeoutError(f"no end after {CASE_SECONDS} seconds")

    before = signal.signal(signal.SIGALRM, ring)
    signal.alarm(CASE_SECONDS)
    try:
        with warnings.catch_warnings(), tempfile.TemporaryDirectory() as folder:
            for package in ("c4lib", "mctslab"):
                warnings.filterwarnings("error", module=package)
            return part.compare(np.random.default_rng([seed, zlib.crc32(name.encode()), number]), Path(folder))
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def table_of(tallies, minutes):
    """What was done until now, as text."""
    lines = [f"{'part':<12} {'cases':>9} {'compared':>13} {'':<22} {'differences':>11} {'minutes':>8}"]
    for tally in tallies:
        missing = tally.part.missing()
        compared = f"{tally.compared:>13,} {tally.part.unit:<22}"
        if missing:
            compared = f"{'':>13} {'skipped: ' + missing:<22}"
        counts = f"{len(tally.failures):>11,} {tally.seconds / 60:>8.1f}"
        lines.append(f"{tally.name:<12} {tally.cases:>9,} {compared} {counts}")
    cases, failures = sum(tally.cases for tally in tallies), sum(len(tally.failures) for tally in tallies)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20
    lines.append(f"{'together':<12} {cases:>9,} {'':>36} {failures:>11,} {minutes:>8.1f}   (memory: {memory:.1f} GB)")
    return "\n".join(lines)


def run_all(tallies, seed, minutes):
    """Cases of all parts in turn until the time is over: always of the part that has had the least of its share."""
    start, minute = time.monotonic(), 0
    while (passed := (time.monotonic() - start) / 60) < minutes:
        if passed >= minute + 1:
            minute = int(passed)
            tell(tallies, minute, minutes)
        ready = [tally for tally in tallies if not tally.part.missing() and not tally.is_over()]
        if not ready:
            break
        tally = min(ready, key=lambda one: one.seconds / one.part.share)
        failure = tally.run(seed, tally.cases)
        if failure:
            print(failure, flush=True)


def tell(tallies, minute, minutes):
    """A line a minute, and now and then the table."""
    cases, failures = sum(one.cases for one in tallies), sum(len(one.failures) for one in tallies)
    print(f"{minute} of {minutes:g} minutes: {cases:,} cases, {failures} differences", file=sys.stderr, flush=True)
    if minute % TABLE_MINUTES == 0:
        print(table_of(tallies, minute), flush=True)


def chosen_parts(names):
    return [Tally(name, PARTS[name]) for name in (names.split(",") if names else PARTS)]


def repeat(case, seed):
    """Run this one case, with its traceback if it fails."""
    name, _, number = case.partition(":")
    compared = run_case(PARTS[name], name, seed, int(number))
    print(f"{case} with SEED={seed}: {compared:,} {PARTS[name].unit} compared, no difference")


def main(arguments=None):
    parser = argparse.ArgumentParser(prog="make fuzz", description="Compare all that must agree on random cases.")
    parser.add_argument("--minutes", type=float, default=10, help="how long (default: 10)")
    parser.add_argument("--seed", type=int, default=0, help="of all cases (default: 0)")
    parser.add_argument("--parts", default="", help=f"only these, separated by commas, of {', '.join(PARTS)}")
    parser.add_argument("--case", default="", help="only this one, as PART:NUMBER")
    options = parser.parse_args(arguments)
    # As under `nohup make fuzz &`, where Ctrl-C is ignored: one part presses it.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    if options.case:
        return repeat(options.case, options.seed)
    tallies, start = chosen_parts(options.parts), time.monotonic()
    try:
        run_all(tallies, options.seed, options.minutes)
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
    print(table_of(tallies, (time.monotonic() - start) / 60))
    failures = [failure for tally in tallies for failure in tally.failures]
    print(*failures, sep="\n", end="\n" if failures else "")
    return 1 if failures else 0
