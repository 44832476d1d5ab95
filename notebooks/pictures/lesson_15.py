"""The pictures of lesson 15: what is kept of a tree, move by move and game by game, and what that is worth."""

import numpy as np

from c4lib import Board, FastSearch, plot_tree
from c4lib.plots.canvas import AT_LEFT, EXPLOITATION, EXPLORATION, VISITS, Style
from mctslab.players import mcts_player
from pictures import beside, draw_curve, mean_of, share_of, titled_axes
from pictures.moving import MovingPicture

BLUE = "#0072B2"
RED = "#D55E00"
GREY = "#666666"
LOOKS = [  # of the kinds of games: colour, marker, line, and how far it is moved aside, so that no interval hides another
    ("#007A5A", "o", "-", -0.09),
    (BLUE, "s", "--", -0.03),
    ("#9A6A00", "^", "-.", 0.03),
    (RED, "D", ":", 0.09),
]
WHITE = {  # behind a text
    "facecolor": "white",
    "edgecolor": "none",
    "alpha": 0.85,
    "pad": 1,
}
STAGES = {"own moves 1 to 4": 0, "5 to 8": 4, "9 to 12": 8}
# Matches of players with 100 playouts a move, or with as many as it says: wins, draws and losses. The claims play the first games of each again.
PLAYED = {
    "200 playouts against 100": (2_705, 155, 1_140),
    "P4 against 100 playouts": (163, 15, 122),
}
BEFORE, OWN, BOTH = range(3)  # the visits of the root: before the search's move, after it, after the reply, too


def draw_reached(search, node, title):
    """The most visited nodes of the tree, with the path to a node marked."""
    plot_tree(search, path=node.path, max_nodes=12, title=title)


# -------------------------------------------------------------------- how much is kept


def shares(games, first, above=BEFORE, below=BOTH):
    """The mean share kept at four own moves from `first` on (fewer at the end), in each game that lasts so long."""
    kept = []
    for game in games:
        replied = game[:-1]  # of the last tree nothing is kept
        if len(replied) > first:
            part = replied[first : first + 4]
            share = part[:, below] / part[:, above]
            kept.append(np.mean(share))
    return np.array(kept)


def draw_shares(games, title):
    """The share kept, by stage of the game and by kind of game, with 95% intervals."""
    ax = titled_axes(title, 10.5, 5.6)
    size = {"linewidth": 2.5, "markersize": 10, "capsize": 6}
    for name, look in zip(games, LOOKS):
        colour, marker, line, aside = look
        groups = [shares(games[name], first) for first in STAGES.values()]
        means = [mean_of(group) for group in groups if len(group) >= 10]
        places = np.arange(len(means)) + aside
        label = f"{name} ({len(groups[0])} games)"
        draw_curve(ax, places, means, colour, marker, line, label=label, **size)
    ax.set_xticks(range(len(STAGES)), STAGES)
    ax.tick_params(labelsize=15)
    ax.set_ylim(0)
    ax.set_ylabel("share of the visits kept", fontsize=16)
    ax.figure.legend(fontsize=14, loc="outside lower center", ncols=2)


# -------------------------------------------------------------------- the moving picture


def funnel(playouts, seed):
    """The visits before each own move of a game, those below the move, and those below the reply, too."""
    steps = list(steps_of(playouts, seed))

    def draw(drawing, number):
        drawing.limit(0, 12, -6.1, 0.1)
        draw_step(drawing, *steps[number - 1])

    def say(number):
        total, (visits, move), (replies, reply) = steps[number - 1]
        own = visits[move] / total
        other = replies[reply] / visits[move]
        return f"Own move {number}: {own:.2f} × {other:.2f} = {own * other:.2f} of the visits are kept."

    return MovingPicture(draw, say, 1, len(steps), "own move", every=1_200, still=1)


