"""The pictures of lesson 18, and the numbers behind them."""

from functools import cache

import matplotlib.pyplot as plt
import numpy as np

from c4lib import Board, solve_moves
from c4lib.board import winning_lines
from mctslab import play_game
from mctslab.arena import difference, mean_interval
from mctslab.arena.score import DRAW
from mctslab.players import highest, mcts_player, random_player
from mctslab.qlearning import LearningSettings, QTable, Training

BLUE, RED, GREY, GREEN = "#0072B2", "#D55E00", "#666666", "#009E73"
TEACHER, STRANGER = "P1, 40 playouts", "40 playouts"
NAMES = {
    TEACHER: "its teacher (P1)",
    "P1, 10 playouts": "P1 with 10 playouts",
    "random": "a random player",
    STRANGER: "a sound search",
}
SINGLE = ("sound teacher", "last move first", "mirror all", "alpha 0.2", "gamma 1", "no cost a move", "draw 0")
LEFT_OUT = ("teacher", "order", "cost", "mirror", "alpha", "gamma", "draw")
CUBE = {  # by the changes: teacher, order, cost
    (0, 0, 0): "as published",
    (1, 0, 0): "sound teacher",
    (0, 1, 0): "last move first",
    (0, 0, 1): "no cost a move",
    (1, 1, 0): "teacher and order",
    (1, 0, 1): "teacher and cost",
    (0, 1, 1): "order and cost",
    (1, 1, 1): "teacher, order, cost",
}
ORDERS = ("first move first", "last move first")
COSTS = {
    (-1, 0): "cost 1, untried 0",
    (-1, -5): "cost 1, untried -5",
    (0, 0): "no cost, untried 0",
    (0, 5): "no cost, untried +5",
}
MOVES = {"all": "all moves", "tried": "tried moves only"}

# ---------------------------------------------------------------- scores of trainings


def points(table):
    """The score of each row."""
    return ((table.wins + DRAW * table.draws) / (table.wins + table.draws + table.losses)).to_numpy(float)


def scores(changes, rows, opponent, games=10_000):
    """What the tables of each change score against the opponent: an array with a number for each training seed."""
    chosen = (changes.rows == rows) & (changes.opponent == opponent) & (changes.games == games)
    table = changes[chosen]
    return {change: points(table[table.change == change]) for change in dict.fromkeys(table.change)}


def before_and_after(changes, games=50_000):
    """What the five published tables score untrained and trained, by the name of the opponent."""
    stops = [{one: scores(changes, 4, one, stop)["as published"][:5] for one in NAMES} for stop in (0, games)]
    return {name: tuple(stop[one] for stop in stops) for one, name in NAMES.items()}


def in_words(values):
    """The mean of the seeds with its interval: each training is one result."""
    low, high = mean_interval(values)
    return f"{np.mean(values):.0%} [{max(low, 0):.0%}, {min(high, 1):.0%}]"


def apart(values, others):
    """How far the mean of some trainings is from that of others, in points, with its interval and p."""
    found = difference(values, others)
    return f"{100 * found.mean:+.0f} [{100 * found.low:+.0f}, {100 * found.high:+.0f}], p = {found.p:.4f}"


def findable(values, others, p):
    """How far apart two means would have to be for a test at this p to find it four times in five."""
    from scipy.stats import t  # here, because it takes a second

    freedom = len(values) + len(others) - 2
    spread = np.sqrt((np.var(values, ddof=1) + np.var(others, ddof=1)) / 2)
    return (t.isf(p / 2, freedom) + t.isf(0.2, freedom)) * spread * np.sqrt(1 / len(values) + 1 / len(others))


def comparison(found, base, names):
    """A line for each change: its score, and how far it is from that of `base`."""
    lines = [f"{base:20} {in_words(found[base])}"]
    lines += [f"{name:20} {in_words(found[name]):15} {apart(found[name], found[base])}" for name in names]
    return "\n".join(lines)


def cost_scores(costs):
    """What the tables of each cost, and worth of an untried move, score: with all moves, and with tried ones only."""
    keys = ["move", "start", "moves"]
    return {tuple(key): points(table) for key, table in costs.groupby(keys, sort=False)}


# ---------------------------------------------------------------- one game, again and again


