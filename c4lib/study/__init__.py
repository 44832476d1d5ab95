"""A search under the magnifying glass: what must be true of its tree, its record, an iteration replayed."""
