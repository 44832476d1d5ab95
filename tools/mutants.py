"""Which small changes of the code does no test notice? `make mutants FOLDER=mctslab/published COUNT=60 SEED=1`

A mutant is the project with one small change: `<` for `<=`, `or` for `and`, 3 for 2, a statement left out. Each is planted in a copy
of the project, and pytest runs the doctests of the changed file and the tests of its folder (`tools/mutants.toml` says which) until
one fails. Then the mutant is caught; else it lives, and either a test is missing, or nobody needs that code, or the change makes no
difference: those are listed in `tools/mutants.toml`, with the reason.

The same seed gives the same sample as long as the code stays. Each result is written to build/mutants.jsonl as it comes: a run that was
stopped goes on where it was, and one that is repeated tries only those again that lived.
"""

import argparse
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import tomllib
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from queue import SimpleQueue

from mutations import Mutant, mutants_of

ROOT = Path(__file__).parents[1]
PACKAGES = ("c4lib", "mctslab")
COPIED = (*PACKAGES, "tests", "tools", "notebooks", "benchmarks", "docs", "README.md", "pyproject.toml")
# Compiled code of other files has this file's compiled in: numba would take from its cache what was compiled before the change.
COMPILED_ELSEWHERE = "c4lib/fast/kernel.py"
MOST_MEMORY = 8 * 2**30  # bytes, of addresses


# ---------------------------------------------------------------- the tests


def files_to_run(path, tests):
    """What is run for a file, in this order: its doctests, the tests named like it, the others of its folder."""
    key = max((key for key in tests if Path(path).is_relative_to(key)), key=len)
    named = [ROOT / name for name in tests[key]]
    files = [file for one in named for file in (sorted(one.glob("test_*.py")) if one.is_dir() else [one])]
    files.sort(key=lambda file: Path(path).stem.strip("_") not in file.stem)
    return [path, *(file.relative_to(ROOT).as_posix() for file in files)]


def pytest_collection_modifyitems(config, items):
    """As a plugin of pytest, `-p mutants`: the files in the order in which they were asked for, the second tier last."""
    asked = [str(config.rootpath / name) for name in config.args]
    items.sort(key=lambda item: (bool(item.get_closest_marker("check")), asked.index(str(item.path))))


class Copy:
    """A copy of the project in a folder, where mutants are planted, one at a time."""

    def __init__(self, folder, tier="not check"):
        self.folder = Path(folder)
        self.tier = tier
        ignored = shutil.ignore_patterns("__pycache__", ".ipynb_checkpoints", ".hypothesis")
        for name in COPIED:
            there = shutil.copytree if (ROOT / name).is_dir() else shutil.copy2
            there(ROOT / name, self.folder / name, **({"ignore": ignored} if there is shutil.copytree else {}))

    def try_out(self, mutant, tests, limit):
        """The first failing test, or what else stopped it; nothing if the mutant lives."""
        path = self.folder / mutant.path
        path.write_bytes(mutant.planted((ROOT / mutant.path).read_bytes()))
        try:
            return self.run(tests, limit, fresh=mutant.path == COMPILED_ELSEWHERE)
        finally:
            shutil.copy2(ROOT / mutant.path, path)  # with its stamp: what numba has compiled stays good

    def run(self, tests, limit=None, fresh=False):
        with tempfile.TemporaryDirectory() as empty:
            paths = os.pathsep.join((str(self.folder), str(self.folder / "tools")))
            cache = empty if fresh else str(self.folder / "numba")
            environment = os.environ | {"PYTHONPATH": paths, "NUMBA_CACHE_DIR": cache}
            options = ["-x", "-q", "-n", "0", "--tb=no", "-m", self.tier, "-p", "no:cacheprovider", "-p", "mutants"]
            command = [sys.executable, "-m", "pytest", *options, *tests]
            pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "start_new_session": True}
            process = subprocess.Popen(command, cwd=self.folder, env=environment, text=True, **pipes)
            try:
                said, _ = process.communicate(timeout=limit)
            except subprocess.TimeoutExpired:
                return "took too long"
            finally:
                if process.poll() is None:
                    os.killpg(process.pid, signal.SIGKILL)
                    process.wait()
        failed = [line for line in said.splitlines() if line.startswith(("FAILED", "ERROR", "INTERNALERROR"))]
        if process.returncode == 1 and not failed:
            raise RuntimeError(f"pytest itself did not run: {said[-300:]}")
        return "" if process.returncode == 0 else (failed or [f"status {process.returncode} {said[-300:]}"])[0]