def repeated(record, games=9):
    """The values of O's moves in one game after a fresh table has learnt from it again and again, by order."""
    boards = record.boards()
    moves = [(boards[ply], record.moves[ply]) for ply in range(1, len(record.moves), 2)]
    values = {}
    for order in ORDERS:
        training = Training(QTable(4, 5), random_player, LearningSettings(order=order))
        values[order] = []
        for _ in range(games):
            training._learn_from(moves, boards[-1])
            values[order].append([training.table.values(board)[move] for board, move in moves])
    return values


def draw_news(values, title):
    """The value of every own move of one game (from the left) after each repetition (from above), for each order."""
    figure, panels = framed(1, 2, (11, 4.8), title, sharey=True)
    for ax, (order, rows) in zip(panels, values.items(), strict=True):
        ax.imshow(
            rows, cmap=plt.get_cmap("RdBu", 21), vmin=-50, vmax=50, aspect="auto"
        )  # few colours: a palette has room
        for (game, move), value in np.ndenumerate(np.array(rows)):
            colour = "white" if value > 31 else "black"
            words = f"{value:.1f}" if abs(value) < 1 else f"{value:.0f}"  # so that a value above 0 shows
            ax.text(move, game, words, ha="center", va="center", fontsize=15, color=colour)
        ax.set_title(order, fontsize=17)
        ax.set_xticks(range(len(rows[0])), [f"{move + 1}" for move in range(len(rows[0]))])
        ax.set_yticks(range(len(rows)), [f"{game + 1}" for game in range(len(rows))])
        ax.set_xlabel("own move", fontsize=16)
        ax.tick_params(labelsize=15)
    panels[0].set_ylabel("after game", fontsize=16)


# ---------------------------------------------------------------- what trainings bring


def draw_opponents(changes, title, games=50_000):
    """The score of the published tables against each opponent, with that of a table that has learnt nothing."""
    _, ax = framed(1, 1, (10, 4.4), title)
    for stop, colour, marker, label in ((0, GREY, "s", "untrained"), (games, BLUE, "o", "trained")):
        for place, opponent in enumerate(NAMES):
            values = scores(changes, 4, opponent, stop)["as published"][:5]
            dots(ax, values, place, colour, marker, f"{label}, {NAMES[opponent]}", label if not place else None)
    listed(ax, [*NAMES.values()], "score against it, moving second")
    ax.legend(fontsize=15, loc="lower right")


def draw_left_out(found, title):
    """What tables with all seven changes score against a sound search, and with all but one: a dot for each seed."""
    _, ax = framed(1, 1, (10, 5), title)
    names = [
        "all",
        *(f"all but the {name}" if f"all but the {name}" in found else f"all but {name}" for name in LEFT_OUT),
    ]
    for place, name in enumerate(names):
        dots(ax, found[name], place, BLUE if place else GREY, "o" if place else "s", name)
    ax.axvline(found["all"].mean(), color=GREY, linewidth=1.5, linestyle="--")
    listed(
        ax,
        [name.replace("all but", "without") if name != "all" else "all seven" for name in names],
        "score against a sound search",
    )


def draw_cube(found, title):
    """All ways to change the teacher, the order and the cost: what the tables score against a sound search."""
    _, ax = framed(1, 1, (10, 5), title)
    for place, (changed, name) in enumerate(CUBE.items()):
        dots(ax, found[name], place, BLUE if all(changed) else GREY, "o", name)
    words = [" + ".join(part for part, on in zip(("teacher", "order", "cost"), changed) if on) for changed in CUBE]
    listed(ax, [one or "none (as published)" for one in words], "score against a sound search")


def draw_costs(found, title):
    """By the cost of a move and the worth of an untried one: the score with all moves, and with tried ones only."""
    _, ax = framed(1, 1, (10, 4.6), title)
    for place, cost in enumerate(COSTS):
        for moves, colour, marker, shift in (("all", BLUE, "o", -0.14), ("tried", RED, "^", 0.14)):
            dots(
                ax,
                found[*cost, moves],
                place + shift,
                colour,
                marker,
                f"{COSTS[cost]}, {MOVES[moves]}",
                None if place else MOVES[moves],
            )
    listed(ax, [*COSTS.values()], "score against a sound search")
    ax.legend(fontsize=15, loc="best")


# ---------------------------------------------------------------- the best table, and the last cell

