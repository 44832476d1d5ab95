"""A bandit to play: seven levers to be pulled blind, while rules pull the same ones."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

import numpy as np

from c4lib._tools.arguments import whole_number
from c4lib.phases import ucb1
from c4lib.plots.canvas import BOLD, EXPLOITATION, EXPLORATION, HIGHLIGHT
from c4lib.widgets.controls import button, line
from c4lib.widgets.panel import Panel
from c4lib.widgets.picture import LivePicture
from c4lib.widgets.sliders import count_slider
from c4lib.widgets.stills import still_picture
from mctslab.experiments.bandits import PAYS

RULES = {"greedy": partial(ucb1, c=0), "UCB1": partial(ucb1, c=0.5)}
LEVERS = "ABCDEFG"
MOST_PULLS = 1_000  # in a game
SAMPLE = 70  # pulls of the game that readers without a kernel see
AREAS = """
'sentence sentence sentence sentence sentence sentence sentence'
'picture picture picture picture picture picture picture'
'A B C D E F G'
'times times times ask ask again again'
"""


class LeverGame(Panel):
    """A widget with seven levers, those of `bandit_contest` in an order that nobody knows.

    With each pull of the reader every rule makes a pull of its own. The first pull of a lever pays
    the same to all, and so do its others: only the choices differ. In the end it is told who has
    lost how much (see `regret`).

    Readers without a kernel see a sample, for each seed another one: UCB1 at other levers, which
    gives nothing away.

    Args:
        rules: by their names; by default greedy and UCB1 with c = 0.5. A rule gives the value of a
            lever from its wins, its visits, and the number of all pulls so far.
        seed: of the order of the levers, and of what they pay.
        c: of the bars, which reach from mean - bonus to mean + bonus; 0: none.

    Attributes:
        counts: the wins and the visits of each lever, in two rows, by the name of who has pulled.
        levers, times, ask, again: the controls.

    Raises:
        ValueError: the seed is no whole number.

    >>> game = LeverGame(seed=1)
    >>> game.pull(4)
    >>> game.sentence.value
    'Won 1 of 1.'
    """

    def __init__(self, rules: Mapping[str, Callable] = RULES, seed: int = 0, c: float = 0) -> None:
        self.rules = {"you": None, **rules}
        self._seed = whole_number("seed", seed, at_least=0)
        self._rng = np.random.default_rng(self._seed)
        self._c = c
        self.sentence = line(status=True)
        self.picture = LivePicture()
        self.levers = {name: button(name, f"pull lever {name}") for name in LEVERS}
        self.times = count_slider("pulls at once", "how many", (10, 100), 1, MOST_PULLS)
        self.ask = button("What have I lost?", "end the game")
        self.again = button("New game", "the levers in another order")
        parts = {"sentence": self.sentence, "picture": self.picture, **self.levers}
        super().__init__("lab", parts | self._own_parts())
        self.arrange(AREAS, "repeat(7, minmax(0, 1fr))")
        for lever, name in enumerate(LEVERS):
            self.on(self.levers[name], partial(self.pull, lever))
        self.on(self.ask, self.tell)
        self.on(self.again, self.start)
        self.start()

    def start(self) -> None:
        """Begin anew, with the levers in another order."""
        self._pays = self._rng.permutation(PAYS)
        self._luck = self._rng.random((7, MOST_PULLS))
        self.counts = {name: no_pulls() for name in self.rules}
        self._show("Pull a lever.")

    def pull(self, lever: int) -> None:
        """Pull a lever as often as the slider says; each rule makes as many pulls."""
        wins, visits = self.counts["you"]
        left = MOST_PULLS - visits.sum()
        for _ in range(min(self.times.value, left)):
            for name, rule in self.rules.items():
                counts = self.counts[name]
                one = choice(rule, counts) if rule else lever
                self._pull_one(counts, one)
        self._show(f"Won {wins.sum()} of {visits.sum():,}.")

    def _pull_one(self, counts, lever):
        wins, visits = counts
        luck = self._luck[lever, visits[lever]]
        wins[lever] += luck < self._pays[lever]
        visits[lever] += 1

    def tell(self) -> None:
        """End the game: say what everybody has lost, and show what the levers pay."""
        gaps = PAYS.max() - self._pays
        lost = []
        for name, (_, visits) in self.counts.items():
            lost.append(f"{name} {gaps @ visits:.1f}")
        self._show(f"{self.sentence.value} Lost: {', '.join(lost)}.", is_over=True)

    def _show(self, sentence, is_over=False):
        self._is_over = is_over
        self.sentence.value = sentence
        self.ask.disabled = is_over
        for lever in self.levers.values():
            lever.disabled = is_over
        draw = partial(self._draw, counts=self.counts["you"])
        words = "the wins and pulls of each lever, and the mean"
        self.picture.show(draw, words)

    def _draw(self, drawing, counts):
        drawing.limit(0, 6.3, -0.65, 1.75)  # a mean is as high as it is large
        for mean in (0, 0.5, 1):
            drawing.write(0.15, mean, f"{mean:g}", 0.2)
        pulls = counts[1].sum()
        for lever, (wins, visits) in enumerate(counts.T):
            x = 0.86 * lever + 0.65
            drawing.write(x, -0.23, LEVERS[lever], 0.22, BOLD)
            drawing.write(x, -0.5, f"{wins}/{visits}", 0.21, room=0.82)
            if visits:
                bonus = ucb1(0, visits, pulls, self._c)
                _draw_bar(drawing, x, wins / visits, bonus)
            if self._is_over:
                pays = self._pays[lever]
                drawing.boxes([(x - 0.35, pays, 0.7, 0.03)], HIGHLIGHT)

    def static_picture(self) -> bytes:
        """A picture of the present state, or of a sample if nothing is pulled yet, as a PNG file."""
        counts, sentence = self._still()
        draw = partial(self._draw, counts=counts)
        below = {(0, 0, 1, 0.89): draw}
        above = 1, 38, 2, sentence
        return still_picture(10, 4, below, [above])

    def _still(self):
        """The counts that are seen without a kernel, and the sentence above them."""
        counts = self.counts["you"]
        if counts.any() or self._is_over:
            return counts, self.sentence.value
        counts = sample(self._seed)
        won = counts[0].sum()
        return counts, f"Not begun. A sample: UCB1 has won {won} of {SAMPLE} pulls of other levers."

    def __repr__(self) -> str:
        _, sentence = self._still()
        names = ", ".join(self.rules)
        return f"LeverGame({names}, c={self._c:.4g}): {sentence}"


def _draw_bar(drawing, x, mean, bonus):
    """From mean - bonus to mean + bonus, as far as there is room, with a mark at the mean."""
    low = max(mean - bonus, -0.05)
    high = min(mean + bonus, 1.72)
    bar = x - 0.15, low, 0.3, high - low
    mark = x - 0.25, mean - 0.03, 0.5, 0.06
    drawing.boxes([bar], EXPLORATION)
    drawing.boxes([mark], EXPLOITATION)


def no_pulls() -> np.ndarray:
    """The wins and the visits of each lever before a game, in two rows."""
    return np.zeros((2, 7), int)


def sample(seed: int) -> np.ndarray:
    """The wins and the visits of each lever after a game of UCB1, in two rows.

    The levers stand in an order of their own, which has nothing to do with the game of this seed.

    >>> sample(seed=1)[1].sum().item()
    70
    """
    rng = np.random.default_rng((SAMPLE, seed))
    pays = rng.permutation(PAYS)
    counts = no_pulls()
    wins, visits = counts
    for _ in range(SAMPLE):
        lever = choice(RULES["UCB1"], counts)
        wins[lever] += rng.random() < pays[lever]
        visits[lever] += 1
    return counts


def choice(rule: Callable, counts: np.ndarray) -> int:
    """The lever of the highest value, the first of several.

    >>> choice(RULES["greedy"], np.array([[1, 2, 2], [2, 3, 3]]))
    1
    """
    total = counts[1].sum()
    values = []
    for wins, visits in counts.T.tolist():
        values.append(rule(wins, visits, total))
    return values.index(max(values))
