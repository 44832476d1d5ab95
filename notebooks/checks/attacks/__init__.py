"""What every attack on the checks is made of; one module a lesson has the attacks themselves.

An attack is a pair (answer, words): all the words are in the one line that the check prints. Answers that went through the checks
of the first edition are marked with `# passed`.
"""

ATTACKS, RIGHT = {}, {}


def attack(name, right, wrong):
    """The attacks on one check: two right answers at least, and five wrong ones."""
    RIGHT[name], ATTACKS[name] = right, wrong


def crash(*arguments):
    raise KeyError("a typo")


def nothing(*arguments):
    return None
