"""Lesson 07: updating the path."""

import math

from c4lib import Board, SearchNode, SearchSettings, TreeSearch, backpropagate, ucb1

from .base import DRAWN, anything, ask, check, counts_of, expect, is_row, keeps, real, shown, whole

PLAYED = [  # the moves, and the winner
    ((0, 0), 1),
    ((0, 1), 2),
    ((1, 0), 2),
    ((0, 1), 2),
    ((1, 1), None),
]
NODES = {  # from the bottom up, by the moves that lead there
    "X 0, O 0": (0, 0),
    "X 0, O 1": (0, 1),
    "X 1, O 0": (1, 0),
    "X 1, O 1": (1, 1),
    "X 0": (0,),
    "X 1": (1,),
    "root": (),
}


def _through(moves):
    """The winners of the playouts whose path goes through the node after these moves."""
    return [winner for path, winner in PLAYED if path[: len(moves)] == moves]


def _wins(winners, player, draw=0.5):
    return winners.count(player) + draw * winners.count(None)


@check
def check_07_1(labels):
    expect(isinstance(labels, dict), f"{shown(labels)} is no dict with the labels of the seven nodes")
    for name, moves in NODES.items():
        expect(name in labels, f"there is no label for {name!r}")
        label = labels[name]
        expect(is_row(label, 2), f"{name}: {shown(label)} is no pair of wins and visits")
        wins, visits = real(label[0], f"{name}: wins"), real(label[1], f"{name}: visits")
        _judge_label(name, wins, visits, moves)
    return "seven nodes, and every playout in three of them: who moved there, whose wins, and half a win for a draw."


def _judge_label(name, wins, visits, moves):
    told, winners = f"{name}: {wins:g}/{visits:g}", _through(moves)
    hint = f"which of the five paths begin with {name}?" if moves else "every playout begins at the root"
    expect(visits == len(winners), f"{told}; a node has one visit for each playout that passes it: {hint}")
    mover = 1 if len(moves) == 1 else 2
    whose = f"it counts the wins of {'XO'[mover - 1]}"
    slips = {
        _wins(winners, mover, draw=0): "a draw is worth something to either player",
        _wins(winners, mover, draw=1): "a draw is half a win, to either player",
        _wins(winners, 3 - mover): f"{whose}, and these are the other player's",
    }
    usual = f"{whose}, who moved into it" if moves else "the root counts for the player whose turn it is not"
    expect(wins == _wins(winners, mover), f"{told}; {slips.get(wins, usual)}")


LINES = ["32", "3", "324", ""]  # the moves from the root to the node simulated
FINISHED = [  # the moves to the root, those to the finished game, and who has won it
    ("010101", "0", 1),
    ("6010101", "0", 2),
    ("66010101", "20", 2),
    ("0101010", "", 1),
    (DRAWN[:-1], DRAWN[-1], None),
]
COUNTS = (4.0, 10), (3.5, 5), (1.0, 2), (0.0, 1)  # wins and visits so far, from the root down


def _updates():
    """A case in words, the moves to the root, those to the node simulated, the counts so far, and the winner."""
    in_progress = [("", line) for line in LINES] + [("3", line) for line in reversed(LINES)]
    for start, line in in_progress:
        for winner in (1, 2, None):
            yield "", start, line, COUNTS, winner
    for start, line, winner in FINISHED:
        yield ", where the game is over,", start, line, COUNTS, winner
    for start in ("", "3"):
        for winner in (1, 2):
            yield " in a new tree", start, "32", [(0.0, 0)] * 3, winner


def _small_tree(start, line, counts):
    """The last node of a path in a tree with these numbers, beside whose every node there is another."""
    node = SearchNode(Board.from_moves(start))
    node.wins, node.visits = counts[0]
    for move, (wins, visits) in zip(line, counts[1:], strict=False):
        beside = SearchNode(move=6, parent=node)
        beside.wins, beside.visits = 1.5, 3
        node = SearchNode(move=int(move), parent=node)
        node.wins, node.visits = wins, visits
    return node


def _place(node):
    return "the root" if node.move is None else f"column {node.move}"


@keeps("backpropagate")
@check
def check_07_2(update):
    for where, start, line, counts, winner in _updates():
        leaf, ours = _small_tree(start, line, counts), _small_tree(start, line, counts)
        way = ", ".join(_place(node) for node in leaf.path[1:]) or "the root"
        turn = "XO"[leaf.root.game.to_move - 1]
        call = f"{turn} to move at the root, backpropagate of {way}{where} with winner {winner}"
        before = counts_of(leaf.path)
        ask(update, leaf, winner, kind=anything, said=call)
        backpropagate(ours, winner, SearchSettings())
        for node, was, right in zip(leaf.path, before, ours.path, strict=True):
            _judge_node(call, node, was, right.wins, winner)
        _judge_beside(call, leaf)
    return "for both winners and for a draw, whoever is to move at the root, and nothing beside the path changes."


