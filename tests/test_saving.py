"""Files written whole: what is there before, and what takes its place."""

import os
import stat

import pytest

from c4lib._tools.files import written_whole

NEW = b"all of it"


def save(path):
    with written_whole(path) as file:
        file.write(NEW)


@pytest.fixture
def umask():
    """Sets the umask of this process, until the test ends."""
    before = os.umask(0o022)
    yield os.umask
    os.umask(before)


def test_a_link_stays_and_what_it_leads_to_is_replaced(tmp_path):
    (tmp_path / "kept").mkdir()
    (tmp_path / "kept" / "file").write_text("old")
    (tmp_path / "link").symlink_to("kept/file")
    (tmp_path / "link to it").symlink_to("link")
    save(tmp_path / "link to it")
    assert (tmp_path / "link to it").is_symlink()
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "kept" / "file").read_bytes() == NEW
    assert [path.name for path in (tmp_path / "kept").iterdir()] == ["file"]


def test_a_link_to_what_is_not_there_yet_stays(tmp_path):
    (tmp_path / "link").symlink_to("file")
    save(tmp_path / "link")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "file").read_bytes() == NEW


def test_a_file_that_is_replaced_hands_on_its_mode_before_it_holds_anything(tmp_path):
    mode = 0o640
    path = tmp_path / "file"
    path.write_text("old")
    path.chmod(mode)
    with written_whole(path) as file:
        assert stat.S_IMODE(os.stat(file.name).st_mode) == mode
        file.write(NEW)
    assert stat.S_IMODE(path.stat().st_mode) == mode


@pytest.mark.parametrize(("mask", "mode"), [(0o022, 0o644), (0o077, 0o600)])
def test_a_new_file_gets_the_mode_of_the_umask(tmp_path, umask, mask, mode):
    umask(mask)
    save(tmp_path / "file")
    assert stat.S_IMODE((tmp_path / "file").stat().st_mode) == mode


@pytest.mark.parametrize("make", [os.mkdir, os.mkfifo])
@pytest.mark.parametrize("through", ["itself", "a link"])
def test_what_is_no_plain_file_is_refused_and_left_as_it_is(tmp_path, make, through):
    path = tmp_path / "thing"
    make(path)
    before = path.stat()
    (tmp_path / "link").symlink_to("thing")
    with pytest.raises(OSError, match="thing is no plain file, but a folder, a pipe or a device: it stays as it is"):
        save(path if through == "itself" else tmp_path / "link")
    assert (path.stat().st_ino, path.stat().st_mode) == (before.st_ino, before.st_mode)
    assert {path.name for path in tmp_path.iterdir()} == {"thing", "link"}


def test_a_name_may_be_as_long_as_the_system_allows(tmp_path):
    name = "é" * 127
    for _ in range(2):
        save(tmp_path / name)
    assert [path.name for path in tmp_path.iterdir()] == [name]


def test_after_an_error_the_old_file_is_there_and_no_other(tmp_path):
    (tmp_path / "file").write_text("old")
    with pytest.raises(TypeError), written_whole(tmp_path / "file") as file:
        file.writelines([NEW, None])
    assert [path.read_text() for path in tmp_path.iterdir()] == ["old"]