STRENGTHS = ("random", "10 playouts", "40 playouts", "200 playouts", "1,000 playouts")


def strength_counts(strength):
    """Games won, drawn and lost by rows, side, player and opponent."""
    keys = ["rows", "side", "player", "opponent"]
    return strength.groupby(keys, sort=False)[["wins", "draws", "losses"]].sum()


def draw_strength(strength, players, title):
    """Scores of 400 games each by opponent, moving second, on the board where O has the last cell, and where X has."""
    looks = {"40 playouts": (RED, "^"), "trained table": (BLUE, "o"), "perfect play": (GREEN, "D")}
    _, panels = framed(1, 2, (11, 5), title, sharey=True)
    for ax, (rows, owner) in zip(panels, ((4, "O"), (3, "X")), strict=True):
        for player in players:
            colour, marker = looks[player]
            counts = strength.loc[rows, 2, player].loc[list(STRENGTHS)]
            words = f"{player} as O"
            ax.plot(range(5), points(counts), marker=marker, color=colour, linewidth=3, markersize=10, label=words)
        ax.axhline(0.5, color=GREY, linewidth=1, linestyle="--")
        ax.set_title(f"{rows} x 5: the last cell is {owner}'s", fontsize=17)
        ax.set_xticks(range(5), [name.replace(" playouts", "") for name in STRENGTHS])
        finished(ax)
        ax.set_ylim(0, 1.02)
        ax.set_xlabel("opponent: random, or playouts", fontsize=16)
    panels[0].set_ylabel("score, moving second", fontsize=16)
    panels[0].legend(fontsize=15, loc="lower left")


LINES = np.array(winning_lines(4, 5, connect=4))


@cache
def outcome(cells, player):
    """Who wins with perfect play on 4 x 5 if this player is to move, also when it is not their turn; None: nobody."""
    found = set()
    for column in range(5):
        empty = [cell for cell in range(column, 20, 5) if not cells[cell]]
        if empty:
            after = cells[: empty[-1]] + bytes([player]) + cells[empty[-1] + 1 :]
            if any(all(after[cell] == player for cell in line) for line in LINES if empty[-1] in line):
                return player
            found.add(outcome(after, 3 - player))
    return player if player in found else None if None in found or not found else 3 - player


def if_other_moved(records, discs=12):
    """Of the games that O has won, and that had X to move with so many discs: who wins from there if X moves, and if O does."""
    found = []
    for record in records:
        if record.winner == 2 and len(record.moves) > discs:
            cells = record.boards()[discs].cells.tobytes()
            found.append((outcome(cells, 1), outcome(cells, 2)))
    return found


def row_of_last_disc(record):
    """In which row, from 1 at the bottom, the game was ended."""
    before, after = record.boards()[-2:]
    return int(before.rows - np.argwhere(before.cells != after.cells)[0][0])


def untried(table, records):
    """The share of O's moves in these games that the table had never tried."""
    moves = [pair for record in records for pair in list(zip(record.boards(), record.moves))[1::2]]
    return np.mean([move not in table.tried(board) for board, move in moves])


# ---------------------------------------------------------------- four features


def library_learn(weights, x, target, alpha):
    return weights + alpha * (target - weights @ x) * x


def right_or_library(learn):
    """The reader's function of exercise 2 if it is right, else the library's; it says which."""
    weights, x = np.array([10.0, 20.0, -5.0]), np.array([1.0, 0.0, 2.0])
    try:
        right = np.allclose(learn(weights.copy(), x, 40, 0.1), [14, 20, 3])
    except Exception:  # whatever the reader's function does
        right = False
    print("learn: yours" if right else 'learn: the library\'s, until the check above says "Right"')
    return learn if right else library_learn


