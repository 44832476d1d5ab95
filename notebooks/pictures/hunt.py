"""The bug hunt: a search with a hidden fault, to be stepped, looked at, and accused."""

from __future__ import annotations

from functools import partial
from textwrap import wrap

import numpy as np
from ipywidgets import Box, Dropdown

from c4lib import Board, SearchSettings, TreeSearch, violations
from c4lib._tools.arguments import whole_number
from c4lib.phases import expand
from c4lib.plots.board import draw_game
from c4lib.plots.canvas import AT_LEFT, AT_RIGHT, BOLD_LEFT, EXPLOITATION, HIGHLIGHT, MUTED_LEFT, TEXT, Style
from c4lib.plots.tree import draw_fixed_tree
from c4lib.study.invariants import CONDITIONS
from c4lib.text import counted
from c4lib.widgets.controls import Field, button, line
from c4lib.widgets.panel import Panel
from c4lib.widgets.picture import LivePicture
from c4lib.widgets.stills import still_picture
from mctslab.experiments.faults import MUSEUM, SETTINGS, WIN, simulate_once
from pictures.lesson_04 import path_along
from pictures.lesson_22 import times_drawn

START = 100  # points
ITERATIONS = 20  # for a point
LOOK = 5  # points
WRONG = 30  # points, for a wrong accusation
MOST = 2_000  # iterations of one search
SEEDS = 1_000  # of games that nobody has chosen
TWO_A_LEAF = SearchSettings(prior=1, expand_at=2)  # of every hunt, so that results could be reused

EMPTY = "empty, 6 x 7"
ONE_MOVE = "X can win in column 3"
SMALL = "4 x 4, many draws"
POSITIONS = {EMPTY: Board(), ONE_MOVE: WIN, SMALL: Board(4, 4)}
# Of right searches with two playouts a leaf, 50 seeds with 300 iterations each: mean length of a playout, share of draws.
USUAL = {EMPTY: (18.7, 0.002), ONE_MOVE: (4.6, 0.001), SMALL: (11.3, 0.479)}
REPEATED = {EMPTY: "0", ONE_MOVE: "0 to 2", SMALL: "0"}  # of 300, with 20 seeds

WHERE = {EMPTY: "on any position", ONE_MOVE: "where X can win in column 3", SMALL: "on 4 x 4"}

NOTHING = "nothing is wrong"
NAMES = {  # in plain words, with the phase
    "correct": NOTHING,
    "wrong player selects": "select: O is sent where X does well",
    "the child's N": "select: the child's N is under the logarithm",
    "the root's N": "select: the root's N is under the logarithm",
    "luck of its own": "select: ties are broken by luck without a seed",
    "prior twice": "expand: new nodes get their T wins in 2T visits twice",
    "old counts kept": "expand: the counts of the turn before are kept",
    "first child first": "expand: always the first new child is simulated",
    "end not seen": "simulate: the playout goes on after a win",
    "not simulated": "simulate: the new node's move is not played",
    "playout broken off": "simulate: after ten moves it counts as a draw",
    "last move never drawn": "simulate: the last legal move is never drawn",
    "random digits": "simulate: a random digit draws each move",
    "same luck each time": "simulate: always the same random numbers",
    "draws are wins": "simulate: on a full board the last mover has won",
    "result reused": "simulate: a node's first result is used again",
    "one viewpoint": "backpropagate: all rewards are the root player's",
    "draws are losses": "backpropagate: a draw is worth nothing",
    "plays by UCB1": "the move: it plays what it would explore next",
}
ADDS = "wins add up"
BEST = "every choice is one of the best"
# Where a fault shows: the kind of look, the position, the iterations that are enough, and the condition.
SIGNS = {
    "wrong player selects": ("conditions", SMALL, 30, BEST),
    "the child's N": ("conditions", EMPTY, 10, BEST),
    "the root's N": ("conditions", SMALL, 60, BEST),
    "prior twice": ("conditions", EMPTY, 1, "simulations add up"),
    "old counts kept": ("conditions", ONE_MOVE, 1, "simulations add up"),
    "end not seen": ("conditions", ONE_MOVE, 40, "a finished game is its own result"),
    "not simulated": ("conditions", EMPTY, 1, "the playout starts at the expanded node"),
    "playout broken off": ("conditions", EMPTY, 5, "the playout ends with the game"),
    "one viewpoint": ("conditions", EMPTY, 5, ADDS),
    "draws are losses": ("conditions", SMALL, 10, ADDS),
    "plays by UCB1": ("conditions", EMPTY, 5, "the move played is the best"),
}
WHOSE = {  # which nodes tell apart the three faults that break the same condition
    "wrong player selects": ": only where O is to move",
    "the child's N": ": also at the root",
    "the root's N": ": never at the root",
}
SEEN = {  # where no condition is broken
    "last move never drawn": "the counts, after 20 iterations: the last column is never drawn",
    "random digits": "the counts on 6 x 7, after 100 iterations: columns 0 to 2 are drawn twice as often as the others",
    "same luck each time": "the counts, after 20 iterations: the columns are drawn very unevenly",
    "draws are wins": "the counts on 4 x 4, after 20 iterations: no draws",
    "result reused": "the counts, after 20 iterations: playouts are repeated, and no column stands out",
    "first child first": "the counts, after 20 iterations: place 0 of the new children, and no other",
    "luck of its own": "a run with the same seed, after 20 iterations: the visits differ",
    "correct": "no look, on no position",
}

