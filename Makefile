# The few verbs of this project. `make` alone is the main job: install what is missing, build, generate.

SWIFT ?= swift
SANITIZED = SchemaRuntimeTests|SchemaValidationTests|CollaborationModelsTests|ConformanceTests.ConformanceTests

.PHONY: all setup build generate check test kill-tests conformance sanitize format lint templates unicode bench bench-peers bench-costs clean

all: setup build generate

# json-c, SQLite and pkg-config, by the system's package manager; nothing to do where they are.
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

# A process that writes to a store on disk, killed at a hundred random moments (`make test`: at ten).
kill-tests: setup
	STORE_KILLS=100 $(SWIFT) test --filter StoreKillTests

# The official suite over both engines; writes CONFORMANCE.md. `make test` compares with it.
conformance: setup
	CONFORMANCE_RECORD=1 $(SWIFT) test --filter ConformanceTests

# The tests of everything that reads payloads, and the official suite, under the address sanitizer; undefined behaviour of
# C code traps (Swift traps by itself). Then the runtime library under the thread sanitizer. Takes a while. Without
# optimisation and with the address sanitizer, the deepest nesting allowed takes more than the usual stack; tests of time
# are left out.
sanitize: setup
	ulimit -s 65536; ASAN_OPTIONS=detect_leaks=0 $(SWIFT) test --scratch-path .build/sanitize --sanitize=address \
	  -Xcc -fsanitize=undefined -Xcc -fsanitize-trap=undefined --filter "$(SANITIZED)" --skip "PatternCostTests|detailedIsDeep"
	$(SWIFT) test --scratch-path .build/threads --sanitize=thread -Xswiftc -DTHREAD_SANITIZER --filter CollaborationTests

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

# Speeds beside Foundation's, in one run (release build): writes Benchmarks/RESULTS.md.
bench: setup
	sh Benchmarks/run.sh

# The same beside programs in other languages, which it installs where it may: writes Benchmarks/PEERS.md.
bench-peers: setup
	sh Benchmarks/peers.sh

# Generating, compiling, program size, memory, streams of lines: writes Benchmarks/COSTS.md. BYTES=1e10 for a long stream.
bench-costs: setup
	sh Benchmarks/costs.sh

clean:
	rm -rf .build Benchmarks/.build Benchmarks/.work
