"""The compiled twin of the search, and the solver: bitboards, arrays, and what numba makes of them."""
