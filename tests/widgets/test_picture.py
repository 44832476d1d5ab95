"""What a live picture tells its page, and what it does when the page says what the user has done; without a browser."""


import pytest
from fake_page import ExamplePanel, FakePage


@pytest.fixture
def panel():
    return ExamplePanel()


@pytest.fixture
def page(panel):
    return FakePage(panel)


def texts(elements):
    return [words[1] for _, kind, _, words in elements.values() if kind == "text"]


# ---------------------------------------------------------------- when the page is told


def test_nothing_is_told_before_the_page_has_said_hello(panel):
    messages = []
    panel.picture.send = messages.append
    panel.draw("B")
    assert messages == []


def test_hello_gives_the_whole_picture(panel):
    panel.draw("B")
    page = FakePage(panel)
    told = page.whole[panel.picture]
    assert (page.messages, told["set"], told["height"]) == ([], panel.picture.scene.elements, 500)


# ---------------------------------------------------------------- what is told


def test_of_a_change_only_the_elements_that_differ_are_told(panel, page):
    panel.draw("A", x=2)
    (change,) = page.changes()
    assert change["set"] == {"@circle 3 ball": (3, "circle", (500, 250, 125), ("#000000",))}
    assert change["gone"] == []


def test_changes_add_up_to_the_whole_picture(panel, page):
    shown = dict(page.whole[panel.picture]["set"])
    for others, text in ((3, "B"), (1, "CC"), (0, ""), (5, "B")):
        panel.draw(text, others, others)
    for change in page.changes():
        for key in change["gone"]:
            del shown[key]
        shown |= change["set"]
    assert shown == panel.picture.scene.elements


def test_changes_that_belong_together_are_drawn_and_told_once(panel, page):
    drawn = []
    with panel.together():
        for number in range(5):
            panel.picture.show(lambda ax, number=number: drawn.append(number), "again")
        assert page.messages == []
    assert (drawn, len(page.changes())) == ([4], 1)


def test_changes_are_told_even_if_something_goes_wrong_in_between(panel, page):
    def fail():
        with panel.together():
            panel.draw("B")
            raise ZeroDivisionError

    pytest.raises(ZeroDivisionError, fail)
    assert texts(page.changes()[0]["set"]) == ["B"]


# ---------------------------------------------------------------- what the user does


def test_a_click_gives_the_name_of_the_place_as_the_program_gave_it(panel, page):
    page.say(panel.picture, do="click", name=repr(("take", 1)), stamp=None)
    panel.picture.click(("take", 1))
    assert panel.done == [("take", 1)] * 2


def test_a_click_on_a_place_that_is_gone_does_nothing(panel, page):
    page.say(panel.picture, do="click", name=repr(("take", 9)), stamp=None)
    assert (panel.done, panel.message.value) == ([], "")


def test_every_key_click_and_tick_is_answered_even_after_a_fault(panel, page):
    panel.picture.on_tick = lambda: panel.do("broken")
    with pytest.raises(ZeroDivisionError):
        page.say(panel.picture, do="tick")
    page.press("b")
    assert [message for _, message in page.messages if "answered" in message] == [{"answered": True}] * 2


def test_a_question_whether_anybody_is_there_is_answered_and_leaves_the_message(panel, page):
    panel.message.show("this is not allowed")
    page.say(panel.picture, do="ask")
    assert [message for _, message in page.messages] == [{"answered": "ask"}]
    assert panel.message.value == "this is not allowed"
