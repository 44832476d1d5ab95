"""What `python -m benchmarks.flows` counts: functions that an action calls, in all threads."""

import threading
from pathlib import Path

from benchmarks import flows

HERE = Path(__file__).parent


def double(value):
    return 2 * value


def before():
    pass


def in_a_thread():
    thread = threading.Thread(target=double, args=[1])
    thread.start()
    thread.join()


def test_what_the_action_calls_is_counted_in_other_threads_too_but_not_what_prepares_it():
    def prepare():
        before()
        return in_a_thread

    functions = {each.name for each in flows.calls_of(prepare, HERE) if each.is_function}
    assert functions == {"in_a_thread", "double"}


def test_a_match_goes_through_both_packages():
    called = {(each.file, each.name) for each in flows.calls_of(flows.match, *flows.PACKAGES)}
    assert {("c4lib/board.py", "Board.play"), ("mctslab/players.py", "random_player")} <= called


def test_a_slider_goes_through_the_explorer_to_the_page():
    called = {(each.file, each.name) for each in flows.calls_of(flows.slider, *flows.PACKAGES)}
    picture = "c4lib/widgets/picture.py"
    assert {("c4lib/widgets/explorer.py", "SearchExplorer._ask"), (picture, "LivePicture.change")} <= called
