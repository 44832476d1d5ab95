"""Attacks on the checks of lesson 06."""

import random

from attacks import attack
from c4lib import SearchNode, Simulation


def simulated(node, rng):
    game = node.game
    while legal := game.legal_moves():
        game = game.play(legal[int(rng.random() * len(legal))])
    return game.winner


def simulated_from_the_parent(node, rng):
    return simulated(node.parent or node, rng)


def winner_for_the_player_to_move(node, rng):
    """1 is whoever is to move at the node."""
    winner = simulated(node, rng)
    return winner and (winner if node.game.to_move == 1 else 3 - winner)


def at_least_one_move(node, rng):
    game = node.game
    while True:
        legal = game.legal_moves()
        game = game.play(legal[int(rng.random() * len(legal))])
        if game.is_terminal:
            return game.winner


def until_somebody_wins(node, rng):
    game = node.game
    while game.winner is None:
        legal = game.legal_moves()
        game = game.play(legal[int(rng.random() * len(legal))])
    return game.winner


def simulated_by_columns(node, rng):
    """As long as the game is Connect Four."""
    game = node.game
    while not game.is_terminal:
        legal = [column for column in range(game.columns) if game.cells[0, column] == 0]
        game = game.play(legal[int(rng.random() * len(legal))])
    return game.winner


def simulated_by_recursion(node, rng):
    legal = node.game.legal_moves()
    if not legal:
        return node.game.winner
    return simulated_by_recursion(SearchNode(node.game.play(legal[int(rng.random() * len(legal))])), rng)


def simulated_without_choice(node, rng):
    game = node.game
    while legal := game.legal_moves():
        game = game.play(legal[int(rng.random() * len(legal))] if len(legal) > 1 else legal[0])
    return game.winner


def simulated_in_the_tree(node, rng):
    while legal := node.game.legal_moves():
        node = SearchNode(move=legal[int(rng.random() * len(legal))], parent=node)
    return node.game.winner


def simulate_centred(node, settings, rng, pick=lambda legal, rng: legal[int(rng.random() * len(legal))]):
    game, moves = node.game, []
    while legal := game.legal_moves():
        moves.append(3 if 3 in legal else pick(legal, rng))
        game = game.play(moves[-1])
    return Simulation(node, tuple(moves), game)


def with_rounded_places(legal, rng):
    return legal[round(rng.random() * (len(legal) - 1))]


def with_luck_of_its_own(legal, rng):
    return random.choice(legal)


def with_a_list(node, settings, rng):
    made = simulate_centred(node, settings, rng)
    return made._replace(moves=[*made.moves])


def centred_from_the_root(node, settings, rng):
    return simulate_centred(node.root, settings, rng)._replace(node=node)


def simulate_centred_by_choice(node, settings, rng):
    board, played = node.game, ()
    while not board.is_terminal:
        move = 3 if board.cells[0, 3] == 0 else int(rng.choice(board.legal_moves()))
        board, played = board.play(move), (*played, move)
    return Simulation(node=node, moves=played, final=board)


attack(
    "check_06_1",
    [2500, 2500.0],
    [
        ("2500", "expected a number"),
        (-2500, "is no number of playouts"),
        (1444, "0.38 is the spread in this position"),
    ],
)
attack(
    "check_06_2",
    [simulated, simulated_by_recursion],
    [
        (simulated_from_the_parent, "the game starts at the node's own position, not at"),
        (winner_for_the_player_to_move, "simulate from Board.from_moves('3') with seed 0 is 2, not the winner"),
        (at_least_one_move, "stops with IndexError: tuple index out of range; that game is over, and has no move left"),
        (until_somebody_wins, "stops with IndexError: tuple index out of range; that game is over"),
        (simulated_in_the_tree, "leaves traces in the node"),
        (simulated_by_columns, "another game, Hex, whose moves are a1, b1, a2 and b2, with seed 0 stops with"),
        (simulated_without_choice, "also where only one move is left"),
    ],
)
attack(
    "check_06_3",
    [simulate_centred, simulate_centred_by_choice],
    [
        (centred_from_the_root, "not the position to which the moves lead from that node"),
        (lambda *given: simulate_centred(*given, pick=with_rounded_places), "all should have the same chance"),
        (with_a_list, "are a list"),
        (lambda *given: simulate_centred(*given, pick=with_luck_of_its_own), "from the same seed"),
    ],
)
