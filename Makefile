# `make` lists what there is to make. `make lab`, `make app` and `make test` need only python3 (3.11 or newer) and make.
PYTHON ?= python3
PORT ?=
LAB_ARGS ?=
STRESS_ARGS ?=
APP_ARGS ?=
PYTEST_ARGS ?=
MATRIX_ARGS ?=
LOOK_ARGS ?=
LANGUAGE := $(if $(filter es%,$(LANG)),es,en)
NOTEBOOK ?= notebooks/$(LANGUAGE)/index.ipynb
PAGE ?= $(if $(filter es,$(LANGUAGE)),es/)index.html

export UV_SYSTEM_CERTS := true
# What is installed is compiled when it is first used: never kept, each process would compile all of it again.
export PYTHONDONTWRITEBYTECODE :=
BIN := .venv/bin
install = @sh tools/environments/venv.sh "$(PYTHON)"
install_peers = @sh tools/environments/peers.sh "$(PYTHON)"
define style
	$(install) test
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/check-jsonschema -q --builtin-schema vendor.github-workflows .github/workflows/*.yml
	$(BIN)/check-jsonschema -q --builtin-schema vendor.github-issue-forms .github/ISSUE_TEMPLATE/*.yml
	$(BIN)/check-jsonschema -q --builtin-schema vendor.citation-file-format CITATION.cff
	@sh tools/front_end/front_end.sh packages
endef
# mypy keeps one processor busy for half a minute, while the other would wait: it runs beside the tests.
# So do the checks of the front end, and unit tests with the older versions of NumPy and the rest that the site gives to a browser.
beside = sh tools/environments/beside.sh $(BIN)/mypy -- sh tools/environments/beside.sh "sh tools/front_end/front_end.sh" -- \
	sh tools/environments/beside.sh "$(BIN)/python -m website.build.shipped" --
# In the order of the folders: the browser's files first, which take long, and the notebooks last, so that all workers end together.
# Three for two processors: half of a browser test's time is waiting for the page.
in_parallel = $(BIN)/python -m pytest --numprocesses 3 --dist loadfile --no-loadscope-reorder

# What a user or a first contributor needs.
FIRST := lab app unit test lint notebooks

# Without a browser; the mark `long` leaves out notebooks, processes and what tries everything.
UNITS := $(addprefix tests/,metrics mistakes plots practice tables widgets working test_data.py test_layers.py test_public.py)

.DEFAULT_GOAL := help
.PHONY: help lab app site unit test test-all lint lowest peers fuzz docs messages notebooks figures bench sizes mutants stress look pins matrix dist js clean

help: ## list these commands
	@awk -F ':.*## ' -v first=" $(FIRST) " '/^[a-z-]+:.*## / { line = sprintf("  make %-10s %s\n", $$1, $$2) } \
		/^[a-z-]+:.*## / { if (index(first, " " $$1 " ")) now = now line; else later = later line } \
		END { printf "%s\n%s", now, later }' $(MAKEFILE_LIST)

lab: ## open JupyterLab on the start page of the course, in Spanish if LANG is (LANGUAGE=es, PORT=8888, PYTHON=python3.12, NOTEBOOK=..., LAB_ARGS=...)
	$(install) lab
	@METRICS_EDU_LANG=$${METRICS_EDU_LANG:-$(LANGUAGE)} exec $(BIN)/python -m tools.servers.lab "$(NOTEBOOK)" --port "$(PORT)" $(LAB_ARGS)

app: ## serve the course from this machine, computed in the visitors' browsers, in Spanish if LANG is (LANGUAGE=es, PORT=8866, APP_ARGS="--bind 0.0.0.0")
	$(install) lab
	@exec $(BIN)/python -m website.serve "$(PAGE)" --port "$(PORT)" $(APP_ARGS)

site: ## build the course that runs in the visitor's browser as a folder for any static server, dist/site (OFFLINE=1: with all it needs)
	$(install) test
	$(BIN)/python -m website.build $(if $(OFFLINE),--offline)

unit: ## run the short unit tests of lists, metrics, mistakes, tables and widgets, in one minute on two cores (PYTEST_ARGS=...)
	$(install) test
	$(BIN)/python -m pytest --numprocesses 2 --dist loadfile -q -m "not slow and not long" --hypothesis-profile few $(UNITS) $(PYTEST_ARGS)

test: ## everything that CI runs: lint, types, unit, doctest, notebook and browser tests (PYTEST_ARGS=...)
	$(style)
	$(install_peers) quick
	@$(beside) $(in_parallel) -m "not slow" $(PYTEST_ARGS)

test-all: ## the same and what is slow: every part in JupyterLab and Notebook 7, too, the notebooks in Spanish, 10,000 broken files, killed graders
	$(style)
	$(install_peers) quick spark
	@FUZZ_CASES=$(or $(FUZZ_CASES),10000) $(beside) $(in_parallel) $(PYTEST_ARGS)

lint: ## ruff and mypy --strict; biome, TypeScript and the unit tests of the front end, if node is there
	$(style)
	@sh tools/front_end/front_end.sh
	$(BIN)/mypy

lowest: ## run the unit tests with the oldest packages that pyproject.toml takes, in an environment of their own
	$(PYTHON) -m venv --clear .venv-lowest
	.venv-lowest/bin/pip install -q --require-hashes --requirement requirements/uv.txt
	.venv-lowest/bin/uv pip install -q --python .venv-lowest --resolution lowest-direct --editable ".[all,test]" --editable ./homework
	.venv-lowest/bin/python -m pytest tests homework metrics_edu --ignore tests/browser --ignore tests/peers \
		--ignore tests/tools/test_tooling.py --ignore tests/tools/test_pins.py $(PYTEST_ARGS) # which are about the pinned ones

peers: ## compare with all peer libraries, and run the graders of docs/mark_a_function.md, in environments of their own (4 GB)
	$(install) test
	$(install_peers) all
	$(BIN)/python -m pytest tests/peers $(PYTEST_ARGS)

fuzz: ## read 10,000 broken files and 10,000 submissions of a homework (FUZZ_CASES=...)
	$(install) test
	FUZZ_CASES=$(or $(FUZZ_CASES),10000) $(BIN)/python -m pytest tests/tables/test_fuzz.py homework/tests/test_homework_fuzz.py \
		--numprocesses 2 $(PYTEST_ARGS)

docs: ## write docs/conventions.md again, the formula card, the tables of the example class in homework/docs/tarea1.md and its Spanish, the numbers of mistakes and conventions, and the address of the course in the READMEs
	$(install) test
	$(BIN)/python -m tools.pages.conventions_page
	$(BIN)/python -m tools.pages.api_page
	$(BIN)/python -m tools.pages.counts
	$(BIN)/python -m figures.build.formula_card
	$(BIN)/python -m website.build.course_link

messages: ## collect the texts of the package and of the lessons for translation, compile what is translated
	$(install) test
	$(BIN)/python -m tools.translations
	$(BIN)/python -m notebooks.build.lessons messages $(LESSONS)

notebooks: ## build the lessons in each language from notebooks/source and notebooks/locale, and run them (LESSONS=04)
	$(install) test
	$(BIN)/python -m notebooks.build.lessons build $(LESSONS)
	$(BIN)/python -m notebooks.build.lectures $(LESSONS)

figures: ## draw the figures for slides in figures/ again, and take the pictures of the README and of the gallery if there is Chromium
	$(install) test
	$(BIN)/python -m figures.build.readme_pictures
	$(BIN)/python -m figures.build.gallery_films

bench: ## measure what a metric costs over its formula, how fast an edit is on the screen, how long many users take, how fast a class is graded and its worksheets are written, how a Drill teaches simulated students, how often a cause is named of numbers that have none, or another, and what is read from computations
	$(install) test
	$(install_peers) quick ranx rectools replay spark
	$(BIN)/python -m benchmarks.formulas --write benchmarks/formulas.md
	$(BIN)/python -m benchmarks.latency --write benchmarks/latency.md
	$(BIN)/python -m benchmarks.drag --write benchmarks/drag.md
	$(BIN)/python -m benchmarks.evaluation --write benchmarks/evaluation.md
	$(BIN)/python -m benchmarks.size --write benchmarks/size.md
	$(BIN)/python -m benchmarks.grading --write benchmarks/grading.md
	$(BIN)/python -m benchmarks.worksheets --write benchmarks/worksheets.md
	$(BIN)/python -m benchmarks.site --write benchmarks/site.md
	$(BIN)/python -m benchmarks.tab --write benchmarks/tab.md
	$(BIN)/python -m benchmarks.tutor --write benchmarks/tutor.md
	$(BIN)/python -m benchmarks.steps --write benchmarks/steps.md
	$(BIN)/python -m benchmarks.chance --write benchmarks/chance.md
	$(BIN)/python -m benchmarks.false_causes --write benchmarks/false_causes.md
	$(BIN)/python -m benchmarks.computations --write benchmarks/computations.md
	$(BIN)/python -m benchmarks.beside --write benchmarks/beside.md

sizes: ## count the Python statements of each subpackage, and list the functions over 40 lines
	@$(PYTHON) -m tools.sizes

mutants: ## change one thing at a time in working, metrics, mistakes, tables and homework, and print what no test notices (MUTANTS="40 0 tables": how many, seed, where)
	$(install) test
	$(BIN)/pip install -q --upgrade --target .venv-mutants --no-deps --require-hashes --requirement requirements/mutants.txt
	PYTHONPATH=.venv-mutants $(BIN)/python -m tools.checks.mutants $(MUTANTS)

pins: ## write the pin files again, with hashes and for the oldest Python, install them and test them (PINS="-- --upgrade-package ruff")
	$(install) test
	$(BIN)/python -m tools.environments.pins $(PINS)
	$(install) test
	$(BIN)/python -m pytest tests/tools/test_pins.py tests/website/test_lessons_site.py tests/tools/test_tooling.py

matrix: ## try every command that a page names from fresh clones on each Python of this machine (MATRIX_ARGS="--python 3.13 --command lab --heavy")
	@$(PYTHON) -m tools.checks.matrix $(MATRIX_ARGS)

dist: ## build the wheel and the sdist, check them, and run the README's example with each on every Python of this machine
	$(PYTHON) -m venv --clear .venv-dist
	.venv-dist/bin/pip install -q --disable-pip-version-check --no-deps --require-hashes --requirement requirements/dist.txt
	.venv-dist/bin/python -m tools.release.distributions

stress: ## run the browser tests ten times and all tests three times on a busy machine (STRESS_ARGS="--browser 10 --whole 3")
	$(install) test
	$(install_peers) quick
	$(BIN)/python -m tools.checks.stress $(STRESS_ARGS)

look: ## compare how every widget looks with an older version, pixel by pixel (LOOK_ARGS="HEAD~3 --only explorer")
	$(install) test
	$(BIN)/python -m tools.checks.look $(LOOK_ARGS)

js: ## check the front end and the scripts of the site, and bundle both (needs node)
	npm ci --ignore-scripts
	npm run lint
	npm test
	npm run build

clean: ## remove .venv and every other .venv-*, and everything else that the tools made; your copies in my_lessons stay
	rm -rf .venv .venv-documents .venv-lite .venv-lowest .venv-shipped .venv-peers .venv-mutants .venv-dist .pyodide node_modules dist build test-results .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find . -name __pycache__ -prune -exec rm -rf {} +
