"""Lesson 11: intervals, the test of a difference, and what luck does to those who look often."""

import math

import numpy as np

from mctslab.arena import difference, mean_interval, score_interval

from .base import an, ask, check, expect, not_none, or_none, real, shown, whole

WIDTHS = {  # by the share of matches within so many standard errors
    0.6827: "that is one standard error",
    0.9: "that is for 90 of 100 matches, 1.645 standard errors",
    0.9545: "that is for two standard errors",
    0.99: "that is for 99 of 100 matches, 2.576 standard errors",
}
FITTING = [  # points and games
    (14, 20),
    (7, 20),
    (91, 160),
    (20, 20),  # the upper end is 1
    (0, 5),  # the lower end is 0
    (0.5, 2),  # a draw, and so few games that most scores fit
    (2231, 4000),  # so many that few do
]


def _two_numbers(value, name):
    not_none(value, name)
    two = isinstance(value, (tuple, list, np.ndarray)) and len(value) == 2
    expect(two, f"{name} is {shown(value)}; expected two numbers, the lowest score and the highest")
    return tuple(real(end, f"an end of {name}") for end in value)


@check
def check_11_1(fitting):
    for points, games in FITTING:
        call, share = f"fitting({points}, {games})", points / games
        hint = "has no p fitted? compare p with points / games"
        low, high = ask(fitting, points, games, kind=_two_numbers, if_it_stops=hint)
        told = f"{call} gives {low:.4f} to {high:.4f}"
        expect(low <= high, f"{told}: the lower end comes first")
        expect(low > -0.001 and high < 1.001, f"{told}, but a score is points per game, from 0 to 1")
        _fits(told, share, games, low, high)
    return "from every score inside, the match seen is at most 1.96 standard errors away."


def _fits(told, share, games, low, high):
    right_low, right_high = score_interval(share * games, games)

    def near(ends, error=0.0011):  # p may have been tried in steps of 0.001
        return abs(low - ends[0]) < error and abs(high - ends[1]) < error

    if near((right_low, right_high)):
        return
    for ends, words in _other_intervals(share, games):
        expect(not near(ends), f"{told}: {words}")
    for confidence, words in WIDTHS.items():
        other = near(score_interval(share * games, games, confidence), 0.0008)
        expect(not other, f"{told}: {words}; the question was 1.96")
    low_alone = abs(low - right_low) < 0.002 and high > 0.999
    high_alone = abs(high - right_high) < 0.002 and low < 0.001
    hint = "one end is right; a p on the other side can be too far away, too (`abs`)"
    expect(not low_alone and not high_alone, f"{told}: {hint}")
    slips = f"is it 1.96, is n = {games} below the root, and is p tried in steps of 0.001 or less?"
    expect(not near((right_low, right_high), 0.03), f"{told}: nearly; {slips}")
    much = "wide" if high - low > right_high - right_low else "narrow"
    expect(False, f"{told}, too {much}: the standard error is √(p(1 - p)/n), with n = {games}")


def _other_intervals(share, games):
    """Intervals whose standard error is the same for every p, and what is wrong with them."""
    seen = 1.96 * math.sqrt(share * (1 - share) / games)
    of_the_seen = "that takes the error of the score seen; each p that you try has an error of its own"
    yield (share - seen, share + seen), of_the_seen
    yield _within_0_and_1(share, seen), of_the_seen
    largest = 0.98 / math.sqrt(games)
    yield _within_0_and_1(share, largest), "that takes 0.5 for the s of every p; it is √(p(1 - p))"


def _within_0_and_1(middle, half):
    return max(0, middle - half), min(1, middle + half)


def _results(wins, games, draws=0):
    return [1] * wins + [0.5] * draws + [0] * (games - wins - draws)


ROUNDED = 0.0051  # as far as this a z is off that was rounded to two digits
PAIRS = [  # results of both, each as wins, games and draws; and what is to be learnt from them
    ((60, 100), (45, 100), "the difference, divided by its standard error"),
    ((45, 100), (60, 100), "the first minus the second: the sign says who is ahead"),
    ((120, 200), (20, 50), "each of the two has an s and an n of its own"),
    ((40, 150, 80), (20, 150, 80), "s is the standard deviation of the results, and draws make it smaller"),
    ((10, 300, 280), (20, 50), "each of the two has an s and an n of its own"),
    ((50, 100), (100, 200), "equal scores differ by 0"),
]