TREE = 1.5  # proportions of the pictures
PLAYOUT = 2.75
LOOKS = 2.0
AREAS = "'sentence' 'pictures' 'steps' 'answer' 'score'"
HELP = (
    f"Looks cost {LOOK} points each:",
    f"Conditions: which of the {len(CONDITIONS)} are broken?",
    "Counts: what was drawn in the playouts so far?",
    "Same seed again: does the same tree come out?",
)


class BugHunt(Panel):
    """A widget with a search that has a hidden fault, or none, to be found with few iterations and looks.

    A leaf gets two playouts before its children are added, and T = 1. The tree and the last playout can be seen all the
    time; conditions, counts, and the search run again cost points.

    Args:
        seed: of the fault and of the search's luck; None: any.
        patient: whether it is the patient of lesson 22, which has one playout a leaf.

    Attributes:
        iterations, looks, wrong: how many there were, accusations that were wrong included.
        score: the points that are left.
        is_over: whether it was told what the fault is.

    Raises:
        ValueError: the seed is no whole number.

    >>> hunt = BugHunt(seed=7)
    >>> hunt.ten.click()
    >>> hunt.conditions.click()
    >>> hunt
    BugHunt(seed=7): 10 iterations, 1 look, 0 wrong accusations, score 95
    """

    def __init__(self, seed: int | None = None, patient: bool = False) -> None:
        self.sentence = line(status=True)
        self.score_line = line()
        self.tree = LivePicture(self._look_at, TREE)
        self.playout = LivePicture(proportion=PLAYOUT)
        self.evidence = LivePicture(proportion=LOOKS)
        self._make_steps()
        self._make_answer()
        super().__init__("hunt", self._parts(), self._keys())
        grid = self.children[0].layout
        grid.grid_template_areas = AREAS
        grid.grid_template_columns = "minmax(0, 1fr)"
        self.sentence.layout.min_height = "2.7em"
        self.score_line.layout.padding = "0 2.5em 0 0"
        self.start(seed, patient)

    # ---------------------------------------------------------------- controls

    def _button(self, text, tooltip, action):
        made = button(text, tooltip)
        self.on(made, action)
        return made

    def _make_steps(self):
        self.one = self._button("1 iteration", "Run 1 iteration; key 1", partial(self.run, 1))
        self.ten = self._button("10", "Run 10 iterations; key 2", partial(self.run, 10))
        self.hundred = self._button("100", "Run 100 iterations; key 3", partial(self.run, 100))
        self.position = Dropdown(options=[*POSITIONS], description="position", tooltip="Start again from this position")
        self.on(self.position, lambda: self._begin(f"From the position: {self.position.value}."))
        tooltip = "Which conditions are broken? Costs a look; key c"
        self.conditions = self._button("Conditions", tooltip, partial(self._look, _conditions))
        tooltip = "What was drawn in the playouts? Costs a look; key n"
        self.counts = self._button("Counts", tooltip, partial(self._look, _counts))
        tooltip = "Does the same tree come out? Costs a look; key s"
        self.again = self._button("Same seed again", tooltip, partial(self._look, _again))

    def _make_answer(self):
        self.charge = Dropdown(options=_menu(), description="The fault is", tooltip="Whom to accuse")
        self.accuse = self._button("Accuse", "Say that this is the fault", self._accuse)
        self.give_up = self._button("Give up", "Be told the fault, for 0 points", self._surrender)
        self.new = self._button("New game", "A new game with a seed that nobody has chosen", self.start)
        self.seed = Field("seed", "The same number is the same game", "")
        self.on_typed(self.seed, lambda text: self.start(_number(text)))

    def _parts(self):
        steps = self.one, self.ten, self.hundred, self.position, self.conditions, self.counts, self.again
        answer = self.charge, self.accuse, self.give_up, self.new, Box([self.seed, self.seed.error])
        pictures = self.tree, Box([self.playout, self.evidence])
        return {
            "sentence": self.sentence,
            "pictures": _row(pictures, "7 1 380px", "5 1 300px"),
            "steps": _row(steps, "2 1 auto", "1 1 3em", "1 1 3em", "4 1 15em", *["2 1 auto"] * 3),
            "answer": _row(answer, "8 1 20em", "1 1 auto", "1 1 auto", "1 1 auto", "1 1 6em"),
            "score": self.score_line,
        }

    def _keys(self):
        return {
            "1": self.one.click,
            "2": self.ten.click,
            "3": self.hundred.click,
            "c": self.conditions.click,
            "n": self.counts.click,
            "s": self.again.click,
        }

    # ---------------------------------------------------------------- the game

    def start(self, seed: int | None = None, patient: bool = False) -> None:
        """Begin a new game."""
        if seed is None:
            seed = int(np.random.default_rng().integers(1, SEEDS))
        self._number = whole_number("seed", seed, at_least=0)
        self._is_patient = bool(patient)
        self._fault = "the root's N" if patient else fault_of(self._number)
        self.iterations = 0
        self.looks = 0
        self.wrong = 0
        self.is_over = False
        self._gave_up = False
        self._accused = set()
        with self.together():
            self.put(self.seed, "" if patient else f"{self._number}")
            self.put(self.charge, None)
            self.put(self.position, EMPTY, options=[EMPTY] if patient else [*POSITIONS])
            self._begin("The patient." if patient else "A new search. Run it, look, and say what is wrong with it.")

    def _begin(self, said):
        """Search anew from the chosen position."""
        self._search = self._fresh()
        self._last = None
        self._seen = None
        self._opened = None
        self._show(said)

    def _fresh(self):
        board = POSITIONS[self.position.value]
        if self._is_patient:
            return MUSEUM[self._fault](board, SETTINGS, 1)
        place = [*POSITIONS].index(self.position.value)
        rng = np.random.default_rng([self._number, place])
        return hunted(self._fault, board, rng)

    @property
    def score(self) -> int:
        return 0 if self._gave_up else max(0, START - sum(self._costs()))

    def _costs(self):
        return self.iterations // ITERATIONS, LOOK * self.looks, WRONG * self.wrong

    def run(self, iterations: int) -> None:
        """Run iterations."""
        if self._search.iterations + iterations > MOST:
            raise ValueError(f"{MOST:,} iterations are enough: look, or take another position")
        TreeSearch.run(self._search, iterations)
        self.iterations += iterations
        self._last = self._search.history[-1]
        self._opened = None
        node, playout = self._last
        self._show(
            f"Iteration {self._search.iterations}: a playout from the node {_after(node)} ({_ended(playout)}). "
            f"The search would now play {self._search.best_move()}."
        )

    def _look(self, evidence):
        if not self._search.iterations:
            raise ValueError("there is nothing to look at yet: run it first")
        self.looks += 1
        self._seen = evidence(self._search, self.position.value, self._fresh)
        heading, _ = self._seen
        self._show(heading)

    def _look_at(self, moves):
        """Open a node of the tree, which is free."""
        *_, self._opened = path_along(self._search, moves)
        self._show(self.sentence.value)

    def _accuse(self):
        fault = self.charge.value
        if fault is None:
            raise ValueError("choose a fault first, in the list at the left")
        if fault in self._accused:
            raise ValueError("that was wrong before: accuse another fault")
        if fault == self._fault:
            self.is_over = True
            self._show(f"Right, with {self.score} points. {self._sign()}")
            return
        self.wrong += 1
        self._accused.add(fault)
        if not self.score:
            self._tell(f"Wrong, and no points are left. It was: {NAMES[self._fault]}.")
        elif fault == "correct":
            self._show(f"Wrong: {WRONG} points less. There is a fault, and one of the looks shows it on some position.")
        else:
            self._show(f"Wrong: {WRONG} points less. That fault would show in {sign(fault)}.")

    def _surrender(self):
        self._gave_up = True
        self._tell(f"It was: {NAMES[self._fault]}.")

    def _tell(self, said):
        self.is_over = True
        self._show(f"{said} {self._sign()}")

    def _sign(self):
        if self._fault == "correct":
            return "No look, on no position, shows a fault."
        if self._is_patient:
            return f"It shows in the conditions ({BEST}), after 75 iterations: never at the root."
        return f"It shows in {sign(self._fault)}."

    # ---------------------------------------------------------------- what is shown

    def _show(self, said):
        with self.together():
            self.sentence.value = said
            self.score_line.value = self.rule
            steps = self.one, self.ten, self.hundred, self.conditions, self.counts, self.again
            for control in (*steps, self.accuse, self.give_up, self.charge):
                control.disabled = self.is_over
            self.position.disabled = self.is_over or self._is_patient
            self.tree.show(self._draw_tree, f"the tree of wins and visits; {said}")
            self.playout.show(self._draw_playout, "the last playout" if self._last else "no playout yet")
            heading = " ".join(HELP)
            if self._seen:
                heading, _ = self._seen
            self.evidence.show(self._draw_evidence, heading)

    @property
    def rule(self) -> str:
        """How the score comes about, with the numbers of this game."""
        if self._gave_up:
            return "Score 0: given up"
        iterations, looks, wrong = self._costs()
        ran, looked, accused = self._spent()
        score = self.score if iterations + looks + wrong <= START else "0 (no less)"
        costs = [
            f"{iterations} ({ran}, 1 for every {ITERATIONS})",
            f"{looks} ({looked}, {LOOK} each)",
            f"{wrong} ({accused}, {WRONG} each)",
        ]
        return f"Score {score} = {START} - {' - '.join(costs)}"

    def _spent(self):
        ran = counted(self.iterations, "iteration")
        looked = counted(self.looks, "look")
        return ran, looked, counted(self.wrong, "wrong accusation")

    def _draw_tree(self, drawing):
        if self._last is None:
            drawing.fill(10)  # nothing can be clicked in a part of it
            draw_game(drawing.inset(0, -10, drawing.right, 10), self._search.game)
            return
        node, _ = self._last
        opened = self._opened or node
        draw_fixed_tree(drawing, opened.path, node.path)

    def _draw_playout(self, drawing):
        drawing.fill(10)
        if self._last is None:
            drawing.write(0.5, -5, "Its last playout will stand here.", 1.1, MUTED_LEFT)
            return
        node, playout = self._last
        middle = 0.5 * drawing.right
        room = middle - 0.3
        board = drawing.inset(0.1, -9.9, middle - 0.4, 9.8, labels=0)
        draw_game(board, playout.final)
        drawing.write(middle, -1.6, "The last playout", 1.2, BOLD_LEFT, room=room)
        rows = [f"from the node {_after(node)}:", *_ended(playout).split(", ")]
        for row, text in enumerate(rows, 1):
            drawing.write(middle, -1.6 - 1.75 * row, text, 1.2, AT_LEFT, room=room)

    def _draw_evidence(self, drawing):
        drawing.fill(10)
        if self._seen is None:
            _write_lines(drawing, HELP)
        else:
            _, draw = self._seen
            draw(drawing)

    def static_picture(self) -> bytes:
        """A picture of the present state, as a PNG file; before the first iteration, one of a right search."""
        shown = self
        said = self.sentence.value
        if not self.iterations:
            shown = sample()
            said = "Not begun. A sample: a right search after 100 iterations, and its counts"
        parts = {
            (0, 0.07, 0.57, 0.84): shown._draw_tree,
            (0.57, 0.6, 0.42, 0.3): shown._draw_playout,
            (0.57, 0.1, 0.42, 0.48): shown._draw_evidence,
        }
        texts = [(2, 63.3, 2.4, said), (2, 1.8, 1.7, shown.rule)]
        return still_picture(12, 6.6, parts, texts)

    def __repr__(self) -> str:
        name = "patient=True" if self._is_patient else f"seed={self._number}"
        return f"BugHunt({name}): {', '.join(self._spent())}, score {self.score}"


