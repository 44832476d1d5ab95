"""What those need who work on the project: see README.md."""
