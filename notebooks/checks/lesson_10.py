"""Lesson 10: a lecture's search, fixed and traced."""

from itertools import zip_longest

import numpy as np

from c4lib import HexBoard, SearchNode, SearchSettings, TreeSearch, simulate
from mctslab.lecture import worked_example
from mctslab.published import LECTURE, lecture_phases

from .base import Wrong, an, anything, ask, attempt, check, expect, name_of, real, shown, whole

FIFTH = {"root": (2, 7), "a3": (1, 3), "a3 b2": (1, 3)}  # wins and visits after the fifth iteration
POSITION = worked_example().position
CELLS = set(POSITION.legal_moves())

# -------------------------------------------------------------------- the two lines

SEARCHES = [(POSITION, 1, 40), (HexBoard(), 5, 150), (POSITION, 2, 400)]  # with seed and iterations
NOT_PLAYED = "the playout still starts before the picked move: which line goes on to a child, and does not play there?"

AS_BEFORE = "are wins counted for the same player as before, and does each playout start right after the picked move?"


@check
def check_10_1(mended):
    for state, seed, iterations in SEARCHES:
        said = f"{name_of(mended)}({state!r}, {iterations}, np.random.default_rng({seed}))"
        root = ask(mended, state, iterations, np.random.default_rng(seed), kind=anything, said=said)
        expect(root is not None, f"{said} is None: is there a `return root` at its end?")
        tree = attempt(lambda root=root: [*_counts(root)], f"reading the tree of {said}")
        _judge(tree, state, seed, iterations, said)
    return f"the tree of our own search, node by node, in {len(SEARCHES)} searches."


def _judge(tree, state, seed, iterations, said):
    faulty, mistimed, right = (
        _counts_of_search(state, seed, iterations, fixed)
        for fixed in ([], ["root not updated"], ["root not updated", "move not played"])
    )
    expect(tree != faulty, f"{said} grows the tree of the lecture's program: both clues are still there")
    _, _, visits, _ = tree[0]
    expect(visits, f"{said} leaves the root at 0 visits: the loop on the way up ends before the root")
    much = "more than once in an iteration" if visits > iterations else "not in every iteration"
    expect(visits == iterations, f"{said} gives the root {visits} visits after {iterations} iterations: counted {much}")
    won = sum(wins for moves, wins, _, _ in tree if len(moves) == 1)
    bare = f"{said} leaves the root at 0 wins, and its children have {won:g} together: a visit alone is no update"
    expect(tree[0][1] or not won, bare)
    expect(tree != mistimed, f"{said} counts right, but {NOT_PLAYED}")
    for moves, _, visits, below in tree:
        few = f"the children of {_named(moves)} have {below} visits together, and it has {visits} itself"
        expect(below <= visits, f"after {said} {few}: is every node of the path updated?")
    _, _, visits, below = tree[0]
    few = f"the children of the root have {below} visits together, and it has {visits}"
    expect(below == visits, f"after {said} {few}: is the picked node itself updated?")
    for found, wanted in zip_longest(tree, right):
        if found != wanted:
            raise Wrong(f"{said} grows another tree than our search from the same seed: {_difference(found, wanted)}")


def _difference(found, wanted):
    if found is None or wanted is None or found[0] != wanted[0]:
        return "it has other nodes; are the children added where they were?"
    (moves, wins, visits, _), (_, right_wins, right_visits, _) = found, wanted
    if visits != right_visits:
        return f"{_named(moves)} has {visits} visits there, not {right_visits}; {AS_BEFORE}"
    much = "many" if wins > right_wins else "few"
    return f"{_named(moves)} has {wins:g} wins in {visits} visits there, too {much}; {AS_BEFORE}"


def _named(moves):
    return f"the node {' '.join(moves)}" if moves else "the root"


def _counts(node, moves=()):
    """(moves, wins, visits, visits of its children) of the node and of all below it."""
    yield moves, node.wins, node.visits, sum(child.visits for child in node.children)
    for child in node.children:
        yield from _counts(child, (*moves, child.move))


def _counts_of_search(state, seed, iterations, fixed):
    return [*_counts(TreeSearch(state, LECTURE, seed, **lecture_phases(fixed)).run(iterations).root)]


# -------------------------------------------------------------------- the fifth iteration


