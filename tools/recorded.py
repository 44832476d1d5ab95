"""The pages of the web site on which something moves: searches, settings and games, recorded when the site is built.

They go through what was recorded without Python (notebooks/pictures/pages.py). What was made is kept, so that a
second time is quick.
"""

import multiprocessing
import re
import shutil
import sys
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import product

import numpy as np
from editions import ROOT, code_digest, kept
from tqdm import tqdm

from c4lib import (
    Board,
    FastSearch,
    HexBoard,
    SearchExplorer,
    SearchNode,
    SearchSettings,
    SearchStepper,
    Ucb1Lab,
    simulate,
)
from c4lib.plots.board import draw_game
from c4lib.plots.canvas import Scene
from c4lib.text import exploration_constant, in_words, move_name, side_name, situation
from c4lib.widgets.position import Position
from mctslab import play_game
from mctslab.arena.solved import solved_positions
from mctslab.experiments.guided import hex_position
from mctslab.lecture import worked_example
from mctslab.players import MCTSPlayer, random_player, rule_based_player
from notebooks import find, read

sys.path.append(str(ROOT / "notebooks"))  # where the pictures beside the lessons are
from pictures.lesson_08 import poured
from pictures.lesson_11 import slid
from pictures.lesson_12 import voting
from pictures.lesson_15 import funnel
from pictures.lesson_20 import climbing
from pictures.lesson_21 import Shifts
from pictures.lesson_23 import handed_out
from pictures.lesson_24 import filling
from pictures.lesson_25 import LearningLive
from pictures.levers import RULES, LeverGame, choice
from pictures.pages import save_page, save_steps
from pictures.spreading import spreading

CACHE = ROOT / "build" / "recorded"
THREAT = "2432614534125"
TRAP = "5366555122"
FOOLED = Board.from_moves("1322462435011661")
POSITIONS = {"The empty board": Board(), "A threat": Board.from_moves(THREAT), "A trap": Board.from_moves(TRAP)}
C = (0, 0.2, 0.5, 0.7, 1, 1.2, 2**0.5, 1.7, 2, 2.5, 3, 3.5, 4)
SMALL_C = (0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 1, 1.2, 2**0.5, 1.6, 1.8, 2)
PLAYOUTS = (10, 50, 200, 1_000, 5_000, 20_000, 100_000)
PRIORS = (0, 1, 2, 5, 10)
FEW = {"c": (0, 0.5, 1, 2**0.5, 2, 3), "playouts": (10, 30, 100, 300, 1_000), "T": (0, 1, 5)}  # for slow searches


# -------------------------------------------------------------------- searches, step by step


def steps(path, game, settings=SearchSettings(), seed=0, iterations=40):
    """A search to step through."""
    save_steps(path, SearchStepper(game, settings, seed=seed, iterations=iterations))


# -------------------------------------------------------------------- one search for each setting


def searches(path, positions, seed=1, playouts=PLAYOUTS, c=C, T=PRIORS):
    """Searches of positions, which are given by their names, with each of these settings."""
    count = len(positions) * len(c) * len(playouts) * len(T)
    kinds = f"{len(c)} values of c, {len(playouts)} numbers of playouts and {len(T)} values of T"
    names = {"moves": {moves_of(game): name for name, game in positions.items()}}
    names |= {"c": {value: exploration_constant(value, "g") for value in c}, "axes": {"moves": "position"}}
    save_page(
        path,
        "A search for each setting",
        _searches(positions, seed, list(product(T, c, playouts))),
        start={"moves": next(iter(names["moves"])), "c": 2**0.5, "playouts": playouts[0], "T": T[0]},
        names=names,
        columns=[(41, ["board", "settings"]), (59, ["ratings", "tree"])],
        note=f"Recorded: {count:,} searches with seed {seed}, for {kinds}.",
    )


def state(place, sentence, pictures):
    """What live pictures show now, as `save_page` takes it; with what a screen reader says of them."""
    scenes = {name: picture.scene for name, picture in pictures.items()}
    return place, sentence, scenes, {name: picture.label for name, picture in pictures.items()}


def moves_of(game):
    """The moves of a position, as they are typed."""
    return Position(game).text


def _searches(positions, seed, settings):
    for game in positions.values():
        explorer = SearchExplorer(game, playouts=settings[0][-1], seed=seed)
        pictures = {"board": explorer.editor.view.picture, "ratings": explorer.ratings, "tree": explorer.tree}
        for T, c, playouts in settings:
            explorer.prior.value, explorer.c.value, explorer.playouts.value = T, c, playouts
            explorer.wait()
            place = {"moves": moves_of(game), "c": c, "playouts": playouts, "T": T}
            yield state(place, explorer.sentence.value, pictures)
        explorer.close()


