"""The four phases a second time, compiled by numba: on bitboards and arrays, for `FastSearch`.

`select`, `expand`, `simulate` and `backpropagate` do what the functions of `phases.py` do, with the
same roundings and the same random numbers in the same order, so that the same seed gives the same
tree.

**A position** is two whole numbers of 64 bits, a bit a cell, column by column from below. On 6 x 7,
with the numbers of the bits:

     6 13 20 27 34 41 48     no cells: these bits stay 0, so that no line runs from the top of
     5 12 19 26 33 40 47     row 0                          a column into the next
     4 11 18 25 32 39 46     row 1
     3 10 17 24 31 38 45     row 2
     2  9 16 23 30 37 44     row 3
     1  8 15 22 29 36 43     row 4
     0  7 14 21 28 35 42     row 5

`taken` has the discs of both players, `mine` those of the player to move, so `mine ^ taken` those
of the other. A bit is 1 step from the one above, `height` (7 here) from its right neighbour,
`height + 1` and `height - 1` along the diagonals. Where the next disc of every column lands is one
addition: 1 at the bottom of a column carries through its discs to the first empty cell.

      taken     0 0 1 1 1     a column with three discs, the top bit first
    + bottom    0 0 0 0 1
    = landing   0 1 0 0 0

**The tree** is a row of blocks, numbered in the order in which they were added. A block holds the
children of one node, side by side: a place for every column of the board, rounded up to a multiple
of 8. A node is a column of a block; the root is column 0 of block 0, which has no other. On 6 x 7,
where column 7 is no move:

      block   0              1                        2                        3
              root -  ... -  [ children of the root - ][ children of column 3 - ][ ...
      below   1              0  0  0  2  0  0  3 -1   0  0  0  0  0  0  0 -1   ...

What one step down looks at, the wins, the playouts and the blocks below, is 128 bytes, two lines of
the processor's cache. Positions are not stored; they are made again on the way down.

**The arguments** have the same names everywhere: `search` (a `KernelSearch`) is described below,
`rules` in `bitboard.Rules`; `rng` is the Generator, or an array with the state of one (PCG64).
A block, a column and a depth are `uint64`, a player is an `int64`.
"""

import math
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from c4lib.fast.bitboard import Rules
from c4lib.fast.jit import U, compiled
from c4lib.fast.pcg64 import random

ZERO, ONE = U(0), U(1)
ROOT = ZERO  # the block of the root, and its column there
LEAF = 0  # in `below`: no children yet
NO_MOVE = -1  # in `below`: not a node, because the column is full, or not a move for another reason
NOBODY = 0  # the winner of a draw
UNPROVEN = 0  # in `proof`; otherwise 1 + winner + 3 * plies until the end
NO_PROOF = 2**8  # larger than each of them
MOST_COUNTED = 2**32 - 1  # that a node can count


@lru_cache
def block_type(width: int) -> np.dtype:
    """A block with so many places.

    wins: the sums of the rewards, prior included; NaN where there is no node, so that it is never
    the best. playouts: the visits, without the prior ones; 1 where there is no node. below: the
    block of the children, LEAF or NO_MOVE.
    """
    return np.dtype([("wins", "f8", width), ("playouts", "u4", width), ("below", "i4", width)])


# What changes during a search besides the tree: one record, read and written by its field names.
NOTES = np.dtype(
    [
        ("mine", "u8"),  # the position at the root
        ("taken", "u8"),
        ("player", "u8"),  # to move at the root: 1 or 2
        ("end", "u8"),  # how many blocks of the tree are in use
        ("nodes", "u8"),  # how many nodes they hold
        ("path", "u8", (64, 2)),  # block and column of each node on the way down, at most 64
        ("values", "f8", 32),  # of the children that are compared, at most 32 with one row
        ("open", "u8", 32),  # the columns that are not full, each as the bits of its cells
    ]
)


