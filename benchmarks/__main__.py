"""Speed of the searches side by side, in one run: `make bench`, or `python -m benchmarks`.

The searches take turns, so that a slow moment of the machine hits all of them; a ratio is the median of those of the
rounds. What counts are the ratios: other programs on the machine slow all down, though not all alike.
"""

from __future__ import annotations

import argparse
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from benchmarks.searches import (
    HAS_OPEN_SPIEL,
    Timed,
    fast,
    fast_rollouts,
    open_spiel_compiled,
    open_spiel_python,
    peer,
    peer_program,
    readable,
    seconds_of,
    two_threads,
)
from c4lib import Board, FastSearch

ROOT = Path(__file__).parents[1]
README = Path(__file__).with_name("README.md")
FAST, SAME, PEER, SPIEL, TREE, SPIEL_PYTHON = (
    "`FastSearch`",
    "`peer.cpp` with the numbers of `FastSearch`",
    "`peer.cpp`, a hand-written C++ search",
    "OpenSpiel's C++ `MCTSBot`",
    "`TreeSearch`",
    "OpenSpiel's Python `MCTSBot`",
)


def in_turns(timed: dict[str, Timed], count: int, rounds: int) -> dict[str, list[float]]:
    """The times of each, in `rounds` rounds after a first one that is not counted."""
    times = {name: [] for name in timed}
    for seed in range(rounds + 1):
        for name, function in timed.items():
            times[name].append(function(count, seed))
    return {name: taken[1:] for name, taken in times.items()}


def ratio(times: dict[str, list[float]], name: str, other: str) -> str:
    """How many times as fast as the `other`: the median of the rounds."""
    if name not in times or other not in times or name == other:
        return ""
    return f"{statistics.median(b / a for a, b in zip(times[name], times[other])):.2f} x"


def table(columns: str, rows: list[list[str]]) -> str:
    lines = [columns, "|".join(["", *["---"] * (columns.count("|") - 1), ""])]
    return "\n".join([*lines, *(f"| {' | '.join(row)} |" for row in rows)])


# -------------------------------------------------------------------- what is measured


def compiled_searches(rounds: int) -> str:
    timed = {FAST: fast} | peers("search")
    if HAS_OPEN_SPIEL:
        timed[SPIEL] = open_spiel_compiled
    rows = []
    for playouts in (1_000, 25_000, 100_000, 1_000_000):
        if playouts == 1_000_000:
            rounds = min(rounds, 3)
        times = in_turns(timed, playouts, rounds)
        for name, taken in times.items():
            speed = f"{playouts / statistics.median(taken):,.0f}"
            rows.append([f"{playouts:,}", name, speed, *(ratio(times, name, other) for other in (SPIEL, SAME, PEER))])
    head = "| playouts | search | iterations/s | to OpenSpiel's C++ | to `peer.cpp`, same numbers | to `peer.cpp` |"
    return table(head, rows)


def peers(what: str) -> dict[str, Timed]:
    return {SAME: peer(what, "-DSAME_NUMBERS"), PEER: peer(what)} if peer_program() else {}


def python_searches(rounds: int) -> str:
    timed = {TREE: readable, FAST: fast} | ({SPIEL_PYTHON: open_spiel_python} if HAS_OPEN_SPIEL else {})
    times = in_turns(timed, 2_000, rounds)
    rows = [
        [name, f"{2_000 / statistics.median(taken):,.0f}", ratio(times, name, SPIEL_PYTHON), ratio(times, name, TREE)]
        for name, taken in times.items()
    ]
    return table("| search, 2,000 playouts | iterations/s | to OpenSpiel's Python | to `TreeSearch` |", rows)


def rollouts(rounds: int) -> str:
    timed = {FAST: fast_rollouts} | peers("rollouts")
    times = in_turns(timed, 50_000, rounds)
    rows = [
        [name, f"{50_000 / statistics.median(taken):,.0f}", ratio(times, name, SAME), ratio(times, name, PEER)]
        for name, taken in times.items()
    ]
    return table(
        "| random games from the empty board | rollouts/s | to `peer.cpp`, same numbers | to `peer.cpp` |", rows
    )


