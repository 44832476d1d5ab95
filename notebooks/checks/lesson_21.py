"""Lesson 21: faults, and the conditions that name them."""

import numpy as np

from c4lib import (
    Backpropagation,
    Board,
    SearchNode,
    SearchSettings,
    Selection,
    TreeSearch,
    play_match,
    ucb1,
    violations,
)
from c4lib.arena import PlayerError
from c4lib.players import random_player

from .base import an, ask, attempt, check, expect, name_of, real, shown, text, whole, yes_or_no

BREAKS = {  # the museum, in its order: which conditions a fault breaks, as in the lesson's table
    "correct": [],
    "one viewpoint": ["wins add up"],
    "the child's logarithm": ["every choice is one of the best"],
    "the end not seen": ["a finished game is its own result", "the playout starts at the expanded node"],
    "not simulated": ["the playout starts at the expanded node", "a finished game is its own result"],
    "the prior twice": ["simulations add up", "wins add up", "a finished game is its own result"],
    "final move by UCB1": ["the move played is the best"],
}


@check
def check_21_1(suspects):
    expect(isinstance(suspects, (list, tuple)), f"{shown(suspects)} is no list of names")
    expect(len(suspects) == 3, f"there are {len(suspects)} names in it, for three suspects")
    museum = list(BREAKS)
    for seed, name in enumerate(suspects, 1):
        name = text(name, f"the name of mystery({seed})")
        expect(name in museum, f"{name!r} is no name in the museum, which has {', '.join(museum)}")
        drawn = museum[np.random.default_rng([16, seed]).integers(len(museum))]
        told = f"mystery({seed}) is not {name!r}"
        for condition in BREAKS[drawn]:
            expect(condition in BREAKS[name], f"{told}: it breaks the condition {condition!r}, which {name!r} keeps")
        for condition in BREAKS[name]:
            expect(condition in BREAKS[drawn], f"{told}: it keeps the condition {condition!r}, which {name!r} breaks")
    return "each of them breaks what that fault breaks, and nothing else."


def _path():
    """The root, column 3 and column 2 below it, with numbers on them already."""
    node = SearchNode(Board(4, 4))
    for move, wins, visits in ((None, 4.0, 10), (3, 3.5, 5), (2, 1.0, 2)):
        node = node if move is None else SearchNode(move=move, parent=node)
        node.wins, node.visits = wins, visits
    return node


@check
def check_21_2(students_update):
    name = name_of(students_update)
    for winner in (1, 2, None):
        leaf, told = _path(), f"{name} of column 3, column 2 with winner {winner}"
        before = [(node.wins, node.visits) for node in leaf.path]
        ask(students_update, leaf, winner, SearchSettings(), kind=an(Backpropagation), said=told)
        for node, (wins, visits) in zip(leaf.path, before, strict=True):
            place = "the root" if node.move is None else f"column {node.move}"
            counts = f"{told}: {place}, which counts for player {node.viewpoint}, goes from {wins:g}/{visits}"
            gained = real(node.wins, f"{told}: the wins of {place}") - wins
            counts = f"{counts} to {node.wins:g}/{shown(node.visits)}"
            visited = whole(node.visits, f"{told}: the visits of {place}") - visits
            expect(visited == 1, f"{counts}; the visits were right before: one more for every node")
            expect(0 <= gained <= 1, f"{counts}; a playout adds one win at most, and takes none away")
            if winner is None:
                expect(gained == 0.5, f"{counts}; a draw is half a win for either player")
            else:
                expect(gained == (winner == node.viewpoint), f"{counts}; has that player won?")
    board, settings = Board(4, 4), SearchSettings(prior=1)
    search = TreeSearch(board, settings, 1, backpropagate=students_update)
    attempt(lambda: search.run(300), f"a search with {name}", seconds=20)
    broken = violations(search)
    expect(not broken, f"a search with {name} breaks a condition: {broken[0] if broken else ''}")
    return (
        f"both players count their wins, a draw is half a win, and {search.iterations} iterations break no condition."
    )


def _spoilt(spoil):
    """A right tree (T = 1), with something changed in it."""
    root = TreeSearch(Board(), SearchSettings(prior=1), 1).run(150).root
    spoil(root, root.children[2])
    return root


def _prior_twice(root, child):
    for each in root.children:
        each.wins, each.visits = each.wins + 1, each.visits + 2


def _one_viewpoint(root, child):
    """As if all counted for the player to move at the root."""
    root.wins = root.visits - root.wins


def _add(wins=0.0, visits=0, at_root=False):
    def spoil(root, child):
        node = root if at_root else child
        node.wins, node.visits = node.wins + wins, node.visits + visits

    return spoil


