"""A journal of finished work, so that a run which was stopped goes on where its journal ends."""

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
from importlib.metadata import PackageNotFoundError, version
from io import BytesIO
from itertools import zip_longest
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import BinaryIO

from c4lib.node import Game
from mctslab.players import Player, player_name

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None
    import msvcrt

FORMAT = 3
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
        game: what they play, if its rules have an influence too.

    Attributes:
        results: the fields of each line by its number; without a file they can be anything.

    Raises:
        ValueError: the file is no journal, or that of another experiment, or one of its lines is
            damaged, or it cannot be told what a player or the game is. Nothing in the file has been
            changed then.
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
        game: Game | None = None,
    ) -> None:
        self.results: dict[int, dict] = {}
        self.path = None if path is None else Path(path)
        if self.path is not None:
            base = {"journal": FORMAT} | _versions()
            rules = {} if game is None else {"code and settings of the game": identity(game)}
            self._head = _line(base | experiment | rules | _identities(players))

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
            lines = (_line({"number": number} | fields) for number, fields in results.items())
            self._write(b"".join(lines))

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
        self._keep(fields[1:-1] if is_torn else fields[1:])
        self._end = len(data)
        if is_torn:
            self._end -= len(lines[-1])
            self._file.truncate(self._end)
            warnings.warn(
                f"the last line of {self.path} is not whole: it is dropped, its work is done again",
                stacklevel=4,
            )

    def _keep(self, fields: list[dict | None]) -> None:
        """Keep the results that the lines after the head hold."""
        if None in fields:
            what = f"line {fields.index(None) + 2} of {self.path} is damaged"
            raise ValueError(f"{what}: without that line, its work is done again")
        for place, line in enumerate(fields, 2):
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
    elif repr(there) == repr(here):  # 1 is not 1.0
        return None
    else:
        return f"{name} is {there!r} there and {here!r} here"
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
        what = f"{_holder(file)} is writing to {path}"
        raise BlockingIOError(f"{what}: wait until it has ended, or choose another name") from None


def _holder(file: BinaryIO) -> str:
    """Who has locked the file; only Linux tells."""
    with suppress(OSError), open("/proc/locks", encoding="ascii") as locks:
        for words in map(str.split, locks):
            if words[5].endswith(f":{os.fstat(file.fileno()).st_ino}"):
                return f"process {words[4]}"
    return "another process"


def _versions() -> dict[str, str | None]:
    """What all players are built on; our two packages by their code too, which may be edited."""
    python = ".".join(platform.python_version_tuple()[:2])
    versions = {name: _version_of(name) for name in ("c4lib", "numpy", "numba")}
    return versions | {"python": python} | {f"code of {name}": _code_of(name) for name in OURS}


def _version_of(package: str) -> str | None:
    """None if the package is not installed, as numba need not be."""
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def _code_of(package: str) -> str:
    """A digest of all modules of a package, which lies beside this one."""
    code = sha256()
    for path in sorted((Path(__file__).parents[2] / package).rglob("*.py")):
        code.update(path.read_bytes())
    return code.hexdigest()


def _identities(players: Sequence[Player]) -> dict[str, list[str]]:
    known = {}
    for player in players:
        if id(player) not in known:  # a large table is not digested for every match
            known[id(player)] = f"{player_name(player)} {identity(player)}"
    return {"code and settings of player": [known[id(player)] for player in players]}


# -------------------------------------------------------------------- what makes a player

OURS = ("c4lib", "mctslab")
KNOWN = {*OURS, *sys.stdlib_module_names}  # their versions are in the head
INSTALLED = {"site-packages", "dist-packages"}  # folders
CODE = "code exceptiontable consts names varnames freevars cellvars flags argcount posonlyargcount kwonlyargcount"