def growth(most_playouts: int) -> str:
    """What an iteration costs as the tree grows, and how much memory."""
    rows = []
    playouts = 1_000
    while playouts <= most_playouts:
        search = FastSearch(Board(), rng=1)
        nanoseconds = seconds_of(partial(search.run, playouts)) / playouts * 1e9
        nodes = search._nodes
        used = int(nodes.notes["end"][0]) * (nodes.blocks[0].nbytes + nodes.proof[0].nbytes)
        each = f"{used / search.node_count:.1f}"
        counts = [f"{playouts:,}", f"{nanoseconds:,.0f}", f"{search.node_count:,}"]
        rows.append([*counts, each, f"{used / 1e6:,.1f}", peak()])
        playouts *= 10
    head = "| playouts | ns/iteration | nodes | bytes/node | MB in use | MB at the peak of the process |"
    return table(head, rows)


def peak() -> str:
    try:
        import resource
    except ImportError:  # Windows
        return "?"
    unit = 1 if sys.platform == "darwin" else 1024
    return f"{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit / 1e6:,.0f}"


def first_searches(rounds: int) -> str:
    """Seconds until a new process has its first answer, from `import c4lib` on."""
    code = "import time, numpy; start = time.perf_counter(); from c4lib import Board, FastSearch; ready = time.perf_counter()"
    code += "; FastSearch(Board(), rng=1).run(1000); print(time.perf_counter() - ready, ready - start)"

    def seconds(folder: str) -> list[float]:
        environment = {**os.environ, "NUMBA_CACHE_DIR": folder}
        command = [sys.executable, "-c", code]
        ran = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
        return [float(word) for word in ran.stdout.split()]

    with tempfile.TemporaryDirectory() as folder:
        cold = seconds(folder)
        warm = [statistics.median(column) for column in zip(*(seconds(folder) for _ in range(rounds)))]
    rows = [[name, f"{taken[0]:.2f}", f"{taken[1]:.2f}"] for name, taken in (("cold", cold), ("warm", warm))]
    return table("| compile cache | s for the first search | s before, for importing numba |", rows)


def threads(rounds: int) -> str:
    times = in_turns({"one": fast, "two": two_threads}, 500_000, rounds)
    rows = [
        [name, f"{500_000 / statistics.median(taken):,.0f}", ratio(times, name, "one")] for name, taken in times.items()
    ]
    return table("| threads, 500,000 playouts | iterations/s | to one |", rows)


# -------------------------------------------------------------------- the report


def machine() -> str:
    def of(package: str) -> str:
        try:
            return f"{package} {version(package)}"
        except PackageNotFoundError:
            return f"no {package}"

    processor = platform.processor() or platform.machine()
    if sys.platform == "linux":
        lines = Path("/proc/cpuinfo").read_text().splitlines()
        processor = next((line.split(":")[1].strip() for line in lines if line.startswith("model name")), processor)
    load = f", load {os.getloadavg()[0]:.1f} at the start" if hasattr(os, "getloadavg") else ""
    versions = ", ".join(of(package) for package in ("numba", "numpy", "open_spiel"))
    return f"{time.strftime('%Y-%m-%d')}, {processor}, {os.cpu_count()} cores{load}. Python {platform.python_version()}, {versions}."


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description="Speed of the searches side by side.")
    parser.add_argument("--rounds", type=int, default=7, help="how often each is measured (default: 7)")
    parser.add_argument("--full", action="store_true", help="also 10,000,000 playouts in one tree")
    parser.add_argument("--write", action="store_true", help="put the tables into benchmarks/README.md")
    options = parser.parse_args()
    tables = []

    def show(text: str) -> None:
        print(text, end="\n\n", flush=True)
        tables.append(text)

    show(machine())
    if not HAS_OPEN_SPIEL:
        show("OpenSpiel is not installed (`pip install open_spiel`), so it is not compared.")
    if not peer_program():
        show("There is no C++ compiler, so `peer.cpp` is not compared.")
    show(compiled_searches(options.rounds))
    show(python_searches(options.rounds))
    show(rollouts(options.rounds))
    show(growth(10_000_000 if options.full else 1_000_000))
    show(threads(options.rounds))
    show(first_searches(options.rounds))
    if options.write:
        head = README.read_text(encoding="utf-8").partition("<!-- tables -->")[0]
        README.write_text(head + "<!-- tables -->\n\n" + "\n\n".join(tables) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
