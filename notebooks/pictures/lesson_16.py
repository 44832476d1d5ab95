"""The pictures of lesson 16, Allis's rule of parity, and the game in the terminal as it looks there."""

import matplotlib.pyplot as plt
import numpy as np

from c4lib import plot_board
from c4lib.board import winning_lines
from c4lib.plots.board import draw_game as draw_position
from c4lib.plots.canvas import TEXT, VISITS, Drawing
from mctslab.arena import mean_interval, score_interval
from mctslab.terminal import main
from pictures.moving import MovingPicture

BLUE, RED, GREEN, GREY = "#005A8C", "#B34700", "#00614A", "#6A6F76"
POINTS = {1: 1.0, None: 0.5, 2: 0.0}  # of X, by the winner
EARLY = {6: -4, 7: 4, 8: -2}  # by discs: exact scores of the game, for which the solver needs seconds each


# -------------------------------------------------------------------- threats


def seen_by_x(search):
    """The rating of each column for X, whoever is to move."""
    turned = search.game.to_move - 1  # 1 if O is to move
    return {column: abs(turned - rating) for column, rating in search.means.items()}


def next_row(board, column):
    """The row, counted from 1 at the bottom, into which a disc in this column falls."""
    return int(np.count_nonzero(board.cells[:, column])) + 1


def threats(board, player):
    """The empty cells, each (column, row), in which this player would complete a line; row 1 is the lowest."""
    cells, found = board.cells.ravel().tolist(), set()
    for line in winning_lines(6, 7, 4):
        held = [cells[cell] for cell in line]
        if held.count(player) == 3 and held.count(0) == 1:
            row, column = divmod(line[held.index(0)], 7)
            found.add((column, 6 - row))
    return sorted(found)


def waiting(board, player):
    """The threats of a player into which no disc falls yet, each (column, row)."""
    return [(column, row) for column, row in threats(board, player) if row > next_row(board, column)]


def at_once(board):
    """Whether the player to move has a win in one, or the opponent two of them."""
    mine, theirs = (
        sum(row == next_row(board, column) for column, row in threats(board, player))
        for player in (board.to_move, 3 - board.to_move)
    )
    return mine > 0 or theirs > 1


def by_parity(board):
    """Who wins by the rule of parity, 1 or 2; None if it is silent."""
    useful = [(column, row, 1) for column, row in waiting(board, 1) if row % 2 == 1]
    useful += [(column, row, 2) for column, row in waiting(board, 2) if row % 2 == 0]
    owners = {column: player for column, row, player in sorted(useful, reverse=True)}  # the lowest comes last
    return min(owners.values(), default=None)


# -------------------------------------------------------------------- pictures


def _plain(ax, title, size=19):
    ax.set_title(title, fontsize=size, weight="bold")
    ax.tick_params(labelsize=13)
    ax.spines[["top", "right"]].set_visible(False)


def draw_both(board, ratings, exact):
    """The ratings and the exact scores of the columns of one board, side by side."""
    figure, axes = plt.subplots(1, 2, figsize=(12, 5.4), layout="constrained")
    rated = f"Rated: {min(ratings.values()):.2f} to {max(ratings.values()):.2f}"
    for ax, values, title in zip(axes, (ratings, exact), (rated, "Exact: one wins, two draw, four lose")):
        plot_board(board, values, ax=ax, title=title)


def draw_luck(visits, ratings, settled, title):
    """The rating of one column after 300 playouts against its visits, a dot a seed."""
    _, ax = plt.subplots(figsize=(10, 4.8), layout="constrained")
    ax.plot(visits, ratings, "o", markersize=8, alpha=0.6, color=BLUE)
    ax.axhline(settled, color="#B34700", linewidth=2.5)
    ax.text(
        max(visits), settled + 0.015, f"after 20,000 playouts: {settled:.2f}", ha="right", fontsize=14, color="#B34700"
    )
    ax.set_xlabel("visits of column 0, of 300", fontsize=15)
    ax.set_ylabel("rating of column 0", fontsize=15)
    _plain(ax, title)


