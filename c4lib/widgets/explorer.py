"""The explorer: a position, sliders, and at once what a search says about it."""

from __future__ import annotations

import html
from collections.abc import Callable
from dataclasses import replace

import numpy as np
from ipywidgets import HTML, FloatProgress, HBox, IntSlider, Layout, VBox
from matplotlib.axes import Axes

from c4lib._tools import one_of, whole_number
from c4lib.board import Board
from c4lib.plots import plot_board, plot_tree
from c4lib.plots.canvas import PLAYERS, Drawing, text_on
from c4lib.plots.terms import draw_ratings
from c4lib.settings import SearchSettings
from c4lib.widgets.analysis import Analysis, Limit, Request, analyse, outcomes
from c4lib.widgets.board_view import PositionEditor
from c4lib.widgets.panel import Panel, Picture, Worker, button, c_slider, named, steps_slider, still_picture, switch

RATINGS, TREE = (8.8, 3.7), (8.8, 3.15)  # width and height of the pictures, in inches
STEPS = [int(step * 10**power) for power in range(1, 6) for step in (1, 1.5, 2, 3, 5, 7)] + [1_000_000]  # of playouts

NODES, DEPTH = 20, 2  # of the tree that is drawn


class SearchExplorer(Panel):
    """A widget that searches a position and shows what was found, anew whenever a slider or the position changes.

    The position is clicked together or typed. Shown are: each move's share of the visits, its mean with a 95 %
    interval, the two terms of UCB1, the principal variation (as small discs with numbers on the board), and the top of
    the tree. The numbers are those of `FastSearch` with the same settings, playouts and seed. While a search takes
    long, a bar shows how far it is, and it can be stopped; what was found until then is shown. If wanted, the table also
    shows what each move leads to if both play perfectly, where the exact solver can tell within a second.

    Args:
        game: the position to begin with.
        settings: the choices of the search; c and T can then be changed.
        playouts: how many, up to a million.
        seed: the same seed gives the same tree.
        exact: whether to show exact results.

    Attributes:
        request: what was asked for last.
        analysis: what is shown.
        editor: the position.
        c, playouts, prior, seed: the sliders.
        exact: the switch for exact results.
        outcomes: "win", "draw" or "loss" for the player to move, by move; None if they are not known.
        stop: the button that ends a long search, and shows what it has found.

    Raises:
        ValueError: an argument is none of these.

    >>> explorer = SearchExplorer(Board(), seed=1)
    >>> explorer.analysis.sentence
    '1,000 playouts: X plays column 3, with 22 % of the visits.'
    >>> explorer.seed.value = 2
    >>> explorer.wait()
    >>> explorer.analysis.sentence
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
        super().__init__()
        self.add_class("c4-explorer")
        self.editor = PositionEditor(game, self._moved, self.message.shown)
        if not isinstance(settings, SearchSettings):
            raise ValueError(f"settings must be a SearchSettings, not {settings!r}")
        if (playouts := whole_number("playouts", playouts, at_least=1)) > STEPS[-1]:
            raise ValueError(f"playouts must be at most {STEPS[-1]:,}, not {playouts:,}")
        self.request = Request(game, settings, Limit(playouts), whole_number("seed", seed, at_least=0))
        self.outcomes: dict[int, str] | None = None
        self._solved: Board | None = None  # the position that these are of
        self._worker, self._solver = Worker(self._search), Worker(self._solve)
        self._make_sliders()
        self._make_parts(one_of("exact", exact, (True, False)))
        self._arrange()
        self._show(analyse(self.request))

    def _make_sliders(self) -> None:
        settings, playouts, seed = self.request.settings, self.request.limit.playouts, self.request.seed
        self.c = c_slider(settings.c)
        self.playouts = steps_slider("playouts", "how many playouts the search makes", STEPS, playouts, "{:,}".format)
        tooltip = "every node starts with T wins in 2T visits"
        self.prior = IntSlider(settings.prior, max=max(20, settings.prior), description="T", tooltip=tooltip)
        self.seed = IntSlider(seed, max=max(99, seed), description="seed", tooltip="the same seed gives the same tree")
        for slider in (self.c, self.playouts, self.prior, self.seed):
            slider.layout.width = "100%"
            slider.observe(self._moved_slider, "value")

    def _make_parts(self, exact: bool) -> None:
        tooltip = "Show what the moves lead to if both play perfectly, where that is known"
        self.exact = switch("exact", tooltip, exact, self._switched, width="5.5em", flex="none")
        self.sentence, self.expected = named(HTML(), "c4-sentence"), named(HTML(), "c4-expected")
        self.ratings, self.tree = Picture("c4-ratings"), Picture("c4-top")
        self.progress = FloatProgress(max=1, layout=Layout(flex="1 1 0"))
        self.stop = button("Stop", "End the search, and show what it found", self._worker.stop, width="5em")
        self._under_way = HBox([self.progress, self.stop], layout=Layout(width="100%", display="none"))

    def _arrange(self) -> None:
        last = HBox([self.seed, self.exact], layout=Layout(width="100%"))
        left = VBox([self.editor, self.c, self.playouts, self.prior, last, self.expected, self._under_way])
        right = VBox([self.sentence, self.ratings, self.tree])
        self.fill(HBox([named(left, "c4-left"), named(right, "c4-right")]))

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
            settings = replace(self.request.settings, c=self.c.value, prior=self.prior.value)
            self._ask(Request(self.request.board, settings, Limit(self.playouts.value), self.seed.value))

    def _moved(self, board: Board) -> None:
        self._ask(replace(self.request, board=board))

    def _ask(self, request: Request) -> None:
        self.request = request
        self._worker.ask(request)

    def _search(self, request: Request, is_unwanted: Callable[[], bool]) -> None:
        """Work of the thread: search and show, unless there is something newer to do before it is complete."""
        with self.message.faults_shown():
            try:
                found = analyse(request, is_unwanted, self._show_progress)
                if request is self.request or (found.is_complete and request.board is self.request.board):
                    self._show(found)
            finally:
                if request is self.request:
                    self._show_progress(None)

    def _show_progress(self, share: float | None) -> None:
        """Show the bar and the button to stop, or if nothing is under way (None) the expected moves."""
        self.progress.value = share or 0
        self._under_way.layout.display = "none" if share is None else None
        self.expected.layout.display = None if share is None else "none"

    def _show(self, analysis: Analysis) -> None:
        """Show it; while a slider is dragged the ratings alone, because they follow it more smoothly without the rest."""
        self.analysis = analysis
        self.sentence.value = html.escape(analysis.sentence)
        moves = " ".join(map(str, analysis.expected))
        self.expected.value = f"small discs: it expects <b>{moves}</b>" if moves else ""
        self._show_ratings()
        if analysis.request is self.request:
            self.editor.view.show(analysis.request.board, more=lambda ax: draw_expected(ax, analysis))
        if analysis.request is self.request:
            self.tree.show(lambda ax: draw_top(ax, analysis), *TREE)

    def _show_ratings(self) -> None:
        """Show the table, and ask for the exact results, if they are wanted and those of another position."""
        self.ratings.show(self._draw_ratings, *RATINGS)
        board = self.analysis.request.board
        if self.exact.value and board != self._solved and not board.is_terminal:
            self._solver.ask(board)

    def _draw_ratings(self, ax: Axes) -> None:
        draw_ratings(ax, self.analysis.ratings, self.analysis.search, self._marks())

    # ---------------------------------------------------------------- the exact results

    def _switched(self, change: dict) -> None:
        with self.message.shown():
            self._show_ratings()

    def _solve(self, board: Board, is_unwanted: Callable[[], bool]) -> None:
        """Work of the other thread."""
        with self.message.faults_shown():
            found = outcomes(board)
            if not is_unwanted():
                self.outcomes, self._solved = found, board
                self._show_ratings()

    def _marks(self) -> dict[int, str] | None:
        """What stands beside the ratings: a sign for each move as long as it is not known; None if that is not wanted."""
        if not self.exact.value:
            return None
        board = self.analysis.request.board
        if board == self._solved and self.outcomes:
            return self.outcomes
        return dict.fromkeys(board.legal_moves(), "?" if board == self._solved else "…")

    # ---------------------------------------------------------------- without a kernel

    def static_picture(self) -> bytes:
        analysis, request = self.analysis, self.analysis.request
        choices = f"c = {request.settings.c:.3g}   T = {request.settings.prior}   seed {request.seed}"
        parts = {
            (0.01, 0.2, 0.36, 0.7): lambda ax: draw_expected(plot_board(request.board, ax=ax), analysis),
            (0.39, 0.47, 0.6, 0.44): self._draw_ratings,
            (0.39, 0.01, 0.6, 0.45): lambda ax: draw_top(ax, analysis),
        }
        return still_picture(11, 6, parts, [(2, 57.6, 2, analysis.sentence), (7, 8.6, 1.8, choices)])

    def __repr__(self) -> str:
        board, settings = self.request.board, self.request.settings
        effort = f"playouts={self.request.limit.playouts}, seed={self.request.seed}"
        return f"SearchExplorer({board!r}, c={settings.c:.4g}, T={settings.prior}, {effort})"


# -------------------------------------------------------------------- pictures


def draw_top(ax: Axes, analysis: Analysis) -> None:
    """The top of the tree, with the principal variation marked."""
    if analysis.search is None:
        Drawing.within(ax, 0, 1, 0, 1)
        return
    path = [analysis.search.root]
    for move in analysis.expected[:DEPTH]:
        path += [child for child in path[-1].children if child.move == move]
    plot_tree(analysis.search, path=path, max_nodes=NODES, max_depth=DEPTH, ax=ax)


def draw_expected(ax: Axes, analysis: Analysis) -> None:
    """On a picture of the board: the moves of the principal variation as small discs with their numbers."""
    board = analysis.request.board
    for order, move in enumerate(analysis.expected, 1):
        after = board.play(move)
        row = int(np.argmax(board.cells[:, move] != after.cells[:, move]))
        x, y, colour = move + 0.5, board.rows - row - 0.5, PLAYERS[board.to_move]
        Drawing(ax).circles([(x, y)], 0.29, colour, 4)
        Drawing(ax).write(x, y, f"{order}", 0.38, color=text_on(colour), weight="bold")
        board = after