def fault_of(seed: int) -> str:
    """The fault of the game with that seed."""
    rng = np.random.default_rng([22, seed])
    place = rng.integers(len(NAMES))
    return [*NAMES][place]


def sample() -> BugHunt:
    """A game with a right search of which nothing has to be found."""
    hunt = BugHunt(seed=0)
    hunt._fault = "correct"
    hunt._begin("")
    hunt.run(100)
    hunt._look(_counts)
    return hunt


def hunted(fault: str, board: Board, rng: np.random.Generator) -> TreeSearch:
    """A search with that fault and two playouts a leaf; "result reused" and old counts take another way than the rooms'.

    >>> hunted("result reused", Board(), np.random.default_rng(1)).settings.expand_at
    2
    """
    if fault == "result reused":
        return TreeSearch(board, TWO_A_LEAF, rng, simulate=simulate_once)
    if fault == "old counts kept":
        return TreeSearch(board, TWO_A_LEAF, rng, expand=partial(_expand_on_old_counts, board))
    return MUSEUM[fault](board, TWO_A_LEAF, rng)


def _expand_on_old_counts(board, leaf, settings, rng):
    """The root's children begin with what 50 playouts found two moves before, if there was such a turn."""
    expansion = expand(leaf, settings, rng)
    if leaf.is_root and expansion.added and len(board.moves) > 1:
        earlier = Board.from_moves(board.moves[:-2])
        before = TreeSearch(earlier, settings, 0).run(50)
        for child in expansion.added:
            visits = before.visits[child.move]
            child.visits += visits
            child.wins += round(visits * before.means[child.move], 1)
    return expansion


