"""The matches by the value of a new node: what the plane of T and c holds, and what is played again."""

from mctslab.experiments import priors

PLANE = [*priors.prior_plane.__wrapped__()]  # without playing
CONFIRMED = [*priors.prior_confirmed.__wrapped__()]


def test_every_player_of_the_plane_meets_another_at_equal_playouts():
    cells = [(pair.names["playouts"], pair.names["prior"], pair.names["c"]) for pair in PLANE]
    assert len({*cells}) == len(cells) == 3 * (6 * 7 - 1)
    assert all(pair.one.name != pair.other.name for pair in PLANE)
    assert all(pair.one.playouts == pair.other.playouts == pair.names["playouts"] for pair in PLANE)


def test_no_two_matches_of_the_plane_and_of_what_it_proposes_have_the_same_games():
    seeds = [pair.seed for pair in PLANE + CONFIRMED]
    assert len({*seeds}) == len(seeds)


def test_a_pair_that_is_played_again_has_the_settings_of_its_row():
    for pair, (playouts, one, other) in zip(CONFIRMED, priors.CONFIRMED, strict=True):
        row = pair.names
        assert (row["playouts"], row["prior"], row["c"]) == (playouts, *one)
        assert (row["other_prior"], row["other_c"]) == other
        for player, settings in ((pair.one, one), (pair.other, other)):
            assert (player.settings.prior, player.settings.c) == settings
