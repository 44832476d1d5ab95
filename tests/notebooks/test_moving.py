"""The pictures beside the lessons that move: what they show by number, and that a page shows all without a kernel."""

import base64
import gzip
import re

import pytest

from c4lib import Board
from pictures.lesson_08 import poured


@pytest.fixture
def bars():
    panel = poured(Board(4, 5), seed=1, iterations=20)
    yield panel
    panel.close()


def visits(bars):
    """The visits that stand below the bars, by column."""
    texts = {str(name): words[1] for name, (_, kind, _, words) in bars.picture.scene.elements.items() if kind == "text"}
    return {int(name[-1]): int(words) for name, words in texts.items() if re.fullmatch(r".* n \d", name)}


def test_each_number_has_its_picture_and_its_sentence(bars):
    for number in range(5, 21):
        bars.number.value = number
        assert sum(visits(bars).values()) == number
        assert bars.sentence.value.startswith(f"{number} visits so far.")


def test_the_next_visit_goes_where_the_sentence_says_unless_bars_are_equal(bars):
    said = 0
    for number in range(5, 20):
        bars.number.value = number
        sentence, before = bars.sentence.value, visits(bars)
        bars.number.value = number + 1
        [grown] = [column for column, count in visits(bars).items() if count > before[column]]
        columns = re.findall(r"\d+", sentence.partition("column")[2])
        said += columns == [str(grown)]
        assert str(grown) in columns
    assert said


def test_a_page_has_every_picture(bars, tmp_path):
    bars.save_html(tmp_path / "page.html", "Visits")
    text = (tmp_path / "page.html").read_text(encoding="utf-8")
    packed = max(re.findall(r"[A-Za-z0-9+/=]{200,}", text), key=len)
    lines = gzip.decompress(base64.b64decode(packed)).decode().splitlines()
    assert [f"{number} visits so far" in line for number, line in zip(range(5, 21), lines)] == [True] * 16


def test_without_a_kernel_the_last_picture_is_seen(bars):
    assert bars.static_picture().startswith(b"\x89PNG")
    assert repr(bars) == "MovingPicture(visits 5 to 20)"
