# Plain `make` lists what there is. Everything runs from .venv; nothing is installed outside it.

VENV  := .venv
BIN   := $(VENV)/bin
STAMP := $(VENV)/.installed
CODE  := $(wildcard src tests bench)

# The first Python on the PATH that is new enough; `make PYTHON=... setup` names another.
PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11 python; do \
	"$$p" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo "$$p" && break; done)

# Parallel checks print one after another where make can do that.
SYNC := $(if $(filter output-sync,$(.FEATURES)),--output-sync=target)

.DEFAULT_GOAL := help
.PHONY: help setup test check quick lint types imports pytest bench mutate play clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-8s %s\n", $$1, $$2 }' Makefile

setup: $(STAMP) ## make .venv/bin/sevenout ready (does nothing if it is)

$(STAMP): pyproject.toml
	@test -n "$(PYTHON)" || { \
		echo "sevenout needs Python 3.11 or newer, and there is none on the PATH."; \
		echo "Install one, or name it: make setup PYTHON=python3.12"; exit 1; } >&2
	@"$(PYTHON)" -c 'import ensurepip, venv' 2>/dev/null \
		|| { test "$$(id -u)" = 0 && command -v apt-get >/dev/null \
			&& apt-get update -q && apt-get install -y -q python3-venv; } \
		|| { echo "$(PYTHON) lacks the venv module. On Debian and Ubuntu: apt install python3-venv" >&2; exit 1; }
	"$(PYTHON)" -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@

test: setup ## every check and every test
	@$(MAKE) --no-print-directory --jobs=2 $(SYNC) lint types imports mutate pytest

quick: $(STAMP) lint types ## lint, types and the quick tests: for while you work, under a minute
	$(BIN)/pytest -q -n auto tests/unit tests/clauses tests/cli --ignore=tests/cli/test_fuzz.py

check: lint types imports ## ruff, mypy and the import contracts, no tests

lint: $(STAMP)
	$(BIN)/ruff check $(CODE)
	$(BIN)/ruff format --check $(CODE)

types: $(STAMP)
	$(BIN)/mypy $(CODE)

imports: $(STAMP)
	$(BIN)/lint-imports

pytest: $(STAMP)
	$(BIN)/pytest -n auto

bench: setup ## measure every figure that is claimed
	$(BIN)/python -m bench

mutate: $(STAMP) ## alter every value of every rulebook: a test of its clause must notice
	$(BIN)/python -m tests.mutate

play: setup ## take a seat at a table
	$(BIN)/sevenout play

clean: ## remove .venv and everything else that was made here
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find $(CODE) -name __pycache__ -type d -prune -exec rm -rf {} +
