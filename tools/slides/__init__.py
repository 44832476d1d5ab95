"""Slides of the lessons: `make slides 04`."""