@check
def check_11_2(z_of):
    for first, second, hint in PAIRS:
        one = np.array(_results(*first), float)
        other = np.array(_results(*second), float)
        call = f"z_of of {one.mean():.3f} in {len(one)} games and {other.mean():.3f} in {len(other)}"
        z = ask(z_of, one, other, kind=real, said=call)
        rights = [_z(one, other, ddof) for ddof in (0, 1)]
        if np.abs(np.subtract(rights, z)).min() < ROUNDED:
            continue
        told = f"{call} is {z:.3f}"
        for ddof in (1, 0):
            for wrong, words in _slips(one, other, ddof):
                expect(abs(z - wrong) > 0.0005 * (1 + abs(wrong)), f"{told}: {words}")
        _judge_roughly(told, z, one, other)
        expect(False, f"{told}, which is not right: {hint}")
    return "|z| above 1.96 means p below 0.05."


def _z(one, other, ddof):
    squares = [games.var(ddof=ddof) / len(games) for games in (one, other)]
    return (one.mean() - other.mean()) / math.sqrt(sum(squares))


def _judge_roughly(told, z, one, other):
    """Refuse what is a slip whether s is that of the games seen or an estimate from them."""
    apart, right = one.mean() - other.mean(), _z(one, other, ddof=1)
    errors = [games.std(ddof=1) / math.sqrt(len(games)) for games in (one, other)]
    added = abs(z - apart / sum(errors))
    expect(added > 0.02, f"{told}: standard errors do not add up; their squares, s²/n, do")
    without_root = apart / np.square(errors).sum()
    expect(abs(z / without_root - 1) > 0.03, f"{told}: the square root is missing below the fraction line")
    turned = abs(z + right)
    expect(turned > 0.02, f"{told}: it should have the other sign, the first minus the second")


def _slips(one, other, ddof):
    """Wrong values of z, each with the words that name what is wrong in it."""
    apart, right = one.mean() - other.mean(), _z(one, other, ddof)
    s, n = one.std(ddof=ddof), len(one)
    s_2, n_2 = other.std(ddof=ddof), len(other)
    yield apart, "that is the difference itself, not yet divided by its standard error"
    yield right / 1.96, "1.96 comes later: z is compared with it"
    without_brackets = one.mean() - other.mean() * right / apart if apart else np.inf
    yield without_brackets, "the difference needs brackets of its own"
    of_s = math.sqrt(s / n + s_2 / n_2)
    yield apart / of_s, "below the root stands s, where s² should stand"
    undivided = math.hypot(s, s_2)
    yield apart / undivided, "each s² has to be divided by its n"
    one_divided = math.sqrt(s**2 + s_2**2 / n_2)
    yield apart / one_divided, "each s² is divided by its own n: mind the brackets"
    pooled = math.sqrt((s**2 + s_2**2) / (n + n_2))
    yield apart / pooled, "each s² has its own n; they are not added up first"
    of_the_first = s / math.sqrt(n)
    yield apart / of_the_first, "that is the error of the first only; the second has one, too"
    everything = np.concatenate([one, other])
    around_one_mean = everything.std() * math.sqrt(1 / n + 1 / n_2)
    yield apart / around_one_mean, "each of the two has an s of its own, around its own mean"
    divided_twice = math.sqrt(s**2 / (n - 1) + s_2**2 / (n_2 - 1))
    yield apart / divided_twice, "s² is divided by n; with ddof=1 its n - 1 is in it already"


MATCHES = [  # results by setting, who is not beaten, and what to think of if the answer is another
    ({"a": (60, 100), "b": (50, 100), "c": (30, 100)}, "ab", "p decides, and the best one is in, too"),
    ({"a": (60, 100), "b": (47, 100)}, "ab", "only p below 0.05 shows that it is worse"),
    ({"a": (60, 100), "b": (45, 100)}, "a", "the intervals overlap, and still p is below 0.05"),
    ({"a": (20, 100), "b": (90, 100)}, "b", "the best is the one with the highest score"),
    ({"a": (150, 400), "b": (60, 100)}, "b", "the numbers of games differ, so a score is points per game"),
    ({"a": (60, 600, 300), "b": (35, 100)}, "ab", "a draw is half a point"),
    ({"a": (70, 100), "b": (60, 100), "c": (52, 100)}, "ab", "compare each with the best, not with its neighbour"),
]
SETTINGS = {"a": (0.7, 100), "b": (1.4, 100), "c": (4, 100)}  # c and playouts


@check
def check_11_3(contenders):
    for counts, right, hint in MATCHES:
        given = {name: _results(*count) for name, count in counts.items()}
        _judge(contenders, given, {*right}, hint)
        by_settings = {SETTINGS[name]: given[name] for name in reversed(given)}
        _judge(contenders, by_settings, {SETTINGS[name] for name in right}, hint)
    return "who is not shown to be worse than the best is still in."