# -------------------------------------------------------------------- the laboratory


def laboratory(path, moves, move, visits, c=SMALL_C, T=PRIORS):
    """The laboratory for UCB1 with each of these values, and numbers of visits of one of the moves."""
    lab = Ucb1Lab(moves)
    start = {"c": lab.c.value, "T": T[0], "n": moves[move][1]}

    def states():
        for now, prior, number in product(c, T, visits):
            lab.c.value, lab.prior.value, lab.rows[move].visits.value = now, prior, number
            yield state(
                {"c": now, "T": prior, "n": number}, lab.sentence.value, {"bars": lab.bars, "curves": lab.curves}
            )

    save_page(
        path,
        "The two terms of UCB1",
        states(),
        start=start,
        names={
            "c": {value: exploration_constant(value, "g") for value in c},
            "axes": {"n": f"visits of move {move}"},
        },
        columns=[(50, ["bars", "settings"]), (50, ["curves"])],
        note=f"Recorded: {len(c)} values of c, {len(T)} of T and {len(visits)} of the visits of move {move}.",
    )
    lab.close()


# -------------------------------------------------------------------- the seven levers

PULLS = (*range(71), *range(80, 701, 10))  # at each step


def _levers(path):
    """What each of two rules pulls, with the bars."""
    rules = ("greedy", "UCB1")

    def states():
        for name in rules:
            game = LeverGame(seed=5, c=0.5)
            for step, pulls in enumerate(PULLS):
                while game.counts["you"][1].sum() < pulls:
                    game.pull(choice(RULES[name], game.counts["you"]))
                yield state({"rule": name, "step": step}, game.sentence.value, {"levers": game.picture})
            game.close()

    note = f"Recorded: two rules on the same seven levers, pull by pull up to 70, then by tens up to {PULLS[-1]}."
    start, columns = {"rule": "UCB1", "step": 0}, [(1, ["levers", "settings"])]
    save_page(path, "Seven levers", states(), start=start, columns=columns, strides={"pull": 1}, note=note)


# -------------------------------------------------------------------- games, move by move


def game(path, title, boards, playouts=0):
    """A game, as its positions; if there are playouts, with the means of so many for each move."""

    def states():
        for number, board in enumerate(boards):
            values = FastSearch(board, rng=number).run(playouts).means if playouts and not board.is_terminal else None
            scene = Scene()
            draw_game(scene, board, values)
            player, played = side_name(board, 3 - board.to_move), ""
            if number:
                played = f"{player} plays {move_name(board, board.moves[-1])}. "
            sentence = f"{played}{capitalized(situation(board))}."
            yield {"step": number}, sentence, {"board": scene}, {"board": in_words(board)}

    note = f"Recorded: a game of {len(boards) - 1} moves."
    if playouts:
        note = f"{note[:-1]}; above each column the share of wins that {playouts:,} playouts expect there for the player to move."
    save_page(path, title, states(), start={"step": 0}, columns=[(1, ["board"])], strides={"move": 1}, note=note)


def capitalized(text):
    return text[:1].upper() + text[1:]


# -------------------------------------------------------------------- all pages

PHASES = Board.from_moves("3130234131", rows=4, columns=5)  # the position of the lessons on the four phases
HEX = HexBoard.from_moves("a2 a1 b1")  # that of the lecture


def _match_in_the_first_lesson(path):
    boards = play_game(rule_based_player, MCTSPlayer(playouts=1000), seed=4).boards()
    game(path, "A game against two rules", boards)


def _search_against_itself(path):
    program = MCTSPlayer(playouts=1000)
    game(path, "A game of the search against itself", play_game(program, program, seed=4).boards(), playouts=2000)


def _random_game(path):
    boards = [Board()]
    for move in simulate(SearchNode(boards[0]), SearchSettings(), np.random.default_rng(67)).moves:
        boards.append(boards[-1].play(move))
    game(path, "A random game", boards)


def _learnt_game(path):
    game(path, "A game to learn from", play_game(random_player, random_player, 0, Board(4, 5)).boards())


def _game_of_ratings(path):
    search = FastSearch(Board.from_moves("343343"), rng=8)
    boards = [search.game]
    while not search.game.is_terminal:
        search.run(3_000)
        search.move_root(search.best_move())
        boards.append(search.game)
    game(path, "A game, and what the search expected", boards, playouts=3_000)


def _proof(path):
    climbing(solved_positions().board(1898)).save_html(path, "How a proof climbs to the root")


def _win_in_one(path):
    cells = np.zeros((6, 5), dtype=int)
    cells[5, :3] = 1
    cells[3:, 4] = 2
    steps(path, Board.from_cells(cells), seed=1)