def identity(player: object) -> str:
    """A digest of all that makes a player (or a game) what it is; the same in every process.

    If the player, or a part of it, has an attribute `identity`, a text, that stands for it.
    Otherwise it is what `pickle` would keep, say the settings of a search or the numbers in an
    array, with functions and classes by their code: with their defaults, what they have closed
    over, and the global names they use. Those of c4lib, mctslab, Python and installed packages go
    by name and version.

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
        name = player_name(player) if callable(player) else type(player).__name__
        what = (
            f"a journal has to know who plays what, and cannot find out all about {name} ({error})"
        )
        advice = "give it an attribute `identity`, a text that you change whenever it is to play differently"
        raise ValueError(f"{what}: {advice}") from error


class _Writer(pickle.Pickler):
    """Writes what `identity` digests."""

    def __init__(self, file: BinaryIO) -> None:
        super().__init__(file, protocol=4)
        self.fast = True  # equal parts are written alike, whether or not they are one object
        self.numbers: dict[object, int] = {}

    def persistent_id(self, value: object) -> object:
        """What is written in place of the value; None: what `pickle` writes."""
        if isinstance(getattr(value, "identity", None), str):
            return type(value), value.identity
        if isinstance(value, (FunctionType, type, ModuleType)):
            if value in self.numbers:  # it can refer to itself
                return self.numbers[value]
            self.numbers[value] = len(self.numbers)
            return _installed(value) or _parts(value)
        return _parts(value)


def _digest(value: object) -> str:
    file = BytesIO()
    _Writer(file).dump(value)
    return sha256(file.getvalue()).hexdigest()


def _installed(value: FunctionType | type | ModuleType) -> str | None:
    """The name and version of what is part of c4lib, mctslab, Python or an installed package; None
    for one's own code.
    """
    module = value if isinstance(value, ModuleType) else _module(value)
    name = getattr(value, "__qualname__", "")
    if module is None or "<" in name:  # <lambda>, <locals>
        return None
    package = module.__name__.partition(".")[0]
    folders = Path(getattr(module, "__file__", None) or "").parts
    if package not in KNOWN and INSTALLED.isdisjoint(folders):
        return None
    return f"{module.__name__} {name} {getattr(sys.modules.get(package), '__version__', '')}"


def _module(value: FunctionType | type) -> ModuleType | None:
    """Where it is defined; None for what was typed into a notebook."""
    return None if value.__module__ == "__main__" else sys.modules.get(value.__module__)


def _parts(value: object) -> tuple | None:
    """What one's own code consists of; None for what `pickle` knows better."""
    match value:
        case ModuleType():
            file = getattr(value, "__file__", None)
            return value.__name__, file and Path(file).read_bytes()
        case type():
            return _module(value), value.__bases__, _own(value)
        case FunctionType():
            defaults = value.__defaults__, value.__kwdefaults__
            cells = [cell.cell_contents for cell in value.__closure__ or ()]
            used = _globals(value)
            return _module(value), value.__code__, defaults, cells, used, vars(value)
        case CodeType():
            return tuple(getattr(value, f"co_{name}") for name in CODE.split())
        case property():
            return value.fget, value.fset, value.fdel
        case set() | frozenset():
            return type(value), sorted(map(_digest, value))
    if hasattr(value, "__wrapped__"):  # a method of a class, a cache, or compiled by numba
        return type(value), value.__wrapped__, getattr(value, "targetoptions", None)
    return None


def _own(cls: type) -> dict[str, object]:
    """The methods and attributes of a class itself."""
    return {
        name: part
        for name, part in vars(cls).items()
        if callable(part) or not name.startswith("__") and name != "_abc_impl"  # a cache
    }


def _globals(function: FunctionType) -> dict[str, object]:
    """The global names that a function uses, and their values."""
    names = _global_names(function.__code__) & function.__globals__.keys()
    return {name: function.__globals__[name] for name in sorted(names)}


def _global_names(code: CodeType) -> set[str]:
    steps = dis.get_instructions(code)
    names = {step.argval for step in steps if step.opname in ("LOAD_GLOBAL", "LOAD_NAME")}
    inner = (constant for constant in code.co_consts if isinstance(constant, CodeType))
    return names.union(*map(_global_names, inner))
