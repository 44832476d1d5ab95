"""The search a second time, unlike `c4lib.search`, as an oracle: the tree is a table of rows keyed by lists of moves."""

import math


def slow_search(game, settings, rng, playouts):
    """{moves: [wins, visits]} after so many iterations from `game`, all in one function, nothing remembered but counts."""
    table = {(): [float(settings.prior), 2 * settings.prior]}
    expanded, proofs = set(), {}

    def position(moves):
        board = game
        for move in moves:
            board = board.play(move)
        return board

    def children(moves):
        board = position(moves)
        return [(*moves, move) for move in (board.distinct_moves() if settings.distinct else board.legal_moves())]

    def value(moves):
        wins, visits = table[moves]
        if moves in proofs:
            return -math.inf
        if visits == 0:
            return max(settings.unvisited, -1e300)  # minus infinity is for what is proven
        return wins / visits + settings.c * math.sqrt(math.log(table[moves[:-1]][1]) / visits)

    def best(candidates):
        equal = [moves for moves in candidates if value(moves) == max(map(value, candidates))]
        return equal[0] if len(equal) == 1 else equal[int(rng.random() * len(equal))]

    def prove(moves):
        """(winner, plies) of the exact result; None if it does not follow from what is proven below."""
        board = position(moves)
        if board.is_terminal:
            return board.winner, 0
        if moves not in expanded:
            return None
        below = [proofs.get(child) for child in children(moves)]
        won = [plies for winner, plies in filter(None, below) if winner == board.to_move]
        if won:
            return board.to_move, min(won) + 1
        if None in below:
            return None
        drawn = [plies for winner, plies in below if winner is None]
        return (None, drawn[0] + 1) if drawn else (3 - board.to_move, max(plies for _, plies in below) + 1)

    for _ in range(playouts):
        if () in proofs:
            break
        here = ()
        while here in expanded:
            here = best(children(here))
        simulated = table[here][1] - 2 * settings.prior
        if not position(here).is_terminal and (here == () or simulated >= settings.expand_at):
            expanded.add(here)
            for moves in children(here):
                table[moves] = [float(settings.prior), 2 * settings.prior]
            here = best(children(here))
        board = position(here)
        while not board.is_terminal:
            legal = board.legal_moves()
            board = board.play(legal[int(rng.random() * len(legal))])
        for length in range(len(here) + 1):
            to_move = position(here[:length]).to_move
            counted = 3 - to_move if settings.viewpoint == "mover" else game.to_move
            reward = settings.draw if board.winner is None else 1.0 if board.winner == counted else settings.loss
            table[here[:length]][0] += reward
            table[here[:length]][1] += 1
        for length in reversed(range(len(here) + 1) if settings.solve else ()):
            if proof := prove(here[:length]):
                proofs[here[:length]] = proof
    return table
