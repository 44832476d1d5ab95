"""P1, a student project: an `MCTS` class for Connect Four on 6 x 5, with its own interface."""

from __future__ import annotations

import copy
import math
from collections.abc import Iterable
from types import MappingProxyType
from typing import NamedTuple

import numpy as np

from c4lib._tools.arguments import generator_of, one_of, real_number, whole_number
from c4lib.board import Board, lines_through, winning_lines
from mctslab.players import NamedPlayer, playable_moves
from mctslab.published.deviations import MOST_PLAYOUTS, chosen_deviations, deviation_words

CLASS_DEVIATIONS = MappingProxyType(
    {
        "terminal leaf": "nobody asks whether the game is over at a node: a playout goes on from a won board",
        "detached child": "`expansion` of a visited leaf gives a copy of the first child, and what is credited to it is lost "
        "(`take_action` never gets there: a leaf has children from its first visit on, if a column is open)",
        "one viewpoint": "every node counts the agent's wins, so the opponent is made to help",
        "tree built ahead": "the first 4 plies are built before any playout, and no playout starts above them",
        "five columns": "the random player calls the board full when its first 5 columns are (the same thing on 6 x 5)",
        "full board": "a playout from a full board picks its last column, where no disc fits, and then asks for a line there: "
        "three discs beside the cell on top count as a win for whoever is to move (so under Python 3.8; later ones stop with an error)",
        "winning state": "`is_winning_state` does not ask whose disc is on top of the column, or whether there is one "
        "(`take_action` asks after its own disc only)",
        "update": "`Node.update` adds a win only where `win` is already 1 (nothing calls it)",
    }
)
"""Where it deviates from the usual search, by name. `MCTS(..., fixed="terminal leaf")` fixes one of
them, `fixed=CLASS_DEVIATIONS` all."""

BUILT_AHEAD = 4  # plies
MOST_BUILT = 8  # that many have 500,000 nodes on 6 x 5
SEEN_BY_RANDOM_PLAYER = 5  # columns
REWARDS = {"win": 1, "loss": -1, "draw": 0}


# -------------------------------------------------------------------- the tree


class Outcome(NamedTuple):
    """Whether the game is over (`end`; also the truth value), and its `result` for the agent.

    That is "win", "draw" or "..".

    >>> bool(Outcome(end=False, result=".."))
    False
    """

    end: bool
    result: str

    def __bool__(self) -> bool:
        return self.end


class Node:
    """A board in the tree with its counts.

    Args:
        state: the board; the node keeps a deep copy.
        fixed: names of `CLASS_DEVIATIONS` to be fixed; here only "update" matters.

    Attributes:
        N: visits.
        win: the sum of the results, +1, -1 or 0, from the agent's viewpoint at every depth.
        children: a node for every open column, once it is expanded.
        state: the board, as it was given; those of a tree that an agent grows are arrays.

    >>> node = Node([[0, 0], [1, 2]])
    >>> node.N, node.win, node.children, node.get_ratio()
    (0, 0, [], 0)
    """

    def __init__(self, state: object, fixed: str | Iterable[str] = ()) -> None:
        self.N = self.win = 0
        self.children: list[Node] = []
        self.state = copy.deepcopy(state)
        is_chosen = isinstance(fixed, frozenset)
        self._fixed = fixed if is_chosen else chosen_deviations(fixed, CLASS_DEVIATIONS)

    def update(self, win: int) -> None:
        """Add a visit, and a win if `win` is 1; as published, if `self.win` is already 1.

        >>> node, right = Node([[0]]), Node([[0]], fixed="update")
        >>> node.update(1), right.update(1)
        (None, None)
        >>> (node.N, node.win), (right.N, right.win)
        ((1, 0), (1, 1))
        """
        self.N += 1
        if (win if "update" in self._fixed else self.win) == 1:
            self.win += 1

    def get_ratio(self) -> float:
        """`win / N`, from -1 to 1; 0 if there are no visits."""
        return self.win / self.N if self.N else 0

    def __repr__(self) -> str:
        return f"Node(N={self.N}, win={self.win}, {len(self.children)} children)"


