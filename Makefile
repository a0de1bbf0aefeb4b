# Every target sets itself up: it needs Python 3.11 or later and make, nothing else.
PYTHON ?= python3
VENV   ?= .venv
PY     := $(VENV)/bin/python
READY  := $(VENV)/.ready

.PHONY: help demo test browser check format bench schema clean
.DEFAULT_GOAL := help

help:  ## this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "make %-8s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

$(READY): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "rpg-lite needs Python 3.11 or later, this is " + sys.version.split()[0] + "; try: make PYTHON=python3.12")'
	@test -x $(PY) || $(PYTHON) -m venv $(VENV)
	@echo "Installing into $(VENV) (once, and when pyproject.toml or constraints.txt change) ..."
	@$(PY) -m pip install --quiet --disable-pip-version-check -e '.[dev]' -c constraints.txt
	@touch $@

demo: $(READY)  ## an evening's first ten minutes, played over MCP on a database of its own
	@$(PY) -m rpg_lite demo

test: $(READY)  ## all tests but those in a browser
	@$(PY) -m pytest -n 2 -q -m 'not browser'

browser: $(READY)  ## the tests of the page in chromium; skipped where chromium or chromedriver is not installed
	@$(PY) -m pytest -q -rs -m browser tests/frontends/test_browser.py

check: $(READY)  ## ruff, and mypy --strict on the package
	@$(PY) -m ruff check .
	@$(PY) -m mypy --strict rpg_lite

format: $(READY)  ## ruff format, and the fixes that ruff makes by itself
	@$(PY) -m ruff check --fix --quiet . ; $(PY) -m ruff format .

bench: $(READY)  ## the table of speeds and sizes, as ratios within one run
	@$(PY) bench/run.py

schema: $(READY)  ## rewrites items/item.schema.json from the models
	@$(PY) -m rpg_lite.content.catalog

clean:  ## removes the virtual environment, caches and builds; never a campaign
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
