"""Attacks on the check of lesson 00."""

import math

import numpy as np

from attacks import attack

attack(
    "check_00_1",
    [100.0, np.float64(1_000)],
    [
        (math.inf, "finite"),
        (math.sqrt(2), "above √2"),
        (2, "cannot tell it from √2"),
    ],
)
