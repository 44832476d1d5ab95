"""The picture of lessons 04 to 07: one tree that stays put, and beside it the position at the end of the marked path."""

from c4lib import plot_board
from c4lib.plots.canvas import Drawing
from c4lib.plots.tree import draw_fixed_tree
from pictures import steady_figure

ROWS = 4  # below the root: three for the path of a selection, one for the children that an expansion adds


def draw_tree(search, path, title, node=None):
    """Draw the tree of `search` with `path` marked; every move has its column, every depth its row.

    Shown are the root's children and those of every node on the path. At the right is the position of the last node of the
    path, or of another `node`.
    """
    deepest = max(path, key=lambda node: node.depth)
    figure = steady_figure(title, 6.9)
    left = figure.add_axes((0, 0, 0.6, 0.9))
    draw_fixed_tree(Drawing(left), deepest.path, path, rows=ROWS)
    right = figure.add_axes((0.61, 0.3, 0.38, 0.4))
    _draw_position(right, node or deepest)


def _draw_position(ax, node):
    board = node.game
    moves = ", ".join(map(str, node.moves))
    where = f"After {moves}" if moves else "At the root"
    to_move = "the game is over" if board.is_terminal else f"{'XO'[board.to_move - 1]} to move"
    plot_board(board, ax=ax)
    ax.set_title(f"{where}: {to_move}", fontsize=16)


def path_along(search, moves):
    """The path from the root of `search` along these moves; ValueError if the tree does not go that way."""
    node = search.root
    for move in moves:
        below = {child.move: child for child in node.children}
        if move not in below:
            raise ValueError(f"no child for {move!r} there; the children are those for {list(below)}")
        node = below[move]
    return node.path
