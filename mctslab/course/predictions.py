"""Predictions of the reader's own: asked, kept, and set beside what came out."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import contextmanager
from datetime import datetime
from html import escape
from numbers import Real

from IPython.display import display
from ipywidgets import HTML, Dropdown, HBox, Label, Text, Textarea, VBox

from c4lib._tools.arguments import one_of
from mctslab.course.own_files import alone, may_keep, read_record, write_record

FILE = "predictions.json"
KINDS = ("number", "move", "choice", "word")
SURE = (50, 80, 90)  # percent
ENDS = ("from", "to")  # of a range
NOTHING = "…"  # in a menu, when nothing is chosen
LINE = "_" * 40
RANGE = "from ________ to ________, ________ sure (50, 80 or 90%)"
KNOWN = "not kept: you have seen what came out"

# ---------------------------------------------------------------- the file


def all_entries() -> dict[str, dict]:
    """What was predicted until now, by key; nothing under test.

    Raises:
        Unreadable: the file of the predictions was edited into something else.

    >>> all_entries()
    {}
    """
    return read_record(FILE, wrong_entry)


def wrong_entry(entries: dict) -> str | None:
    """What is wrong with the first wrong entry, in words; None if nothing is.

    >>> wrong_entry({"04-sums": {"question": "How many?", "kind": "number", "predicted": "x"}})
    "of 04-sums, 'predicted' is wrong"
    """
    for key, entry in entries.items():
        if not isinstance(entry, dict):
            return f"{key} is no record in braces"
        kind = entry.get("kind")
        are_right = {
            "question": isinstance(entry.get("question"), str),
            "kind": kind in KINDS,
            "predicted": _is_prediction(kind, entry.get("predicted")),
            "came out": "came out" not in entry or _can_come_out(kind, entry["came out"]),
            "because": isinstance(entry.get("because", ""), str),
        }
        for name, is_right in are_right.items():
            if not is_right:
                return f"of {key}, {name!r} is wrong"
    return None


def _is_prediction(kind, predicted):
    if not isinstance(predicted, dict):
        return False
    names = (*ENDS, "sure") if kind == "number" else ("answer",)
    if predicted.keys() != set(names):
        return False
    if kind != "number":
        return isinstance(predicted["answer"], str)
    low, high, sure = (predicted[name] for name in names)
    return _is_number(low) and _is_number(high) and low <= high and sure in SURE


def _can_come_out(kind, value):
    return _is_number(value) if kind == "number" else isinstance(value, str)


def _is_number(value):
    return isinstance(value, Real) and not isinstance(value, bool) and abs(value) < 1e300


def write_entry(key: str, **news: object) -> None:
    """Put what is new into the entry of this key, with the time of a prediction; not under test.

    Raises:
        Unreadable: see `all_entries`.
        OSError: the file cannot be written.
    """
    if may_keep():
        with alone():
            entries = all_entries()
            entry = entries.setdefault(key, {"lesson": key.split("-")[0]})
            if "predicted" in news:
                entry["when"] = datetime.now().isoformat(" ", "minutes")
            entry |= news
            write_record(FILE, entries)


# ---------------------------------------------------------------- asking

asked: dict[str, Prediction] = {}  # in this session, by key
revealed: set[str] = set()  # the keys of which the reader has seen what came out, in this session


def predict(
    key: str, question: str, kind: str, options: Sequence = (), because: bool = False
) -> Prediction:
    """A question with a field for the answer, to be shown by the cell. Nothing must be filled in.

    What is entered is kept in `predictions.json`, in the folder of the notebooks, until what came
    out is known; from then on it stays as it is.

    Args:
        key: the number of the lesson and a word, `"04-sums"`; `came_out` has the same.
        question: in a sentence; code stands between backticks.
        kind: "number", which is answered by a range and how sure one is of it; "move" or "choice",
            by one of the `options`; or "word".
        options: to choose from.
        because: whether `came_out` asks for the reader's explanation, before it is told.

    Raises:
        ValueError: an argument is none of these.

    >>> predict("01-first", "Which column is best?", "move", range(7))
    Prediction('01-first', move)
    """
    asked[key] = Prediction(key, question, kind, options, because)
    return asked[key]


class Prediction:
    """A question, with the fields for its answer; `predict` makes one.

    Attributes:
        key, question, kind: as given.
        fields: the controls; their values are what was entered.
        note: the line that says that it is kept, or what is wrong.
    """

    def __init__(
        self, key: str, question: str, kind: str, options: Sequence, because: bool
    ) -> None:
        lesson, _, word = str(key).partition("-")
        if not (lesson.isdigit() and word):
            raise ValueError(f'key must be a lesson and a word, such as "04-sums", not {key!r}')
        self.key, self.question = key, question
        self.kind = one_of("kind", kind, KINDS)
        needs_options = kind in ("move", "choice")
        if needs_options != bool(len(options)):
            raise ValueError(f"a {kind} has {'' if needs_options else 'no '}options to choose from")
        self.fields = _fields(kind, [str(option) for option in options])
        self.note = Label()
        self._because = because
        with _errors_shown_in(self.note):
            self._show(self.entry.get("predicted", {}))
        for field in self.fields.values():
            field.observe(self._keep, "value")

    @property
    def entry(self) -> dict:
        """What is kept of this question; nothing if it is another question now."""
        entry = all_entries().get(self.key, {})
        asks_the_same = (entry.get("question"), entry.get("kind")) == (self.question, self.kind)
        return entry if asks_the_same else {}

    @property
    def predicted(self) -> dict[str, object]:
        """What was entered; nothing as long as it is not complete.

        Raises:
            ValueError: it is none of what was asked for.

        >>> sums = predict("04-sums", "How many visits?", "number")
        >>> sums.fields["from"].value, sums.fields["to"].value = "30", "40"
        >>> sums.predicted
        {'from': 30.0, 'to': 40.0, 'sure': 80}
        """
        values = {name: field.value for name, field in self.fields.items()}
        if any(value in ("", NOTHING) for value in values.values()):
            return {}
        if self.kind != "number":
            return values
        low, high = number_of(values["from"]), number_of(values["to"])
        if low > high:
            raise ValueError(f"from {low:g} to {high:g} is no range: the first number is larger")
        return {"from": low, "to": high, "sure": values["sure"]}

    @property
    def fault(self) -> str:
        """What is wrong with what was entered, in words that go on a sentence; empty if nothing is."""
        try:
            _ = self.predicted
        except ValueError as error:
            return f": {error}"
        return ""

    def _show(self, predicted):
        for name, value in predicted.items():
            field = self.fields[name]
            if name in ENDS:
                value = f"{value:.15g}"
            if isinstance(field, Text) or name == "sure" or value in field.options:
                field.value = value
            else:
                self.note.value = f"your answer was {value}, which is no longer among these"

    def _keep(self, _):
        with _errors_shown_in(self.note):
            predicted = self.predicted
            if not predicted or not may_keep():
                self.note.value = ""
            elif self.key in revealed or "came out" in self.entry:
                self.note.value = KNOWN
            else:
                news = {"question": self.question, "kind": self.kind, "predicted": predicted}
                write_entry(self.key, **news)
                self.note.value = f"kept: {in_words(predicted)}"

    def why(self) -> HBox | None:
        """A field for the reader's explanation, if one is asked for and a prediction was made."""
        entry = self.entry
        if not (self._because and entry):
            return None
        field = Textarea(entry.get("because", ""), description="because", continuous_update=False)
        field.placeholder = "why, in a sentence, before you unfold what it shows"
        field.layout.width = "min(100%, 44em)"
        note = Label()

        def keep_reason(change):
            with _errors_shown_in(note):
                write_entry(self.key, because=change["new"])
                note.value = "kept"

        field.observe(keep_reason, "value")
        return HBox([field, note])

    def _ipython_display_(self):
        for output in self.outputs():
            display(output, raw=True)

    def outputs(self) -> list[dict[str, object]]:
        """What a notebook shows: the question with room for the answer, which it keeps, and the
        fields, which take their place as long as the kernel runs."""
        room = {"number": RANGE, "word": LINE}.get(self.kind) or self._circles
        paper = f"<div class='c4-asked'><p>{self._words}</p><p>{escape(room)}</p></div>"
        live = VBox([HTML(self._words), HBox([*self.fields.values(), self.note])])
        live.add_class("c4-fields")
        live.children[1].layout.flex_flow = "row wrap"
        view = live._repr_mimebundle_()
        view.pop("text/plain", None)
        text = f"Predict: {self.question} {room}"
        return [{"text/html": RULE + paper, "text/plain": text}, view]

    @property
    def _circles(self):
        options = self.fields["answer"].options[1:]
        return "  ".join(f"○\N{NO-BREAK SPACE}{option}" for option in options)

    @property
    def _words(self):
        question = re.sub("`(.+?)`", r"<code>\1</code>", escape(self.question))
        return f"<strong>Predict:</strong> {question}"

    def __repr__(self) -> str:
        return f"Prediction({self.key!r}, {self.kind})"


