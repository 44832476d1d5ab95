"""A journal of finished work, so that a run which was stopped goes on where its journal ends."""

from __future__ import annotations

import json
import os
import sys
import warnings
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from types import BuiltinFunctionType, FunctionType

import numpy as np

from c4lib._tools.files import plain_file
from c4lib.node import Game
from mctslab.players import Player, player_name

FORMAT = 7
CODE = (FunctionType, BuiltinFunctionType, type)


class Journal:
    """Results by number in a file to which lines are appended, and in which none is ever changed.

    The first line says which experiment it is, every other one holds a result. A line is JSON; its
    first field is a digest of the first line and of the rest of it, so that a line that was changed,
    or comes from another journal, is found out.

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
        OSError: it cannot be read.

    Warns:
        UserWarning: the last line is incomplete, and is dropped.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder) / "squares.jsonl"
    ...     Journal(path, {"squares of": [3, 4]}).add({1: {"square": 16}})
    ...     print(Journal(path, {"squares of": [3, 4]}).results)
    ...     print(*json.loads(path.read_text().splitlines()[1]))
    {1: {'square': 16}}
    check number square
    """

    def __init__(
        self,
        path: str | os.PathLike | None = None,
        experiment: Mapping[str, object] = {},
        players: Sequence[Player] = (),
        game: Game | None = None,
    ) -> None:
        self.results: dict[int, dict] = {}
        self.path = None if path is None else plain_file(path)
        if self.path is not None:
            rules = {} if game is None else {"code and settings of the game": identity(game)}
            head = _versions() | experiment | rules | _identities(players)
            self._head = json.dumps(head).encode()
            self._read()

    def add(self, results: Mapping[int, object]) -> None:
        """Writes a line for each result, and does not return before they are on the disk.

        Raises:
            OSError: the disk is full, for example.
        """
        self.results |= results
        if self.path is None or not results:
            return
        lines = [
            self._line(json.dumps({"number": number} | fields).encode())
            for number, fields in results.items()
        ]
        with open(self.path, "ab") as file:
            if file.tell() == 0:
                lines.insert(0, self._head + b"\n")
            file.write(b"".join(lines))
            file.flush()
            os.fsync(file.fileno())

    def _line(self, rest: bytes) -> bytes:
        """The line with this rest in this journal, and in no other."""
        check = sha256(self._head + rest).hexdigest()[:16]
        return f'{{"check": "{check}", '.encode() + rest[1:] + b"\n"

    def _read(self) -> None:
        data = self.path.read_bytes() if self.path.exists() else b""
        *lines, torn = data.split(b"\n")
        if lines and lines[0] != self._head:
            self._refuse(lines[0])
        if not lines and not self._head.startswith(torn):
            self._refuse(torn)
        for place, line in enumerate(lines[1:], 2):
            self._keep(line, place)
        if torn:
            what = f"the last line of {self.path} is not whole"
            warnings.warn(f"{what}: it is dropped, its work is done again", stacklevel=4)
            os.truncate(self.path, len(data) - len(torn))

    def _keep(self, line: bytes, place: int) -> None:
        """Keep the result that a line after the first holds."""
        rest = b"{" + line[START:]
        if self._line(rest) != line + b"\n":
            what = f"line {place} of {self.path} is damaged, or is of another experiment"
            raise ValueError(f"{what}: remove the line, and its work is done again")
        fields = json.loads(rest)
        self.results.setdefault(fields.pop("number"), fields)

    def _refuse(self, head: bytes) -> None:
        """Say what is wrong with the first line."""
        here = _leaves(json.loads(self._head))
        there = {}
        with suppress(ValueError, RecursionError):  # no JSON
            there = _leaves(json.loads(head))
        names = here | there if ".journal" in there else {}
        for name in names:
            old, new = (repr(fields.get(name)) for fields in (there, here))  # 1 is not 1.0
            if old != new:
                what = f"{name[1:]} is {old} there and {new} here"
                raise ValueError(f"{self.path} is the journal of another experiment: {what}")
        raise ValueError(f"{self.path} is no journal: choose another name, or remove the file")


