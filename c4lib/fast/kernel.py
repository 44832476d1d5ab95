"""The four phases a second time, compiled by numba: on bitboards and arrays, for `FastSearch`.

`select`, `expand`, `simulate` and `backpropagate` do what the functions of `phases.py` do, with the same roundings and
the same random numbers in the same order, so that the same seed gives the same tree. All compiled code is in this one
file, because numba's cache notices a change only in the file of the function that is called.

**A position** is two whole numbers of 64 bits, a bit a cell, column by column from below. On 6 x 7, with the numbers of
the bits:

     6 13 20 27 34 41 48     no cells: these bits stay 0, so that no line runs from the top of a column into the next
     5 12 19 26 33 40 47     row 0
     4 11 18 25 32 39 46     row 1
     3 10 17 24 31 38 45     row 2
     2  9 16 23 30 37 44     row 3
     1  8 15 22 29 36 43     row 4
     0  7 14 21 28 35 42     row 5

`taken` has the discs of both players, `mine` those of the player to move, so `mine ^ taken` those of the other.
A bit is 1 step from the one above, `height` (7 here) from its right neighbour, `height + 1` and `height - 1` along the
diagonals. Where the next disc of every column lands is one addition: 1 at the bottom of a column carries through its
discs to the first empty cell.

      taken     0 0 1 1 1     a column with three discs, the top bit first
    + bottom    0 0 0 0 1
    = landing   0 1 0 0 0

**The tree** is four arrays with a place for every node; a node is its place in them, a number. The children of a node
lie side by side, in a block with a place for every column of the board (rounded up to `width`, a multiple of 8).
Blocks are added at the end, so that nodes are numbered in the order in which they were added. On 6 x 7, where
column 7 is no move:

      place   0  1 ... 7   8  9 10 11 12 13 14 15  16 17 18 19 20 21 22 23  24 ...
            root    -    [ children of the root - ][ children of node 11   - ]
      first   8            0  0  0 16  0  0  0 -1   0  0  0  0  0  0  0 -1

Positions are not stored; they are made again on the way down.

**The arguments** have the same names everywhere: `tree` (a `Tree`), `notes` (a record of type NOTES) and `choices` (the
`KernelSettings`) are described below, `rules` in `bitboard.Rules`; `rng` is the Generator, `logarithms` a float64 array of
shape (n,) with the natural logarithms of the numbers up to n - 1. A column or a depth is a `uint64`, a player an `int64`.
"""

import math
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numba import config, njit
from numba.core import cgutils
from numba.extending import intrinsic

U = np.uint64  # all bits and all indexes are unsigned: numba adds code for "from the end" to every signed index

ROOT = U(0)  # the node number of the root; its block is its own
LEAF = 0  # in `first`: no children yet
NO_MOVE = -1  # in `first`: not a node, because the column is full, or not a move for another reason
NOBODY = 0  # the winner of a draw
UNPROVEN = 0  # in `proof`; otherwise 1 + winner + 3 * plies until the end


class Tree(NamedTuple):
    """The tree: arrays of shape (capacity,), indexed by node.

    Attributes:
        wins: float64, the sum of the rewards, prior included; NaN where there is no node, so that it is never the best.
        visits: float64, prior included; 1 where there is no node.
        first: int32, the first node of the block of children, LEAF or NO_MOVE.
        proof: int16, the exact result, as 1 + winner + 3 * plies until the end; or UNPROVEN.
    """

    wins: np.ndarray
    visits: np.ndarray
    first: np.ndarray
    proof: np.ndarray


# What changes during a search besides the tree: one record, read and written by its field names.
NOTES = np.dtype(
    [
        ("mine", "u8"),  # the position at the root
        ("taken", "u8"),
        ("player", "u8"),  # to move at the root: 1 or 2
        ("end", "u8"),  # how many places of the tree are in use
        ("nodes", "u8"),  # how many of them are nodes
        ("path", "u8", 64),  # the way down of this iteration: the nodes from the root on, at most 64 with 63 cells
        ("values", "f8", 32),  # of the children that are compared, at most 32 with one row
        ("open", "u8", 32),  # the columns that are not full, each as the bits of its cells
    ]
)


