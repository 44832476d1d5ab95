"""A playout as a film strip."""

from __future__ import annotations

from math import ceil

from matplotlib.axes import Axes

from c4lib._tools import whole_number
from c4lib.node import Game, Move
from c4lib.phases import Simulation
from c4lib.plots.board import draw_game
from c4lib.plots.canvas import HIGHLIGHT, MUTED, OUTSIDE, Drawing, Scene
from c4lib.plots.words import ending, move_text, side_name, situation

MOST_IN_A_ROW = 5


def plot_playout(
    simulation: Simulation, *, ax: Axes | None = None, max_frames: int = 8, title: str | None = None
) -> Axes:
    """A film strip of the playout: the position of the node, which is in the tree, then the others.

    Args:
        simulation: what `simulate` gave.
        ax: the Axes to draw on; by default those of a new figure.
        max_frames: the most boards to draw; from a longer playout, positions in the middle are left
            out.
        title: written above.

    Returns:
        The Axes.

    Raises:
        ValueError: `simulation` is not a Simulation, or `max_frames` is less than 2.

    >>> from c4lib import Board, TreeSearch
    >>> iteration = TreeSearch(Board(), rng=1).step()
    >>> plot_playout(iteration.simulation, title="A random game").get_title()
    'A random game'
    """
    if not isinstance(simulation, Simulation):
        given = "as `simulate` and `step().simulation` give it"
        raise ValueError(f"this draws a Simulation, {given}, not {simulation!r}")
    max_frames = whole_number("max_frames", max_frames, at_least=2)
    return draw_playout(ax, simulation, max_frames, title).ax


def frames_to_draw(count: int, most: int) -> list[int | None]:
    """The numbers of the positions to draw, with None where some are left out.

    >>> frames_to_draw(4, 8), frames_to_draw(30, 5)
    ([0, 1, 2, 3], [0, 1, 2, None, 28, 29])
    """
    if count <= most:
        return list(range(count))
    first = ceil(most / 2)
    return [*range(first), None, *range(count - (most - first), count)]


def draw_playout(
    ax: Axes | Drawing | None, simulation: Simulation, max_frames: int, title: str | None = None
) -> Drawing:
    """Draw the frames in lines of about the same length."""
    games = [simulation.node.game]
    for move in simulation.moves:
        games.append(games[-1].play(move))
    frames = frames_to_draw(len(games), max_frames)
    size = _size(games[0])
    width = size[0] + 0.76
    height = size[1] + 3.16
    lines = ceil(len(frames) / MOST_IN_A_ROW)
    across = ceil(len(frames) / lines)
    bottom = -ceil(len(frames) / across) * height
    drawing = Drawing.within(ax, 0, across * width, bottom, 0, title, inches=0.32)
    for index, frame in enumerate(frames):
        line, place = divmod(index, across)
        left = place * width
        bottom = -(line + 1) * height
        middle = left + width / 2
        if frame != 0:
            drawing.boxes([(left, bottom + 0.15, width, height - 0.3)], OUTSIDE, 1)
        _write_head(drawing, left, bottom + height - 0.9, width, index, place == 0)
        if frame is None:
            left_out = len(games) - (len(frames) - 1)
            _write_left_out(drawing, middle, bottom + 1.68 + size[1] / 2, left_out)
        else:
            draw_game(drawing.inset(left + 0.38, bottom + 1.68, *size, labels=False), games[frame])
            move = simulation.moves[frame - 1] if frame else None
            _write_caption(drawing, middle, bottom + 1, width - 0.7, games[frame], move)
    return drawing


def _size(game: Game) -> tuple[float, float]:
    """How wide and high a position is drawn."""
    scene = Scene()
    scene.labels = False
    draw_game(scene, game)
    return scene.right - scene.left, scene.top - scene.bottom


def _write_head(
    drawing: Drawing, left: float, y: float, width: float, index: int, is_first_of_line: bool
) -> None:
    """Say which frames are in the tree and which are not."""
    if index == 0:
        drawing.write(left + width / 2, y, "in the tree", 0.85, room=width, weight="bold")
    elif index == 1 or is_first_of_line:
        look = {"color": MUTED, "weight": "bold", "ha": "left"}
        room = drawing.right - left - 0.8
        drawing.write(left + 0.6, y, "not in the tree", 0.85, room=room, **look)


def _write_left_out(drawing: Drawing, x: float, y: float, count: int) -> None:
    """Say in three lines how many positions are not drawn."""
    for line, text in enumerate(("…", f"{count} more", "moves")):
        drawing.write(x, y + 1.1 * (1 - line), text, 0.9, color=MUTED)


def _write_caption(
    drawing: Drawing, x: float, y: float, room: float, game: Game, move: Move | None
) -> None:
    """What to write below a position that was reached by the `move`."""
    look = {}
    text = situation(game)
    if game.is_terminal:
        text = ending(game, game.winner, "wins")
        look = {"color": HIGHLIGHT, "weight": "bold"}
    elif move is not None:
        text = f"{side_name(game, 3 - game.to_move)} plays {move_text(move)}"
    drawing.write(x, y, text, 0.9, room=room, **look)
