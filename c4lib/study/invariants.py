"""What must be true of every search tree, as checks with names; and of every game.

A search with a fault often plays well all the same, so playing strength cannot show that a search
is right. These can.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from copy import deepcopy
from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from anytree import PreOrderIter

from c4lib._tools.arguments import generator_of, whole_number
from c4lib._tools.games import LONGEST_GAME, NO_END, check_position, contradiction
from c4lib.node import Game, Move
from c4lib.phases import ucb1
from c4lib.proofs import prove
from c4lib.search import Search
from c4lib.text import counted

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
        moves = ", ".join(map(str, self.node.moves))
        place = f"the node of moves {moves}" if moves else "the root"
        return f"{self.name}, at {place}: {self.detail}"


def violations(search: Search) -> list[Violation]:
    """The conditions that `search` breaks, each with the node where it does; none if it is sound.

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
        for node, detail in check(search)
    ]


Failures = Iterator[tuple["SearchNode", str]]


# -------------------------------------------------------------------- counts


def _root_counts_iterations(search: Search) -> Failures:
    root = search.root
    if root.simulations != search.iterations:
        yield root, f"{root.simulations} simulations after {search.iterations} iterations"


def _prior_is_set(search: Search) -> Failures:
    prior = search.settings.prior
    for node in PreOrderIter(search.root):
        if node.prior != prior:
            yield node, f"created with T = {node.prior}, but the settings say T = {prior}"


def _simulations_add_up(search: Search) -> Failures:
    enough = search.settings.expand_at
    ended = Counter(node for node, _ in search.history or ())
    for node in PreOrderIter(search.root):
        below = _simulations_below(node)
        least, most = 0, math.inf
        if search.history is not None:
            least = most = ended[node]
        elif node.children and not node.is_root:
            # A leaf is expanded as soon as it has `expand_at` simulations; the first may be that
            # for which it was added.
            least, most = enough, max(1, enough)
        if not least <= node.simulations - below <= most:
            expected = least if least == most else f"from {least} to {most}"
            counts = f"{node.simulations} simulations, but {expected} ended here"
            yield node, f"{counts} and {below} went on to its children"


def _simulations_below(node: SearchNode) -> int:
    return sum(child.simulations for child in node.children)


def _wins_within_visits(search: Search) -> Failures:
    for node in PreOrderIter(search.root):
        least = node.prior + search.settings.loss * node.simulations
        most = node.prior + node.simulations
        if not _at_most(least, node.wins) or not _at_most(node.wins, most):
            counts = f"{node.wins:g} wins in {node.visits} visits"
            yield node, f"{counts}: must be from {least:g} to {most:g}"


def _counts_for_the_right_player(search: Search) -> Failures:
    by_mover = search.settings.viewpoint == "mover"
    for node in _with_position(search):
        if node.parent is not None:
            expected = node.parent.game.to_move if by_mover else node.parent.viewpoint
            if node.viewpoint != expected:
                yield node, f"its wins count for player {node.viewpoint}, not for player {expected}"


def _wins_add_up(search: Search) -> Failures:
    if search.history is None:
        yield from _wins_leave_enough_for_playouts(search)
        return
    rewards = Counter()
    for node, simulation in search.history:
        for passed in node.path:
            rewards[passed] += search.settings.reward(simulation.winner, passed.viewpoint)
    for node in PreOrderIter(search.root):
        expected = node.prior + rewards[node]
        if not _is_close(node.wins, expected):
            worth = f"its playouts and its prior are worth {expected:g}"
            yield node, f"{node.wins:g} wins, but {worth}"


def _wins_leave_enough_for_playouts(search: Search) -> Failures:
    if (search.settings.draw, search.settings.loss) != (0.5, 0):
        return
    for node in PreOrderIter(search.root):
        below = 0
        for child in node.children:
            wins = child.wins - child.prior
            below += wins if child.viewpoint == node.viewpoint else child.simulations - wins
        here = node.wins - node.prior - below
        ended = node.simulations - _simulations_below(node)
        if not 0 <= here <= ended:
            wins = f"{node.wins:g} wins, {below:g} of them by its children"
            yield node, f"{wins}: {here:g} are left for {ended} playouts"


# -------------------------------------------------------------------- positions and moves


def _with_position(search: Search) -> Iterator[SearchNode]:
    """The nodes that have a position: not those at or below a move that cannot be played."""

    def impossible(node: SearchNode) -> bool:
        return node is not root and node.move not in node.parent.game.legal_moves()

    root = search.root
    return PreOrderIter(root, stop=impossible)


def _child_follows_move(search: Search) -> Failures:
    for node in _with_position(search):
        if node.parent is not None and node.game != node.parent.game.play(node.move):
            yield node, f"its position is not its parent's after move {node.move!r}"


def _terminal_is_its_own_result(search: Search) -> Failures:
    for node in _with_position(search):
        if not node.game.is_terminal:
            continue
        reward = search.settings.reward(node.game.winner, node.viewpoint)
        if node.children:
            yield node, f"the game is over here, but it has {len(node.children)} children"
        elif not _is_close(node.wins, node.prior + reward * node.simulations):
            playouts = counted(node.simulations, "playout")
            counts = f"{playouts} gave {node.wins - node.prior:g}"
            yield node, f"the game is over here and worth {reward:g} a playout, but {counts}"


def _children_are_the_moves(search: Search) -> Failures:
    for node in _with_position(search):
        game = node.game
        moves = tuple(child.move for child in node.children)
        legal = game.distinct_moves() if search.settings.distinct else game.legal_moves()
        if moves and not game.is_terminal and moves != legal:
            yield node, f"it has children for the moves {moves}, not for {legal}"


