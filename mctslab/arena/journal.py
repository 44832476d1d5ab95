"""A journal of finished work, so that a run which was stopped goes on where its journal ends."""

from __future__ import annotations

import dis
import json
import math
import os
import pickle
import sys
import warnings
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import partial
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import BinaryIO

import numpy as np

from c4lib._tools.files import plain_file
from c4lib.node import Game
from mctslab.players import Player, player_name

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None
    import msvcrt

FORMAT = 5
MOST_LINE = 2**24  # bytes: nobody plays a game that long, and what has no end is not read into memory
LOCKED_BYTE = 2**31 - 2  # on Windows, where nobody can read what is locked: behind all lines


class Journal:
    """Results by number in a file; what was written once is never written again.

    The first line says which experiment it is, every other one holds a result. A line is JSON; its
    first field is a digest of the line before and of the rest of it, so that no line can be moved,
    or come from another journal. The file is open, and locked, within a `with` block.

    Args:
        path: of the file; what an earlier run of the same experiment has written to it is read.
            None: no file.
        experiment: all that has an influence on the results, as JSON can write it.
        players: who has an influence on them (see `identity`).
        game: what they play, if its rules have an influence too.

    Attributes:
        results: the fields of each line by its number; without a file they can be anything.
        count: how many numbers the experiment has, from 0 on; set before the file is read.

    Raises:
        ValueError: the file is no journal, or that of another experiment, or one of its lines is
            damaged, or it cannot be told what a player or the game is. Nothing in the file has been
            changed then.
        BlockingIOError: another process is writing to it.
        OSError: it cannot be read or written.

    Warns:
        UserWarning: the last line is incomplete, and is dropped; or the file system has no locks.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder) / "squares.jsonl"
    ...     with Journal(path, {"squares of": [3, 4]}) as journal:
    ...         journal.add({1: {"square": 16}})
    ...     with Journal(path, {"squares of": [3, 4]}) as journal:
    ...         print(journal.results)
    ...     print(*json.loads(path.read_text().splitlines()[1]))
    {1: {'square': 16}}
    chain number square
    """

    def __init__(
        self,
        path: str | os.PathLike | None = None,
        experiment: Mapping[str, object] = {},
        players: Sequence[Player] = (),
        game: Game | None = None,
    ) -> None:
        self.results: dict[int, dict] = {}
        self.count = math.inf
        self.path = None if path is None else plain_file(path)
        if self.path is not None:
            rules = {} if game is None else {"code and settings of the game": identity(game)}
            head = _versions() | experiment | rules | _identities(players)
            self._head = self._last = f"{json.dumps(head)}\n".encode()

    def __enter__(self) -> Journal:
        if self.path is not None:
            self._file = open(self.path, "ab+", buffering=0)
            try:
                _lock(self._file, self.path)
                self._read()
            except BaseException:
                self._file.close()
                raise
        return self

    def __exit__(self, *exception: object) -> None:
        if self.path is not None:
            self._file.close()

    def add(self, results: Mapping[int, object]) -> None:
        """Writes a line for each result, and does not return before they are on the disk.

        Raises:
            OSError: the disk is full, for example. None of them is in the file then, and all
                earlier ones are.
        """
        self.results |= results
        if self.path is not None:
            data, last = b"", self._last
            for number, fields in results.items():
                rest = json.dumps({"number": number} | fields)[1:] + "\n"
                last = _chained(last, rest.encode())
                data += last
            self._write(data)
            self._last = last

    def _write(self, data: bytes) -> None:
        try:
            rest = data
            while rest:  # a disk that is nearly full takes a part of it
                count = self._file.write(rest)
                rest = rest[count:]
            os.fsync(self._file.fileno())
            self._end += len(data)
        except BaseException:
            self._file.truncate(self._end)
            raise

    def _read(self) -> None:
        self._end = 0
        with open(self.path, "rb") as file:
            lines = iter(partial(file.readline, MOST_LINE), b"")
            head = next(lines, b"")
            if not self._head.startswith(head):
                self._refuse(head)
            if head == self._head:  # or it is new, or it got no further than that
                self._end = len(head)
            for place, line in enumerate(lines, 2):
                if not line.endswith(b"\n") and not file.read(1):
                    what = f"the last line of {self.path} is not whole"
                    warnings.warn(f"{what}: it is dropped, its work is done again", stacklevel=4)
                    break
                self._keep(line, place)
        self._file.truncate(self._end)
        if not self._end:
            self._write(self._head)

    def _keep(self, line: bytes, place: int) -> None:
        """Keep the result that a line after the head holds."""
        rest = line[START:]
        fields = json.loads(b"{" + rest) if line == _chained(self._last, rest) else {}
        number = fields.pop("number", math.inf)
        if number in self.results or not number < self.count:
            what = f"line {place} of {self.path} is damaged, was moved, or is of another experiment"
            raise ValueError(f"{what}: without it and what follows, their work is done again")
        self.results[number] = fields
        self._last = line
        self._end += len(line)

    def _refuse(self, head: bytes) -> None:
        """Say what is wrong with the first line."""
        there = here = _leaves(json.loads(self._head))
        with suppress(ValueError, RecursionError):  # no JSON
            there = _leaves(json.loads(head))
        for name in here | there if ".journal" in there else ():
            old, new = (repr(fields.get(name)) for fields in (there, here))  # 1 is not 1.0
            if old != new:
                what = f"{name[1:]} is {old} there and {new} here"
                raise ValueError(f"{self.path} is the journal of another experiment: {what}")
        raise ValueError(f"{self.path} is no journal: choose another name, or remove the file")


