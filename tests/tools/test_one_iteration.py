"""The picture of the README, which moves."""

from pathlib import Path

from PIL import Image

from tools.one_iteration import draw

STORED = Path(__file__).parents[2] / "docs" / "one-iteration.gif"


def times(path):
    """How long each frame is shown, in milliseconds."""
    shown = []
    with Image.open(path) as picture:
        for number in range(picture.n_frames):
            picture.seek(number)
            shown.append(picture.info["duration"])
    return shown


def test_the_stored_picture_has_the_frames_that_are_drawn(tmp_path):
    draw(tmp_path / "new.gif")
    assert times(STORED) == times(tmp_path / "new.gif")


def test_no_frame_is_gone_before_it_is_read():
    # Four moves of a playout follow one another; all other frames say something new.
    assert sorted(times(STORED)) == [700] * 3 + [2500] + [3000] * 4


def test_the_picture_is_loaded_soon():
    assert STORED.stat().st_size < 1_500_000
