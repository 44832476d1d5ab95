"""The bug hunt, without a browser: buttons are pressed, faults accused, points and signs compared with what the searches do."""

import re

import numpy as np
import pytest
from fake_page import is_hidden

from c4lib import Board, TreeSearch, violations
from checks.lesson_22 import suspect
from mctslab.experiments.faults import FIRST_ROOM, SECOND_ROOM
from pictures.hunt import (
    EMPTY,
    LOOK,
    MOST,
    NAMES,
    ONE_MOVE,
    POSITIONS,
    SEEN,
    SIGNS,
    SMALL,
    WRONG,
    BugHunt,
    fault_of,
    hunted,
    sample,
    sign,
    what_was_drawn,
)


def of_fault(fault, position=EMPTY, iterations=0):
    """A game with that fault."""
    hunt = BugHunt(seed=next(seed for seed in range(500) if fault_of(seed) == fault))
    hunt.position.value = position
    if iterations:
        hunt.run(iterations)
    return hunt


def said(fault, look, position=EMPTY, iterations=20):
    """What a look at that fault shows."""
    hunt = of_fault(fault, position, iterations)
    getattr(hunt, look).click()
    return " ".join([hunt.sentence.value, *hunt.evidence.texts])


# ---------------------------------------------------------------- the faults


def test_all_faults_of_both_rooms_can_be_met_and_a_search_with_none():
    assert {*NAMES} == {"correct", *FIRST_ROOM, *SECOND_ROOM}
    assert {*map(fault_of, range(150))} == {*NAMES}
    assert len({*NAMES.values()}) == len(NAMES)
    assert sum(words.startswith("simulate: ") for words in NAMES.values()) >= 4


def test_the_same_seed_is_the_same_game():
    def played(seed):
        hunt = BugHunt(seed=seed)
        for one in (hunt.hundred, hunt.conditions, hunt.counts):
            one.click()
        return hunt._fault, hunt.tree.texts, hunt.playout.texts, hunt.evidence.texts

    assert played(3) == played(3) != played(4)


@pytest.mark.parametrize("fault", SIGNS)
def test_the_sign_of_a_fault_is_there_after_the_iterations_that_are_told(fault):
    _, position, iterations, name = SIGNS[fault]
    hits = 0
    for seed in range(10):
        search = hunted(fault, POSITIONS[position], np.random.default_rng([seed, 5]))
        TreeSearch.run(search, iterations)
        hits += name in [violation.name for violation in violations(search)]
    assert hits >= 9
    assert f"({name})" in sign(fault)


def test_faults_without_a_condition_break_none():
    for fault in SEEN:
        for board in POSITIONS.values():
            assert not violations(hunted(fault, board, np.random.default_rng(2)).run(60))
    assert {*SEEN, *SIGNS} == {*NAMES}


def test_counts_show_what_is_told_of_them():
    def of(fault, position=EMPTY, iterations=20):
        return what_was_drawn(hunted(fault, POSITIONS[position], np.random.default_rng(7)).run(iterations))

    assert of("last move never drawn")[0][6] == 0 < of("correct")[0][6]
    drawn = of("random digits", iterations=100)[0]
    assert min(drawn[:3]) > 1.5 * max(drawn[3:])
    assert max(of("same luck each time")[0]) > 3 * min(of("same luck each time")[0])
    assert of("first child first")[1][1:] == [0] * 6
    assert sum(of("first child first")[1]) >= 3
    assert of("result reused")[2]["repeated"] > 2
    assert of("draws are wins", SMALL)[2]["draws"] == 0 < of("correct", SMALL)[2]["draws"]
    assert of("correct")[2]["repeated"] == 0


def test_the_same_seed_again_tells_luck_of_its_own_and_nothing_else():
    assert "another tree" in said("luck of its own", "again")
    for fault in ("correct", "same luck each time", "result reused", "old counts kept"):
        assert "the same tree" in said(fault, "again")


