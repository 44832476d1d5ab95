"""The explorer: a position, sliders, and at once what a search says about it."""

from __future__ import annotations

import html
from collections.abc import Callable
from dataclasses import replace

import numpy as np
from ipywidgets import (
    HTML,
    Button,
    FloatProgress,
    HBox,
    IntSlider,
    Layout,
    ToggleButton,
    VBox,
)
from matplotlib.axes import Axes

from c4lib._tools import one_of
from c4lib.board import Board
from c4lib.plots import plot_board, plot_tree
from c4lib.plots.canvas import PLAYERS, Drawing, text_on
from c4lib.plots.terms import draw_ratings
from c4lib.settings import SearchSettings
from c4lib.widgets.analysis import outcomes
from c4lib.widgets.board_view import PositionEditor
from c4lib.widgets.exploration import (
    MOST_PLAYOUTS,
    Findings,
    Plan,
    explore,
)
from c4lib.widgets.panel import Panel, Worker, c_slider, drawn, new_figure, picture, png, steps_slider

RATINGS, TREE = (8.8, 3.7), (8.8, 3.15)  # width and height of the pictures, in inches
PLAYOUTS = [int(step * 10**power) for power in range(1, 6) for step in (1, 1.5, 2, 3, 5, 7)] + [MOST_PLAYOUTS]

NODES, DEPTH = 20, 2  # of the tree that is drawn

STYLE = """<style>
.c4-explorer { position: relative; }
.c4-explorer > * { --jp-widgets-font-size: clamp(15px, 1.5cqw, 26px);
  --jp-widgets-inline-height: clamp(28px, 2.9cqw, 50px); --jp-widgets-inline-label-width: 5em;
  --jp-widgets-inline-width-short: 5.5em; }
.c4-explorer > .c4-message { position: absolute; left: 37cqw; right: 0; bottom: 0; }
.c4-explorer .c4-left { width: 35cqw; flex: none; padding-right: 1cqw; }
.c4-explorer .c4-sentence .widget-html-content { font-size: 1.55cqw; }
.c4-explorer .c4-expected { height: var(--jp-widgets-inline-height); padding-left: 1cqw; }
.c4-explorer .c4-expected .widget-html-content { font-size: 1.5cqw; }
.c4-explorer .c4-right { flex: 1 1 0; min-width: 0; }
.c4-explorer .c4-picture { width: 100%; }
</style>"""


