"""Lesson 04: selecting a leaf."""

import math

from c4lib import Board, TreeSearch, ucb1

from .base import ask, check, expect, real, shown, whole

OTHER = Board.from_moves("4202024003", rows=4, columns=5)


@check
def check_04_1(my_path):
    node = TreeSearch(OTHER, rng=3).run(50).root
    expect(hasattr(my_path, "__iter__") and not isinstance(my_path, str), f"{shown(my_path)} is no list of columns")
    path = list(my_path)
    expect(path, "the path is empty; it begins with a move from the root")
    for level, move in enumerate(path, 1):
        move = whole(move, f"level {level}")
        values = {child.move: ucb1(child.wins, child.visits, node.visits) for child in node.children}
        expect(values, f"level {level}: the node above is a leaf already, the path ends there")
        expect(move in values, f"level {level}: there is no child for column {move}, only for {tuple(values)}")
        who, highest = "XO"[node.game.to_move - 1], max(values.values())
        expect(
            values[move] == highest,
            f"level {level}, {who} to move, N = {node.visits}: column {move} has the value {values[move]:.3f}, another has more",
        )
        node = next(child for child in node.children if child.move == move)
    expect(
        not node.children, f"right so far, down to level {len(path)}; but the node there has children: go on to a leaf"
    )
    return "at every level the highest value, for the player to move there, and a leaf at the end."


WAITING = [
    (0, 1, 2, 2**0.5),
    (0, 2, 2, 2**0.5),
    (0.25, 4, 1.2, 1),
    (0.5, 3, 1.4, 0.8),
    (0.6, 5, 0.5, 1),
    (0, 3, 1.8, 1),
]


@check
def check_04_2(waiting):
    for mean, visits, rival, c in WAITING:
        call = f"waiting({mean}, {visits}, {rival}, c={c:.4g})"
        got = ask(waiting, mean, visits, rival, c, kind=real, said=call)
        expect(got == int(got), f"{call} is {got:.3f}; asked for is a whole number of visits, so round up")
        got = int(got)
        expect(got >= 1, f"{call} is {got}; a parent has at least one visit")
        now = ucb1(mean * visits, visits, got, c)
        expect(
            now >= rival, f"{call} is {got}, but then the child has only {now:.3f}, less than {rival}: it waits longer"
        )
        before = ucb1(mean * visits, visits, got - 1, c) if got > 1 else -math.inf
        expect(
            before < rival, f"{call} is {got}, but one visit earlier the child has {before:.3f} already: it waits less"
        )
    return "the wait grows exponentially with the visits that the child has had already."


INF = math.inf
TIES = [([1.2, 1.5, 1.1], 0.9), ([2, 1, 2], 0.4), ([2, 1, 2], 0.5), ([0.7, INF, 0.9, INF, INF], 0.99)]
TIES += [([INF, INF, INF, 3], 0.34), ([0, 0, 0, 0], 0.7), ([-1, -2, -1], 0.6), ([5, 5], 0.0)]


@check
def check_04_3(pick):
    for values, u in TIES:
        places = [place for place, value in enumerate(values) if value == max(values)]
        call = f"pick({values}, {u})"
        got = ask(pick, list(values), u, kind=whole, said=call)
        expect(got in range(len(values)), f"{call} is {got}; the places are counted from 0 to {len(values) - 1}")
        expect(got in places, f"{call} is {got}, but at that place there is {values[got]}, not the highest value")
        part = "the first part of 0 to 1 belongs to the first of the best, and so on, all parts equally long"
        expect(
            got == places[int(u * len(places))], f"{call} is {got}, which is one of the {len(places)} best; but {part}"
        )
    return "a fair choice among the best, and the same one for the same u."


@check
def check_04_4(choose):
    board = Board.from_moves("3130234131", rows=4, columns=5)
    root = TreeSearch(board, rng=7).run(300).root
    for node in (root, *root.descendants):
        values = [ucb1(child.wins, child.visits, node.visits) for child in node.children]
        if not values or INF in values or values.count(max(values)) > 1:
            continue
        player, visits = node.game.to_move, [child.visits for child in node.children]
        x_wins = [child.wins if player == 1 else child.visits - child.wins for child in node.children]
        call = f"choose({player}, {x_wins}, {visits}, {node.visits})"
        got = ask(choose, player, list(x_wins), list(visits), node.visits, kind=whole, said=call)
        expect(got in range(len(values)), f"{call} is {got}; the places are counted from 0 to {len(values) - 1}")
        for_x = [ucb1(wins, count, node.visits) for wins, count in zip(x_wins, visits, strict=True)]
        if player == 2 and got == for_x.index(max(for_x)):
            hint = "it is O's turn, and O does not want the wins of X"
        else:
            hint = "besides the mean, few visits make a child attractive, for either player"
        expect(got == values.index(max(values)), f"{call} is {got}: {hint}")
    return "O minds the wins of X, and both players are curious."