START = len('{"check": "0123456789abcdef", ')  # of a line


def _leaves(value: object, name: str = "") -> dict[str, object]:
    """What is in a value that JSON can write, by the names of the places.

    >>> _leaves({"game": "a", "seed": [1, 2]})
    {'.game': 'a', '.seed.0': 1, '.seed.1': 2}
    """
    if isinstance(value, list):
        value = dict(enumerate(value))
    if not isinstance(value, dict):
        return {name: value}
    leaves = {}
    for key, part in value.items():
        leaves |= _leaves(part, f"{name}.{key}")
    return leaves


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


def identity(player: object) -> str:
    """A digest of all that makes a player (or a game) what it is; the same in every process.

    That is its type, and what `pickle` would keep: the settings of a search, the numbers in an
    array. Functions and classes go by their name and the file that they stand in. One that was
    typed into a notebook stands in no file: it needs an attribute `identity`, a text that you
    change whenever it is to play differently. An object can have one too, in place of all that is
    in it.

    What this cannot see: files that a player reads, what a module imports from another one, and
    what was changed in a module after it was loaded.

    Raises:
        ValueError: a part of it was typed into a notebook, or cannot be pickled, such as an open
            file; and it has no `identity`.

    >>> from mctslab.players import mcts_player
    >>> identity(mcts_player(200, c=0.7)) == identity(mcts_player(200, c=0.7))
    True
    >>> identity(mcts_player(200, c=0.7)) == identity(mcts_player(200, c=0.70000001))
    False
    >>> def leftmost(game, rng):
    ...     return game.legal_moves()[0]
    >>> identity(leftmost)
    Traceback (most recent call last):
        ...
    ValueError: a journal cannot know what leftmost is: leftmost stands in no file; give it a text, .identity = "version 1", and change that whenever it is to play differently
    >>> leftmost.identity = "version 1"
    >>> len(identity(leftmost))
    64
    """
    try:
        parts = repr(_described(player))
    except Exception as error:  # a part of it can raise anything
        name = getattr(player, "__name__", type(player).__name__)
        what = f"a journal cannot know what {name} is: {error}"
        advice = 'give it a text, .identity = "version 1", and change that whenever it is to play'
        raise ValueError(f"{what}; {advice} differently") from error
    return sha256(parts.encode()).hexdigest()


def _described(value: object) -> object:
    """A value in numbers, texts and rows of them, as far as it is not one of these itself."""
    if value is None or type(value) in (bool, int, float, str, bytes):
        return value
    if isinstance(value, np.ndarray):
        return value.dtype.str, value.shape, _described(value.tolist())
    kind = type(value)
    if kind in (list, tuple):
        return kind.__name__, list(map(_described, value))
    if kind is dict:
        return "dict", list(map(_described, value.items()))
    if kind in (set, frozenset):  # another process has them in another order
        return kind.__name__, sorted(repr(_described(part)) for part in value)
    text = getattr(value, "identity", None)
    if isinstance(value, CODE) or hasattr(value, "__wrapped__"):
        return text if isinstance(text, str) else _place_of(value)
    if isinstance(text, str) and text is not getattr(kind, "identity", None):
        return kind.__qualname__, text
    parts = value.__reduce_ex__(4)  # what makes it and what is in it, as `pickle` asks for it
    return parts if isinstance(parts, str) else _described(parts)


def _place_of(code: Callable) -> tuple[str, str, bytes]:
    """The module and the name of a function or a class, and what is in its file."""
    module = sys.modules.get(code.__module__)
    known_there = module
    for name in code.__qualname__.split("."):
        known_there = getattr(known_there, name, None)
    if code.__module__ == "__main__" or known_there is not code:
        raise ValueError(f"{code.__qualname__} stands in no file")
    file = getattr(module, "__file__", None)  # what is built in has none
    return code.__module__, code.__qualname__, Path(file).read_bytes() if file else b""
