"""The table of P1's project: its `Q_Learning` class, with the interface it came with."""

from __future__ import annotations

import math

import numpy as np

from mctslab.published.mcts_class import Random_Player
from mctslab.qlearning import LearningSettings


class Q_Learning(Random_Player):
    """A player that looks up its moves in a dictionary and learns on the way, made for one game.

    It knows the rules as `Random_Player` does, and looks at the whole board.

    It learns as published: the value of a move is updated when the player is on turn again, with
    its mirror image; after a game that the opponent's move has ended, `game_status` is set by hand
    and `take_action` called once more, and then the mirror image is left out. (Random choices come
    from `rng`, and a board handed in is never written to.)

    Args:
        player: whose discs are its own, 1 or 2.
        alpha, discount_factor, epsilon: learning rate, discount, share of random moves; 0 to 1.
        r, c: rows and columns of the board.
        rng: a `numpy.random.Generator` or an int seed.

    Attributes:
        q_values: by the cells of the board, row by row, and the column, as one string:
            "00000000010000000000" + "2".
        game_status: "running", or "loss", "draw" or "win".
        total_rewards: the sum of the rewards of this game.

    Raises:
        ValueError: an argument is not allowed; the message names it.

    >>> agent = Q_Learning(player=2, alpha=0.6, discount_factor=0.8, epsilon=0.1, r=3, c=5, rng=1)
    >>> agent.set_Qvalues({})
    >>> agent.set_state([[0, 0, 0, 0, 0], [0, 0, 0, 0, 0], [0, 0, 1, 0, 0]])
    >>> next_state, end, result, action, value = agent.take_action()
    >>> print(end, result, action, value)
    False .. 4 0.0
    >>> agent.game_status = "loss"
    >>> end = agent.take_action()
    >>> agent.q_values["0000000000001004"], agent.q_values["0000000000001000"]  # the mirror image is left out
    (-30.0, 0.0)
    """

    def __init__(
        self,
        player: int,
        alpha: float,
        discount_factor: float,
        epsilon: float,
        r: int,
        c: int,
        *,
        rng: np.random.Generator | int | None = None,
    ) -> None:
        self._settings = LearningSettings(
            alpha=alpha, gamma=discount_factor, epsilon=epsilon, side=player
        )
        super().__init__(player, r, c, fixed="five columns", rng=rng)
        self.alpha = alpha
        self.discount_factor = discount_factor
        self.epsilon = epsilon
        self.previous_state = self.previous_action = None
        self.game_status = "running"
        self.total_rewards = 0.0
        self.q_values: dict[str, float] = {}

    def set_Qvalues(self, q_values: dict[str, float]) -> None:
        """Learn into this dictionary, which may hold what earlier games have taught."""
        self.q_values = q_values

    def take_action(self) -> tuple:
        """Learn from the move before, and choose a move: `(state, end, result, action, value)`.

        These are as in `MCTS.take_action`. After the end of the game, when `game_status` is no
        longer "running", only learn: `(state, True)`.
        """
        values = [self._value(self.state, action) for action in range(self.c)]
        if self.previous_state is not None:
            before = self.previous_state, self.previous_action
            if self.game_status != "running":
                winners = {"win": self.player, "draw": None, "loss": 3 - self.player}
                reward = self._settings.reward(winners[self.game_status])
                self._learn(*before, reward, mirror=False)
                return self.state.tolist(), True
            self._learn(*before, self._settings.move, self.discount_factor * max(values))
        action = self.epislon_greedy_policy(values)
        self.previous_state = self.state
        self.previous_action = action
        next_state = self._dropped(self.state, action, self.player)
        end, result = self.is_terminal_state(next_state, action)
        if end:
            winner = self.player if result == "win" else None
            self._learn(self.state, action, self._settings.reward(winner))
        value = self.q_values[self._key(self.state, action)]
        self.state = next_state
        return next_state.tolist(), end, result, action, value

    def epislon_greedy_policy(self, next_q: list[float]) -> np.int64:
        """Any open column with probability `epsilon`, else one of the highest value.

        A full column has minus infinity.

        >>> Q_Learning(2, 0, 0.8, 0, 3, 5, rng=1).epislon_greedy_policy([0.0, 3.0, -math.inf, 2.0, 1.0])
        np.int64(1)
        """
        highest = max(next_q)
        if self.rng.random() < self.epsilon:
            columns = [column for column, q in enumerate(next_q) if q > -math.inf]
        else:
            columns = [column for column, q in enumerate(next_q) if q == highest]
        return np.int64(columns[int(self.rng.random() * len(columns))])

    def mirror_state_action(self, curr_state: object, action: int) -> str:
        """The name of the mirror image of a board and a column, a key of `q_values`.

        >>> Q_Learning(2, 0, 0.8, 0, 1, 4).mirror_state_action([[1, 0, 0, 2]], 1)
        '20012'
        """
        return self._key(np.asarray(curr_state)[:, ::-1], self.c - 1 - action)

    def __repr__(self) -> str:
        return f"Q_Learning(player={self.player}, {len(self.q_values)} values)"

    def _key(self, state: object, action: int) -> str:
        return "".join(map(str, [*np.ravel(state).tolist(), action]))

    def _value(self, state: np.ndarray, action: int) -> float:
        if state[0][action]:
            return -math.inf
        key = self._key(state, action)
        if key not in self.q_values:
            mirrored = self.mirror_state_action(state, action)
            self.q_values[key] = self.q_values.setdefault(mirrored, 0.0)
        return self.q_values[key]

    def _learn(
        self, state: np.ndarray, action: int, reward: float, later: float = 0.0, mirror: bool = True
    ) -> None:
        key = self._key(state, action)
        self.q_values[key] += self.alpha * (reward + later - self.q_values[key])
        if mirror:
            self.q_values[self.mirror_state_action(state, action)] = self.q_values[key]
        self.total_rewards += reward
