"""The pictures of lesson 23: games on their way to two workers, one of which dies, and scores by playouts."""

from contextlib import suppress

import psutil
from loky import get_reusable_executor

from c4lib.plots.canvas import AT_LEFT, EXPLOITATION, EXPLORATION, HIGHLIGHT, OUTSIDE, TEXT, VISITS, WHITE, Style
from pictures import SMALL, beside, draw_level, log_ticks, mean_of, titled_figure
from pictures.moving import MovingPicture

GREY = "#666666"


def worker_pids(cluster):
    """The processes that play: the workers of a Dask cluster, or, without one, those that loky has started for this process."""
    if cluster:
        return [nanny.pid for nanny in cluster.workers.values()]
    children = psutil.Process().children(recursive=True)
    return [child.pid for child in children if "LokyProcess" in " ".join(child.cmdline())]


def executor_of(client):
    """Who plays: the workers of a Dask client, as many as there are, or, without one, two processes of loky."""
    return client.get_executor() if client else get_reusable_executor(max_workers=2)


def games_in(journal):
    """How many games are in the file; its first line is none."""
    if not journal.exists():
        return 0
    lines = journal.read_bytes().count(b"\n")
    return max(0, lines - 1)


def listening():
    """The addresses at which this process and its children take calls from others."""
    me = psutil.Process()
    processes = [me, *me.children(recursive=True)]
    addresses = set()
    for process in processes:
        with suppress(psutil.NoSuchProcess):  # what has ended in the meantime listens no more
            for end in process.net_connections("tcp"):
                if end.status == psutil.CONN_LISTEN:
                    addresses.add(end.laddr.ip)
    return sorted(addresses)


# -------------------------------------------------------------------- the moving picture: a worker dies

GAMES = 60
DIES = 0.57  # when worker 1 is killed, in seconds
# (worker, start and end in seconds, first game, how many): the batches of the lesson's match on two workers, as they were noted
BATCHES = [
    (1, 0.021, 0.045, 0, 1),
    (2, 0.030, 0.061, 1, 1),
    (1, 0.068, 0.427, 2, 15),
    (2, 0.078, 0.304, 17, 11),
    (2, 0.327, 0.433, 28, 6),
    (1, 0.430, 9.000, 34, 5),
    (2, 0.459, 0.544, 39, 3),
    (2, 0.553, 0.625, 45, 2),
    (2, 0.627, 0.651, 47, 2),
    (2, 0.653, 0.747, 34, 5),
    (2, 0.749, 0.806, 42, 3),
    (2, 0.808, 0.818, 49, 1),
    (2, 0.819, 0.839, 50, 1),
    (2, 0.842, 0.898, 51, 1),
    (2, 0.902, 0.952, 52, 1),
    (2, 0.957, 1.015, 53, 1),
    (2, 1.022, 1.041, 54, 1),
    (2, 1.043, 1.099, 55, 1),
    (2, 1.103, 1.159, 56, 1),
    (2, 1.167, 1.252, 57, 1),
    (2, 1.262, 1.335, 58, 1),
    (2, 1.341, 1.359, 59, 1),
]
LOST = range(34, 39)
STEP = 0.04  # seconds from one picture to the next
END = 1.4  # seconds
SCALE = 9.6 / END
COLOURS = {1: EXPLOITATION, 2: EXPLORATION}


def handed_out():
    """60 games are handed out to two workers; one of them is killed, and its batch is played again."""
    last = round(END / STEP)

    def draw(drawing, number):
        drawing.limit(0, 12, -6.3, 0)
        time = number * STEP
        _draw_workers(drawing, time)
        _draw_games(drawing, time)

    def say(number):
        return told_at(number * STEP)

    return MovingPicture(draw, say, 0, last, "picture", still=round(0.7 / STEP))


def state_at(time):
    """For each game None, "done", "lost", or the worker who is playing it."""
    state = dict.fromkeys(range(GAMES))
    for worker, start, end, first, games in BATCHES:
        if start <= time:
            now = "done" if end <= time else worker
            if end > END and time >= DIES:
                now = "lost"
            for game in range(first, first + games):
                state[game] = now
    return state


