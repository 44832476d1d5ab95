"""The matches by the value of a new node: what the plane of T and c holds, and what is played again."""

from mctslab.experiments import priors

PLANE = [*priors.prior_plane.__wrapped__()]  # without playing
CONFIRMED = [*priors.prior_confirmed.__wrapped__()]


def test_no_two_matches_of_the_plane_and_of_what_it_proposes_have_the_same_games():
    seeds = [pair.seed for pair in PLANE + CONFIRMED]
    assert len({*seeds}) == len(seeds)