START = len('{"chain": "0123456789abcdef", ')  # of a line


def _chained(before: bytes, rest: bytes) -> bytes:
    """The line with this rest that can stand after the one `before`, and nowhere else."""
    return f'{{"chain": "{sha256(before + rest).hexdigest()[:16]}", '.encode() + rest


def _leaves(value: object, name: str = "") -> dict[str, object]:
    """What is in a value that JSON can write, by the names of the places.

    >>> _leaves({"board": "a", "seed": [1, 2]})
    {'.board': 'a', '.seed.0': 1, '.seed.1': 2}
    """
    if isinstance(value, list):
        value = dict(enumerate(value))
    if not isinstance(value, dict):
        return {name: value}
    return {
        place: leaf
        for key, part in value.items()
        for place, leaf in _leaves(part, f"{name}.{key}").items()
    }


def _lock(file: BinaryIO, path: Path) -> None:
    """Locks the file until it is closed, also if that is because the process was killed."""
    try:
        if fcntl:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            os.register_at_fork(after_in_child=file.close)  # or the child would go on locking it
        else:
            file.seek(LOCKED_BYTE)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
    except (BlockingIOError, PermissionError):
        what = f"{_holder(file)} {path}"
        raise BlockingIOError(f"{what}: wait until it has ended, or choose another name") from None
    except OSError as error:  # some file systems of a network
        what = f"{path} lies where files cannot be locked ({error.strerror})"
        advice = "do not let a second process write to it meanwhile"
        warnings.warn(f"{what}: {advice}", stacklevel=4)


def _holder(file: BinaryIO) -> str:
    """Who has locked the file, and does what; only Linux tells."""
    with suppress(OSError), open("/proc/locks", encoding="ascii") as locks:
        for words in map(str.split, locks):
            if words[5].endswith(f":{os.fstat(file.fileno()).st_ino}"):
                process = f"process {words[4]}"
                if os.path.exists(f"/proc/{words[4]}"):
                    return f"{process} is writing to"
                return f"{process} is dead, but a child of it, which `fuser` finds, still locks"
    return "another process is writing to"


def _versions() -> dict[str, object]:
    """What a journal is built on; our two packages by their code, which may be edited."""
    versions = {"journal": FORMAT, "python": sys.version_info[:2], "numpy": np.__version__}
    return versions | {f"code of {name}": _code_of(name) for name in ("c4lib", "mctslab")}


def _code_of(package: str) -> str:
    """A digest of all modules of a package, which lies beside this one."""
    files = sorted((Path(__file__).parents[2] / package).rglob("*.py"))
    return sha256(b"".join(map(Path.read_bytes, files))).hexdigest()


def _identities(players: Sequence[Player]) -> dict[str, list[str]]:
    known = {}
    for player in players:
        if id(player) not in known:  # a large table is not digested for every match
            known[id(player)] = f"{player_name(player)} {identity(player)}"
    return {"code and settings of player": [known[id(player)] for player in players]}