def draw_calibration(ratings, outcomes):
    """The exact outcome for the player to move, by the rating of the best column, with the number of positions."""
    _, ax = plt.subplots(figsize=(11, 5.4), layout="constrained")
    edges = np.linspace(0, 1, 11)
    place = np.digitize(ratings, edges[1:-1], right=True)
    counts = np.array([[np.sum((place == k) & (outcomes == result)) for k in range(10)] for result in (-1, 0, 1)])
    shares, bottom = counts / counts.sum(axis=0), np.zeros(10)
    looks = [("loses", RED, "xx"), ("draws", "#D9DDE2", ""), ("wins", BLUE, "")]
    for row, (name, colour, hatch) in zip(shares, looks):
        ax.bar(edges[:-1] + 0.05, row, 0.092, bottom, color=colour, hatch=hatch, edgecolor="white", label=name)
        bottom = bottom + row
    won = np.array([score_interval(int(k), int(n)) for k, n in zip(counts[2], counts.sum(axis=0))])
    top = 1 - shares[2]
    low, high = np.clip(1 - won[:, 1], 0, 1), np.clip(1 - won[:, 0], 0, 1)
    ax.errorbar(edges[:-1] + 0.05, top, [top - low, high - top], fmt="none", ecolor="black", capsize=5, linewidth=2)
    for x, count in zip(edges[:-1] + 0.05, counts.sum(axis=0)):
        ax.text(x, 1.02, f"{count:,}", ha="center", fontsize=14)
    ax.text(-0.012, 1.02, "n =", ha="right", fontsize=14)
    ax.spines["left"].set_bounds(0, 1)
    ax.set_xticks(edges)
    ax.set_ylim(0, 1.08)
    ax.set_xlabel("rating of the column played, 1,000 playouts", fontsize=15)
    ax.set_ylabel("with perfect play the player ...", fontsize=15)
    ax.figure.legend(fontsize=15, loc="outside lower center", ncols=3)
    _plain(ax, "Extreme ratings are right; those near one half say little")


def _rating_line(turns, ratings, title):
    """Axes with the rating for X of the move played at each turn."""
    _, ax = plt.subplots(figsize=(11, 5), layout="constrained")
    ax.axhline(0.5, color=GREY, linestyle=":", linewidth=2)
    ax.plot(turns, ratings, "o-", color=BLUE, linewidth=3.5, markersize=9, label="rating of the move played")
    ax.set(ylim=(-0.06, 1.02), xlim=(turns[0] - 0.7, turns[-1] + 0.7))
    ax.set_xticks(range(turns[0], turns[-1] + 1, 3))
    ax.set_xlabel("discs on the board", fontsize=16)
    ax.set_ylabel("for X", fontsize=16)
    _plain(ax, title)
    return ax


def draw_game(turns, ratings, winners, title):
    """The rating for X of the move played at each turn, and above it who wins with perfect play."""
    ax = _rating_line(turns, ratings, title)
    for turn, winner in zip(turns, winners):
        ax.text(turn, 0.86, "XO"[winner - 1], ha="center", va="center", fontsize=16, weight="bold", color=RED)
    ax.text(turns[0] - 0.3, 0.95, "With perfect play the winner is", fontsize=16, color=RED)
    ax.text(turns[3], 0.63, "rating for X of the move played", fontsize=16, color=BLUE)


def draw_played(turns, ratings, played, title):
    """The ratings, and the score of X when the search plays on against itself, {discs: (points, games)}."""
    ax = _rating_line(turns, ratings, title)
    share = {turn: points / games for turn, (points, games) in played.items()}
    ends = np.array([score_interval(points, games) for points, games in played.values()])
    values = np.array([*share.values()])
    bars = np.clip([values - ends[:, 0], ends[:, 1] - values], 0, 1)
    look = {"color": RED, "linewidth": 3.5, "capsize": 6, "markersize": 10}
    ax.errorbar([*share], values, bars, fmt="s--", label="the search against itself", **look)
    ax.legend(fontsize=16, loc="upper right")


def draw_gaps(turns, ratings, avoided, title):
    """How far each column is rated below the best one, for the player to move: two columns thick, the others thin."""
    _, ax = plt.subplots(figsize=(11, 5), layout="constrained")
    turns = [turn for turn in turns if turn <= 24]  # from then on it is over
    rows = [_below_best(turn, row) for turn, row in zip(turns, ratings)]
    for column in sorted(range(7), key=lambda one: one in avoided):
        xs = [turn for turn, row in zip(turns, rows) if column in row]
        ys = [row[column] for row in rows if column in row]
        if column in avoided:
            look = {"color": RED if column == avoided[0] else BLUE, "linewidth": 4, "markersize": 10}
            ax.plot(xs, ys, "s-" if column == avoided[0] else "o--", label=f"column {column}", **look)
        else:
            label = "the other columns" if column == 0 else None
            ax.plot(xs, ys, "-", color=GREY, linewidth=1.8, label=label)
    ax.set_xticks(range(turns[0], turns[-1] + 1, 3))
    ax.set_xlabel("discs on the board", fontsize=16)
    ax.set_ylabel("below the best column,\nfor who is to move", fontsize=16)
    ax.set_ylim(-0.42, 0.01)
    ax.legend(fontsize=16, loc="lower center", ncols=3)
    _plain(ax, title)


def _below_best(turn, row):
    """How much lower than the best column each is rated, for the player to move; `row` is for X."""
    own = row if turn % 2 == 0 else {column: 1 - rating for column, rating in row.items()}
    return {column: rating - max(own.values()) for column, rating in own.items()}