def _judge_node(call, node, before, right, winner):
    """Refuse a node of the path that has not one visit more than before, and the right wins."""
    wins, visits = before
    visited = whole(node.visits, f"{call}: the number of visits of {_place(node)}")
    won = real(node.wins, f"{call}: the number of wins of {_place(node)}")
    told = f"{call}: {_place(node)} goes from {wins:g}/{visits} to {won:g}/{visited}"
    expect(visited == visits + 1, f"{told}; every node of the path gets one visit, the root too")
    expect(winner is not None or won == right, f"{told}; a draw is half a win for either player")
    expect(won >= wins, f"{told}; a loss is worth 0, not less")
    mover = ", who moved into it" if node.parent else ""
    expect(won == right, f"{told}; it counts for {'XO'[node.viewpoint - 1]}{mover}: did that player win?")


def _judge_beside(call, leaf):
    """Refuse a change of a node that the playout has not passed."""
    for passed in leaf.path[1:]:
        beside = passed.parent.children[0]
        told = "a sibling of the node simulated" if passed is leaf else "beside the path"
        where = f"below {_place(beside.parent)}, {told}"
        changed = (beside.wins, beside.visits) != (1.5, 3)
        expect(not changed, f"{call} changes column 6 {where}: the playout has not passed it")


# Wins and visits of the children, and the parent's visits, so that every mistake goes to another child.
WINS = [13.0, 0.0, 4.0, 27.0, 1.0, 1.0]
VISITS = [16, 6, 8, 30, 5, 38]
TOTAL = 104
# Here most of the parent's visits went on to no child; below, another N, by one, leads to the other child.
OWN_PLAYOUTS = [1.0, 24.0], [10, 40], 2000
ONE_MORE = [0.0, 4.0], [1, 4], 7
ONE_LESS = [0.0, 3.5], [1, 4], 5
OWN_NUMBER = "N is `parent_visits`, the parent's own number, which may be more than the sum of its children's"
AS_IT_IS = "N is `parent_visits`, with nothing added and nothing taken off"
FEW_VISITS = "besides the mean, few visits make a child attractive, for either player"


def _best(wins, visits, total, c=math.sqrt(2)):
    """The place of the highest value; None if several have it."""
    values = [ucb1(won, count, total, c) for won, count in zip(wins, visits, strict=True)]
    highest = max(values)
    return values.index(highest) if values.count(highest) == 1 else None


def _losses(wins, visits):
    return [count - won for won, count in zip(wins, visits, strict=True)]


def _slips(player):
    """Where the usual mistakes lead, in words."""
    losses = _losses(WINS, VISITS)
    slips = {
        _best(losses, VISITS, TOTAL): "whose turn is it? X wants the wins of X, and O does not",
        _best(WINS, VISITS, TOTAL, c=0): FEW_VISITS,
        _best(WINS, VISITS, TOTAL, c=1): "is c = √2? Then 2 ln N / n stands under the root",
        _best(WINS, VISITS, TOTAL, c=2): "is c = √2? Then 2 ln N / n stands under the root, and nothing before it",
    }
    if player == 2:  # with such a c the answer was wrong for X already
        of_parent = [TOTAL - won for won in losses]
        slips[_best(of_parent, VISITS, TOTAL)] = "O's wins of a child are its visits minus X's wins; not the parent's"
    return slips


def _cases():
    """Player, wins and visits of the children, the parent's visits, and what to think of, if one thing is."""
    for player in (1, 2):
        yield player, WINS, VISITS, TOTAL, None
    for case, hint in ((OWN_PLAYOUTS, OWN_NUMBER), (ONE_MORE, AS_IT_IS), (ONE_LESS, AS_IT_IS)):
        for player in (1, 2):
            yield player, *case, hint
    board = Board.from_moves("3130234131", rows=4, columns=5)
    root = TreeSearch(board, rng=7).run(300).root
    for node in (root, *root.descendants):
        wins = [child.wins for child in node.children]
        visits = [child.visits for child in node.children]
        if wins and all(visits) and _best(wins, visits, node.visits) is not None:
            yield node.game.to_move, wins, visits, node.visits, FEW_VISITS


@check
def check_07_3(choose):
    for player, wins, visits, total, hint in _cases():
        x_wins = wins if player == 1 else _losses(wins, visits)
        call = f"choose({player}, {x_wins}, {visits}, {total})"
        got = ask(choose, player, list(x_wins), list(visits), total, kind=whole, said=call)
        expect(got in range(len(visits)), f"{call} is {got}; the places are counted from 0 to {len(visits) - 1}")
        hint = hint or _slips(player).get(got, FEW_VISITS)
        expect(got == _best(wins, visits, total), f"{call} is {got}: {hint}")
    return "O wants few wins for X, and few visits attract both players."
