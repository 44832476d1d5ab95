"""The panels that a cell of the notebook shows, which end when it runs again without them."""

from __future__ import annotations

from IPython import get_ipython
from ipywidgets import DOMWidget

from c4lib.widgets.interrupts import listen_to_interrupts

_shown = {}  # by cell: the panels that it showed when it ran last
_shown_now = set()  # by the cell that runs


def close_when_replaced(panel: DOMWidget) -> None:
    """Close a panel that is shown now when the cells that show it have run again without it.

    Otherwise its comms would keep it, with its whole search, until the kernel ends.
    """
    shell = get_ipython()
    is_cell_running = getattr(shell, "get_parent", dict)().get("msg_type") == "execute_request"
    if is_cell_running:
        _shown_now.add(panel)
        listen_to_interrupts()
        shell.events.register("post_run_cell", _close_replaced)  # a second time does nothing


def _close_replaced(result):
    cell = result.info.cell_id
    before = _shown.get(cell, set())
    _shown[cell] = set(_shown_now)
    _shown_now.clear()
    if cell is None:  # some pages do not say which cell it is
        return
    for panel in before.difference(*_shown.values()):
        panel.close()
        _forget(panel)


def _forget(panel):
    """Take a panel out of IPython's results: `Out[5]` and `_5` would keep it."""
    shell = get_ipython()
    outputs = shell.user_ns["Out"]
    for number, output in list(outputs.items()):
        if output is panel:
            del outputs[number]
            shell.drop_by_id({f"_{number}": panel})
