"""Predictions: what is asked, kept and said; nothing of it under test."""

import json
import threading

import pytest

from mctslab.course import calibration, came_out, own_files, predict, predictions


@pytest.fixture
def student(at_work):
    """What somebody has entered, as it stands in the file."""
    return lambda: json.loads((at_work / "predictions.json").read_text("utf-8"))


def sums(low="30", high="36"):
    asked = predict("04-sums", "How many visits?", "number")
    asked.fields["from"].value, asked.fields["to"].value = low, high
    return asked


def test_what_is_entered_is_kept_with_lesson_question_and_time(student):
    sums()
    entry = student()["04-sums"]
    assert entry["predicted"] == {"from": 30, "to": 36, "sure": 80}
    assert (entry["lesson"], entry["question"], len(entry["when"])) == ("04", "How many visits?", 16)


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
    predictions.revealed.clear()  # the kernel is started again
    asked.fields["to"].value = "41"
    assert student()["04-sums"]["predicted"]["to"] == 36
    assert asked.note.value == "not kept: you have seen what came out"


def test_what_is_entered_after_the_answer_was_seen_is_not_kept(student, at_work):
    asked = predict("04-sums", "How many visits?", "number")
    came_out("04-sums", 40)
    asked.fields["from"].value, asked.fields["to"].value = "39", "41"
    assert not list(at_work.iterdir())


def test_the_readers_because_is_asked_for_before_it_is_told_and_kept(student, monkeypatch):
    shown = []
    monkeypatch.setattr(predictions, "display", shown.append)
    predict("04-more", "How many more?", "number", because=True)
    came_out("04-more", 40)
    assert not shown, "nothing was predicted"
    asked = predict("04-sums", "How many visits?", "number", because=True)
    asked.fields["from"].value, asked.fields["to"].value = "30", "36"
    came_out("04-sums", 40)
    shown[0].children[0].value = "the root has its own"
    assert student()["04-sums"]["because"] == "the root has its own"


def test_what_came_out_is_one_of_the_options(student):
    predict("05-word", "What?", "choice", ["more", "fewer"])
    with pytest.raises(ValueError, match="what came out of 05-word must be 'more' or 'fewer', not 'equal'"):
        came_out("05-word", "equal")


@pytest.mark.parametrize(
    ("change", "wrong"),
    [
        ({"predicted": "abc"}, "predicted"),
        ({"predicted": {"from": 5, "to": 3, "sure": 80}}, "predicted"),
        ({"predicted": {"from": 3, "to": 5, "sure": 80, "extra": 1}}, "predicted"),
        ({"kind": "guess"}, "kind"),
        ({"question": None}, "question"),
        ({"came out": "many"}, "came out"),
        ({"because": 5}, "because"),
    ],
)
def test_an_entry_that_was_edited_wrongly_is_said_and_the_lesson_goes_on(student, at_work, capsys, change, wrong):
    sums()
    entries = student()
    entries["04-sums"] |= change
    text = json.dumps(entries)
    (at_work / "predictions.json").write_text(text)
    said = f"predictions.json cannot be used: of 04-sums, {wrong!r} is wrong. Mend it, or give it another name"
    assert sums().note.value == said
    came_out("04-sums", 40)
    assert capsys.readouterr().out == said + "\n"
    with pytest.raises(own_files.Unreadable):
        calibration()
    assert (at_work / "predictions.json").read_text() == text


def test_an_answer_to_another_question_is_not_taken_for_one_to_this(student, capsys):
    predict("05-word", "What?", "word").fields["answer"].value = "luck"
    predict("05-word", "How many?", "number")
    came_out("05-word", 3)
    assert capsys.readouterr().out == "No prediction was kept.\n"
    assert student()["05-word"]["predicted"] == {"answer": "luck"}


def test_a_refused_prediction_is_said_before_the_result(student, capsys):
    sums("forty", "50")
    came_out("04-sums", 40)
    said = "No prediction was kept: 'forty' is no number; write it like 4000, 0.5 or 30%.\n"
    assert capsys.readouterr().out == said


def test_under_test_nothing_is_said_of_a_prediction_that_nobody_made(capsys):
    predict("04-sums", "How many visits?", "number")
    came_out("04-sums", 40)
    assert capsys.readouterr().out == ""


def test_an_answer_that_is_no_longer_offered_is_said(student):
    predict("05-word", "What?", "choice", ["more", "fewer"]).fields["answer"].value = "more"
    again = predict("05-word", "What?", "choice", ["many", "few"])
    assert again.note.value == "your answer was more, which is no longer among these"


@pytest.mark.parametrize("value", [float("nan"), "40"])
def test_what_came_out_of_a_range_is_a_number(student, value):
    sums()
    with pytest.raises(ValueError, match="what came out of 04-sums must be a number"):
        came_out("04-sums", value)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("4,000", 4000),
        ("4,000,000.5", 4000000.5),
        ("50 %", 50),
        ("−3", -3),
        (" 1e3", 1000),
        ("0,3", 0.3),
        ("1,5", 1.5),
        (",25", 0.25),
        ("0,125", 0.125),
        ("12,3456", 12.3456),
    ],
)
def test_numbers_are_read_as_they_are_written(typed, meant):
    assert predictions.number_of(typed) == meant


@pytest.mark.parametrize("typed", ["1,5,0", "0,3.5", "01,234", "½", "1e400", ""])
def test_what_is_no_number_is_said(typed):
    with pytest.raises(ValueError, match="is no number; write it like"):
        predictions.number_of(typed)


def test_a_kept_number_is_shown_again_in_full(student):
    sums("1234567", "1234568.25")
    again = predict("04-sums", "How many visits?", "number")
    assert [again.fields[end].value for end in ("from", "to")] == ["1234567", "1234568.25"]


def test_two_notebooks_at_once_lose_nothing(at_work, student):
    def enter(lesson):
        for k in range(20):
            predictions.write_entry(f"{lesson}-{k}", question="", kind="word", predicted={"answer": "x"})

    threads = [threading.Thread(target=enter, args=(lesson,)) for lesson in ("04", "08")]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    assert len(student()) == 40


def test_of_what_was_not_predicted_nothing_is_said(student, capsys, tmp_path):
    came_out("04-sums", 40)
    assert capsys.readouterr().out == ""
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("text", ["{half", '{"04-x": NaN}', '{"04-x": "\\ud800"}'])
def test_a_file_that_is_broken_is_said_and_left_as_it_is(student, capsys, tmp_path, text):
    (tmp_path / "predictions.json").write_text(text)
    assert "it is no JSON" in predict("04-sums", "How many visits?", "number").note.value
    came_out("04-sums", 40)
    assert "predictions.json cannot be used" in capsys.readouterr().out
    assert (tmp_path / "predictions.json").read_text() == text


def test_a_link_to_itself_is_replaced_by_what_is_kept(student, at_work):
    (at_work / "predictions.json").symlink_to("predictions.json")
    sums()
    assert [*student()] == ["04-sums"]


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
    assert "from ________ to ________" in paper["text/html"]
    assert [*live] == ["application/vnd.jupyter.widget-view+json"] or "text/plain" not in live


def test_without_a_kernel_there_are_the_answers_to_choose_from():
    paper, _ = predict("05-word", "What?", "choice", ["more", "as many"]).outputs()
    assert "○\N{NO-BREAK SPACE}more  ○\N{NO-BREAK SPACE}as many" in paper["text/html"]


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