def draw_threats(board, title):
    """The board with its rows numbered, and in the empty cells the letters of those who threaten them."""
    ax = plot_board(board, title=title)
    ax.set_xlim(-1.3, 7.3)
    for row in range(1, 7):
        ax.text(-0.6, row - 0.5, str(row), fontsize=22, ha="center", va="center", color=TEXT)
    ax.text(-0.6, -0.46, "row", fontsize=16, ha="center", va="center", color=TEXT)
    by_cell = {cell: "" for player in (1, 2) for cell in waiting(board, player)}
    for player in (1, 2):
        for cell in waiting(board, player):
            by_cell[cell] += "XO"[player - 1]
    for (column, row), who in by_cell.items():
        ax.text(
            column + 0.5, row - 0.5, who, fontsize=17, weight="bold", ha="center", va="center", color=RED, zorder=20
        )


def draw_rule(groups, title):
    """How often each answer is right, with 95% intervals.

    Args:
        groups: by name, an array with a row for each position: its rating, and 1 or 0 for each of the three answers.
        title: what the picture shows.
    """
    _, ax = plt.subplots(figsize=(11, 5.6), layout="constrained")
    white = {"boxstyle": "round,pad=0.15", "fc": "white", "ec": "none"}
    looks = [("rule", GREEN, "//"), ("rating", BLUE, ""), ("self-play", RED, "..")]
    for place, rows in enumerate(groups.values()):
        for k, (right, (name, colour, hatch)) in enumerate(zip(rows.T[1:], looks)):
            x, share = place + 0.27 * (k - 1), np.mean(right)
            low, high = score_interval(int(np.sum(right)), len(right))
            bars = [[share - low], [high - share]]
            label = name if place == 0 else None
            ax.bar(x, share, 0.25, color=colour, hatch=hatch, edgecolor="white", label=label)
            ax.errorbar(x, share, bars, color="black", capsize=6, linewidth=2.5)
            ax.text(x, 0.1, f"{share:.2f}", ha="center", va="center", fontsize=14, weight="bold", bbox=white)
    names = [f"{group}\nn = {len(rows)}".replace(", ", ",\n") for group, rows in groups.items()]
    ax.set_xticks(range(len(groups)), names, fontsize=15)
    ax.set_ylim(0, 1.03)
    ax.set_ylabel("names the true winner", fontsize=16)
    ax.figure.legend(fontsize=15, loc="outside lower center", ncols=3)
    _plain(ax, title)
    ax.tick_params(axis="x", labelsize=15)


def compared(rule, other):
    """The mean of how much more often the rule is right, position by position, and its 95% interval."""
    more = np.array(rule, float) - np.array(other, float)
    return more.mean(), *mean_interval(more)


# -------------------------------------------------------------------- the game, turn by turn


def turn_by_turn(boards, moves, ratings, played, winners):
    """The game as a moving picture: each position, the next move, and four answers to who will win.

    Args:
        boards: the positions.
        moves: the one played in each of them.
        ratings: those of the moves, for X.
        played: {discs: (points of X, games)} of the search against itself.
        winners: who wins with perfect play.
    """
    turns = {len(board.moves): place for place, board in enumerate(boards)}

    def draw(scene, discs):
        drawing, place = Drawing.within(scene, 0, 19, 0, 10), turns[discs]
        draw_position(drawing.inset(0, 0, 9.6, 10), boards[place], marks={moves[place]: "next"})
        known = max(turn for turn in played if turn <= discs)
        points, games = played[known]
        _meter(drawing, 8.6, "rating for X", ratings[place], BLUE)
        _meter(drawing, 6.2, f"self-play from {known} discs on", points / games, RED)
        said = {1: "X wins", 2: "O wins", None: "silent"}
        for y, name, winner in (
            (3.6, "rule of parity", by_parity(boards[place])),
            (1.7, "perfect play", winners[place]),
        ):
            drawing.write(10.2, y, f"{name}:", 0.62, ha="left", weight="bold")
            drawing.write(16, y, said[winner], 0.62, ha="left")

    def say(discs):
        place = turns[discs]
        who = "XO"[boards[place].to_move - 1]
        return f"{discs} discs. {who} plays column {moves[place]}, rated {ratings[place]:.2f} for X."

    return MovingPicture(draw, say, min(turns), max(turns), "discs", every=900)


def _meter(drawing, y, name, share, colour):
    """A bar from 0 to 1 with a mark in the middle."""
    drawing.write(10.2, y, name, 0.62, room=8.6, ha="left", weight="bold")
    drawing.boxes([(10.2, y - 1.3, 6.6, 0.7)], VISITS, zorder=2)
    drawing.boxes([(10.2, y - 1.3, 6.6 * share, 0.7)], colour, zorder=3)
    drawing.boxes([(13.46, y - 1.45, 0.08, 1)], TEXT, zorder=4)
    drawing.write(17.2, y - 0.95, f"{share:.2f}", 0.7, ha="left", weight="bold")


# -------------------------------------------------------------------- in a terminal


def in_terminal(options, answers):
    """What the terminal shows when `python -m mctslab play` is run with these options and somebody types these answers."""
    typed = iter(answers)

    def answer(question):
        text = next(typed, "q")
        print(f"{question}{text}")
        return text

    print(f"$ python -m mctslab play {options}")
    main(options.split(), ask=answer)
