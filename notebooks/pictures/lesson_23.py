"""The pictures of lesson 23: batches on their way, a model beside the times it was fitted to, and what it projects."""

import time
from concurrent.futures import Executor

import matplotlib.pyplot as plt
import numpy as np

from c4lib.plots.canvas import EXPLOITATION, HIGHLIGHT, MUTED, TEXT

BIG, SMALL = 18, 14  # points
BATCH = 2  # seconds


class Watched(Executor):
    """Hands everything on to another executor, and notes when each batch was sent, when it came back, and what was done."""

    def __init__(self, executor):
        self.executor, self.batches = executor, []

    def submit(self, function, /, *arguments):
        future = self.executor.submit(function, *arguments)
        batch = {"start": time.perf_counter()}
        future.add_done_callback(lambda done: batch.update(end=time.perf_counter(), done=done.result()))
        self.batches.append(batch)
        return future


def _plain(ax, xlabel, ylabel):
    ax.set_xlabel(xlabel, fontsize=SMALL)
    ax.set_ylabel(ylabel, fontsize=SMALL)
    ax.tick_params(labelsize=SMALL)
    ax.spines[["top", "right"]].set_visible(False)


def plot_batches(batches):
    """A bar for each batch, from sending it to its return: first on the way, then played; behind it, its games."""
    fig, ax = plt.subplots(figsize=(10, 0.26 * len(batches) + 1.6), layout="constrained")
    first = min(batch["start"] for batch in batches)
    for row, batch in enumerate(batches):
        took, start, end = batch["done"].seconds, batch["start"] - first, batch["end"] - first
        ax.barh(row, end - start - took, left=start, color="0.85", label="waiting" if row == 0 else None)
        ax.barh(row, took, left=end - took, color=EXPLOITATION, label="playing" if row == 0 else None)
        ax.text(end, row, f" {len(batch['done'].results)}", va="center", fontsize=SMALL)
    _plain(ax, "seconds", "batches, each with its number of games")
    ax.set_yticks([])
    ax.invert_yaxis()
    ax.legend(fontsize=SMALL, frameon=False)
    fig.suptitle("The first batches are single games, the last ones shrink", fontsize=BIG, color=TEXT)


def plot_fit(model, measured, workers):
    """The measured time of each run over that of the model, on logarithmic axes; on the line they are equal."""
    fig, ax = plt.subplots(figsize=(8, 5.4), layout="constrained")
    for count, mark, colour in ((1, "o", EXPLOITATION), (2, "s", HIGHLIGHT)):
        chosen, label = workers == count, f"{count} worker{'s' * (count > 1)}"
        ax.loglog(model[chosen], measured[chosen], mark, markersize=10, alpha=0.7, color=colour, label=label)
    ends = np.array([min(model.min(), measured.min()), max(model.max(), measured.max())])
    ax.loglog(ends, ends, color=MUTED, linewidth=2, label="as the model says")
    _plain(ax, "seconds by the model", "seconds measured")
    ax.legend(fontsize=SMALL, frameon=False)
    off = np.median(np.abs(model / measured - 1))
    title = f"With three costs, half of the {len(model)} runs are within {off:.0%}"
    fig.suptitle(title, fontsize=BIG, color=TEXT)


def plot_projection(work, start, hand_out, measured):
    """The time that `work` takes by the number of workers: shared evenly, and with batches handed out one by one."""
    workers = np.geomspace(1, 10_000, 200)
    seconds = start + np.maximum(work / workers, work / BATCH * hand_out) + BATCH
    fig, ax = plt.subplots(figsize=(9, 5), layout="constrained")
    ax.loglog(workers, work / workers / 3600, ":", color=MUTED, linewidth=3, label="shared evenly")
    ax.loglog(workers, seconds / 3600, "--", color=EXPLOITATION, linewidth=3, label="projection")
    ax.axvline(BATCH / hand_out, color=HIGHLIGHT, linewidth=2, label="the scheduler is the limit")
    ax.axhline(measured / 3600, color=TEXT, linewidth=1, label="all 24 runs that were measured")
    _plain(ax, "workers", "hours")
    ax.legend(fontsize=SMALL, frameon=False)
    fig.suptitle("100,000 games, a projection: in the end only the scheduler counts", fontsize=BIG, color=TEXT)
