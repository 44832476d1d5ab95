"""Lesson 24: what a playout says about later moves, a policy as wins among 2T visits, and when PUCT looks at a move."""

import math

from c4lib import HexBoard, SearchNode

from .base import anything, ask, check, expect, real, shown, whole

# Moves from the empty board of 3 x 3 to the root, from there to the node simulated, and the playout from there.
PLAYOUTS = [
    ("", ("b2", "a3"), ("b1", "c1", "a1", "c2", "b3")),
    ("", (), ("b2", "a1", "b1", "c3", "b3")),
    ("b2", ("a2",), ("c1", "c2", "b3")),
    ("a1 c1", ("b1", "b2", "b3"), ("a3",)),
    ("", ("b1", "a1", "b2", "a2", "b3"), ()),  # Black's last move has won, so that the playout is empty
    ("a1 a2 c1 b2 c3", ("c2",), ()),  # White's has
]
WEIGHTS = [1, 0.5, 0.25]


def _path(start, moves):
    node = SearchNode(HexBoard.from_moves(start))
    path = [node]
    for move in moves:
        for legal in node.game.legal_moves():
            SearchNode(move=legal, parent=node)
        node = next(child for child in node.children if child.move == move)
        path.append(node)
    return path


def _credits(
    path,
    moves,
    weight,
    first=0,
    step=2,
    won=None,
    tree=True,
    nodes=slice(None),
    seen=None,
    both=(True, True),
    begin=None,
):
    """What is to be added, {(node, move): (wins, visits)}; the arguments by name are what can go wrong."""
    winner, found = _winner(path, moves), {}
    for depth, node in [*enumerate(path)][nodes]:
        above = [other.move for other in path[depth + 1 :]]
        line = [*above, *moves] if tree else [*moves[len(above) % 2 :]]
        later = line[first::step]
        for turn, move in enumerate(later, begin(depth, len(found)) if begin else 0):
            counts = (seen or (lambda weight, turn, turns: weight**turn))(weight, turn, len(later))
            wins, visits = (counts if is_weighed else 1 for is_weighed in both)
            has_won = (won or (lambda player, winner: player == winner))(node.game.to_move, winner)
            found[node, move] = float(wins * has_won), float(visits)
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
    "every move counts 1; the later a move comes, the less it counts": {"seen": lambda weight, turn, turns: 1},
    "the first move counts the weight already; it counts 1, and the next one the weight": {
        "seen": lambda weight, turn, turns: weight ** (turn + 1)
    },
    "the opponent's moves make the weight smaller, too; only the player's own turns do": {
        "seen": lambda weight, turn, turns: weight ** (2 * turn)
    },
    "the last move counts most; the first one should": {
        "seen": lambda weight, turn, turns: weight ** (turns - 1 - turn)
    },
    "all later moves count the weight itself; the third one counts weight * weight, and so on": {
        "seen": lambda weight, turn, turns: weight if turn else 1
    },
    "the count must begin again with 1 at every node": {"begin": lambda depth, counted: counted},
    "the count begins with 1 at every node, not only at the root": {"begin": lambda depth, counted: depth // 2},
    "the third move counts weight * weight, not 2 * weight": {
        "seen": lambda weight, turn, turns: weight * turn if turn else 1
    },
    "only the wins are made smaller; the visits are so, too": {"both": (True, False)},
    "only the visits are made smaller; the wins are so, too": {"both": (False, True)},
}


@check
def check_24_1(share_playout):
    for weight in WEIGHTS:
        for start, moves, playout in PLAYOUTS:
            _one_playout(share_playout, _path(start, moves), playout, weight)
    return f"every node of the path learns from {len(PLAYOUTS)} playouts, with {len(WEIGHTS)} weights."