# -------------------------------------------------------------------- the rules, and the player without a search


class Random_Player:
    """A player who drops a disc into any open column; it also knows the rules.

    The playouts are games of two of them.

    Args:
        player: whose discs it drops, 1 or 2. It is always its turn.
        r, c: rows and columns of the board.
        fixed: names of `CLASS_DEVIATIONS` to be fixed; here only "five columns" matters.
        rng: a `numpy.random.Generator` or an int seed.

    Raises:
        ValueError: an argument is not allowed; the message names it.

    >>> player = Random_Player(player=1, r=6, c=5, rng=1)
    >>> player.set_state(np.zeros((6, 5)))
    >>> player.take_action()[1:]
    (False, '..', np.int64(2))
    """

    def __init__(
        self,
        player: int,
        r: int,
        c: int,
        *,
        fixed: str | Iterable[str] = (),
        rng: np.random.Generator | int | None = None,
    ) -> None:
        self.player = whole_number("player", player, 1, 2)
        self.r, self.c = Board(r, c).cells.shape
        self.fixed = chosen_deviations(fixed, CLASS_DEVIATIONS)
        self.rng = generator_of(rng)
        self.state = np.zeros((self.r, self.c), dtype=int)

    def set_state(self, state: object) -> None:
        """Show the player a board.

        Args:
            state: array-like of shape (r, c), 0 empty, 1 and 2 the players, row 0 on top.

        Raises:
            ValueError: the shape or a value is another.
        """
        cells = np.array(state)
        if cells.shape != (self.r, self.c) or not np.isin(cells, (0, 1, 2)).all():
            allowed = f"{self.r} rows of {self.c} cells, each 0, 1 or 2"
            raise ValueError(f"a state has {allowed}; not {state!r}")
        self.state = cells.astype(int)

    def take_action(self) -> tuple:
        """Play a random move: `(state, end, result, action)`.

        These are the board after it, as a list of rows, whether that ends the game, how, and the
        column.

        Raises:
            ValueError: the board is full.
        """
        action = self.random_action()
        state = self._dropped(self.state, action, self.player)
        return state.tolist(), *self.is_terminal_state(state, action), action

    def random_action(self) -> np.int64:
        """An open column, each with the same probability.

        Raises:
            ValueError: the board is full.
        """
        columns = self._open_columns(self.state)
        if not columns:
            raise ValueError(f"the board is full, there is no action to take:\n{self.state}")
        return np.int64(columns[int(self.rng.random() * len(columns))])

    def is_terminal_state(self, next_state: object, action: int) -> Outcome:
        """Whether the game is over after the player's disc in column `action`, and how.

        Args:
            next_state: the board with that disc.
            action: the column.

        >>> player = Random_Player(1, r=4, c=7)
        >>> player.is_terminal_state([[1, 2, 1, 2, 1, 0, 0], *[[2, 1, 2, 1, 2, 1, 2]] * 3], action=0)
        Outcome(end=True, result='draw')
        """
        if self.is_winning_state(next_state, action):
            return Outcome(True, "win")
        is_full = all(next_state[0][: self._columns_seen()])
        return Outcome(is_full, "draw" if is_full else "..")

    def _columns_seen(self) -> int:
        """How many columns must be full for a draw."""
        return self.c if "five columns" in self.fixed else min(self.c, SEEN_BY_RANDOM_PLAYER)

    def is_winning_state(self, next_state: object, action: int) -> bool:
        """Whether three of the player's discs are in a row with the topmost disc of the column.

        As published, that disc may be the opponent's, or missing.

        >>> next_state = [[0, 1, 1, 1, 2]]
        >>> Random_Player(1, r=1, c=5).is_winning_state(next_state, action=4)
        True
        >>> Random_Player(1, r=1, c=5, fixed="winning state").is_winning_state(next_state, action=4)
        False
        """
        cells = np.asarray(next_state)
        discs = cells[:, action]
        row = next((row for row, disc in enumerate(discs) if disc), self.r)
        if "winning state" in self.fixed and not (row < self.r and discs[row] == self.player):
            return False
        return self._has_three_beside(cells.ravel().tolist(), row * self.c + action, self.player)

    def out_of_bounds(self, x: int, y: int) -> bool:
        """Whether there is no cell in row `x` and column `y`.

        >>> Random_Player(1, r=6, c=5).out_of_bounds(5, 4), Random_Player(1, r=6, c=5).out_of_bounds(4, 5)
        (False, True)
        """
        return not (0 <= x < self.r and 0 <= y < self.c)

    def __repr__(self) -> str:
        return f"{type(self).__name__}(player={self.player}, r={self.r}, c={self.c})"

    def _completes_four(self, cells: list[int], landing: int, player: int) -> bool:
        lines = lines_through(self.r, self.c, 4)[landing]
        return any(cells[a] == cells[b] == cells[c] == cells[d] == player for a, b, c, d in lines)

    def _has_three_beside(self, cells: list[int], place: int, player: int) -> bool:
        """Whether the player has the rest of a line through this cell, or one below the board."""
        cells = [*cells, *(0,) * self.c]
        cells[place] = player
        lines = lines_through(self.r + 1, self.c, 4)[place]
        return any(all(cells[cell] == player for cell in line) for line in lines)

    def _dropped(self, state: object, column: int, player: int) -> np.ndarray:
        state = np.array(state)
        state[np.count_nonzero(state[:, column] == 0) - 1, column] = player
        return state

    def _open_columns(self, state: object) -> list[int]:
        return [column for column in range(self.c) if state[0][column] == 0]


