"""The sliders of the widgets: each takes every number of its range, and goes by round ones."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable

from ipywidgets import DOMWidget, FloatSlider, IntSlider, SelectionSlider
from traitlets import CFloat, CInt, Int, TraitError, Tuple, Unicode, observe, validate

from c4lib.text import exploration_constant

LARGEST_C = 1_000_000  # from code; the mouse goes up to 4

# -------------------------------------------------------------------- every number, by round steps


class StepSlider(DOMWidget):
    """What makes a slider of numbers go by `steps` in the page, and yet take every other number.

    In the page it is the SelectionSlider of ipywidgets, which has a name for each step. A number
    between two steps stands at the nearer one, under its own name. (ipywidgets' own FloatSlider
    knows its steps only: a page that shows another number sends back the nearest step, and whoever
    is linked to the slider gets that one.)

    Args:
        steps: the numbers that the mouse and the keys give, besides the first value.
        name: what is written beside the slider for a number.
        value: the number to begin with.
        traits: those of an IntSlider or FloatSlider: `min`, `max`, `description`, `tooltip`, ...

    Attributes:
        steps: all of them, in order.
        index: the place of the nearest of them.
    """

    # What a SelectionSlider has in the page, by the names that it has there.
    _model_name = Unicode("SelectionSliderModel").tag(sync=True)
    _view_name = Unicode("SelectionSliderView").tag(sync=True)
    _options_labels = Tuple().tag(sync=True)
    index = Int().tag(sync=True)

    def __init__(
        self, steps: Iterable[float], name: Callable[[float], str], value: float, **traits: object
    ) -> None:
        self.steps = sorted({*steps, value})
        self.name = name
        super().__init__(value=value, **traits)
        self._show_value()

    def _nearest(self):
        """The place of the step that is nearest to the value."""
        distances = [abs(step - self.value) for step in self.steps]
        return distances.index(min(distances))

    @observe("value")
    def _show_value(self, _=None):
        place = self._nearest()
        names = [self.name(step) for step in self.steps]
        names[place] = self.name(self.value)
        with self.hold_sync():
            self._options_labels = names
            self.index = place

    @observe("index")
    def _take_step(self, _):
        """The page has gone to another step."""
        if self.index != self._nearest():
            self.value = self.steps[self.index]


class IntStepSlider(StepSlider, IntSlider):
    """A slider of whole numbers that goes by `steps`; see `StepSlider`.

    >>> playouts = IntStepSlider((10, 20, 50), "{:,}".format, 20, min=1, max=100_000)
    >>> playouts.value = 12345
    >>> playouts.value, playouts.steps[playouts.index]
    (12345, 50)
    """

    value = CInt()  # the page is told the index instead


class FloatStepSlider(StepSlider, FloatSlider):
    """A slider of numbers that goes by `steps`; see `StepSlider`.

    >>> c = FloatStepSlider((0, 0.5, 1), "{:g}".format, 0.33, max=1)
    >>> c.steps
    [0, 0.33, 0.5, 1]
    >>> c.value = 0.707
    >>> c.value, c.steps[c.index]
    (0.707, 0.5)
    """

    value = CFloat()

    @validate("value")
    def _validate_value(self, proposal):
        if math.isnan(proposal["value"]):
            allowed = f"a number from {self.min:g} to {self.max:,g}"
            raise TraitError(f"{self.description} must be {allowed}, not nan")
        return super()._validate_value(proposal)


# -------------------------------------------------------------------- those of the widgets


def c_slider(c: float) -> FloatStepSlider:
    """A slider for the exploration constant, from 0 to 4, by way of the square root of 2.

    From code it takes numbers up to a million.

    >>> slider = c_slider(0.33)
    >>> slider.value, len(slider.steps), math.sqrt(2) in slider.steps
    (0.33, 83, True)
    """
    steps = [math.sqrt(2), *(step / 20 for step in range(81))]
    return FloatStepSlider(
        steps,
        _named_c,
        c,
        max=max(LARGEST_C, c),
        description="c",
        tooltip="exploration constant",
    )


def _named_c(c):
    """With two decimals, or, if it has more, with four digits.

    >>> _named_c(0.7), _named_c(0.707), _named_c(math.sqrt(2))
    ('0.70', '0.707', '√2')
    """
    return exploration_constant(c, ".2f" if round(c, 2) == c else ".4g")


def count_slider(
    text: str, tooltip: str, steps: Iterable[int], value: int, most: int
) -> IntStepSlider:
    """A slider for how many, from 1 to `most`, by these `steps`.

    >>> slider = count_slider("playouts", "how many", (10, 1000), 30, 10_000)
    >>> slider.steps, slider.max
    ([10, 30, 1000], 10000)
    """
    return IntStepSlider(
        steps, "{:,}".format, value, min=1, max=most, description=text, tooltip=tooltip
    )


def prior_slider(prior: int) -> IntSlider:
    """A slider for T, from 0 to 20 or more."""
    tooltip = "every node starts with T wins in 2T visits"
    return IntSlider(value=prior, max=max(20, prior), description="T", tooltip=tooltip)


def seed_slider(seed: int) -> IntStepSlider:
    """A slider for the seed: with the mouse from 0 to 19, from code to 99 or more.

    >>> slider = seed_slider(50)
    >>> slider.value, slider.max, len(slider.steps)
    (50, 99, 21)
    """
    tooltip = "the same seed gives the same tree"
    most = max(99, seed)
    return IntStepSlider(range(20), str, seed, max=most, description="seed", tooltip=tooltip)


def steps_slider(
    text: str, tooltip: str, steps: Iterable, value: object, name: Callable = str
) -> SelectionSlider:
    """A slider with these `steps` and the `value` to begin with, and nothing between them.

    >>> steps_slider("plays", "who", ("O", "X"), "X").options
    (('O', 'O'), ('X', 'X'))
    """
    options = [(name(step), step) for step in sorted({*steps, value})]
    return SelectionSlider(options=options, value=value, description=text, tooltip=tooltip)