class KernelSettings(NamedTuple):
    """`SearchSettings`, as the compiled functions want them.

    Attributes:
        c, unvisited, draw, loss: as they are.
        prior, prior_visits: T and 2T, floats.
        enough: the visits with which a leaf gets its children, 2T + expand_at, a float.
        viewpoint: the player whose wins all nodes count, or NOBODY: each those of the player who
            moved into it.
        distinct: whether mirror images are left out.
        solve: whether results are proven.
    """

    c: float
    unvisited: float
    draw: float
    loss: float
    prior: float
    prior_visits: float
    enough: float
    viewpoint: int
    distinct: bool
    solve: bool


class KernelSearch(NamedTuple):
    """All that belongs to one search, but for its random numbers.

    Attributes:
        blocks: array of shape (capacity,) of a `block_type`.
        proof: uint8 array of shape (capacity, width), the exact results.
        notes: a record of type NOTES.
        rules, settings: the board and the settings.
        logarithms: float64 array of shape (n,), the natural logarithms of the numbers up to n - 1.
    """

    blocks: np.ndarray
    proof: np.ndarray
    notes: np.ndarray
    rules: Rules
    settings: KernelSettings
    logarithms: np.ndarray


# -------------------------------------------------------------------- the rules


@compiled
def has_line(discs, rules):
    """Whether there is a line among these `discs`."""
    if rules.connect == U(4):  # in pairs; without them a search takes 1.15 times as long
        lines = fours_along(discs, ONE)
        lines |= fours_along(discs, rules.falling)
        lines |= fours_along(discs, rules.across)
        lines |= fours_along(discs, rules.rising)
        return lines != ZERO
    lines = line_along(discs, ONE, rules.connect)
    lines |= line_along(discs, rules.falling, rules.connect)
    lines |= line_along(discs, rules.across, rules.connect)
    lines |= line_along(discs, rules.rising, rules.connect)
    return lines != ZERO


@compiled
def fours_along(discs, step):
    """The cells among `discs` where lines of four begin, in steps of `step`: pairs of pairs."""
    pairs = discs & (discs >> step)
    return pairs & (pairs >> (step + step))


@compiled
def line_along(discs, step, connect):
    """The cells among `discs` from which `connect` discs follow each other in steps of `step`."""
    line = discs
    for _ in range(ONE, connect):
        line = discs & (line >> step)
    return line


@compiled
def after_move(mine, taken, column, rules):
    """The position (`mine`, `taken`) after a disc in `column`; it is then the other's turn."""
    landing = (taken + rules.bottom) & (rules.cells << (column * rules.height))
    return mine ^ taken, taken | landing


@compiled
def open_columns(notes, rules, taken):
    """Write the open columns to `notes.open`, from left to right; how many there are."""
    count = 0
    cells = rules.cells
    for _ in range(rules.columns):
        notes.open[count] = cells
        if (taken & cells) != cells:
            count += 1
        cells <<= rules.height
    return count


