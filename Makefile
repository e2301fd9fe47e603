# Plain `make` lists what there is. Everything runs from .venv; nothing is installed outside it, but for root node,
# PostgreSQL, a C compiler, Chromium and at night Firefox, which the tests of a house need (tools/parts.py).
# Three stamps: GAME for what a player in a terminal needs, which is little, LIVE for a house of live tables, and TOOLS
# for the heavy libraries and what checks the work. The page of the table knows by itself whether it is up to date.

VENV  := .venv
BIN   := $(VENV)/bin
GAME  := $(VENV)/.game-installed
LIVE  := $(VENV)/.house-installed
TOOLS := $(VENV)/.tools-installed
PIP   := $(BIN)/python -m pip install --quiet --disable-pip-version-check
CODE  := $(wildcard src tests bench tools docs/pictures/first_night.py docs/pictures/felt_picture.py)
# What is only linted: its types are the build's, which is not installed here.
BUILD := hatch_build.py
# Where the tables of `make play` are kept.
PLAYED := build/play

# Python keeps what it compiled, whatever the caller's environment says: four workers and some hundred commands of a
# test run would compile all of it anew: collecting the tests takes a worker 8 s instead of 19.
unexport PYTHONDONTWRITEBYTECODE

# `make setup LOCK=requirements.lock`: the very versions and files that the tests were last run with.
LOCK  ?=

# Where the documents lie from which the rulebooks were written; they are not part of the project.
DOCUMENTS ?= ../shared/seeds

# Half a minute of tests, and about as many as are run on every other Python.
QUICK := $(addprefix tests/unit/,base engine table rulebook/test_*.py test_*.py) tests/clauses tests/install/test_light.py tests/install/test_packaging.py tests/unit/cli/test_replay.py tests/unit/cli/test_rules.py tests/unit/cli/test_strategy.py
HOUSE := $(patsubst %,tests/server/%.py,test_client accounts/test_people connections/test_connections fairness/test_checkpoints \
	fairness/test_fair_dice live/test_betting_window live/test_live_table store/test_store web/test_api web/test_page_files web/test_table_socket)
EVERY_PYTHON := $(QUICK) $(HOUSE) tests/docs tests/unit/analysis/simulation/test_engines.py

# The first Python on the PATH that is new enough; `make PYTHON=... setup` names another.
PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11 python; do \
	"$$p" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo "$$p" && break; done)

# Parallel checks print one after another where make can do that.
SYNC := $(if $(filter output-sync,$(.FEATURES)),--output-sync=target)

.DEFAULT_GOAL := help
.PHONY: help setup parts parts-nightly test nightly check quick lint types imports architecture pytest pytest-all pythons documents bench faults ledger \
	mutate mutate-changed lock felt web kernel libraries web-types play play-terminal clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' Makefile

setup: $(TOOLS) ## install everything into .venv (does nothing if it is there)
	@$(BIN)/python -m tools.parts || true

$(GAME): pyproject.toml
	@test -n "$(PYTHON)" || { \
		echo "sevenout needs Python 3.11 or newer, and there is none on the PATH."; \
		echo "Install one, or name it: make setup PYTHON=python3.12"; exit 1; } >&2
	@"$(PYTHON)" -c 'import ensurepip, venv' 2>/dev/null \
		|| { test "$$(id -u)" = 0 && command -v apt-get >/dev/null \
			&& apt-get update -q && apt-get install -y -q python3-venv; } \
		|| { echo "$(PYTHON) lacks the venv module. On Debian and Ubuntu: apt install python3-venv" >&2; exit 1; }
	@echo "Set-up: $(VENV), an environment of its own for $$("$(PYTHON)" --version)"
	@"$(PYTHON)" -m venv $(VENV)
	@echo "Set-up: the game and the small libraries it needs, 32 MB in all"
	@SEVENOUT_WITHOUT_FELT=1 $(PIP) --editable .
	@touch $@

$(LIVE): $(GAME)
	@$(if $(LOCK),echo "Set-up: all of $(LOCK)"; $(PIP) --require-hashes --requirement $(LOCK))
	@echo "Set-up: Litestar, psycopg and cryptography, for a house of live tables, 90 MB"
	@$(PIP) 'sevenout[house]'
	@touch $@

$(TOOLS): $(LIVE)
	@echo "Set-up: a pip that knows dependency groups"
	@$(PIP) 'pip>=25.1'
	@echo "Set-up: NumPy, for sessions reckoned exactly, 70 MB"
	@$(PIP) 'sevenout[sessions]'
	@echo "Set-up: matplotlib, for pages with plots, 100 MB"
	@$(PIP) 'sevenout[reports]'
	@echo "Set-up: Dask, for simulations on many machines, 40 MB"
	@$(PIP) 'sevenout[cluster]'
	@echo "Set-up: pyarrow, for sessions written as Parquet, 150 MB"
	@$(PIP) 'sevenout[parquet]'
	@echo "Set-up: Gymnasium and PettingZoo, for learning environments, 10 MB"
	@$(PIP) 'sevenout[learn]'
	@echo "Set-up: pytest, hypothesis, Playwright, mypy, ruff, import-linter and OpenSpiel, which check the work, 250 MB"
	@$(PIP) --group dev
	@touch $@

