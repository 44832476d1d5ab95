# make lab, make test: what they need is put into .venv by itself, by tools/environment.py.
# Only relative paths, so that the folder may have a space in its name.

PYTHON ?= python3
RUN := .venv/bin/python
LAB_ARGS ?=
LAB_ROOT ?= .
TEST_ARGS ?=
BENCH_ARGS ?=
COURSE_ARGS ?=
WORKERS ?= 3
MINUTES ?= 10
SEED ?= 0
export PIP_DISABLE_PIP_VERSION_CHECK := 1
export PIP_USER := 0
# Nothing of the user's own set-up reaches the kernels: no other kernel called python3, no start-up file, no package, no
# style of pictures, and no list of fonts that an older Matplotlib left behind.
# What they write goes to .venv, or if that is read-only to a temporary folder.
ETC := $(or $(shell test -w .venv -o ! -e .venv || mktemp -d),$(CURDIR)/.venv/etc)
export JUPYTER_CONFIG_DIR := $(ETC)/jupyter
export JUPYTER_RUNTIME_DIR := $(ETC)/runtime
export JUPYTER_DATA_DIR := $(CURDIR)/.venv/share/jupyter
export IPYTHONDIR := $(ETC)/ipython
export MPLCONFIGDIR := $(ETC)/matplotlib
# Python keeps what it has compiled of our files: every kernel and every test worker reads them.
unexport PYTHONDONTWRITEBYTECODE
unexport JUPYTER_PATH JUPYTER_CONFIG_PATH JUPYTER_NO_CONFIG PYTHONHOME PYTHONPATH PYTHONSTARTUP
# A backend set outside (MPLBACKEND=Agg in many containers) would leave the notebooks without pictures.
unexport MPLBACKEND

.PHONY: help lab test check course fuzz lock wheel lowest newest bench notebooks student nbgrader mark predictions handouts site lite clean

help:
	@echo "make lab        open the first notebook in JupyterLab (LAB_ARGS='--no-browser --port=8899')"
	@echo "make test       test the code, its examples and every notebook (TEST_ARGS='-k board')"
	@echo "make check      test the rest: the editions, the widgets in a browser, the installation"
	@echo "make course     take all lessons in order as a student does, six times, in build/course (COURSE_ARGS='--as solved')"
	@echo "make fuzz       run the property tests on fresh random cases (MINUTES=10 SEED=0)"
	@echo "make lock       renew requirements.lock, the versions that LOCKED=1 installs: make LOCKED=1 test"
	@echo "make wheel      test the installed wheel instead of these files, with the versions of the lock (TEST_ARGS='tests/fast')"
	@echo "make lowest     the same with the lowest versions that pyproject.toml allows; make newest: with the newest"
	@echo "make bench      measure speed beside other programs"
	@echo "make notebooks  renew the links between the notebooks and run them all, outputs stored"
	@echo "make student    the lessons without solutions and outputs, with the library, in build/student and student.zip"
	@echo "make nbgrader   the same lessons as a course of nbgrader, in build/nbgrader"
	@echo "make mark       mark handed-in notebooks: FOLDER=path/to/them; first read docs/marking.md"
	@echo "make predictions  histograms of what a class has predicted: FOLDER=path/to/their/predictions"
	@echo "make handouts   all that the lecturers' plan tells to print, with solutions, in build/handouts"
	@echo "make site       the lessons as web pages, in build/site: open index.html there (STUDENT=1: without solutions)"
	@echo "make lite       a JupyterLite with the notebooks, in build/lite: Python in the browser (untried; needs micromamba)"
	@echo "make clean      remove .venv and everything generated"
	@echo "PYTHON=/path/to/python3 names another Python than $(PYTHON) for .venv"

# What follows are extras of pyproject.toml.
NEEDS := @"$(PYTHON)" tools/environment.py

