"""The benchmarks, as far as they need no other program."""

from benchmarks.__main__ import growth


def test_a_block_of_seven_children_takes_136_bytes():
    row = growth(1_000).splitlines()[-1].split("|")
    nodes, bytes_each = int(row[3].replace(",", "")), float(row[4])
    blocks = (nodes - 1) / 7 + 1  # that of the root holds it alone
    assert abs(nodes * bytes_each / blocks - 136) < 1
