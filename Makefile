# Plain `make` lists what there is. Everything runs from .venv; nothing is installed outside it.
# Two stamps: GAME for what a player needs, which is little, and TOOLS for the heavy libraries and what checks the work.

VENV  := .venv
BIN   := $(VENV)/bin
GAME  := $(VENV)/.game-installed
TOOLS := $(VENV)/.tools-installed
PIP   := $(BIN)/python -m pip install --quiet --disable-pip-version-check
CODE  := $(wildcard src tests bench tools docs/picture.py)

# `make setup LOCK=requirements.lock`: the very versions and files that the tests were last run with.
LOCK  ?=

# Where the documents lie from which the rulebooks were written; they are not part of the project.
DOCUMENTS ?= ../shared/seeds

# Half a minute of tests, and about as many as are run on every other Python.
QUICK := tests/unit tests/clauses tests/install tests/cli/test_replay.py tests/cli/test_rules.py tests/cli/test_strategy.py
EVERY_PYTHON := $(QUICK) tests/docs tests/simulation/test_engines.py

# The first Python on the PATH that is new enough; `make PYTHON=... setup` names another.
PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11 python; do \
	"$$p" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo "$$p" && break; done)

# Parallel checks print one after another where make can do that.
SYNC := $(if $(filter output-sync,$(.FEATURES)),--output-sync=target)

.DEFAULT_GOAL := help
.PHONY: help setup parts test check quick lint types imports pytest pythons documents bench mutate lock play clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-9s %s\n", $$1, $$2 }' Makefile

setup: $(TOOLS) ## install everything into .venv (does nothing if it is there)

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
	@$(PIP) --editable .
	@touch $@

$(TOOLS): $(GAME)
	@echo "Set-up: a pip that knows dependency groups"
	@$(PIP) 'pip>=25.1'
	@$(if $(LOCK),echo "Set-up: all of $(LOCK)"; $(PIP) --require-hashes --requirement $(LOCK))
	@echo "Set-up: NumPy, for sessions exact and simulated, 70 MB"
	@$(PIP) 'sevenout[sessions]'
	@echo "Set-up: Numba, which makes them fast, 210 MB"
	@$(PIP) 'sevenout[fast]'
	@echo "Set-up: matplotlib, for pages with plots, 100 MB"
	@$(PIP) 'sevenout[reports]'
	@echo "Set-up: Litestar, psycopg and cryptography, for a house of live tables, 90 MB"
	@$(PIP) 'sevenout[house]'
	@echo "Set-up: pytest, hypothesis, mypy, ruff and import-linter, which check the work"
	@$(PIP) --group dev
	@touch $@

test: $(TOOLS) parts ## every check and every test
	@$(MAKE) --no-print-directory --jobs=2 $(SYNC) lint types imports mutate pytest
	@$(MAKE) --no-print-directory pythons documents

parts: $(TOOLS)
	@$(BIN)/python -m tools.parts

quick: $(TOOLS) ## lint, types and the quick tests: for while you work, under a minute
	@$(MAKE) --no-print-directory lint types
	$(BIN)/pytest -q -n auto $(QUICK)

check: lint types imports ## ruff, mypy and the import contracts, no tests

lint: $(TOOLS)
	$(BIN)/ruff check $(CODE)
	$(BIN)/ruff format --check $(CODE)

types: $(TOOLS)
	$(BIN)/mypy $(CODE)

imports: $(TOOLS)
	$(BIN)/lint-imports

pytest: $(TOOLS)
	$(BIN)/pytest -n auto

pythons: $(TOOLS) ## a part of the tests on every other Python that is claimed, if it is found
	$(BIN)/python -m tools.pythons $(EVERY_PYTHON)

documents: $(TOOLS) ## hold the rulebooks against the documents, if they are at hand (DOCUMENTS=folder)
	@if test -d "$(DOCUMENTS)"; then DOCUMENTS="$(DOCUMENTS)" $(BIN)/pytest -q -m documents tests/clauses tests/crew; \
	else echo "The documents are not in $(DOCUMENTS): the rulebooks' clauses and words were not held against them."; fi

bench: $(TOOLS) ## measure every figure that is claimed
	$(BIN)/python -m bench

mutate: $(TOOLS) ## alter every value of every rulebook and manual: a test of its clause must notice
	$(BIN)/python -m tests.mutate

lock: $(TOOLS) ## write requirements.lock anew
	$(BIN)/python -m tools.lock

play: $(GAME) ## take a seat at a table
	$(BIN)/sevenout play

clean: ## remove .venv and everything else that was made here
	rm -rf $(VENV) $(VENV)-3.* build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find $(CODE) -name __pycache__ -type d -prune -exec rm -rf {} +
