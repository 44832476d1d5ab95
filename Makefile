# make lab, make test: everything is set up in .venv, by itself, again when pyproject.toml has changed.
# Only relative paths, so that the folder may have a space in its name.

PYTHON ?= python3
RUN := .venv/bin/python
READY := .venv/.ready
LAB_ARGS ?=
TEST_ARGS ?=
WORKERS ?= 3
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
unexport JUPYTER_PATH JUPYTER_CONFIG_PATH JUPYTER_NO_CONFIG PYTHONHOME PYTHONPATH PYTHONSTARTUP
# A backend set outside (MPLBACKEND=Agg in many containers) would leave the notebooks without pictures.
unexport MPLBACKEND

.PHONY: help lab test bench notebooks student site clean

help:
	@echo "make lab        open the first notebook in JupyterLab (LAB_ARGS='--no-browser --port=8899')"
	@echo "make test       run all tests: code, examples, notebooks (TEST_ARGS='-k board')"
	@echo "make bench      measure speed beside other programs"
	@echo "make notebooks  renew the links between the notebooks and run them all, outputs stored"
	@echo "make student    the lessons without solutions and outputs, with the library, in build/student and student.zip"
	@echo "make site       the lessons as web pages, in build/site: open index.html there"
	@echo "make clean      remove .venv and everything generated"
	@echo "PYTHON=/path/to/python3 names another Python than $(PYTHON) for .venv"

# "True" or "False", or nothing if it does not run; "True", or nothing if the module is missing.
is_new = $(shell "$(PYTHON)" -c 'import sys; print(sys.version_info >= (3, 11))' 2>/dev/null)
has_venv = $(shell "$(PYTHON)" -c 'import ensurepip, venv; print(True)' 2>/dev/null)

# Which Python one is, or of which a virtual environment was made; nothing if it does not run.
python_of = $(shell "$(1)" -c 'import sys; print(sys.base_prefix, sys.version)' 2>/dev/null)

# .venv cannot be moved: its stamp says where it was made. It is made anew, too, if its Python is gone, or if PYTHON=... asks
# for another one.
WANTED := $(if $(filter file,$(origin PYTHON)),$(RUN),$(PYTHON))
ifneq "$(shell cat $(READY) 2>/dev/null) $(call python_of,$(RUN))" "$(CURDIR) $(or $(call python_of,$(WANTED)),none)"
.PHONY: $(READY)
endif

# The stamp comes last, so that a broken-off install is done again.
$(READY): pyproject.toml
	$(if $(is_new),,$(error Python 3.11 or newer is needed, and "$(PYTHON)" does not run (PYTHON=/path/to/python3 names another)))
	$(if $(filter True,$(is_new)),,$(error Python 3.11 or newer is needed, and "$(PYTHON)" is older (PYTHON=/path/to/python3 names another)))
	$(if $(has_venv),,$(error "$(PYTHON)" lacks its venv module (on Debian and Ubuntu: apt install python3-venv)))
	@echo "Setting up .venv (a minute or two, once)"
	@"$(PYTHON)" -m venv --clear .venv
	@$(RUN) -m pip install --quiet --editable '.[test]'
	@mkdir -p .venv/share/jupyter/lab/settings
	@echo '{"@jupyterlab/apputils-extension:notification": {"fetchNews": "false", "checkForUpdates": false}}' > .venv/share/jupyter/lab/settings/overrides.json
	@pwd > $@

# The root is here, so that the notebooks can link to the README.
lab: $(READY)
	@$(RUN) -m jupyterlab --ServerApp.root_dir=. $$([ "$$(id -u)" = 0 ] && echo --allow-root) $(LAB_ARGS) notebooks/01-meet-the-game.ipynb

# loadfile: the cells of a notebook share a kernel, so they stay on one worker. tests/conftest.py says which files come first.
test: $(READY)
	@$(RUN) -m ruff check --quiet --no-cache .
	@$(RUN) -m pytest -n $(WORKERS) --dist loadfile --no-loadscope-reorder --nbval --nbval-current-env --nbval-cell-timeout=120 --durations=10 $(TEST_ARGS)

bench: $(READY)-bench
	@$(RUN) -m benchmarks $(BENCH_ARGS)

# What an extra of pyproject.toml needs, for the targets that use it.
$(READY)-%: $(READY)
	@$(RUN) -m pip install --quiet --editable '.[$*]'
	@touch $@

notebooks: $(READY)
	@$(RUN) tools/notebooks.py links
	@$(RUN) tools/notebooks.py run

student: $(READY)
	@$(RUN) tools/editions.py student

site: $(READY)-site
	@$(RUN) tools/editions.py site

clean:
	rm -rf .venv .pytest_cache .hypothesis .ruff_cache build dist c4lib.egg-info tests/artifacts
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
	find . -name .ipynb_checkpoints -type d -prune -exec rm -rf {} +
