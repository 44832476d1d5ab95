"""What positions of all our games have in common, besides their rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable


class GridPosition:
    """A position is a value that never changes; equal ones have the same hash; a notebook draws it.

    A subclass writes its attributes straight into `__dict__`, because `__setattr__` refuses, and
    has a `_key`: what two equal positions have in common.

    >>> from c4lib import Board
    >>> Board().winner = 1
    Traceback (most recent call last):
        ...
    AttributeError: a Board never changes: cannot set 'winner'; play() gives the next position
    """

    _key: object

    def __setattr__(self, name: str, value: object = None) -> None:
        kind = type(self).__name__
        raise AttributeError(
            f"a {kind} never changes: cannot set {name!r}; play() gives the next position"
        )

    __delattr__ = __setattr__  # type: ignore[assignment]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, type(self)):
            return NotImplemented
        return self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)

    def _play_all(self, moves: Iterable, given: object, play: Callable) -> GridPosition:
        """The position after all the `moves`; an error names the move among those `given`.

        Args:
            play: gives the position after a move, `(position, move) -> position`.
        """
        position = self
        for number, move in enumerate(moves, 1):
            try:
                position = play(position, move)
            except ValueError as error:
                raise ValueError(f"move {number} of {given!r}: {error}") from None
        return position

    def _repr_svg_(self) -> str:
        from c4lib.plots.board import game_svg

        return game_svg(self)

    def _repr_png_(self) -> bytes:
        from c4lib.plots.board import game_png

        return game_png(self)

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict:
        # A notebook that is not trusted yet (a fresh clone) shows neither SVG nor HTML.
        return {"text/plain": str(self), "image/png": self._repr_png_()}
