"""The pictures of lessons 19 and 20 that no other lesson needs."""

import numpy as np
from matplotlib import pyplot as plt

from c4lib import plot_board, plot_tree
from c4lib.plots.canvas import EXPLOITATION, EXPLORATION, HIGHLIGHT, MUTED, TEXT
from c4lib.text import NAMES
from mctslab import exact_scores
from mctslab.arena import difference, mean_interval, score_interval
from mctslab.arena.solved import solved_positions
from mctslab.experiments import stored
from mctslab.experiments.accuracy import ALL_CS, ANSWER_SEEDS, DEFAULT_C, PLAYOUTS
from pictures import BIG, SMALL

RESULTS = {1: ("wins", HIGHLIGHT), 0: ("draws", EXPLORATION), -1: ("loses", EXPLOITATION)}


def result_of(score):
    """Word and colour of what a move with this exact score leads to."""
    return RESULTS[(score > 0) - (score < 0)]


def plot_openings(scores, means, title):
    """The mean of every opening as a bar, in the colour of what it really leads to."""
    fig, ax = plt.subplots(figsize=(11, 4.6), layout="constrained")
    for move, mean in means.items():
        word, colour = result_of(scores[move])
        ax.bar(move, mean, color=colour, width=0.7)
        ax.text(move, mean + 0.015, f"{mean:.2f}\n{word}", ha="center", fontsize=SMALL + 2)
    ax.set(ylim=(0, 0.85), xticks=list(means), xlabel="column of X's first disc", ylabel="mean")
    fig.suptitle(title, fontsize=BIG, color=TEXT)


def accuracy_curves(runs):
    """What `plot_accuracy` draws of the stored `runs`; the position is the unit of the intervals.

    Returns:
        for "sound" and "optimal", a dict from playouts to (share, low, high); for each number of discs, a dict from playouts
        to the share of sound moves; and the shares of sound and of optimal moves of a random player.
    """
    solved, place = solved_positions(), runs.place.to_numpy()
    moves = {n: runs[str(n)].to_numpy(int) for n in PLAYOUTS if str(n) in runs}
    legal, asked = (~np.isnan(solved.scores)).sum(axis=1), np.unique(place)
    rows, chance = {}, {}
    for what, right in (("sound", solved.sound), ("optimal", solved.optimal)):
        hits = {n: right[place, move].astype(float) for n, move in moves.items()}
        rows[what] = {n: (hit.mean(), *mean_interval(hit, clusters=place)) for n, hit in hits.items()}
        chance[what] = np.mean((right.sum(axis=1) / legal)[asked])
    by_discs = {}
    for first in range(0, 40, 8):
        some = (solved.plies[place] >= first) & (solved.plies[place] < first + 8)
        label = f"{first} to {first + 7}: {len(np.unique(place[some]))} positions"
        by_discs[label] = {n: solved.sound[place, move][some].mean() for n, move in moves.items()}
    return rows, by_discs, chance


def log_axis(ax, playouts):
    """Numbers of playouts across, each power of ten written as such."""
    tens = [n for n in playouts if set(str(n)) == {"1", "0"}]
    ax.set_xscale("log")
    ax.set_xticks(tens, [f"{n:,}" for n in tens])
    ax.set_xticks([], minor=True)


def plot_accuracy(rows, by_discs, chance, title):
    """Sound and optimal moves by playouts, with their intervals, and sound moves by the number of discs.

    Args:
        rows: for "sound" and "optimal", a dict from playouts to (share, low, high).
        by_discs: for each name of a group, a dict from playouts to the share of sound moves.
        chance: the shares of sound and of optimal moves that a random player makes.
    """
    fig, axes = plt.subplots(1, 2, figsize=(14, 5.6), layout="constrained", sharey=True)
    for (what, points), colour in zip(rows.items(), (EXPLOITATION, EXPLORATION), strict=True):
        share, low, high = zip(*points.values(), strict=True)
        axes[0].plot(list(points), share, "o-", color=colour, label=what)
        axes[0].fill_between(list(points), low, high, color=colour, alpha=0.25, linewidth=0)
        axes[0].axhline(chance[what], color=colour, linestyle=":", label=f"{what}, by a random player")
    for place, (name, points) in reversed(list(enumerate(by_discs.items()))):  # as the lines lie: the highest first
        shade = plt.cm.viridis(place / len(by_discs))
        axes[1].plot(list(points), list(points.values()), "os^Dv"[place] + "-", color=shade, label=name)
    for ax, words, middle in zip(
        axes, ("all together, with 95 % intervals", "sound moves, by discs on the board"), (0.56, 0.24), strict=True
    ):
        ax.set(xlabel="playouts", ylim=(0, 1.01))
        log_axis(ax, list(rows["sound"]))
        ax.set_title(words, fontsize=SMALL + 2, color=MUTED)
        ax.legend(loc="center right", bbox_to_anchor=(1, middle), fontsize=SMALL)
    axes[0].set_ylabel("share of the moves")
    fig.suptitle(title, fontsize=BIG, color=TEXT)


