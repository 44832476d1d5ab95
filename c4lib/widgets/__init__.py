"""Everything interactive, as ipywidgets: each a plain Python state with a thin view."""