def _proofs_follow(search: Search) -> Failures:
    for node in _with_position(search):
        expected = prove(node) if search.settings.solve and node.simulations else None
        if node.proof != expected:
            follows = f"{expected} follows from its position and its children"
            yield node, f"its proof is {node.proof}, but {follows}"


# -------------------------------------------------------------------- playouts and choices


def _simulated_what_was_expanded(search: Search) -> Failures:
    for node, simulation in search.history or ():
        game = node.game
        for move in simulation.moves:
            if move not in game.legal_moves():
                break
            game = game.play(move)
        if simulation.node is not node or game != simulation.final:
            wrong = "does not lead from this position to the result that was counted"
            yield node, f"the playout {simulation.moves} {wrong}"


def _playouts_end_with_the_game(search: Search) -> Failures:
    for node, simulation in search.history or ():
        if not simulation.final.is_terminal:
            yield node, f"the playout {simulation.moves} stops before the game is over"


def _choices_are_the_best(search: Search) -> Failures:
    """Goes through the playouts again: was each choice one of the best, by the counts of then?"""
    if any(_simulations_add_up(search)) or any(_wins_add_up(search)):
        return  # with wrong counts the choices cannot be right
    settings = search.settings
    wins, visits = Counter(), Counter()

    def value(node: SearchNode) -> float:
        own = visits[node] + 2 * node.prior
        parents = visits[node.parent] + 2 * node.parent.prior
        return ucb1(wins[node] + node.prior, own, parents, settings.c, settings.unvisited)

    for node, simulation in search.history or ():
        worse = list(_worse_choices(node.path, value))
        if worse:
            yield worse[-1]
            return
        for passed in node.path:
            wins[passed] += settings.reward(simulation.winner, passed.viewpoint)
            visits[passed] += 1


def _worse_choices(path: Sequence[SearchNode], value: Callable[[SearchNode], float]) -> Failures:
    for chosen in path[1:]:
        # Nobody remembers when a child was proven, so only the others can be compared.
        children = chosen.parent.children
        others = [child for child in children if child.proof is None and child is not chosen]
        best = max(others, key=value, default=chosen)
        if not _at_most(value(best), value(chosen)):
            choice = f"move {chosen.move!r} was chosen for {value(chosen):.4f}"
            yield chosen.parent, f"{choice}, but {best.move!r} was worth {value(best):.4f}"


def _best_move_is_played(search: Search) -> Failures:
    choose = search.settings.choose
    tried = [child for child in search.root.children if child.visits]
    if tried and not search.settings.solve:
        order = ("visits", "mean") if choose == "visits" else ("mean", "visits")
        best = max(tried, key=attrgetter(*order)).move
        played = search.best_move()
        if played != best:
            better = f"{best!r} is the best by {choose}"
            yield search.root, f"move {played!r} would be played, but {better}"


def _at_most(small: float, large: float) -> bool:
    return small <= large or _is_close(small, large)


def _is_close(a: float, b: float) -> bool:
    return math.isclose(a, b, rel_tol=1e-9, abs_tol=1e-9)


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


# -------------------------------------------------------------------- a game


def check_game(game: Game, games: int = 100, rng: np.random.Generator | int = 0) -> None:
    """Nothing, if the `game` can be searched; a ValueError says in a sentence what it does wrong.

    Plays at random from the position given, and asks at every turn what a search relies on: that a
    move leaves the position it is played on as it was, that the players take turns, that a game
    which is over has no moves and one without moves is over, that the winner is 1, 2 or None, that
    moves can be compared and have a hash, and that a move played twice leads to equal positions.

    Args:
        game: a position to begin with.
        games: how many are played.
        rng: a `numpy.random.Generator` or an int seed.

    >>> from c4lib import Board
    >>> check_game(Board(rows=4, columns=5), games=10)
    >>> check_game("chess")
    Traceback (most recent call last):
        ...
    ValueError: 'chess' is no game position: to_move is missing
    """
    check_position(game)
    games = whole_number("games", games, at_least=1)
    rng = generator_of(rng)
    for _ in range(games):
        _play_at_random(game, rng)


def _play_at_random(game: Game, rng: np.random.Generator) -> None:
    moves = []
    while True:
        fault = contradiction(game)
        legal = () if fault else game.legal_moves()
        if legal and len(moves) == LONGEST_GAME:
            raise ValueError(NO_END)
        if legal:
            move = legal[int(rng.random() * len(legal))]
            fault = _fault_of_move(game, move)
        if fault:
            when = f"after the moves {moves}" if moves else "at the beginning"
            raise ValueError(f"{when}, {fault}")
        if not legal:
            return
        game = game.play(move)
        moves.append(move)


def _fault_of_move(game: Game, move: Move) -> str | None:
    """What a move does wrong, in words; None if nothing."""
    with suppress(Exception):  # what cannot be copied can be searched all the same
        if deepcopy(game).legal_moves() != game.legal_moves():
            return "a copy has its moves in another order: let it be fixed, as by sorted(...)"
    before = _answers(game)
    following = game.play(move)
    if _answers(game) != before:
        return f"the move {move!r} changes the position it is played on: make a new one"
    if game.play(move) != following:
        return f"the move {move!r}, played twice, gives positions that are not equal (==)"
    if not getattr(following, "is_terminal", True) and following.to_move != 3 - game.to_move:
        turns = f"to_move is {game.to_move} before it and {following.to_move} after it"
        return f"the turn does not follow the move {move!r}: {turns}"
    return None


def _answers(game: Game) -> tuple:
    return game.to_move, game.winner, game.is_terminal, tuple(game.legal_moves()), str(game)
