"""What lessons say of times holds in the times that are stored with them: no test of theirs goes by a clock."""

import functools
import re

from tools.notebooks import find, read


@functools.cache
def outputs(lesson):
    """All that is stored in the outputs of a lesson, pictures as their words, by the beginning of the cell's source."""
    cells = [cell for cell in read(find([lesson])[0]).cells if cell.cell_type == "code"]
    return {cell.source: "\n".join(map(words_of, cell.outputs)) for cell in cells}


def words_of(output):
    if "image/png" in output.get("data", {}):
        return output.metadata["image/png"]["alt"]
    return output.get("text", "")


def stored(lesson, part):
    """What the one cell of the lesson that has this in its source shows."""
    [found] = [told for source, told in outputs(lesson).items() if part in source]
    return found


def numbers(text, names):
    """The first number behind each of these names."""
    found = (re.search(rf"{re.escape(name)}\D*?([\d,]+\.?\d*)", text)[1] for name in names)
    return [float(number.replace(",", "")) for number in found]


def bars(title):
    """Of a chart of phases: the seconds of each kind of search in each phase."""
    alt = next(told for told in outputs("21").values() if told.startswith(title))
    parts = re.findall(r"Bars \((\w+)\): ((?:[\w ,]+: [\d.]*\d(?:, )?)+)", alt)
    return {phase: dict(re.findall(r"([a-z][\w ,]+?): ([\d.]*\d)", kinds)) for phase, kinds in parts}


def seconds(title, kind):
    return {phase: float(kinds[kind]) for phase, kinds in bars(title).items()}


SHARE = "The playout takes the largest share"
COMPILED = "The playout shrinks, little else changes"


def test_21_the_playout_takes_most_and_about_half_or_more():
    spent = seconds(SHARE, "readable")
    assert max(spent, key=spent.get) == "simulate"
    assert 0.4 < spent["simulate"] / sum(spent.values()) < 0.8


def test_21_bits_in_python_gain_hardly_anything():
    [gain] = numbers(stored("21", 'titles["bits"]'), ["the playout is"])
    assert 0.7 < gain < 1.5


def test_21_a_compiled_playout_makes_the_whole_less_than_twice_as_fast_and_the_law_agrees():
    measured, law = numbers(stored("21", 'titles["compiled"]'), ["measured:", "by the law:"])
    assert 1 < measured < 2
    assert 0.7 < law / measured < 1.4
    before, after = (seconds(COMPILED, kind)["simulate"] for kind in ("readable", "bits, compiled"))
    assert 1.1 < before / after < 3


def test_21_the_border_costs_more_than_the_playing():
    names = ["100 playouts, all in Python", "100 playouts, all compiled", "into bits", "with a generator", "bar above"]
    python, alone, turned, called, now = numbers(stored("21", "100 playouts, all in Python"), names)
    assert python > 5 * alone
    assert alone / 100 < now / 3
    assert turned + called > 2 * alone / 100


def test_21_arrays_lose_without_a_compiler_and_win_with_it():
    objects, arrays, compiled = numbers(stored("21", "print_costs({\n    \"objects\""), ["objects", "arrays", "compiled"])
    assert arrays > 1.3 * objects
    assert objects > 6 * compiled


def test_21_only_the_last_rung_is_far_above_the_others():
    rungs = ["bits in Python:", "bits, compiled:", "all compiled:"]
    plain, one, everything = numbers(stored("21", "plot_ladder("), rungs)
    assert plain < 1.5
    assert one < 2
    assert everything > 100


def test_21_without_the_lock_the_main_program_looks_far_more_often():
    held, free = numbers(stored("21", 'came_out("21-lock"'), ["with the lock:", "without it:"])
    assert free > 24
    assert held < free / 4


def test_23_ten_times_the_playouts_take_longer():
    few, many = numbers(stored("23", "def one_game("), ["moves,", "10,000 playouts: 21 moves,"])
    assert few < many


def test_24_a_policy_makes_a_search_at_most_twice_as_long():
    start, bonus = numbers(stored("24", "time.process_time()"), ["as a start:", "in the bonus:"])
    assert 1 < start <= 2
    assert 1 < bonus <= 2
