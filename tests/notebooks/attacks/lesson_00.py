"""Attacks on the check of lesson 00."""

import math

import numpy as np

from attacks import attack

attack(
    "check_00_1",
    [10, 100.0, np.float64(30)],
    [
        (None, "is None"),
        ("10", "expected a number"),
        (math.nan, "NaN"),
        (math.inf, "finite"),
        (math.sqrt(2), "above √2"),
        (2, "cannot tell it from √2, and the 200 games before were luck"),
        (3, "cannot tell it from √2, and the 200 games before were luck"),
    ],
)
