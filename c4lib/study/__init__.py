"""What is true of a search, and exactly true of a position: conditions, replays, recordings, perfect play."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
