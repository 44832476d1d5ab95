"""Every picture, as Matplotlib functions that take `ax=None` and return the Axes."""
