"""The laboratory beside `c4lib`: players, matches, statistics, published programs, experiments.

>>> from mctslab import play_game
>>> from mctslab.players import random_player
>>> play_game(random_player, random_player, seed=1).winner
1
"""

import lazy_loader

# As in `c4lib`: a name is loaded when it is first used, from where `__init__.pyi` imports it.
__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
