"""The explorer: a position, sliders, and at once what a search says about it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from matplotlib.axes import Axes

from c4lib._tools import one_of, whole_number, whole_seed
from c4lib.board import Board
from c4lib.hex import HexBoard
from c4lib.node import Move, SearchNode
from c4lib.plots.canvas import Drawing, Scene
from c4lib.plots.terms import Rating, draw_ratings, rated_page
from c4lib.plots.tree import draw_fixed_tree
from c4lib.settings import SearchSettings
from c4lib.widgets.analysis import (
    Analysis,
    Limit,
    Request,
    analyse,
    any_search,
    nodes_along,
    outcomes,
    ratings_of,
)
from c4lib.widgets.panel import (
    Button,
    Panel,
    Picture,
    Progress,
    Slider,
    Switch,
    Text,
    Worker,
    c_slider,
    prior_slider,
    still_picture,
)
from c4lib.widgets.position import PositionEditor, draw_line_of_play, draw_position

STEPS = [int(step * 10**power) for power in range(1, 6) for step in (1, 1.5, 2, 3, 5, 7)] + [
    1_000_000
]  # of playouts
ROWS = 2  # of the tree, below the root
# Board, ratings and tree in a still picture: the ratings beside the board, or below it
BESIDE = (0.01, 0.2, 0.36, 0.7), (0.39, 0.47, 0.6, 0.44), (0.39, 0.01, 0.6, 0.45)
BELOW = (0.001, 0.55, 0.248, 0.38), (0.01, 0.01, 0.98, 0.485), (0.249, 0.5, 0.75, 0.43)


class SearchExplorer(Panel):
    """A widget that searches a position and shows what was found, anew whenever a slider or the
    position changes.

    The position is clicked together or typed. Shown are: each move's share of the visits, its mean
    with a 95 % interval, the two terms of UCB1, the principal variation (as small discs with
    numbers on the board), and the top of the tree. A click on a node of the tree shows what the
    search knows about that position. Of more than seven moves the best are rated first, and a click
    on the line below them shows the next. The numbers are those of `FastSearch` (on a large board,
    and in Hex, of `TreeSearch`) with the same settings, playouts and seed. While a search takes
    long, a bar shows how far it is, and it can be stopped; what was found until then is shown. If
    wanted, the table also shows what each move leads to if both play perfectly, where that can be
    told within a second.

    Args:
        game: the position to begin with, a `Board` or a `HexBoard`.
        settings: the choices of the search; c and T can then be changed.
        playouts: how many, up to a million.
        seed: the same seed gives the same tree.
        exact: whether to show exact results.

    Attributes:
        request: what was asked for last.
        analysis: what is shown.
        opened: the moves from the root to the node whose children are shown; () is the root.
        editor: the position.
        c, playouts, prior, seed: the sliders.
        exact: the switch for exact results.
        outcomes: "win", "draw" or "loss" for the player to move, by move; None if they are not
            known.
        stop: the button that ends a long search, and shows what it has found.

    Raises:
        ValueError: an argument is none of these.

    >>> explorer = SearchExplorer(Board(), seed=1)
    >>> explorer.analysis.sentence
    '1,000 playouts: X plays column 3, with 22% of the visits.'
    >>> explorer.seed.value = 2
    >>> explorer.wait()
    >>> explorer.analysis.sentence
    '1,000 playouts: X plays column 3, with 31% of the visits.'
    """

    def __init__(
        self,
        game: Board | HexBoard = Board(),
        settings: SearchSettings = SearchSettings(),
        playouts: int = 1000,
        seed: int = 0,
        exact: bool = False,
    ) -> None:
        self.editor = PositionEditor(game, self._moved, lambda: self.message.shown())
        if not isinstance(settings, SearchSettings):
            raise ValueError(f"settings must be a SearchSettings, not {settings!r}")
        limit = Limit(whole_number("playouts", playouts, 1, STEPS[-1]))
        self.request = Request(game, settings, limit, whole_seed(seed))
        self.opened: tuple = ()
        self._page = 0  # of the ratings, if there are more than can be read
        self.outcomes: dict | None = None
        self._solved: Board | HexBoard | None = None  # the position that these are of
        self._worker, self._solver = Worker(self._search), Worker(self._solve)
        analysis = analyse(self.request, search=any_search)
        self._make_parts(one_of("exact", exact, (True, False)))
        super().__init__("explorer", self.editor.parts)
        self._show(analysis)

    def _make_parts(self, exact: bool) -> None:
        settings, limit, seed = self.request.settings, self.request.limit, self.request.seed
        self.c = c_slider(settings.c, self._moved_slider)
        label = "how many playouts the search makes"
        self.playouts = Slider.through(
            "playouts", label, STEPS, limit.playouts, self._moved_slider, "{:,}".format
        )
        self.prior = prior_slider(settings.prior, self._moved_slider)
        label = "the same seed gives the same tree"
        self.seed = Slider.through("seed", label, range(100), seed, self._moved_slider)
        label = "Show what the moves lead to if both play perfectly, where that is known"
        self.exact = Switch("exact", label, exact, self._switched)
        self.sentence, self.expected = Text(role="status"), Text()
        self.ratings, self.tree = Picture(action=self._turn_page), Picture(action=self._open)
        self.progress = Progress()
        self.stop = Button(
            "Stop", "End the search, and show what it found", self._worker.stop, hidden=True
        )

    # ---------------------------------------------------------------- asking and showing

    def wait(self, seconds: float = 60) -> None:
        """Return when the newest search is shown, and the exact results as well, if they are
        wanted.

        Raises:
            TimeoutError: it is not, after so many seconds.
            Exception: what went wrong in it.
        """
        self._worker.wait(seconds)
        self._solver.wait(seconds)

    def _moved_slider(self) -> None:
        with self.message.shown():
            settings = replace(self.request.settings, c=self.c.value, prior=self.prior.value)
            self._ask(
                Request(self.request.board, settings, Limit(self.playouts.value), self.seed.value)
            )

    def _moved(self, board: Board | HexBoard) -> None:
        self.opened, self._page = (), 0
        self._ask(replace(self.request, board=board))

    def _ask(self, request: Request) -> None:
        self.request = request
        self._worker.ask(request)

    def _open(self, moves: list) -> None:
        """Show what the search knows about the position after these moves."""
        with self.message.shown(), self.together():
            self.opened, self._page = tuple(moves), 0
            self._show(self.analysis)

    def _turn_page(self, _: object) -> None:
        """Show the moves after those that are shown."""
        with self.message.shown(), self.together():
            self._page += 1
            self._show_ratings()
            self._show_tree()

    def _search(self, request: Request, is_unwanted: Callable[[], bool]) -> None:
        """Work of the thread: search and show, unless there is something newer to do before it is
        complete.
        """
        with self.message.faults_shown():
            try:
                found = analyse(request, is_unwanted, self._show_progress, any_search)
            finally:
                if request is self.request:
                    self._show_progress(None)
            if request is self.request or (
                found.is_complete and request.board is self.request.board
            ):
                self._show(found)

    def _show_progress(self, share: float | None) -> None:
        """Show the bar and the button to stop, or hide them (None); the old pictures are marked as
        such.
        """
        with self.together():
            self.progress.show(share)
            self.stop.set(hidden=share is None)
            for picture in (self.ratings, self.tree):
                picture.set(old=share is not None)

    def _show(self, analysis: Analysis) -> None:
        with self.together():
            self.analysis = analysis
            path = self._path()
            self.opened = tuple(node.move for node in path[1:])
            self.sentence.value = analysis.sentence_at(path[-1]) if path else analysis.sentence
            self.editor.show(self._draw_play)
            moves = " ".join(map(str, self._line_of_play()))
            words = f"small numbers: {'the way to this node' if self.opened else 'the moves it expects'}, {moves}"
            self.expected.value = words if moves else ""
            self._show_ratings()
            self._show_tree()

    def _show_tree(self) -> None:
        self.tree.show(self._draw_tree, f"the top of the tree; {self.sentence.value}")

    def _path(self) -> list[SearchNode]:
        """The opened nodes, as far as the tree has them; none if the game is over."""
        search = self.analysis.search
        return nodes_along(search.root, self.opened) if search else []

    def _line_of_play(self) -> tuple:
        return self.opened or self.analysis.expected

    def _draw_play(self, drawing: Drawing) -> None:
        if self.analysis.request.board is self.editor.position.board:
            draw_line_of_play(drawing, self.analysis.request.board, self._line_of_play())

    def _draw_tree(self, ax: Axes | Scene) -> None:
        path = self._path()
        if not path:
            Drawing.within(ax, 0, 1, 0, 0.6)
            return
        opened = path
        if not self.opened:
            path = nodes_along(path[0], self.analysis.expected[:ROWS])
            opened = path[:ROWS]
        rated = [one.move for one in rated_page(*self._rated(), self._page)]
        draw_fixed_tree(ax, opened, path, min(0.0, self.request.settings.loss), ROWS, first=rated)

    def _show_ratings(self) -> None:
        """Show the table, and ask for the exact results, if they are wanted and those of another
        position.
        """
        self.ratings.show(
            self._draw_ratings, f"what the search knows about the moves; {self.sentence.value}"
        )
        path = self._path()
        if (
            self.exact.value
            and path
            and not path[-1].game.is_terminal
            and path[-1].game != self._solved
        ):
            self._solver.ask(path[-1].game)

    def _rated(self) -> tuple[tuple[Rating, ...], Move | None]:
        """The ratings of the moves of the opened node, and the best of them."""
        path = self._path()
        if len(path) < 2:
            return self.analysis.ratings, self.analysis.best_move
        rows = ratings_of(path[-1], self.analysis.request.settings)
        return rows, max(rows, key=lambda one: one.visits).move if rows else None

    def _draw_ratings(self, ax: Axes | Scene) -> None:
        path, low = self._path(), self.analysis.request.settings.loss
        rows, best = self._rated()
        draw_ratings(ax, rows, path[-1] if path else None, best, low, self._marks(path), self._page)

    # ---------------------------------------------------------------- the exact results

    def _switched(self) -> None:
        with self.message.shown():
            self._show_ratings()

    def _solve(self, board: Board | HexBoard, is_unwanted: Callable[[], bool]) -> None:
        """Work of the other thread."""
        with self.message.faults_shown():
            found = outcomes(board)
            if not is_unwanted():
                self.outcomes, self._solved = found, board
                self._show_ratings()

    def _marks(self, path: list[SearchNode]) -> dict | None:
        """What stands beside the ratings: a sign for each move as long as it is not known; None if
        that is not wanted.
        """
        if not self.exact.value or not path:
            return None
        board = path[-1].game
        if board == self._solved and self.outcomes:
            return self.outcomes
        return dict.fromkeys(board.legal_moves(), "?" if board == self._solved else "…")

    # ---------------------------------------------------------------- without a kernel

    def static_picture(self) -> bytes:
        request = self.analysis.request
        choices = (
            f"c = {request.settings.c:.3g}   T = {request.settings.prior}   seed {request.seed}"
        )
        is_hex = isinstance(
            request.board, HexBoard
        )  # of which more moves are rated, and more columns drawn
        board, ratings, tree = BELOW if is_hex else BESIDE
        parts = {
            board: lambda ax: self._draw_play(draw_position(ax, request.board)),
            ratings: self._draw_ratings,
            tree: self._draw_tree,
        }
        height, x, y = (7.4, 1, 39) if is_hex else (6, 7, 8.6)
        lines = [
            (2, 10 * height - 2.4, 2, self.sentence.value),
            (x, y, 1.7 if is_hex else 1.8, choices),
        ]
        return still_picture(11, height, parts, lines)

    def __repr__(self) -> str:
        board, settings = self.request.board, self.request.settings
        effort = f"playouts={self.request.limit.playouts}, seed={self.request.seed}"
        solve = ", solve=True" if settings.solve else ""
        return f"SearchExplorer({board!r}, c={settings.c:.4g}, T={settings.prior}{solve}, {effort})"
