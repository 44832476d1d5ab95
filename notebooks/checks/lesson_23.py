"""Lesson 23: work for many machines."""

import math
import os
import subprocess
import sys
from collections import Counter

import cloudpickle
import numpy as np

from .base import Wrong, an, ask, check, expect, in_words, shown, whole

# How long random games on 4 x 4 are, in 40,000 of them.
LENGTHS = {7: 0.017, 8: 0.005, 9: 0.026, 10: 0.019, 11: 0.050, 12: 0.043, 13: 0.076, 14: 0.084, 15: 0.115, 16: 0.565}
GAMES = 2_000
OFF = 0.05  # of a share: four times the standard error of the largest
ALIKE = 0.36  # of two random games are equally long
LEAST = 100  # games, to be compared with as many others
FAR = (10**6, 2**20)  # numbers that nobody has asked for yet begin here


def _of(numbers):
    """The kind of answer: a dict with a length for each of these numbers."""

    def kind(value, name):
        lengths = an(dict)(value, name)
        missing = [number for number in numbers if number not in lengths]
        expect(not missing, f"{name} has nothing for game {missing[0] if missing else ''}")
        expect(len(lengths) == len(numbers), f"{name} has {len(lengths)} games; {len(numbers)} were asked for")
        return {number: whole(lengths[number], f"{name}: the length of game {number}") for number in numbers}

    return kind


def _lengths(function, numbers):
    return ask(function, numbers, kind=_of(numbers), said=f"lengths({shown(numbers)})", seconds=20)


@check
def check_23_1(lengths):
    together = _lengths(lengths, range(40))
    for words, dealt in (
        ("Dealt out in two parts", (range(25, 40), [24, *range(24)][::-1])),
        ("Asked for alone", ([7],)),
        ("In a longer run", (range(GAMES),)),
    ):
        for numbers in dealt:
            part = _lengths(lengths, numbers)
            _expect_same(words, together, part)
    far = _expect_same_for_two_workers(lengths)
    played = np.array([*part.values()])  # of the longer run
    for number, length in enumerate(played):
        told = f"game {number} has {length} moves; on 4 x 4 they are from {min(LENGTHS)} to {max(LENGTHS)}"
        expect(length in LENGTHS, f"{told}: are they really played?")
    expect(len({*played}) > 1, "all games are equally long: different numbers must give different games")
    for step in range(1, GAMES - LEAST + 1):
        _expect_different(played[step:], played[:-step], step)
    for step in FAR:
        _expect_different(np.array([far[step + number] for number in range(LEAST)]), played[:LEAST], step)
    counts = Counter(played.tolist())
    for length, share in LENGTHS.items():
        got = counts[length] / GAMES
        told = f"{got:.0%} of the games have {length} moves; of random games it is about {share:.0%}"
        expect(abs(got - share) < OFF, f"{told}: are they really played?")
    return "whoever plays game 7, it is the same game."


def _expect_same(words, before, after, hint="a game must depend on its number, and on nothing else"):
    wrong = [number for number in before if number in after and after[number] != before[number]]
    told = f"{words}, {len(wrong)} games are not the same as before, the first of them game {wrong[0] if wrong else ''}"
    expect(not wrong, f"{told}: {hint}")


def _expect_same_for_two_workers(lengths):
    """The lengths of games that nobody has asked for yet, which other workers play, too: here, and in a new process."""
    numbers = [start + number for start in FAR for number in range(LEAST)]
    try:
        sent = cloudpickle.dumps(lengths)
        one, other = cloudpickle.loads(sent), cloudpickle.loads(sent)  # each with globals of its own
    except Exception as error:
        raise Wrong(f"the function cannot be sent to another worker: that stops with {in_words(error)}") from None
    played = _lengths(one, numbers)
    _expect_same("Played by a second worker, in another order", played, _lengths(other, numbers[::-1]))
    elsewhere = _of(numbers)(_in_another_process(sent, numbers), ELSEWHERE)
    hint = "what differs from process to process, such as the time, or the hash of a text?"
    _expect_same("Played in another process", played, elsewhere, hint)
    return played


