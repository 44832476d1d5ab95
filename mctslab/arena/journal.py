"""A journal of finished work, one line each, so that a run which was stopped goes on where its
journal ends.
"""

from __future__ import annotations

import dis
import json
import os
import pickle
import platform
import re
import sys
import warnings
import zlib
from collections.abc import Mapping, Sequence
from contextlib import suppress
from hashlib import sha256
from importlib.metadata import version
from io import BytesIO
from itertools import zip_longest
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import BinaryIO

from mctslab.players import Player, player_name

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None
    import msvcrt

FORMAT = 2
LOCKED_BYTE = 2**31 - 2  # on Windows, where nobody can read what is locked: behind all lines


class Journal:
    """Results by number in a file; what was written once is never written again.

    The first line says which experiment it is, every other one holds a result. A line is JSON, with
    a checksum (CRC-32) of the rest of it as its first field. The file is open, and locked, within a
    `with` block.

    Args:
        path: of the file; what an earlier run of the same experiment has written to it is read.
            None: no file.
        experiment: all that has an influence on the results, as JSON can write it.
        players: who has an influence on them (see `identity`).

    Attributes:
        results: the fields of each line by its number; without a file they can be anything.

    Raises:
        ValueError: the file is no journal, or that of another experiment, or one of its lines is
            damaged, or it cannot be told what a player is. Nothing in the file has been changed
            then.
        BlockingIOError: another process is writing to it.
        OSError: it cannot be read or written.

    Warns:
        UserWarning: the last line is incomplete; it is dropped.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder) / "squares.jsonl"
    ...     with Journal(path, {"squares of": [3, 4]}) as journal:
    ...         journal.add({1: {"square": 16}})
    ...     with Journal(path, {"squares of": [3, 4]}) as journal:
    ...         print(journal.results)
    ...     print(path.read_text().splitlines()[1])
    {1: {'square': 16}}
    {"crc32": "bbaae787", "number": 1, "square": 16}
    """

    def __init__(
        self,
        path: str | os.PathLike | None = None,
        experiment: Mapping[str, object] = {},
        players: Sequence[Player] = (),
    ) -> None:
        self.results: dict[int, dict] = {}
        self.path = None if path is None else Path(path)
        if self.path is not None:
            self._head = _line(
                {"journal": FORMAT} | _versions() | experiment | _identities(players)
            )

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
            self._write(
                b"".join(_line({"number": number} | fields) for number, fields in results.items())
            )

    def _write(self, data: bytes) -> None:
        try:
            rest = data
            while rest:
                rest = rest[
                    self._file.write(rest) :
                ]  # a disk that is nearly full takes a part of it
            os.fsync(self._file.fileno())
            self._end += len(data)
        except BaseException:
            self._file.truncate(self._end)
            raise

    def _read(self) -> None:
        self._file.seek(0)
        data = self._file.read()
        self._end = 0
        if self._head.startswith(data):  # new, or it got no further than that
            self._file.truncate(0)
            self._write(self._head)
            return
        lines = re.findall(rb"[^\n]*\n|[^\n]+", data)
        fields = [_fields(line) for line in lines]
        self._check_head(fields[0])
        is_torn = fields[-1] is None
        if is_torn:
            lines.pop()
            fields.pop()
        self._keep(fields)
        self._end = sum(map(len, lines))
        if is_torn:
            self._file.truncate(self._end)
            warnings.warn(
                f"the last line of {self.path} is not whole: it is dropped, its work is done again",
                stacklevel=4,
            )

    def _keep(self, fields: list[dict | None]) -> None:
        """Keep the results of all lines but the head."""
        if None in fields:
            number = fields.index(None) + 1
            raise ValueError(
                f"line {number} of {self.path} is damaged: without that line, its work is done again"
            )
        for place, line in enumerate(fields[1:], 2):
            number = line.pop("number", None)
            if number is None or number in self.results:
                what = f"line {place} of {self.path} is no further result"
                raise ValueError(f"{what}: are these two journals in one file?")
            self.results[number] = line

    def _check_head(self, fields: dict | None) -> None:
        if fields is None or "journal" not in fields:
            raise ValueError(f"{self.path} is no journal: choose another name, or remove the file")
        difference = _difference(fields, _fields(self._head))
        if difference:
            raise ValueError(f"{self.path} is the journal of another experiment: {difference}")