@check
def check_10_2(fifth):
    fifth = an(dict)(fifth)
    missing = [name for name in ("choices", *FIFTH) if name not in fifth]
    expect(not missing, f"there is no {' and no '.join(map(repr, missing))} in it")
    choices = fifth["choices"]
    expect(isinstance(choices, (set, frozenset, list, tuple)), f"the choices are {shown(choices)}; expected a set")
    expect(set(choices) <= CELLS, f"among the choices {shown(choices)} is one that is no empty cell")
    after = worked_example().variants["T = 1"].expected[-1]
    means = {move: wins / visits for move in CELLS for wins, visits in [after.get(move, (1, 2))]}
    expect(choices, "choices is empty: which moves have the highest win rate?")
    low = [move for move in sorted(choices) if means[move] < max(means.values())]
    expect(not low, f"{' and '.join(low)} cannot be chosen: another move has a higher win rate")
    left = {move for move in CELLS - set(choices) if means[move] == max(means.values())}
    expect(left != {"b3"}, "a move is missing among the choices: b3 stands at 2/4: compare that with 1/2")
    expect(not left, "a move is missing among the choices: a move never tried has a rate, too")
    for name, right in FIFTH.items():
        _check_label(name, fifth[name], right)
    return "four moves tie, and Black's win adds a visit, but no win, to each node of the path."


def _check_label(name, label, right):
    pair = isinstance(label, (tuple, list)) and len(label) == 2
    expect(pair, f"{name}: {shown(label)} is no pair of wins and visits")
    wins, visits = (real(part, f"{name}: {word}") for part, word in zip(label, ("the wins", "the visits"), strict=True))
    said = f"{name}: {wins:g}/{visits:g}"
    before = {"root": (2, 6)}.get(name, (1, 2))
    expect((wins, visits) != before, f"{said} is the label before the fifth iteration")
    expect(visits != right[1] - 2, f"{said}: the 2T visits that stand there before any playout count too")
    expect(visits == right[1], f"{said}: every node of the path gets one visit, on top of {before[1]}")
    expect(wins != right[0] + 1, f"{said}: a win too many; whose wins are counted, at every depth?")
    expect(wins == right[0], f"{said}: the wins before the playout were {before[0]}; who won it?")


# -------------------------------------------------------------------- by cell

BLACK, WHITE = 1, 2


@check
def check_10_3(owned):
    games, whole_games = _games_from(POSITION, 200), _games_from(HexBoard(), 200)
    for some, start, said in (
        (games, POSITION, "owned of 200 games"),
        (games[:1], POSITION, "owned of one game"),
        ([], POSITION, "owned of no games"),
        (whole_games, HexBoard(), "owned of 200 games from the empty board"),
    ):
        got = ask(owned, some, POSITION.legal_moves(), kind=an(dict), said=said)
        _check_cells(got, some, start, said)
    each = sum(_owned(games, cell, WHITE)[1] for cell in POSITION.legal_moves()) / len(games)
    return f"White's first move tells of one cell a playout; counted like this, a playout tells of {each:.1f}."


def _games_from(position, count):
    """So many finished games, played at random from the position on, the same each time."""
    rng, start = np.random.default_rng(4), SearchNode(position)
    return [simulate(start, SearchSettings(), rng).final for _ in range(count)]


def _check_cells(got, games, start, said):
    cells = POSITION.legal_moves()
    for cell in cells:
        expect(cell in got, f"{said} has no {cell!r}: every one of the cells has its pair")
        _check_pair(got[cell], games, start, cell, f"{said}, {cell}")
    expect(len(got) == len(cells), f"{said} has {len(got)} entries; expected one for each of the {len(cells)} cells")


def _check_pair(pair, games, start, cell, said):
    expect(isinstance(pair, (tuple, list)) and len(pair) == 2, f"{said}: {shown(pair)} is no pair of wins and games")
    pair = tuple(whole(part, f"{said}: {word}") for part, word in zip(pair, ("the wins", "the games"), strict=True))
    right = _owned(games, cell, WHITE)
    whites_first = len(start.moves) + (start.to_move == BLACK)
    first = [game for game in games if game.moves[whites_first] == cell]
    late = [game for game in games if cell in game.moves[3::2]]
    wrong = {
        right[::-1]: "the wins come first",
        _either(games, cell): "that counts Black's stones too",
        _owned(games, cell, BLACK): "that counts the games in which Black took the cell",
        (_won(first), len(first)): "that counts White's first moves only; the cell may be taken at any time",
        (_won(games), len(games)): "that counts all games; in some of them White did not take the cell",
        (right[1] - right[0], right[1]): "those are Black's wins",
        (_won(late), len(late)): "that leaves White's very first move out; `game.moves` begins at the empty board",
    }
    expect(
        pair == right,
        f"{said}: {pair[0]} of {pair[1]} is wrong; {wrong.get(pair, 'count the games in which White took it')}",
    )


def _owned(games, cell, player):
    with_it = [game for game in games if cell in game.moves[player - 1 :: 2]]
    return _won(with_it), len(with_it)


def _either(games, cell):
    with_it = [game for game in games if cell in game.moves]
    return _won(with_it), len(with_it)


def _won(games):
    return sum(game.winner == WHITE for game in games)
