# Needs Python 3.11 or later, git and make. Everything else is installed into .venv,
# in the versions and with the hashes of requirements/*.lock.

PYTHON ?= $(shell command -v python3.11 || command -v python3)
JOBS ?= 2
UV ?= uv

VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --no-input
LOCKED := install --quiet --require-hashes

.DEFAULT_GOAL := help
.PHONY: help run test lint style types pytest quick slow bench docs page wheel dist sbom fuzz venv lock clean

help:
	@echo "make run     set up, then describe, compile and evaluate a mechanism"
	@echo "make test    set up, then lint, check types and run the tests"
	@echo "make quick   the tests that a change touches, in about a minute (SINCE=main: since then)"
	@echo "make slow    run the long tests"
	@echo "make bench   compare with Pinocchio, MuJoCo, Drake, Exudyn; writes docs/benchmarks.md"
	@echo "make docs    build the documentation in docs/_build; check its spelling, links and code"
	@echo "make page    bundle the viewer's page again (needs node)"
	@echo "make wheel   build the wheel and try it in an empty environment"
	@echo "make dist    build what a release has, twice, to the same bytes; with its bill of materials"
	@echo "make sbom    write only the bill of materials (CycloneDX), in dist"
	@echo "make fuzz    damage files for every reader, guided by what code they reach (SECONDS=60)"
	@echo "make venv    only set up $(VENV)"
	@echo "make lock    write requirements/*.lock again (needs uv)"
	@echo "make clean   remove what the other targets made"

run: $(VENV)/run.stamp
	$(BIN)/python examples/quick_start.py
	$(BIN)/python examples/four_bar.py
	$(BIN)/python examples/swing.py
	$(BIN)/python examples/events.py
	$(BIN)/python examples/shaking_table.py
	$(BIN)/python examples/stewart_platform_path.py
	$(BIN)/python examples/vibrations.py
	$(BIN)/python examples/balance.py
	$(BIN)/python examples/tracked_vehicle.py
	$(BIN)/python examples/double_wishbone.py
	$(BIN)/python examples/robot_task.py
	$(BIN)/python examples/fastest_motion.py
	$(BIN)/python examples/optimal_motion.py
	$(BIN)/python examples/redundancy.py
	$(BIN)/python examples/differential_drive.py
	$(BIN)/python examples/bicycle.py
	$(BIN)/sarrus doctor

# The types are checked on one core, beside the first tests.
test: style
	@$(MAKE) --no-print-directory -j 2 types pytest

lint: style types

style: $(VENV)/dev.stamp
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/dev.stamp
	$(BIN)/mypy

pytest: $(VENV)/dev.stamp
	$(BIN)/python -m pytest -n $(JOBS) -m "not slow"

SINCE ?= HEAD

quick: $(VENV)/dev.stamp
	$(BIN)/python tools/quick_tests.py --since $(SINCE) --jobs $(JOBS)

slow: $(VENV)/dev.stamp
	$(BIN)/python -m pytest -n $(JOBS) -m slow

bench: $(VENV)/bench.stamp
	$(BIN)/python benchmarks/compare.py

docs: $(VENV)/dev.stamp
	$(BIN)/python tools/docs_spelling.py
	$(BIN)/python -m sphinx -W -n --keep-going -q -j $(JOBS) docs docs/_build/html
	$(BIN)/python tools/docs_links.py docs/_build/html
	$(BIN)/python tools/docs_blocks.py

# Users need no node: the bundle is in the package.
page:
	cd viewer && npm ci --no-audit --no-fund && npm run build

# The environment that receives the wheel is empty, outside the checkout and isolated (-I) from it.
# Installing with --no-index shows that run.lock holds all that the wheel depends on.
wheel: $(VENV)/dev.stamp
	rm -rf dist
	$(BIN)/python -m build --no-isolation --wheel --outdir dist
	@set -e; \
	place=$$(mktemp -d); trap 'rm -rf "$$place"' EXIT; \
	echo "trying the wheel in an empty environment"; \
	"$(PYTHON)" -m venv "$$place/venv"; \
	pip="$$place/venv/bin/python -m pip --disable-pip-version-check --no-input"; \
	$$pip $(LOCKED) -r requirements/run.lock; \
	$$pip install --quiet --no-index dist/*.whl; \
	$$pip check; \
	cp examples/quick_start.py "$$place"; \
	cd "$$place" && venv/bin/python -I quick_start.py && \
	  venv/bin/sarrus new four-bar && venv/bin/sarrus run four_bar.yaml && \
	  venv/bin/sarrus view four_bar.sarrus -o four_bar.html && \
	  venv/bin/sarrus new swing.py && venv/bin/python -I swing.py && \
	  venv/bin/sarrus new tasks && venv/bin/sarrus check tasks/robots/scara.yaml

dist: $(VENV)/dev.stamp
	rm -rf dist
	$(BIN)/python tools/release.py dist

sbom: $(VENV)/dev.stamp
	$(BIN)/python tools/release.py sbom

SECONDS ?= 60

fuzz: $(VENV)/dev.stamp
	$(BIN)/python tools/fuzz.py --seconds $(SECONDS)

venv: $(VENV)/dev.stamp

$(VENV)/run.stamp: requirements/run.lock requirements/build.lock pyproject.toml
	@"$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Sarrus needs Python 3.11 or later; say which: make PYTHON=/path/to/python3.11"; exit 1; }
	"$(PYTHON)" -m venv $(VENV)
	$(PIP) $(LOCKED) -r requirements/run.lock
	$(PIP) $(LOCKED) -r requirements/build.lock
	$(PIP) install --quiet --no-deps --no-build-isolation --editable .
	@touch $@

$(VENV)/dev.stamp: $(VENV)/run.stamp requirements/dev.lock
	$(PIP) $(LOCKED) -r requirements/dev.lock
	@touch $@

$(VENV)/bench.stamp: $(VENV)/dev.stamp requirements/bench.lock
	$(PIP) $(LOCKED) -r requirements/bench.lock
	@touch $@

# One resolution (dev.lock, the largest set); the others take their versions from it.
# Versions already locked are kept; `make lock UPGRADE=--upgrade` takes the newest.
COMPILE := $(UV) pip compile --quiet --universal --python-version 3.11 --generate-hashes \
  --no-emit-index-url --no-annotate --custom-compile-command "make lock"

lock:
	$(COMPILE) $(UPGRADE) pyproject.toml --group dev -o requirements/dev.lock
	$(COMPILE) $(UPGRADE) pyproject.toml -c requirements/dev.lock -o requirements/run.lock
	$(COMPILE) $(UPGRADE) --group build -c requirements/dev.lock -o requirements/build.lock
	$(COMPILE) $(UPGRADE) --group bench -c requirements/dev.lock -o requirements/bench.lock

clean:
	rm -rf $(VENV) dist build docs/_build docs/papers/out .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find src tests examples benchmarks -name __pycache__ -type d -prune -exec rm -rf {} + 2>/dev/null || true
