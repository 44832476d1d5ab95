"""Lesson 24: what a playout says about later moves, RAVE's value, a policy as wins, and when PUCT looks at a move."""

import math

import numpy as np

from c4lib import HexBoard, SearchNode

from .base import anything, ask, check, expect, is_row, not_none, real, shown, whole

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
LONGEST = 40  # more turns than all nodes of a path have together


def _path(start, moves):
    node = SearchNode(HexBoard.from_moves(start))
    path = [node]
    for move in moves:
        for legal in node.game.legal_moves():
            SearchNode(move=legal, parent=node)
        node = next(child for child in node.children if child.move == move)
        path.append(node)
    return path


def _winner(path, moves):
    game = path[-1].game
    for move in moves:
        game = game.play(move)
    return game.winner


def _lines(path, playout):
    """By node of the path: all moves from there on, in the tree and in the playout."""
    moves = [*(node.move for node in path[1:]), *playout]
    return {node: moves[depth:] for depth, node in enumerate(path)}


def _own_moves(path, playout):
    """By node: the moves of the player to move there, from there on."""
    return {node: line[::2] for node, line in _lines(path, playout).items()}


def _counted(lines, won, wins, visits):
    """What is to be added, {(node, move): (wins, visits)}.

    Args:
        lines: by node, the moves that count.
        won: by node, whether its player to move has won.
        wins, visits: by node, how much a won move, and any move, counts at the first turn, the second and so on.
    """
    found = {}
    for node, line in lines.items():
        for move, win, visit in zip(line, wins[node], visits[node], strict=False):
            found[node, move] = win * won[node], visit
    return found


def _credits(path, playout, weight):
    """The right answer, and then the wrong ones, each with what is wrong with it."""
    own, winner = _own_moves(path, playout), _winner(path, playout)
    won = {node: node.game.to_move == winner for node in path}
    powers = dict.fromkeys(path, weight ** np.arange(LONGEST))
    yield _counted(own, won, powers, powers), ""
    for lines, words in _wrong_moves(path, playout):
        yield _counted(lines, won, powers, powers), words
    of_the_other = {node: not has_won for node, has_won in won.items()}
    words = "the wins are those of the other player: at each node they belong to the player to move"
    yield _counted(own, of_the_other, powers, powers), words
    of_black = dict.fromkeys(path, winner == 1)
    words = "the wins are Black's at every node; they belong to the player to move there"
    yield _counted(own, of_black, powers, powers), words
    for counts, words in _wrong_counts(own, weight):
        yield _counted(own, won, counts, counts), words
    ones = dict.fromkeys(path, np.ones(LONGEST))
    yield _counted(own, won, powers, ones), "only the wins are made smaller; the visits are so, too"
    yield _counted(own, won, ones, powers), "only the visits are made smaller; the wins are so, too"


def _wrong_moves(path, playout):
    """By node, moves that are not those to be counted; and what is wrong with them."""
    lines, own = _lines(path, playout), _own_moves(path, playout)
    yield lines, "the moves of both players are counted; a node's moves are those of the player to move there"
    of_the_other = {node: line[1::2] for node, line in lines.items()}
    yield of_the_other, "the moves counted are those of the player who is not to move at the node"
    in_the_playout = {node: playout[above % 2 :: 2] for above, node in enumerate(reversed(path))}
    yield in_the_playout, "the moves in the tree, between the node and the playout, are missing"
    for nodes, words in (
        (path[:1], "only the root is updated; every node of the path learns from the playout"),
        (path[:-1], "the node where the playout starts is missing"),
        (path[1:], "the root is missing"),
    ):
        yield {node: own[node] for node in nodes}, words
    first_moves = {node: line[:1] for node, line in own.items()}
    yield first_moves, "only the first move of each node is counted; its player's later moves count too"


