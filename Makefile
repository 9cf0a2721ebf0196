# `make serve` starts the site, `make test` runs every test. Both set up what they need and are safe to repeat.

SHELL := /bin/bash
.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory
export PYTHONDONTWRITEBYTECODE := # whoever sets it pays for compiling at every start: seconds of it
TEST_PROCESSES ?= 3# side by side, a file at a time: tests wait so much that two leave two cores idle

.PHONY: help serve test check format fuzz lock bench chaos load soak scaling images screenshots
.PHONY: site-ready test-ready check-ready
.PHONY: python venv venv-dev bundle frontend-packages engine image site-images test-programs

help:
	@echo "make serve    set up and start the site (GRADATIM_PORT=8000)"
	@echo "make test     set up and run every test"
	@echo "make check    format, lint, types, imports, templates, frontend"
	@echo "make fuzz     feed what strangers' bytes reach with stranger ones (FUZZ_SECONDS=60 for each target)"
	@echo "make chaos    submissions while everything breaks (SUBMISSIONS=500, TIMES=1)"
	@echo "make load     a class at a rising rate to past saturation; make soak: ten minutes at a steady one (RATE=1)"
	@echo "make scaling  simulate the rush before a deadline, from measured figures, into docs/scaling"
	@echo "make bench    measure the speed of everything (QUICK=1: a short run)"
	@echo "make images   the images of docker-compose.yml; python -m deploy env makes its secrets"
	@echo "make screenshots  pictures of every page into var/screenshots"
	@echo "make format   write the formatting that make check wants"
	@echo "make lock     renew the locked requirements"

# The steps of a set-up that do not need each other run side by side.
serve:
	@$(MAKE) -j4 site-ready
	@exec .venv/bin/gradatim serve # makes the sandbox image first

test:
	@$(MAKE) -j4 test-ready
	@.venv/bin/python -m pytest --numprocesses=$(TEST_PROCESSES) --dist=loadfile --durations=25

check:
	@$(MAKE) -j4 check-ready
	@scripts/check

bench:
	@$(MAKE) -j4 image bundle
	@GRADATIM_BENCH_QUICK=$(QUICK) .venv/bin/python -m bench

images:
	@$(MAKE) -j4 site-images

screenshots:
	@$(MAKE) -j4 image bundle test-programs
	@scripts/screenshots

chaos:
	@$(MAKE) -j4 image bundle test-programs
	@.venv/bin/python -m proof.chaos --submissions $(or $(SUBMISSIONS),500) --times $(or $(TIMES),1)

load:
	@$(MAKE) -j4 image bundle test-programs
	@.venv/bin/python -m proof.load

soak:
	@$(MAKE) -j4 image bundle test-programs
	@.venv/bin/python -m proof.load --soak $(or $(RATE),1) --seconds $(or $(LASTING),600)

scaling:
	@$(MAKE) venv-dev
	@scripts/ensure-packages scaling
	@PYTHONPATH=var/scaling/packages:. .venv/bin/python -m proof.rush

fuzz:
	@$(MAKE) venv-dev
	@scripts/fuzz $(or $(FUZZ_SECONDS),60)

format:
	@$(MAKE) venv-dev
	@.venv/bin/ruff check --quiet --fix-only .
	@.venv/bin/ruff format --quiet .
	@.venv/bin/djlint --quiet --reformat platform/gradatim/templates || true # 1 when it changed something

lock:
	@scripts/lock

site-ready: venv engine bundle
test-ready: image bundle test-programs
check-ready: venv-dev frontend-packages

python:
	@scripts/find-python >/dev/null
venv: python
	@scripts/ensure-venv main
venv-dev: python
	@scripts/ensure-venv dev
frontend-packages: python
	@scripts/ensure-bundle --packages-only
bundle: python
	@scripts/ensure-bundle
engine: python
	@scripts/ensure-engine
test-programs:
	@scripts/ensure-test-programs
site-images: image bundle
	@.venv/bin/python -m deploy images
image: venv-dev engine
	@.venv/bin/gradatim sandbox build