def sign(fault: str) -> str:
    """Where a fault shows, in words.

    >>> sign("draws are losses")
    'the conditions (wins add up) on 4 x 4, after 10 iterations'
    """
    if fault in SEEN:
        return SEEN[fault]
    kind, position, iterations, name = SIGNS[fault]
    whose = WHOSE.get(fault, "")
    return f"the {kind} ({name}) {WHERE[position]}, after {counted(iterations, 'iteration')}{whose}"


def _row(widgets, *shares):
    """Widgets beside one another, with these shares of the row; in a narrow column below one another."""
    for widget, share in zip(widgets, shares, strict=True):
        widget.layout.flex = share
    row = Box(widgets)
    row.add_class("c4-choices")
    return row


def _menu():
    """The faults in words, sorted by phases, nothing chosen."""
    return [("choose…", None), *((words, fault) for fault, words in NAMES.items())]


def _number(text):
    try:
        return int(text)
    except ValueError:
        raise ValueError(f"{text!r} is no seed: type a whole number, such as 7") from None


def _after(node):
    return "after " + ", ".join(map(str, node.moves)) if node.moves else "at the root"


def _at(node):
    return f"at the node {_after(node)}" if node.moves else _after(node)


def _ended(playout):
    moves = counted(len(playout.moves), "move")
    if playout.winner is None:
        return f"{moves}, draw"
    return f"{moves}, {'XO'[playout.winner - 1]} wins"


