"""The pictures of lesson 16, Allis's rule of parity, and the game in the terminal as it looks there."""

from collections import defaultdict

import matplotlib.pyplot as plt
import numpy as np

from c4lib import plot_board
from c4lib.board import winning_lines
from c4lib.plots.board import draw_game
from c4lib.plots.canvas import AT_LEFT, BOLD_LEFT, TEXT, VISITS
from mctslab.experiments import stored
from mctslab.experiments.parity import board_of
from mctslab.terminal import main
from pictures import CENTRED, draw_curve, draw_level, mean_of, share_of
from pictures.moving import MovingPicture

BLUE = "#005A8C"
RED = "#B34700"
GREEN = "#00614A"
GREY = "#6A6F76"
OUTCOMES = {  # with perfect play: colour and hatch
    "loses": (RED, "xx"),
    "draws": ("#D9DDE2", ""),
    "wins": (BLUE, ""),
}
POINTS = {1: 1.0, None: 0.5, 2: 0.0}  # of X, by the winner
EARLY = {6: -4, 7: 4, 8: -2}  # by discs: exact scores of the game, for which the solver needs seconds each
# By discs: X's points and the games of the search against itself, 1,000 playouts a turn. The claims play some of them again.
PLAYED_ON = {
    6: (142.5, 400),
    9: (14.0, 40),
    12: (4.0, 40),
    15: (0.0, 40),
    18: (0.0, 40),
    21: (0.0, 40),
    24: (0.0, 40),
    27: (0.0, 40),
    30: (0.0, 40),
}


# -------------------------------------------------------------------- threats


def seen_by_x(search):
    """The rating of each column for X, whoever is to move."""
    if search.game.to_move == 1:
        return dict(search.means)
    return {column: 1 - mean for column, mean in search.means.items()}


def next_row(board, column):
    """The row, counted from 1 at the bottom, into which a disc in this column falls."""
    discs = np.count_nonzero(board.cells[:, column])
    return int(discs) + 1


def threats(board, player):
    """The empty cells, each (column, row), in which this player would complete a line; row 1 is the lowest."""
    cells = board.cells.ravel().tolist()
    found = set()
    for line in winning_lines(board.rows, board.columns, board.connect):
        held = [cells[cell] for cell in line]
        if held.count(player) == 3 and held.count(0) == 1:
            gap = line[held.index(0)]
            row, column = divmod(gap, board.columns)
            found.add((column, board.rows - row))
    return sorted(found)


def waiting(board, player):
    """The threats of a player into which no disc falls yet, each (column, row)."""
    found = []
    for column, row in threats(board, player):
        if row > next_row(board, column):
            found.append((column, row))
    return found


def wins_in_one(board, player):
    """How many moves would complete a line of this player."""
    found = threats(board, player)
    later = waiting(board, player)
    return len(found) - len(later)


def at_once(board):
    """Whether the player to move has a win in one, or the opponent two of them."""
    mine = wins_in_one(board, board.to_move)
    theirs = wins_in_one(board, 3 - board.to_move)
    return mine > 0 or theirs > 1


def by_parity(board):
    """Who wins by the rule of parity, 1 or 2; None if it is silent."""
    lowest = {}  # row and player, by column
    for player in (1, 2):
        for column, row in waiting(board, player):
            if row % 2 == player % 2:
                useful = row, player
                lowest[column] = min(useful, lowest.get(column, useful))
    owners = [player for _, player in lowest.values()]
    return min(owners, default=None)


# -------------------------------------------------------------------- pictures


def _titled(title, height, width=11):
    """Axes of a new figure under a bold title."""
    size = width, height
    _, ax = plt.subplots(figsize=size, layout="constrained")
    ax.set_title(title, fontsize=19, weight="bold")
    ax.tick_params(labelsize=13)
    ax.spines[["top", "right"]].set_visible(False)
    return ax