# -------------------------------------------------------------------- the agent


class MCTS(Random_Player):
    """An agent that is shown a board and answers with the board after its move.

    It works as published, with three exceptions: all random choices come from `rng`, not from
    Python's global generator; a board that is handed in is never written to; and where the
    published program stops with an error, this one goes on (on boards with fewer than 5 columns the
    random player looks at all of them), or says that the board is full. Shown a won board, it plays
    on.

    Args:
        play_outs: how many playouts for a move; 0 plays uniformly at random.
        player: whose discs are the agent's, 1 or 2. It is always the agent's turn.
        C: exploration constant; C = 2 with results from -1 to 1 is the same as c = 1 with rewards
            from 0 to 1.
        r, c: rows and columns of the board.
        fixed: names of `CLASS_DEVIATIONS` to be fixed.
        rng: a `numpy.random.Generator` or an int seed.

    Raises:
        ValueError: an argument is not allowed; the message names it.

    >>> agent = MCTS(play_outs=10, player=1, C=2, r=6, c=5, rng=1)
    >>> agent.set_state(np.zeros((6, 5)))
    >>> state, end, result, action, value = agent.take_action()
    >>> end, result, action, value
    (False, '..', 0, 1.0)
    >>> state[5]
    [1, 0, 0, 0, 0]
    """

    def __init__(
        self,
        play_outs: int,
        player: int,
        C: float = 2,
        r: int = 6,
        c: int = 5,
        *,
        fixed: str | Iterable[str] = (),
        rng: np.random.Generator | int | None = None,
    ) -> None:
        super().__init__(player, r, c, fixed=fixed, rng=rng)
        self.play_outs = whole_number("play_outs", play_outs, 0, MOST_PLAYOUTS)
        self.C = real_number("C", C, "a finite number, at least 0", 0, math.nextafter(math.inf, 0))
        self.parents: list[Node] = []  # from the root to the node that is simulated

    def take_action(self) -> tuple:
        """Choose a move: `(state, end, result, action, value)`, or only the first three if
        `play_outs` is 0.

        These are the board after the move, as a list of rows, whether the game is over, its result
        ("win", "draw" or ".."), the column played, and the ratio of wins to visits of its child,
        the most visited one.

        Raises:
            ValueError: the board is full (or won, if "terminal leaf" is fixed).
        """
        if not self.play_outs:
            return super().take_action()[:3]
        root = self.grown_tree()
        if not root.children:
            raise ValueError(f"the game is over, there is no action to take:\n{self.state}")
        best = max(root.children, key=lambda child: child.N)
        action = int(np.flatnonzero((best.state != root.state).any(axis=0))[0])
        end, result = self.is_terminal_state(best.state, action)
        return best.state.tolist(), end, result, action, best.get_ratio()

    def grown_tree(self) -> Node:
        """The root of the tree that `take_action` grows from the state, to look at.

        >>> agent = MCTS(play_outs=100, player=1, rng=1)
        >>> agent.grown_tree()
        Node(N=100, win=37, 5 children)
        """
        root = Node(self.state, self.fixed)
        if "tree built ahead" not in self.fixed:
            self.construct_tree(root, BUILT_AHEAD)
        for _ in range(self.play_outs):
            self.parents = []
            leaf, depth = self.selection(root, depth=0)
            child, depth = self.expansion(leaf, depth)
            self.back_propagation(self.simulation(child, depth), child)
        return root

    def _columns_seen(self) -> int:
        return self.c  # the agent itself looks at the whole board

    # The tree.

    def construct_tree(self, root: Node, depth: int) -> None:
        """Build `depth` plies below the `root`, if `depth` is above 0.

        If it is even, it is the agent's turn at the `root`.

        >>> agent, root = MCTS(play_outs=10, player=1), Node(np.zeros((6, 5), dtype=int))
        >>> agent.construct_tree(root, depth=2)
        >>> len(root.children), len(root.children[0].children), root.children[0].children[0].children
        (5, 5, [])
        """
        if whole_number("depth", depth, -math.inf, MOST_BUILT) > 0:
            self._add_children(root, depth)
            for child in root.children:
                self.construct_tree(child, depth - 1)

    def selection(self, root: Node, depth: int) -> tuple[Node, int]:
        """The leaf at the end of the best way down from the `root` at this `depth`, and its depth.

        At each step one of the unvisited children is taken at random, or, if there are none, the
        child with the largest UCB1 (ties: the more visited one). The nodes on the way are added to
        `parents`.
        """
        self.parents.append(root)
        while root.children:
            root = self._best_child(root)
            self.parents.append(root)
            depth += 1
        return root, depth

    def _best_child(self, root: Node) -> Node:
        unvisited = [child for child in root.children if not child.N]
        if unvisited:
            return unvisited[int(self.rng.random() * len(unvisited))]

        def value(child):
            exploration = self.C * math.sqrt(math.log(root.N) / child.N)
            return child.get_ratio() + exploration, child.N

        return max(root.children, key=value)

    def expansion(self, leaf: Node, depth: int) -> tuple[Node, int]:
        """The node to simulate from, and its depth; the `leaf` gets a child for every open column.

        A leaf without visits is simulated itself; for a leaf with visits it is its first child, as
        published a copy of it. A search makes no such copy: since children are added at the first
        visit already, no leaf has both visits and an open column. Called by hand, as here, the
        method does.

        >>> agent, leaf = MCTS(play_outs=10, player=1), Node(np.zeros((6, 5), dtype=int))
        >>> leaf.N = 1
        >>> child, depth = agent.expansion(leaf, depth=0)
        >>> len(leaf.children), child in leaf.children, depth
        (5, False, 1)
        """
        self._add_children(leaf, depth)
        if not leaf.N or not leaf.children:
            return leaf, depth
        child = leaf.children[0]
        if "detached child" not in self.fixed:
            child = Node(child.state, self.fixed)
        self.parents.append(child)
        return child, depth + 1

    def _add_children(self, node: Node, depth: int) -> None:
        if "terminal leaf" in self.fixed and self._is_over(node.state):
            return
        player = self._player_at(depth)
        for column in self._open_columns(node.state):
            node.children.append(Node(self._dropped(node.state, column, player), self.fixed))

    # A playout and its result.

    def simulation(self, child: Node, depth: int) -> str:
        """The agent's result in a random game from the `child`: "win", "loss" or "draw"."""
        cells = np.ravel(child.state).tolist()
        player = self._player_at(depth)
        if "terminal leaf" in self.fixed and (winner := self._winner(cells)):
            return "win" if winner == self.player else "loss"
        if all(cells) and "full board" not in self.fixed:
            self.rng.random()  # for a column, of which there is none
            if not self._has_three_beside(cells, self.c - 1, player):
                return "draw"
            return "win" if player == self.player else "loss"
        seen = super()._columns_seen()
        while columns := [column for column in range(self.c) if not cells[column]]:
            landing = columns[int(self.rng.random() * len(columns))] + (self.r - 1) * self.c
            while cells[landing]:
                landing -= self.c
            cells[landing] = player
            if self._completes_four(cells, landing, player):
                return "win" if player == self.player else "loss"
            if all(cells[:seen]):
                return "draw"
            player = 3 - player
        return "draw"

    def back_propagation(self, result: str, child: Node) -> None:
        """Credit the `result` to every one of the `parents`: one visit, and +1, -1 or 0 to `win`.

        They lead from the root to the `child`, which is one of them (as published, the argument is
        not looked at).
        """
        reward = REWARDS[one_of("result", result, tuple(REWARDS))]
        for depth, node in enumerate(self.parents):
            node.N += 1
            # At even depths it is the agent's turn, so the opponent moved into the node.
            is_opponents = depth % 2 == 0 and "one viewpoint" in self.fixed
            node.win += -reward if is_opponents else reward

    def _player_at(self, depth: int) -> int:
        return 3 - self.player if depth % 2 else self.player

    def _is_over(self, state: object) -> bool:
        return not self._open_columns(state) or bool(self._winner(np.ravel(state).tolist()))

    def _winner(self, cells: list[int]) -> int:
        """The player of a completed line; 0 if there is none."""
        for line in winning_lines(self.r, self.c, 4):
            players = {cells[cell] for cell in line}
            if players in ({1}, {2}):
                return players.pop()
        return 0