# The root is here, so that the notebooks can link to the README. Lesson 23 begins with Dask: 15 of the 134 packages.
FIRST := /lab/tree/notebooks/00-a-search-in-thirty-lines.ipynb
lab:
	$(NEEDS) lab cluster
	@$(RUN) -m jupyterlab --ServerApp.root_dir="$(LAB_ROOT)" --LabApp.default_url=$(FIRST) $$([ "$$(id -u)" = 0 ] && echo --allow-root) $(LAB_ARGS)

# loadfile: the cells of a notebook share a kernel, so they stay on one worker. tests/conftest.py says which files come first,
# and which tests are those of `make check`.
PYTEST := @$(RUN) -m pytest -n $(WORKERS) --dist loadfile --no-loadscope-reorder --durations=10
test:
	$(NEEDS) lab cluster test
	@$(RUN) -m ruff check --quiet --no-cache .
	$(PYTEST) -m "not check" --nbval --nbval-current-env --nbval-cell-timeout=120 $(TEST_ARGS)

check:
	$(NEEDS) lab cluster test site mark
	$(PYTEST) -m check -o testpaths=tests $(TEST_ARGS)

course:
	$(NEEDS) lab cluster test
	@$(RUN) -m editions.course $(COURSE_ARGS)

# uv, because its lock holds on every system and for every Python that we allow, with markers where they differ. It has a virtual
# environment of its own, so that nothing of it gets into .venv.
UV := build/uv/bin/uv
$(UV):
	@"$(PYTHON)" -m venv build/uv
	@build/uv/bin/python -m pip install --quiet uv

EXTRAS := lab cluster test site mark
lock: $(UV)
	@$(UV) pip compile --quiet --universal --python-version 3.11 --fork-strategy fewest --upgrade --no-annotate \
		--custom-compile-command "make lock" $(EXTRAS:%=--extra %) --output-file requirements.lock pyproject.toml

# With another Python: make PYTHON=/path/to/python3 newest
wheel lowest newest: $(UV)
	@WORKERS=$(WORKERS) "$(PYTHON)" tools/installed.py $@ $(TEST_ARGS)

fuzz:
	$(NEEDS) lab cluster test
	@$(RUN) -m tools.fuzz --minutes $(MINUTES) --seed $(SEED)

bench:
	$(NEEDS) lab cluster test bench
	@$(RUN) -m benchmarks $(BENCH_ARGS)

notebooks:
	$(NEEDS) lab cluster test
	@$(RUN) -m tools.notebooks links
	@$(RUN) -m tools.notebooks run

student:
	$(NEEDS) lab
	@$(RUN) -m editions.students_edition

nbgrader:
	$(NEEDS) lab mark
	@$(RUN) -m editions.nbgrader_course

mark:
	@test -n "$(FOLDER)" || { echo "which notebooks? make mark FOLDER=path/to/their/folder"; exit 2; }
	$(NEEDS) lab cluster mark
	@$(RUN) -m editions.mark "$(FOLDER)"

predictions:
	@test -n "$(FOLDER)" || { echo "whose predictions? make predictions FOLDER=path/to/their/files"; exit 2; }
	$(NEEDS) lab
	@$(RUN) -m editions.predictions "$(FOLDER)"

handouts:
	$(NEEDS) lab
	@$(RUN) -m editions.handouts

site:
	$(NEEDS) lab cluster site
	@$(RUN) -m editions.web_site $(if $(STUDENT),--student)

# An environment of its own, because nothing else needs these; micromamba must be there, and emscripten-forge within reach.
LITE := build/lite-tools/bin
lite:
	@"$(PYTHON)" -m venv build/lite-tools
	@$(LITE)/python -m pip install --quiet jupyterlite-core jupyterlite-xeus jupyterlab
	@cd editions/lite && ../../$(LITE)/jupyter lite build --contents ../../notebooks --output-dir ../../build/lite \
		--XeusAddon.environment_file=environment.yml --XeusAddon.mount_jupyterlite_content=True

clean:
	rm -rf .venv .pytest_cache .hypothesis .ruff_cache build dist c4lib.egg-info tests/artifacts
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
	find . -name .ipynb_checkpoints -type d -prune -exec rm -rf {} +
