"""The pages of the web site on which something moves: searches, settings and games, recorded when the site is built.

They go through what was recorded without Python (notebooks/pictures/pages.py). What was made is kept, so that a
second time is quick.
"""

import multiprocessing
import re
import shutil
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import product

import numpy as np
from tqdm import tqdm

from c4lib import (
    Board,
    HexBoard,
    SearchExplorer,
    SearchNode,
    SearchSettings,
    SearchStepper,
    simulate,
)
from c4lib.plots.board import draw_game
from c4lib.plots.canvas import Scene
from c4lib.text import exploration_constant, in_words, move_name, side_name, situation
from editions.kept import code_digest, kept
from editions.lessons import ROOT
from mctslab import play_game
from mctslab.arena.solved import solved_positions
from mctslab.experiments.guided import hex_position
from mctslab.lecture import worked_example
from mctslab.players import MCTSPlayer, rule_based_player
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
from tools.notebooks import find, read

CACHE = ROOT / "build" / "recorded"
FOOLED = Board.from_moves("1322462435011661")
C = (0, 0.5, 1, 2**0.5, 2, 3)
PLAYOUTS = (10, 30, 100, 300, 1_000)
PRIORS = (0, 1, 5)


# -------------------------------------------------------------------- searches, step by step


def steps(path, game, settings=SearchSettings(), seed=0, iterations=40):
    """A search to step through."""
    save_steps(path, SearchStepper(game, settings, seed=seed, iterations=iterations))


# -------------------------------------------------------------------- one search for each setting


def searches(path, game, seed=1, c=C, playouts=PLAYOUTS, T=PRIORS):
    """Searches of a position with each of these settings, for games that no page searches itself."""
    settings = [*product(T, c, playouts)]
    kinds = f"{len(c)} values of c, {len(playouts)} numbers of playouts and {len(T)} values of T"
    save_page(
        path,
        "A search for each setting",
        _searches(game, seed, settings),
        start={"c": 2**0.5, "playouts": playouts[0], "T": T[0]},
        names={"c": {value: exploration_constant(value, "g") for value in c}},
        columns=[(41, ["board", "settings"]), (59, ["ratings", "tree"])],
        note=f"Recorded: {len(settings):,} searches with seed {seed}, for {kinds}.",
    )


def state(place, sentence, pictures):
    """What live pictures show now, as `save_page` takes it; with what a screen reader says of them."""
    scenes = {name: picture.scene for name, picture in pictures.items()}
    return place, sentence, scenes, {name: picture.label for name, picture in pictures.items()}


def _searches(game, seed, settings):
    explorer = SearchExplorer(game, playouts=settings[0][-1], seed=seed)
    pictures = {"board": explorer.editor.view.picture, "ratings": explorer.ratings, "tree": explorer.tree}
    for T, c, playouts in settings:
        explorer.prior.value, explorer.c.value, explorer.playouts.value = T, c, playouts
        explorer.wait()
        yield state({"c": c, "playouts": playouts, "T": T}, explorer.sentence.value, pictures)
    explorer.close()


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


def game(path, title, boards):
    """A game, as its positions."""

    def states():
        for number, board in enumerate(boards):
            scene = Scene()
            draw_game(scene, board)
            player, played = side_name(board, 3 - board.to_move), ""
            if number:
                played = f"{player} plays {move_name(board, board.moves[-1])}. "
            sentence = f"{played}{capitalized(situation(board))}."
            yield {"step": number}, sentence, {"board": scene}, {"board": in_words(board)}

    note = f"Recorded: a game of {len(boards) - 1} moves."
    save_page(path, title, states(), start={"step": 0}, columns=[(1, ["board"])], strides={"move": 1}, note=note)


def capitalized(text):
    return text[:1].upper() + text[1:]


# -------------------------------------------------------------------- all pages


def _match_in_the_first_lesson(path):
    boards = play_game(rule_based_player, MCTSPlayer(playouts=1000), seed=4).positions()
    game(path, "A game against two rules", boards)


def _random_game(path):
    boards = [Board()]
    for move in simulate(SearchNode(boards[0]), SearchSettings(), np.random.default_rng(67)).moves:
        boards.append(boards[-1].play(move))
    game(path, "A random game", boards)


def _proof(path):
    climbing(solved_positions().board(1898)).save_html(path, "How a proof climbs to the root")


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
    searches(path, own_game(), seed=0)


LECTURE = worked_example()
PAGES = {  # what writes each, by its name; that which takes longest is the first
    "lecture": partial(
        steps, game=LECTURE.game, settings=LECTURE.variants["T = 0"].settings, seed=7128416, iterations=8
    ),
    "proofs-hex": partial(
        steps, game=HexBoard.from_moves("b1 a1 a2"), settings=SearchSettings(solve=True), seed=1, iterations=150
    ),
    "proof": _proof,
    "lecture-searches": partial(searches, game=LECTURE.game),
    "hex": partial(searches, game=HexBoard(3)),
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
    "game-random": _random_game,
}


def _write(name):
    """The file of this page, which is made if there is none for the present state of the project."""
    return kept(
        CACHE, name, ".html", code_digest("c4lib", "mctslab", "notebooks/pictures", "editions/recorded.py"), PAGES[name]
    )


def write(folder, names=PAGES):
    """Writes pages into a folder, all or those named."""
    folder.mkdir(parents=True, exist_ok=True)
    with ProcessPoolExecutor(2, multiprocessing.get_context("spawn")) as several:
        made = tqdm(several.map(_write, names), "recorded pages", len(names))
        for name, path in zip(names, made, strict=True):
            shutil.copyfile(path, folder / f"{name}.html")
