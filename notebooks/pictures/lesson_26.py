"""The pictures of lesson 26, the matches behind them, the faults to be planted into a game, and the page to hand in."""

import ast
import base64
import inspect
import io
from contextlib import suppress
from functools import cache, partial
from html import escape
from pprint import pformat

import numpy as np
from matplotlib.figure import Figure

import c4lib
from c4lib import Simulation, TreeSearch, check_game, violations
from c4lib.plots.board import draw_piece, draw_position, game_png
from c4lib.plots.canvas import EXPLOITATION, HIGHLIGHT, MUTED, TEXT, VISITS
from mctslab.course.own_files import may_keep, place_of, write_text
from mctslab.players import without_addresses
from pictures import CENTRED, SMALL, c_name, plain_axes, share_of, titled_axes
from pictures.lesson_24 import rated as rated

# -------------------------------------------------------------------- beliefs and truth


def draw_beliefs(means, outcomes, title):
    """How far the mean of each move is from one half, and beside it what perfect play makes of it."""
    height = 1.6 + 0.42 * len(means)
    ax = titled_axes(title, 10, height)
    beside = ax.get_yaxis_transform()  # across in parts of the field
    for place, (move, mean) in enumerate(means.items()):
        colour = HIGHLIGHT if outcomes[move] == "win" else VISITS
        ax.barh(place, mean - 0.5, left=0.5, color=colour)
        words = f"{mean:.2f} {outcomes[move]}"
        ax.text(1.02, place, words, va="center", fontsize=SMALL + 2, color=TEXT, transform=beside)
    ax.axvline(0.5, color=TEXT, linestyle="--")
    ax.set_yticks(range(len(means)), means, fontsize=SMALL + 2)
    ax.invert_yaxis()
    ax.locator_params(axis="x", nbins=5)
    ax.set_xlabel("mean of the search (on the right: its value, and the truth)", fontsize=SMALL + 1)
    ax.set_ylabel("move", fontsize=SMALL + 1)
    return ax


# Of 200 searches on Nim (2, 3, 4), TreeSearch(Nim(), settings, rng=seed).run(playouts) with seeds 0 to 199: by the playouts,
# how many play c3 with SearchSettings() and with SearchSettings(solve=True).
FOUND = {
    1_000: (34, 35),
    1_500: (70, 198),
    3_000: (191, 200),
}

# -------------------------------------------------------------------- which c

# Points of 200 games of c against √2 on Nim (2, 3, 4), 1,000 playouts a move on both sides:
# sweep({"c": [0.3, 0.5, 0.7, 1, 2]}, mcts_player(1000), games=200, seed=26, game=Nim(),
#       make_player=lambda c: mcts_player(1000, c=c))
SWEEP = {
    0.3: 107,
    0.5: 135,
    0.7: 125,
    1.0: 124,
    2.0: 86,
}
GAMES = 200
# And of play_match(mcts_player(1000, c=0.5), mcts_player(1000), games=400, seed=27, game=Nim()).
NEW_POINTS = 238
NEW_GAMES = 400
FIRST_FOUR = 1, 0, 1, 1
# Points against random_player, play_match(player, random_player, games=4000, seed=28, game=Nim()), of a player with 100 playouts and
# c = 0.5, who searches the whole game; only where at most so many sticks are left, else random_player; and the other way round.
WHOLE_SEARCHED = 3855
PART_SEARCHED = {
    3: (2925, 2599),
    4: (3266, 2198),
    5: (3598, 2043),
}
FIRST_TWENTY = 17, 13  # the wins of both with four sticks in the first games


def draw_sweep(points, games, title):
    """The score of each c against √2, with its interval."""
    ax = titled_axes(title, width=10, height=4.6)
    for place, won in enumerate(points.values()):
        score, low, high = share_of(won, games)
        colour = EXPLOITATION if low > 0.5 or high < 0.5 else MUTED
        ax.plot([place, place], [low, high], color=colour, linewidth=4, solid_capstyle="butt")
        ax.plot(place, score, "o", color=colour, markersize=13)
        words = f"{score:.1%}"
        ax.text(place + 0.08, score, words, va="center", fontsize=SMALL + 2, color=TEXT)
    ax.axhline(0.5, color=TEXT, linestyle="--")
    ax.set_xticks(range(len(points)), map(c_name, points), fontsize=SMALL + 2)
    ax.set_ylim(0.3, 0.8)
    ax.set_xlabel("c", fontsize=SMALL + 2)
    ax.set_ylabel(f"score against √2, {games} games", fontsize=SMALL + 1)
    return ax


# -------------------------------------------------------------------- faults to be planted


NAMES = "place_of", "side_name", "move_name", "in_words"


