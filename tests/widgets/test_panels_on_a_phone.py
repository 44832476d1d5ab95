"""Every panel that a lesson shows, on an upright telephone: in JupyterLab, where 271 pixels are left to it, and in Notebook 7."""

import pytest

from tools.lab import ROOT, Notebook7Page, jupyterlab

pytestmark = pytest.mark.browser

IMPORTS = f"""import sys
from itertools import product
sys.path[:0] = [{str(ROOT / "notebooks")!r}]
from c4lib import Board, HexBoard, PlayBoard, SearchExplorer, SearchStepper, Ucb1Lab
from mctslab.experiments import stored
from mctslab.experiments.priors import PLANE_PLAYOUTS
from pictures.hunt import BugHunt
from pictures.lesson_14 import CS, PRIORS, PriorPlane
from pictures.lesson_19 import TrapThinking
from pictures.lesson_21 import Shifts
from pictures.lesson_25 import LearningLive
from pictures.levers import LeverGame
from pictures.replay import ReplayMap
from pictures.spreading import spreading
settings = [*product(PLANE_PLAYOUTS, PRIORS, CS)]
"""
PANELS = {
    "explorer": "SearchExplorer(playouts=100)",
    "explorer of Hex": "SearchExplorer(HexBoard(3), playouts=100)",
    "stepper": "SearchStepper(seed=1, iteration=3)",
    "game": "PlayBoard(playouts=50)",
    "laboratory": "Ucb1Lab()",
    "levers": "LeverGame(seed=1)",
    "film": "spreading()",
    "shifts": "Shifts([(0, 0), (1, 1)], 'rising')",
    "map": "ReplayMap(seed=1, games=20)",
    "training": "LearningLive(games=10, simulations=8)",
    "hunt": "BugHunt(seed=7)",
    "curves": "TrapThinking(stored('trap_thinking'), 0.3)",
    "plane": "PriorPlane(dict.fromkeys(settings, [0, 1]), dict.fromkeys(settings, 0.4), 50)",
}
CONTROL = "button:not(.c4-whole), .noUi-handle"
FAULTS = """panel => {
    const found = [];
    const isShown = one => one.getBoundingClientRect().width > 0;
    const shown = what => [...panel.querySelectorAll(what)].filter(isShown);
    const edge = panel.getBoundingClientRect().right + 1;
    for (const one of shown("button, input, select, .slider-container")) {
        const { right } = one.getBoundingClientRect();
        if (right > edge) found.push(`beyond the edge: ${one.className}`);
    }
    for (const one of shown("button")) {
        const room = one.clientWidth + 1;
        if (one.scrollWidth > room) found.push(`cut: ${one.textContent}`);
    }
    for (const one of shown(".slider-container")) {
        if (one.offsetWidth < 150) found.push(`a slider of ${one.offsetWidth} px`);
    }
    for (const one of shown("svg [data-text]")) {
        const scale = one.ownerSVGElement.getScreenCTM().a;
        const size = scale * one.getAttribute("font-size");
        if (size < 11) found.push(`${size.toFixed(1)} px: ${one.dataset.text}`);
    }
    return [...new Set(found)].slice(0, 8);
}"""


@pytest.fixture(scope="module")
def in_lab(notebook_page):
    return notebook_page("02-play-at-random", "375x844")


@pytest.fixture(scope="module")
def in_notebook(lab, browser):
    """Notebook 7, which comes with nbgrader."""
    pytest.importorskip("notebook", reason="make check has it")
    page = browser.new_page(viewport={"width": 390, "height": 844}, reduced_motion="reduce")
    with jupyterlab(extension="notebook") as address:
        yield Notebook7Page(page, address, "02-play-at-random")
    page.close()


@pytest.fixture(scope="module", params=["in_lab", "in_notebook"])
def panels(request):
    """All of them, below one another."""
    notebook = request.getfixturevalue(request.param)
    shown = "".join(f"display({code})\n" for code in PANELS.values())
    notebook.run(f"{IMPORTS}{shown}print('all ' + 'shown')", "all shown")
    return notebook.page.locator(".c4-panel")


@pytest.mark.check
@pytest.mark.parametrize("place", range(len(PANELS)), ids=PANELS)
def test_every_panel_can_be_used_and_read(panels, place):
    panel = panels.nth(place)
    panel.locator("svg [data-text]").first.wait_for(state="attached")
    panel.locator(CONTROL).first.wait_for(state="attached")  # ipywidgets makes them one by one, and these last
    panel.locator(".c4-whole").wait_for(state="attached")
    assert panel.evaluate(FAULTS) == []