def draw_both(ratings, exact):
    """The rating of each column as a bar in the colour of its exact outcome, with the exact score below it."""
    lowest = min(ratings.values())
    highest = max(ratings.values())
    ax = _titled(f"Rated {lowest:.2f} to {highest:.2f}; one wins, two draw, four lose", 4.8)
    for row, name in enumerate(OUTCOMES):
        columns = [column for column in exact if np.sign(exact[column]) == row - 1]
        heights = [ratings[column] for column in columns]
        colour, hatch = OUTCOMES[name]
        bars = ax.bar(columns, heights, 0.8, label=name, color=colour, hatch=hatch, edgecolor="white")
        ax.bar_label(bars, fmt="%.2f", fontsize=17, padding=3)
    names = []
    for column, score in exact.items():
        signed = f"{score:+d}" if score else "0"
        names.append(f"column {column}\nexact: {signed}")
    ax.set_xticks(list(exact), names, fontsize=15)
    ax.set_ylim(0, 1)
    ax.set_ylabel("rating, 20,000 playouts", fontsize=15)
    ax.legend(fontsize=15, loc="upper left", ncols=3)


def draw_luck(visits, ratings, settled, title):
    """The rating of one column after 300 playouts against its visits, a dot a seed."""
    ax = _titled(title, 4.8, width=10)
    ax.plot(visits, ratings, "o", markersize=8, alpha=0.6, color=BLUE)
    ax.axhline(settled, color=RED, linewidth=2.5)
    words = f"after 20,000 playouts: {settled:.2f}"
    right = max(visits)
    ax.text(right, settled + 0.015, words, ha="right", fontsize=14, color=RED)
    ax.set_xlabel("visits of column 0, of 300", fontsize=15)
    ax.set_ylabel("rating of column 0", fontsize=15)


def draw_calibration(ratings, outcomes):
    """The exact outcome for the player to move, by the rating of the best column, with the number of positions."""
    ax = _titled("Extreme ratings are right; those near one half say little", 5.4)
    edges = np.linspace(0, 1, 11)
    middles = edges[:-1] + 0.05
    inner = edges[1:-1]
    place = np.digitize(ratings, inner, right=True)
    counts = np.zeros((3, 10), int)  # of those that lose, draw and win, by rating
    row = outcomes.astype(int) + 1
    np.add.at(counts, (row, place), 1)
    games = counts.sum(axis=0)
    _draw_outcomes(ax, middles, counts / games)
    others = games - counts[2]
    not_won = [share_of(*both) for both in zip(others, games)]
    draw_curve(ax, middles, not_won, "black", None, "none", linewidth=2)
    for x, count in zip(middles, games):
        ax.text(x, 1.02, f"{count:,}", ha="center", fontsize=14)
    ax.text(-0.012, 1.02, "n =", ha="right", fontsize=14)
    ax.spines["left"].set_bounds(0, 1)
    ax.set_xticks(edges)
    ax.set_ylim(0, 1.08)
    ax.set_xlabel("rating of the column played, 1,000 playouts", fontsize=15)
    ax.set_ylabel("with perfect play the player ...", fontsize=15)
    ax.figure.legend(fontsize=15, loc="outside lower center", ncols=3)


def _draw_outcomes(ax, middles, shares):
    """Bars of the shares that lose, draw and win, one upon another."""
    bottom = np.zeros(len(middles))
    for row, name in zip(shares, OUTCOMES):
        colour, hatch = OUTCOMES[name]
        look = {"color": colour, "hatch": hatch, "edgecolor": "white"}
        ax.bar(middles, row, 0.092, bottom, label=name, **look)
        bottom = bottom + row


def _rating_line(turns, ratings, title):
    """Axes with the rating for X of the move played at each turn."""
    ax = _titled(title, 5)
    draw_level(ax, 0.5, GREY)
    look = {"color": BLUE, "linewidth": 3.5, "markersize": 9}
    ax.plot(turns, ratings, "o-", label="rating of the move played", **look)
    ax.set_ylim(-0.06, 1.06)
    _number_discs(ax, turns)
    ax.set_xlim(turns[0] - 0.7, turns[-1] + 0.7)
    ax.set_ylabel("for X", fontsize=16)
    return ax