def _poured(path):
    poured(Board.from_moves("36611264664534"), seed=14, iterations=200).save_html(path, "Visits, poured over the bars")


def _hill(path):
    slid(14, 20).save_html(path, "Which scores fit 14 of 20")


def _votes(path):
    voting(FOOLED, last=1_000).save_html(path, "Ten seeds vote")


def _funnel(path):
    funnel(1_000, seed=2).save_html(path, "What is kept of the tree")


def _spreading(path):
    spreading().save_html(path, "What a table learns, game by game")


def _shifts(path):
    discs = [(0, 0), (1, 1), (2, 2), (3, 3), (3, 1), (2, 0), (6, 0)]
    Shifts(discs, "rising").save_html(path, "Four in a row, shift by shift")


def _batches(path):
    handed_out().save_html(path, "A worker dies, and its games are played again")


def _filling(path):
    filling(*hex_position(4, 57), seed=1000).save_html(path, "Where the visits go, with UCT and with RAVE")


def _learning(path):
    LearningLive().save_html(path, "A network teaches itself, generation by generation")


def own_game():
    """The game of lesson 26 with its look, as its cells define them."""
    names = {"__name__": "own_game"}
    exec("from dataclasses import dataclass, replace", names)
    for cell in read(*find(["26"])).cells:
        for name in ("Nim", "Sticks(Nim)"):
            if found := re.search(rf"^(@.*\n)?class {re.escape(name)}:\n(( .*)?\n?)+", cell.source, re.MULTILINE):
                exec(found[0], names)
    return names["Sticks"]()


def _own_steps(path):
    steps(path, own_game(), seed=1)


def _own_searches(path):
    searches(path, {"Position": own_game()}, seed=0, **FEW)


LECTURE = worked_example()
PAGES = {  # what writes each, by its name; that which takes longest is the first
    "searches": partial(searches, positions=POSITIONS),
    "phases": partial(steps, game=PHASES, seed=2, iterations=41),
    "empty": partial(steps, game=Board(), seed=1),
    "lecture": partial(
        steps, game=LECTURE.position, settings=LECTURE.variants["T = 0"].settings, seed=7128416, iterations=8
    ),
    "proofs-hex": partial(
        steps, game=HexBoard.from_moves("b1 a1 a2"), settings=SearchSettings(solve=True), seed=1, iterations=150
    ),
    "small-board": partial(steps, game=Board(4, 4), seed=1),
    "proof": _proof,
    "win-in-one": _win_in_one,
    "table": partial(searches, positions={"Position": Board.from_moves("36611264664534")}, seed=14, T=(0, 1, 5)),
    "fooled": partial(searches, positions={"Position": FOOLED}, T=(0, 1, 5)),
    "lecture-searches": partial(searches, positions={"Position": LECTURE.position}, **FEW),
    "hex": partial(searches, positions={"Position": HexBoard(3)}, **FEW),
    "terms": partial(laboratory, moves=((14, 20), (5, 10)), move=1, visits=(10, 12, 15, 20, 30, 40, 60)),
    "terms-three": partial(laboratory, moves=((14, 20), (5, 10), (1, 3)), move=2, visits=(3, 5, 10, 20, 40)),
    "terms-lecture": partial(laboratory, moves=((1, 1), (4, 5), (0, 0)), move=1, visits=(5, 7, 10, 20, 40)),
    "terms-beliefs": partial(laboratory, moves=((0, 1), (0, 0), (1, 1)), move=1, visits=(0, 1, 2, 5, 10, 20)),
    "poured": _poured,
    "levers": _levers,
    "hill": _hill,
    "votes": _votes,
    "funnel": _funnel,
    "spreading": _spreading,
    "shifts": _shifts,
    "batches": _batches,
    "filling": _filling,
    "learning": _learning,
    "own-steps": _own_steps,
    "own-searches": _own_searches,
    "game-rules": _match_in_the_first_lesson,
    "game-itself": _search_against_itself,
    "game-random": _random_game,
    "game-learnt": _learnt_game,
    "game-ratings": _game_of_ratings,
}


def _write(name):
    """The file of this page, which is made if there is none for the present state of the project."""
    return kept(
        CACHE, name, ".html", code_digest("c4lib", "mctslab", "notebooks/pictures", "tools/recorded.py"), PAGES[name]
    )


def write_all(folder):
    """Writes all pages into a folder."""
    folder.mkdir(parents=True)
    with ProcessPoolExecutor(2, multiprocessing.get_context("spawn")) as several:
        for name, path in zip(PAGES, tqdm(several.map(_write, PAGES), "recorded pages", len(PAGES)), strict=True):
            shutil.copyfile(path, folder / f"{name}.html")
