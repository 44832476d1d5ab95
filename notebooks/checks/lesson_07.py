"""Lesson 07: updating the path."""

import math

from c4lib import Board, SearchNode, SearchSettings, TreeSearch, backpropagate, ucb1

from .base import anything, ask, check, expect, keeps, real, shown, whole

BY_HAND = {"root": (4, 10), "column 3": (3, 5), "column 2": (1, 2)}


@check
def check_07_1(labels):
    expect(isinstance(labels, dict), f"{shown(labels)} is no dict with the labels of the three nodes")
    for place, (name, (wins, visits)) in enumerate(BY_HAND.items()):
        expect(name in labels, f"there is no label for {name!r}")
        given = labels[name]
        expect(
            isinstance(given, (tuple, list)) and len(given) == 2,
            f"{name}: {shown(given)} is no pair of wins and visits",
        )
        given = real(given[0], f"{name}: wins"), real(given[1], f"{name}: visits")
        told = f"{name}: {given[0]:g}/{given[1]:g}"
        expect(given[1] == visits + 1, f"{told}, after {wins}/{visits}: each node of the path has one visit more")
        mover = 2 - place % 2  # who moved there, and whose wins it counts
        won = "won" if mover == 2 else "lost"
        expect(
            given[0] == wins + (mover == 2),
            f"{told}, after {wins}/{visits}: it counts for {'XO'[mover - 1]}, who {won}",
        )
    return "a visit for all three, and a win where O moved last, the root included."


def _two_paths():
    """The same path twice, in trees of their own, with numbers on it already."""
    leaves = []
    for _ in range(2):
        node = SearchNode(Board())
        node.wins, node.visits = 4.0, 10
        SearchNode(move=6, parent=node)
        for move, wins, visits in ((3, 3.5, 5), (2, 1.0, 2)):
            node = SearchNode(move=move, parent=node)
            node.wins, node.visits = wins, visits
        leaves.append(node)
    return leaves


@keeps("backpropagate")
@check
def check_07_2(update):
    for winner in (1, 2, None):
        ours, leaf = _two_paths()
        before = [(node.wins, node.visits) for node in leaf.path]
        backpropagate(ours, winner, SearchSettings())
        call = f"backpropagate of column 3, column 2 with winner {winner}"
        ask(update, leaf, winner, kind=anything, said=call)
        for right, given, (wins, visits) in zip(ours.path, leaf.path, before, strict=True):
            name = "the root" if given.move is None else f"column {given.move}"
            told = f"{call}: {name} goes from {wins:g}/{visits} to {shown(given.wins)}/{shown(given.visits)}"
            visited = whole(given.visits, f"{call}: the visits of {name}")
            hint = "every node of the path gets one visit, the root too"
            expect(visited == right.visits, f"{told}; {hint}")
            gained = real(given.wins, f"{call}: the wins of {name}") - wins
            if winner is None:
                expect(gained == 0.5, f"{told}; a draw is half a win for either player")
            who = "XO"[given.viewpoint - 1]
            expect(gained == right.wins - wins, f"{told}; it counts for {who}: did that player win?")
        beside = leaf.root.children[0]
        expect((beside.wins, beside.visits) == (0, 0), f"{call} changes column 6, which is not on the path")
    return "for both winners and for a draw, and nothing beside the path changes."


# Wins and visits of the children, and the parent's visits, so that every mistake goes to another child.
WINS, VISITS, TOTAL = [13.0, 0.0, 4.0, 27.0, 1.0, 1.0], [16, 6, 8, 30, 5, 38], 104
FEW_VISITS = "besides the mean, few visits make a child attractive, for either player"


def _best(wins, visits, total, c=math.sqrt(2)):
    values = [ucb1(won, count, total, c) for won, count in zip(wins, visits, strict=True)]
    return values.index(max(values)) if values.count(max(values)) == 1 else None


def _losses(wins, visits):
    return [count - won for won, count in zip(wins, visits, strict=True)]


@check
def check_07_3(choose):
    slips = {
        _best(_losses(WINS, VISITS), VISITS, TOTAL): "whose turn is it? X wants the wins of X, and O does not",
        _best(WINS, VISITS, TOTAL, c=0): FEW_VISITS,
        _best(WINS, VISITS, TOTAL, c=1): "is c = √2? Then 2 ln N / n stands under the root",
        _best(WINS, VISITS, TOTAL, c=2): "is c = √2? Then 2 ln N / n stands under the root, and nothing before it",
    }
    cases = [(1, WINS, VISITS, TOTAL), (2, _losses(WINS, VISITS), VISITS, TOTAL)]
    root = TreeSearch(Board.from_moves("3130234131", rows=4, columns=5), rng=7).run(300).root
    for node in (root, *root.descendants):
        wins, visits = [child.wins for child in node.children], [child.visits for child in node.children]
        if wins and all(visits) and _best(wins, visits, node.visits) is not None:
            player = node.game.to_move
            cases.append((player, wins if player == 1 else _losses(wins, visits), visits, node.visits))
    for place, (player, x_wins, visits, total) in enumerate(cases):
        call = f"choose({player}, {x_wins}, {visits}, {total})"
        got = ask(choose, player, list(x_wins), list(visits), total, kind=whole, said=call)
        expect(got in range(len(visits)), f"{call} is {got}; the places are counted from 0 to {len(visits) - 1}")
        right = _best(x_wins if player == 1 else _losses(x_wins, visits), visits, total)
        expect(got == right, f"{call} is {got}: {slips.get(got, FEW_VISITS) if place < 2 else FEW_VISITS}")
    return "O wants few wins for X, and few visits attract both players."