def _number_discs(ax, turns):
    first = turns[0]
    last = turns[-1]
    ax.set_xticks(range(first, last + 1, 3))
    ax.set_xlabel("discs on the board", fontsize=16)


def draw_played(turns, ratings, winners, played, title):
    """The ratings, the score of X when the search plays on against itself, and above them who wins with perfect play.

    Args:
        turns: by their discs.
        ratings: of the move played at each turn, for X.
        winners: with perfect play, at each turn.
        played: {discs: (points of X, games)}.
    """
    ax = _rating_line(turns, ratings, title)
    for turn, winner in zip(turns, winners):
        name = "XO"[winner - 1]
        ax.text(turn, 0.88, name, fontsize=16, color=GREEN, weight="bold", **CENTRED)
    ax.text(turns[0] - 0.3, 0.97, "With perfect play the winner is", fontsize=16, color=GREEN)
    scores = [share_of(*both) for both in played.values()]
    look = {"linewidth": 3.5, "capsize": 6, "markersize": 10}
    draw_curve(ax, played, scores, RED, "s", "--", label="the search against itself", **look)
    ax.legend(fontsize=16, loc="upper right", bbox_to_anchor=(1, 0.8))


def draw_gaps(turns, ratings, avoided, title):
    """How far each column is rated below the best one, for the player to move: two columns thick, the others thin."""
    ax = _titled(title, 5)
    turns = [turn for turn in turns if turn <= 24]  # from then on it is over
    rows = list(map(_below_best, turns, ratings))
    for column in range(7):
        if column not in avoided:
            gaps = _gaps(turns, rows, column)
            label = "the other columns" if column == 0 else None
            ax.plot(*gaps, "-", color=GREY, linewidth=1.8, label=label)
    size = {"linewidth": 4, "markersize": 10}
    looks = (RED, "s-"), (BLUE, "o--")
    for column, (colour, style) in zip(avoided, looks):
        gaps = _gaps(turns, rows, column)
        label = f"column {column}"
        ax.plot(*gaps, style, color=colour, label=label, **size)
    _number_discs(ax, turns)
    ax.set_ylabel("below the best column,\nfor the player to move", fontsize=16)
    ax.set_ylim(-0.42, 0.01)
    ax.legend(fontsize=16, loc="lower center", ncols=3)


def _gaps(turns, rows, column):
    """The turns at which the column is open, and its row at each."""
    there = []
    gaps = []
    for turn, row in zip(turns, rows):
        if column in row:
            there.append(turn)
            gaps.append(row[column])
    return there, gaps


def _below_best(turn, row):
    """How much lower than the best column each is rated, for the player to move; `row` is for X."""
    own = row
    if turn % 2 == 1:
        own = {column: 1 - rating for column, rating in row.items()}
    best = max(own.values())
    return {column: rating - best for column, rating in own.items()}


def draw_threats(board, title):
    """The board with its rows numbered, and in the empty cells the letters of those who threaten them."""
    ax = plot_board(board, title=title)
    ax.set_xlim(-1.3, board.columns + 0.3)
    look = {"color": TEXT} | CENTRED
    for row in range(1, board.rows + 1):
        ax.text(-0.6, row - 0.5, row, fontsize=22, **look)
    ax.text(-0.6, -0.46, "row", fontsize=16, **look)
    names = defaultdict(str)
    for player, name in enumerate("XO", 1):
        for cell in waiting(board, player):
            names[cell] += name
    look = {
        "fontsize": 17,
        "weight": "bold",
        "color": RED,
        "zorder": 20,
    }
    for (column, row), who in names.items():
        x = column + 0.5
        ax.text(x, row - 0.5, who, **look, **CENTRED)