def test_old_counts_are_kept_only_where_there_was_a_turn_before():
    assert "None of 14 conditions broken" in said("old counts kept", "conditions")
    assert "simulations add up" in said("old counts kept", "conditions", ONE_MOVE, 1)


# ---------------------------------------------------------------- the game


def test_iterations_looks_and_wrong_accusations_cost_what_the_rule_says():
    hunt = of_fault("one viewpoint")
    for one in (hunt.hundred, hunt.ten, hunt.ten, hunt.one):
        one.click()
    assert (hunt.iterations, hunt.score) == (121, 94)
    hunt.counts.click()
    assert hunt.score == 94 - LOOK
    hunt.charge.value = "correct"
    hunt.accuse.click()
    assert hunt.score == 94 - LOOK - WRONG
    assert not hunt.is_over
    assert hunt.score_line.value == (
        "Score 59 = 100 - 6 (121 iterations, 1 for every 20) - 5 (1 look, 5 each) - 30 (1 wrong accusation, 30 each)"
    )


def test_a_right_accusation_ends_the_game_with_its_points_and_the_sign():
    hunt = of_fault("draws are losses", SMALL, 20)
    hunt.charge.value = "draws are losses"
    hunt.accuse.click()
    assert hunt.sentence.value == (
        "Right, with 99 points. It shows in the conditions (wins add up) on 4 x 4, after 10 iterations."
    )
    assert hunt.is_over
    hunt.hundred.click()
    hunt.give_up.click()
    assert hunt.iterations == 20
    assert hunt.sentence.value.startswith("Right")


def test_a_wrong_accusation_tells_the_sign_of_the_accused_and_not_the_fault():
    hunt = of_fault("draws are losses", iterations=10)
    hunt.charge.value = "luck of its own"
    hunt.accuse.click()
    assert hunt.sentence.value.endswith("show in a run with the same seed, after 20 iterations: the visits differ.")
    assert NAMES["draws are losses"] not in hunt.sentence.value


def test_that_nothing_is_wrong_can_be_right():
    hunt = of_fault("correct", iterations=10)
    hunt.charge.value = "correct"
    hunt.accuse.click()
    assert hunt.sentence.value == "Right, with 100 points. No look, on no position, shows a fault."


def test_who_gives_up_is_told_the_fault_and_has_no_points():
    hunt = of_fault("random digits")
    hunt.give_up.click()
    assert NAMES["random digits"] in hunt.sentence.value
    assert hunt.accuse.disabled
    assert (hunt.score, hunt.score_line.value) == (0, "Score 0: given up")
    hunt.new.click()
    assert hunt.score == 100


def test_the_same_wrong_accusation_costs_only_once():
    hunt = of_fault("random digits")
    for fault in ("correct", "correct"):
        hunt.charge.value = fault
        hunt.accuse.click()
    assert (hunt.wrong, hunt.score) == (1, 70)
    assert "wrong before" in hunt.message.value


def test_who_has_lost_all_points_by_wrong_accusations_is_told_the_fault():
    hunt = of_fault("random digits")
    for fault in ("correct", "one viewpoint", "draws are wins", "draws are losses"):
        assert not hunt.is_over
        hunt.charge.value = fault
        hunt.accuse.click()
    assert hunt.is_over
    assert NAMES["random digits"] in hunt.sentence.value
    assert hunt.score_line.value.startswith("Score 0 (no less) = 100 - 0 (")


def test_whoever_takes_a_fault_for_none_is_told_only_that_there_is_one():
    hunt = of_fault("random digits")
    hunt.charge.value = "correct"
    hunt.accuse.click()
    assert "There is a fault" in hunt.sentence.value


def test_another_position_begins_the_same_search_anew_and_keeps_the_costs():
    hunt = of_fault("one viewpoint", iterations=20)
    hunt.position.value = SMALL
    assert hunt._search.game == Board(4, 4)
    assert (hunt._search.iterations, hunt.iterations, hunt._fault) == (0, 20, "one viewpoint")


