"""The pictures of lesson 15: what is kept of a tree, move by move and game by game, and what that is worth."""

import numpy as np

from c4lib import Board, FastSearch, plot_tree
from c4lib.plots.canvas import EXPLOITATION, EXPLORATION, VISITS, Drawing
from mctslab.arena import mean_interval, score_interval
from mctslab.players import mcts_player
from pictures import titled_axes
from pictures.moving import MovingPicture

BLUE, RED, GREEN, BROWN, GREY = "#0072B2", "#D55E00", "#007A5A", "#9A6A00", "#666666"
LOOKS = [(GREEN, "o", "-"), (BLUE, "s", "--"), (BROWN, "^", "-."), (RED, "D", ":")]
WHITE = {"facecolor": "white", "edgecolor": "none", "alpha": 0.85, "pad": 1}
STAGES = {"moves 1 to 4": 0, "5 to 8": 4, "9 to 12": 8}
BEFORE, OWN, BOTH = range(3)  # the visits of the root: before the search's move, after it, after the reply, too


def draw_reached(search, node, title):
    """The most visited nodes of the tree, with the path to a node marked, under a bold title."""
    plot_tree(search, path=node.path, max_nodes=12, title=title).title.set_weight("bold")


# -------------------------------------------------------------------- how much is kept


def shares(games, first, above=BEFORE, below=BOTH):
    """The mean share kept at four own moves from `first` on (fewer at the end), in each game that lasts so long."""
    parts = [game[first : first + 4] for game in games if len(game) > first]
    return np.array([np.mean(part[:, below] / part[:, above]) for part in parts])


def draw_shares(games, title):
    """The share kept, by stage of the game and by kind of game, with 95% intervals."""
    ax = titled_axes(title, 10.5, 5.6)
    for shift, (name, played), (colour, marker, line) in zip((-0.09, -0.03, 0.03, 0.09), games.items(), LOOKS):
        groups = [shares(played, first) for first in STAGES.values()]
        groups = [group for group in groups if len(group) >= 10]
        means = np.array([group.mean() for group in groups])
        low, high = np.array([mean_interval(group) for group in groups]).T
        look = {"color": colour, "marker": marker, "linestyle": line, "markersize": 10, "linewidth": 2.5, "capsize": 6}
        x = np.arange(len(groups)) + shift
        ax.errorbar(x, means, [means - low, high - means], label=f"{name} ({len(groups[0])} games)", **look)
    ax.set_xticks(range(len(STAGES)), [f"own {name}" if not first else name for name, first in STAGES.items()])
    ax.tick_params(labelsize=15)
    ax.set_ylim(0)
    ax.set_ylabel("share of the visits kept", fontsize=16)
    ax.figure.legend(fontsize=14, loc="outside lower center", ncols=2)


# -------------------------------------------------------------------- the moving picture


def funnel(playouts, seed):
    """The visits before each own move of a game, those below the move, and those below the reply, too."""
    steps = list(steps_of(playouts, seed))

    def draw(scene, number):
        drawing = Drawing.within(scene, 0, 12, -6.1, 0.1, None, inches=0.8)
        draw_step(drawing, *steps[number - 1])

    def say(number):
        total, (moves, move), (replies, reply) = steps[number - 1]
        own, other = moves[move] / total, replies[reply] / moves[move]
        return f"Own move {number}: {own:.2f} × {other:.2f} = {own * other:.2f} of the visits are kept."

    return MovingPicture(draw, say, 1, len(steps), "own move", every=1_200, still=1)


def steps_of(playouts, seed):
    """For each own move that is replied to: all visits, those by move and the move, those by reply and the reply."""
    rng, search = np.random.default_rng([seed, 1]), FastSearch(Board(), rng=seed)
    opponent = mcts_player(playouts)
    while True:
        visits, move, total = search.run(playouts).visits, search.best_move(), search.iterations
        search.move_root(move)
        if search.game.is_terminal:
            return
        replies, reply = search.visits, opponent(search.game, rng)
        search.move_root(reply)
        if search.game.is_terminal:
            return
        yield total, (visits, move), (replies, reply)


def draw_step(drawing, total, own, other):
    """Three bars on one scale: all visits by move, those of the move by reply, and those of the reply."""
    (visits, move), (replies, reply) = own, other
    scale = 11.2 / total
    texts = [
        f"{total:,} visits, by column",
        f"column {move} is played: {visits[move]:,} are below it, by reply",
        f"column {reply} is the reply: {replies[reply]:,} are kept",
    ]
    for row, text in enumerate(texts):
        drawing.write(0.4, -0.3 - 2.1 * row, text, 0.42, ha="left")
    start = draw_bar(drawing, -1.42, own, scale, 0.4, EXPLOITATION)
    start = draw_bar(drawing, -3.52, other, scale, start, EXPLORATION)
    draw_bar(drawing, -5.62, ({reply: replies[reply]}, reply), scale, start, EXPLORATION)


def draw_bar(drawing, bottom, counts, scale, left, colour):
    """A bar of visits, with what was chosen in this colour; returns where that begins."""
    visits, chosen = counts
    start = left
    for move, count in visits.items():
        is_chosen = move == chosen
        width = scale * count
        drawing.boxes([(left, bottom, max(width - 0.04, 0.03), 0.8)], colour if is_chosen else VISITS)
        if width > 0.3 or is_chosen:
            look = {"weight": "bold"} if is_chosen else {}
            drawing.write(left + width / 2, bottom - 0.33, str(move), 0.38, **look)
        start = left if is_chosen else start
        left += width
    return start


# -------------------------------------------------------------------- what it is worth


def doublings(games, playouts):
    """By how much of a doubling the trees are larger than without what was kept: the mean of the games."""
    return float(np.mean([np.log2(game[:, BEFORE] / playouts).mean() for game in games]))


def score_of(elo):
    """The score that a player expects who is stronger by so many Elo points."""
    return 1 / (1 + 10 ** (-elo / 400))


def draw_worth(scores, expected):
    """The scores of several matches, each (words, points, games), with 95% intervals; and the score that is expected."""
    ax = titled_axes("Only the long match shows the gain", 10, 4.3)
    for place, (_, points, games) in enumerate(scores[::-1]):
        low, high = score_interval(points, games)
        score = points / games
        off = [[score - low], [high - score]]
        ax.errorbar(score, place, xerr=off, fmt="o", color=BLUE, markersize=11, capsize=7, linewidth=3)
        ax.text(score, place + 0.17, f"{score:.3f} [{low:.3f}, {high:.3f}]", ha="center", fontsize=15, bbox=WHITE)
    ax.axvline(0.5, color=GREY, linewidth=2)
    ax.plot([expected] * 2, [0.6, 2.4], color=RED, linestyle="--", linewidth=2.5, zorder=1)
    ax.text(expected + 0.002, 0.52, f"promised {expected:.3f}", color=RED, fontsize=15)
    ax.set_yticks(range(len(scores)), [words for words, _, _ in scores[::-1]])
    ax.tick_params(labelsize=15)
    ax.set_ylim(-0.5, len(scores) - 0.4)
    ax.set_xlabel("score of the player who keeps its tree", fontsize=16)