def draw_rule(near, others):
    """How much more often the rule is right than the rating, with 95% intervals: near one half, and elsewhere.

    Args:
        near, others: by the number of discs, (mean, low, high).
    """
    ax = _titled("Near one half counting leads, most clearly with 20 and 24 discs", 5.2)
    looks = (
        (near, RED, "s", -0.1, "rated 0.4 to 0.6"),
        (others, BLUE, "o", 0.1, "rated otherwise"),
    )
    for gaps, colour, marker, aside, label in looks:
        places = np.arange(len(gaps)) + aside
        draw_curve(ax, places, list(gaps.values()), colour, marker, "", label=label, markersize=12)
    draw_level(ax, 0, GREY)
    names = [f"{discs} discs" for discs in near]
    ax.set_xticks(range(len(names)), names)
    ax.tick_params(axis="x", labelsize=15)
    ax.yaxis.set_major_formatter("{x:+.1f}")
    ax.set_ylabel("right more often\nthan the rating", fontsize=16)
    ax.figure.legend(fontsize=15, loc="outside lower center", ncols=2)


def own_games(discs):
    """Of games of the search, with so many discs and nothing decided at once: the boards, the ratings for X of the
    moves played, and the winners (0: a draw)."""
    table = stored("own_positions")
    boards, ratings, winners = [], [], []
    for row in table[table.discs == discs].itertuples():
        board = board_of(row.moves)
        if not at_once(board):
            boards.append(board)
            ratings.append(row.rating)
            winners.append(row.winner)
    return boards, ratings, winners


def near_half(rows):
    """Which of the rows, each of them with the rating first, are rated 0.4 to 0.6."""
    return abs(rows[:, 0] - 0.5) <= 0.1


def compared(rule, other):
    """The mean of how much more often the rule is right, position by position, and its 95% interval."""
    more = np.subtract(rule, other, dtype=float)
    return mean_of(more)


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

    def draw(drawing, discs):
        drawing.limit(0, 19, 0, 10)
        place = turns[discs]
        marks = {moves[place]: "next"}
        left = drawing.inset(0, 0, 9.6, 10)
        draw_game(left, boards[place], marks=marks)
        known = max(turn for turn in played if turn <= discs)
        points, games = played[known]
        _meter(drawing, 8.6, "rating for X", ratings[place], BLUE)
        _meter(drawing, 6.2, f"self-play from {known} discs on", points / games, RED)
        _tell(drawing, 3.6, "rule of parity:", by_parity(boards[place]))
        _tell(drawing, 1.7, "perfect play:", winners[place])

    def say(discs):
        place = turns[discs]
        who = "XO"[boards[place].to_move - 1]
        return f"{discs} discs. {who} plays column {moves[place]}, rated {ratings[place]:.2f} for X."

    return MovingPicture(draw, say, min(turns), max(turns), "discs", every=900)


def _tell(drawing, y, name, winner):
    said = {1: "X wins", 2: "O wins", None: "silent"}
    words = said[winner]
    drawing.write(10.2, y, name, 0.62, BOLD_LEFT)
    drawing.write(16, y, words, 0.62, AT_LEFT)


def _meter(drawing, y, name, share, colour):
    """A bar from 0 to 1 with a mark in the middle."""
    bottom = y - 1.3
    whole = 10.2, bottom, 6.6, 0.7
    part = 10.2, bottom, 6.6 * share, 0.7
    middle = 13.46, y - 1.45, 0.08, 1
    drawing.write(10.2, y, name, 0.62, BOLD_LEFT, room=8.6)
    drawing.boxes([whole], VISITS, zorder=2)
    drawing.boxes([part], colour, zorder=3)
    drawing.boxes([middle], TEXT, zorder=4)
    drawing.write(17.2, y - 0.95, f"{share:.2f}", 0.7, BOLD_LEFT)


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