def _one_playout(share_playout, path, playout, weight):
    winner, right = _winner(path, playout), _credits(path, playout, weight)
    amaf, names = {}, {}
    moves = [node.move for node in path[1:]]
    for depth, node in enumerate(path):
        names[node] = f"the node after {' '.join(moves[:depth])}" if depth else "the root"
    call = f"path: {' '.join(['root', *moves])}, playout: {' '.join(playout) or 'none, as the game is over'}, winner: {winner}, weight: {weight}"
    ask(share_playout, amaf, path, playout, winner, weight, kind=anything, said=f"share_playout ({call})")
    expect(amaf, f"{call}: amaf is still empty; put the pairs into the dict that is given")
    got = {key: _pair(key, pair, names, call) for key, pair in amaf.items()}
    for words, slip in SLIPS.items():
        wrong = _credits(path, playout, weight, **slip)
        expect(_alike(wrong, right) or not _alike(got, wrong), f"{call}: {words}")
    for key in {**right, **got}:
        where = f"{call}: at {names[key[0]]}, {key[1]}"
        expect(key in right, f"{where} is counted; the player to move there does not play it from there on")
        lost = "" if right[key][0] else ", and a playout that is lost counts as a visit"
        expect(key in got, f"{where} is not counted; the player to move there plays it later{lost}")
        told = "the pair ({:g}, {:g})".format(*got[key])
        expect(got[key][0] <= got[key][1], f"{where} has {told}: first the wins, then the visits")
        added = f"{where} has {told} after one playout, which adds {right[key][1]:g} to the visits"
        expect(math.isclose(got[key][1], right[key][1]), added)
        expect(math.isclose(got[key][0], right[key][0]), f"{where} has {told}: who won, and who is to move there?")
    ask(share_playout, amaf, path, playout, winner, weight, kind=anything, said=f"share_playout ({call}) again")
    twice = {key: (2 * wins, 2 * visits) for key, (wins, visits) in right.items()}
    same = _alike({key: _pair(key, pair, names, call) for key, pair in amaf.items()}, twice)
    expect(same, f"{call}: a second playout like the first must double wins and visits; is the old pair kept?")


def _pair(key, pair, names, call):
    """The wins and visits under this key, if it is one."""
    known = isinstance(key, tuple) and len(key) == 2 and key[0] in names
    expect(known, f"{call}: {shown(key)} is no key of amaf; expected (node of the path, move)")
    good = isinstance(pair, (tuple, list)) and len(pair) == 2
    expect(good, f"{call}: the value {shown(pair)} is no pair (wins, visits)")
    expect(key[1] is not None, f"{call}: None is counted as a move; no move leads to the root")
    return tuple(real(part, "a number in amaf") for part in pair)


def _alike(one, other):
    return one.keys() == other.keys() and all(
        math.isclose(a, b, abs_tol=1e-12) for key in one for a, b in zip(one[key], other[key])
    )


# Shares and T.
STARTS = [
    ({3: 0.7, 4: 0.2, 6: 0.1}, 3),
    ({0: 0.25, 1: 0.25, 2: 0.25, 3: 0.25}, 1),
    ({"a1": 0.5, "b2": 0.3, "c1": 0.15, "c3": 0.05, "b1": 0.0}, 10),
    ({2: 0.125, 5: 0.875}, 2),
    ({4: 1.0}, 5),
    ({0: 0.6, 6: 0.4}, 0),
]


@check
def check_24_2(start_wins):
    for shares, T in STARTS:
        call, m = f"start_wins({shown(shares)}, {T})", len(shares)
        got = ask(start_wins, dict(shares), T, kind=anything, said=call)
        expect(got is not None, f"{call} is None: is there a `return` on every way through it?")
        expect(isinstance(got, dict), f"{call} is of type {type(got).__name__}; expected a dict, the wins by move")
        expect(set(got) == set(shares), f"{call} has the moves {shown(list(got))}; expected those of the shares")
        for move, share in shares.items():
            wins, odds = real(got[move], f"{call}[{shown(move)}]"), m * share
            right = 2 * T * odds / (1 + odds)
            slips = {
                "the share is taken as the mean; the odds are m * share to 1": 2 * T * share,
                "m * share * T: with a large share that is more than all visits": T * odds,
                "these are the odds, not the wins among 2T visits": odds,
                "that is the mean, not the wins: there are 2T visits": odds / (1 + odds),
                "the wins are among 2T visits, not T": T * odds / (1 + odds),
                "where is m, the number of moves?": 2 * T * share / (1 + share),
                "these are the losses": 2 * T / (1 + odds),
                "m is the number of the moves in `shares`, not always 7": 2 * T * 7 * share / (1 + 7 * share),
                "wins are whole numbers only by chance: nothing is rounded": float(round(right)),
            }
            where = f"{call} gives {wins:g} wins to the move {move}"
            for words, slip in slips.items():
                expect(_close(slip, right) or not _close(wins, slip), f"{where}: {words}")
            expect(0 <= wins <= 2 * T + 1e-9, f"{where}: not between 0 and the {2 * T} visits")
            told = "its wins and losses are not as m * share to 1"
            expect(_close(wins, right), f"{where} among {2 * T} visits, and {2 * T - wins:g} losses: {told}")
    return f"the odds are right in {len(STARTS)} policies; the even one gives T wins in 2T visits."


def _close(one, other):
    return math.isclose(one, other, rel_tol=1e-9, abs_tol=1e-9)


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
