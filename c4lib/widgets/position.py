"""A position of any game: how it is shown, clicked together and typed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import zip_longest
from textwrap import shorten

from ipywidgets import Box

from c4lib._tools.games import check_position
from c4lib.node import Game, Move
from c4lib.plots.board import Values, draw_game
from c4lib.text import in_words, move_name, move_text
from c4lib.widgets.controls import Field, button, hide
from c4lib.widgets.panel import Panel
from c4lib.widgets.picture import LivePicture


class Position:
    """A position of a game, and the moves that led to it, which can be taken back.

    Attributes:
        start: the position that the moves are played on: the empty board if all moves are known.
        moves: the moves.
        game: the position after them.

    Raises:
        ValueError: `game` is no position of a game.

    >>> from c4lib import Board
    >>> position = Position(Board.from_moves("33"))
    >>> position.play(4)
    >>> position.text, position.game.to_move
    ('334', 2)
    """

    def __init__(self, game: Game) -> None:
        check_position(game)
        self.game = self.start = game
        self.moves = ()
        if getattr(game, "moves", None) is not None and hasattr(game, "empty_board"):
            self.start = game.empty_board()
            self.moves = tuple(game.moves)

    @property
    def text(self) -> str:
        """The moves as they can be typed.

        >>> from c4lib import Board
        >>> Position(Board.from_moves([0, 10], columns=11)).text
        '0 10'
        """
        return self._separator.join(map(move_text, self.moves))

    @property
    def _separator(self):
        """What stands between two moves of the text."""
        texts = [move_text(move) for move in (*self.start.legal_moves(), *self.moves)]
        if all(len(text) == 1 for text in texts):
            return ""
        return "; " if any(" " in text or "," in text for text in texts) else " "

    def set(self, moves: Iterable[Move]) -> None:
        """Go to the position after these `moves` (or their texts) from the start.

        Raises:
            ValueError: a move cannot be played; nothing changes.
        """
        game = self.start
        played = []
        for text in map(move_text, moves):
            legal = {move_text(move): move for move in game.legal_moves()}
            if text not in legal:
                allowed = shorten(", ".join(legal), 60, placeholder=" ...")
                allowed = allowed or "none, because the game is over"
                raise ValueError(f"move {len(played) + 1} cannot be {text}; allowed: {allowed}")
            played.append(legal[text])
            game = game.play(legal[text])
        self.game = game
        self.moves = tuple(played)

    def play(self, move: Move) -> None:
        """The move of whoever is to move.

        Raises:
            ValueError: it cannot be played; nothing changes.
        """
        self.set((*self.moves, move))

    def read(self, text: str) -> None:
        """Go to the position after the moves of a text.

        Raises:
            ValueError: it is no list of moves that can be played; nothing changes.

        >>> from c4lib import Board
        >>> position = Position(Board())
        >>> position.read("3 3 4")
        >>> position.moves
        (3, 3, 4)
        >>> position.read("2,4")
        >>> position.moves
        (2, 4)
        """
        separator = self._separator
        typed = text if separator == "; " else text.replace(",", " ")
        words = typed.split(separator.strip() or None)
        if not separator:
            words = "".join(words)
        self.set(word.strip() for word in words if word.strip())


class GameView(Box):
    """A live picture of a position in which a move can be clicked.

    Of a game whose drawing has no places to click, the moves are buttons beside it.

    Args:
        action: called with the move that is clicked.

    Attributes:
        picture: the picture.
        choices: the buttons.
        moves: the moves that can be clicked now.

    >>> from c4lib import Board
    >>> view = GameView(print)
    >>> view.show(Board.from_moves("3"))
    >>> view.click(4)
    4
    """

    def __init__(self, action: Callable[[Move], object]) -> None:
        self.picture = LivePicture(action)
        self.choices = Box()
        self.moves = ()
        super().__init__([self.picture, self.choices])
        self.choices.add_class("c4-choices")

    def show(
        self,
        game: Game,
        stamp: object = None,
        values: Values | None = None,
        marks: Mapping[Move, str] | None = None,
        line: Iterable[Move] = (),
        can_play: bool = True,
    ) -> None:
        """Show a position; a screen reader says it, with the values and marks.

        Args:
            game: the position.
            stamp: see `LivePicture.show`.
            values, marks, line: see `draw_game`.
            can_play: whether a move can be clicked.
        """

        def draw(scene):
            draw_game(scene, game, values, marks, line=line)
            if not can_play:
                for key, (_, kind, *_) in list(scene.elements.items()):
                    if kind == "spot":
                        del scene.elements[key]

        def notes():
            return [_about(game, move, values, marks) for move in legal]

        legal = tuple(game.legal_moves())
        words = [f"the board: {in_words(game)}"]
        if values or marks:
            words += notes()
        self.picture.show(draw, "; ".join(words), stamp)
        self.moves = legal if can_play else ()
        self._show_choices([] if self.picture.scene.places else notes())

    def click(self, move: Move) -> None:
        """Do what a click on the `move` does."""
        self.picture.click(move)

    def _show_choices(self, texts):
        missing = range(len(self.choices.children), len(texts))
        self.choices.children += tuple(self._choice(number) for number in missing)
        for choice, text in zip_longest(self.choices.children, texts, fillvalue=""):
            hide(choice, not text)
            choice.disabled = not self.moves
            choice.description = text

    def _choice(self, number):
        """A button for the move of this number."""

        def press(_):
            if number < len(self.moves):  # they may be gone by now
                self.click(self.moves[number])

        made = button("", "play this move")
        made.on_click(press)
        return made


def _about(game, move, values, marks):
    """A move, its value and its mark, as far as there are any."""
    words = [move_name(game, move)]
    if values and values.get(move) is not None:
        words.append(f"{values[move]:.2f}")
    if marks and marks.get(move):
        words.append(marks[move])
    return " · ".join(words)


class PositionEditor:
    """A position to click and type together, undo and clear.

    Args:
        panel: whose parts these are.
        game: the position to begin with.
        on_change: called after every change, with the new position.

    Attributes:
        position: the `Position`.
        view, moves, undo, clear: the parts.
        parts: the same, by their places in the style sheet.
    """

    def __init__(self, panel: Panel, game: Game, on_change: Callable[[Game], object]) -> None:
        self.position = Position(game)
        self._panel = panel
        self._on_change = on_change
        self.view = GameView(self.play)
        self.moves = Field("moves", "all moves that led here", self.position.text)
        self.undo = button("Undo", "Take the last move back")
        self.clear = button("Clear", "Take all moves back")
        self.parts = {
            "board": self.view,
            "moves": self.moves,
            "undo": self.undo,
            "clear": self.clear,
        }
        panel.on_typed(self.moves, lambda text: self._change(self.position.read, text))
        panel.on(self.undo, lambda: self._change(self.position.set, self.position.moves[:-1]))
        panel.on(self.clear, lambda: self._change(self.position.set, ()))
        self.view.show(self.position.game)

    def play(self, move: Move) -> None:
        """Play this move; ValueError if it cannot be played."""
        self._change(self.position.play, move)

    def _change(self, change, what):
        before = self.position.moves
        change(what)
        self._panel.put(self.moves, self.position.text)
        self.view.show(self.position.game)
        if self.position.moves != before:
            self._on_change(self.position.game)
