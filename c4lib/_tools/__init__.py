"""What several rooms of the library share; one idea a file."""
