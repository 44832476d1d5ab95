"""Lesson 21: Amdahl's law, boards as bits, and a compiler."""

import inspect
import math
import sys
from numbers import Integral

import numba
import numpy as np
from numba.core.errors import NumbaError
from numba.extending import is_jitted

from .base import Wrong, ask, attempt, check, expect, in_words, is_row, real, shown, too, whole, yes_or_no

ROWS, COLUMNS, HEIGHT = 6, 7, 7  # a column has a spare bit on top of its cells

# Seconds that stay as they are, seconds of the part that becomes faster, how many times as fast it becomes.
RUNS = [
    (0, 100, 8),  # all of it
    (10, 90, 9),
    (10, 90, 1),  # it becomes no faster
    (50, 50, 1000),  # so much that nearly nothing is left of one half
    (3, 1, 2),
    (100, 0, 8),  # nothing of it
    (0.2, 7.8, 30),
]


@check
def check_21_1(law):
    expect(is_row(law, 2), f"{shown(law)} is no pair of the two functions")
    speedup, ceiling = law
    for rest, part, times in RUNS:
        _judge_speedup(speedup, rest, part, times)
    for rest, part, _ in RUNS:
        _judge_ceiling(ceiling, rest, part)
    return "if a tenth stays as it is, the whole becomes at most ten times as fast, whatever you do to the rest."


def _judge_speedup(speedup, rest, part, times):
    call = f"speedup({rest}, {part}, {times})"
    got = ask(speedup, rest, part, times, kind=real, said=call)
    right = (rest + part) / (rest + part / times)
    hint = _slip_of_speedup(got, rest, part, times)
    expect(math.isclose(got, right, rel_tol=1e-6), f"{call} is {got:.4g}, {too(got, right)}: {hint}")


def _slip_of_speedup(got, rest, part, times):
    """What is wrong with a wrong speedup, in words."""
    if times == 1:
        return "once as fast is as fast as before"
    if not part:
        return "there is no part of it that becomes faster"
    before, seconds = rest + part, rest + part / times
    for wrong, words in (
        (times, f"the part gains that, but the rest, {rest:g} seconds, stays as it is"),
        (before * times / part, f"the rest is missing in what is left: {rest:g} seconds stay as they are"),
        (before / (rest / times + part), "the part becomes faster, not the rest"),
        (seconds, f"it takes {seconds:g} seconds now, but how many times as fast is that?"),
        (before - seconds, "these are the seconds saved"),
        (seconds / before, "upside down: the time before divided by the time now"),
        (1 / (1 - part + part / times), "`1 - part` wants shares, and these are seconds"),
        ((rest + part * times) / before, "that is a mean of the factors, but it is the seconds that add up"),
        (part * times / before, "the share counts, but it is the seconds that add up"),
    ):
        if math.isclose(got, wrong):
            return words
    return f"before, it took {before:g} seconds; how many are left?"


def _judge_ceiling(ceiling, rest, part):
    before, call = rest + part, f"ceiling({rest}, {part})"
    got = ask(ceiling, rest, part, kind=real, said=call)
    told = f"{call} is {got:.4g}"
    if not rest:
        expect(got == math.inf, f"{told}, but where all of it becomes faster, there is no limit")
        return
    right = before / rest
    hint = f"however fast that part is, {rest:g} of {before:g} seconds are left"
    expect(math.isclose(got, right, rel_tol=1e-6), f"{told}, {too(got, right)}: {hint}")


DIRECTIONS = {  # steps across and up
    (0, 1): "one above the other",
    (1, 0): "side by side",
    (1, 1): "rising",
    (1, -1): "falling",
}


def _lines():
    """All lines of three cells, by their bits, with the direction in words."""
    cells = [(column, row) for column in range(COLUMNS) for row in range(ROWS)]
    for (across, up), words in DIRECTIONS.items():
        for column, row in cells:
            line = [(column + k * across, row + k * up) for k in range(3)]
            if line[-1] in cells:
                yield tuple(_bit(*cell) for cell in line), words


def _bit(column, row):
    return HEIGHT * column + row


LINES = dict(_lines())
SETS = [(0, 1, 2), (14, 21, 28), (1, 9, 17), (5, 11, 17), (3, 4), (7, 8, 10), (0, 7, 21), (4, 5, 7), (0, 14, 28)]
SETS += [(39, 40), (45, 46, 47), (33, 40, 47), (31, 39, 47), (30, 36, 42), (), (5, 12, 19)]
SETS += [(2, 9, 16, 23), (21, 22, 23, 24), (40, 42, 43), (0, 2, 4, 14, 16, 18, 28, 30, 32)]


def _sets_of_discs():
    yield from SETS
    rng = np.random.default_rng(2)
    cells = [_bit(column, row) for column in range(COLUMNS) for row in range(ROWS)]
    for count in range(3, 16):
        for _ in range(40):
            yield tuple(sorted(rng.choice(cells, count, replace=False).tolist()))


