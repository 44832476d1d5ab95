"""Experiments that go on from a damaged journal."""

import warnings
from types import SimpleNamespace
from unittest.mock import patch

from c4lib import Board, HexBoard
from fuzz.drawing import check, pick, random_position
from mctslab import accuracy, play_match, round_robin
from mctslab.arena import game
from mctslab.players import mcts_player, random_player, rule_based_player


def random_experiment(rng):
    """A function of a journal and of what is added to the seed: a small experiment, the same each time."""
    start, games = int(rng.integers(1000)), int(rng.integers(2, 15))
    board = random_position(rng, pick(rng, [Board(4, 4), Board(3, 5, 3), HexBoard(3)]))
    players = [random_player, rule_based_player if isinstance(board, Board) else random_player, mcts_player(3)]
    one, other = pick(rng, players), pick(rng, players)
    return pick(
        rng,
        [
            lambda journal, more=0: play_match(one, other, 2 * games, seed=start + more, board=board, journal=journal),
            lambda journal, more=0: round_robin(
                {"a": one, "b": other, "c": random_player}, 2, seed=start + more, board=board, journal=journal
            ),
            lambda journal, more=0: accuracy(
                one if isinstance(board, Board) else random_player, games, start + more, journal=journal
            ),
        ],
    )


def damaged(rng, written, another):
    """The journal as it should not be.

    It is torn, has a bit flipped, two lines swapped, one left out or there twice, or one in the place of another that was
    pasted from the journal of the same experiment with another seed.
    """
    kinds = ["torn", "bit", "swapped", "missing", "twice", "both", "pasted"]
    kind, place = pick(rng, kinds), int(rng.integers(len(written)))
    if kind == "torn":
        return written[:place]
    if kind in ("bit", "both"):
        changed = bytes([written[place] ^ 1 << int(rng.integers(8))])
        whole = written[:place] + changed + written[place + 1 :]
        return whole if kind == "bit" else whole[: int(rng.integers(len(whole)))]
    lines = written.splitlines(keepends=True)
    first, second = (int(number) for number in rng.integers(len(lines), size=2))
    if kind == "swapped":
        lines[first], lines[second] = lines[second], lines[first]
    elif kind == "pasted":
        lines[first] = pick(rng, another.splitlines(keepends=True))
    elif kind == "missing":
        del lines[first]
    else:
        lines.insert(second, lines[first])
    return b"".join(lines)


# A journal says how long each move took: here always nothing, so that a case is the same when it is repeated.
NO_CLOCK = SimpleNamespace(perf_counter=lambda: 0.0)


@patch.object(game, "time", NO_CLOCK)
def journals(rng, folder):
    """An experiment that goes on from a damaged journal: the same result, or a refusal in words."""
    experiment, path = random_experiment(rng), folder / "journal"
    whole = experiment(path)
    written = path.read_bytes()
    experiment(folder / "another", 1)
    another = (folder / "another").read_bytes()
    for attempt in range(10):
        changed = damaged(rng, written, another)
        path.write_bytes(changed)
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # of a last line that is not whole
                again = experiment(path)
        except ValueError as error:
            told = type(error) is ValueError and path.name in str(error)
            check(f"attempt {attempt} is refused in words", told or str(error), True)
            check(f"attempt {attempt}, refused, is left alone", path.read_bytes(), changed)
            continue
        check(f"attempt {attempt}", again, whole)
        check(f"attempt {attempt}, once more", experiment(path), whole)
    return 10
