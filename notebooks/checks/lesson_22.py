"""Lesson 22: faults, and what finds them."""

from functools import cache
from typing import NamedTuple

import numpy as np

from c4lib import Board, SearchSettings, Selection, TreeSearch, ucb1, violations
from mctslab import play_match
from mctslab.arena import PlayerError
from mctslab.experiments.faults import MUSEUM, SETTINGS, WIN
from mctslab.players import random_player

from .base import (
    Wrong,
    an,
    ask,
    attempt,
    check,
    counts_of,
    expect,
    is_row,
    name_of,
    not_none,
    shown,
    text,
    tuple_of,
    whole,
    yes_or_no,
)

SUSPECTS = {  # fault, board and seed
    "A": ("wrong player selects", Board(), 2),
    "B": ("draws are losses", Board(5, 5), 4),
    "patient": ("the root's N", Board(), 1),
}
LONG_ENOUGH = 150  # iterations after which A and B have broken a condition


def suspect(letter):
    """A new search of that suspect, before its first iteration; how it is made does not show."""
    fault, board, seed = SUSPECTS[letter]
    made, search = MUSEUM[fault](board, SETTINGS, seed), TreeSearch(board, SETTINGS, seed)
    search.select = lambda *given: made.select(*given)
    search.expand = lambda *given: made.expand(*given)
    search.simulate = lambda *given: made.simulate(*given)
    search.backpropagate = lambda *given: made.backpropagate(*given)
    return search


@cache
def _first_broken(fault, board, seed):
    """After how many iterations a condition is broken, and the first violation; None if that is not soon."""
    search = MUSEUM[fault](board, SETTINGS, seed)
    while search.iterations < LONG_ENOUGH:
        search.run(1)
        if found := violations(search):
            return search.iterations, found[0]
    return None


def _fault(value, letter):
    name = text(value, f"the fault of {letter}")
    expect(name in MUSEUM, f"{name!r} is the name of no fault here; there are {', '.join(MUSEUM)}")
    return name


def _traced(report, letter):
    """Judge (fault, iterations, moves)."""
    told = f"the report on {letter}"
    expect(is_row(report, 3), f"{told} is {shown(report)}; expected fault, number, moves")
    fault, number = _fault(report[0], letter), whole(report[1], f"the number of iterations of {letter}")
    moves = tuple(report[2]) if isinstance(report[2], list) else report[2]
    moves = tuple_of(whole)(moves, f"the third part of the report on {letter}")
    right, board, seed = SUSPECTS[letter]
    last, violation = _first_broken(right, board, seed)
    expect(number >= last, f"{told}: no condition is broken yet in iteration {number}")
    expect(number == last, f"{told}: in iteration {number} something is broken, but not for the first time")
    path = violation.node.moves
    astray = f"the moves {moves} do not lead to the node that is named first in iteration {number}"
    expect(moves == path, f"{told}: {astray}")
    if fault == right:
        return
    here = attempt(lambda: _first_broken(fault, board, seed), f"a search with {fault!r}", seconds=20)
    expect(here, f"{told}: with {fault!r} no condition would be broken in {LONG_ENOUGH} iterations")
    iteration, broken = here
    other = f"the first condition to be broken is another one, {broken.name!r}"
    expect(broken.name == violation.name, f"{told}: with {fault!r} {other}")
    raise Wrong(f"{told}: {fault!r} breaks that condition too, but first in iteration {iteration}")


@check
def check_22_1(reports):
    expect(isinstance(reports, dict), f"{shown(reports)} is no dictionary with the keys 'A' and 'B'")
    expect({*reports} == {*"AB"}, f"the keys are {shown([*reports])}; expected 'A' and 'B'")
    for letter in "AB":
        _traced(reports[letter], letter)
    return "each fault, and where it showed first."


# ---------------------------------------------------------------- what was drawn

DRAWN_FROM = {"correct": Board(), "random digits": Board(), "end not seen": WIN, "draws are wins": Board(4, 7)}
FILLED = Board.from_moves("00000")  # one disc more, and a column is full
O_WINS = Board.from_moves("6010101")  # O is to move, and can win at once


class _Played(NamedTuple):
    """A move of a playout: its place there, and the positions before and after it."""

    place: int
    before: Board
    move: int
    after: Board


def _moves_played(search, from_root=False):
    """All moves of all playouts; as if they had started at the root, as far as that is possible."""
    for node, playout in search.history:
        game = search.game if from_root else node.game
        for place, move in enumerate(playout.moves):
            if move not in game.legal_moves():
                break
            after = game.play(move)
            yield _Played(place, game, move, after)
            game = after


def _all_open(board):
    return len(board.legal_moves()) == 7


def _by_column(played):
    counts = [0] * 7
    for one in played:
        counts[one.move] += 1
    return counts


def _drawn(search, from_root=False):
    return _by_column(one for one in _moves_played(search, from_root) if _all_open(one.before))


