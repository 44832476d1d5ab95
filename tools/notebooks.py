"""Keeps the notebooks in shape.

    python -m tools.notebooks links           write the previous/next links of all notebooks
    python -m tools.notebooks run [NAME ...]  run those notebooks (all, if none is named) and store the outputs
    python -m tools.notebooks run --busy ...  the same, also on a machine that is busy with something else

A NAME is a file, or how its name begins: `04`, `04-select` and `notebooks/04-select.ipynb` are the same notebook.

What `run` stores is the same for every machine: pictures with a palette and with alternative text, no widget that waits for a
kernel, no path. docs/writing-a-lesson.md describes the order of a notebook and the tags of its cells.

A notebook that shows how long something takes says so in its metadata, `"timings": true`: it is stored only if nothing else
keeps the machine busy, right before the run and right after it.
"""

import argparse
import asyncio
import base64
import io
import itertools
import os
import sys
from pathlib import Path

import nbformat
import psutil
from jupyter_client import AsyncKernelManager
from jupyter_client.kernelspec import KernelSpecManager
from jupyter_core.utils import run_sync
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError
from PIL import Image

from tools import alternative_text

FOLDER = Path(__file__).resolve().parents[1] / "notebooks"
CONTENTS = "[Contents](../README.md)"
KERNELSPEC = {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"}
# In the kernel, before the first cell; it leaves no name behind.
DESCRIBE_FIGURES = "(lambda names: (exec({!r}, names), names['install'](get_ipython())))({{}})".format(
    Path(alternative_text.__file__).read_text(encoding="utf-8")
)
KEEP_NOTHING = "__import__('os').environ['C4LIB_TEST'] = '1'\n"  # the same
BUSY = 10  # percent of all cores: with more, timings are not worth storing
DEEPER = "## Deeper"  # begins what is optional
NAVIGATION = {"navigation-top": 1, "navigation-bottom": None}  # cell id: where the cell stands


def read(path):
    """The notebook; cells of an older format are given ids."""
    notebook = nbformat.read(path, as_version=4)
    notebook.nbformat_minor = 5
    for place, cell in enumerate(notebook.cells):
        cell.setdefault("id", f"cell-{place}")
    return notebook


def write(path, notebook):
    """Whole or not at all: a broken-off run leaves the old file."""
    part = path.with_suffix(".part")
    part.write_text(nbformat.writes(notebook) + "\n", encoding="utf-8")
    os.replace(part, path)


def title(notebook):
    """The text of the heading in the first cell."""
    return notebook.cells[0].source.splitlines()[0].removeprefix("# ").strip()


def number(path):
    """`"04"` for `04-select.ipynb`; empty for a notebook outside the series."""
    return path.stem[:2] if path.stem[:2].isdigit() else ""


def navigation(folder=FOLDER):
    """The text of the navigation cells of every notebook, by path: the one before, the contents, the one after."""
    paths = sorted(folder.glob("*.ipynb"))
    series = [path for path in paths if number(path)]
    names = {path: f"{number(path)} {title(read(path))}" for path in series}
    lines = dict.fromkeys(paths, CONTENTS)
    for before, path, after in zip([None, *series], series, [*series[1:], None], strict=False):
        parts = [f"[← {names[before]}]({before.name})"] if before else []
        parts += [CONTENTS]
        parts += [f"[{names[after]} →]({after.name})"] if after else []
        lines[path] = " | ".join(parts)
    return lines


def link(notebook, line):
    """Puts `line` below the title and at the end, in place of what stood there."""
    notebook.cells = [cell for cell in notebook.cells if cell.id not in NAVIGATION]
    for cell_id, place in NAVIGATION.items():
        cell = nbformat.v4.new_markdown_cell(line, id=cell_id)
        notebook.cells.insert(len(notebook.cells) if place is None else place, cell)


def tags(cell):
    return set(cell.metadata.get("tags", []))


def minutes(notebook):
    """How long a reader needs, for reading, running and the exercises, without what stands under *Deeper*.

    Words and lines of code that are in sight, and exercises, with weights that fit what readers of the first edition needed for
    01 to 05, 08 and 10 to 14: 8 % off on average, 21 % at most.
    """
    cells = list(itertools.takewhile(lambda cell: not cell.source.startswith(DEEPER), notebook.cells))
    words = sum(len(cell.source.split()) for cell in cells if cell.cell_type == "markdown")
    code = [cell for cell in cells if cell.cell_type == "code"]
    shown = [
        cell for cell in code if "check" not in tags(cell) and not cell.metadata.get("jupyter", {}).get("source_hidden")
    ]
    lines = sum(bool(line.strip()) for cell in shown for line in cell.source.splitlines())
    return words / 60 + lines / 10 + 2 * sum("exercise" in tags(cell) for cell in code)


def normalise(notebook):
    """Takes out what differs from run to run or from machine to machine."""
    language = notebook.metadata.get("language_info", {})
    language.pop("version", None)
    kept = {name: notebook.metadata[name] for name in ("timings",) if name in notebook.metadata}
    notebook.metadata = nbformat.from_dict({"kernelspec": KERNELSPEC, "language_info": language} | kept)
    for cell in notebook.cells:
        cell.metadata = nbformat.from_dict({k: v for k, v in cell.metadata.items() if k in ("jupyter", "tags")})
        for output in cell.get("outputs", []):
            if "image/png" in output.get("data", {}):
                output.data["image/png"] = with_palette(output.data["image/png"])
                words = output.metadata.setdefault("image/png", {})
                words.setdefault("alt", alternative_text.of_text(output.data["text/plain"]))
            # A stored widget has no kernel to talk to, and shows as "model not found": leave its text.
            output.get("data", {}).pop("application/vnd.jupyter.widget-view+json", None)
            if output.output_type == "error":  # the frames name files of this machine
                output.traceback = [f"{output.ename}: {output.evalue}"]
        if cell.cell_type == "code":
            cell.outputs = [output for output in cell.outputs if output.get("data") != {}]


def with_palette(picture, colours=96):
    """The PNG (base64) with a palette instead of millions of colours: a quarter of the size, and no difference to see."""
    image = Image.open(io.BytesIO(base64.b64decode(picture)))
    if image.mode == "P":
        return picture
    if image.mode == "RGBA" and image.getextrema()[3][0] == 255:
        image = image.convert("RGB")
    # The other methods for RGB lose colours of small areas: the ends of a scale of colours, for example.
    method = Image.Quantize.FASTOCTREE if image.mode == "RGBA" else Image.Quantize.MAXCOVERAGE
    file = io.BytesIO()
    image.quantize(colours, method=method, dither=Image.Dither.NONE, kmeans=1).save(file, format="PNG", optimize=True)
    return base64.b64encode(file.getvalue()).decode()


class OwnKernel(AsyncKernelManager):
    """Without folders to look for kernels in, the only one is that of this very Python."""

    def _kernel_spec_manager_default(self):
        return KernelSpecManager(kernel_dirs=[])


def runner(notebook, folder, **more):
    """What runs a notebook in this folder, in a new kernel of this very Python."""
    return NotebookClient(
        notebook,
        kernel_manager_class=OwnKernel,
        extra_arguments=["--log-level=ERROR"],  # not the warning that kernels on this machine are not encrypted
        resources={"metadata": {"path": str(folder)}},
        iopub_timeout=60,  # of a busy machine; by default outputs that are 4 seconds late are lost without a word
        raise_on_iopub_timeout=True,
        **more,
    )


def client_of(notebook, path, first, timeout=120, **more):
    """What runs a notebook in a new kernel, in the folder of its file; there `first` runs before the first cell.

    Nothing of what a reader keeps beside the notebooks is read or written.
    """
    client = runner(
        notebook,
        path.parent,
        timeout=timeout,
        kernel_name="python3",
        store_widget_state=False,
        record_timing=False,
        coalesce_streams=True,
        on_notebook_start=lambda notebook: client.kc.execute(KEEP_NOTHING + first, silent=True, store_history=False),
        **more,
    )
    return client


def check_idle(path, notebook):
    """Ends the program if the notebook shows timings and the machine is busy with something else."""
    if notebook.metadata.get("timings") and (load := psutil.cpu_percent(interval=2)) > BUSY:
        why = f"it shows timings, and this machine is {load:.0f} % busy with something else"
        raise SystemExit(f"{path.name} is not stored: {why}. Wait, or use --busy")


def run(path, even_if_busy=True):
    """Runs one notebook in a new kernel and stores it; an error says the notebook and the cell."""
    notebook = read(path)
    if not even_if_busy:
        check_idle(path, notebook)
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
    started = []
    client = client_of(notebook, path, DESCRIBE_FIGURES, on_cell_start=lambda cell, cell_index: started.append(cell))
    try:
        # The outer limit is for the rare run that hangs between two cells.
        # (Unlike asyncio.run, run_sync also works where a loop runs already: Playwright leaves one in its thread.)
        run_sync(asyncio.wait_for)(client.async_execute(), timeout=600)
    except Exception as error:
        reason = f"{error.ename}: {error.evalue}" if isinstance(error, CellExecutionError) else repr(error)
        codes = [cell for cell in started if cell.cell_type == "code"]
        where = f"code cell {len(codes)}:\n\n{codes[-1].source}\n\n" if codes else ""
        raise SystemExit(f"{path.name}, {where}{reason}") from None
    if not even_if_busy:
        check_idle(path, notebook)
    normalise(notebook)
    write(path, notebook)


def find(names):
    """The notebooks that `names` mean; all of them for none."""
    paths = sorted(FOLDER.glob("*.ipynb"))
    wanted = []
    for name in map(Path, names):
        found = [path for path in paths if path.stem.startswith(name.stem)]
        wanted += found or sys.exit(f"no notebook begins with {name.stem}")
    return wanted or paths


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("task", choices=["links", "run"])
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--busy", action="store_true", help="store timings of a busy machine, too")
    arguments = parser.parse_intermixed_args()
    os.environ.pop("MPLBACKEND", None)  # else the kernels would not show their figures
    if arguments.task == "links":
        for path, line in navigation().items():
            notebook = read(path)
            link(notebook, line)
            write(path, notebook)
    else:
        for path in find(arguments.names):
            print(path.name, flush=True)
            run(path, even_if_busy=arguments.busy)


if __name__ == "__main__":
    main()
