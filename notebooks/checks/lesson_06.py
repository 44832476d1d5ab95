"""Lesson 06: playing to the end."""

from collections import Counter

import numpy as np

from c4lib import Board, SearchNode, SearchSettings, Simulation, TreeSearch, simulate, violations

from .base import an, ask, attempt, check, expect, keeps, name_of, real, shown

BY_THEIR_MISTAKE = {
    50: "0.5 / 0.01 is the square root of n",
    1_000: "that is what the plot shows for this position; the rule is for any",
    5_000: "square the 0.5 as well",
    10_000: "the rule has 0.5, not 1, above the root",
}


@check
def check_06_1(playouts):
    playouts = real(playouts)
    expect(playouts > 0, f"{playouts:g} is no number of playouts")
    off = 0.5 / playouts**0.5
    wrong = "more than" if off > 0.01 else "less than"
    hint = BY_THEIR_MISTAKE.get(playouts, "solve the rule for n")
    expect(
        abs(off - 0.01) < 1e-9,
        f"with {playouts:,g} playouts you are typically {off:.6g} off, {wrong} 0.01: {hint}",
    )
    return "to be ten times closer would take a hundred times as many."


DRAWN = "004561014206661500663441122432233314325555"  # a full board, and nobody has won
FULL_MIDDLE = Board.from_moves("333333")
WON_LAST = "550336626334204326050326650012414412554111"  # a full board, and the last disc has won
STARTS = ["", "33", "0101010", "3333", "012345", DRAWN, DRAWN[:-3], "33442", WON_LAST[:-1]]


@keeps("simulate")
@check
def check_06_2(simulated):
    settings, miscounted = SearchSettings(), None
    for moves in STARTS:
        board = Board.from_moves(moves)
        for seed in range(20):
            rng, same = (np.random.default_rng(seed) for _ in range(2))
            node = SearchNode(board)
            right = simulate(SearchNode(board), settings, same).winner
            call = f"simulate from {shown(board)} with seed {seed}"
            got = ask(simulated, node, rng, kind=lambda value, name: value, said=call)
            expect(
                got is None or isinstance(got, (int, np.integer)) and not isinstance(got, bool) and got in (1, 2),
                f"{call} is {shown(got)}; expected the winner: 1, 2 or None",
            )
            added = node.children or node.visits or node.wins or node.game != board
            expect(not added, f"{call} leaves traces in the node: a playout adds no children and counts nothing")
            if board.is_terminal:
                expect(got == right, f"{call} is {got}, but that game is over: it has its winner, or nobody has won")
            hint = "draw one number for each move, int(rng.random() * len(legal))"
            if got != right and rng.random() == same.random():  # the same game was played
                hint = "the board that `play` returns knows its winner, when there is no legal move any more"
                if got is None and len(moves) == 41:
                    hint = "a full board is no draw if its last disc completes a line"
                elif right is not None and got == 3 - right:
                    hint = "that is the other player"
            expect(got == right, f"{call} is {got}, not the winner that these random numbers lead to: {hint}")
            if rng.random() != same.random():
                miscounted = miscounted or call
    drawn = "has the right winner, but has not drawn one random number for each move"
    expect(not miscounted, f"{miscounted} {drawn}: one each, also where only one move is left")
    return "the same winners as the library's, with the same random numbers."


@check
def check_06_3(simulate_centred):
    settings, name = SearchSettings(), name_of(simulate_centred)
    first = Counter()
    for board, seeds in ((Board(), 10), (Board.from_moves("0123"), 10), (FULL_MIDDLE, 600)):
        for seed in range(seeds):
            node, rng = SearchNode(board), np.random.default_rng(seed)
            call = f"{name} from {shown(board)}"
            made = ask(simulate_centred, node, settings, rng, kind=an(Simulation), said=call)
            kind = type(made.moves).__name__
            expect(isinstance(made.moves, tuple), f"{call}: the `moves` are a {kind}; a Simulation has a tuple of them")
            again = simulate_centred(node, settings, np.random.default_rng(seed))
            expect(
                made.moves == again.moves,
                f"{call} plays {shown(made.moves)}, and from the same seed {shown(again.moves)}: "
                "draw from the `rng` that is given, from nothing else",
            )
            game = board
            for move in made.moves:
                legal = game.legal_moves()
                expect(legal, f"{call} goes on after the end of the game")
                expect(move in legal, f"{call} plays {shown(move)}, which is not legal there")
                expect(
                    move == 3 or 3 not in legal,
                    f"{call} plays {move} after {len(game.moves)} discs, although 3 is open",
                )
                game = game.play(move)
            expect(game.is_terminal, f"{call} stops before the game is over")
            expect(made.node is node, f"{call}: the `node` of the Simulation is not the one that was given")
            expect(made.final == game, f"{call}: `final` is not the position to which the moves lead")
            if board == FULL_MIDDLE:
                first[made.moves[0]] += 1
    often = [first[column] for column in FULL_MIDDLE.legal_moves()]  # 100 each, and 9.1 is the standard deviation
    expect(
        max(often) < 600,
        f"{name} begins 600 games with the same move; with column 3 full, the others are drawn at random",
    )
    expect(
        all(60 <= times <= 140 for times in often),
        f"{name}: with column 3 full, the others begin {often} of 600 games; all should have the same chance",
    )
    search = attempt(lambda: TreeSearch(Board(), rng=1, simulate=simulate_centred).run(60), f"a search with {name}", 30)
    broken = violations(search)
    expect(not broken, f"a search with {name} breaks a condition: {broken[0] if broken else ''}")
    return "every playout takes the middle while it can, and otherwise each open column with the same chance."
