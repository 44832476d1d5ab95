# `make lab` and `make test` need Python 3.11 or newer and make. Both first make .venv, and again when it is out of date.

PYTHON ?= python3
LAB_ARGS ?=
TEST_ARGS ?=

# Every path is relative, so that a space in the directory's own does no harm.
VENV := .venv
RUN := $(VENV)/bin/python

# Nothing of the user's own set-up reaches the kernels: no other `python3` kernel, start-up file, backend or package.
export JUPYTER_CONFIG_DIR := $(CURDIR)/$(VENV)/etc/jupyter
export JUPYTER_DATA_DIR := $(CURDIR)/$(VENV)/share/jupyter
export IPYTHONDIR := $(CURDIR)/$(VENV)/etc/ipython
export PIP_USER := 0
unexport JUPYTER_PATH JUPYTER_CONFIG_PATH JUPYTER_NO_CONFIG MPLBACKEND PYTHONHOME PYTHONPATH PYTHONSTARTUP

.DEFAULT_GOAL := help
.PHONY: help lab test bench notebooks clean

help:
	@echo "make lab        open the first notebook in JupyterLab     LAB_ARGS='--no-browser --port=8899'"
	@echo "make test       run all tests, notebooks included         TEST_ARGS='-k board'"
	@echo "make bench      measure the speed side by side"
	@echo "make notebooks  renew the links of all notebooks, and run them in place"
	@echo "make clean      remove .venv and everything else that was generated"
	@echo "PYTHON=/path/to/python says which Python .venv is made with ($(PYTHON))"

# JupyterLab refuses to run as root unless told.
lab: $(VENV)/ready
	$(RUN) -m jupyterlab --ServerApp.root_dir=. $(if $(filter 0,$(shell id -u)),--allow-root) $(LAB_ARGS) notebooks/01-meet-the-board.ipynb

# A notebook's cells share a kernel: `loadfile` keeps them on one worker.
test: $(VENV)/ready
	$(RUN) -m ruff check --quiet .
	$(RUN) -m pytest -n 2 --dist loadfile --nbval --nbval-current-env --nbval-cell-timeout=120 $(TEST_ARGS)

bench: $(VENV)/ready-bench
	$(RUN) -m benchmarks

notebooks: $(VENV)/ready
	$(RUN) tools/notebooks.py links
	$(RUN) tools/notebooks.py run

clean:
	rm -rf $(VENV) .pytest_cache .ruff_cache .hypothesis build dist
	find . -name __pycache__ -prune -exec rm -rf {} + -o -name .ipynb_checkpoints -prune -exec rm -rf {} +

# What keeps $(PYTHON) from making .venv, in one line; nothing if it can.
missing = $(shell "$(PYTHON)" -c '\
	import sys; \
	old = sys.version_info < (3, 11); \
	old and print("Python 3.11 or newer is needed, and $(PYTHON) is %d.%d: try make PYTHON=python3.12" % sys.version_info[:2]); \
	old or __import__("ensurepip")' 2>/dev/null || \
	if "$(PYTHON)" -c '' 2>/dev/null; \
	then echo "$(PYTHON) has no venv module: on Debian and Ubuntu, apt install python3-venv"; \
	else echo "Python 3.11 or newer is needed, and there is no $(PYTHON): try make PYTHON=/path/to/python"; fi)

# The stamp comes last, so that a broken-off install is done again, and holds the place, since .venv cannot be moved.
ifneq "$(shell cat $(VENV)/ready 2>/dev/null)" "$(CURDIR)"
.PHONY: $(VENV)/ready
endif

$(VENV)/ready: pyproject.toml
	$(if $(strip $(missing)),$(error $(missing)))
	@echo "Setting up .venv: a few minutes the first time."
	@"$(PYTHON)" -m venv --clear $(VENV)
	@$(RUN) -m pip install --quiet --disable-pip-version-check --editable ".[test]"
	@mkdir -p $(VENV)/share/jupyter/lab/settings
	@echo '{"@jupyterlab/apputils-extension:notification": {"fetchNews": "false", "checkForUpdates": false}}' > $(VENV)/share/jupyter/lab/settings/overrides.json
	@pwd > $@

$(VENV)/ready-bench: $(VENV)/ready
	@$(RUN) -m pip install --quiet --disable-pip-version-check --editable ".[bench]"
	@touch $@
