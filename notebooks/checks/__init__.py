"""The checks of the exercises: `from checks import check_05_2` is that of lesson 05, exercise 2.

Jupyter starts a kernel in the folder of its notebook, so that this folder beside the notebooks is found. A lesson's module is
read when its first check is asked for.
"""

import importlib
import re


def __getattr__(name):
    if lesson := re.fullmatch(r"check_(\d\d)_\d", name):
        return getattr(importlib.import_module(f"{__name__}.lesson_{lesson[1]}"), name)
    raise AttributeError(f"there is no {name} among the checks")
