"""What goes through the whole course: the reader's own predictions, search and player.

>>> from mctslab.course import predict
>>> predict("04-sums", "How many visits do its children have together?", "number")
Prediction('04-sums', number)
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