# -------------------------------------------------------------------- what makes a player

CODE = "code exceptiontable consts names varnames freevars cellvars flags argcount posonlyargcount kwonlyargcount"


def identity(player: object) -> str:
    """A digest of all that makes a player (or a game) what it is; the same in every process.

    If the player, or a part of it, has an attribute `identity`, a text, that stands for it.
    Otherwise it is what `pickle` would keep, say the settings of a search or the numbers in an
    array. Functions and classes that were typed into a notebook go by their code: with their
    defaults, what they have closed over, and the global names they use. Those of a module go by its
    file.

    What this cannot see: files that a player reads, what a module imports from another one, and
    what was changed in a module after it was loaded.

    Raises:
        ValueError: a part of it, an open file for example, cannot be pickled.

    >>> from mctslab.players import mcts_player
    >>> identity(mcts_player(200, c=0.7)) == identity(mcts_player(200, c=0.7))
    True
    >>> identity(mcts_player(200, c=0.7)) == identity(mcts_player(200, c=0.70000001))
    False
    >>> identity(lambda board, rng: 3) == identity(lambda board, rng: 2)
    False
    """
    try:
        return _digest(player)
    except Exception as error:  # a part of it can raise anything
        name = getattr(player, "__name__", type(player).__name__)
        what = f"a journal has to know who plays what, and cannot find out all about {name} ({error})"
        advice = "give it an attribute `identity`, a text that you change whenever it is to play differently"
        raise ValueError(f"{what}: {advice}") from error


class _Writer(pickle.Pickler):
    """Writes what `identity` digests."""

    def persistent_id(self, value: object) -> object:
        """What is written in place of the value; None: what `pickle` writes."""
        if isinstance(getattr(value, "identity", None), str):
            return type(value), value.identity
        if not isinstance(value, (FunctionType, type, ModuleType)):
            return _parts(value)
        if value in self.seen:  # it can refer to itself
            return self.seen.index(value)
        self.seen.append(value)
        return _named(value) or _parts(value)


def _digest(value: object) -> str:
    file = BytesIO()
    writer = _Writer(file, protocol=4)
    writer.fast = True  # equal parts are written alike, whether or not they are one object
    writer.seen = []
    writer.dump(value)
    return sha256(file.getvalue()).hexdigest()


def _named(value: FunctionType | type | ModuleType) -> tuple | None:
    """What stands for a module, or for what is found in one by its name; None for what was typed
    into a notebook, or made by a function.
    """
    module = value if isinstance(value, ModuleType) else sys.modules.get(value.__module__)
    name = getattr(value, "__qualname__", "")
    if module is None or module.__name__ == "__main__" or "<" in name:  # <lambda>, <locals>
        return None
    file = getattr(module, "__file__", None)  # what is built in has none
    return module.__name__, name, file and Path(file).read_bytes()


def _parts(value: object) -> tuple | None:
    """What is written of one's own code; None for what `pickle` knows better."""
    match value:
        case type():
            own = {
                name: part
                for name, part in vars(value).items()
                if callable(part) or not name.startswith("__") and name != "_abc_impl"  # a cache
            }
            return value.__bases__, own
        case FunctionType():
            defaults = value.__defaults__, value.__kwdefaults__
            cells = [cell.cell_contents for cell in value.__closure__ or ()]
            return value.__code__, defaults, cells, _globals(value), vars(value)
        case CodeType():
            return tuple(getattr(value, f"co_{name}") for name in CODE.split())
        case property():
            return value.fget, value.fset
        case set() | frozenset():
            return type(value), sorted(map(_digest, value))
    if hasattr(value, "__wrapped__"):  # a method of a class, a cache, or compiled by numba
        return type(value), value.__wrapped__
    return None


def _globals(function: FunctionType) -> dict[str, object]:
    """The global names that a function, and those within it, use, and their values."""
    codes, used = [function.__code__], {}
    for code in codes:
        codes += [part for part in code.co_consts if isinstance(part, CodeType)]
        for step in dis.get_instructions(code):
            if step.opname in ("LOAD_GLOBAL", "LOAD_NAME") and step.argval in function.__globals__:
                used[step.argval] = function.__globals__[step.argval]
    return used
