"""What must be true of every search tree, as checks with names: for tests, for exercises, for
finding bugs.

A search with a fault often plays well all the same, so playing strength cannot show that a search
is right. These can.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from anytree import PreOrderIter

from c4lib.phases import ucb1
from c4lib.proofs import prove
from c4lib.search import Search

if TYPE_CHECKING:
    from c4lib.node import SearchNode


class Violation(NamedTuple):
    """A condition that does not hold: its name, the node where it fails, and what is wrong there.

    >>> from c4lib import Board, SearchNode
    >>> print(Violation("wins are within visits", SearchNode(Board()), "3 wins in 2 visits"))
    wins are within visits, at the root: 3 wins in 2 visits
    """

    name: str
    node: SearchNode
    detail: str

    def __str__(self) -> str:
        moves = ", ".join(str(node.move) for node in self.node.path[1:])
        return f"{self.name}, at {f'the node of moves {moves}' if moves else 'the root'}: {self.detail}"


def violations(search: Search) -> list[Violation]:
    """The conditions that `search` breaks, each with the node where it does; an empty list for a
    sound search.

    A `TreeSearch` remembers its playouts (`history`), so its counts and wins are checked exactly;
    those of any other search as far as the tree itself shows. Of a playout only the start, the end
    and the result are looked at, not whether its moves are random: for that, count in `history`.

    Raises:
        ValueError: `search` is not a search.

    >>> from c4lib import Board, TreeSearch
    >>> search = TreeSearch(Board(), rng=1).run(50)
    >>> violations(search)
    []
    >>> search.root.children[3].visits += 1
    >>> print(violations(search)[0])
    simulations add up, at the root: 50 simulations, but 0 ended here and 51 went on to its children
    """
    if not isinstance(search, Search):
        raise ValueError(
            f"search must be a search such as a TreeSearch or a FastSearch, not {search!r}"
        )
    return [
        Violation(name, node, detail)
        for name, check in CONDITIONS.items()
        for node, detail in check(search, search.root)
    ]


Failures = Iterator[tuple["SearchNode", str]]


def _root_counts_iterations(search: Search, root: SearchNode) -> Failures:
    if root.simulations != search.iterations:
        yield root, f"{root.simulations} simulations after {search.iterations} iterations"


def _prior_is_set(search: Search, root: SearchNode) -> Failures:
    for node in PreOrderIter(root):
        if node.prior != search.settings.prior:
            yield (
                node,
                f"created with T = {node.prior}, but the settings say T = {search.settings.prior}",
            )


def _simulations_add_up(search: Search, root: SearchNode) -> Failures:
    ended = None if search.history is None else Counter(id(node) for node, _ in search.history)
    for node in PreOrderIter(root):
        below = sum(child.simulations for child in node.children)
        here = node.simulations - below
        if ended is not None:
            wrong, expected = here != ended[id(node)], f"{ended[id(node)]} ended here"
        elif node.children and not node.is_root:
            # A leaf is expanded as soon as it has `expand_at` simulations; the first may be that
            # for which it was added.
            least, most = search.settings.expand_at, max(1, search.settings.expand_at)
            wrong, expected = (
                not least <= here <= most,
                f"{most} ended here at the most, {least} at the least",
            )
        else:
            wrong, expected = here < 0, "none can have ended here"
        if wrong:
            yield (
                node,
                f"{node.simulations} simulations, but {expected} and {below} went on to its children",
            )


def _wins_within_visits(search: Search, root: SearchNode) -> Failures:
    for node in PreOrderIter(root):
        least, most = (
            node.prior + search.settings.loss * node.simulations,
            node.prior + node.simulations,
        )
        if not _at_most(least, node.wins) or not _at_most(node.wins, most):
            yield (
                node,
                f"{node.wins:g} wins in {node.visits} visits: must be from {least:g} to {most:g}",
            )


def _counts_for_the_right_player(search: Search, root: SearchNode) -> Failures:
    for node in _with_position(root):
        if node.parent is not None:
            mover = search.settings.viewpoint == "mover"
            expected = node.parent.game.to_move if mover else node.parent.viewpoint
            if node.viewpoint != expected:
                yield node, f"its wins count for player {node.viewpoint}, not for player {expected}"


def _wins_add_up(search: Search, root: SearchNode) -> Failures:
    settings = search.settings
    if search.history is not None:
        results = _results_by_node(search)
        for node in PreOrderIter(root):
            rewards = sum(
                count * settings.reward(winner, node.viewpoint)
                for winner, count in results[id(node)].items()
            )
            if not math.isclose(node.wins, node.prior + rewards, rel_tol=1e-9, abs_tol=1e-9):
                yield (
                    node,
                    f"{node.wins:g} wins, but its playouts and its prior are worth {node.prior + rewards:g}",
                )
    elif (settings.draw, settings.loss) == (0.5, 0):
        for node in PreOrderIter(root):
            below = sum(
                child.wins - child.prior
                if child.viewpoint == node.viewpoint
                else child.simulations - (child.wins - child.prior)
                for child in node.children
            )
            here = node.wins - node.prior - below
            ended = node.simulations - sum(child.simulations for child in node.children)
            if not 0 <= here <= ended:
                said = f"{node.wins:g} wins, {below:g} of them by its children: {here:g} are left for {ended} playouts"
                yield node, said


def _child_follows_move(search: Search, root: SearchNode) -> Failures:
    for node in _with_position(root):
        if node.parent is not None and node.game != node.parent.game.play(node.move):
            yield node, f"its position is not its parent's after move {node.move!r}"


def _terminal_is_its_own_result(search: Search, root: SearchNode) -> Failures:
    for node in _with_position(root):
        if node.game.is_terminal:
            reward = search.settings.reward(node.game.winner, node.viewpoint)
            if node.children:
                yield node, f"the game is over here, but it has {len(node.children)} children"
            elif not math.isclose(node.wins, node.prior + reward * node.simulations, rel_tol=1e-9):
                said = f"the game is over here and worth {reward:g}, but {node.simulations} playouts gave {node.wins:g} wins"
                yield node, said


def _children_are_the_moves(search: Search, root: SearchNode) -> Failures:
    for node in _with_position(root):
        moves = tuple(child.move for child in node.children)
        legal = node.game.distinct_moves() if search.settings.distinct else node.game.legal_moves()
        if moves and not node.game.is_terminal and moves != legal:
            yield node, f"it has children for the moves {moves}, not for {legal}"


def _simulated_what_was_expanded(search: Search, root: SearchNode) -> Failures:
    for node, simulation in search.history or ():
        game = node.game
        for move in simulation.moves:
            if move not in game.legal_moves():
                break
            game = game.play(move)
        if simulation.node is not node or game != simulation.final:
            said = f"the playout {simulation.moves} does not lead from this position to the result that was counted"
            yield node, said


def _playouts_end_with_the_game(search: Search, root: SearchNode) -> Failures:
    for node, simulation in search.history or ():
        if not simulation.final.is_terminal:
            yield node, f"the playout {simulation.moves} stops before the game is over"


def _proofs_follow(search: Search, root: SearchNode) -> Failures:
    for node in _with_position(root):
        expected = prove(node) if search.settings.solve and node.simulations else None
        if node.proof != expected:
            yield (
                node,
                f"its proof is {node.proof}, but {expected} follows from its position and its children",
            )


def _choices_are_the_best(search: Search, root: SearchNode) -> Failures:
    """Goes through the playouts again, in their order, with the counts of that time: was each
    choice one of the best?
    """
    settings, counts = (
        search.settings,
        {node: (float(node.prior), 2 * node.prior) for node in PreOrderIter(root)},
    )

    def value(node: SearchNode) -> float:
        return ucb1(*counts[node], counts[node.parent][1], settings.c, settings.unvisited)

    worse = None
    for node, simulation in search.history or ():
        if node not in counts:
            return  # playouts outside the tree: another condition names them
        path = node.path
        for chosen in path[1:] if worse is None else ():
            # Nobody remembers when a child was proven, so only the others can be compared.
            others = [
                child
                for child in chosen.parent.children
                if child.proof is None and child is not chosen
            ]
            best = max(others, key=value, default=chosen)
            if not _at_most(value(best), value(chosen)):
                said = f"move {chosen.move!r} was chosen for {value(chosen):.4f}, but {best.move!r} was worth {value(best):.4f}"
                worse = chosen.parent, said
        for passed in path:
            wins, visits = counts[passed]
            counts[passed] = wins + settings.reward(simulation.winner, passed.viewpoint), visits + 1
    is_counted = all(
        _at_most(abs(node.wins - wins), 0) and node.visits == visits
        for node, (wins, visits) in counts.items()
    )
    if (
        worse and is_counted
    ):  # with wrong counts the choices cannot be right, and other conditions name that
        yield worse


def _best_move_is_played(search: Search, root: SearchNode) -> Failures:
    tried = [child for child in root.children if child.visits]
    if tried and not search.settings.solve:
        by_visits = search.settings.choose == "visits"
        best = max(
            tried,
            key=lambda child: (
                (child.visits, child.mean) if by_visits else (child.mean, child.visits)
            ),
        )
        if search.best_move() != best.move:
            said = f"move {search.best_move()!r} would be played, but {best.move!r} is the best by {search.settings.choose}"
            yield root, said


CONDITIONS = {
    "the root counts the iterations": _root_counts_iterations,
    "the prior is that of the settings": _prior_is_set,
    "simulations add up": _simulations_add_up,
    "wins are within visits": _wins_within_visits,
    "wins count for the right player": _counts_for_the_right_player,
    "wins add up": _wins_add_up,
    "a child is its parent after the move": _child_follows_move,
    "a finished game is its own result": _terminal_is_its_own_result,
    "children are the moves, each once": _children_are_the_moves,
    "the playout starts at the expanded node": _simulated_what_was_expanded,
    "the playout ends with the game": _playouts_end_with_the_game,
    "every choice is one of the best": _choices_are_the_best,
    "the move played is the best": _best_move_is_played,
    "proofs follow from the tree": _proofs_follow,
}


def _with_position(root: SearchNode) -> Iterator[SearchNode]:
    """The nodes that have a position: not those at or below a move that cannot be played."""

    def impossible(node: SearchNode) -> bool:
        return node is not root and node.move not in node.parent.game.legal_moves()

    return iter(PreOrderIter(root, stop=impossible))


def _at_most(small: float, large: float) -> bool:
    return small <= large or math.isclose(small, large, rel_tol=1e-9, abs_tol=1e-9)


def _results_by_node(search: Search) -> dict[int, Counter]:
    """For every node, by id: how often each player (or nobody: None) won a playout that passed
    through it.
    """
    results = {id(node): Counter() for node in PreOrderIter(search.root)}
    for node, simulation in search.history:
        for passed in node.iter_path_reverse():
            results.setdefault(id(passed), Counter())[simulation.winner] += 1
    return results
