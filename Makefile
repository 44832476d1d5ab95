# make lab, make test: everything is set up in .venv, by itself, again when pyproject.toml has changed.
# Only relative paths, so that the folder may have a space in its name.

PYTHON ?= python3
RUN := .venv/bin/python
READY := .venv/.ready
LAB_ARGS ?=
TEST_ARGS ?=
WORKERS ?= 2
export PIP_DISABLE_PIP_VERSION_CHECK := 1
export JUPYTER_PREFER_ENV_PATH := 1
# A backend set outside (MPLBACKEND=Agg in many containers) would leave the notebooks without pictures.
unexport MPLBACKEND PYTHONPATH

.PHONY: help lab test bench notebooks clean

help:
	@echo "make lab        open the first notebook in JupyterLab"
	@echo "make test       run all tests: code, examples, notebooks"
	@echo "make bench      measure speed beside other programs"
	@echo "make notebooks  renew the links between the notebooks and run them all, outputs stored"
	@echo "make clean      remove .venv and everything generated"

$(READY): pyproject.toml
	@command -v $(PYTHON) >/dev/null 2>&1 || { echo "Python 3.11 or newer is needed, and there is no '$(PYTHON)' here (make PYTHON=... names another)."; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Python 3.11 or newer is needed; '$(PYTHON)' is $$($(PYTHON) -c 'import platform; print(platform.python_version())') (make PYTHON=... names another)."; exit 1; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || { echo "Python's venv module is needed (on Debian and Ubuntu: apt install python3-venv)."; exit 1; }
	@echo "Setting up .venv (a minute or two, once)"
	@$(PYTHON) -m venv --clear .venv
	@$(RUN) -m pip install --quiet --editable '.[test]'
	@mkdir -p .venv/share/jupyter/lab/settings
	@echo '{"@jupyterlab/apputils-extension:notification": {"fetchNews": "false", "checkForUpdates": false}}' > .venv/share/jupyter/lab/settings/overrides.json
	@touch $(READY)

lab: $(READY)
	@cd notebooks && ../$(RUN) -m jupyter lab $$([ "$$(id -u)" = 0 ] && echo --allow-root) $(LAB_ARGS) 01-meet-the-board.ipynb

test: $(READY)
	@$(RUN) -m ruff check .
	@$(RUN) -m pytest -n $(WORKERS) --dist loadfile --nbval --nbval-cell-timeout=120 --durations=10 $(TEST_ARGS)

bench: $(READY)
	@$(RUN) -m pip install --quiet --editable '.[bench]'
	@$(RUN) -m benchmarks $(BENCH_ARGS)

notebooks: $(READY)
	@$(RUN) tools/notebooks.py links
	@$(RUN) tools/notebooks.py run

clean:
	rm -rf .venv .pytest_cache .hypothesis .ruff_cache build dist c4lib.egg-info tests/artifacts
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
	find . -name .ipynb_checkpoints -type d -prune -exec rm -rf {} +