def _drawn_wrongly(search):
    """Other counts, and how they come about."""
    played = [*_moves_played(search)]
    is_asked = "that is every move, also where a column was full; is each move played, and is it asked before each?"
    yield _by_column(played), is_asked
    afterwards = _by_column(one for one in played if _all_open(one.after))
    yield afterwards, "that asks after each move whether all are open, not before it"
    first_moves = _by_column(one for one in played if one.place == 0 and _all_open(one.before))
    yield first_moves, "that is only the first move of each playout"
    yield _drawn(search, from_root=True), "that starts each playout at the root; it starts at its node"


ELSEWHERE = "if a move cannot be played: each playout starts at its node, from node.game, not at the root"


@check
def check_22_2(drawn):
    cases = [(name, board, 200) for name, board in DRAWN_FROM.items()]
    cases += [("correct", FILLED, 40), ("correct", FILLED.play(0), 10), ("correct", O_WINS, 60), ("correct", O_WINS, 0)]
    for fault, board, playouts in cases:
        search = _searched(fault, board, 3, playouts)
        call = f"drawn(search), {playouts} iterations from {shown(board)},"
        got = ask(drawn, search, kind=_picks, said=call, if_it_stops=ELSEWHERE)
        right = _drawn(search)
        expect(search.iterations == playouts, f"{call} runs the search on; it is to look at it only")
        if got == right:
            continue
        for wrong, words in _drawn_wrongly(search):
            expect(got != wrong, f"{call} is {got}: {words}")
        place = _first_wrong(got, right)
        hint = f"column {place} was drawn {right[place]} times while all seven were open"
        raise Wrong(f"{call} is {got}: {hint}")
    return "and from a position with a full column nothing is counted."


def _searched(fault, board, seed, playouts):
    search = MUSEUM[fault](board, SETTINGS, seed)
    return search.run(playouts) if playouts else search


def _first_wrong(got, right):
    return next(place for place in range(7) if got[place] != right[place])


def _picks(value, name):
    """Seven whole numbers."""
    not_none(value, name)
    expect(isinstance(value, (list, tuple, np.ndarray)), f"{name} is of type {type(value).__name__}; expected a list")
    expect(len(value) == 7, f"{name} has {len(value)} numbers; expected seven")
    return [whole(part, f"{name} at place {place}") for place, part in enumerate(value)]


def _first_picks(search):
    counts, seen = [0] * 7, set()
    for node, _ in search.history:
        parent = node.parent
        if parent is None or parent in seen:
            continue
        seen.add(parent)
        if len(parent.children) == 7:
            counts[parent.children.index(node)] += 1
    return counts


PICKED = [  # fault, position, seed and playouts
    ("correct", Board(), 1, 1),
    ("correct", Board(), 1, 400),
    ("first child first", Board(), 1, 300),
    ("correct", Board.from_moves("000000"), 3, 200),
    ("correct", FILLED, 3, 400),
    ("end not seen", Board.from_moves("001122"), 2, 300),
    ("correct", O_WINS, 4, 200),
    ("correct", Board(), 1, 0),
]


@check
def check_22_3(first_picks):
    for fault, board, seed, playouts in PICKED:
        search = _searched(fault, board, seed, playouts)
        call = f"first_picks(search), {playouts} iterations of {fault!r} from {shown(board)},"
        got, right = ask(first_picks, search, kind=_picks, said=call), _first_picks(search)
        if got == right:
            continue
        total, parents = sum(got), sum(right)
        told = f"{call} adds up to {total}"
        played = sum(node.parent is not None for node, _ in search.history)
        all_played = total == played and played != parents
        expect(not all_played, f"{told}, all playouts: of each node only the first child counts")
        expect(total == parents, f"{told}; {parents} nodes have seven children of which one was simulated")
        place = _first_wrong(got, right)
        hint = "is it the first in time, and its place among the children?"
        expect(False, f"{call} has {got[place]} at place {place}: {hint}")
    return "with equal chances all seven numbers are about the same, and a habit stands out."


def _spoilt(spoil, moves=""):
    """A right tree (T = 1), with something changed in it."""
    root = TreeSearch(Board.from_moves(moves), SearchSettings(prior=1), 1).run(150).root
    spoil(root, root.children[2])
    return root


def _prior_twice(root, child):
    for each in root.children:
        each.wins += 1
        each.visits += 2


def _one_viewpoint(root, child):
    """As if all counted for the player to move at the root."""
    root.wins = root.visits - root.wins


def _add(wins=0.0, visits=0, at_root=False):
    def spoil(root, child):
        node = root if at_root else child
        node.wins += wins
        node.visits += visits

    return spoil


