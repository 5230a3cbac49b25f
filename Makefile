# The commands of a developer. `make help` lists them.

PYTHON := .venv/bin/python
SETUP := sh packaging/setup.sh

.DEFAULT_GOAL := help
.PHONY: help setup run test lint types crash bench screenshots clean

help: ## list these commands
	@sed -n 's/^\([a-z]*\):.*## /  make \1 : /p' Makefile

setup: ## virtual environment, dependencies, system libraries
	@$(SETUP) --tests

run: ## set everything up and open the window on the demo post office
	@$(SETUP) --window
	@.venv/bin/mailbox-gui --demo

test: setup ## set everything up and run all tests
	@$(PYTHON) packaging/run_tests.py

lint: setup ## ruff alone
	@$(PYTHON) -m ruff check .

types: setup ## mypy alone
	@$(PYTHON) -m mypy

crash: setup ## kills and power cuts, minutes
	@$(PYTHON) -m pytest -m crash --timeout 1800

bench: setup ## the speed goals
	@$(PYTHON) -m benchmarks

screenshots: setup ## pictures of the window into build/screenshots
	@$(PYTHON) -m benchmarks.screenshots

clean: ## remove the environment and everything that was made
	rm -rf .venv build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
