"""The hill of lesson 11 that is slid along p: what it says of each p, what it colours, and that a page shows all of it."""

import re

import pytest

from c4lib.plots.canvas import EXPLOITATION, VISITS
from mctslab.arena import score_interval
from pictures.lesson_11 import FIRST, LAST, chance, slid


@pytest.fixture
def hill():
    panel = slid(14, 20)
    yield panel
    panel.close()


BASE = 330  # where the hill stands, in hundredths from the top


def boxes(hill, above):
    """(left, height) of the bars of the hill, or of the marks below it, in hundredths, by colour."""
    found = {EXPLOITATION: [], VISITS: []}
    for _, kind, shape, look in hill.picture.scene.elements.values():
        if kind == "box" and (shape[1] + shape[3] <= BASE + 1) == above:
            found[look[0].upper()].append((shape[0], shape[3]))
    return found


@pytest.mark.parametrize(("points", "games"), [(14, 20), (30, 40)])
def test_what_fits_is_wilsons_interval(points, games):
    hill = slid(points, games)
    fit = [number for number in range(FIRST, LAST + 1) if "so p fits" in hill.say(number)]
    low, high = score_interval(points, games)
    assert fit == [number for number in range(FIRST, LAST + 1) if low <= number / 100 <= high]
    assert f"{fit[0]}% to {fit[-1]}% fit" in hill.say(LAST)
    hill.close()


def test_nothing_is_told_of_a_p_that_was_not_tried_yet(hill):
    for number in range(FIRST, LAST + 1):
        hill.number.value = number
        tried = boxes(hill, above=False)
        assert sum(map(len, tried.values())) == number - FIRST + 1
        ends = [int(end) for end in re.findall(r"(\d+)%", hill.sentence.value)]
        assert max(ends) == number
    assert len(boxes(hill, above=False)[EXPLOITATION]) == len(range(49, 86))


def test_the_bars_are_the_chances_of_all_points(hill):
    hill.number.value = 60
    bars = boxes(hill, above=True)
    heights = sorted(height for colour in bars.values() for _, height in colour)
    assert len(heights) == 21
    assert heights == pytest.approx(sorted(750 * chance(points, 20, 0.6) for points in range(21)), abs=0.06)
    assert sum(chance(points, 20, 0.6) for points in range(21)) == pytest.approx(1)