RIGHT_TREES = [  # with T and iterations
    (Board(), 1, 150),
    (Board(4, 4), 1, 200),
    (Board(), 0, 100),
    (Board(4, 5), 2, 90),
]
SPOILT = [  # what is wrong with a tree
    ("whose children have the prior twice", _prior_twice),
    ("in which a child has one visit too many, and the right wins", _add(visits=1)),
    ("in which a child has one visit too few, and the right wins", _add(visits=-1)),
    ("in which a child has one win too many, and the right visits", _add(wins=1.0)),
    ("in which a child lacks half a win, and the visits are right", _add(wins=-0.5)),
    ("in which the root has half a win too many", _add(wins=0.5, at_root=True)),
    ("in which the root has one win too few", _add(wins=-1.0, at_root=True)),
    ("in which the root has one visit too many", _add(visits=1, at_root=True)),
    ("in which the root has a visit and a win too many", _add(1.0, 1, at_root=True)),
]


def _roots():
    """Trees in words, right ones and broken ones, and whether their numbers add up at the root."""
    for board, prior, playouts in RIGHT_TREES:
        size = f"{board.rows} x {board.columns}"
        root = TreeSearch(board, SearchSettings(prior=prior), 2).run(playouts).root
        yield f"the right tree after {playouts} iterations on {size} with T = {prior}", root, True
    for board, words in ((Board.from_moves("3"), "with O to move"), (O_WINS, "where O can win at once")):
        yield f"the right tree after 120 iterations {words}", TreeSearch(board, SETTINGS, 2).run(120).root, True
    for prior in (0, 1):
        root = TreeSearch(Board(), SearchSettings(prior=prior), 1).root
        yield f"a tree before the first iteration, with T = {prior}", root, True
    yield "a tree in which the update has one viewpoint only", _spoilt(_one_viewpoint), False
    yield "a tree with O to move, and one viewpoint only in the update", _spoilt(_one_viewpoint, "3"), False
    for words, spoil in SPOILT:
        yield f"a tree {words}", _spoilt(spoil), False


@check
def check_22_4(root_adds_up):
    roots = list(_roots())
    for words, root, right in roots:
        call = f"root_adds_up of the root of {words},"
        looked_at = root, *root.children
        before = counts_of(looked_at)
        got = ask(root_adds_up, root, kind=yes_or_no, said=call)
        expect(counts_of(looked_at) == before, f"{call} changes the numbers of the tree; it is to look at them only")
        hint = "what does not add up there?"
        if right:
            hint = "a false alarm: are the priors left out, and does a child's win count against the root?"
        expect(got == right, f"{call} is {got}; {hint}")
    broken = sum(not right for _, _, right in roots)
    return f"{broken} broken trees are found out, and there is no false alarm."


DEEPEST = 2  # moves below the root


def _watched(my_select, name):
    """The student's function, which stops with a sentence of its own when it plants another fault."""

    def watched(root, settings, rng):
        path = an(Selection)(my_select(root, settings, rng), name).path
        expect(path and path[0] is root, f"the path of {name} does not begin at the root")
        for node, child in zip(path, path[1:], strict=False):
            expect(child in node.children, f"the path of {name} goes to a node that is no child of the one before")
            values = [ucb1(other.wins, other.visits, node.visits, settings.c) for other in node.children]
            value, best = values[node.children.index(child)], max(values)
            told = f"{name} goes on to a child worth {value:.3f}, where another is worth {best:.3f}"
            expect(value > best - 1e-9, f"{told}: only the depth is to be wrong, not the choice")
        depth = len(path) - 1
        expect(depth <= DEEPEST, f"{name} goes {depth} moves below the root; {DEEPEST} are the deepest")
        early = depth < DEEPEST and path[-1].children
        told = f"{name} stops at depth {depth}, at a node with children"
        expect(not early, f"{told}; before depth {DEEPEST} it is to go on")
        return Selection(path, ())

    return watched


def _points(player):
    """What the player wins in ten games against a random player."""
    try:
        return sum(play_match(player, random_player, games=10, seed=1).results)
    except PlayerError as error:
        raise error.__cause__ or error from None


@check
def check_22_5(my_select):
    expect(callable(my_select), f"{shown(my_select)} is no function; the check wants the function itself")
    name, settings = name_of(my_select), SearchSettings(prior=1)
    watched, found = _watched(my_select, name), []
    for board in (Board(), Board.from_moves("001122"), Board(4, 5), Board.from_moves("3"), O_WINS):
        search = TreeSearch(board, settings, 1, select=watched)
        attempt(lambda search=search: search.run(150), f"a search from {shown(board)} with {name}", seconds=20)
        found += [violation.name for violation in violations(search)]
    expect(found, "no condition is broken: is a node handed over although it has children?")

    def player(board, rng):
        return TreeSearch(board, settings, rng, select=watched).run(40).best_move()

    points = attempt(lambda: _points(player), f"a match with {name}", seconds=60)
    expect(points >= 5, f"it wins only {points:g} of 10 games against a random player")
    return f"it wins {points:g} of 10 games against a random player, and is named: {'; '.join(dict.fromkeys(found))}."
