VENV := .venv
BIN := $(VENV)/bin
PYTHON ?= $(shell command -v python3.11 || command -v python3)
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt
RUNS := $(VENV)/.runs
INSTALLED := $(VENV)/.installed

.PHONY: venv demo test wheel-test lint format docs bench paper quick clean

venv: $(INSTALLED)

$(RUNS): pyproject.toml constraints.txt  # what the program needs
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(INSTALL) -e .
	touch $@

$(INSTALLED): $(RUNS)  # and what its tests and pages need
	$(INSTALL) -e '.[dev]'
	touch $@

demo: $(RUNS)
	$(BIN)/graphbandit demo

test: venv
	$(BIN)/python -m pytest -q -n 2
	$(BIN)/python -m pytest -q -n 2 --doctest-modules src

wheel-test:  # build the wheel, install it alone, compile nothing, and test that in the place of src
	rm -rf build/wheel
	$(PYTHON) -m venv build/wheel
	build/wheel/bin/python -m pip wheel --quiet --disable-pip-version-check --no-deps -w build/wheel .
	build/wheel/bin/python -m pip install --quiet --disable-pip-version-check --only-binary :all: -c constraints.txt \
		"$$(echo build/wheel/graphbandit-*.whl)[dev]"
	build/wheel/bin/python -m pytest -q -n 2 -o pythonpath=tests

lint: venv
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/mypy
	$(BIN)/lint-imports

format: venv
	$(BIN)/ruff format
	$(BIN)/ruff check --fix

docs: venv  # the pages as HTML, in build/docs; any warning fails
	$(BIN)/python -m sphinx -W --keep-going -n -q -b html docs build/docs

bench: venv
	$(BIN)/graphbandit bench dec

paper: $(RUNS)  # DATA=auctions.csv adds the figure of real auctions, OUT=folder is where everything goes
	$(BIN)/graphbandit paper $(if $(DATA),--data "$(DATA)") $(if $(OUT),--out "$(OUT)")

quick: $(RUNS)  # the paper's figures from few seeds and settings, with made-up auctions in place of real ones
	$(BIN)/python tests/experiments/made_up.py out/made-up.csv
	$(BIN)/graphbandit paper --quick --data out/made-up.csv --out out/quick

clean:  # what running leaves behind; the virtual environment stays
	rm -rf build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find src tests -name __pycache__ -type d -prune -exec rm -rf {} +
