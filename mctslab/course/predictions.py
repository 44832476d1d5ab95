"""Predictions of the reader's own: asked, kept, and set beside what came out."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Sequence
from datetime import datetime
from html import escape
from pathlib import Path

from IPython.display import display
from ipywidgets import HTML, Dropdown, HBox, Label, Text, Textarea, VBox

from c4lib._tools import one_of
from mctslab.course.own_files import is_kept, keep

FILE = Path("predictions.json")  # beside the notebooks
KINDS = ("number", "move", "choice", "word")
SURE = (50, 80, 90)  # per cent
ENDS = ("from", "to")  # of a range
NOTHING = "…"  # in a menu, when nothing is chosen
LINE = "_" * 40
KNOWN = "not kept: what came out is known to you, so your first prediction stays"

# ---------------------------------------------------------------- the file


class Unreadable(ValueError):
    """The file is there, and is not what was written."""


def all_entries(path: Path = FILE) -> dict[str, dict]:
    """The entries of a file, by their keys; none if there is no file, or under test.

    Raises:
        Unreadable: the file holds something else. It is left as it is.

    >>> all_entries()
    {}
    """
    if not (is_kept() and path.exists()):
        return {}
    try:
        entries = json.loads(path.read_text("utf-8"))
        if all(isinstance(entry, dict) for entry in entries.values()):
            return entries
        why = "an entry is no record"
    except (ValueError, AttributeError) as error:
        why = str(error)
    left = "It is left as it is. Mend it, or delete it to start anew."
    raise Unreadable(f"{path.name} cannot be read: {why}. {left}")


def write(key: str, **news: object) -> None:
    """Put what is new into the entry of this key, with the time of a prediction; not under test.

    Raises:
        Unreadable: see `all_entries`.
    """
    if is_kept():
        entries = all_entries()
        entry = entries.setdefault(key, {"lesson": key.split("-")[0]})
        if "predicted" in news:
            entry["when"] = datetime.now().isoformat(" ", "minutes")
        entry |= news
        keep(FILE, json.dumps(entries, indent=2, ensure_ascii=False) + "\n")


# ---------------------------------------------------------------- asking

asked: dict[str, Prediction] = {}  # in this session, by key


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
        try:
            self._show(all_entries().get(key, {}).get("predicted", {}))
        except Unreadable as error:
            self.note.value = str(error)
        for field in self.fields.values():
            field.observe(self._keep, "value")

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
        low, high = _number(values["from"]), _number(values["to"])
        if low > high:
            raise ValueError(f"from {low:g} to {high:g} is no range: the first number is larger")
        return {"from": low, "to": high, "sure": values["sure"]}

    def _show(self, predicted):
        for name, value in predicted.items():
            field = self.fields.get(name)
            options = getattr(field, "options", None)
            if isinstance(field, Text):
                field.value = value if isinstance(value, str) else f"{value:g}"
            elif options and value in [
                option[1] if name == "sure" else option for option in options
            ]:
                field.value = value

    def _keep(self, _):
        try:
            predicted = self.predicted
            if predicted and "came out" in all_entries().get(self.key, {}):
                self.note.value = KNOWN
            elif predicted:
                news = {"question": self.question, "kind": self.kind, "predicted": predicted}
                write(self.key, **news)
                self.note.value = "kept" if is_kept() else ""
        except (ValueError, OSError) as error:
            self.note.value = str(error)

    def why(self) -> Textarea | None:
        """A field for the reader's explanation, if one is asked for and a prediction was made."""
        entry = all_entries().get(self.key, {})
        if not (self._because and "predicted" in entry):
            return None
        field = Textarea(entry.get("because", ""), description="because", continuous_update=False)
        field.placeholder = "why, in a sentence, before you unfold what it shows"
        field.layout.width = "min(100%, 44em)"
        field.observe(lambda change: write(self.key, because=change["new"]), "value")
        return field

    def _ipython_display_(self):
        for output in self.outputs():
            display(output, raw=True)

    def outputs(self) -> list[dict[str, object]]:
        """What a notebook shows: the question with a line to write on, which it keeps, and the
        fields, which take their place as long as the kernel runs."""
        paper = f"<p class='c4-asked'>{self._words}</p><p>{LINE}</p>"
        live = VBox([HTML(self._words), HBox([*self.fields.values(), self.note])])
        live.add_class("c4-fields")
        live.children[1].layout.flex_flow = "row wrap"
        view = live._repr_mimebundle_()
        view.pop("text/plain", None)
        text = f"Predict: {self.question} {LINE}"
        return [{"text/html": RULE + paper, "text/plain": text}, view]

    @property
    def _words(self):
        question = re.sub("`(.+?)`", r"<code>\1</code>", escape(self.question))
        return f"<strong>Predict:</strong> {question}"

    def __repr__(self) -> str:
        return f"Prediction({self.key!r}, {self.kind})"


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


def _number(text):
    try:
        number = float(text.replace(",", ".").rstrip("% "))
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise ValueError(f"{text!r} is no number")
    return number


# ---------------------------------------------------------------- what came out


def came_out(key: str, value: object) -> None:
    """Say what was predicted, next to what came out; nothing if nothing was.

    Args:
        key: that of the prediction.
        value: what came out: of a range the number, of a choice one of its options.

    Raises:
        ValueError: it is none of these.

    >>> came_out("04-sums", 40)
    """
    prediction = asked.get(key)
    if prediction is not None and prediction.kind in ("move", "choice"):
        one_of(f"what came out of {key}", str(value), prediction.fields["answer"].options[1:])
    try:
        entry = all_entries().get(key, {})
        if "predicted" not in entry:
            return
        value = float(value) if entry["kind"] == "number" else str(value)
        write(key, **{"came out": value})
    except Unreadable as error:
        print(error)
        return
    print(in_words(entry["predicted"], value))
    why = prediction and prediction.why()
    if why:
        display(why)


def in_words(predicted: dict, value: float | str) -> str:
    """A prediction next to what came out.

    >>> in_words({"from": 30, "to": 36, "sure": 80}, 40)
    'You said 30 to 36, 80% sure. It came out at 40: outside.'
    >>> in_words({"answer": "3"}, "3")
    'You said 3, and so it is.'
    """
    if "from" in predicted:
        said = f"{predicted['from']:g} to {predicted['to']:g}, {predicted['sure']}% sure"
        where = "inside" if holds(predicted, value) else "outside"
        return f"You said {said}. It came out at {value:.4g}: {where}."
    said = predicted["answer"]
    if holds(predicted, value):
        return f"You said {said}, and so it is."
    return f"You said {said}. It is {value}."


def holds(predicted: dict, value: float | str) -> bool:
    """Whether what came out is what was predicted.

    >>> holds({"answer": "Column 3"}, "column 3 ")
    True
    """
    if "from" in predicted:
        return predicted["from"] <= value <= predicted["to"]
    return predicted["answer"].strip().casefold() == value.strip().casefold()
