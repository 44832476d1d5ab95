"""Predictions: what is asked, kept and said; nothing of it under test."""

import json

import pytest

from mctslab.course import calibration, came_out, hand_in, predict, predictions, report


@pytest.fixture
def student(tmp_path, monkeypatch):
    """A folder in which somebody works, not under test; what was entered is given."""
    monkeypatch.chdir(tmp_path)
    for module in (predictions, report):
        monkeypatch.setattr(module, "is_kept", lambda: True)
    monkeypatch.setattr(predictions, "asked", {})

    def entered():
        return json.loads((tmp_path / "predictions.json").read_text("utf-8"))

    return entered


def sums(low="30", high="36"):
    asked = predict("04-sums", "How many visits?", "number")
    asked.fields["from"].value, asked.fields["to"].value = low, high
    return asked


def test_what_is_entered_is_kept_with_lesson_question_and_time(student):
    sums()
    entry = student()["04-sums"]
    assert entry["predicted"] == {"from": 30, "to": 36, "sure": 80}
    assert (entry["lesson"], entry["question"], len(entry["when"])) == ("04", "How many visits?", 16)


def test_what_was_entered_is_shown_again(student):
    sums()
    again = predict("04-sums", "How many visits?", "number")
    assert [field.value for field in again.fields.values()] == ["30", "36", 80]


@pytest.mark.parametrize(
    ("low", "high", "said"),
    [("40", "30", "no range"), ("x", "30", "'x' is no number"), ("nan", "3", "no number"), ("", "3", "")],
)
def test_what_cannot_be_kept_is_said_and_not_kept(student, low, high, said, tmp_path):
    assert said in sums(low, high).note.value
    assert not (tmp_path / "predictions.json").exists()


@pytest.mark.parametrize(
    ("kind", "options", "answer", "value", "said"),
    [
        ("move", range(7), "3", 3, "You said 3, and so it is.\n"),
        ("choice", ["more", "fewer"], "more", "fewer", "You said more. It is fewer.\n"),
        ("word", (), "Luck", "luck", "You said Luck, and so it is.\n"),
    ],
)
def test_the_answer_says_what_was_predicted_next_to_what_came_out(student, capsys, kind, options, answer, value, said):
    asked = predict("05-word", "What?", kind, options)
    asked.fields["answer"].value = answer
    came_out("05-word", value)
    assert capsys.readouterr().out == said
    assert student()["05-word"]["came out"] == str(value)


def test_a_range_is_said_to_hold_or_not(student, capsys):
    sums()
    came_out("04-sums", 40)
    assert capsys.readouterr().out == "You said 30 to 36, 80% sure. It came out at 40: outside.\n"


def test_once_what_came_out_is_known_the_first_prediction_stays(student):
    asked = sums()
    came_out("04-sums", 40)
    asked.fields["to"].value = "41"
    assert student()["04-sums"]["predicted"]["to"] == 36
    assert "stays" in asked.note.value


def test_the_readers_because_is_asked_for_before_it_is_told_and_kept(student, monkeypatch):
    shown = []
    monkeypatch.setattr(predictions, "display", shown.append)
    asked = predict("04-sums", "How many visits?", "number", because=True)
    came_out("04-sums", 40)
    assert not shown, "nothing was predicted"
    asked.fields["from"].value, asked.fields["to"].value = "30", "36"
    came_out("04-sums", 40)
    shown[0].value = "the root has its own"
    assert student()["04-sums"]["because"] == "the root has its own"


def test_what_came_out_is_one_of_the_options(student):
    predict("05-word", "What?", "choice", ["more", "fewer"])
    with pytest.raises(ValueError, match="what came out of 05-word must be 'more' or 'fewer', not 'equal'"):
        came_out("05-word", "equal")


def test_of_what_was_not_predicted_nothing_is_said(student, capsys, tmp_path):
    came_out("04-sums", 40)
    assert capsys.readouterr().out == ""
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_is_broken_is_said_and_left_as_it_is(student, capsys, tmp_path):
    (tmp_path / "predictions.json").write_text("{half")
    assert "left as it is" in predict("04-sums", "How many visits?", "number").note.value
    came_out("04-sums", 40)
    assert "predictions.json cannot be read" in capsys.readouterr().out
    assert (tmp_path / "predictions.json").read_text() == "{half"


@pytest.mark.parametrize("name", ["PYTEST_CURRENT_TEST", "C4LIB_TEST"])
def test_under_test_nothing_is_read_or_written(tmp_path, monkeypatch, name):
    monkeypatch.chdir(tmp_path)
    for other in ("PYTEST_CURRENT_TEST", "C4LIB_TEST"):
        monkeypatch.delenv(other, raising=False)
    monkeypatch.setenv(name, "1")
    sums()
    came_out("04-sums", 40)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("key", "kind", "options"),
    [("sums", "number", ()), ("04-sums", "guess", ()), ("04-sums", "move", ()), ("04-sums", "word", "ab")],
)
def test_what_is_no_question_is_refused(key, kind, options):
    with pytest.raises(ValueError, match="key|kind|options"):
        predict(key, "How many?", kind, options)


def test_without_a_kernel_it_is_the_question_and_a_line():
    paper, live = sums().outputs()
    assert "How many visits?" in paper["text/html"]
    assert "____" in paper["text/html"]
    assert [*live] == ["application/vnd.jupyter.widget-view+json"] or "text/plain" not in live


def test_calibration_counts_how_many_ranges_of_each_kind_held(student):
    for number, (sure, value) in enumerate([(50, 1), (50, 9), (90, 2), (90, 3)]):
        asked = predict(f"0{number}-x", "How many?", "number")
        for name, entered in zip(asked.fields, ("1", "3", sure)):
            asked.fields[name].value = entered
        came_out(f"0{number}-x", value)
    figure = calibration()
    assert figure.axes[0].get_title() == "3 of 4 ranges held"
    assert sorted(text.get_text() for text in figure.axes[0].texts)[:2] == ["1 of 2", "2 of 2"]
    assert "It came out at 9: outside" in figure.axes[1].texts[0].get_text()


def test_under_test_no_page_is_written(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    hand_in()
    assert list(tmp_path.iterdir()) == []


def test_all_that_was_entered_can_be_handed_in_as_one_page(student, tmp_path):
    sums()
    came_out("04-sums", 40)
    page = hand_in().read_text("utf-8")
    assert "How many visits?" in page
    assert "It came out at 40: outside." in page