def _wrong_counts(own, weight):
    """By node, how much a move counts at each turn; and what is wrong with that."""
    turns = np.arange(LONGEST)
    powers = weight**turns
    for counts, words in (
        (powers**0, "every move counts 1; the later a move comes, the less it counts"),
        (weight * powers, "the first move counts the weight already; it counts 1, and the next one the weight"),
        (powers**2, "the opponent's moves make the weight smaller, too; only the player's own turns do"),
    ):
        yield dict.fromkeys(own, counts), words
    backwards = {node: powers[: len(line)][::-1] for node, line in own.items()}
    yield backwards, "the last move counts most; the first one should"
    flat = np.where(turns, weight, 1)
    words = "all later moves count the weight itself; the third one counts weight * weight, and so on"
    yield dict.fromkeys(own, flat), words
    going_on, counted = {}, 0
    for node, line in own.items():
        going_on[node] = powers[counted:]
        counted += len(line)
    yield going_on, "the count must begin again with 1 at every node"
    from_the_root = {node: powers[depth // 2 :] for depth, node in enumerate(own)}
    yield from_the_root, "the count begins with 1 at every node, not only at the root"
    linear = np.where(turns, weight * turns, 1)
    yield dict.fromkeys(own, linear), "the third move counts weight * weight, not 2 * weight"


@check
def check_24_1(share_playout):
    for weight in WEIGHTS:
        for start, moves, playout in PLAYOUTS:
            _one_playout(share_playout, _path(start, moves), playout, weight)
    return f"every node of the path learns from {len(PLAYOUTS)} playouts, with {len(WEIGHTS)} weights."


def _one_playout(share_playout, path, playout, weight):
    winner, amaf = _winner(path, playout), {}
    way = " ".join(["root", *path[-1].moves])
    played = " ".join(playout) or "none, as the game is over"
    call = f"path: {way}, playout: {played}, winner: {winner}, weight: {weight}"
    given = amaf, path, playout, winner, weight
    hint = "a pair that is not there yet counts as (0, 0), and `moves` is a tuple"
    ask(share_playout, *given, kind=anything, said=f"share_playout ({call})", if_it_stops=hint)
    expect(amaf, f"{call}: amaf is still empty; put the pairs into the dict that is given")
    got = _pairs(amaf, path, call)
    (right, _), *slips = _credits(path, playout, weight)
    for wrong, words in slips:
        expect(_alike(wrong, right) or not _alike(got, wrong), f"{call}: {words}")
    for key in {**right, **got}:
        _judge_pair(key, got, right, call)
    ask(share_playout, *given, kind=anything, said=f"share_playout ({call}) again")
    twice = {key: (2 * wins, 2 * visits) for key, (wins, visits) in right.items()}
    same = _alike(_pairs(amaf, path, call), twice)
    expect(same, f"{call}: a second playout like the first must double wins and visits; is the old pair kept?")


def _judge_pair(key, got, right, call):
    """Refuse a pair that is not to be there, or has other numbers."""
    node, move = key
    named = f"the node after {' '.join(node.moves)}" if node.moves else "the root"
    where = f"{call}: at {named}, {move}"
    expect(key in right, f"{where} is counted; the player to move there does not play it from there on")
    right_wins, right_visits = right[key]
    lost = "" if right_wins else ", and a playout that is lost counts as a visit"
    expect(key in got, f"{where} is not counted; the player to move there plays it later{lost}")
    wins, visits = got[key]
    told = f"{where} has the pair ({wins:g}, {visits:g})"
    expect(wins <= visits, f"{told}: first the wins, then the visits")
    added = f"after one playout, which adds {right_visits:g} to the visits"
    expect(math.isclose(visits, right_visits), f"{told} {added}")
    expect(math.isclose(wins, right_wins), f"{told}: who won, and who is to move there?")


def _pairs(amaf, path, call):
    """The student's wins and visits by node and move."""
    pairs = {}
    for key, pair in amaf.items():
        known = isinstance(key, tuple) and len(key) == 2 and key[0] in path
        expect(known, f"{call}: {shown(key)} is no key of amaf; expected (node of the path, move)")
        expect(is_row(pair, 2), f"{call}: the value {shown(pair)} is no pair (wins, visits)")
        expect(key[1] is not None, f"{call}: None is counted as a move; no move leads to the root")
        pairs[key] = tuple(real(part, "a number in amaf") for part in pair)
    return pairs


def _alike(one, other):
    """Whether both have the same keys, and the same numbers under each."""
    return one.keys() == other.keys() and all(np.allclose(one[key], other[key], atol=1e-12) for key in one)


# The child's wins and visits, AMAF's, the visits of the parent, k.
CHILDREN = [
    ((1, 4), (9, 12), 50, 50),
    ((1, 4), (9, 12), 10, 500),
    ((3, 4), (1, 8), 20, 5),
    ((0, 0), (2, 8), 30, 500),
    ((2, 8), (0, 0), 30, 500),
    ((1.5, 2), (0, 3), 1, 100),
    ((0, 0), (0, 0), 30, 500),
]


@check
def check_24_2(rave_value):
    for case in CHILDREN:
        call = f"rave_value{case}"
        got = ask(rave_value, *case, kind=real, said=call)
        right = _rave_value(*case)
        if _close(got, right):
            continue
        for wrong, words in _wrong_values(*case):
            expect(not _close(got, wrong), f"{call} gives {got:.4f}: {words}")
        expect(right < math.inf, f"{call} gives {got:.4f}; nobody knows anything of this move: it is tried first")
        expect(False, f"{call} gives {got:.4f}: where between the two means does beta put it?")
    return f"in {len(CHILDREN)} cases, also where one of the two knows nothing, or neither does."


def _beta(N, k):
    return math.sqrt(k / (3 * N + k))


def _rave_value(own, shared, N, k):
    """The right value."""
    if not own[1] and not shared[1]:
        return math.inf
    if not own[1] or not shared[1]:
        wins, visits = own if own[1] else shared
        return wins / visits
    return _mix(own, shared, _beta(N, k))


def _mix(own, shared, beta):
    mean, amaf = own[0] / own[1], shared[0] / shared[1]
    return (1 - beta) * mean + beta * amaf


def _wrong_values(own, shared, N, k):
    """Wrong values of a child, and what is wrong with them."""
    if own[1] and shared[1]:
        yield from _wrong_mixtures(own, shared, N, k)
    elif own[1]:
        yield math.inf, "the child has visits of its own; where AMAF knows nothing, its mean counts alone"
        yield (1 - _beta(N, k)) * own[0] / own[1], "where AMAF knows nothing, the mean counts alone, all of it"
    elif shared[1]:
        yield math.inf, "AMAF knows this move already; where the child has no visit, AMAF's mean counts alone"
        yield _beta(N, k) * shared[0] / shared[1], "where the child has no visit, AMAF's mean counts alone, all of it"


def _wrong_mixtures(own, shared, N, k):
    for beta, words in (
        (1 - _beta(N, k), "the two are swapped: beta is the weight of AMAF"),
        (_beta(N, k) ** 2, "where is the root in beta?"),
        (_beta(N / 3, k), "where is the 3 in beta?"),
        (_beta(own[1], k), "N is the number of the parent's visits, not the child's"),
        (_beta(shared[1], k), "N is the number of the parent's visits, not AMAF's"),
        (math.sqrt(N / (3 * k + N)), "N and k are swapped in beta"),
        (math.sqrt(k / (3 * (N + k))), "in beta the 3 belongs to N alone"),
        (0.5, "both means count alike; how much does beta let AMAF count?"),
        (0, "that is the child's own mean alone"),
        (1, "that is AMAF's mean alone"),
    ):
        yield _mix(own, shared, beta), words
    yield 2 * _mix(own, shared, 0.5), "that is the sum of both means"
    wins, visits = own[0] + shared[0], own[1] + shared[1]
    yield wins / visits, "wins and visits are added; mix the two means by beta"


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
def check_24_3(start_wins):
    for shares, T in STARTS:
        call = f"start_wins({shown(shares)}, {T})"
        got = ask(start_wins, dict(shares), T, kind=not_none, said=call)
        expect(isinstance(got, dict), f"{call} is of type {type(got).__name__}; expected a dict, the wins by move")
        expect(set(got) == set(shares), f"{call} has the moves {shown(list(got))}; expected those of the shares")
        for move, share in shares.items():
            wins = real(got[move], f"{call}[{shown(move)}]")
            _judge_wins(wins, share, len(shares), T, f"{call} gives {wins:g} wins to the move {move}")
    return f"the odds are right in {len(STARTS)} policies; the even one gives T wins in 2T visits."


def _judge_wins(wins, share, m, T, told):
    odds = m * share
    right = 2 * T * odds / (1 + odds)
    if _close(wins, right):
        return
    for slip, words in _wrong_wins(share, m, T):
        expect(_close(slip, right) or not _close(wins, slip), f"{told}: {words}")
    expect(0 <= wins <= 2 * T + 1e-9, f"{told}: not between 0 and the {2 * T} visits")
    losses = f"{2 * T - wins:g} losses"
    expect(False, f"{told} among {2 * T} visits, and {losses}: its wins and losses are not as m * share to 1")


def _wrong_wins(share, m, T):
    """Wrong wins of a move, and what is wrong with them."""
    visits, odds = 2 * T, m * share
    mean = odds / (1 + odds)
    yield visits * share, "the share is taken as the mean; the odds are m * share to 1"
    yield T * odds, "m * share * T: with a large share that is more than all visits"
    yield odds, "these are the odds, not the wins among 2T visits"
    yield mean, "that is the mean, not the wins: there are 2T visits"
    yield T * mean, "the wins are among 2T visits, not T"
    yield visits * share / (1 + share), "where is m, the number of moves?"
    yield visits / (1 + odds), "these are the losses"
    yield visits * 7 * share / (1 + 7 * share), "m is the number of the moves in `shares`, not always 7"
    yield float(round(visits * mean)), "wins are whole numbers only by chance: nothing is rounded"


def _close(one, other):
    return math.isclose(one, other, rel_tol=1e-9, abs_tol=1e-9)


# Share, value of the other move, c. Where N comes out whole these are halves of halves, so that nothing is rounded.
LOOKS = [
    (0.01, 0.875, 3.0),
    (0.1, 0.75, 1.0),
    (0.0625, 0.75, 1.0),
    (0.003, 0.62, 1.7),
    (0.2, 0.5, 2.0),  # at once: there is no gap
]


@check
def check_24_4(first_look):
    for share, best, c in LOOKS:
        call = f"first_look({share}, {best}, {c})"
        got = ask(first_look, share, best, c, kind=whole, said=call)
        told = f"{call} gives {got}"
        expect(got >= 0, f"{told}: a number of visits is not negative")
        root = (best - 0.5) / (c * share)
        right = math.ceil(root**2)
        if got == right:
            continue
        expect(got != math.ceil(root), f"{told}: the root of N must be so large, not N itself")
        of_whole_value = math.ceil((best / (c * share)) ** 2)
        hint = "a move without visits has Q = 1/2 already; the bonus only fills the gap"
        expect(got != of_whole_value, f"{told}: {hint}")
        gap = best - 0.5
        for wrong, words in (
            (gap / c, "where is the share?"),
            (gap / share, "where is c?"),
            (2 * root, "the move was never tried: what is n?"),
        ):
            expect(got != math.ceil(wrong**2), f"{told}: {words}")
        value = 0.5 + c * share * math.sqrt(got)
        reached = f"with N = {got} its value is {value:.5f}, the other's {best}"
        expect(got >= right, f"{told}: too early, {reached}")
        expect(False, f"{told}: too late; {reached}, and one visit fewer would be enough")
    return f"with one visit fewer the move would still wait, in {len(LOOKS)} cases."
