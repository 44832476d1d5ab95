"""Files that stand for far more than they are: refused before anything of them is unpacked."""

import json
import os
import tracemalloc
import zipfile
from dataclasses import asdict
from io import BytesIO

import numpy as np
import pytest
from numpy.lib.format import write_array_header_1_0

from mctslab import archives
from mctslab.archives import read_arrays, write_arrays
from mctslab.players import random_player
from mctslab.qlearning import FORMAT as TRAINING
from mctslab.qlearning import LearningSettings, Training
from mctslab.selfplay import Network, network

KIND = "a file of these tests"


def packed(array):
    file = BytesIO()
    np.save(file, array)
    return file.getvalue()


def zeros(shape, dtype="<f4", count=0):
    """A header that promises an array, and so many bytes of it."""
    file = BytesIO()
    write_array_header_1_0(file, {"descr": dtype, "fortran_order": False, "shape": shape})
    return file.getvalue() + bytes(count)


def archive(path, *entries, head=None, kind=zipfile.ZIP_DEFLATED):
    """A file with a head, and such entries."""
    with zipfile.ZipFile(path, "w", kind) as file:
        file.writestr("head.npy", packed(np.array(json.dumps(head or {"format": KIND}))))
        for name, data in entries:
            file.writestr(name, data)
    return path


def load(path, names=("a",)):
    return read_arrays(path, "thing", KIND, names, lambda head, arrays: arrays)


def peak_of(call, message):
    """The most memory that a refusal takes."""
    tracemalloc.start()
    try:
        with pytest.raises(ValueError, match=message):
            call()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_what_is_no_plain_file_is_refused_without_being_opened(tmp_path):
    path = tmp_path / "pipe"
    os.mkfifo(path)
    with pytest.raises(OSError, match="is no plain file, but a folder, a pipe or a device"):
        load(path)


def test_a_number_is_no_path_and_nothing_is_closed():
    pytest.raises(TypeError, load, 0)
    assert os.fstat(0)


def test_an_array_of_few_bytes_may_be_large_to_a_certain_size(tmp_path, monkeypatch):
    path = archive(tmp_path / "file", ("a.npy", zeros((10**6,), "|u1", 10**6)))
    assert load(path)["a"].shape == (10**6,)
    monkeypatch.setattr(archives, "MOST_BYTES", 10**6)
    with pytest.raises(
        ValueError, match=r"file holds no thing.*it would unpack to 1,000,\d+ bytes, and may to 1,000,000"
    ):
        load(path)


def test_a_large_file_may_unpack_to_so_many_times_its_size(tmp_path, monkeypatch):
    monkeypatch.setattr(archives, "MOST_BYTES", 0)
    noise = np.random.default_rng(1).integers(0, 256, 10**5).astype(np.uint8)
    assert len(load(archive(tmp_path / "file", ("a.npy", packed(np.tile(noise, 1)))))["a"]) == 10**5
    with pytest.raises(ValueError, match="it would unpack to"):
        load(archive(tmp_path / "file", ("a.npy", zeros((10**6,), "|u1", 10**6))))


def test_nothing_is_unpacked_before_the_directory_was_read(tmp_path):
    path = archive(tmp_path / "file", ("a.npy", zeros((2**26,), "|u1", 2**26)))
    assert path.stat().st_size < 10**5
    assert peak_of(lambda: load(path), "it would unpack to") < 10**6


def test_a_directory_that_says_less_than_comes_out_is_not_believed(tmp_path):
    path = archive(tmp_path / "file", ("a.npy", zeros((2**26,), "|u1", 2**26)))
    content, real = path.read_bytes(), (2**26 + 128).to_bytes(4, "little")
    assert content.count(real) == 2
    path.write_bytes(content.replace(real, (1000).to_bytes(4, "little")))
    assert peak_of(lambda: load(path), "holds no thing") < 2 * 10**7


def test_other_ways_to_pack_are_refused(tmp_path):
    """They unpack whatever comes at once, also if the directory says less."""
    path = archive(tmp_path / "file", ("a.npy", zeros((2**20,), "|u1", 2**20)), kind=zipfile.ZIP_LZMA)
    with pytest.raises(ValueError, match="it is packed as NumPy packs nothing"):
        load(path)


@pytest.mark.filterwarnings("ignore:Duplicate name")
@pytest.mark.parametrize("names", [[], ["a.npy", "a.npy"], ["../a.npy"]])
def test_names_that_nobody_asked_for_are_refused(tmp_path, names):
    path = archive(tmp_path / "file", *((name, packed(np.zeros(3))) for name in names))
    with pytest.raises(ValueError, match="it has to hold head, a, each once, and nothing else"):
        load(path)


@pytest.mark.parametrize("shape", [(10**12,), (2**32, 2**32)])
def test_a_shape_that_the_file_has_no_numbers_for_is_refused(tmp_path, shape):
    path = archive(tmp_path / "file", ("a.npy", zeros(shape, count=1000)))
    with pytest.raises(ValueError, match="holds no thing, or a damaged one"):
        load(path)


# ---------------------------------------------------------------- what such files hold


def test_a_network_whose_layers_would_be_huge_is_refused_before_any_is_made(tmp_path):
    """The length of one small layer says how large the others have to be."""
    arrays = {name: np.zeros(0, np.float32) for name in network.NAMES} | {"b1": np.zeros(10**6, np.float32)}
    head = {"format": network.FORMAT, "size": [6, 7, 4], "generations": 0}
    write_arrays(tmp_path / "file", head, arrays)
    assert peak_of(lambda: Network.load(tmp_path / "file"), "its layers do not fit together") < 10**7


def test_a_table_for_a_huge_board_is_refused_before_its_cells_are_spread_out(tmp_path):
    """A row of one byte would be one of 10,000 cells."""
    settings = asdict(LearningSettings())
    head = {"format": TRAINING, "size": [1000, 10, 4], "seed": 0, "settings": settings, "halved": False}
    arrays = {"cells": np.zeros((10**4, 1), np.uint8), "values": np.zeros((10**4, 10)), "results": np.zeros(0)}
    write_arrays(tmp_path / "file", head, arrays)
    assert peak_of(lambda: Training.load(tmp_path / "file", random_player), "is longer than") < 5 * 10**7