@contextmanager
def _errors_shown_in(note):
    """What goes wrong is said in the note, and the lesson goes on."""
    try:
        yield
    except (ValueError, OSError) as error:
        note.value = str(error)


CHILD = ".jp-OutputArea-child"
RULE = f"""<style>
{CHILD}:has(.c4-asked):has(+ {CHILD} .c4-fields) {{ display: none; }}
{CHILD}:has(.c4-asked) + {CHILD}:has(.jupyter-widgets):not(:has(.c4-fields)) {{ display: none; }}
.c4-fields .widget-html-content {{ font-size: var(--jp-content-font-size1, 14px); line-height: 1.5; }}
</style>"""


def _fields(kind, options):
    """The controls for a kind of answer, by what they ask."""
    near = {"description_width": "initial"}
    if kind == "number":
        short = {"style": near, "layout": {"width": "8em", "margin": "2px 1em 2px 2px"}}
        ends = {name: Text(description=name, continuous_update=False, **short) for name in ENDS}
        sure = [(f"{share}%", share) for share in SURE]
        return {**ends, "sure": Dropdown(options=sure, value=80, description="sure", **short)}
    wide = {"style": near, "layout": {"width": "min(100%, 36em)"}, "description": "answer"}
    if kind == "word":
        return {"answer": Text(continuous_update=False, **wide)}
    return {"answer": Dropdown(options=[NOTHING, *options], **wide)}