def _judge(contenders, given, right, hint):
    means = {name: np.mean(games) for name, games in given.items()}
    told = ", ".join(f"{name} {means[name]:.0%} of {len(games)}" for name, games in given.items())
    call = f"contenders of {told}"
    copies = {name: [*games] for name, games in given.items()}
    found = ask(contenders, copies, kind=an(list), said=call)
    for name in found:
        expect(name in tuple(given), f"{call} names {shown(name)}, which is not one of the settings")
    expect(len(found) == len(set(found)), f"{call} is {shown(found)}: each setting once")
    best = max(means, key=means.get)
    for name, games in given.items():
        now = f"p = {difference(given[best], games).p:.3f} against the best"
        expect(name not in found or name in right, f"{call} names {name}, {now}: {hint}")
        expect(name in found or name not in right, f"{call} leaves out {name}, {now}: {hint}")


def _all_so_far(results, seen, every):
    return score_interval(sum(results[:seen]), seen)


def _last_games_only(results, seen, every):
    return score_interval(sum(results[seen - every : seen]), every)


def _of_the_mean(results, seen, every):
    return mean_interval(results[:seen])


def _alarm(results, every, interval=_all_so_far):
    """The first look that is clear of one half; another `interval` is what a student may have looked at."""
    for seen in range(every, len(results) + 1, every):
        low, high = interval(results, seen, every)
        if low > 0.5 or high < 0.5:
            return seen
    return None


STREAK = [1, 0] * 10
LOOKS = [  # results, every how many games somebody looks, and what is to be learnt from them
    ([1] * 20, 10, "after ten wins in ten games the interval does not contain one half"),
    ([1] * 6 + STREAK * 2, 20, "nobody looks before 20 games have been played"),
    ([0] * 20, 10, "an interval below one half is an alarm, too"),
    (STREAK + [1] * 40, 20, "the first look that is clear of one half counts, not the first look"),
    (STREAK * 3, 20, "with half of the points it never gives an alarm"),
    (STREAK[:10] + [1] * 10, 20, "the last game may be the one of a look"),
    ([1] * 4 + [0.5] * 6, 10, "`score_interval` of 7 points in 10 games contains one half"),
    ([0.5] * 30 + [1] * 40, 10, "a draw is half a point"),
    (STREAK[:18] + [1] * 7, 10, "the last games, after the last look, are not looked at"),
    ([1] * 7, 20, "there is no look at all, so no alarm"),
]


@check
def check_11_4(first_alarm):
    for results, every, hint in LOOKS:
        call = f"first_alarm({_in_short(results)}, {every})"
        got = ask(first_alarm, list(results), every, kind=or_none(whole), said=call)
        right = _alarm(results, every)
        if got == right:
            continue
        told = f"{call} is {got}"
        if got is not None:
            _judge_alarm(got, right, results, every, told)
        expect(False, f"{told}, which is not right: {hint}")
    for seed in range(40):
        rng, every = np.random.default_rng(seed), 10 + seed
        games = rng.choice([0, 0.5, 1], 300).tolist()
        call = f"first_alarm of 300 random results, looking after every {every},"
        got = ask(first_alarm, games, every, kind=or_none(whole), said=call)
        right = _alarm(games, every)
        hint = "all games up to each look count, and draws as half a point"
        expect(got == right, f"{call} is {got}, not {right}: {hint}")
    alarmed = _stopped(np.random.default_rng(1))
    return f"of {PLAYED:,} matches of equal players, {alarmed:.0%} give an alarm at one of 20 looks, instead of 5%."


def _judge_alarm(got, right, results, every, told):
    """Refuse a wrong number of games that is known to come from a slip."""
    number_of_look = right and got == right // every
    expect(not number_of_look, f"{told}: that is the number of the look; expected the number of games")
    looked = f"nobody looks after {got} games, only after every {every}"
    expect(not got or got % every == 0, f"{told}: {looked}")
    forgets = got == _alarm(results, every, _last_games_only)
    by_mean = got == _alarm(results, every, _of_the_mean)
    hint = "that is an alarm of `mean_interval`; the question was `score_interval`"
    expect(not by_mean or forgets, f"{told}: {hint}")
    expect(not forgets, f"{told}: that looks at the last {every} games only; all games so far count")
    expect(got != 0, f"{told}; where nothing is found, the answer is None")


PLAYED = 20_000  # matches of equal players


def _stopped(rng, looks=20, every=20):
    """The share of matches of equal players, without draws, that are clear of one half at one look or more."""
    points = rng.binomial(every, 0.5, (PLAYED, looks)).cumsum(axis=1)
    games = every * np.arange(1, looks + 1)
    clear = abs(points / games - 0.5) > 1.96 * 0.5 / np.sqrt(games)  # then one half lies outside of Wilson's interval
    return np.mean(clear.any(axis=1))


def _in_short(results):
    """Runs of equal results, such as [1] * 6."""
    parts, start = [], 0
    for place in range(1, len(results) + 1):
        if place == len(results) or results[place] != results[start]:
            parts.append((results[start], place - start))
            start = place
    if len(parts) <= 3:
        return " + ".join(f"[{result}] * {count}" for result, count in parts)
    return f"{len(results)} results with {sum(results):g} points"
