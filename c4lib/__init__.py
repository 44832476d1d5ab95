"""Monte Carlo Tree Search on Connect Four, for teaching: a game, a readable search, pictures of what it does.

>>> from c4lib import Board, TreeSearch
>>> search = TreeSearch(Board.from_moves("3342"), rng=1)
>>> search.run(playouts=200).best_move() in search.visits
True
"""

from importlib import import_module

# Every public name, by its module. A module is loaded when one of its names is first used, so that `import c4lib` stays
# quick: most need numba, Matplotlib or ipywidgets.
PUBLIC = {
    "board": ["Board"],
    "node": ["SearchNode"],
    "settings": ["SearchSettings"],
    "phases": [
        "Backpropagation", "Expansion", "Iteration", "Selection", "Simulation",
        "backpropagate", "expand", "select", "simulate", "ucb1",
    ],
    "search": ["Search", "TreeSearch"],
    "fast.search": ["FastSearch", "ParallelSearch"],
    "fast.solver": ["solve", "solve_moves"],
    "study.invariants": ["Violation", "violations"],
    "study.recording": ["Trace"],
    "lecture.hex": ["HexBoard"],
    "players": ["QTable"],
    "arena": ["play_game", "play_match", "round_robin", "sweep"],
    "arena.perfect": ["accuracy", "exact_scores", "optimal_moves", "sound_moves"],
    "plots": ["plot_bitboards", "plot_board", "plot_hex", "plot_playout", "plot_tree", "plot_ucb1", "plot_visits"],
    "widgets.explorer": ["SearchExplorer"],
    "widgets.play": ["PlayBoard"],
    "widgets.stepper": ["SearchStepper"],
    "widgets.ucb1_lab": ["Ucb1Lab"],
    "_tools": ["show_source"],
}  # fmt: skip
MODULE_OF = {name: module for module, names in PUBLIC.items() for name in names}

__all__ = sorted(MODULE_OF)


def __getattr__(name: str) -> object:
    if name not in MODULE_OF:
        raise AttributeError(f"module 'c4lib' has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(f"c4lib.{MODULE_OF[name]}"), name)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
