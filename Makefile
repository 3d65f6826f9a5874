# The few verbs of this project. `make` alone is the main job: install what is missing, build, generate.

SWIFT ?= swift

.PHONY: all setup build generate check test conformance format lint templates unicode bench clean

all: setup build generate

# json-c and pkg-config, by the system's package manager; nothing to do where they are.
setup:
	@sh Scripts/setup.sh

build:
	$(SWIFT) build

# Schemas/ to Generated/. Writes only files whose bytes differ.
generate:
	$(SWIFT) run codegen

# Fails, with a diff, when Generated/ or the built-in templates are stale.
check: templates
	$(SWIFT) run codegen generate --check

# Everything that CI runs. SCHEMATA_SUITES=<folder> adds the official suites (see CONTRIBUTING.md).
test: setup
	$(SWIFT) test

# The official suite over both engines; writes CONFORMANCE.md. `make test` compares with it.
conformance: setup
	CONFORMANCE_RECORD=1 $(SWIFT) test --filter ConformanceTests

format:
	$(SWIFT) format -i --parallel --recursive Package.swift Sources Tests Templates Benchmarks/Sources

lint:
	$(SWIFT) format lint --strict --parallel --recursive Package.swift Sources Tests Templates Generated Benchmarks/Sources

# Writes the templates as Swift literals.
templates:
	@sh Scripts/embed-templates.sh

# Writes the tables of Unicode as Swift literals. Needs python3 and the Unicode Character Database 15.0, which is Debian's
# package unicode-data; UCD=<folder> names another copy.
unicode:
	python3 Scripts/generate-unicode.py $(UCD)

# One table of speeds against the peers that need no third-party source (release build).
bench: setup
	sh Benchmarks/run.sh

clean:
	rm -rf .build Benchmarks/.build Benchmarks/.work