NUMBER = re.compile(r"[-+]?(\d+|[1-9]\d{0,2}(,\d{3})+)?(\.\d+)?(e[-+]?\d{1,2})?", re.ASCII | re.I)
# After a comma of thousands there are three digits, and no 0 alone in front of it.
DECIMAL_COMMA = re.compile(r"[-+]?(0?,\d+|\d+,(\d{1,2}|\d{4,}))", re.ASCII)


def number_of(text: str) -> float:
    """The number that somebody has typed.

    Raises:
        ValueError: it is none.

    >>> number_of("4,000"), number_of(" 50 %"), number_of("-.5")
    (4000.0, 50.0, -0.5)
    >>> number_of("0,3"), number_of("1,5"), number_of("0,125")  # a decimal comma
    (0.3, 1.5, 0.125)
    >>> number_of("1,5,0")
    Traceback (most recent call last):
        ...
    ValueError: '1,5,0' is no number; write it like 4000, 0.5 or 30%
    """
    plain = text.strip().rstrip("% ").replace("\N{MINUS SIGN}", "-")
    if DECIMAL_COMMA.fullmatch(plain):
        plain = plain.replace(",", ".")
    if not (NUMBER.fullmatch(plain) and re.search(r"\d", plain)):
        raise ValueError(f"{text!r} is no number; write it like 4000, 0.5 or 30%")
    return float(plain.replace(",", ""))


# ---------------------------------------------------------------- what came out


def came_out(key: str, value: object) -> None:
    """Say what was predicted, next to what came out; or that no prediction was kept, and why.

    Nothing if the question was not asked in this session, or under test.

    Args:
        key: that of the prediction.
        value: what came out: of a range the number, of a choice one of its options.

    Raises:
        ValueError: it is none of these.

    >>> came_out("04-sums", 40)
    """
    prediction = asked.get(key)
    if prediction is None:  # the cell with the question was not run
        return
    revealed.add(key)
    value = _value(prediction, value)
    try:
        entry = prediction.entry
        if entry:
            print(compared(entry["predicted"], value))
            write_entry(key, **{"came out": value})
        elif may_keep():
            print(f"No prediction was kept{prediction.fault}.")
    except (ValueError, OSError) as error:
        print(error)
        return
    why = prediction.why()
    if why:
        display(why)


def _value(prediction, value):
    """What came out as it is kept, if it can be an answer to what was asked."""
    name = f"what came out of {prediction.key}"
    if prediction.kind == "number":
        if not _is_number(value):
            raise ValueError(f"{name} must be a number, not {value!r}")
        return float(value)
    if prediction.kind == "word":
        return str(value)
    return one_of(name, str(value), prediction.fields["answer"].options[1:])


def compared(predicted: dict, value: float | str) -> str:
    """A prediction next to what came out.

    >>> compared({"from": 30, "to": 36, "sure": 80}, 40)
    'You said 30 to 36, 80% sure. It came out at 40: outside.'
    >>> compared({"answer": "3"}, "3")
    'You said 3, and so it is.'
    """
    said = f"You said {in_words(predicted)}"
    right = holds(predicted, value)
    if "from" in predicted:
        where = "inside" if right else "outside"
        return f"{said}. It came out at {_rounded(value, predicted)}: {where}."
    return f"{said}, and so it is." if right else f"{said}. It is {value}."


def in_words(predicted: dict) -> str:
    """A prediction as it is told.

    >>> in_words({"from": 0.5, "to": 1234567, "sure": 80})
    '0.5 to 1,234,567, 80% sure'
    """
    if "from" not in predicted:
        return predicted["answer"]
    low, high = (f"{predicted[end]:,.15g}" for end in ENDS)
    return f"{low} to {high}, {predicted['sure']}% sure"


def _rounded(value, predicted):
    """The number in four digits, or in so many that it lies on the right side of the ends."""
    for digits in range(4, 17):
        number = float(f"{value:.{digits}g}")
        if holds(predicted, number) == holds(predicted, value):
            break
    return f"{number:,.15g}"


def holds(predicted: dict, value: float | str) -> bool:
    """Whether what came out is what was predicted.

    >>> holds({"answer": "Column 3"}, "column 3 ")
    True
    """
    if "from" in predicted:
        return predicted["from"] <= value <= predicted["to"]
    return predicted["answer"].strip().casefold() == value.strip().casefold()
