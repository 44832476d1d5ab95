"""A class's predictions: twenty files in a folder become one page with a histogram of each question."""

import json
import os
import random

import pytest

from editions import predictions

DEPTH = {"lesson": "08", "question": "How deep?", "kind": "number", "when": "2026-01-01 10:00"}
RULE = {"lesson": "08", "question": "Which rule?", "kind": "choice", "when": "2026-01-01 10:00"}


@pytest.fixture
def folder(tmp_path):
    """Twenty files: of the ranges 13 hold 7, and 6 students say `mean`, in capitals or not."""
    for k in range(20):
        low = 5 if k < 13 else 9
        depth = DEPTH | {"predicted": {"from": low, "to": low + 4, "sure": random.Random(k).choice([50, 80, 90])}}
        rule = RULE | {"predicted": {"answer": ["mean", "Mean "][k % 2] if k < 6 else "visits"}, "came out": "mean"}
        entries = {"08-depth": depth | {"came out": 7, "because": "it <grows>"}, "08-rule": rule}
        (tmp_path / f"{k}.json").write_text(json.dumps(entries), "utf-8")
    return tmp_path


def test_each_question_has_its_histogram_and_what_came_out(folder):
    page = predictions.page(folder)
    assert "20 files with 40 predictions" in page
    assert "<li>it &lt;grows&gt;</li>" in page
    assert "<h2>How deep?</h2>" in page
    assert "13 of 20 ranges hold 7" in page
    assert "6 of 20 said mean" in page


def test_what_came_out_is_folded_so_that_a_class_can_be_shown_its_guesses_first(folder):
    before, after = predictions.page(folder).split("<summary>What came out</summary>")[:2]
    assert "ranges hold 7" not in before
    assert "13 of 20 ranges hold 7" in after


@pytest.mark.parametrize("text", ["{half", '{"04-x": {"predicted": 3, "came out": 1}}', '{"04-x": "\\ud800"}'])
def test_a_file_that_cannot_be_read_is_named_and_the_others_are_counted(folder, text):
    (folder / "broken.json").write_text(text, "utf-8")
    page = predictions.page(folder)
    assert "<li>broken.json: " in page
    assert "20 files with 40 predictions" in page


@pytest.mark.parametrize("make", [os.mkfifo, os.mkdir, lambda path: path.write_bytes(b" " * 4_000_001)])
def test_what_is_no_plain_file_or_far_too_large_is_named_and_not_read(folder, make):
    make(folder / "strange.json")
    page = predictions.page(folder)
    assert "<li>strange.json: it is no plain file, or far too large" in page
    assert "20 files with 40 predictions" in page


def test_an_endless_answer_and_numbers_of_any_size_are_drawn(folder):
    depth = DEPTH | {"predicted": {"from": 10**20, "to": 10**30, "sure": 80}, "came out": 10**25}
    rule = RULE | {"predicted": {"answer": "visits\n" * 100_000}, "came out": "mean"}
    (folder / "long.json").write_text(json.dumps({"08-depth": depth, "08-rule": rule}), "utf-8")
    page = predictions.page(folder)
    assert "21 files with 42 predictions" in page
    assert len(page) < 1_000_000


def test_ranges_are_drawn_where_they_are(monkeypatch):
    drawn = []

    class Axes:
        def stairs(self, counts, edges, **how):
            drawn.append((counts, [*edges]))

        def vlines(self, places, low, high, **how):
            drawn.append((places, high))

        def __getattr__(self, name):
            return lambda *given, **how: None

    ends = [(0, 1), (100, 101), (100, 101), (50, 50)]
    predictions.draw_ranges(Axes(), [{"from": low, "to": high} for low, high in ends], None)
    assert drawn == [([1, 0, 0, 2], [0, 1, 50, 100, 101]), ([50], [1])]


def test_a_question_that_was_changed_has_a_histogram_for_each_version(folder):
    other = {"08-depth": RULE | {"question": "Which depth?", "predicted": {"answer": "7"}}}
    (folder / "other.json").write_text(json.dumps(other), "utf-8")
    page = predictions.page(folder)
    assert "<h2>How deep?</h2>" in page
    assert "<h2>Which depth?</h2>" in page


def test_nobody_is_named(folder):
    (folder / "7.json").rename(folder / "Ada Lovelace.json")
    assert "Ada" not in predictions.page(folder)


def test_before_anything_has_come_out_there_are_the_guesses_alone(tmp_path):
    asked = {"08-depth": DEPTH | {"predicted": {"from": 5, "to": 9, "sure": 80}}}
    (tmp_path / "one.json").write_text(json.dumps(asked), "utf-8")
    page = predictions.page(tmp_path)
    assert "<h2>How deep?</h2>" in page
    assert "What came out" not in page
