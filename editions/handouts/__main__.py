"""`python -m editions.handouts`: see `command.py`."""

from editions.handouts.command import main

main()
