"""The matches by the value of a new node: what the plane of T and c holds, and what is played again."""

import pytest

from mctslab.experiments import priors


@pytest.fixture
def matches(monkeypatch):
    """The matches that an experiment would play: the names of the two players, the seed, and what its rows are named."""
    played = []

    def noted(players, games, seed, jobs, settings, size=40):
        played.append((*(player.name for player in players), seed, settings))
        return [settings | {"sample": 0}]

    monkeypatch.setattr(priors, "match_rows", noted)
    return played


def test_every_player_of_the_plane_meets_another_at_equal_playouts(matches):
    priors.prior_plane()
    cells = [(one["playouts"], one["prior"], one["c"]) for *_, one in matches]
    assert len({*cells}) == len(cells) == 3 * (6 * 7 - 1)
    assert all(first != second for first, second, *_ in matches)
    assert all(f" {one['playouts']:,} playouts" in name for *names, _, one in matches for name in names)


def test_no_two_matches_of_the_plane_and_of_what_it_proposes_have_the_same_games(matches):
    priors.prior_plane()
    priors.prior_confirmed()
    seeds = [seed for *_, seed, _ in matches]
    assert len({*seeds}) == len(seeds)


def test_a_pair_that_is_played_again_has_the_settings_of_its_row(matches):
    priors.prior_confirmed()
    for (first, second, _, row), (playouts, one, other) in zip(matches, priors.CONFIRMED, strict=True):
        assert (row["playouts"], row["prior"], row["c"]) == (playouts, *one)
        assert (row["other_prior"], row["other_c"]) == other
        assert ("prior" in first, "prior" in second) == (one[0] > 0, other[0] > 0)
