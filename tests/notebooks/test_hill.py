"""The hill of lesson 11 that is slid along p: what it says of each p, what it colours, and that a page shows all of it."""

import base64
import gzip
import io
import re

import pytest
from matplotlib.image import imread

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


@pytest.mark.parametrize(("points", "games"), [(14, 20), (12, 20), (9, 16), (30, 40)])
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


def test_the_seen_points_are_among_the_blue_bars_when_p_fits(hill):
    for number in (30, 48, 49, 70, 85, 86, 95):
        hill.number.value = number
        blue = [left for left, _ in boxes(hill, above=True)[EXPLOITATION]]
        bar = 80 + (14 - 0.42) * 840 / 20
        assert any(abs(left - bar) < 0.1 for left in blue) == ("so p fits" in hill.sentence.value)


def test_the_bars_are_the_chances_of_all_points(hill):
    hill.number.value = 60
    bars = boxes(hill, above=True)
    heights = sorted(height for colour in bars.values() for _, height in colour)
    assert len(heights) == 21
    assert heights == pytest.approx(sorted(750 * chance(points, 20, 0.6) for points in range(21)), abs=0.06)
    assert sum(chance(points, 20, 0.6) for points in range(21)) == pytest.approx(1)


def test_a_page_has_every_picture(hill, tmp_path):
    hill.save_html(tmp_path / "page.html", "Which p fit")
    text = (tmp_path / "page.html").read_text(encoding="utf-8")
    packed = max(re.findall(r"[A-Za-z0-9+/=]{200,}", text), key=len)
    lines = gzip.decompress(base64.b64decode(packed)).decode().splitlines()
    found = [f"p = {number}%:" in line for number, line in zip(range(FIRST, LAST + 1), lines)]
    assert found == [True] * (LAST - FIRST + 1)


def test_without_a_kernel_the_last_picture_is_seen_with_the_whole_interval(hill):
    picture = imread(io.BytesIO(hill.static_picture()))
    assert picture.shape == (540, 900, 4)
    strip = (abs(picture[435, :, :3] - [0, 0x72 / 255, 0xB2 / 255]) < 0.02).all(axis=1)
    assert 0.25 < strip.mean() < 0.35
    assert repr(hill) == f"MovingPicture(p in % {FIRST} to {LAST})"