class Features:
    """A value that is a weighted sum of features of the position after a move; it learns as the table does.

    Args:
        features: of a position, O's view.
        learn: as in exercise 2.
        seed: game number k is played with the generator of (seed, k).
    """

    REWARDS = {1: -50.0, None: 0.0, 2: 50.0}

    def __init__(self, features, learn, seed, alpha=0.01, epsilon=0.1):
        self.features, self.learn, self.seed = cache(features), learn, seed  # positions come again and again
        self.alpha, self.epsilon = alpha, epsilon
        self.weights = np.zeros(len(self.features(Board(4, 5))))

    def values(self, board):
        """What O expects of each legal move."""
        after = {move: board.play(move) for move in board.legal_moves()}
        return {
            move: self.REWARDS[one.winner] if one.is_terminal else float(self.weights @ self.features(one))
            for move, one in after.items()
        }

    def __call__(self, board, rng):
        return highest(self.values(board), rng)

    def train(self, games, teacher=mcts_player(40)):
        """Play against a sound search; learn from the last move to the first, without a cost or a discount."""
        for game in range(games):
            rng, board, own = np.random.default_rng((self.seed, game)), Board(4, 5), []
            while not board.is_terminal:
                if board.to_move == 1:
                    board = board.play(teacher(board, rng))
                    continue
                player = random_player if rng.random() < self.epsilon else self
                later = board.play(player(board, rng))
                own.append((board, later))
                board = later
            target = self.REWARDS[board.winner]
            for before, after in reversed(own):
                if not after.is_terminal:
                    self.weights = np.asarray(self.learn(self.weights, self.features(after).copy(), target, self.alpha))
                target = max(self.values(before).values())
        return self


def never_seen(table, count=300, seed=5):
    """Positions with O to move of which the table knows nothing, from random games, in which only some moves keep the exact
    result: those moves."""
    rng, found = np.random.default_rng(seed), {}
    while len(found) < count:
        board = Board(4, 5)
        while not board.is_terminal and len(found) < count:
            if board.to_move == 2 and board not in table and board not in found:
                result = {move: np.sign(score) for move, score in solve_moves(board).items()}
                sound = {move for move, sign in result.items() if sign == max(result.values())}
                if len(sound) < len(result):
                    found[board] = sound
            board = board.play(random_player(board, rng))
    return found


def sound_moves(player, positions, seed=0):
    """Whether the player's move is sound, position by position."""
    rng = np.random.default_rng(seed)
    return np.array([player(board, rng) in sound for board, sound in positions.items()], float)


def by_chance(positions):
    """The share of sound moves, position by position."""
    return np.array([len(sound) / len(board.legal_moves()) for board, sound in positions.items()])


def score(opponent, player, seed):
    """What the player scores as O in one game."""
    return {1: 0, None: DRAW, 2: 1}[play_game(opponent, player, seed, Board(4, 5)).winner]


def scored(player, opponent, games, seed):
    """What the player scores as O, on average."""
    return np.mean([score(opponent, player, (seed, game)) for game in range(games)])


def draw_features(found, title):
    """The share of sound moves with its interval, for each player."""
    _, ax = framed(1, 1, (10, 4.4), title)
    for place, values in enumerate(found.values()):
        low, high = mean_interval(values)
        mean, colour = np.mean(values), BLUE if "four" in [*found][place] else GREY
        ax.errorbar(
            [mean], [place], xerr=[[mean - low], [high - mean]], fmt="o", color=colour, markersize=13, linewidth=4
        )
        ax.text(mean, place - 0.2, f"{mean:.0%}", ha="center", va="bottom", fontsize=16)
    listed(ax, [*found], "share of sound moves, positions the table never saw")


# ---------------------------------------------------------------- frames


def framed(rows, columns, size, title, **shared):
    """A figure with a bold title, and its axes."""
    figure, axes = plt.subplots(rows, columns, figsize=size, layout="constrained", **shared)
    figure.suptitle(title, fontsize=19, weight="bold")
    return figure, axes


def listed(ax, names, words):
    """Names from above, shares from 0 to 1."""
    ax.set_yticks(range(len(names)), names)
    finished(ax)
    ax.set_ylim(len(names) - 0.5, -0.5)
    ax.set_xlim(0, 1)
    ax.set_xlabel(words, fontsize=16)


def dots(ax, values, place, colour, marker, name, label=None):
    """A pale dot for each seed, and their mean with its interval; the axes keep it in words."""
    low, high = mean_interval(values)
    ax.scatter(values, [place] * len(values), 60, colour, marker, alpha=0.3)
    ax.hlines(place, max(low, 0), min(high, 1), colour, linewidth=3)
    ax.scatter(values.mean(), place, 170, colour, marker, label=label)
    ax.set_label(f"{ax.get_label()}{name}: {in_words(values)}; ")


def finished(ax):
    ax.tick_params(labelsize=15)
    ax.spines[["top", "right"]].set_visible(False)