class KernelSettings(NamedTuple):
    """`SearchSettings`, as the compiled functions want them.

    Attributes:
        c, unvisited, draw, loss: as they are.
        prior: T, a float.
        enough: the visits with which a leaf gets its children, 2T + expand_at, a float.
        viewpoint: the player whose wins all nodes count, or NOBODY: each those of the player who moved into it.
        distinct: whether mirror images are left out.
        solve: whether results are proven.
    """

    c: float
    unvisited: float
    draw: float
    loss: float
    prior: float
    enough: float
    viewpoint: int
    distinct: bool
    solve: bool


def compiled(function: Callable) -> Callable:
    """The `function`, compiled when first called, with the result kept on disk for the next process.

    The result goes beside this file, or into the user's cache folder; where neither can be written, every process
    compiles for itself.
    """
    # NumPy's error model: x / 0 is inf or NaN, without a test before every division. And all functions become part of
    # `iterate`, because a call takes longer than what most of them do.
    options = {"nogil": True, "error_model": "numpy", "forceinline": True}
    try:
        return njit(cache=True, **options)(function)
    except RuntimeError:  # numba found no folder that it can write to
        return njit(**options)(function)


@intrinsic
def borrowed(typing_context, thing):
    """The same array or generator, without its reference count.

    numba counts references up and down around every call, which takes as long as all the rest of the search. The caller
    of `iterate` keeps what it hands over, so nothing needs counting meanwhile.
    """

    def generate(context, builder, signature, arguments):
        struct = cgutils.create_struct_proxy(thing)(context, builder, value=arguments[0])
        struct.meminfo = cgutils.get_null_value(struct.meminfo.type)
        return struct._getvalue()

    return thing(thing), generate


if config.DISABLE_JIT:  # the environment variable NUMBA_DISABLE_JIT=1: all this as plain Python, for a debugger

    def borrowed(thing):
        return thing


# -------------------------------------------------------------------- the rules


@compiled
def has_line(discs, rules):
    """Whether there is a line among these `discs`."""
    if rules.connect == U(4):
        lines = four_along(discs, U(1)) | four_along(discs, rules.falling)
        lines |= four_along(discs, rules.across) | four_along(discs, rules.rising)
    else:
        lines = line_along(discs, U(1), rules.connect) | line_along(discs, rules.falling, rules.connect)
        lines |= line_along(discs, rules.across, rules.connect) | line_along(discs, rules.rising, rules.connect)
    return lines != U(0)


@compiled
def line_along(discs, step, connect):
    """The cells among `discs` from which `connect` discs follow each other in steps of `step`."""
    line = discs
    for _ in range(U(1), connect):
        line = discs & (line >> step)
    return line


@compiled
def four_along(discs, step):
    """The same for four, with two shifts instead of three: pairs, and pairs of pairs."""
    pairs = discs & (discs >> step)
    return pairs & (pairs >> (step + step))


@compiled
def open_columns(notes, rules, taken):
    """Write the open columns to `notes.open`, from left to right; how many there are."""
    count, cells = U(0), rules.cells
    for _ in range(rules.columns):
        notes.open[count] = cells
        if (taken & cells) != cells:
            count += U(1)
        cells <<= rules.height
    return count


