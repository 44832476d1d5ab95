"""The explorer: a position, sliders, and at once what a search says about it."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from c4lib._tools.arguments import instance_of, whole_number, whole_seed
from c4lib.board import Board
from c4lib.node import Game
from c4lib.plots.board import draw_game
from c4lib.plots.terms import draw_ratings
from c4lib.plots.tree import draw_fixed_tree
from c4lib.settings import SearchSettings
from c4lib.study.recording import nodes_along
from c4lib.text import counts_in_words, move_text, percent, place_in_words, situation
from c4lib.widgets.analysis import (
    Limit,
    Request,
    analyse,
    exact_switch,
    finished,
    outcomes,
    ratings_of,
)
from c4lib.widgets.controls import Progress, button, hide, info_note, info_switch, line
from c4lib.widgets.panel import Panel
from c4lib.widgets.picture import LivePicture
from c4lib.widgets.position import PositionEditor
from c4lib.widgets.sliders import c_slider, count_slider, prior_slider, seed_slider
from c4lib.widgets.stills import still_picture
from c4lib.widgets.worker import Worker

STEPS = [int(step * 10**power) for power in range(1, 6) for step in (1, 1.5, 2, 3, 5, 7)]
STEPS.append(1_000_000)  # of playouts
ROWS = 2  # of the tree, below the root
LONGEST_PLACE = 14  # letters for the moves of an opened node, so that the sentence fits in a line
ABOUT = (
    "Visits: how many playouts went through the move, and their share. The most visited move is "
    "played.",
    "Mean: the average reward of these playouts for the player to move. The light bar is its 95% "
    "interval (Wilson, 1927). It covers the randomness of the playouts only, and does not say how "
    "far perfect play is.",
    "UCB1: the mean plus the exploration c · √(ln N / n), with N visits of the position and n of "
    "the move. The largest sum, in bold, is selected next.",
    "Small numbers on the board: the expected play, where each side makes its most visited move.",
    "Exact: what the move leads to if both sides play perfectly; ? if that takes too long to find.",
)


class SearchExplorer(Panel):
    """A widget that searches a position and shows what was found, anew whenever a slider or the
    position changes.

    The position is clicked together or typed; the key with a move's digit plays it. Shown are:
    each move's share of the visits, its mean with a 95 % interval, the two terms of UCB1, the
    principal variation (as small discs with numbers on the board), and the top of the tree. A click
    on a node of the tree shows what the search knows about that position; Escape leads back. Of
    more than seven moves the best are rated. The numbers are those of `FastSearch` (of another game
    than Connect Four, on a large board, or without numba, of `TreeSearch`) with the same settings,
    playouts and seed. While a search takes long, a bar shows how far it is, and it can be stopped;
    what was found until then is shown. If wanted, the table also shows what each move leads to if
    both play perfectly, where that can be told within a second.

    Args:
        game: the position to begin with, of any game.
        settings: the choices of the search; c and T can then be changed.
        playouts: how many, up to a million.
        seed: the same seed gives the same tree.
        exact: whether to show exact results.

    Attributes:
        request: what was asked for last.
        analysis: what is shown.
        opened: the moves from the root to the node whose children are shown; () is the root.
        editor: the position.
        c, playouts, prior, seed: the sliders. They take every number of their range; with the mouse
            c and the playouts go by round ones.
        exact: the switch for exact results.
        outcomes: "win", "draw", "loss" or "?" for the player to move, by move; empty as long as
            they are looked for.
        stop: the button that ends a long search, and shows what it has found.
        info, about: the switch for the note that says what the numbers mean, and the note.

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
        game: Game = Board(),
        settings: SearchSettings = SearchSettings(),
        playouts: int = 1000,
        seed: int = 0,
        exact: bool = False,
    ) -> None:
        self.editor = PositionEditor(self, game, self._moved)
        instance_of("settings", settings, SearchSettings)
        limit = Limit(playouts=whole_number("playouts", playouts, 1, STEPS[-1]))
        self.request = Request(game, settings, limit, whole_seed(seed))
        self.opened = ()
        self.outcomes = {}
        self._asked = None  # the position that these are of
        self._begun = None  # the request that was searched last
        self._ended = None  # the request that was to be ended last
        self._worker = Worker(self._search)
        self._solver = Worker(self._solve)
        analysis = finished(analyse(self.request))
        first = self.editor.position.start.legal_moves()
        keys = {str(move): partial(self.editor.play, move) for move in first}
        keys["Escape"] = self._close
        super().__init__("explorer", self._make_parts(exact), keys)
        for control in (self.c, self.playouts, self.prior, self.seed):
            self.on(control, self._ask)
        self.on(self.exact, self._show_pictures)
        self.on(self.stop, self._end)
        self._show(analysis)

    def _make_parts(self, exact):
        request = self.request
        self.c = c_slider(request.settings.c)
        tooltip = "how many playouts the search makes"
        playouts = request.limit.playouts
        self.playouts = count_slider("playouts", tooltip, STEPS, playouts, STEPS[-1])
        self.prior = prior_slider(request.settings.prior)
        self.seed = seed_slider(request.seed)
        self.exact = exact_switch(request.game, exact)
        self.sentence = line(status=True)
        self.expected = line()
        self.ratings = LivePicture()
        self.tree = LivePicture(self._open)
        self.progress = Progress()
        self.stop = button("Stop", "End the search, and show what it found")
        hide(self.stop)
        self.info = info_switch()
        self.about = info_note(ABOUT)
        return self.editor.parts | self._own_parts()

    # ---------------------------------------------------------------- searching

    def wait(self, seconds: float = 60) -> None:
        """Return when the newest search is shown, and the exact results as well, if they are
        wanted.

        Raises:
            TimeoutError: it is not, after so many seconds.
            Exception: what went wrong in it.
        """
        self._worker.wait(seconds)
        self._solver.wait(seconds)

    def _moved(self, game):
        self.opened = ()
        self._ask()

    def _ask(self):
        """Have searched what is chosen now."""
        settings = replace(self.request.settings, c=self.c.value, prior=self.prior.value)
        limit = Limit(playouts=self.playouts.value)
        self.request = Request(self.editor.position.game, settings, limit, self.seed.value)
        self._mark_old(True)
        self._worker.ask(self.request)

    def _end(self):
        """End the search that is asked for, as soon as it has begun."""
        self._ended = self.request
        if self._begun is self.request:
            self._worker.stop()

    def _search(self, request):
        """Search and show, unless there is something newer to do before it is complete."""
        self._begun = request
        if request is self._ended:
            self._worker.stop()
        with self.message.faults_shown():
            try:
                analysis = yield from analyse(request, self._show_progress)
                is_same_game = request.game is self.request.game
                if request is self.request or (analysis.is_complete and is_same_game):
                    self._show(analysis)
                    self._mark_old(False)
            finally:
                if request is self.request:
                    self._show_progress(None)

    def _mark_old(self, are_old):
        """Mark the pictures as old, which the page shows unless there are new ones at once."""
        self.ratings.old = self.tree.old = are_old

    def _show_progress(self, share):
        """Show how far the search is, over old pictures; None: it has ended."""
        with self.together():
            self.progress.show(share)
            hide(self.stop, share is None)
            self._mark_old(share is not None)

    # ---------------------------------------------------------------- what is shown

    def _show(self, analysis):
        """Show what was found; for an opened node that is not in this tree the last one above it."""
        with self.together():
            game = analysis.request.game
            self.analysis = analysis
            self._path = nodes_along(analysis.root, self.opened)
            node = self._path[-1]
            self._rated = ratings_of(node, analysis.request.settings)
            self.opened = node.moves
            if self.opened:
                self._say_opened(node)
            else:
                self._say_found(analysis)
            if game is self.editor.position.game:
                self.editor.view.show(game, line=self.opened or analysis.expected)
            self._show_pictures()

    def _say_opened(self, node):
        """Say what is known about the node whose children are shown."""
        best = max(self._rated, key=lambda candidate: candidate.visits, default=None)
        self._best = None if best is None else best.move
        share = percent(node.visits / self.analysis.root.visits)
        after = place_in_words(self.opened, LONGEST_PLACE).replace("after", "After", 1)
        known = f"{share} of the visits, {counts_in_words(node)}"
        self.sentence.value = f"{after}: {situation(node.game)}; {known}."
        self.expected.value = ""

    def _say_found(self, analysis):
        """Say what the search has found."""
        self._best = analysis.best_move
        self.sentence.value = analysis.sentence
        moves = ", ".join(map(move_text, analysis.expected))
        self.expected.value = f"expected play: {moves}" if moves else ""

    def _open(self, moves):
        """Show what the search knows about the position after these moves."""
        self.opened = moves
        self._show(self.analysis)

    def _close(self):
        """Close the note, or else the node that is opened."""
        if self.info.value:
            self.put(self.info, False)
        else:
            self._open(())

    def _show_pictures(self):
        """Show table and tree, and ask for the exact results that are wanted and not known yet."""
        sentence = self.sentence.value
        self.ratings.show(self._draw_ratings, f"what the search knows about the moves; {sentence}")
        self.tree.show(self._draw_tree, f"the top of the tree; {sentence}")
        game = self._path[-1].game
        if self.exact.value and not game.is_terminal and game != self._asked:
            self._asked = game
            self.outcomes = {}
            self._solver.ask(game)

    def _draw_tree(self, drawing):
        if self.analysis.search is None:
            drawing.limit(0, 1, 0, 0.6)
            return
        path = self._path
        opened = path
        if not self.opened:
            path = nodes_along(path[0], self.analysis.expected[:ROWS])
            opened = path[:ROWS]
        draw_fixed_tree(drawing, opened, path, min(0.0, self.request.settings.loss), ROWS)

    def _draw_ratings(self, drawing):
        node = self._path[-1]
        marks = None
        if self.exact.value:
            marks = dict.fromkeys(node.game.legal_moves(), "…") | self.outcomes
        draw_ratings(drawing, self._rated, node, self._best, self.request.settings.loss, marks)

    def _solve(self, game):
        """Find and show the exact results."""
        with self.message.faults_shown():
            words = outcomes(game)
            if not (yield):
                self.outcomes = words
                self._show_pictures()

    # ---------------------------------------------------------------- without a kernel

    def static_picture(self) -> bytes:
        game, settings = self.analysis.request.game, self.analysis.request.settings
        line_of_play = self.opened or self.analysis.expected
        parts = {
            (0.01, 0.2, 0.36, 0.7): lambda drawing: draw_game(drawing, game, line=line_of_play),
            (0.39, 0.47, 0.6, 0.44): self._draw_ratings,
            (0.39, 0.01, 0.6, 0.45): self._draw_tree,
        }
        choices = f"c = {settings.c:.3g}   T = {settings.prior}   seed {self.analysis.request.seed}"
        lines = [(2, 57.6, 2, self.sentence.value), (7, 8.6, 1.8, choices)]
        return still_picture(11, 6, parts, lines)

    def __repr__(self) -> str:
        settings = self.request.settings
        effort = f"playouts={self.request.limit.playouts}, seed={self.request.seed}"
        choices = f"c={settings.c:.4g}, T={settings.prior}, {effort}"
        return f"SearchExplorer({self.request.game!r}, {choices})"