def steps_of(playouts, seed):
    """For each own move that is replied to: all visits, those by move and the move, those by reply and the reply."""
    rng = np.random.default_rng([seed, 1])
    search = FastSearch(Board(), rng=seed)
    opponent = mcts_player(playouts)
    while True:
        search.run(playouts)
        visits = search.visits
        move = search.best_move()
        total = search.iterations
        search.move_root(move)
        if search.game.is_terminal:
            return
        replies = search.visits
        reply = opponent(search.game, rng)
        search.move_root(reply)
        if search.game.is_terminal:
            return
        yield total, (visits, move), (replies, reply)


def draw_step(drawing, total, own, other):
    """Three bars on one scale: all visits by move, those of the move by reply, and those of the reply."""
    visits, move = own
    replies, reply = other
    kept = replies[reply]
    texts = [
        f"{total:,} visits, by column",
        f"column {move} is played: {visits[move]:,} are below it, by reply",
        f"column {reply} is the reply: {kept:,} are kept",
    ]
    for row, text in enumerate(texts):
        y = -0.3 - 2.1 * row
        drawing.write(0.4, y, text, 0.42, AT_LEFT)
    scale = 11.2 / total
    start = draw_bar(drawing, -1.42, own, scale, 0.4, EXPLOITATION)
    start = draw_bar(drawing, -3.52, other, scale, start, EXPLORATION)
    last = {reply: kept}, reply
    draw_bar(drawing, -5.62, last, scale, start, EXPLORATION)


def draw_bar(drawing, bottom, counts, scale, left, colour):
    """A bar of visits, with what was chosen in this colour; returns where that begins."""
    visits, chosen = counts
    start = left
    for move, count in visits.items():
        width = scale * count
        box = left, bottom, max(width - 0.04, 0.03), 0.8
        middle = left + width / 2
        is_chosen = move == chosen
        drawing.boxes([box], colour if is_chosen else VISITS)
        if is_chosen:
            start = left
        if width > 0.3 or is_chosen:
            weight = "bold" if is_chosen else "normal"
            drawing.write(middle, bottom - 0.33, str(move), 0.38, Style(weight))
        left += width
    return start


# -------------------------------------------------------------------- what it is worth


def doublings(games, playouts):
    """By how much of a doubling the trees are larger than without what was kept: the mean of the games."""
    of_games = []
    for game in games:
        larger = game[:, BEFORE] / playouts
        of_games.append(np.log2(larger).mean())
    return float(np.mean(of_games))


def points_of(match):
    """Points and games of a stored match."""
    wins, draws, losses = PLAYED[match]
    return wins + draws / 2, wins + draws + losses


def score_of(elo):
    """The score that a player expects who is stronger by so many Elo points."""
    return 1 / (1 + 10 ** (-elo / 400))


def draw_worth(scores, expected):
    """The scores of several matches, each (words, points, games), with 95% intervals; and the score that is expected."""
    ax = titled_axes("Only 4,000 games show the gain", 10, 4.3)
    look = {"fmt": "o", "color": BLUE, "markersize": 11, "capsize": 7, "linewidth": 3}
    rows = scores[::-1]
    for place, (_, points, games) in enumerate(rows):
        score, low, high = share_of(points, games)
        bars = beside(score, low, high)
        ax.errorbar(score, place, xerr=bars, **look)
        words = f"{score:.3f} [{low:.3f}, {high:.3f}]"
        above = place + 0.17
        ax.text(score, above, words, ha="center", fontsize=15, bbox=WHITE)
    ax.axvline(0.5, color=GREY, linewidth=2)
    across = [expected, expected]
    ax.plot(across, [0.6, 2.42], "--", color=RED, linewidth=2.5, zorder=1)
    words = f"promised {expected:.3f}"
    ax.text(expected, 2.48, words, color=RED, ha="center", fontsize=15)
    names = [words for words, _, _ in rows]
    ax.set_yticks(range(len(rows)), names)
    ax.tick_params(labelsize=15)
    ax.set_ylim(-0.5, len(scores) - 0.25)
    ax.set_xlabel("score of the player who keeps its tree", fontsize=16)