def _line(fields: Mapping[str, object]) -> bytes:
    text = json.dumps(fields)
    return f'{{"crc32": "{zlib.crc32(text.encode()):08x}", {text[1:]}\n'.encode()


def _fields(line: bytes) -> dict | None:
    """What the line says; None if it is not what was written."""
    try:
        fields = json.loads(line)
        del fields["crc32"]
        return fields if _line(fields) == line else None
    except (ValueError, AttributeError, TypeError, KeyError):  # no JSON, or no such field
        return None


def _difference(there: object, here: object, name: str = "") -> str | None:
    """Where two values first differ, and how, in words.

    >>> _difference({"board": "a", "seed": [1, 2]}, {"board": "a", "seed": [1, 3]})
    'seed[1] is 2 there and 3 here'
    """
    if isinstance(there, dict) and isinstance(here, dict):
        keys = [*here, *(key for key in there if key not in here)]
        pairs = ((f"{name}.{key}".lstrip("."), there.get(key), here.get(key)) for key in keys)
    elif isinstance(there, list) and isinstance(here, list):
        pairs = ((f"{name}[{index}]", *pair) for index, pair in enumerate(zip_longest(there, here)))
    else:
        return (
            None if repr(there) == repr(here) else f"{name} is {there!r} there and {here!r} here"
        )  # 1 is not 1.0
    return next(filter(None, (_difference(old, new, where) for where, old, new in pairs)), None)


def _lock(file: BinaryIO, path: Path) -> None:
    """Locks the file until it is closed, also if that is because the process was killed."""
    try:
        if fcntl:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        else:
            file.seek(LOCKED_BYTE)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
    except (BlockingIOError, PermissionError):
        what = (
            f"{_holder(file)} is writing to {path}: wait until it has ended, or choose another name"
        )
        raise BlockingIOError(what) from None


def _holder(file: BinaryIO) -> str:
    """Who has locked the file; only Linux tells."""
    with suppress(OSError), open("/proc/locks", encoding="ascii") as locks:
        for words in map(str.split, locks):
            if words[5].endswith(f":{os.fstat(file.fileno()).st_ino}"):
                return f"process {words[4]}"
    return "another process"


def _versions() -> dict[str, str]:
    """What all players are built on; c4lib by its code as well, which may have been edited."""
    code = sha256()
    for path in sorted(Path(__file__).parents[1].rglob("*.py")):
        code.update(path.read_bytes())
    python = ".".join(platform.python_version_tuple()[:2])
    packages = {"c4lib": version("c4lib"), "numpy": version("numpy"), "numba": version("numba")}
    return packages | {"python": python, "code of c4lib": code.hexdigest()}


def _identities(players: Sequence[Player]) -> dict[str, list[str]]:
    known = {}
    for player in players:
        if id(player) not in known:  # a large table is not digested for every match
            known[id(player)] = f"{player_name(player)} {identity(player)}"
    return {"code and settings of player": [known[id(player)] for player in players]}


# -------------------------------------------------------------------- what makes a player

KNOWN = {"c4lib", *sys.stdlib_module_names}  # their versions are in the head
INSTALLED = {"site-packages", "dist-packages"}  # folders
CODE = "code exceptiontable consts names varnames freevars cellvars flags argcount posonlyargcount kwonlyargcount"