@compiled
def is_symmetric(mine, taken, rules):
    """Whether the position is its own mirror image, left and right."""
    shift = (rules.columns - U(1)) * rules.height
    for _ in range(rules.columns // U(2)):
        if ((mine >> shift) ^ mine) & rules.cells or ((taken >> shift) ^ taken) & rules.cells:
            return False
        mine, taken, shift = mine >> rules.height, taken >> rules.height, shift - rules.height - rules.height
    return True


# -------------------------------------------------------------------- the four phases


@compiled
def select(tree, notes, rules, choices, logarithms, rng):
    """The way down: from the root, while there are children, on to the child of highest value.

    Returns:
        The position at the leaf, `mine` and `taken`, and its depth; `notes.path` has the nodes down to it.
    """
    mine, taken, depth = notes.mine, notes.taken, U(0)
    node = notes.path[depth] = ROOT
    while tree.first[node] != LEAF:
        first = U(tree.first[node])
        column = best_child(tree, notes, rules, choices, logarithms, rng, node, first)
        mine, taken = after_move(mine, taken, column, rules)
        depth += U(1)
        node = notes.path[depth] = first + column
    return mine, taken, depth


@compiled
def after_move(mine, taken, column, rules):
    """The position (`mine`, `taken`) after a disc in `column`; it is then the other player's turn."""
    landing = (taken + rules.bottom) & (rules.cells << (column * rules.height))
    return mine ^ taken, taken | landing


@compiled
def best_child(tree, notes, rules, choices, logarithms, rng, parent, first):
    """The column of the child with the highest value; of k equal ones the `int(rng.random() * k)`-th.

    A proven child is never the best: there is nothing left to find out.
    """
    parent_visits = tree.visits[parent]
    visit_number = U(np.int64(parent_visits))
    logarithm = logarithms[visit_number] if visit_number < U(logarithms.size) else math.log(parent_visits)
    # Two loops, because the first alone becomes vector instructions: several divisions and square roots at once, each
    # rounded like a single one. That is also why places without a node are computed along; their value is NaN.
    for column in range(rules.width):
        visits = tree.visits[first + column]
        value = tree.wins[first + column] / visits + choices.c * math.sqrt(logarithm / visits)
        notes.values[column] = choices.unvisited if visits == 0 else value
    if choices.solve:
        for column in range(rules.columns):
            if tree.proof[first + column] != UNPROVEN:
                notes.values[column] = -math.inf
    highest, best, ties = -math.inf, U(0), 0
    for column in range(rules.width):
        value = notes.values[column]
        if value > highest:
            highest, best, ties = value, column, 1
        elif value == highest:
            ties += 1
    if ties > 1:
        place = int(rng.random() * ties)
        for column in range(rules.width):
            if notes.values[column] == highest:
                if place == 0:
                    best = column
                place -= 1
    return best


@compiled
def expand(tree, notes, rules, choices, logarithms, rng, mine, taken, depth):
    """All children are added below the leaf at the end of the path, and the best of them ends the path instead.

    Not if the game is over there, or if it had too few simulations yet and is not the root. (There must be room for a
    block in the arrays.)

    Returns:
        The position at the end of the path, `mine` and `taken`, and its depth.
    """
    leaf, is_root = notes.path[depth], depth == U(0)
    is_over = taken == rules.full or has_line(mine ^ taken, rules)
    if not is_over and (is_root or tree.visits[leaf] >= choices.enough):
        first = add_children(tree, notes, rules, choices, leaf, mine, taken)
        column = best_child(tree, notes, rules, choices, logarithms, rng, leaf, first)
        mine, taken = after_move(mine, taken, column, rules)
        depth += U(1)
        notes.path[depth] = first + column
    return mine, taken, depth


@compiled
def add_children(tree, notes, rules, choices, leaf, mine, taken):
    """Add a block below the `leaf`, with a node of T wins in 2T visits for every move; its first place."""
    moves = rules.columns
    if choices.distinct and is_symmetric(mine, taken, rules):
        moves = (moves + U(1)) // U(2)
    first = notes.end
    highest_cell = U(1) << (rules.rows - U(1))
    for column in range(rules.width):
        if column < moves and not taken & (highest_cell << (column * rules.height)):
            tree.wins[first + column] = choices.prior
            tree.visits[first + column] = 2 * choices.prior
            tree.first[first + column] = LEAF
            tree.proof[first + column] = UNPROVEN
            notes.nodes += U(1)
        else:
            tree.wins[first + column] = math.nan
            tree.visits[first + column] = 1
            tree.first[first + column] = NO_MOVE
            tree.proof[first + column] = UNPROVEN
    notes.end += rules.width
    tree.first[leaf] = first
    return first


@compiled
def simulate(notes, rules, rng, mine, taken, player):
    """A playout: from the position, where it is the turn of `player`, uniformly random moves until the game is over.

    Returns:
        The winner, 1, 2 or NOBODY.
    """
    theirs = mine ^ taken
    if has_line(theirs, rules):
        return 3 - player
    count = open_columns(notes, rules, taken)
    winner = NOBODY
    while count and winner == NOBODY:
        cells = notes.open[U(np.int64(rng.random() * np.int64(count)))]
        disc = (taken + rules.bottom) & cells
        taken |= disc
        mine |= disc
        if has_line(mine, rules):
            winner = player
        if disc & rules.top:
            count = open_columns(notes, rules, taken)
        mine, theirs, player = theirs, mine, 3 - player
    return winner


@compiled
def backpropagate(tree, notes, choices, depth, winner):
    """The way up: every node of the path gets one visit, and the reward from its own viewpoint."""
    mover = 3 - to_move(notes, depth)
    reward = reward_for(choices, winner, mover)
    other_reward = reward_for(choices, winner, 3 - mover)
    for step in range(depth + U(1)):
        node = notes.path[depth - step]
        tree.wins[node] += reward
        tree.visits[node] += 1
        reward, other_reward = other_reward, reward  # the players take turns


@compiled
def prove(tree, notes, rules, mine, taken, depth):
    """The way up once more: every node of the path gets its proof, if it has one now.

    Where none is added this ends: nothing has changed for the nodes above.
    """
    player, proof = to_move(notes, depth), UNPROVEN
    if has_line(mine ^ taken, rules):
        proof = 1 + (3 - player)
    elif taken == rules.full:
        proof = 1 + NOBODY
    step = U(0)
    while proof != UNPROVEN and step <= depth:
        tree.proof[notes.path[depth - step]] = proof
        step += U(1)
        if step <= depth:
            player = 3 - player
            proof = proof_by_children(tree, rules, U(tree.first[notes.path[depth - step]]), player)


@compiled
def proof_by_children(tree, rules, first, player):
    """The proof of a node where it is the turn of `player`, by those of its children; UNPROVEN if there is none."""
    win, draw, loss, is_complete = UNPROVEN, UNPROVEN, UNPROVEN, True
    for column in range(rules.columns):
        proof = np.int64(tree.proof[first + column])
        winner = (proof - 1) % 3
        if proof == UNPROVEN:
            is_complete &= tree.first[first + column] == NO_MOVE
        elif winner == player:
            win = proof if win == UNPROVEN else min(win, proof)
        elif winner == NOBODY:
            draw = proof if draw == UNPROVEN else draw
        else:
            loss = max(loss, proof)
    best = win
    if win == UNPROVEN and is_complete:
        best = draw if draw != UNPROVEN else loss
    return best if best == UNPROVEN else best + 3  # a ply later


@compiled
def to_move(notes, depth):
    """The player whose turn it is so many moves below the root: 1 or 2."""
    player = np.int64(notes.player)
    return player if depth % U(2) == U(0) else 3 - player


@compiled
def reward_for(choices, winner, mover):
    """What a playout is worth to a node that the player `mover` moved into."""
    if winner == NOBODY:
        return choices.draw
    viewpoint = mover if choices.viewpoint == NOBODY else choices.viewpoint
    return 1.0 if winner == viewpoint else choices.loss


# -------------------------------------------------------------------- what Python calls


@compiled
def iterate(tree, notes, rules, choices, logarithms, rng, count, most_nodes):
    """Run `count` iterations, or fewer if the arrays are full, the next one might make more than `most_nodes` nodes, or
    the result is proven.

    (Here `notes` is an array of shape (1,) that holds the record: numba hands that over faster.)

    Returns:
        How many were run.
    """
    tree = Tree(borrowed(tree.wins), borrowed(tree.visits), borrowed(tree.first), borrowed(tree.proof))
    notes, logarithms, rng = notes[0], borrowed(logarithms), borrowed(rng)
    for done in range(count):
        if notes.end + rules.width > U(tree.first.size) or notes.nodes + rules.columns > most_nodes:
            return done
        if tree.proof[ROOT] != UNPROVEN:
            return done
        mine, taken, depth = select(tree, notes, rules, choices, logarithms, rng)
        mine, taken, depth = expand(tree, notes, rules, choices, logarithms, rng, mine, taken, depth)
        winner = simulate(notes, rules, rng, mine, taken, to_move(notes, depth))
        backpropagate(tree, notes, choices, depth, winner)
        if choices.solve:
            prove(tree, notes, rules, mine, taken, depth)
    return count