class Planted:
    """A game with a fault: it answers the five questions as the game inside, but for one."""

    def __init__(self, game, fault):
        self.game, self.fault = game, fault

    @property
    def to_move(self):
        return 1 if self.fault == "the turn" else self.game.to_move

    @property
    def is_terminal(self):
        return self.game.is_terminal

    @property
    def winner(self):
        right = self.game.winner
        return 3 - right if self.fault == "the winner" and right else right

    def legal_moves(self):
        if self.fault == "one move more" and self.game.is_terminal:
            return ("pass",)
        legal = self.game.legal_moves()
        if self.fault == "one move fewer" and len(legal) > 2:
            return legal[:-1]
        return legal

    def play(self, move):
        after = self.game.play(move)
        if self.fault == "one board":
            self.game = after
            return self
        return Planted(after, self.fault)

    def draw(self, drawing):
        draw_position(self.game, drawing)

    def draw_piece(self, drawing, player, centre, radius, zorder):
        draw_piece(drawing, self.game, player, centre, radius, zorder)

    def __getattr__(self, name):
        """Its places and names are those of the game inside."""
        if name in NAMES:
            return getattr(self.game, name)
        raise AttributeError(name)

    def __eq__(self, other):
        return self.game == other.game

    def __hash__(self):
        return hash(self.game)

    def __str__(self):
        return str(self.game)

    def __repr__(self):
        return f"Planted({self.game!r})"  # the fault is not told


def never_the_last(node, settings, rng):
    """A playout that never draws the last legal move, unless there is no other."""
    game = node.game
    moves = []
    while legal := game.legal_moves():
        count = max(len(legal) - 1, 1)
        move = legal[int(rng.random() * count)]
        moves.append(move)
        game = game.play(move)
    return Simulation(node=node, moves=tuple(moves), final=game)


def one_viewpoint(node, winner, settings):
    """Backpropagation that counts the wins of the player to move at the root in every node."""
    root = node.root
    for passed in node.path:
        passed.viewpoint = root.game.to_move
    return c4lib.backpropagate(node, winner, settings)


IN_THE_GAME = "the turn", "one board", "one move more", "the winner", "one move fewer"
IN_A_PHASE = {
    "one viewpoint": {"backpropagate": one_viewpoint},
    "never the last": {"simulate": never_the_last},
}
FAULTS = (*IN_THE_GAME, *IN_A_PHASE)


def planted(game, fault):
    """The game, perhaps with this fault in it, and what makes a search of it, perhaps with the fault in a phase."""
    phases = IN_A_PHASE.get(fault, {})
    if fault in IN_THE_GAME:
        game = Planted(game, fault)
    return game, partial(TreeSearch, **phases)


def handed(game, number):
    """The same with the fault, or none, that belongs to a number which two neighbours have agreed on."""
    rng = np.random.default_rng([26, number])
    faults = *FAULTS, "none"
    return planted(game, faults[rng.integers(len(faults))])


def count(game, plies):
    """The number of sequences of so many moves, and how many of them player 1 has won."""

    @cache
    def below(game, plies):
        if plies == 0 or game.is_terminal:
            is_counted = plies == 0
            return np.array([is_counted, is_counted and game.winner == 1], dtype=int)
        parts = [below(game.play(move), plies - 1) for move in game.legal_moves()]
        return sum(parts, start=np.zeros(2, dtype=int))

    return tuple(below(game, plies).tolist())


def found_by(game, fault, plies):
    """For each of the three tools whether it finds the fault."""
    faulty, searched = planted(game, fault)
    return {
        "check_game": refused(faulty),
        "violations": broken(searched, faulty),
        "count": miscounted(game, fault, plies),
    }


def refused(game):
    try:
        check_game(game)
    except ValueError:
        return True
    return False


def broken(searched, game):
    """Whether a search breaks a condition, or stops with an error."""
    try:
        search = searched(game, rng=1).run(200)
        return bool(violations(search))
    except (ValueError, RecursionError):
        return True


def miscounted(game, fault, plies):
    faulty, _ = planted(game, fault)
    try:
        lengths = range(1, plies + 1)
        return any(count(faulty, length) != count(game, length) for length in lengths)
    except ValueError:
        return True


def draw_found(found, title):
    """A table: a row for each fault, a column for each tool."""
    tools = list(next(iter(found.values())))
    _, ax = plain_axes(width=10, height=1.2 + 0.55 * len(found))
    ax.set_title(title, fontsize=19, weight="bold", pad=12)
    look = {"fontsize": SMALL + 1} | CENTRED
    for row, by in enumerate(found.values()):
        for column, tool in enumerate(tools):
            middle = column + 0.5
            if by[tool]:
                ax.barh(row, 0.9, left=column + 0.05, height=0.8, color=EXPLOITATION)
                ax.text(middle, row, "found", color="white", weight="bold", **look)
            else:
                ax.text(middle, row, "–", color=MUTED, **look)
    ax.set_yticks(range(len(found)), found, fontsize=SMALL + 2)
    middles = np.arange(len(tools)) + 0.5
    ax.set_xticks(middles, tools, fontsize=SMALL + 2)
    ax.set_xlim(0, len(tools))
    ax.set_ylim(len(found) - 0.5, -0.5)
    ax.xaxis.tick_top()
    ax.tick_params(length=0)
    ax.spines[:].set_visible(False)
    return ax


# -------------------------------------------------------------------- the page to hand in