def told_at(time):
    """What has happened until then, in a sentence."""
    state = [*state_at(time).values()]
    done = f"{time:.2f} s: {state.count('done')} games are finished."
    if state.count("done") == GAMES:
        return f"{time:.2f} s: all {GAMES} games are finished."
    if "lost" in state:
        return f"{done} Worker 1 is dead, and its batch is lost: games {LOST[0]} to {LOST[-1]}."
    if time >= DIES and state[LOST[0]] == 2:
        return f"{done} Worker 2 plays games {LOST[0]} to {LOST[-1]} again."
    if time >= DIES:
        return f"{done} Worker 2 goes on alone."
    return f"{done} Worker 1 {_does(state.count(1))}, worker 2 {_does(state.count(2))}."


def _does(games):
    return f"plays a batch of {games}" if games else "waits"


def _draw_workers(drawing, now):
    for worker, bottom in ((1, -1.4), (2, -2.9)):
        drawing.write(0.2, bottom + 0.3, f"worker {worker}", 0.4, AT_LEFT)
        ground = 2.2, bottom, 9.6, 1
        drawing.boxes([ground], OUTSIDE, zorder=1)
        for batch in BATCHES:
            owner, start, *_ = batch
            if owner == worker and start <= now:
                _draw_batch(drawing, bottom, batch, now)
        if worker == 1 and now >= DIES:
            x = 2.4 + SCALE * DIES
            style = Style("bold", HIGHLIGHT, "left")
            drawing.write(x, bottom + 0.3, "killed", 0.45, style)


def _draw_batch(drawing, bottom, batch, now):
    """A box as long as the batch has taken until now, with its number of games."""
    worker, start, end, first, games = batch
    is_lost = end > END and now >= DIES
    is_again = first in LOST and worker == 2
    colour = HIGHLIGHT if is_lost or is_again else COLOURS[worker]
    until = min(now, DIES if end > END else end)
    left = 2.2 + SCALE * start
    width = max(SCALE * (until - start) - 0.04, 0.04)
    drawing.boxes([(left, bottom, width, 1)], colour)
    if width > 0.3:
        middle = left + width / 2
        ink = TEXT if colour == EXPLORATION else WHITE
        drawing.write(middle, bottom + 0.3, str(games), 0.4, Style("bold", ink))


def _draw_games(drawing, time):
    drawing.write(0.2, -3.75, "the 60 games: grey when they are in the journal", 0.4, AT_LEFT)
    colours = COLOURS | {"done": VISITS, "lost": HIGHLIGHT, None: OUTSIDE}
    named = {LOST[0], LOST[-1]} if time >= DIES else set()
    for game, now in state_at(time).items():
        row, column = divmod(game, 30)
        left = 0.2 + 0.387 * column
        bottom = -4.9 - 1.1 * row
        box = left, bottom, 0.35, 0.9
        drawing.boxes([box], colours[now])
        if game % 5 == 0 or game in named:
            ink = WHITE if now in (1, "lost") else TEXT
            drawing.write(left + 0.175, bottom + 0.32, str(game), 0.26, Style(color=ink))


# -------------------------------------------------------------------- the answer


def plot_scores(results, title):
    """The score of each list of results by playouts, with 95% intervals and the number of games."""
    ax = titled_figure(title, 10, 5.2)
    draw_level(ax, 0.5, GREY)
    look = {"fmt": "o", "color": EXPLOITATION, "markersize": 11, "capsize": 7, "elinewidth": 3}
    above = {"xytext": (0, 8), "textcoords": "offset points", "ha": "center"}
    for playouts, games in results.items():
        score, low, high = mean_of(games)
        bars = beside(score, low, high)
        ax.errorbar(playouts, score, bars, **look)
        ax.annotate(f"{len(games):,} games", (playouts, high), fontsize=SMALL, **above)
    log_ticks(ax, results)
    ax.set_xlim(500, 200_000)
    ax.margins(y=0.2)
    ax.yaxis.set_major_formatter(lambda value, _: f"{value:.0%}")
    ax.set_xlabel("playouts a move, on both sides")
    ax.set_ylabel("score of c = 0.5 against √2")
