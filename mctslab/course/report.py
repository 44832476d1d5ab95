"""All predictions of a reader together: how often the ranges held."""

from __future__ import annotations

import math
from collections.abc import Sequence

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from c4lib._tools.intervals import wilson_interval
from mctslab.course.predictions import SURE, all_entries, compared, holds

BLUE, GREY = "#0072B2", "#5F6670"
SIZE = 13  # of texts, in points
MADE_UP = (  # a question, the range, how sure (%), and what came out: a reader like many
    ("Right against mistaken, 800 playouts: % of the points?", 52, 62, 80, 85.4),
    ("% of the visits for the two wins after 20,000 iterations?", 38, 50, 80, 83.6),
    ("How many levels deep after 10,000 iterations?", 5, 9, 90, 7),
    ("Of 200 mistaken searches, how many block?", 150, 200, 50, 198),
    ("Won once: what percentage wins again?", 65, 85, 80, 56.4),
    ("T = 20: playouts of the most visited column?", 35, 50, 50, 42.9),
    ("T = 20 in the mean only: the same?", 15, 25, 80, 16.9),
    ("White's rate with a bonus?", 0.2, 0.6, 90, 0.84),
    ("First iterations that White wins, in %?", 10, 30, 90, 21),
)


def calibration() -> Figure:
    """A picture of how often the reader's ranges held, with 95% intervals (Wilson 1927), and of the
    predictions that were furthest off; of a made-up reader, until a range has come out.

    Of ranges of which the reader was 80% sure, eight of ten should hold: points below the line are
    of somebody who is too sure.

    Raises:
        Unreadable: the file of the predictions was edited into something else.

    >>> calibration().axes[0].get_title()
    'A made-up reader: 5 of 9 ranges held'
    """
    ranges = []
    for entry in all_entries().values():
        if entry["kind"] == "number" and "came out" in entry:
            ranges.append(entry)
    if ranges:
        return draw_calibration(ranges)
    figure = draw_calibration([_entry(*entry) for entry in MADE_UP])
    left = figure.axes[0]
    left.set_title(f"A made-up reader: {left.get_title()}", weight="bold")
    return figure


def _entry(question: str, low: float, high: float, sure: int, value: float) -> dict:
    """What `predictions.json` would have of a range and what came out."""
    predicted = {"from": low, "to": high, "sure": sure}
    return {"question": question, "predicted": predicted, "came out": value}


def draw_calibration(entries: Sequence[dict]) -> Figure:
    """The picture of these predictions, all of them ranges that have come out.

    >>> held = {"predicted": {"from": 1, "to": 3, "sure": 80}, "came out": 2, "question": "How many?"}
    >>> draw_calibration([held]).axes[0].get_title()
    '1 of 1 ranges held'
    """
    figure = Figure(figsize=(11, 4.5), layout="constrained")
    left, right = figure.subplots(1, 2, width_ratios=(4, 6))
    draw_shares(left, entries)
    right.set_title("Furthest off", weight="bold", loc="left")
    right.set_axis_off()
    for row, entry in enumerate(furthest_off(entries)):
        text = f"{entry['question']}\n{compared(entry['predicted'], entry['came out'])}"
        place = (0, 0.95 - 0.24 * row)
        right.text(*place, text, va="top", wrap=True, fontsize=SIZE, parse_math=False)
    return figure


def draw_shares(ax: Axes, entries: Sequence[dict]) -> None:
    """Draw how many of the ranges held, by how sure the reader was."""
    ax.plot([45, 95], [45, 95], color=GREY, linestyle="--")
    ax.annotate("perfectly calibrated", (56, 58.5), rotation=37, color=GREY, fontsize=SIZE, rotation_mode="anchor")
    held = [(entry["predicted"]["sure"], _holds(entry)) for entry in entries]
    for sure in SURE:
        those = [is_inside for level, is_inside in held if level == sure]
        if those:
            low, high = wilson_interval(sum(those), len(those))
            share = 100 * sum(those) / len(those)
            ax.plot([sure, sure], [100 * low, 100 * high], color=BLUE, linewidth=3)
            ax.plot([sure], [share], "o", color=BLUE, markersize=12)
            above = f"{sum(those)} of {len(those)}"
            look = {"ha": "center", "fontsize": SIZE, "bbox": {"color": "white", "pad": 1}}
            ax.annotate(above, (sure, 100 * high), (0, 9), textcoords="offset points", **look)
    all_held = f"{sum(is_inside for _, is_inside in held)} of {len(held)} ranges held"
    ax.set_title(all_held, weight="bold")
    ax.set(xlim=(37, 97), ylim=(0, 113), xticks=SURE)
    ax.set_xlabel("sure (%)", fontsize=SIZE)
    ax.set_ylabel("held (%)", fontsize=SIZE)
    ax.tick_params(labelsize=SIZE)
    ax.spines[["top", "right"]].set_visible(False)


def furthest_off(entries: Sequence[dict]) -> list[dict]:
    """The four ranges that missed by most, as a multiple of their width; the worst first.

    >>> near = {"predicted": {"from": 0, "to": 10}, "came out": 12}
    >>> far = {"predicted": {"from": 0, "to": 1}, "came out": 9}
    >>> furthest_off([near, far]) == [far, near]
    True
    """
    return sorted((entry for entry in entries if not _holds(entry)), key=_miss, reverse=True)[:4]


def _holds(entry):
    return holds(entry["predicted"], entry["came out"])


def _miss(entry):
    low, high = entry["predicted"]["from"], entry["predicted"]["to"]
    miss = max(low - entry["came out"], entry["came out"] - high)
    return miss / (high - low) if high > low else math.inf
