# The commands of a developer. `make help` lists them.

VENV_PYTHON := .venv/bin/python
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
	@$(VENV_PYTHON) packaging/run_tests.py

lint: setup ## ruff alone
	@$(VENV_PYTHON) -m ruff check .

types: setup ## mypy alone
	@$(VENV_PYTHON) -m mypy

crash: setup ## kills and power cuts, minutes
	@$(VENV_PYTHON) -m pytest -m crash --timeout 1800

bench: setup ## the speed goals
	@$(VENV_PYTHON) -m benchmarks

screenshots: setup ## pictures of the window into build/screenshots
	@QT_QPA_PLATFORM=$${QT_QPA_PLATFORM:-offscreen} $(VENV_PYTHON) -m mailbox_gui.app.screenshots

clean: ## remove the environment and everything that was made
	rm -rf .venv build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
