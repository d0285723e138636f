VENV := .venv
BIN := $(VENV)/bin
PYTHON ?= $(shell command -v python3.11 || command -v python3)
INSTALLED := $(VENV)/.installed

.PHONY: venv demo test lint format bench paper clean

venv: $(INSTALLED)

$(INSTALLED): pyproject.toml constraints.txt
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]' -c constraints.txt
	touch $@

demo: venv
	$(BIN)/graphbandit demo

test: venv
	$(BIN)/python -m pytest -q -n 2
	$(BIN)/python -m pytest -q -n 2 --doctest-modules src

lint: venv
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/mypy
	$(BIN)/lint-imports

format: venv
	$(BIN)/ruff format
	$(BIN)/ruff check --fix

bench: venv
	$(BIN)/graphbandit bench dec

paper: venv
	$(BIN)/graphbandit paper

clean:  # what running leaves behind; the virtual environment stays
	rm -rf build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find src tests -name __pycache__ -type d -prune -exec rm -rf {} +
