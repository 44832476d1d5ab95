"""What lesson 07 tells of a stored table."""

from mctslab.arena import score_interval
from mctslab.experiments import stored
from pictures import share_of

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


def share(test, playouts, search):
    """The score in a test, or the share that passes it, with its 95% interval: (share, low, high)."""
    table = stored("viewpoint_tests")
    rows = table[(table.test == test) & (table.playouts == playouts) & (table.search == search)]
    wins, draws, losses = rows[["wins", "draws", "losses"]].sum()
    games = wins + draws + losses
    return share_of(wins + draws / 2, games)


def told(test, playouts, search):
    """The same as a line."""
    value, low, high = share(test, playouts, search)
    return f"{value:.1%} [{low:.1%} to {high:.1%}]"


def replies(root, move):
    """The visits of the replies to this move, in the order of the columns."""
    node = root.children[move]
    return [reply.visits for reply in node.children]


def how_often(blocks):
    """Which of HOW_OFTEN so many blocks of 1,000 are."""
    nearly_always, half, as_random, less = HOW_OFTEN
    low, high = score_interval(int(blocks), 1_000)
    if low > 0.9:
        return nearly_always
    if low > 1 / 7:
        return half
    return as_random if high > 1 / 7 else less
