"""Every choice that a search makes, by name."""

import math
from dataclasses import dataclass

from c4lib._tools.arguments import one_of, real_number, whole_number

LARGEST = 1e290  # of c and rewards: no sum of them overflows


@dataclass(frozen=True)
class SearchSettings:
    """The choices of one search, never changed (`dataclasses.replace` makes a variant).

    Attributes:
        c: exploration constant, from 0 to 1e290: UCB1 = mean + c * sqrt(ln(parent visits) /
            visits) (Auer, Cesa-Bianchi and Fischer 2002; in trees: Kocsis and Szepesvari 2006).
        prior: T, a whole number: every node is created with T wins in 2T visits.
        unvisited: the value of a child with no visits ("first-play urgency", Gelly and Wang 2006);
            infinity visits every child once before any twice. Has no effect when `prior` > 0,
            where no child is without visits.
        expand_at: simulations that a leaf must have before its children are added; 0: at once.
        draw, loss: rewards of a draw and of a loss, loss <= draw <= 1; the reward of a win is 1.
        viewpoint: whose wins a node counts: "mover", the player who moved into it, or "root", the
            player to move at the root, at every depth.
        distinct: True: of moves that lead to mirror images of one another, only the first gets a
            child.
        choose: the move played in the end: most "visits", or highest "mean".
        solve: True: a node whose exact result follows from the tree is marked as proven, and not
            simulated any more (Winands, Bjornsson and Saito 2008).

    Raises:
        ValueError: a field is none of these; the message names it, and what is allowed.

    >>> settings = SearchSettings(c=1, prior=2)
    >>> settings.c, settings.prior, settings.choose
    (1.0, 2, 'visits')
    >>> SearchSettings(c=-1)
    Traceback (most recent call last):
        ...
    ValueError: c must be a number from 0 to 1e290, not -1
    """

    c: float = math.sqrt(2)
    prior: int = 0
    unvisited: float = math.inf
    expand_at: int = 1
    draw: float = 0.5
    loss: float = 0.0
    viewpoint: str = "mover"
    distinct: bool = False
    choose: str = "visits"
    solve: bool = False

    def __post_init__(self) -> None:
        number = "a number (infinity is allowed, NaN is not)"
        least = "a number from -1e290 to 1 (the reward of a win)"
        checked = {
            "c": real_number("c", self.c, "a number from 0 to 1e290", 0, LARGEST),
            "prior": whole_number("prior", self.prior, at_least=0),
            "unvisited": real_number("unvisited", self.unvisited, number),
            "expand_at": whole_number("expand_at", self.expand_at, at_least=0),
            "loss": real_number("loss", self.loss, least, -LARGEST, 1),
            "viewpoint": one_of("viewpoint", self.viewpoint, ("mover", "root")),
            "distinct": one_of("distinct", self.distinct, (True, False)),
            "choose": one_of("choose", self.choose, ("visits", "mean")),
            "solve": one_of("solve", self.solve, (True, False)),
        }
        loss = checked["loss"]
        between = f"a number from {loss:g} (the reward of a loss) to 1 (the reward of a win)"
        checked["draw"] = real_number("draw", self.draw, between, loss, 1)
        for name, value in checked.items():
            object.__setattr__(self, name, value)  # the settings are frozen

    def reward(self, winner: int | None, viewpoint: int) -> float:
        """What a finished game is worth to the player `viewpoint`: 1, `draw` or `loss`.

        Raises:
            ValueError: the winner is not 1, 2, or None for a draw (but 0, say).

        >>> [SearchSettings().reward(winner, viewpoint=1) for winner in (1, None, 2)]
        [1.0, 0.5, 0.0]
        """
        if winner == viewpoint:
            return 1.0
        if winner is None:
            return self.draw
        if winner != 3 - viewpoint:
            raise ValueError(f"the winner is {winner!r}: allowed are 1, 2 and None, for a draw")
        return self.loss