# -------------------------------------------------------------------- the agent as a player


def as_board(state: object, player: int) -> Board:
    """The position as a `Board`, with the `player` to move; the discs are swapped if 2 began.

    These programs show a board to an agent that is to move next, whoever began; of a `Board` the
    first disc is player 1's. Moves, and values for the player to move, are the same in both.

    Args:
        state: array-like of rows, 0 empty, 1 and 2 the players, row 0 on top.
        player: who is to move, 1 or 2.

    Raises:
        ValueError: such a position cannot come about, whoever began.

    >>> print(as_board([[0, 0, 0, 0], [0, 2, 0, 0]], player=1))  # player 2 began, and is X
    . . . .
    . X . .
    0 1 2 3
    """
    one_of("player", player, (1, 2))
    cells = np.array(state)
    first, second = (np.count_nonzero(cells == disc) for disc in (1, 2))
    if player != (1 if first == second else 2):
        cells = np.choose(cells, (0, 2, 1))
    return Board.from_cells(cells)


class MCTSClassPlayer(NamedPlayer):
    """P1 as a player for matches: a new `MCTS` for every move, on boards of every size with four in
    a row.

    Args:
        play_outs: how many playouts for every move.
        C: exploration constant.
        fixed: names of `CLASS_DEVIATIONS` to be fixed.

    Raises:
        ValueError: an argument is not allowed; or, when playing, a line on the board is not of 4,
            or the game is over.

    >>> player = MCTSClassPlayer(play_outs=200, fixed="terminal leaf")
    >>> player(Board.from_moves("051525"), np.random.default_rng(1))
    3
    """

    def __init__(self, play_outs: int, C: float = 2, fixed: str | Iterable[str] = ()) -> None:
        self.play_outs = whole_number("play_outs", play_outs, at_least=1)
        self.C = MCTS(self.play_outs, 1, C).C
        self.fixed = chosen_deviations(fixed, CLASS_DEVIATIONS)

    def __call__(self, board: Board, rng: np.random.Generator) -> int:
        playable_moves(board)  # there has to be one
        if board.connect != 4:
            raise ValueError(f"this MCTS plays four in a row, not {board.connect}")
        size = board.rows, board.columns
        agent = MCTS(self.play_outs, board.to_move, self.C, *size, fixed=self.fixed, rng=rng)
        agent.set_state(board.cells)
        return agent.take_action()[3]

    @property
    def name(self) -> str:
        """What the player is called in tables."""
        what = deviation_words(self.fixed, CLASS_DEVIATIONS)
        return f"MCTS class{what}, {self.play_outs:,} playouts"
