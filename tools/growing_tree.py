"""Draws docs/growing-tree.png, the picture in the README: `.venv/bin/python -m tools.growing_tree`."""

from pathlib import Path

from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from c4lib import Board, TreeSearch, plot_tree

ITERATIONS = (1, 5, 20, 60)


def draw(path: Path) -> None:
    """One search on the 4 x 5 board, its tree after each of ITERATIONS, written to `path`."""
    figure = Figure(figsize=(20, 12), layout="constrained")
    FigureCanvasAgg(figure)
    search = TreeSearch(Board(rows=4, columns=5), rng=1)
    for ax, iterations in zip(figure.subplots(2, 2).flat, ITERATIONS):
        search.run(iterations - search.iterations)
        plot_tree(search, ax=ax, max_nodes=40, title=f"{iterations} iteration{'s' * (iterations > 1)}")
    path.parent.mkdir(exist_ok=True)
    figure.savefig(path, dpi=60, metadata={"Software": None})


if __name__ == "__main__":
    draw(Path(__file__).parent.parent / "docs" / "growing-tree.png")