def _roots():
    """Trees in words, right ones and broken ones, and whether their numbers add up at the root."""
    for board, prior, playouts in ((Board(), 1, 150), (Board(4, 4), 1, 200), (Board(), 0, 100), (Board(4, 5), 2, 90)):
        size = f"{board.rows} x {board.columns}"
        root = TreeSearch(board, SearchSettings(prior=prior), 2).run(playouts).root
        yield f"the right tree after {playouts} iterations on {size} with T = {prior}", root, True
    yield "a tree in which the update has one viewpoint only", _spoilt(_one_viewpoint), False
    yield "a tree whose children have the prior twice", _spoilt(_prior_twice), False
    yield "a tree in which a child has one visit too many, and the right wins", _spoilt(_add(visits=1)), False
    yield "a tree in which a child has one visit too few, and the right wins", _spoilt(_add(visits=-1)), False
    yield "a tree in which a child has one win too many, and the right visits", _spoilt(_add(wins=1.0)), False
    yield "a tree in which a child lacks half a win, and the visits are right", _spoilt(_add(wins=-0.5)), False
    yield "a tree in which the root has half a win too many", _spoilt(_add(wins=0.5, at_root=True)), False
    yield "a tree in which the root has one win too few", _spoilt(_add(wins=-1.0, at_root=True)), False
    yield "a tree in which the root has one visit too many", _spoilt(_add(visits=1, at_root=True)), False
    yield "a tree in which the root has a visit and a win too many", _spoilt(_add(1.0, 1, at_root=True)), False


@check
def check_21_3(root_adds_up):
    roots = list(_roots())
    for words, root, right in roots:
        call = f"root_adds_up of the root of {words},"
        before = [(node.wins, node.visits) for node in (root, *root.children)]
        got = ask(root_adds_up, root, kind=yes_or_no, said=call)
        after = [(node.wins, node.visits) for node in (root, *root.children)]
        expect(before == after, f"{call} changes the numbers of the tree; it is to look at them only")
        hint = "a false alarm: are the priors left out, and does a child's win count against the root?"
        expect(got == right, f"{call} is {got}; {hint if right else 'what does not add up there?'}")
    return f"{sum(not right for _, _, right in roots)} broken trees are found out, and there is no false alarm."


DEEPEST = 2  # moves below the root


def _watched(my_select, name):
    """The student's function, which stops with a sentence of its own when it plants another fault."""

    def watched(root, settings, rng):
        path = an(Selection)(my_select(root, settings, rng), name).path
        expect(path and path[0] is root, f"the path of {name} does not begin at the root")
        for node, child in zip(path, path[1:], strict=False):
            expect(child in node.children, f"the path of {name} goes to a node that is no child of the one before")
            values = {other: ucb1(other.wins, other.visits, node.visits, settings.c) for other in node.children}
            best = max(values.values())
            told = f"{name} goes on to a child worth {values[child]:.3f}, where another is worth {best:.3f}"
            expect(values[child] > best - 1e-9, f"{told}: only the depth is to be wrong, not the choice")
        depth = len(path) - 1
        expect(depth <= DEEPEST, f"{name} goes {depth} moves below the root; {DEEPEST} are the deepest")
        expect(
            depth == DEEPEST or not path[-1].children,
            f"{name} stops at depth {depth}, at a node with children; before depth {DEEPEST} it is to go on",
        )
        return Selection(path, ())

    return watched


def _points(player):
    """What the player wins in ten games against a random player."""
    try:
        return sum(play_match(player, random_player, games=10, seed=1).results)
    except PlayerError as error:
        raise error.__cause__ or error from None


@check
def check_21_4(my_select):
    expect(callable(my_select), f"{shown(my_select)} is no function; the check wants the function itself")
    name, settings = name_of(my_select), SearchSettings(prior=1)
    watched, found = _watched(my_select, name), []
    for board in (Board(), Board.from_moves("001122"), Board(4, 5)):
        search = TreeSearch(board, settings, 1, select=watched)
        attempt(lambda search=search: search.run(150), f"a search from {shown(board)} with {name}", seconds=20)
        found += [violation.name for violation in violations(search)]
    expect(found, "no condition is broken: is a node handed over although it has children?")

    def player(board, rng):
        return TreeSearch(board, settings, rng, select=watched).run(40).best_move()

    points = attempt(lambda: _points(player), f"a match with {name}", seconds=60)
    expect(points >= 7, f"it wins only {points:g} of 10 games against a random player")
    return f"it wins {points:g} of 10 games against a random player, and is named: {'; '.join(dict.fromkeys(found))}."