def whether(value, name="the answer"):
    """True or False, or a whole number that counts as one: what is left of the bits."""
    return bool(value) if isinstance(value, Integral) else yes_or_no(value, name)


@check
def check_21_2(has_three):
    sets = list(_sets_of_discs())
    for bits in sets:
        call = f"has_three of the discs on the cells {', '.join(map(str, bits)) or '(none)'}"
        got = ask(has_three, sum(2**bit for bit in bits), kind=whether, said=call)
        lines = [line for line in LINES if {*line} <= {*bits}]
        for first, second, third in lines:
            direction = LINES[first, second, third]
            expect(got, f"{call} says no, but {first}, {second} and {third} are in a line, {direction}")
        expect(lines or not got, f"{call} says yes, but no three of them are neighbours in a line")
    return f"for {len(sets)} sets of discs, in all four directions."


KNOWN = 21.316  # moves of a random game, on average over 20 million of them
SHORTEST, LONGEST = 7, ROWS * COLUMNS
GAMES = 250_000
OFF = 0.06  # four times the standard error
WATCHED = 200  # games whose lines of Python are counted


def _compiled_without_lock(function):
    """The function compiled once more, without Python's lock: then also an endless loop leaves the check free."""
    compiled = numba.njit(nogil=True)(function.py_func)
    try:
        compiled.compile((numba.int64, numba.typeof(np.random.default_rng(1))))
    except NumbaError as error:
        hint = "call it yourself for the whole message"
        raise Wrong(f"numba cannot compile it, {in_words(error)} ...; {hint}") from None
    return compiled


def _compiled_in(function):
    """The names of the compiled functions that a function of plain Python may call."""
    if not inspect.isfunction(function):
        return []
    inside = inspect.getclosurevars(function)
    return [name for name, value in {**inside.globals, **inside.nonlocals}.items() if is_jitted(value)]


def _lines_run(function, *arguments):
    """How many lines of plain Python are run by `function(*arguments)`, its own and those that stand beside it."""
    count, before = 0, sys.gettrace()

    def trace(frame, event, argument):
        nonlocal count
        own = frame.f_globals is function.__globals__  # not NumPy's or numba's
        count += own and event == "line"
        return trace

    sys.settrace(trace)
    try:
        function(*arguments)
    finally:
        sys.settrace(before)
    return count


def _expect_compiled_loop(function):
    """Refuse what plays its moves in plain Python; a function that hands its games on to a compiled one is fast."""
    lines = _lines_run(function, WATCHED, np.random.default_rng(1)) / WATCHED
    plain, compiled = lines >= SHORTEST, _compiled_in(function)
    expect(compiled or not plain, "it plays, but in plain Python: nothing has compiled it yet")
    told = f"it plays, and calls {' and '.join(compiled)}, which is compiled; but its own loop is plain Python"
    expect(not plain, f"{told}, and runs {lines:.0f} lines of it for every game")


def _moves_in(counts, games, seed):
    """How many moves the student's games have; Wrong if there cannot be so many, or so few."""
    rng, call = np.random.default_rng(seed), f"count_moves({games}, np.random.default_rng({seed}))"
    moves = ask(counts, games, rng, kind=whole, said=call, seconds=5 if games == 1 else 20)
    untouched = np.random.default_rng(seed).bit_generator.state
    expect(rng.bit_generator.state != untouched, f"{call} draws nothing from rng: it plays no game")
    least, most = SHORTEST * games, LONGEST * games
    what = "one game" if games == 1 else f"{games:,} games"
    expect(
        moves >= least,
        f"{call} is {moves:,}; {what} cannot be over before move {least:,}, and the last move counts",
    )
    expect(moves <= most, f"{call} is {moves:,}; {what} cannot go on after move {most:,}")
    return moves


@check
def check_21_3(count_moves):
    expect(callable(count_moves), f"{shown(count_moves)} is no function; the check wants the function itself")
    counts, is_compiled = count_moves, is_jitted(count_moves)
    if is_compiled:
        counts = attempt(lambda: _compiled_without_lock(count_moves), "compiling it", seconds=60)
    elif _compiled_in(count_moves):  # the first call compiles what it calls
        attempt(lambda: count_moves(1, np.random.default_rng(0)), "count_moves(1, rng)", seconds=60)
    each = [_moves_in(counts, 1, seed) for seed in range(40)]
    expect(len({*each}) > 1, f"40 single games have {each[0]} moves each: does the game end with a line?")
    if not is_compiled:
        attempt(lambda: _expect_compiled_loop(count_moves), f"count_moves({WATCHED}, rng)", seconds=60)
    mean = _moves_in(counts, GAMES, 4) / GAMES
    told = f"a game has {mean:.3f} moves, on average over {GAMES:,}"
    hint = "are four in a row looked for in all four directions, and is every open column drawn equally often?"
    if abs(KNOWN + 1 - mean) < OFF:
        hint = "does the game end with the move that makes a line?"
    expect(abs(mean - KNOWN) < OFF, f"{told}, too {'many' if mean > KNOWN else 'few'}: {hint}")
    return f"{told}, and a compiled function has played them."