# -------------------------------------------------------------------- looks


def _conditions(search, position, fresh):
    """The heading, and what draws which conditions are broken, and the first violation."""
    found = violations(search)
    names = [*dict.fromkeys(violation.name for violation in found)]
    heading = f"{len(names) or 'None'} of {len(CONDITIONS)} conditions broken after {search.iterations} iterations"
    text = []
    if found:
        first = found[0]
        text = wrap(f"First {_at(first.node)}: {first.detail}", 46)

    def draw(drawing):
        shown = names[:4]
        _write_lines(drawing, [heading.replace("conditions ", ""), *shown], HIGHLIGHT)
        for row, words in enumerate(text[:4]):
            y = -2.1 - 1.25 * len(shown) - 1.05 * row
            drawing.write(0.4, y, words, 0.8, AT_LEFT, room=drawing.right - 0.6)

    return heading, draw


def what_was_drawn(search: TreeSearch) -> tuple[list[int], list[int], dict[str, float]]:
    """How often each column was drawn while all were open; the places of children that came first; numbers of playouts.

    >>> search = hunted("draws are wins", Board(4, 4), np.random.default_rng(1))
    >>> drawn, first, numbers = what_was_drawn(search.run(50))
    >>> len(drawn), numbers["draws"]
    (4, 0.0)
    """
    columns = search.game.columns
    first = [0] * columns
    begun = set()
    played = []
    for node, playout in search.history:
        parent = node.parent
        if parent and parent not in begun:
            begun.add(parent)
            if len(parent.children) == columns:
                place = parent.children.index(node)
                first[place] += 1
        if playout.moves:
            played.append((node, playout.moves))
    moves = sum(len(playout.moves) for _, playout in search.history)
    draws = sum(playout.winner is None for _, playout in search.history)
    numbers = {
        "length": moves / len(search.history),
        "draws": draws / len(search.history),
        "repeated": len(played) - len(set(played)),
    }
    return times_drawn(search), first, numbers


