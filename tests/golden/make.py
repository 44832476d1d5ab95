"""Writes the golden trees of this folder anew, with `TreeSearch`: `python tests/golden/make.py`.

Only for a change of the search that is meant to change its trees. See then in `git diff` what has changed.
"""

import hashlib
import json
import re
from pathlib import Path

from anytree import PreOrderIter

from c4lib import Board, SearchSettings, TreeSearch

HERE = Path(__file__).parent

SMALL = [
    {"name": "default", "board": [6, 7, 4], "moves": "", "settings": {}, "seed": 1, "playouts": 60},
    {"name": "win in one", "board": [6, 7, 4], "moves": "001122", "settings": {"c": 0.7}, "seed": 2, "playouts": 80},
    {"name": "T wins in 2T", "board": [4, 5, 4], "moves": "221", "settings": {"prior": 2, "expand_at": 0}, "seed": 3, "playouts": 30},
    {
        "name": "root viewpoint, distinct",
        "board": [3, 5, 3],
        "moves": "",
        "settings": {"viewpoint": "root", "distinct": True, "unvisited": 0.5, "draw": 0.25, "loss": -1, "expand_at": 2},
        "seed": 4,
        "playouts": 60,
    },
    {"name": "connect 5", "board": [4, 9, 5], "moves": "4", "settings": {"c": 0}, "seed": 5, "playouts": 40},
]  # fmt: skip

# Far enough that the arrays of FastSearch grow, and that the root has more visits than its table has logarithms.
LARGE = [{"name": "70,000 playouts", "board": [6, 7, 4], "moves": "", "settings": {}, "seed": 6, "playouts": 70_000}]


def search_of(search_class, case):
    """The search that a case describes, with its playouts done."""
    board = Board.from_moves(case["moves"], *case["board"])
    return search_class(board, SearchSettings(**case["settings"]), case["seed"]).run(case["playouts"])


def tree_of(search):
    """Every node by the moves that lead to it, as [wins, visits], in the order of the tree."""
    rows = {search.root: ""}
    for node in PreOrderIter(search.root):
        for child in node.children:
            rows[child] = rows[node] + str(child.move)
    return {rows[node]: [node.wins, node.visits] for node in PreOrderIter(search.root)}


def digest_of(search):
    """The moves at the root as in `tree_of`, the number of nodes, and a checksum of the whole tree."""
    tree = tree_of(search)
    return {
        "moves": {moves: row for moves, row in tree.items() if len(moves) <= 1},
        "nodes": len(tree),
        "sha256": hashlib.sha256(json.dumps(tree).encode()).hexdigest(),
    }


def write(name, cases):
    """The cases as JSON, with one line for each node."""
    text = json.dumps(cases, indent=1)
    text = re.sub(r"\[\s+([^][{}]*?)\s+\]", lambda match: f"[{' '.join(match[1].split())}]", text)
    (HERE / name).write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    write("trees.json", [{**case, "tree": tree_of(search_of(TreeSearch, case))} for case in SMALL])
    write("digests.json", [{**case, "digest": digest_of(search_of(TreeSearch, case))} for case in LARGE])