def identity(player: object) -> str:
    """A digest of all that makes a player play as it does, down to the last bit; the same in every
    process.

    If the player, or a part of it, has an attribute `identity`, a text, that stands for it.
    Otherwise it is what `pickle` would keep, say the settings of a search or the numbers in an
    array, with functions and classes by their code: with their defaults, what they have closed
    over, and the global names they use. Those of c4lib, Python and installed packages go by name
    and version.

    What this cannot see: files that a player reads, and what a module of yours imports from another
    one.

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
    except (pickle.PicklingError, TypeError, ValueError, AttributeError, RecursionError) as error:
        what = f"a journal has to know its players, and cannot find out all about {player_name(player)} ({error})"
        advice = "give it an attribute `identity`, a text that you change whenever it is to play differently"
        raise ValueError(f"{what}: {advice}") from error


class _Writer(pickle.Pickler):
    """Writes what `identity` digests."""

    def __init__(self, file: BinaryIO) -> None:
        super().__init__(file, protocol=4)
        self.fast = True  # equal parts are written alike, whether or not they are one object
        self.seen: dict[int, tuple[int, object]] = {}

    def persistent_id(self, value: object) -> object:
        """What is written in place of the value; None: what `pickle` writes."""
        if isinstance(getattr(value, "identity", None), str):
            return type(value), value.identity
        if isinstance(value, (FunctionType, type, ModuleType)):
            if id(value) in self.seen:  # it can refer to itself
                return self.seen[id(value)][0]
            self.seen[id(value)] = len(self.seen), value
            return _installed(value) or _code(value)
        if isinstance(value, (set, frozenset)):
            return type(value), sorted(map(_digest, value))
        if isinstance(value, CodeType):
            return [getattr(value, f"co_{name}") for name in CODE.split()]
        if isinstance(value, property):
            return value.fget, value.fset, value.fdel
        if hasattr(value, "__wrapped__"):  # a method of a class, a cache, or compiled by numba
            return type(value), value.__wrapped__, getattr(value, "targetoptions", None)
        return None


def _digest(value: object) -> str:
    file = BytesIO()
    _Writer(file).dump(value)
    return sha256(file.getvalue()).hexdigest()


def _installed(value: FunctionType | type | ModuleType) -> str | None:
    """The name and the version of what is part of c4lib, Python or an installed package; None for
    one's own code.
    """
    module = value.__name__ if isinstance(value, ModuleType) else value.__module__
    name, package = getattr(value, "__qualname__", ""), str(module).partition(".")[0]
    file = Path(getattr(sys.modules.get(module), "__file__", None) or "")
    is_installed = package in KNOWN or not INSTALLED.isdisjoint(file.parts)
    if module == "__main__" or not is_installed or "<" in name:  # <lambda>, <locals>
        return None
    return f"{module} {name} {getattr(sys.modules.get(package), '__version__', '')}"


def _code(value: FunctionType | type | ModuleType) -> tuple:
    """What one's own code consists of."""
    if isinstance(value, ModuleType):
        file = getattr(value, "__file__", None)
        is_typed = value.__name__ == "__main__" or file is None
        return value.__name__, None if is_typed else Path(file).read_bytes()
    module = sys.modules.get(value.__module__)
    if isinstance(value, type):
        own = {
            name: part
            for name, part in vars(value).items()
            if callable(part) or not name.startswith("__")
        }
        own.pop("_abc_impl", None)  # a cache of abstract classes
        return module, value.__qualname__, value.__bases__, own
    names = _global_names(value.__code__) & value.__globals__.keys()
    used = {name: value.__globals__[name] for name in sorted(names)}
    cells = [cell.cell_contents for cell in value.__closure__ or ()]
    defaults = value.__defaults__, value.__kwdefaults__
    return module, value.__qualname__, value.__code__, defaults, cells, used, vars(value)


def _global_names(code: CodeType) -> set[str]:
    names = {
        step.argval
        for step in dis.get_instructions(code)
        if step.opname in ("LOAD_GLOBAL", "LOAD_NAME")
    }
    return names.union(
        *(_global_names(inner) for inner in code.co_consts if isinstance(inner, CodeType))
    )
