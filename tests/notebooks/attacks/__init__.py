"""What every attack on the checks is made of; one module a lesson has the attacks themselves.

An attack is a pair (answer, words): all the words are in the one line that the check prints. Of each check stand here three
wrong answers that fall by different lines of it, and every near miss: wrong in one subtle thing, or right and written otherwise.
"""

ATTACKS, RIGHT = {}, {}


def attack(name, right, wrong):
    """The attacks on one check: two right answers at least, and three wrong ones."""
    RIGHT[name], ATTACKS[name] = right, wrong