def _counts(search, position, fresh):
    drawn, first, numbers = what_was_drawn(search)
    heading = f"Counts of {search.iterations} playouts"
    length, draws = USUAL[position]
    rows = [
        ("", "here", "usual"),
        ("moves of a playout", f"{numbers['length']:.1f}", f"{length:.1f}"),
        ("draws", f"{numbers['draws']:.0%}", f"{draws:.0%}"),
        ("repeated", f"{numbers['repeated']}", REPEATED[position]),
    ]

    def draw(drawing):
        half = drawing.right / 2
        _write_lines(drawing, [heading])
        _draw_bars(drawing, 0.4, half - 0.6, "column drawn, all open", drawn)
        _draw_bars(drawing, half + 0.4, half - 0.8, "child simulated first", first)
        for row, (name, here, usual) in enumerate(rows):
            y = -6.45 - 0.97 * row
            drawing.write(0.4, y, name, 0.82, AT_LEFT)
            drawing.write(0.68 * drawing.right, y, here, 0.82, Style("bold", ha="right"))
            drawing.write(0.9 * drawing.right, y, usual, 0.82, AT_RIGHT)

    return heading, draw


def _draw_bars(drawing, left, width, title, counts):
    """A bar for each count, and a line where all would be equal."""
    base = -5.0
    step = width / len(counts)
    drawing.write(left + width / 2, -1.85, title, 0.8, room=width)
    scale = 2.5 / max(*counts, 1)
    bars = []
    for place, count in enumerate(counts):
        bars.append((left + (place + 0.12) * step, base, 0.76 * step, scale * count))
        drawing.write(left + (place + 0.5) * step, base - 0.55, f"{place}", 0.75)
    drawing.boxes(bars, EXPLOITATION)
    equal = base + scale * sum(counts) / len(counts)
    drawing.boxes([(left, equal - 0.04, width, 0.08)], HIGHLIGHT, 4)


def _again(search, position, fresh):
    other = TreeSearch.run(fresh(), search.iterations)
    heading = "The same seed gives the same tree"
    if search.visits != other.visits:
        heading = "The same seed gives another tree"

    def draw(drawing):
        here = " ".join(map(str, search.visits.values()))
        there = " ".join(map(str, other.visits.values()))
        _write_lines(drawing, [heading, "visits of the root's moves:", here, "run again:", there])

    return heading, draw


def _write_lines(drawing, lines, colour=TEXT):
    """Lines from the top, the first bold."""
    for row, text in enumerate(lines):
        style = Style(color=colour, ha="left") if row else BOLD_LEFT
        drawing.write(0.4, -0.75 - 1.25 * row, text, 0.92, style, room=drawing.right - 0.6)
