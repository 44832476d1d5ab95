"""Attacks on the checks of lesson 10."""

import numpy as np

from attacks import attack
from mctslab.players import highest

# -------------------------------------------------------------------- the two lines


class Node:
    def __init__(self, m, p):
        self.move, self.parent, self.children = m, p, []
        self.wins, self.visits = 0, 0

    def update(self, result):
        self.wins, self.visits = self.wins + result, self.visits + 1


def best(n, rng):
    return highest({child: child.wins / child.visits if child.visits else 1 / 2 for child in n.children}, rng)


def all_up(n, result, root):
    while n is not None:
        n.update(result)
        n = n.parent


def root_after(n, result, root):
    while n.parent is not None:
        n.update(result)
        n = n.parent
    n.update(result)


def below_root(n, result, root):
    while n.parent is not None:
        n.update(result)
        n = n.parent


def parent_first(n, result, root):
    while n.parent is not None:
        n = n.parent
        n.update(result)


def root_each_time(n, result, root):
    while n.parent is not None:
        n.update(result)
        root.update(result)
        n = n.parent


def root_visits_only(n, result, root):
    below_root(n, result, root)
    root.visits += 1


def of_the_root(final, start):
    return final.winner == start.to_move


def search(up=all_up, plays=True, won=of_the_root):
    """The lecture's program with what is changed in it."""

    def fixed(state, iterations, rng):
        root = Node(None, None)
        for _ in range(iterations):
            n, s = root, state
            while n.children:
                n = best(n, rng)
                s = s.play(n.move)
            if not s.is_terminal:
                n.children = [Node(m, n) for m in s.distinct_moves()]
                n = best(n, rng)
                s = s.play(n.move) if plays else s
            while legal := s.legal_moves():
                s = s.play(legal[int(rng.random() * len(legal))])
            up(n, won(s, state), root)
        return root

    return fixed


attack(
    "check_10_1",
    [search(), search(up=root_after)],
    [
        (search(up=below_root), "leaves the root at 0 visits"),
        (search(plays=False), "still starts before the picked move"),
        (search(up=root_each_time), "counted more than once in an iteration"),
        (search(up=root_visits_only), "a visit alone is no update"),
        (search(up=parent_first), "is the picked node itself updated?"),
        (search(won=lambda s, state: s.winner != state.to_move), "are wins counted for the same player as before"),
    ],
)

# -------------------------------------------------------------------- the fifth iteration

FIFTH = {"choices": {"c1", "c2", "a3", "b3"}, "root": (2, 7), "a3": (1, 3), "a3 b2": (1, 3)}

attack(
    "check_10_2",
    [FIFTH, {**FIFTH, "choices": ["b3", "a3", "c2", "c1"], "root": [2.0, np.int64(7)]}],
    [
        ({**FIFTH, "choices": {"c1", "c2", "a3"}}, "b3 stands at 2/4: compare that with 1/2"),
        ({**FIFTH, "choices": FIFTH["choices"] | {"b2"}}, "b2 cannot be chosen"),
        ({**FIFTH, "root": (2, 6)}, "root: 2/6 is the label before"),
        ({**FIFTH, "root": (3, 7)}, "a win too many"),  # black's, as the mover would count
        ({**FIFTH, "root": (1, 5)}, "root: 1/5: the 2T visits"),
        ({**FIFTH, "a3 b2": (1, 4)}, "every node of the path gets one visit"),
    ],
)

# -------------------------------------------------------------------- the lecturer's program


def ratio(w, v, n, parity, c=0.5, T=0):
    mean, sign = (w + T) / (v + 2 * T), (1, -1)[parity]
    return mean + sign * c * np.sqrt(np.log(n) / (v + 2 * T))


def with_a_branch(w, v, n, parity):
    bonus = 0.5 * (np.log(n) / v) ** 0.5
    if parity == 1:
        return w / v - bonus
    return w / v + bonus


attack(
    "check_10_3",
    [ratio, with_a_branch],
    [
        (lambda *child: ratio(*child, c=np.sqrt(2)), "the program's c is 0.5"),
        (lambda *child: ratio(*child, T=5), "contain the T wins and 2T visits already"),
        (lambda w, v, n, parity: (-1) ** parity * ratio(w, v, n, 0), "of this the lowest is best for the root's player"),
        (lambda w, v, n, parity: ratio(v - w, v, n, 0) if parity else ratio(w, v, n, 0), "should take the highest"),
    ],
)
