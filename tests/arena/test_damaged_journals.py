"""Journals that were damaged, in whatever way: the same result as without them, or a refusal in a sentence."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import few

from c4lib import Board
from mctslab import accuracy, play_match, round_robin
from mctslab.players import random_player, rule_based_player

SMALL = Board(4, 4)
PLAYERS = {"one": random_player, "another": random_player, "a third": rule_based_player}
EXPERIMENTS = {
    "match": lambda path, seed=5: play_match(random_player, rule_based_player, 10, seed, SMALL, journal=path),
    "round robin": lambda path, seed=5: round_robin(PLAYERS, 4, seed, SMALL, journal=path),
    "accuracy": lambda path, seed=5: accuracy(random_player, 10, seed, journal=path),
}
DAMAGES = ["torn", "a bit", "missing", "moved", "twice", "of another seed"]


@pytest.fixture(scope="module", params=EXPERIMENTS.values(), ids=EXPERIMENTS)
def journals(request, tmp_path_factory):
    """An experiment, a path, the experiment's result, and the lines of its journal and of one with another seed."""
    experiment, path = request.param, tmp_path_factory.mktemp("journals") / "journal"
    result, lines = experiment(path), path.read_bytes().splitlines(keepends=True)
    path.unlink()
    experiment(path, seed=6)
    return experiment, path, result, lines, path.read_bytes().splitlines(keepends=True)


def damaged(damage, lines, number, to, place, other_lines):
    """The bytes of a journal in which that happened to the line of this number, at this place, or with line number `to`."""
    before, line, after = lines[:number], lines[number], lines[number + 1 :]
    place %= len(line)
    others = before + after
    changed = {
        "torn": [*before, line[:place]],
        "a bit": [*before, line[:place], bytes([line[place] ^ 4]), line[place + 1 :], *after],
        "missing": others,
        "moved": [*others[:to], line, *others[to:]],
        "twice": [*lines[:to], line, *lines[to:]],
        "of another seed": [*before, other_lines[number], *after],
    }
    return b"".join(changed[damage])


@pytest.mark.filterwarnings("ignore:.*last line .* not whole")
@given(
    damage=st.sampled_from(DAMAGES),
    number=st.integers(0, 10),
    to=st.integers(0, 10),
    place=st.integers(0, 300),
)
@few
def test_a_damaged_journal_gives_the_same_result_or_is_refused(journals, damage, number, to, place):
    experiment, path, result, lines, other_lines = journals
    written = damaged(damage, lines, number, to, place, other_lines)
    path.write_bytes(written)
    refusal = None
    try:
        assert experiment(path) == result
    except ValueError as error:
        refusal = str(error)
    if refusal is None:
        assert experiment(path) == result  # once more: now it is whole
    else:
        assert path.name in refusal
        assert path.read_bytes() == written