# Every kind of check, each in a small form, with other dice for every commit.
test: $(TOOLS) parts kernel libraries felt ## every kind of check and test: nine minutes on two cores
	@$(MAKE) --no-print-directory --jobs=2 --keep-going $(SYNC) pytest lint types imports architecture web mutate-changed documents

# The same at full volume, and what takes long: SEVENOUT_VOLUME and SEVENOUT_SEED are tests/volume.py's.
nightly: $(TOOLS) parts-nightly kernel libraries felt ## all of it at full volume, on every Python: under an hour
	@$(MAKE) --no-print-directory --jobs=2 --keep-going $(SYNC) pytest-all lint types imports architecture web mutate
	@$(MAKE) --no-print-directory documents ledger pythons

parts: $(TOOLS)
	@$(BIN)/python -m tools.parts

parts-nightly: $(TOOLS)
	@$(BIN)/python -m tools.parts --nightly

quick: $(TOOLS) kernel ## lint, types and the quick tests: for while you work, under a minute
	@$(MAKE) --no-print-directory --jobs=2 $(SYNC) lint types web-types
	$(BIN)/pytest -q -n auto $(QUICK)

check: lint types web-types imports architecture ## ruff, mypy, tsc, the import contracts and the measures of the tree, no tests

lint: $(TOOLS)
	$(BIN)/ruff check $(CODE) $(BUILD)
	$(BIN)/ruff format --check $(CODE) $(BUILD)

types: $(TOOLS)
	$(BIN)/mypy $(CODE)

imports: $(TOOLS)
	$(BIN)/lint-imports

architecture: $(TOOLS)
	$(BIN)/python -m tools.architecture

# Servers, databases and browsers are waited for: two workers a core keep it busy.
WORKERS ?= $(shell expr 2 '*' $$(getconf _NPROCESSORS_ONLN))
PYTEST := $(BIN)/pytest -q -n $(WORKERS) --dist worksteal

pytest: $(TOOLS) kernel libraries felt
	$(PYTEST)

pytest-all: $(TOOLS) kernel libraries felt
	SEVENOUT_VOLUME=1 $(PYTEST) -m "not documents"

pythons: $(TOOLS) ## a part of the tests on every other Python that is claimed, if it is found
	$(BIN)/python -m tools.pythons $(EVERY_PYTHON)

documents: $(TOOLS) ## hold the rulebooks against the documents, if they are at hand (DOCUMENTS=folder)
	@if test -d "$(DOCUMENTS)"; then DOCUMENTS="$(DOCUMENTS)" $(BIN)/pytest -q -m documents tests/clauses tests/unit/crew; \
	else echo "The documents are not in $(DOCUMENTS): the rulebooks' clauses and words were not held against them."; fi

bench: $(TOOLS) kernel ## measure every figure that is claimed
	$(BIN)/python -m bench

# `make faults ROW=servers` runs one of them, `ROW="servers --count 20 --seed 7"` as often and from where one says.
faults: $(TOOLS) ## do to a house what breaks one, in full: hours; ROW=name for one of them (docs/operate/fault-tests.md)
	$(BIN)/python -m tests.nightly.fault_injection --full $(ROW)

ledger: $(TOOLS) parts libraries felt ## 1,000 rolls through the page in every house: the felt is the ledger after each; ten minutes
	SEVENOUT_FELT_ROLLS=1000 $(PYTEST) -m "not documents" tests/browser/test_ledger.py

mutate: $(TOOLS) ## alter every value of every rulebook, manual, lesson and word: a test of its clause must notice
	$(BIN)/python -m tests.nightly.mutate

mutate-changed: $(TOOLS)
	$(BIN)/python -m tests.nightly.mutate --if-changed

lock: $(TOOLS) ## write requirements.lock anew
	$(BIN)/python -m tools.lock

felt: $(GAME) ## build the page of the table, if what it is made from has changed
	@$(BIN)/python -m tools.felt

kernel: $(GAME) ## build the simulator's compiled kernel, if its sources have changed
	@$(BIN)/python -m tools.kernel

# Before anything that uses them: two at once would take them from under each other.
libraries: $(TOOLS)
	@$(BIN)/python -m tools.felt libraries

web-types: $(TOOLS) libraries
	@$(BIN)/python -m tools.felt types

web: $(TOOLS) libraries ## the page's types and its tests
	@$(BIN)/python -m tools.felt check

play: $(LIVE) felt ## a house on this machine, and a table in your browser
	@mkdir -p $(PLAYED)
	$(BIN)/sevenout serve --db $(PLAYED)/house.db

play-terminal: $(GAME) ## take a seat at a table here, in the terminal
	$(BIN)/sevenout play

clean: ## remove .venv and everything else that was made here
	rm -rf $(VENV) $(VENV)-3.* build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	rm -rf web/node_modules src/sevenout/server/web/page src/sevenout/analysis/kernel/_kernel.abi3.so
	find $(CODE) -name __pycache__ -type d -prune -exec rm -rf {} +
