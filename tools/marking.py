"""Watches in the kernel while a handed-in notebook is marked: an extension of IPython, loaded before the first cell.

The checks of the lesson are read before any code of the student runs, and live outside `sys.modules`. What a cell imports as
`check_04_2` is a door to them: it puts back what was replaced in the library, hands over the answer, and looks at what happened.

    a frame was asked for     by code of the notebook, at any time before: no points from here on
    a function was replaced   before the check: it is put back, and the reply says so; during the check: no points
    an answer lies            it is equal to everything, or pretends to be of another class: no points

Each judgement is a line of JSON in the file that the variable C4LIB_MARKS names: check, right, reply. Nothing here stops somebody
who knows it and is set on it: docs/marking.md.
"""

import importlib
import json
import os
import sys
import threading
from contextlib import redirect_stderr
from itertools import islice
from pathlib import Path
from types import FunctionType, ModuleType

OURS = {"c4lib", "mctslab", "anytree", "checks"}  # packages of which every loaded module is watched
OTHERS = {
    "builtins", "collections", "contextlib", "contextvars", "ctypes", "functools", "itertools", "math", "numbers", "numpy",
    "numpy.random", "operator", "time",
}  # fmt: skip
OF_THE_KERNEL = {"builtins.input", "builtins.display", "builtins.get_ipython"}  # ipykernel replaces them itself
FRAMES = {  # events by which a program gets at its frames, or at any object
    "sys._getframe", "sys._current_frames", "sys._current_exceptions", "sys.settrace", "sys.setprofile", "gc.get_objects",
    "gc.get_referrers", "gc.get_referents", "ctypes.dlsym", "sys.monitoring.register_callback",
}  # fmt: skip
ATTRIBUTES = {"tb_frame", "gi_frame", "cr_frame", "ag_frame"}
HANDING_ON = {"inspect", "ctypes"}  # modules that ask on behalf of their caller
PROBES = (object(), -987654321, 123456789, "a text", "another text", (0.25,), (None, None))


# -------------------------------------------------------------------- frames


def students_code(frame, private):
    """Whether the frame runs code of the notebook, or of a module that the notebook has written."""
    names = frame.f_globals
    module = sys.modules.get(names.get("__name__"))
    if any(names is vars(ours) for ours in private):
        return False
    if module is None or vars(module) is not names or module.__name__ == "__main__":
        return True
    beside = Path(getattr(module, "__file__", None) or sys.prefix).absolute()
    inside = Path.cwd() in beside.parents
    return inside and beside.parent.name not in ("checks", "pictures")


def asking(frame):
    """The frame on whose behalf another frame raised an event."""
    name = frame.f_globals.get("__name__")
    if (
        name == "traceback" and frame.f_back
    ):  # `walk_tb` and `walk_stack` are generators, which hand on one frame after the other
        return frame.f_back if frame.f_code.co_name.startswith("walk_") else frame
    while frame.f_back and frame.f_globals.get("__name__") in HANDING_ON:
        frame = frame.f_back
    return frame


def watch_frames(found, private):
    """Notes in the list `found` when code of the notebook asks for frames. A hook cannot be taken away again."""
    inside = threading.local()
    getframe = sys._getframe

    def hook(event, arguments):
        if event == "object.__getattr__" and arguments[1] in ATTRIBUTES:
            event = arguments[1]
        elif event not in FRAMES:
            return
        if getattr(inside, "busy", False):
            return
        inside.busy = True
        try:
            frame = asking(getframe(1))
            by_thread = event.startswith("sys.set") and frame.f_globals.get("__name__") == "threading"
            words = f"the notebook asked for frames or objects of the program ({event})"
            if (by_thread or students_code(frame, private)) and words not in found:
                found.append(words)
        finally:
            inside.busy = False

    sys.addaudithook(hook)


# -------------------------------------------------------------------- what is replaced


class Originals:
    """What the modules held before the student's first cell."""

    def __init__(self, private):
        names = [name for name in sys.modules if name.split(".")[0] in OURS or name in OTHERS]
        self.modules = {name: sys.modules[name] for name in names}
        modules = [*self.modules.values(), *private]
        classes = {
            value
            for module in modules
            for value in vars(module).values()
            if isinstance(value, type) and value.__module__.split(".")[0] in OURS
        }
        self.held = {owner: self.parts(owner) for owner in (*modules, *classes)}
        functions = {part for parts in self.held.values() for part in parts.values() if isinstance(part, FunctionType)}
        self.bodies = {function: self.body(function) for function in functions}

    @staticmethod
    def parts(owner):
        kinds = ModuleType, property, classmethod, staticmethod
        names = {name: value for name, value in vars(owner).items() if callable(value) or isinstance(value, kinds)}
        return {name: value for name, value in names.items() if f"{owner.__name__}.{name}" not in OF_THE_KERNEL}

    @staticmethod
    def body(function):
        return {name: getattr(function, name) for name in ("__code__", "__defaults__", "__kwdefaults__")}

    def put_back(self):
        """The names of what is no longer as it was, all of which is put back."""
        changed = []
        for name, module in self.modules.items():
            if sys.modules.get(name) is not module:
                sys.modules[name] = module
                changed.append(name)
        for owner, parts in (*self.held.items(), *self.bodies.items()):
            for name, value in parts.items():
                if self.now(owner, name) is not value:
                    setattr(owner, name, value)
                    changed.append(f"{name_of(owner)}.{name}")
        return changed

    @staticmethod
    def now(owner, name):
        return getattr(owner, name) if isinstance(owner, FunctionType) else vars(owner).get(name)


