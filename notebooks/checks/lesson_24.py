"""Lesson 24: what a playout says about later moves (AMAF), PUCT, and when it looks at a move that the policy dislikes."""

import math

from c4lib import HexBoard, SearchNode

from .base import anything, ask, check, expect, real, shown, whole

# Moves from the empty board of 3 x 3 to the root, from there to the node simulated, and the playout from there.
PLAYOUTS = [
    ("", ("b2", "a3"), ("b1", "c1", "a1", "c2", "b3")),
    ("", (), ("b2", "a1", "b1", "c3", "b3")),
    ("b2", ("a2",), ("c1", "c2", "b3")),
    ("a1 c1", ("b1", "b2", "b3"), ("a3",)),
]


def _path(start, moves):
    node = SearchNode(HexBoard.from_moves(start))
    path = [node]
    for move in moves:
        for legal in node.game.legal_moves():
            SearchNode(move=legal, parent=node)
        node = next(child for child in node.children if child.move == move)
        path.append(node)
    return path


def _credits(path, moves, first=0, step=2, won=lambda player, winner: player == winner, tree=True, nodes=slice(None)):
    """What is to be added, {(node, move): (wins, visits)}; the arguments by name are what can go wrong."""
    winner = _winner(path, moves)
    found = {}
    for depth, node in [*enumerate(path)][nodes]:
        above = [other.move for other in path[depth + 1 :]]
        line = [*above, *moves] if tree else [*moves[len(above) % 2 :]]
        for move in line[first::step]:
            found[node, move] = float(won(node.game.to_move, winner)), 1
    return found


def _winner(path, moves):
    game = path[-1].game
    for move in moves:
        game = game.play(move)
    return game.winner


SLIPS = {
    "the moves of both players are counted; a node's moves are those of the player to move there": {"step": 1},
    "the moves counted are those of the player who is not to move at the node": {"first": 1},
    "the wins are those of the other player: at each node they belong to the player to move": {
        "won": lambda player, winner: player != winner
    },
    "the wins are Black's at every node; they belong to the player to move there": {
        "won": lambda player, winner: winner == 1
    },
    "the moves in the tree, between the node and the playout, are missing": {"tree": False},
    "only the root is updated; every node of the path learns from the playout": {"nodes": slice(0, 1)},
    "the node where the playout starts is missing": {"nodes": slice(0, -1)},
    "the root is missing": {"nodes": slice(1, None)},
    "only the first move of each node is counted; its player's later moves count too": {"step": 100},
}


@check
def check_24_1(update_amaf):
    for start, moves, playout in PLAYOUTS:
        path = _path(start, moves)
        winner, right = _winner(path, playout), _credits(path, playout)
        amaf, names = {}, {}
        for depth, node in enumerate(path):
            names[node] = f"the node after {' '.join(moves[:depth])}" if depth else "the root"
        call = f"path: {' '.join(['root', *moves])}, playout: {' '.join(playout)}, winner: {winner}"
        ask(update_amaf, amaf, path, playout, winner, kind=anything, said=f"my_update_amaf ({call})")
        expect(amaf, f"{call}: amaf is still empty; put the pairs into the dict that is given")
        for key, pair in amaf.items():
            known = isinstance(key, tuple) and len(key) == 2 and key[0] in names
            expect(known, f"{call}: {shown(key)} is no key of amaf; expected (node of the path, move)")
            good = isinstance(pair, (tuple, list)) and len(pair) == 2
            expect(good, f"{call}: the value {shown(pair)} is no pair (wins, visits)")
            expect(key[1] is not None, f"{call}: None is counted as a move; no move leads to the root")
        got = {key: tuple(real(part, "a number in amaf") for part in pair) for key, pair in amaf.items()}
        for words, slip in SLIPS.items():
            wrong = _credits(path, playout, **slip)
            expect(wrong == right or got != wrong, f"{call}: {words}")
        for key in {**right, **got}:
            where = f"{call}: at {names[key[0]]}, {key[1]}"
            expect(key in right, f"{where} is counted; the player to move there does not play it from there on")
            lost = "" if right[key][0] else ", and a playout that is lost counts as a visit"
            expect(key in got, f"{where} is not counted; the player to move there plays it later{lost}")
            told = "the pair ({:g}, {:g})".format(*got[key])
            expect(got[key][0] <= got[key][1], f"{where} has {told}: first the wins, then the visits")
            expect(got[key][1] == 1, f"{where} has {told} after one playout: each adds one visit")
            expect(got[key] == right[key], f"{where} has {told}: who won, and who is to move there?")
        ask(update_amaf, amaf, path, playout, winner, kind=anything, said=f"my_update_amaf ({call}) again")
        twice = {key: (2 * wins, 2 * visits) for key, (wins, visits) in right.items()}
        same = all(tuple(amaf.get(key, ())) == pair for key, pair in twice.items())
        expect(same, f"{call}: a second playout like the first must double wins and visits; is the old pair kept?")
    return f"every node of the path learns about all later moves of its player, in {len(PLAYOUTS)} playouts."