STARTED = 60  # seconds, of which a new Python needs one or two to begin
ELSEWHERE = "lengths of 200 numbers, in another process,"
WORKER = """
import contextlib, pickle, sys
sys.path[:], sent, numbers = pickle.load(sys.stdin.buffer)
with contextlib.redirect_stdout(sys.stderr):
    lengths = pickle.loads(sent)(numbers)
sys.stdout.buffer.write(pickle.dumps(lengths))
"""


def _in_another_process(sent, numbers):
    """What the function that was sent gives in a new Python, in which texts have other hashes."""
    salt = "2" if os.environ.get("PYTHONHASHSEED") == "1" else "1"
    command = [sys.executable, "-c", WORKER]
    given = cloudpickle.dumps((sys.path, sent, numbers))
    salted = os.environ | {"PYTHONHASHSEED": salt}
    try:
        done = subprocess.run(command, input=given, env=salted, capture_output=True, timeout=STARTED)
    except subprocess.TimeoutExpired:
        raise Wrong(f"{ELSEWHERE} does not come to an end; it was stopped after {STARTED} seconds") from None
    if done.returncode:
        last = done.stderr.decode(errors="replace").strip().rpartition("\n")[2]
        raise Wrong(f"{ELSEWHERE} stops with {last}")
    return cloudpickle.loads(done.stdout)


def _expect_different(later, earlier, step):
    alike = np.mean(later == earlier)
    told = f"{alike:.0%} of the games are as long as the game whose number is {step:,} lower"
    errors = np.sqrt(ALIKE * (1 - ALIKE) / len(later))
    expect(alike < ALIKE + 6 * errors, f"{told}: different numbers must give different games")


JOURNALS = ["", "12\n", "12\n345\n", "12\n34", "1", "7\n8\n-", "7\n8\n9", "3\n1\n3\n20\n", "10\n9\n8\n7\n6\n5", "0\n00"]


def _numbers(value, name):
    return [whole(part, f"{name}, at place {place},") for place, part in enumerate(an(list)(value, name))]


@check
def check_23_2(read_whole):
    for data in JOURNALS:
        call = f"read_whole({data!r})"
        got = ask(read_whole, data, kind=_numbers, said=call)
        end = data.rfind("\n") + 1
        right, torn = [int(line) for line in data[:end].split()], data[end:]
        told = f"{call} is {got}"
        expect(not (torn and len(got) > len(right)), f"{told}; {torn!r} has no newline: what was it going to be?")
        expect(len(got) >= len(right), f"{told}; every line counts that has its newline, here {len(right)}")
        expect(got == right, f"{told}; expected the numbers of the lines, in their order")
    return "what has no end may be the beginning of something else."


BATCHES = [  # seconds of sending, seconds of a game, share: halves of halves where the number is whole, so that nothing is rounded
    (0.5, 0.25, 0.5),
    (0.01, 0.003, 0.3),
    (1, 0.125, 0.25),
    (0.02, 0.007, 0.2),
    (0.01, 0.005, 0.011),
    (0.01, 60, 0.05),
    (0.5, 0.04, 0.9),
    (0.001, 0.00031, 0.001),
    (0, 0.25, 0.5),  # sending costs nothing
]


@check
def check_23_3(games_in_batch):
    for sending, game, share in BATCHES:
        call = f"games_in_batch({sending}, {game}, {share})"
        games = ask(games_in_batch, sending, game, share, kind=whole, said=call)
        expect(games >= 1, f"{call} is {games}; a batch has at least one game")
        part = sending / (sending + games * game)
        told = f"{call} is {games}, and then sending takes {part:.2%} of the time"
        slip = _slip_of_batch(games, sending, game, share)
        expect(part <= share, f"{told}, more than {share:.2%}: too few games{slip}")
        before = games == 1 or sending / (sending + (games - 1) * game) > share
        expect(before, f"{told}: too many, it is not the smallest number{slip}")
    return "the cheaper a game, the more of them must travel together."


def _slip_of_batch(games, sending, game, share):
    """What a wrong number of games comes from, as the end of a sentence; nothing where nobody knows."""
    if games == math.ceil(sending / share / game):
        return "; the share is one of the whole time, not of playing alone"
    if games == math.ceil(sending * share / (1 - share) / game):
        return "; now playing takes this share, not sending"
    return ""
