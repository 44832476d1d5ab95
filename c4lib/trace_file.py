"""The file of a recorded search: plain JSON with a version, one iteration a line."""

from __future__ import annotations

import json
import math
import os
from collections.abc import Iterable, Sequence
from dataclasses import asdict, fields
from pathlib import Path
from typing import NamedTuple

from c4lib._tools import whole_number
from c4lib.board import Board
from c4lib.files import written_whole
from c4lib.lecture.hex import HexBoard
from c4lib.moment import Record
from c4lib.node import Game, Move
from c4lib.settings import SearchSettings

FORMAT, VERSION = "c4lib trace", 1
HEAD = ("format", "version", "game", "settings", "seed", "iterations")
MOST_ROWS = 100  # rows and columns that a file may ask for

Choices = dict[str, object]
"""The choices and chances of one iteration; all its other numbers follow from these."""


class Contents(NamedTuple):
    """What a file says: game and settings are checked, the seed and the iterations as they were found."""

    game: Game
    settings: SearchSettings
    seed: object
    iterations: list


def choices(record: Record, added: Sequence[Move]) -> Choices:
    """What a file has of an iteration.

    Args:
        record: the iteration.
        added: the moves of the children that it added.
    """
    return {
        "path": list(record.path),
        "added": list(added),
        "node": record.node,
        "playout": list(record.playout),
        "winner": record.winner,
    }


def write_trace(path: str | os.PathLike, contents: Contents) -> None:
    """Write the file, whole or not at all; a file that was there is replaced.

    Raises:
        ValueError: the game is none that a file can hold.
        OSError: the file cannot be written; one that was there is unchanged.
    """
    head = {
        "format": FORMAT,
        "version": VERSION,
        "game": _game_to_json(contents.game),
        "settings": {name: _number_to_json(value) for name, value in asdict(contents.settings).items()},
        "seed": contents.seed,
    }
    lines = [json.dumps(iteration, allow_nan=False) for iteration in contents.iterations]
    text = f'{json.dumps(head, allow_nan=False)[:-1]}, "iterations": [\n' + ",\n".join(lines) + "\n]}\n"
    with written_whole(path) as file:
        file.write(text.encode())


def read_trace(path: str | os.PathLike) -> Contents:
    """What the file says.

    Raises:
        ValueError: the file is no trace, or a damaged one; the message says what is wrong with it.
        OSError: the file cannot be read.
    """
    data = _read_json(Path(path))
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise ValueError(f"it is no trace, which would begin with 'format': {FORMAT!r}")
    if data.get("version") != VERSION:
        raise ValueError(f"its version is {_short(data.get('version'))}, and this c4lib reads version {VERSION}")
    _, _, game, settings, seed, iterations = _values("the file", data, HEAD)
    if not isinstance(iterations, list):
        raise ValueError(f"'iterations' must be a list, not {_short(iterations)}")
    return Contents(_game_from_json(game), _settings_from_json(settings), seed, iterations)


def check_same(number: int, told: object, known: Choices, seed: int) -> None:
    """ValueError if iteration `number` of a file is not the one `known`, which its seed gives."""
    for (name, expected), value in zip(known.items(), _values(f"iteration {number}", told, known)):
        if json.dumps(value) != json.dumps(expected):  # for Python, 1 is also equal to 1.0 and to True
            is_not = f"{name!r} is {_short(value)}, but must be {_short(expected)}"
            raise ValueError(f"iteration {number} is not that of seed {seed}: {is_not}")


# -------------------------------------------------------------------- settings and game


def _number_to_json(value: object) -> object:
    """JSON has no infinity: it is written "inf" or "-inf"."""
    return str(value) if value in (math.inf, -math.inf) else value


def _settings_from_json(data: object) -> SearchSettings:
    names = [field.name for field in fields(SearchSettings)]
    values = dict(zip(names, _values("'settings'", data, names)))
    if values["unvisited"] in ("inf", "-inf"):
        values["unvisited"] = float(values["unvisited"])
    return SearchSettings(**values)


def _game_to_json(game: Game) -> dict[str, object]:
    """A game by its size and moves, or if these are not known as the text that it prints."""
    if not isinstance(game, (Board, HexBoard)):
        raise ValueError(f"a file can hold the trace of a Board or a HexBoard, not of {game!r}")
    name = type(game).__name__
    if game.moves is None:
        return {"type": name, "text": str(game)}
    return {"type": name, **{size: getattr(game, size) for size in _sizes(name)}, "moves": list(game.moves)}


def _game_from_json(data: object) -> Game:
    name = data.get("type") if isinstance(data, dict) else None
    if name not in ("Board", "HexBoard"):
        raise ValueError(f"'game' must be an object whose 'type' is 'Board' or 'HexBoard', not {_short(data)}")
    kind = Board if name == "Board" else HexBoard
    if "text" in data:
        return kind.from_text(_values("'game'", data, ("type", "text"))[1])
    _, *sizes, moves = _values("'game'", data, ("type", *_sizes(name), "moves"))
    for word, size in zip(_sizes(name), sizes):
        if whole_number(word, size, at_least=1) > MOST_ROWS:
            raise ValueError(f"{word} must be at most {MOST_ROWS}, not {size}")
    if not isinstance(moves, list):
        raise ValueError(f"'moves' must be a list, not {_short(moves)}")
    return kind.from_moves(moves, *sizes)


def _sizes(name: str) -> tuple[str, ...]:
    return ("rows", "columns", "connect") if name == "Board" else ("size",)


# -------------------------------------------------------------------- JSON


def _read_json(path: Path) -> object:
    def refuse(word: str) -> None:
        raise ValueError(f"{word} is no JSON number")

    try:
        return json.loads(path.read_text(encoding="utf-8"), parse_constant=refuse)
    except RecursionError:
        raise ValueError("it is no trace: it is nested too deep") from None
    except ValueError as error:
        raise ValueError(f"it is no JSON, or not all of it: {error}") from None


def _values(name: str, data: object, keys: Iterable[str]) -> list[object]:
    """The values of a JSON object that has these keys and no others."""
    known = ", ".join(map(repr, keys))
    if not isinstance(data, dict):
        raise ValueError(f"{name} must be an object with {known}, not {_short(data)}")
    for key in keys:
        if key not in data:
            raise ValueError(f"{name} has no {key!r}")
    for key in data:
        if key not in keys:
            raise ValueError(f"{name} has {_short(key)}, which is unknown; known are {known}")
    return [data[key] for key in keys]


def _short(value: object) -> str:
    """A value from a file for a message, cut when it is long."""
    text = repr(value)
    return text if len(text) <= 80 else f"{text[:77]}..."