TITLE = "<title>My own game</title>"  # by which such a page is known
PAGE = f"""<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8">{TITLE}<style>
body {{{{ font: 16px/1.5 sans-serif; max-width: 50em; margin: 2em auto; padding: 0 1em; color: #222 }}}}
h2 {{{{ border-top: 1px solid #ccc; padding-top: 0.8em; font-size: 1.2em }}}}
pre {{{{ background: #f3f3f3; padding: 1em; font-size: 14px; white-space: pre-wrap; overflow-wrap: anywhere }}}}
p.fault {{{{ border-left: 4px solid #b03a2e; padding-left: 0.8em }}}}
img {{{{ max-width: 100%; max-height: 24em }}}}
</style></head><body><main><h1>My own game</h1>
{{}}
</main></body></html>
"""


def gather(parts, path="my_game.html"):
    """Writes a page of these parts, by their headings: a class or a function as its source, a figure or a position as a
    picture, and all else as text. Of a class that is a game the page says what `check_game` says.

    What is missing, or wrong, stands on the page in a sentence, which is printed, too. Nothing is written under test,
    and a file of this name that is no such page is left alone.
    """
    place = place_of(path)
    if may_keep() and place.exists() and TITLE not in place.read_text("utf-8", "replace"):
        raise ValueError(f"{path} is there, and is no page of a game: give another name")
    looks = {heading: look_of(part, heading) for heading, part in parts.items()}
    if may_keep():
        sections = [section(heading, *look) for heading, look in looks.items()]
        write_text(path, PAGE.format("\n".join(sections)))
    faults = {heading: fault for heading, (_, fault) in looks.items() if fault}
    print(f"{place.name}: {len(parts) - len(faults)} of {len(parts)} parts")
    for heading, fault in faults.items():
        print(f"{heading}: {fault}")


def section(heading, html, fault):
    """A part of the page: its heading, how it looks, and what is wrong with it."""
    told = f'\n<p class="fault">{escape(fault)}</p>' if fault else ""
    return f"<h2>{escape(heading)}</h2>\n{html}{told}"


def look_of(part, heading):
    """The HTML of a part, and what is missing or wrong with it, in a sentence; None: nothing is."""
    if part is None or (isinstance(part, str) and not part.strip()):
        return "", "still missing"
    fault = fault_of(part) if is_game(part) else None
    try:
        return html_of(part, heading, fault), fault
    except Exception as error:  # whatever the part does when it is asked to show itself
        return "", f"it cannot be shown: {type(error).__name__}: {error}"


def is_game(part):
    """Whether a part is a position of a game, or the class of one, as far as its class tells."""
    kind = part if inspect.isclass(part) else type(part)
    return hasattr(kind, "legal_moves") or hasattr(kind, "is_terminal")


def fault_of(game):
    """What `check_game` says of a position, or of the first one of a class, in a sentence; None: nothing."""
    try:
        check_game(game() if inspect.isclass(game) else game)
    except ValueError as error:
        return f"check_game says: {without_addresses(str(error))}"
    except Exception as error:  # whatever stands in the class
        return f"check_game stops with {type(error).__name__}: {error}"
    return None


def html_of(part, heading, fault):
    """A part as HTML; a position with a fault is shown as text."""
    if inspect.isclass(part):
        said = "<p>check_game has nothing to say.</p>" if is_game(part) and not fault else ""
        return text_html(source_of(part)) + said
    if inspect.isroutine(inspect.unwrap(part)):
        return text_html(inspect.getsource(inspect.unwrap(part)))
    if isinstance(part, Figure):
        return picture_html(figure_png(part), heading)
    if is_game(part) and not fault:
        return picture_html(game_png(part), heading)
    if isinstance(part, str) and "\n" not in part.strip():
        return f"<p>{escape(part)}</p>"
    if isinstance(part, (dict, list, tuple, set)):
        return text_html(pformat(part, width=80, sort_dicts=False))
    return text_html(str(part))


def text_html(text):
    return f"<pre>{escape(text)}</pre>"


def picture_html(png, words):
    return f'<img alt="{escape(words)}" src="data:image/png;base64,{base64.b64encode(png).decode()}">'


def figure_png(figure):
    file = io.BytesIO()
    figure.savefig(file, format="png", dpi=100)
    return file.getvalue()


def source_of(kind):
    """The source of a class, also of one that was written in a notebook, where `inspect` finds only functions.

    Raises:
        ValueError: it is not known.
    """
    with suppress(OSError, TypeError):
        return inspect.getsource(kind)
    for member in vars(kind).values():
        method = inspect.unwrap(getattr(member, "fget", member))  # the function behind a property
        with suppress(OSError, TypeError):
            lines, line = inspect.findsource(method)
            if found := class_around(line + 1, kind.__name__, lines):
                return found
    raise ValueError(f"the source of {kind.__name__} is not known: run its cell again")


def class_around(line, name, lines):
    """The source of the class of this name around a line, with its decorators; empty if there is none."""
    for node in ast.walk(ast.parse("".join(lines))):
        if isinstance(node, ast.ClassDef) and node.name == name and node.lineno <= line <= node.end_lineno:
            first = min(one.lineno for one in (node, *node.decorator_list))
            return "".join(lines[first - 1 : node.end_lineno])
    return ""