def name_of(owner):
    return owner.__name__ if isinstance(owner, ModuleType) else f"{owner.__module__}.{owner.__qualname__}"


# -------------------------------------------------------------------- answers that lie


def equals_anything(value):
    """Whether its own `==` calls it equal to things that are all different."""
    if not isinstance(type(value).__eq__, FunctionType):
        return False
    equal = 0
    for probe in PROBES:
        try:
            equal += (value == probe) is True
        except Exception:
            continue
    return equal > 1


def lie_of(value, depth=3):
    """What is wrong with an answer, or with a part of it; nothing if it is honest."""
    if equals_anything(value):
        return "an object that is equal to everything"
    if type(value) is not value.__class__:
        return "an object that pretends to be of another class"
    parts = value if isinstance(value, (list, tuple, set)) else value.values() if isinstance(value, dict) else ()
    lies = (lie_of(part, depth - 1) for part in islice(parts, 100 if depth else 0))
    return next(filter(None, lies), None)


# -------------------------------------------------------------------- the checks


def private_checks(number, said, found):
    """The modules of the checks of a lesson, out of reach of `import`: the package, its base, the lesson's own.

    Args:
        said: a list; the lines that the checks print are added to it.
        found: a list; lies of what the student's functions return are added to it.
    """
    names = ["checks", "checks.base", f"checks.lesson_{number}"]
    package, base = (importlib.import_module(name) for name in names[:2])
    attempt, show = base.attempt, print

    def looked_at(value):
        if (lie := lie_of(value)) and lie not in found:
            found.append(lie)
        return value

    def printed(*words, **options):
        said.append(" ".join(map(str, words)))
        show(*words, **options)

    base.attempt = lambda work, *more, **options: attempt(lambda: looked_at(work()), *more, **options)
    base.looked_at, base.print = looked_at, printed
    lesson = importlib.import_module(names[2])
    for name in names:
        del sys.modules[name]
    return package, base, lesson


class Doors:
    """What stands between the cells and the private checks of the lesson."""

    def __init__(self, number, keep):
        self.said, self.found, self.replaced, self.keep = [], [], [], keep
        private = private_checks(number, self.said, self.found)
        _, self.base, self.lesson = private
        package, _ = importlib.import_module("checks"), importlib.import_module(f"checks.lesson_{number}")
        self.originals = Originals(private)
        names = [name for name in vars(self.lesson) if name.startswith(f"check_{number}_")]
        self.originals.modules["checks"] = package
        self.originals.held[package] = {name: self.door(name) for name in names}
        self.originals.put_back()
        watch_frames(self.found, private)

    def door(self, name):
        """The check that a cell gets."""

        def checked(*answers):
            return self.judge(name, answers)

        checked.__name__ = checked.__qualname__ = name
        return checked

    def before_cell(self, info):
        """Called by IPython; what a cell imports is the door, whatever stood in its place."""
        if "from checks import" in info.raw_cell:
            self.replaced += self.originals.put_back()

    def judge(self, name, answers):
        """Has the private check judge, and keeps what came out."""
        self.said.clear()
        before = [*self.replaced, *self.originals.put_back()]
        self.replaced.clear()
        with redirect_stderr(sys.stdout):  # a warning is no mistake, but nbgrader takes it for one
            self.base.limited(lambda: self.base.looked_at(answers), self.base.PATIENCE)
            right = bool(getattr(self.lesson, name)(*answers))
        reasons = [*self.found, *(f"{changed} was replaced during the check" for changed in self.originals.put_back())]
        reply = next((line for line in self.said if line.startswith(("Right: ", "Not yet: "))), "")
        if reasons:
            reply = f"Not counted, somebody has to look at it: {'; '.join(reasons)}. The check said: {reply}"
            self.base.print(reply)
        elif before:
            reply += f" (Before the check these had been replaced, and were put back: {', '.join(before)}.)"
        counts = right and not reasons
        self.keep({"check": name, "right": counts, "reply": reply})
        return self.base.Verdict(counts)


def keeper(path):
    """A function that adds a line of JSON to the file, which is opened now; without a path, one that does nothing."""
    if not path:
        return lambda line: None
    file = os.open(path, os.O_WRONLY | os.O_APPEND)
    return lambda line: os.write(file, f"{json.dumps(line)}\n".encode())


def load_ipython_extension(shell):
    """Called by IPython; the kernel runs in the folder of the notebook, which is named after the lesson."""
    del sys.modules[__name__]
    keep = keeper(os.environ.pop("C4LIB_MARKS", None))
    number = Path.cwd().name[:2]
    if Path("checks", f"lesson_{number}.py").is_file():
        shell.events.register("pre_run_cell", Doors(number, keep).before_cell)
