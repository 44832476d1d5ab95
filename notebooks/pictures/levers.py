"""A bandit to play: seven levers to be pulled blind, while rules pull the same ones."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

import numpy as np

from c4lib._tools.arguments import whole_number
from c4lib.phases import ucb1
from c4lib.plots.canvas import EXPLOITATION, EXPLORATION, HIGHLIGHT, Drawing
from c4lib.widgets.panel import Panel, button, line, still_picture
from c4lib.widgets.picture import LivePicture
from c4lib.widgets.sliders import count_slider
from mctslab.experiments.bandits import PAYS

RULES = {"greedy": partial(ucb1, c=0), "UCB1": partial(ucb1, c=0.5)}
LEVERS = "ABCDEFG"
MOST_PULLS = 1_000  # in a game
SAMPLE = 70  # pulls of the game that readers without a kernel see
AREAS = f"""'{"sentence " * 7}' '{"picture " * 7}' '{" ".join(LEVERS)}'
 'times times times ask ask again again'"""


class LeverGame(Panel):
    """A widget with seven levers, those of `bandit_contest` in an order that nobody knows.

    With each pull of the reader every rule makes a pull of its own. The first pull of a lever pays
    the same to all, and so do its others: only the choices differ. In the end it is told who has
    lost how much (see `regret`).

    Readers without a kernel see a sample: UCB1 at other levers, which gives nothing away.

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
        self._rng = np.random.default_rng(whole_number("seed", seed, at_least=0))
        self._c = c
        self.sentence, self.picture = line(status=True), LivePicture()
        self.levers = {name: button(name, f"pull lever {name}") for name in LEVERS}
        self.times = count_slider("pulls at once", "how many", (10, 100), 1, MOST_PULLS)
        self.ask = button("What have I lost?", "end the game")
        self.again = button("New game", "the levers in another order")
        super().__init__("lab", self._own_parts() | self.levers)
        grid = self.children[0].layout
        grid.grid_template_areas, grid.grid_template_columns = AREAS, "repeat(7, minmax(0, 1fr))"
        for lever, control in enumerate(self.levers.values()):
            self.on(control, partial(self.pull, lever))
        self.on(self.ask, self.tell)
        self.on(self.again, self.start)
        self.start()

    def start(self) -> None:
        """Begin anew, with the levers in another order."""
        self._pays = self._rng.permutation(PAYS)
        self._luck = self._rng.random((7, MOST_PULLS))
        self.counts = {name: np.zeros((2, 7), int) for name in self.rules}
        self._show("Pull a lever.")

    def pull(self, lever: int) -> None:
        """Pull a lever as often as the slider says; each rule makes as many pulls."""
        wins, visits = self.counts["you"]
        for _ in range(min(self.times.value, MOST_PULLS - visits.sum())):
            for rule, counts in zip(self.rules.values(), self.counts.values()):
                one = choice(rule, counts) if rule else lever
                counts[:, one] += self._luck[one, counts[1, one]] < self._pays[one], 1
        self._show(f"Won {wins.sum()} of {visits.sum():,}.")

    def tell(self) -> None:
        """End the game: say what everybody has lost, and show what the levers pay."""
        gaps = PAYS.max() - self._pays
        lost = [f"{name} {gaps @ visits:.1f}" for name, (_, visits) in self.counts.items()]
        self._show(f"{self.sentence.value} Lost: {', '.join(lost)}.", is_over=True)

    def _show(self, sentence, is_over=False):
        self._is_over, self.sentence.value = is_over, sentence
        for control in (*self.levers.values(), self.ask):
            control.disabled = is_over
        draw = partial(self._draw, counts=self.counts["you"])
        self.picture.show(draw, "the wins and pulls of each lever, and the mean")

    def _draw(self, ax, counts):
        drawing = Drawing.within(ax, 0, 6.3, -0.65, 1.75)  # a mean is as high as it is large
        for mean in (0, 0.5, 1):
            drawing.write(0.15, mean, f"{mean:g}", 0.2)
        for lever, (wins, visits) in enumerate(counts.T):
            x = 0.86 * lever + 0.65
            drawing.write(x, -0.23, LEVERS[lever], 0.22, weight="bold")
            drawing.write(x, -0.5, f"{wins}/{visits}", 0.21, room=0.82)
            if visits:
                mean, bonus = wins / visits, ucb1(0, visits, counts[1].sum(), self._c)
                low, high = max(mean - bonus, -0.05), min(mean + bonus, 1.72)
                drawing.boxes([(x - 0.15, low, 0.3, high - low)], EXPLORATION)
                drawing.boxes([(x - 0.25, mean - 0.03, 0.5, 0.06)], EXPLOITATION)
            if self._is_over:
                drawing.boxes([(x - 0.35, self._pays[lever], 0.7, 0.03)], HIGHLIGHT)

    def static_picture(self) -> bytes:
        """A picture of the present state, or of a sample if nothing is pulled yet, as a PNG file."""
        counts, sentence = self._still()
        draw = partial(self._draw, counts=counts)
        return still_picture(10, 4, {(0, 0, 1, 0.89): draw}, [(1, 38, 2, sentence)])

    def _still(self):
        """The counts that are seen without a kernel, and the sentence above them."""
        counts = self.counts["you"]
        if counts.any() or self._is_over:
            return counts, self.sentence.value
        counts = sample()
        return counts, f"Not begun. A sample: UCB1 has won {counts[0].sum()} of {SAMPLE} pulls of other levers."

    def __repr__(self) -> str:
        _, sentence = self._still()
        return f"LeverGame({', '.join(self.rules)}, c={self._c:.4g}): {sentence}"


def sample() -> np.ndarray:
    """The wins and the visits of each lever after a game of UCB1, in two rows.

    >>> sample()[1].sum().item()
    70
    """
    rng, counts = np.random.default_rng(6), np.zeros((2, 7), int)
    pays = rng.permutation(PAYS)
    for _ in range(SAMPLE):
        one = choice(RULES["UCB1"], counts)
        counts[:, one] += rng.random() < pays[one], 1
    return counts


def choice(rule: Callable, counts: np.ndarray) -> int:
    """The lever of the highest value, the first of several.

    >>> choice(RULES["greedy"], np.array([[1, 2, 2], [2, 3, 3]]))
    1
    """
    values = [rule(*lever, counts[1].sum()) for lever in counts.T.tolist()]
    return values.index(max(values))
