"""The moving picture of lesson 23: games are handed out to two workers, one of which is killed; without a browser."""


from pictures.lesson_23 import BATCHES, DIES, GAMES, LOST, state_at, told_at


def test_in_the_end_all_games_are_finished():
    assert list(state_at(1.4)) == list(range(GAMES))
    assert set(state_at(1.4).values()) == {"done"}
    assert told_at(1.4) == "1.40 s: all 60 games are finished."


def test_each_game_is_finished_once_and_what_is_finished_stays_so():
    before = state_at(0)
    for tenth in range(1, 1400):
        now = state_at(tenth / 1000)
        assert all(now[game] == "done" for game in before if before[game] == "done")
        before = now
    finished = [game for _, _, end, first, games in BATCHES if end < 2 for game in range(first, first + games)]
    assert sorted(finished) == list(range(GAMES))


def test_what_worker_1_was_playing_is_lost_and_played_again_by_worker_2():
    assert {state_at(DIES - 0.01)[game] for game in LOST} == {1}
    assert [game for game, now in state_at(DIES).items() if now == "lost"] == list(LOST)
    assert {state_at(0.7)[game] for game in LOST} == {2}
    assert 1 not in {now for time in (DIES, 0.7, 1, 1.3) for now in state_at(time).values()}


def test_the_sentence_says_what_is_going_on():
    assert told_at(0).endswith("0 games are finished. Worker 1 waits, worker 2 waits.")
    assert told_at(0.2).endswith("2 games are finished. Worker 1 plays a batch of 15, worker 2 plays a batch of 11.")
    assert "Worker 1 is dead, and its batch is lost: games 34 to 38." in told_at(0.6)
    assert "Worker 2 plays games 34 to 38 again." in told_at(0.7)
