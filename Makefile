# make play: set everything up and play.   make test: set everything up and run every test.
# Nothing needs to be prepared but Python 3.11 or newer; everything goes into .venv and .cache here.

# The system's own Python where it will do, since distributions build theirs with a profile of what programs do: one that was built by
# hand often was not, and then all of this takes a fifth longer. What is needed of it beside a version: that it can make environments.
OWN    := /usr/bin/python3
WILL_DO := import importlib.util, os, shutil, sys; sys.exit(not ((3, 11) <= sys.version_info < (3, 15) and \
  (importlib.util.find_spec("ensurepip") or os.geteuid() == 0 and shutil.which("apt-get"))))
PYTHON ?= $(shell $(OWN) -c '$(WILL_DO)' 2>/dev/null && echo $(OWN) || echo python3)
VENV   := .venv
BIN    := $(VENV)/bin

export BRILLIG_CACHE ?= $(CURDIR)/.cache/brillig
# Where it is set (in many containers), every one of our processes reads all sources anew: seconds for each.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help play test check lint types compiled unit browser soak load attack bench golden clean

help:
	@echo "make play    open the lobby in a browser"
	@echo "make test    every check and test"
	@echo "make soak    the long runs"
	@echo "make bench   speed, beside OpenSpiel's"
	@echo "make load    the server under load, beside boardgame.io"
	@echo "make attack  every attack we know of, and what honest players feel of it"

# ---- set-up: one stamp a set of packages, made anew when pyproject.toml changes ------------------------------------

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
	  echo "Brillig needs Python 3.11 or newer; '$(PYTHON)' is not. Install it, or say make PYTHON=/path/to/python3."; exit 1; }
	@$(PYTHON) -m venv $(VENV) 2>/dev/null || { rm -rf $(VENV); \
	  if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	    echo "Installing python3-venv ..."; apt-get update -qq && apt-get install -y -qq python3-venv >/dev/null && $(PYTHON) -m venv $(VENV); \
	  else echo "Python's venv module is missing: install it (Debian: apt-get install python3-venv) and try again."; exit 1; fi; }

$(VENV)/play.stamp: pyproject.toml | $(BIN)/python
	@echo "Setting up (once) ..."
	@$(BIN)/python -m pip install -q --disable-pip-version-check -e .
	@touch $@

$(VENV)/test.stamp: pyproject.toml | $(BIN)/python
	@echo "Setting up for tests (once) ..."
	@$(BIN)/python -m pip install -q --disable-pip-version-check -e '.[cluster,dev,openspiel,postgres]'
	@touch $@ $(VENV)/play.stamp

# Programs that only tests need: a browser, a PostgreSQL server, and a proxy.
$(VENV)/system.stamp: | $(BIN)/python
	@missing=""; \
	command -v chromium-headless-shell >/dev/null || { [ "$$(id -u)" != 0 ] && command -v chromium >/dev/null; } \
	  || missing="$$missing chromium-headless-shell"; \
	command -v haproxy >/dev/null || [ -x /usr/sbin/haproxy ] || missing="$$missing haproxy"; \
	ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || missing="$$missing postgresql"; \
	if [ -n "$$missing" ]; then \
	  if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	    echo "Installing$$missing ..."; \
	    apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq $$missing >/dev/null; \
	  else \
	    echo "The tests need$$missing. As root: apt-get install$$missing"; exit 1; \
	  fi; \
	fi
	@# nginx is only unpacked here: installed, it would serve on port 80 from then on.
	@command -v nginx >/dev/null || [ -x /usr/sbin/nginx ] || [ -x $(VENV)/nginx/usr/sbin/nginx ] || { cd $(VENV) && \
	  { [ "$$(id -u)" != 0 ] || apt-get update -qq; } && apt-get download -qq nginx && dpkg-deb -x nginx_*.deb nginx && rm nginx_*.deb; \
	} 2>/dev/null || echo "nginx is not to be had here, so deploy/nginx.conf is not tried (Debian: apt-get install nginx-light)."
	@touch $@

# ---- the two commands ----------------------------------------------------------------------------------------------

play: $(VENV)/play.stamp
	@$(BIN)/brillig

# What looks at the code and what compiles the games, side by side; then the tests.
test: $(VENV)/test.stamp $(VENV)/system.stamp
	@$(MAKE) --no-print-directory -j 2 --output-sync=target lint types compiled
	@$(MAKE) --no-print-directory unit
	@$(MAKE) --no-print-directory browser

lint: $(VENV)/test.stamp
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/test.stamp
	$(BIN)/mypy

# A browser that answers no more is given up with the process that waits for it; another takes its place.
STUCK := --timeout 300 --timeout-method thread
# Servers, clocks and browsers are tested as they are, by three processes on two cores. (What Hypothesis found it tries again.)
ALONE := echo "What failed while three tests shared the machine, once more and alone:"

compiled: $(VENV)/test.stamp
	$(BIN)/python -m tests.compile_all

unit: $(VENV)/test.stamp $(VENV)/system.stamp
	$(BIN)/python -m pytest -n 3 --dist loadfile --no-loadscope-reorder --durations 12 --timeout 400 -m 'not soak' --ignore tests/browser || { \
	  $(ALONE); $(BIN)/python -m pytest --timeout 400 --last-failed --last-failed-no-failures none -m 'not soak' --ignore tests/browser; }

browser: $(VENV)/test.stamp $(VENV)/system.stamp
	$(BIN)/python -m pytest -n 3 --dist load --durations 8 $(STUCK) -m 'not soak' tests/browser || { \
	  $(ALONE); $(BIN)/python -m pytest $(STUCK) --last-failed --last-failed-no-failures none -m 'not soak' tests/browser; }

# ---- and the rest --------------------------------------------------------------------------------------------------

soak: $(VENV)/test.stamp $(VENV)/system.stamp
	$(BIN)/python -m pytest -m soak

load: $(VENV)/test.stamp
	@$(BIN)/python -m tests.load.load; first=$$?; echo "With two workers:"; \
	$(BIN)/python -m tests.load.load --fast --turns 5 --workers 2 && exit $$first

attack: $(VENV)/test.stamp $(VENV)/system.stamp
	$(BIN)/python -m tests.attack.attack

bench: $(VENV)/test.stamp
	$(BIN)/brillig bench

check: $(VENV)/play.stamp
	$(BIN)/brillig check

golden: $(VENV)/play.stamp
	$(BIN)/brillig check --write-golden

clean:
	rm -rf $(VENV) .cache .mypy_cache .pytest_cache .ruff_cache .hypothesis