@compiled
def is_symmetric(mine, taken, rules):
    """Whether the position is its own mirror image, left and right."""
    shift = (rules.columns - ONE) * rules.height
    for _ in range(rules.columns // U(2)):
        if ((mine >> shift) ^ mine) & rules.cells or ((taken >> shift) ^ taken) & rules.cells:
            return False
        mine >>= rules.height
        taken >>= rules.height
        shift -= rules.height + rules.height
    return True


# -------------------------------------------------------------------- the four phases


@compiled
def select(search, rng):
    """The way down: from the root, while there are children, on to the child of highest value.

    Returns:
        The position at the leaf, `mine` and `taken`, and its depth; `notes.path` has the nodes down
        to it.
    """
    notes, blocks = search.notes, search.blocks
    mine, taken, depth = notes.mine, notes.taken, ZERO
    block, column = ROOT, ROOT
    notes.path[depth, 0], notes.path[depth, 1] = block, column
    while blocks[block].below[column] != LEAF:
        visits = blocks[block].playouts[column] + search.settings.prior_visits
        block = U(blocks[block].below[column])
        column = best_child(search, rng, visits, block)
        mine, taken = after_move(mine, taken, column, search.rules)
        depth += ONE
        notes.path[depth, 0], notes.path[depth, 1] = block, column
    return mine, taken, depth


@compiled
def best_child(search, rng, parent_visits, block):
    """The column of the child with the highest value.

    Of k equal ones it is the `int(rng.random() * k)`-th. A proven child is never the best: there is
    nothing left to find out.
    """
    rules, settings, logarithms = search.rules, search.settings, search.logarithms
    number = np.int64(parent_visits)
    logarithm = logarithms[number] if number < logarithms.size else math.log(parent_visits)
    # Two loops, because the first alone becomes vector instructions: several divisions and square
    # roots at once, each rounded like a single one. That is also why places without a node are
    # computed along; their value is NaN.
    values = search.notes.values
    wins, playouts = search.blocks[block].wins, search.blocks[block].playouts
    for column in range(rules.width):
        visits = playouts[column] + settings.prior_visits
        value = wins[column] / visits + settings.c * math.sqrt(logarithm / visits)
        values[column] = settings.unvisited if visits == 0 else value
    if settings.solve:
        for column in range(rules.columns):
            if search.proof[block, column] != UNPROVEN:
                values[column] = -math.inf
    highest, best, ties = -math.inf, ZERO, 0
    for column in range(rules.width):
        value = values[column]
        if value > highest:
            highest, best, ties = value, column, 1
        elif value == highest:
            ties += 1
    if ties > 1:
        place = int(random(rng) * ties)
        for column in range(rules.width):
            if values[column] == highest:
                if place == 0:
                    best = column
                place -= 1
    return best


@compiled
def expand(search, rng, mine, taken, depth):
    """All children are added below the leaf at the end of the path, and the best ends it instead.

    Not if the game is over there, or if it had too few simulations yet and is not the root. (There
    must be room for a block in the arrays.)

    Returns:
        The position at the end of the path, `mine` and `taken`, and its depth.
    """
    notes, rules = search.notes, search.rules
    playouts = search.blocks[notes.path[depth, 0]].playouts[notes.path[depth, 1]]
    visits = playouts + search.settings.prior_visits
    is_over = taken == rules.full or has_line(mine ^ taken, rules)
    if not is_over and (depth == ZERO or visits >= search.settings.enough):
        block = add_children(search, mine, taken, depth)
        column = best_child(search, rng, visits, block)
        mine, taken = after_move(mine, taken, column, rules)
        depth += ONE
        notes.path[depth, 0], notes.path[depth, 1] = block, column
    return mine, taken, depth


@compiled
def add_children(search, mine, taken, depth):
    """Add a block below the leaf at the end of the path, T wins in 2T visits a move; its number."""
    notes, rules, settings = search.notes, search.rules, search.settings
    moves = rules.columns
    if settings.distinct and is_symmetric(mine, taken, rules):
        moves = (moves + ONE) // U(2)
    number = notes.end
    block, highest_cell = search.blocks[number], ONE << (rules.rows - ONE)
    for column in range(rules.width):
        is_move = column < moves and not taken & (highest_cell << (column * rules.height))
        block.wins[column] = settings.prior if is_move else math.nan
        block.playouts[column] = 0 if is_move else 1
        block.below[column] = LEAF if is_move else NO_MOVE
        search.proof[number, column] = UNPROVEN
        notes.nodes += U(is_move)
    notes.end += ONE
    search.blocks[notes.path[depth, 0]].below[notes.path[depth, 1]] = number
    return number


@compiled
def simulate(notes, rules, rng, mine, taken, player):
    """A playout: uniformly random moves until the game is over, first by the `player`.

    Returns:
        The winner, 1, 2 or NOBODY.
    """
    theirs = mine ^ taken
    if has_line(theirs, rules):
        return 3 - player
    count = open_columns(notes, rules, taken)
    winner = NOBODY
    while count and winner == NOBODY:
        cells = notes.open[int(random(rng) * count)]
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
def backpropagate(search, depth, winner):
    """The way up: every node of the path gets one visit, and the reward from its own viewpoint."""
    path = search.notes.path
    mover = 3 - to_move(search.notes, depth)
    for step in range(depth + ONE):
        block, column = search.blocks[path[depth - step, 0]], path[depth - step, 1]
        block.wins[column] += reward_for(search.settings, winner, mover)
        block.playouts[column] += 1
        mover = 3 - mover


@compiled
def prove(search, mine, taken, depth):
    """The way up once more: every node of the path gets its proof, if it has one now.

    Where none is added this ends: nothing has changed for the nodes above.
    """
    path = search.notes.path
    player = to_move(search.notes, depth)
    proof = UNPROVEN
    if has_line(mine ^ taken, search.rules):
        proof = 1 + (3 - player)
    elif taken == search.rules.full:
        proof = 1 + NOBODY
    step = ZERO
    while proof != UNPROVEN and step <= depth:
        block, column = path[depth - step, 0], path[depth - step, 1]
        search.proof[block, column] = proof
        player = 3 - player
        proof = proof_by_children(search, block, player)
        step += ONE


@compiled
def proof_by_children(search, block, player):
    """The proof of a node where it is the turn of `player`, by those in the block below it.

    UNPROVEN if there is none.
    """
    win, draw, loss = NO_PROOF, NO_PROOF, UNPROVEN
    is_complete = True
    for column in range(search.rules.columns):
        proof = np.int64(search.proof[block, column])
        winner = (proof - 1) % 3
        if proof == UNPROVEN:
            is_complete &= search.blocks[block].below[column] == NO_MOVE
        elif winner == player:
            win = min(win, proof)
        elif winner != NOBODY:
            loss = max(loss, proof)
        elif draw == NO_PROOF:
            draw = proof
    if win != NO_PROOF:
        return win + 3  # a ply later
    if not is_complete:
        return UNPROVEN
    return loss + 3 if draw == NO_PROOF else draw + 3


@compiled
def to_move(notes, depth):
    """The player whose turn it is so many moves below the root: 1 or 2."""
    return 2 - np.int64((notes.player + depth) % U(2))


@compiled
def reward_for(settings, winner, mover):
    """What a playout is worth to a node that the player `mover` moved into."""
    if winner == NOBODY:
        return settings.draw
    viewpoint = mover if settings.viewpoint == NOBODY else settings.viewpoint
    return 1.0 if winner == viewpoint else settings.loss


# -------------------------------------------------------------------- what Python calls


@compiled
def iterate(search, rng, count, most_nodes):
    """Run `count` iterations, or fewer if the search cannot go on; how many were run.

    It cannot if the arrays are full, the next iteration might make more than `most_nodes` nodes, or
    the result is proven. (Here `search.notes` is an array of shape (1,) that holds the record:
    numba hands that over faster.)
    """
    notes, rules, settings = search.notes[0], search.rules, search.settings
    blocks, proof = search.blocks, search.proof
    search = KernelSearch(blocks, proof, notes, rules, settings, search.logarithms)
    for done in range(count):
        if notes.end == U(len(proof)) or notes.nodes + rules.columns > most_nodes:
            return done
        if proof[ROOT, ROOT] != UNPROVEN:
            return done
        mine, taken, depth = select(search, rng)
        mine, taken, depth = expand(search, rng, mine, taken, depth)
        winner = simulate(notes, rules, rng, mine, taken, to_move(notes, depth))
        backpropagate(search, depth, winner)
        if settings.solve:
            prove(search, mine, taken, depth)
    return count
