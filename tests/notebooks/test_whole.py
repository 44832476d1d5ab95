"""The thirty lines of lesson 00: they grow the library's tree, and each says in which lesson it is opened."""

import math
import re
from types import SimpleNamespace

import numpy as np
import pytest
from anytree import PreOrderIter

from c4lib import Board, HexBoard, SearchSettings, TreeSearch
from notebooks import find, number, read, tags

[LESSON] = find(["00"])
[WHOLE] = [cell for cell in read(LESSON).cells if "whole" in tags(cell)]
LINES = [line for line in WHOLE.source.splitlines() if line.strip()]


def search():
    names = {}
    imports = "import math\nfrom c4lib import SearchNode\n"
    exec(imports + WHOLE.source, names)
    return SimpleNamespace(**names).search


@pytest.mark.parametrize("c", [0, math.sqrt(2)])
@pytest.mark.parametrize(
    "game",
    [Board(), Board.from_moves("2432614534125"), Board.from_moves("3130234131", rows=4, columns=5), HexBoard(3)],
    ids=["empty", "threat", "small", "hex"],
)
def test_thirty_lines_grow_the_tree_of_the_library(game, c):
    rng = np.random.default_rng(1)
    theirs = TreeSearch(game, SearchSettings(c=c), rng=1).run(150)
    trees = [
        [(node.move, node.depth, node.wins, node.visits) for node in PreOrderIter(root)]
        for root in (search()(game, 150, c, rng), theirs.root)
    ]
    assert trees[0] == trees[1]
    assert rng.bit_generator.state == theirs.rng.bit_generator.state


def test_there_are_thirty_lines_without_the_names_of_the_functions():
    assert len([line for line in LINES if not line.startswith("def ")]) <= 30


def test_each_line_names_the_lesson_that_opens_it():
    lessons = {number(path) for path in find([])}
    named = [re.fullmatch(r".+ # (\d\d)", line) for line in LINES]
    assert all(named)
    assert {match[1] for match in named} == {"03", "04", "05", "06", "07", "08"} <= lessons


def test_no_other_lesson_has_a_cell_as_long():
    assert [path for path in find([]) for cell in read(path).cells if "whole" in tags(cell)] == [LESSON]