CHOICES = [(0.6, 0.3, 9, 64, 2.0), (0.5, 0.1, 0, 30, 1.5), (1.0, 0.02, 3, 200, 0.5), (0.0, 0.7, 40, 50, 4.0)]


@check
def check_24_2(puct):
    for q, share, visits, total, c in CHOICES:
        call = f"my_puct({q}, {share}, {visits}, {total}, {c})"
        got = ask(puct, q, share, visits, total, c, kind=real, said=call)
        right = q + c * share * math.sqrt(total) / (1 + visits)
        slips = {
            "where is the policy's share?": q + c * math.sqrt(total) / (1 + visits),
            "where is c?": q + share * math.sqrt(total) / (1 + visits),
            "where is Q?": right - q,
            "there is no logarithm in PUCT": q + c * share * math.sqrt(math.log(total)) / (1 + visits),
            "the root is of the parent's visits alone": q + c * share * math.sqrt(total / (1 + visits)),
            "the root of the parent's visits is missing": q + c * share * total / (1 + visits),
            "the 1 in 1 + n is missing": q + c * share * math.sqrt(total) / visits if visits else None,
            "N and n have changed places": q + c * share * math.sqrt(visits) / (1 + total),
            "Q is added, not multiplied": q * c * share * math.sqrt(total) / (1 + visits),
            "1 is added to n, not to the whole": q + c * share * math.sqrt(total) / max(visits, 1) + 1,
        }
        for words, slip in slips.items():
            other = slip is None or math.isclose(slip, right, rel_tol=1e-9)
            expect(other or not math.isclose(got, slip, rel_tol=1e-9), f"{call} gives {got:.4g}: {words}")
        size = "large" if got > right else "small"
        expect(math.isclose(got, right, rel_tol=1e-9), f"{call} gives {got:.4g}, which is too {size}")
    return f"mean and bonus fit in {len(CHOICES)} cases, one of them a move without visits."


# Share, value of the other move, c. Where N comes out whole these are halves of halves, so that nothing is rounded.
LOOKS = [(0.01, 0.875, 2.0), (0.1, 0.75, 1.0), (0.0625, 0.75, 1.0), (0.003, 0.62, 1.7), (0.2, 0.5, 2.0)]


@check
def check_24_3(first_look):
    for share, best, c in LOOKS:
        call = f"first_look({share}, {best}, {c})"
        got = ask(first_look, share, best, c, kind=whole, said=call)
        root = (best - 0.5) / (c * share)

        def value(total, share=share, c=c):
            return 0.5 + c * share * math.sqrt(total)

        right = math.ceil(root**2)
        expect(got >= 0, f"{call} gives {got}: a number of visits is not negative")
        expect(
            got == right or got != math.ceil(root),
            f"{call} gives {got}: the root of N must be so large, not N itself",
        )
        whole_value = math.ceil((best / (c * share)) ** 2)
        expect(
            got == right or got != whole_value,
            f"{call} gives {got}: a move without visits has Q = 1/2 already; the bonus only fills the gap",
        )
        reached = f"with N = {got} its value is {value(got):.5f}, the other's {best}"
        expect(got >= right, f"{call} gives {got}: too early, {reached}")
        expect(got <= right, f"{call} gives {got}: too late; {reached}, and one visit fewer would be enough")
    return f"with one visit fewer the move would still wait, in {len(LOOKS)} cases."
