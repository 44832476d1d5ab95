"""What every attack on the checks is made of; one module a lesson has the attacks themselves.

An attack is a pair (answer, words): all the words are in the one line that the check prints. Each
slip stands here once: of several that fall by the same line of a check one or two are enough.
"""

ATTACKS, RIGHT = {}, {}


def attack(name, right, wrong):
    """The attacks on one check: two right answers at least, and four wrong ones."""
    RIGHT[name], ATTACKS[name] = right, wrong


def crash(*arguments):
    raise KeyError("a typo")


def nothing(*arguments):
    return None