# ---------------------------------------------------------------- a run


def sample(paths, count, seed):
    """So many mutants of these files; a larger sample begins with the smaller one."""
    every = [mutant for path in paths for mutant in mutants_of(path, (ROOT / path).read_bytes())]
    random.Random(seed).shuffle(every)
    return every[:count]


def files_by_folder(below):
    files = defaultdict(list)
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            name = path.relative_to(ROOT).as_posix()
            if Path(name).is_relative_to(below):
                files[path.parent.relative_to(ROOT).as_posix()].append(name)
    return files


def shares(files, count):
    """How many mutants for each folder, by the length of its files."""
    length = {folder: sum((ROOT / path).stat().st_size for path in paths) for folder, paths in files.items()}
    return {folder: max(1, round(count * part / sum(length.values()))) for folder, part in length.items()}


def outcomes(mutants, tests, tier, workers):
    """(mutant, what caught it) of each, as they come; the time limit is that of the tests without a mutant."""
    with tempfile.TemporaryDirectory() as place, ThreadPoolExecutor(workers) as pool:
        copies = [Copy(Path(place) / str(number), tier) for number in range(min(workers, len(mutants)))]
        unchanged = [*dict.fromkeys(test for mutant in mutants for test in files_to_run(mutant.path, tests))]
        start = time.monotonic()
        for failed in pool.map(lambda one: one.run(unchanged), copies):
            if failed:
                sys.exit(f"without any mutant: {failed}")
        limit = 30 + 3 * (time.monotonic() - start)
        free = SimpleQueue()
        for one in copies:
            free.put(one)

        def tried(mutant):
            copied = free.get()
            try:
                return mutant, copied.try_out(mutant, files_to_run(mutant.path, tests), limit)
            finally:
                free.put(copied)

        futures = [pool.submit(tried, mutant) for mutant in mutants]
        try:
            yield from (future.result() for future in as_completed(futures))
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def main(folder, count, seed, workers, record):
    table = tomllib.loads((ROOT / "tools" / "mutants.toml").read_text("utf-8"))
    same = {(one["path"], one["before"], one["after"]) for one in table["same"]}
    record.parent.mkdir(exist_ok=True)
    record.touch()
    before = {Mutant(*one["mutant"]): one["caught_by"] for one in map(json.loads, record.open(encoding="utf-8"))}
    rows = []
    files = files_by_folder(folder)
    for name, share in shares(files, count).items():
        chosen = sample(files[name], share, f"{seed} {name}")
        judged = [mutant for mutant in chosen if (mutant.path, mutant.before, mutant.after) not in same]
        living = [mutant for mutant in judged if not before.get(mutant)]
        tier = "not browser" if name in table["second_tier"] else "not check"
        for mutant, caught_by in outcomes(living, table["tests"], tier, workers) if living else ():
            before[mutant] = caught_by
            with record.open("a", encoding="utf-8") as results:
                print(json.dumps({"mutant": mutant, "caught_by": caught_by}), file=results)
            print(f"{mutant}\n    {caught_by or 'LIVES'}", flush=True)
        caught = sum(bool(before[mutant]) for mutant in judged)
        rows.append((name, len(chosen), len(chosen) - len(judged), caught, len(judged) - caught))
    rows.append(("together", *(sum(column) for column in list(zip(*rows))[1:])))
    print(f"\n{'folder':20} mutants  no difference  caught  living")
    for name, *numbers in rows:
        print(f"{name:20} {numbers[0]:7} {numbers[1]:14} {numbers[2]:7} {numbers[3]:7}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", nargs="?", default="", help="or a file: c4lib/plots; without it both packages")
    parser.add_argument("--count", type=int, default=50, help="how many, shared among the folders by their length")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--record", type=Path, default=ROOT / "build" / "mutants.jsonl", help="where results are kept")
    import resource  # not on Windows

    os.nice(5)
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))  # a loop that never ends may fill it
    main(**vars(parser.parse_args()))
