# Every target sets itself up: it needs Python 3.11 or later and make, nothing else.
PYTHON ?= python3
VENV   ?= .venv
PY     := $(VENV)/bin/python
RUNS   := $(VENV)/.runs
READY  := $(VENV)/.ready

.PHONY: help demo test slow sqlite service browser postgres suite-postgres faults conformance stress explore canaries check format bench evening load docs bundle schema clean
.DEFAULT_GOAL := help
# Tests start this program many times: it is compiled once, even where the environment forbids keeping compiled files.
unexport PYTHONDONTWRITEBYTECODE

help:  ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "make %-14s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

$(RUNS): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "rpg-lite needs Python 3.11 or later, this is " + sys.version.split()[0] + "; try: make PYTHON=python3.12")'
	@test -x $(PY) || $(PYTHON) -m venv $(VENV)
	@echo "Installing rpg-lite into $(VENV) (once, and when pyproject.toml or constraints.txt change) ..."
	@$(PY) -m pip install --quiet --disable-pip-version-check -e . -c constraints.txt
	@touch $@

$(READY): $(RUNS)
	@echo "Installing the tools for tests into $(VENV) (once, and when pyproject.toml or constraints.txt change) ..."
	@$(PY) -m pip install --quiet --disable-pip-version-check -e '.[dev]' -c constraints.txt
	@touch $@

demo: $(RUNS)  ## the first ten minutes of an evening, played over MCP on a database of its own
	@$(PY) -m rpg_lite demo

# A target of tests is one run of pytest. AGAIN adds to its options: with `--last-failed`, for example, it runs what failed the last time.
test: $(READY)  ## all tests except those that the targets below name, with a tenth of the examples of Hypothesis
	@$(PY) -m pytest -n 2 --dist loadfile -q -m 'not (slow or long or service or browser or postgres or faults or conformance)' $(AGAIN)

slow: $(READY)  ## tests that build, install, start processes or take their time (tests/long_tests.txt); half of the examples of Hypothesis
	@$(PY) -m pytest -n 2 --dist worksteal -q --hypothesis-profile=half -m '(slow or long or hypothesis) and not (service or browser or postgres or faults or conformance)' $(AGAIN)

sqlite: $(READY)  ## the tests of operations that decide in memory, again on SQLite, where an operation sees a slice of the world
	@$(PY) -m pytest -n 2 -q --on sqlite -m 'pure and not slow' tests/operations $(AGAIN)

service: $(READY)  ## the server as a process: many clients, workers, signals, traces
	@$(PY) -m pytest -n 2 -q -m service tests/server $(AGAIN)

browser: $(READY)  ## the tests of the page in chromium; skipped where chromium or chromedriver is not installed
	@$(PY) -m pytest -q -rs -m browser tests/server/test_browser.py tests/server/test_browser_looks.py tests/server/test_browser_board.py $(AGAIN)

postgres: $(READY)  ## the tests of the store and random evenings again, on a PostgreSQL that they start
	@$(PY) -m pytest -n 2 --dist worksteal -q --hypothesis-profile=half -m postgres $(AGAIN)

suite-postgres: $(READY)  ## every test that opens a campaign, on a PostgreSQL that it starts; says what it leaves out
	@$(PY) -m pytest -n 2 -q -rs --no-fold-skipped --on postgres --hypothesis-profile=all -m 'not (browser or conformance)' $(AGAIN)

faults: $(READY)  ## servers killed, disks full, files damaged, hostile input: all of it, some minutes
	@$(PY) -m pytest -n 2 -q -m 'not conformance' tests/faults $(AGAIN)

conformance: $(READY)  ## the MCP conformance suite and the Inspector, fetched with npm; says so when it cannot
	@$(PY) -m pytest -q -m conformance -rs tests/conformance $(AGAIN)

stress: $(READY)  ## the tests of `make test` beside four busy processes, at most forty minutes
	@$(PY) -m tests.stress $(MAKE) test

explore: $(READY)  ## the laws with examples that nobody has tried yet, for ten minutes or MINUTES; prints the seed and a case to paste into the tests
	@$(PY) -m tests.explore --minutes $(or $(MINUTES),10)

canaries: $(READY)  ## 16,000 generated calls or CALLS, after each of which no secret may be on a page that players see
	@$(PY) -m tests.canary_walk --calls $(or $(CALLS),16000)

check: $(READY)  ## ruff, mypy --strict on the package, and the bytes of each tool
	@$(PY) -m ruff check .
	@$(PY) -m mypy --strict rpg_lite
	@$(PY) -m rpg_lite.server.tool_sizes

format: $(READY)  ## ruff format, and the fixes that ruff can make
	@$(PY) -m ruff check --fix --quiet . ; $(PY) -m ruff format .

bench: $(READY)  ## the table of speeds and sizes, as ratios within one run
	@$(PY) bench/run.py

evening: $(READY)  ## a whole adventure by a scripted model, with three budgets; MODEL=ollama:llama3.1 plays it with a model of yours
	@$(PY) bench/evening/run.py $(if $(MODEL),--model "$(MODEL)")

load: $(READY)  ## many clients at once, beside a tool that does nothing; writes docs/bench/ (some minutes)
	@$(PY) bench/load.py $(if $(DB),--db "$(DB)")

docs: $(RUNS)  ## build/site: the documentation as a site, with references from the models; fails at a dead link
	@$(PY) -m pip install --quiet --disable-pip-version-check -e '.[docs]' -c constraints.txt
	@$(PY) docs/site.py
	@$(PY) -m mkdocs build --quiet --strict -f build/site_pages/mkdocs.yml
	@echo "The site is in build/site; open build/site/index.html."

bundle: $(RUNS)  ## build/rpg-lite.mcpb for chat programs that install bundles; its packer comes from npm
	@$(PY) -m rpg_lite.server.bundle build/bundle
	@npm install --silent --no-fund --no-audit --prefix build/mcpb @anthropic-ai/mcpb@2.1.2
	@build/mcpb/node_modules/.bin/mcpb validate build/bundle/manifest.json
	@build/mcpb/node_modules/.bin/mcpb pack build/bundle build/rpg-lite.mcpb

schema: $(READY)  ## rewrites items/item.schema.json and data/tool_schemas.json from the models
	@$(PY) -m rpg_lite.content.item_schema
	@$(PY) -m rpg_lite.server.tool_schema_file

clean:  ## removes the virtual environment, caches and builds; never a campaign
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
