"""Tic-tac-toe, a game of one's own in 22 lines, goes through all that shows, plays or searches a game."""

import inspect
from dataclasses import dataclass

import pytest

import c4lib
import mctslab
from c4lib import (
    PlayBoard,
    SearchExplorer,
    SearchStepper,
    Trace,
    TreeSearch,
    check_game,
    plot_playout,
    plot_tree,
    violations,
)
from mctslab import play_game, play_match, round_robin, sweep
from mctslab.audit import audit_tree
from mctslab.players import FlatMonteCarlo, mcts_player, random_player

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


@dataclass(frozen=True)
class TicTacToe:
    cells: str = "........."
    to_move: int = 1

    @property
    def winner(self):
        rows = ["".join(self.cells[cell] for cell in line) for line in LINES]
        return 1 if "XXX" in rows else 2 if "OOO" in rows else None

    @property
    def is_terminal(self):
        return self.winner is not None or "." not in self.cells

    def legal_moves(self):
        return () if self.is_terminal else tuple(cell for cell in range(9) if self.cells[cell] == ".")

    def play(self, move):
        mark = "XO"[self.to_move - 1]
        return TicTacToe(self.cells[:move] + mark + self.cells[move + 1 :], 3 - self.to_move)


GAME = TicTacToe("XX.OO....")  # X wins at once with 2; else O does with 5
THINKS = mcts_player(200, keep_tree=True)


@pytest.fixture
def search():
    return TreeSearch(GAME, rng=1).run(200)


def test_it_answers_the_five_questions():
    assert check_game(TicTacToe()) is None


def test_a_search_of_it_finds_the_win_with_every_condition_kept(search):
    assert search.best_move() == 2
    assert violations(search) == []


@pytest.mark.parametrize("fixed", [False, True])
def test_a_picture_of_its_tree_has_every_move(search, fixed):
    texts = [text.get_text() for text in plot_tree(search, fixed=fixed).texts]
    assert {str(move) for move in GAME.legal_moves()} <= {*texts}


def test_a_picture_of_a_playout_tells_its_end():
    playout = TreeSearch(GAME, rng=1).step().simulation
    assert playout.winner == 1
    assert "X wins" in [text.get_text() for text in plot_playout(playout).texts]


def test_a_trace_of_it_goes_back():
    trace = Trace(GAME, seed=1, iterations=20)
    assert trace.show(trace.at(7)).root.visits == 7


@pytest.mark.parametrize("widget", [SearchStepper, SearchExplorer, PlayBoard])
def test_every_widget_takes_it_first(widget):
    panel = widget(GAME)
    assert repr(panel).startswith(f"{widget.__name__}({GAME!r}, ")
    assert panel.static_picture()


def test_it_is_played_against_a_person():
    panel = PlayBoard(GAME, opponent=random_player, ratings=False)
    panel.play(2)
    panel.wait()
    assert panel.sentence.value == "You win: X has won."


PLAYERS = {"at random": random_player, "flat Monte Carlo": FlatMonteCarlo(50), "a search": THINKS}


@pytest.mark.parametrize("player", PLAYERS.values(), ids=PLAYERS.keys())
def test_every_player_plays_it_to_its_end(player):
    record = play_game(player, random_player, seed=1, game=TicTacToe())
    last = record.positions()[-1]
    assert (last.is_terminal, last.winner) == (True, record.winner)


def test_a_record_says_how_it_ended():
    assert play_game(THINKS, random_player, game=GAME).reason == "X has won"


MATCHES = {
    "match": lambda **how: [play_match(THINKS, random_player, **how)],
    "round robin": lambda **how: round_robin([THINKS, random_player], **how).matches.values(),
    "sweep": lambda **how: sweep({"playouts": [20, 50]}, random_player, **how).matches.values(),
}


@pytest.mark.parametrize("play", MATCHES.values(), ids=MATCHES)
def test_all_games_of_a_match_start_from_it(play):
    for match in play(games=2, game=GAME):
        assert [record.start for record in match.games] == [GAME, GAME]


def test_a_journal_of_it_is_read_again(tmp_path):
    path = tmp_path / "journal"
    match = play_match(THINKS, random_player, games=4, game=GAME, journal=path)
    written = path.read_bytes()
    assert play_match(THINKS, random_player, games=4, game=GAME, journal=path) == match
    assert path.read_bytes() == written


def test_a_program_that_searches_it_is_audited():
    def grow(game, rng, iterations):
        return TreeSearch(game, rng=rng).run(iterations).root

    report = audit_tree(grow, games=[GAME, GAME.play(5)])
    assert report.faults == []
    assert "for the player who moved into the node" in report.habits[0]


def test_a_position_of_any_game_is_called_game():
    functions = [getattr(package, name) for package in (c4lib, mctslab) for name in package.__all__]
    parameters = [one for each in filter(callable, functions) for one in inspect.signature(each).parameters.values()]
    assert {one.name for one in parameters if one.annotation == "Game"} == {"game"}
