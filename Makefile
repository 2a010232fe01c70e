# The commands of the course. Each also exists without make: see the README.
PYTHON ?= python3
BIN := .venv/bin

.PHONY: demo test lab bench lint notebooks picture clean

demo: .venv/installed
	$(BIN)/autograder demo

test: .venv/installed
	$(BIN)/python -m pytest -n auto -q

lab: .venv/installed
	$(BIN)/jupyter lab

bench: .venv/installed
	$(BIN)/python tests/bench/bench_dtlib.py
	$(BIN)/python tests/bench/bench_c45.py
	$(BIN)/python tests/bench/bench_rpart.py
	$(BIN)/python tests/bench/bench_grading.py

lint: .venv/installed
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

# The .ipynb files from their text sources.
notebooks: .venv/installed
	$(BIN)/autograder build

# The picture in the README.
picture: .venv/installed
	$(BIN)/python notebooks/play_tennis_picture.py

# Debian's own Python brings no pip for environments, so the one outside installs into this one.
.venv/installed: pyproject.toml requirements.lock
	$(PYTHON) -m venv --without-pip .venv
	$(PYTHON) -m pip --python $(BIN)/python install --quiet --editable '.[dev]' --constraint requirements.lock
	touch $@

clean:
	rm -rf .venv demo