def test_a_new_game_and_a_typed_seed_begin_with_a_hundred_points():
    hunt = of_fault("one viewpoint", iterations=100)
    hunt.new.click()
    assert (hunt.iterations, hunt.score, hunt.is_over) == (0, 100, False)
    hunt.seed.value = "7"
    assert repr(hunt) == "BugHunt(seed=7): 0 iterations, 0 looks, 0 wrong accusations, score 100"
    assert hunt._fault == BugHunt(seed=7)._fault
    hunt.seed.value = "seven"
    assert "'seven' is no seed" in hunt.seed.error.value
    assert "seed=7)" in repr(hunt)


def test_a_look_before_the_first_iteration_and_an_accusation_of_nobody_cost_nothing():
    hunt = BugHunt(seed=1)
    hunt.conditions.click()
    assert "nothing to look at yet" in hunt.message.value
    hunt.accuse.click()
    assert "choose a fault first" in hunt.message.value
    assert hunt.score == 100


def test_there_is_an_end_to_the_iterations_of_one_search():
    hunt = of_fault("correct", iterations=MOST - 50)
    hunt.hundred.click()
    assert "are enough" in hunt.message.value
    assert hunt.iterations == MOST - 50


def test_keys_do_what_the_buttons_do():
    hunt = of_fault("correct")
    for key in "123cns":
        hunt.tree.on_key(key)
    assert (hunt.iterations, hunt.looks) == (111, 3)


def test_a_click_opens_a_node_and_costs_nothing():
    hunt = of_fault("correct", iterations=200)
    name = next(name for name in hunt.tree.spots if len(name) == 1)
    hunt.tree.click(name)
    assert hunt._opened.moves == name
    assert hunt.score == 90
    hunt.one.click()
    assert hunt._opened is None


def test_the_patient_is_that_of_the_lesson():
    hunt = BugHunt(patient=True)
    hunt.run(75)
    other = suspect("patient").run(75)
    assert hunt._search.visits == other.visits
    assert [str(one) for one in violations(hunt._search)] == [str(one) for one in violations(other)] != []
    assert hunt.position.disabled
    hunt.charge.value = "the root's N"
    hunt.accuse.click()
    assert hunt.sentence.value.startswith("Right")
    assert "after 75 iterations" in hunt.sentence.value
    assert repr(hunt).startswith("BugHunt(patient=True)")


# ---------------------------------------------------------------- what gives nothing away


@pytest.mark.parametrize("fault", [name for name in NAMES if name != "correct"])
def test_neither_the_words_nor_the_labels_name_the_fault(fault):
    hunt = of_fault(fault, iterations=30)
    words = [repr(hunt), hunt.sentence.value, hunt.score_line.value, hunt.tree.label, hunt.playout.label]
    words += [hunt.evidence.label, *hunt.playout.texts, *hunt.evidence.texts]
    told = " ".join(words)
    assert fault not in told
    assert NAMES[fault] not in told


def test_without_a_kernel_a_game_that_is_not_begun_shows_a_right_search():
    games = [of_fault("one viewpoint"), of_fault("last move never drawn")]
    assert games[0].static_picture() == games[1].static_picture()
    assert sample()._fault == "correct"
    rule, picture, live = games[0].outputs()
    assert "c4-still" in rule["text/html"]
    assert re.fullmatch(r"BugHunt\(seed=\d+\): 0 iterations, .*", picture["text/plain"])
    assert "application/vnd.jupyter.widget-view+json" in live
    before = games[0].static_picture()
    games[0].run(10)
    assert games[0].static_picture() != before


def test_every_control_has_words():
    hunt = BugHunt(seed=1)
    for name in (
        "one",
        "ten",
        "hundred",
        "conditions",
        "counts",
        "again",
        "position",
        "charge",
        "accuse",
        "give_up",
        "new",
    ):
        control = getattr(hunt, name)
        assert control.tooltip
        assert control.description
        assert not is_hidden(control)


def test_a_wrong_seed_is_refused_in_a_sentence():
    with pytest.raises(ValueError, match="seed must be a whole number"):
        BugHunt(seed=-1)
