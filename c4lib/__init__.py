"""Monte Carlo Tree Search on Connect Four, for teaching: a game, a readable search, pictures of what it does.

The whole algorithm is the first page of `search.py`; `phases.py` has its four phases.

>>> from c4lib import Board, TreeSearch
>>> search = TreeSearch(Board.from_moves("3342"), rng=1)
>>> search.run(playouts=200).best_move() in search.visits
True
"""

import lazy_loader

# A name is loaded when it is first used (most need numba, Matplotlib or ipywidgets), from the module
# that `__init__.pyi` imports it from: an editor follows it there too.
__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
