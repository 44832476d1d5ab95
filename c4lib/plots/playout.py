"""A playout as a film strip."""

from __future__ import annotations

from math import ceil

from matplotlib.axes import Axes

from c4lib._tools import whole_number
from c4lib.board import Board
from c4lib.node import Move
from c4lib.phases import Simulation
from c4lib.plots.board import draw_boards
from c4lib.plots.canvas import EXPLOITATION, HIGHLIGHT, MUTED, NAMES, OUTSIDE, Drawing

MOST_IN_A_ROW = 5


def plot_playout(
    simulation: Simulation, *, ax: Axes | None = None, max_frames: int = 8, title: str | None = None
) -> Axes:
    """A film strip of the playout: the node's position, which is in the tree, then positions that
    are not.

    Args:
        simulation: what `simulate` gave.
        ax: the Axes to draw on; by default those of a new figure.
        max_frames: the most boards to draw; from a longer playout, positions in the middle are left
            out.
        title: written above.

    Returns:
        The Axes.

    Raises:
        ValueError: `simulation` is not a Simulation of Connect Four, or `max_frames` is less than
            2.

    >>> from c4lib import Board, TreeSearch
    >>> iteration = TreeSearch(Board(), rng=1).step()
    >>> plot_playout(iteration.simulation, title="A random game").get_title()
    'A random game'
    """
    if not isinstance(simulation, Simulation):
        raise ValueError(
            f"this draws a Simulation, as `simulate` and `step().simulation` give it, not {simulation!r}"
        )
    max_frames = whole_number("max_frames", max_frames, at_least=2)
    boards = [simulation.node.game]
    if not isinstance(boards[0], Board):
        raise ValueError(f"this draws playouts of Connect Four, not of {boards[0]!r}")
    for move in simulation.moves:
        boards.append(boards[-1].play(move))
    frames = frames_to_draw(len(boards), max_frames)
    return _draw_strip(ax, boards, simulation.moves, frames, title)


def frames_to_draw(count: int, most: int) -> list[int | None]:
    """The numbers of the positions to draw, with None where some are left out.

    >>> frames_to_draw(4, 8), frames_to_draw(30, 5)
    ([0, 1, 2, 3], [0, 1, 2, None, 28, 29])
    """
    if count <= most:
        return list(range(count))
    first = ceil(most / 2)
    return [*range(first), None, *range(count - (most - first), count)]


def _draw_strip(
    ax: object,
    boards: list[Board],
    moves: tuple[Move, ...],
    frames: list[int | None],
    title: str | None,
) -> Axes:
    rows, columns = boards[0].rows, boards[0].columns
    across = ceil(len(frames) / ceil(len(frames) / MOST_IN_A_ROW))
    width, height = columns + 1.2, rows + 3.6
    lines = ceil(len(frames) / across)
    drawing = Drawing.within(ax, 0, across * width, -lines * height, 0, title, inches=0.32)
    corners = []
    for index, frame in enumerate(frames):
        left, bottom = index % across * width, -(index // across + 1) * height
        middle, head = left + width / 2, bottom + height - 0.9
        if frame == 0:
            drawing.write(middle, head, "in the tree", 0.85, color=EXPLOITATION, weight="bold")
        else:
            drawing.boxes([(left, bottom + 0.15, width, height - 0.3)], OUTSIDE, 1)
            if index == 1 or index % across == 0:
                drawing.write(
                    left + 0.6, head, "not in the tree", 0.85, color=MUTED, weight="bold", ha="left"
                )
        if frame is None:
            left_out = len(boards) - (len(frames) - 1)
            for line, text in enumerate(("…", f"{left_out} more", "moves")):
                drawing.write(
                    middle, bottom + 1.9 + rows / 2 + 1.1 * (1 - line), text, 0.9, color=MUTED
                )
        else:
            corners.append((left + 0.6, bottom + 1.9))
            text, look = _caption(boards[frame], moves[frame - 1] if frame else None)
            drawing.write(middle, bottom + 1, text, 0.9, **look)
    draw_boards(drawing, [boards[frame] for frame in frames if frame is not None], corners)
    return drawing.ax


def _caption(board: Board, move: Move | None) -> tuple[str, dict[str, str]]:
    """What to write below a board that was reached by the `move`, and its look."""
    if board.is_terminal:
        return f"{NAMES[board.winner]} wins" if board.winner else "draw", {
            "color": HIGHLIGHT,
            "weight": "bold",
        }
    return (
        f"{NAMES[board.to_move]} to move"
        if move is None
        else f"{NAMES[3 - board.to_move]} plays {move}",
        {},
    )
