"""Draws what a class has predicted: a page with the histogram of each question, to be shown in class.

    python -m editions.predictions FOLDER    FOLDER/histograms.html, from the predictions.json of each student in that folder

The files may have any name that ends with .json. None of them is named on the page, except those that cannot be read.
"""

import argparse
import io
from collections import Counter, defaultdict
from html import escape
from pathlib import Path
from textwrap import shorten

import matplotlib as mpl
import numpy as np
from matplotlib.figure import Figure

from c4lib._tools.files import written_whole
from mctslab.course.own_files import MOST_LETTERS, record_in
from mctslab.course.predictions import holds, wrong_entry
from mctslab.course.report import draw_shares

BLUE, ORANGE, GREY = "#0072B2", "#E69F00", "#5F6670"
PAGE = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>What the class has predicted</title><style>
body {{ font: 18px/1.5 sans-serif; max-width: 1100px; margin: 1em auto; padding: 0 1em }}
summary {{ cursor: pointer; padding: 4px 0 }} section {{ border-top: 1px solid #bbb; margin-top: 2em }} svg {{ width: 100%; height: auto }} .key {{ color: #5F6670 }}
</style></head><body><main><h1>What the class has predicted</h1>
<p>{files} files with {entries} predictions.</p>
{left_out}
{sections}
</main></body></html>
"""


MOST_BYTES = 4 * MOST_LETTERS  # of a file that may be a stranger's
MOST_DRAWN = 60  # letters of an answer


def collected(folder):
    """The entries of all files by key and question, how many files were read, and why the others were not, by name."""
    found, left_out, read = defaultdict(list), {}, 0
    for path in sorted(folder.glob("*.json")):
        if not path.is_file() or path.stat().st_size > MOST_BYTES:
            left_out[path.name] = "it is no plain file, or far too large"
            continue
        try:
            entries = record_in(path.name, path.read_text("utf-8-sig"), wrong_entry)
        except (OSError, ValueError) as error:
            left_out[path.name] = getattr(error, "why", "it is no JSON")
            continue
        read += 1
        for key, entry in entries.items():
            found[key, entry["kind"], entry["question"]].append(entry)
    return dict(sorted(found.items())), read, left_out


def drawn(entries, came_out=None):
    """The picture of one question, as SVG; with what came out, if that is given."""
    figure = Figure(figsize=(11, 3.6), layout="constrained")
    ax = figure.subplots()
    if entries[0]["kind"] == "number":
        draw_ranges(ax, [entry["predicted"] for entry in entries], came_out)
    else:
        draw_answers(ax, [entry["predicted"]["answer"] for entry in entries], came_out)
    return svg(figure)


def draw_ranges(ax, ranges, came_out):
    """How many of the ranges hold each number."""
    pairs = [(float(each["from"]), float(each["to"])) for each in ranges]
    ends = np.unique(pairs)
    count = [sum(low < middle < high for low, high in pairs) for middle in (ends[:-1] + ends[1:]) / 2]
    points = Counter(low for low, high in pairs if low == high)
    ax.stairs(count or [0], ends if len(ends) > 1 else [ends[0], ends[0]], fill=True, color=BLUE, alpha=0.5)
    ax.vlines(list(points), 0, list(points.values()), color=BLUE, linewidth=3)
    most = max([*count, *points.values()])
    ax.set_ylabel("ranges that hold it")
    ax.set_ylim(0, most * 1.15)
    if came_out is not None:
        held = sum(holds(each, came_out) for each in ranges)
        ax.axvline(float(came_out), color=ORANGE, linewidth=4)
        ax.set_title(
            f"{held} of {len(ranges)} ranges hold {came_out:.4g}", weight="bold", fontsize=18, parse_math=False
        )


def draw_answers(ax, answers, came_out):
    """How many gave each answer; the right one in another colour."""
    counts = Counter(in_short(answer) for answer in answers)
    names = [name for name, _ in counts.most_common(10)][::-1]
    right = None if came_out is None else in_short(came_out)
    colours = [ORANGE if name == right else BLUE for name in names]
    bars = ax.barh(range(len(names)), [counts[name] for name in names], color=colours)
    ax.set_yticks(range(len(names)), names, parse_math=False)
    ax.bar_label(bars, padding=4, fontsize=14)
    ax.set_xticks([])
    if right is not None:
        ax.set_title(f"{counts[right]} of {len(answers)} said {came_out}", weight="bold", fontsize=18, parse_math=False)


def in_short(answer):
    """An answer as it is compared and drawn."""
    return shorten(answer.casefold(), MOST_DRAWN, placeholder="…")


def svg(figure):
    text = io.StringIO()
    with mpl.rc_context({"svg.fonttype": "none", "svg.hashsalt": "class", "font.size": 14}):
        figure.savefig(text, format="svg", metadata={"Date": None})
    return text.getvalue()[text.getvalue().index("<svg") :]


def section(key, entries):
    """A question and its picture; folded what came out, and the reasons that were given."""
    parts = [f"<h2>{escape(entries[0]['question'])}</h2><p class='key'>{escape(key)}</p>", drawn(entries)]
    came_out = Counter(entry["came out"] for entry in entries if "came out" in entry).most_common(1)
    if came_out:
        parts.append(folded("What came out", drawn(entries, came_out[0][0])))
    because = sorted(entry["because"] for entry in entries if entry.get("because"))
    if because:
        reasons = "".join(f"<li>{escape(one)}</li>" for one in because)
        parts.append(folded(f"{len(because)} reasons", f"<ul>{reasons}</ul>"))
    return f"<section>{''.join(parts)}</section>"


def folded(summary, text):
    return f"<details><summary>{summary}</summary>{text}</details>"


def all_ranges(entries):
    """How many of all ranges held, by how sure the students were."""
    figure = Figure(figsize=(8, 4.5), layout="constrained")
    draw_shares(figure.subplots(), entries)
    return folded("How many of them held", svg(figure))


def page(folder):
    """The page on all files in the folder."""
    found, files, left_out = collected(folder)
    with mpl.rc_context({"font.size": 14}):
        sections = [section(key, entries) for (key, *_), entries in found.items()]
        ranges = [entry for entries in found.values() for entry in entries if entry["kind"] == "number"]
        judged = all_ranges([entry for entry in ranges if "came out" in entry])
    sections.append(f"<section><h2>All ranges together</h2>{judged}</section>")
    names = "".join(f"<li>{escape(name)}: {escape(why)}</li>" for name, why in left_out.items())
    return PAGE.format(
        files=files,
        entries=sum(map(len, found.values())),
        left_out=f"<p>Not read:</p><ul>{names}</ul>" if names else "",
        sections="\n".join(sections),
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    folder = parser.parse_args().folder
    if not list(folder.glob("*.json")):
        parser.error(f"there is no .json file in {folder}")
    with written_whole(folder / "histograms.html") as file:
        file.write(page(folder).encode("utf-8", "replace"))  # a file may have any name
    print(f"The histograms: {folder / 'histograms.html'}")


if __name__ == "__main__":
    main()