def in_common(wrong):
    """What the positions in which a search is `wrong` have in common, in lines to print, and the difference behind it."""
    solved = solved_positions()
    best = np.nanmax(solved.scores, axis=1)
    early = np.isin(solved.kinds, ("several", "only one")) & (solved.plies < 18)
    late, sooner = early & (best >= 0) & (best <= 4), early & (best > 4)
    apart = difference(wrong[late].astype(float), wrong[sooner].astype(float))
    counts = [f"wrong in {wrong[some].sum()} of {some.sum()} positions" for some in (late, sooner)]
    return [
        f"drawn, or won with one of the last four discs: {counts[0]}",
        f"won sooner: {counts[1]}",
        f"difference {apart.mean:.0%} [{apart.low:.0%}, {apart.high:.0%}], z = {apart.z:.1f}",
        f"drawn positions among the {wrong.sum()} traps: {(best[wrong] == 0).sum()}",
    ], apart


def plot_traps(traps, title):
    """Positions with the exact score of every move; `traps` has pairs of a board and the move that the searches play."""
    fig, axes = plt.subplots(1, len(traps), figsize=(15, 6), layout="constrained")
    for ax, (board, move) in zip(axes, traps, strict=True):
        plot_board(board, exact_scores(board), ax=ax)
        words = f"{NAMES[board.to_move]} to move; the searches play {move}"
        ax.set_title(words, fontsize=SMALL + 2, color=TEXT)
    fig.suptitle(title, fontsize=BIG + 7, color=TEXT)  # the numbers on the boards are large


def plot_proof(search, title):
    """The tree of a search with proofs, low enough for a projector."""
    _, ax = plt.subplots(figsize=(9, 7.4), layout="constrained")
    plot_tree(search, ax=ax, title=title)


def gains_of_proofs():
    """What proofs add to the share of right moves, near the end of perfect play and far from it.

    Returns:
        by group and kind, (change, error) by playouts, from the stored table `solve_gain`; the position is the unit of the error,
        half of a 95 % interval.
    """
    table = stored("solve_gain")
    changes = {}
    for words, rows in {
        "the game ends within 7 moves": table[table.plies_left < 8],
        "it lasts 16 moves or more": table[table.plies_left == 16],
    }.items():
        sums = rows.groupby("playouts").sum(numeric_only=True)
        name = f"{words}: {sums.positions.iloc[0]:,} positions"
        for what in ("optimal", "sound"):
            change = (sums[f"{what}_with"] - sums[f"{what}_without"]) / sums.answers
            error = 1.96 * sums[f"{what}_squares"] ** 0.5 / sums.answers
            changes[name, what] = dict(zip(sums.index, zip(change, error, strict=True), strict=True))
    return changes


def plot_gains(changes, title):
    """What proofs add to the share of right moves; `changes` is what `gains_of_proofs` returns."""
    groups = list(dict.fromkeys(group for group, _ in changes))
    fig, axes = plt.subplots(1, len(groups), figsize=(14, 5), layout="constrained", sharey=True)
    for ax, group in zip(axes, groups, strict=True):
        for what, colour, marker, aside in (
            ("optimal", EXPLORATION, "s", 0.95),
            ("sound", EXPLOITATION, "o", 1.05),  # beside each other, so that no interval hides the other
        ):
            points = changes[group, what]
            change, error = zip(*points.values(), strict=True)
            across = [n * aside for n in points]
            ax.errorbar(across, change, error, marker=marker, capsize=4, color=colour, label=what)
        ax.axhline(0, color=TEXT, linestyle=":")
        ax.set(xlabel="playouts")
        ax.yaxis.set_major_formatter(percent_points)
        log_axis(ax, list(points))
        ax.set_title(group, fontsize=SMALL + 2, color=MUTED)
    axes[0].set_ylabel("with proofs minus without,\nin 100 moves")
    axes[0].legend(fontsize=SMALL)
    fig.suptitle(title, fontsize=BIG, color=TEXT)


