"""What lesson 07 tells of a stored table, and the small tree that its reader fills in."""

from c4lib import Board, SearchNode, SearchSettings, backpropagate, plot_tree
from mctslab.arena import score_interval
from mctslab.experiments import stored
from pictures import titled_axes

HOW_OFTEN = [
    "nearly always, as the right tree does",
    "in about half of the searches",
    "about as often as a random move, in 14%",
    "less often than a random move",
]
SAID = {  # of the rules for the opponent, which need more words than their name
    "largest UCB1": "largest UCB1 (the mistake)",
    "smallest UCB1": "smallest UCB1 (mean plus bonus)",
}


def tree_of(played):
    """The root of a tree of two plies with two moves each, after these playouts: (moves, winner)."""
    root, leaves = SearchNode(Board()), {}
    for first in (0, 1):
        parent = SearchNode(move=first, parent=root)
        leaves |= {(first, reply): SearchNode(move=reply, parent=parent) for reply in (0, 1)}
    for moves, winner in played:
        backpropagate(leaves[moves], winner, SearchSettings())
    return root


def draw_small_tree(root, title):
    """Draw this tree under a title in bold."""
    plot_tree(root, ax=titled_axes(title, 9, 6))


def share(test, playouts, search):
    """The score in a test, or the share that passes it, with its 95% interval: (share, low, high)."""
    table = stored("viewpoint_tests")
    rows = table[(table.test == test) & (table.playouts == playouts) & (table.search == search)]
    wins, draws, losses = (int(rows[column].sum()) for column in ("wins", "draws", "losses"))
    points, games = wins + draws / 2, wins + draws + losses
    return (points / games, *score_interval(points, games))


def told(test, playouts, search):
    """The same as a line."""
    return "{:.1%} [{:.1%} to {:.1%}]".format(*share(test, playouts, search))


def replies(root, move):
    """The visits of the replies to this move, in the order of the columns."""
    return [reply.visits for reply in root.children[move].children]


def how_often(blocks):
    """Which of HOW_OFTEN so many blocks of 1,000 are."""
    low, high = score_interval(int(blocks), 1_000)
    return HOW_OFTEN[0 if low > 0.9 else 1 if low > 1 / 7 else 2 if high > 1 / 7 else 3]