class SearchExplorer(Panel):
    """A widget that searches a position and shows what was found, anew whenever a slider or the position changes.

    The position is clicked together or typed. Shown are: each move's share of the visits, its mean with a 95 %
    interval, the two terms of UCB1, the principal variation (as small discs with numbers on the board), and the top of
    the tree. The numbers are those of `FastSearch` with the same settings, playouts and seed. While a search takes
    long, a bar shows how far it is, and it can be stopped; what was found until then is shown. Beside that stands, if
    wanted, what each move leads to if both play perfectly, where the exact solver can tell within a second.

    Args:
        game: the position to begin with.
        settings: the choices of the search; c and T can then be changed.
        playouts: how many, up to a million.
        seed: the same seed gives the same tree.
        exact: whether to show exact results.

    Attributes:
        plan: what was asked for last.
        findings: what is shown.
        editor: the position.
        c, playouts, prior, seed: the sliders.
        exact: the switch for exact results.
        outcomes: "win", "draw" or "loss" for the player to move, by move; None if they are not known.
        stop: the button that ends a long search, and shows what it has found.

    Raises:
        ValueError: an argument is none of these.

    >>> explorer = SearchExplorer(Board(), seed=1)
    >>> explorer.findings.sentence
    '1,000 playouts: X plays column 3, with 22 % of the visits.'
    >>> explorer.seed.value = 2
    >>> explorer.wait()
    >>> explorer.findings.sentence
    '1,000 playouts: X plays column 3, with 31 % of the visits.'
    """

    def __init__(
        self,
        game: Board = Board(),
        settings: SearchSettings = SearchSettings(),
        playouts: int = 1000,
        seed: int = 0,
        exact: bool = False,
    ) -> None:
        self.plan = Plan(game, settings, playouts, seed)
        self.outcomes: dict[int, str] | None = None
        self._solved: Board | None = None  # the position that these are of
        super().__init__()
        self.add_class("c4-explorer")
        self._worker, self._solver = Worker(self._search), Worker(self._solve)
        self.editor = PositionEditor(game, self._moved, self.message.shown)
        self._make_sliders()
        self.sentence = HTML()
        self.sentence.add_class("c4-sentence")
        self.ratings, self.tree = picture("c4-ratings"), picture("c4-top")
        self.progress = FloatProgress(max=1, layout=Layout(flex="1 1 0"))
        self.stop = Button(
            description="Stop", tooltip="End the search, and show what it found", layout=Layout(width="5em")
        )
        self.stop.on_click(lambda _: self._worker.stop())
        self._under_way = HBox([self.progress, self.stop], layout=Layout(width="100%", display="none"))
        self.expected = HTML()
        self.expected.add_class("c4-expected")
        self.exact = ToggleButton(
            one_of("exact", exact, (True, False)),
            description="exact",
            tooltip="Show what the moves lead to if both play perfectly, where that is known",
            layout=Layout(width="5.5em", flex="none"),
        )
        self.exact.observe(self._switched, "value")
        self._arrange()
        self._show(explore(self.plan))

    def _make_sliders(self) -> None:
        settings = self.plan.settings
        self.c = c_slider(settings.c)
        self.playouts = steps_slider("playouts", PLAYOUTS, self.plan.playouts, "{:,}".format)
        self.prior = IntSlider(settings.prior, description="T", min=0, max=max(20, settings.prior))
        self.seed = IntSlider(self.plan.seed, description="seed", min=0, max=max(99, self.plan.seed))
        self.playouts.tooltip = "how many playouts the search makes"
        self.prior.tooltip = "every node starts with T wins in 2T visits"
        self.seed.tooltip = "the same seed gives the same tree"
        for slider in (self.c, self.playouts, self.prior, self.seed):
            slider.layout.width = "100%"
            slider.observe(self._moved_slider, "value")

    def _arrange(self) -> None:
        last = HBox([self.seed, self.exact], layout=Layout(width="100%"))
        left = VBox([self.editor, self.c, self.playouts, self.prior, last, self.expected, self._under_way])
        left.add_class("c4-left")
        right = VBox([self.sentence, self.ratings, self.tree])
        right.add_class("c4-right")
        self.fill(HTML(STYLE, layout={"display": "none"}), HBox([left, right]))

    # ---------------------------------------------------------------- asking and showing

    def wait(self, seconds: float = 60) -> None:
        """Return when the newest search is shown, and the exact results as well, if they are wanted.

        Raises:
            TimeoutError: it is not, after so many seconds.
            Exception: what went wrong in it.
        """
        self._worker.wait(seconds)
        self._solver.wait(seconds)

    def _moved_slider(self, change: dict) -> None:
        with self.message.shown():
            settings = replace(self.plan.settings, c=self.c.value, prior=self.prior.value)
            self._ask(Plan(self.plan.board, settings, self.playouts.value, self.seed.value))

    def _moved(self, board: Board) -> None:
        self._ask(replace(self.plan, board=board))

    def _ask(self, plan: Plan) -> None:
        self.plan = plan
        self._worker.ask(plan)

    def _search(self, plan: Plan, is_unwanted: Callable[[], bool]) -> None:
        """Work of the thread: search and show, unless there is something newer to do before it is complete."""
        try:
            findings = explore(plan, is_unwanted, self._show_progress)
            if plan is self.plan or (findings.is_complete and plan.board is self.plan.board):
                self._show(findings)
        except Exception:
            with self.message.shown():
                raise
        finally:
            if plan is self.plan:
                self._show_progress(None)

    def _show_progress(self, share: float | None) -> None:
        """Show the bar and the button to stop, or if nothing is under way (None) the expected moves."""
        self.progress.value = share or 0
        self._under_way.layout.display = "none" if share is None else None
        self.expected.layout.display = None if share is None else "none"

    def _show(self, findings: Findings) -> None:
        """Show it; while a slider is dragged the ratings alone, because they follow it more smoothly without the rest."""
        self.findings = findings
        self.sentence.value = html.escape(findings.sentence)
        moves = " ".join(map(str, findings.expected))
        self.expected.value = f"small discs: it expects <b>{moves}</b>" if moves else ""
        self._show_ratings()
        if findings.plan is self.plan:
            self.editor.view.show(findings.plan.board, more=lambda ax: draw_expected(ax, findings))
        if findings.plan is self.plan:
            self.tree.value = drawn(*TREE, lambda ax: draw_top(ax, findings))

    def _show_ratings(self) -> None:
        """Show the table, and ask for the exact results, if they are wanted and those of another position."""
        findings, marks = self.findings, self._marks()
        self.ratings.value = drawn(*RATINGS, lambda ax: draw_ratings(ax, findings.ratings, findings.search, marks))
        board = findings.plan.board
        if self.exact.value and board != self._solved and not board.is_terminal:
            self._solver.ask(board)

    # ---------------------------------------------------------------- the exact results

    def _switched(self, change: dict) -> None:
        with self.message.shown():
            self._show_ratings()

    def _solve(self, board: Board, is_unwanted: Callable[[], bool]) -> None:
        """Work of the other thread."""
        with self.message.shown():
            found = outcomes(board)
            if not is_unwanted():
                self.outcomes, self._solved = found, board
                self._show_ratings()

    def _marks(self) -> dict[int, str] | None:
        """What stands beside the ratings: a sign for each move as long as it is not known; None if that is not wanted."""
        if not self.exact.value:
            return None
        board = self.findings.plan.board
        if board == self._solved and self.outcomes:
            return self.outcomes
        return dict.fromkeys(board.legal_moves(), "?" if board == self._solved else "…")

    # ---------------------------------------------------------------- without a kernel

    def static_picture(self) -> bytes:
        findings, figure = self.findings, new_figure(11, 6)
        header = Drawing.within(figure.add_axes((0, 0.92, 1, 0.08)), 0, 110, 0, 4.8)
        header.write(2, 2.4, findings.sentence, 2, ha="left", weight="bold")
        board = figure.add_axes((0.01, 0.2, 0.36, 0.7))
        plot_board(findings.plan.board, ax=board)
        draw_expected(board, findings)
        footer = Drawing.within(figure.add_axes((0, 0.06, 0.37, 0.12)), 0, 40.7, 0, 7.2)
        plan = findings.plan
        footer.write(20, 5, f"c = {plan.settings.c:.3g}   T = {plan.settings.prior}   seed {plan.seed}", 1.8)
        ratings = figure.add_axes((0.39, 0.47, 0.6, 0.44))
        draw_ratings(ratings, findings.ratings, findings.search, self._marks())
        draw_top(figure.add_axes((0.39, 0.01, 0.6, 0.45)), findings)
        return png(figure, dpi=90)

    def __repr__(self) -> str:
        plan = self.plan
        return f"SearchExplorer({plan.board!r}, c={plan.settings.c:.4g}, T={plan.settings.prior}, playouts={plan.playouts}, seed={plan.seed})"


# -------------------------------------------------------------------- pictures


def draw_top(ax: Axes, findings: Findings) -> None:
    """The top of the tree, with the principal variation marked."""
    if findings.search is None:
        Drawing.within(ax, 0, 1, 0, 1)
        return
    path = [findings.search.root]
    for move in findings.expected[:DEPTH]:
        path += [child for child in path[-1].children if child.move == move]
    plot_tree(findings.search, path=path, max_nodes=NODES, max_depth=DEPTH, ax=ax)


def draw_expected(ax: Axes, findings: Findings) -> None:
    """On a picture of the board: the moves of the principal variation as small discs with their numbers."""
    board = findings.plan.board
    for order, move in enumerate(findings.expected, 1):
        after = board.play(move)
        row = int(np.argmax(board.cells[:, move] != after.cells[:, move]))
        x, y, colour = move + 0.5, board.rows - row - 0.5, PLAYERS[board.to_move]
        Drawing(ax).circles([(x, y)], 0.29, colour, 4)
        Drawing(ax).write(x, y, f"{order}", 0.38, color=text_on(colour), weight="bold")
        board = after