def percent_points(value, _):
    """A difference of shares as a number in 100, with its sign: a true minus, as on Matplotlib's own axes.

    >>> percent_points(-0.02, None), percent_points(0.02, None), percent_points(0, None)
    ('−2', '+2', '0')
    """
    return f"{100 * value:+.0f}".replace("-", "−") if abs(value) > 1e-9 else "0"


def change_in_games(variant, playouts):
    """What a variant ("c=0.7", "solve") adds to the default's share of sound moves in positions from games.

    Returns:
        (mean, low, high); the positions of a game hang together, so the game is the unit.
    """
    games = stored("in_games")
    hits = games[f"{variant} {playouts}"] - games[f"c={DEFAULT_C:.3g} {playouts}"]
    change = hits.to_numpy(float) / len(ANSWER_SEEDS)
    return change.mean(), *mean_interval(change, clusters=games.game)


def compared_by_c(playouts):
    """What each c has more than the default, with its interval, by three measures from stored tables.

    Position by position (the solved ones in which something can be spoilt), game by game (the positions of a game hang
    together), and in matches.
    """
    solved = stored("best_c").query("playouts == @playouts").set_index("c")
    choice = int(np.isin(solved_positions().kinds, ("several", "only one")).sum())  # elsewhere all answers are sound
    matches = stored("equal_matches").query("playouts == @playouts and not solve")
    counts = matches.groupby("c")[["wins", "draws", "losses"]].sum()
    found = {"sound, solved positions": {}, "sound, positions from games": {}, "score in matches": {}}
    for c in sorted(ALL_CS):
        if c == DEFAULT_C:
            for points in found.values():
                points[c] = 0, 0, 0
            continue
        more, fewer = (int(solved.loc[c, name]) for name in ("sound_only_here", "sound_only_default"))
        change = np.repeat([1.0, -1.0, 0.0], [more, fewer, choice - more - fewer])
        found["sound, solved positions"][c] = change.mean(), *mean_interval(change)
        found["sound, positions from games"][c] = change_in_games(f"c={c:.3g}", playouts)
        wins, draws, losses = counts.loc[c]
        points, played = wins + draws / 2, wins + draws + losses
        low, high = score_interval(points, played)
        found["score in matches"][c] = points / played - 0.5, low - 0.5, high - 0.5
    return found


def plot_by_c(measures, default, title):
    """Differences to the `default` c; `measures` has, by name, (difference, low, high) by c."""
    fig, axes = plt.subplots(1, len(measures), figsize=(15, 5), layout="constrained")
    axes[1].sharey(axes[0])  # both are shares of sound moves; the score has a scale of its own
    for ax, (name, points) in zip(axes, measures.items(), strict=True):
        middle, low, high = zip(*points.values(), strict=True)
        errors = [[m - one for m, one in zip(middle, low)], [one - m for m, one in zip(middle, high)]]
        ax.errorbar(list(points), middle, errors, marker="o", capsize=4, color=EXPLOITATION)
        ax.axhline(0, color=TEXT, linestyle=":")
        ax.plot(default, 0, "o", color=HIGHLIGHT, markersize=11, label="the default, √2")
        ax.set(xscale="log", xlabel="c")
        ax.set_xticks([0.1, 0.2, 0.5, 1, 2], ["0.1", "0.2", "0.5", "1", "2"])
        ax.set_xticks([], minor=True)
        ax.yaxis.set_major_formatter(percent_points)
        ax.set_title(name, fontsize=SMALL + 2, color=MUTED)
    axes[0].set_ylabel("more than the default,\nin 100 moves")
    axes[2].set_ylabel("in 100 games")
    axes[0].legend(loc="lower right", fontsize=SMALL)
    fig.suptitle(title, fontsize=BIG, color=TEXT)
