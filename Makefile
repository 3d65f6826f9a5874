# The verbs of this project; `make help` prints this list.
#
#   make             the tool, and the models of this repository
#   make build       everything, for development
#   make test        all tests, with samples of the slow ones; ONLY=SchemaLintTests for some targets
#   make test-all    all tests in full, as CI does
#   make derived     every file that another one determines; CONFORMANCE=1 adds the figures of the official suite
#   make check       stale derived files, and lint findings in the schemas
#   make lint        the format of the sources
#   make format      fixes it
#   make site        the documentation of this repository's schemas, in .build/site
#   make examples    builds, runs and edits the packages in Examples/
#   make fuzz        the fuzzers; TIME=600 seconds each
#   make bench       speeds, compared with Foundation's
#   make install     a release build, completions and manual page, under PREFIX
#   make clean       removes builds
#
# For a special occasion; the comments below have the options:
#
#   setup            what build and tests need, with the system's package manager
#   look-at-docs     the site in headless Chromium
#   compile-matrix, fuzz-source, interrupt-tests, kill-tests, neon, sanitize, soak
#                    longer tests
#   floors           type checks for the oldest supported macOS
#   client, neovim, soak-lsp
#                    the language server with another project's client, in Neovim, and with random edits
#   bench-costs, bench-keystrokes, bench-peers, world
#                    other measurements
#   artifactbundle, release
#                    the tool as a package, and the files of a release

SWIFT ?= swift
SANITIZED = SchemaRuntimeTests|SchemaValidationTests|CollaborationModelsTests|ConformanceTests.ConformanceTests

.PHONY: all help build test test-all derived check lint format site examples fuzz bench install clean setup \
	look-at-docs compile-matrix fuzz-source interrupt-tests kill-tests neon sanitize soak floors bench-costs bench-peers \
	bench-keystrokes client neovim soak-lsp world artifactbundle release

# The tool once, and nothing else.
all:
	@sh Scripts/setup.sh tool
	@SWIFT='$(SWIFT)' bash Scripts/first-build.sh

# Without the plugins, which would compile the generator a second time, and with the targets of the tests optimized
# (Package.swift). Verbs that share a build must have the same setting.
build check derived site test test-all kill-tests fuzz-source soak interrupt-tests compile-matrix: export SCHEMATA_DEVELOPMENT = 1

help:
	@sed -n '/^$$/q; s/^# \{0,1\}//p' Makefile

# Installs what the build and the tests need with the system's package manager, if it is missing (Scripts/setup.sh).
setup:
	@sh Scripts/setup.sh

build:
	$(SWIFT) build

# Writes templates, tables, pages, models and descriptions that are made from other files (Scripts/derived.py). The figures
# of the official suite, with which `make test-all` compares, take minutes and need SCHEMATA_SUITES (CONTRIBUTING.md).
derived:
	@python3 Scripts/derived.py
	$(if $(CONFORMANCE),CONFORMANCE_RECORD=1 SCHEMATA_THOROUGH=1 $(SWIFT) test --filter ConformanceTests)

# Fails if a derived file is stale, or if the schemas have lint findings or another form than 'codegen fmt' writes.
check:
	@python3 Scripts/derived.py --check
	$(SWIFT) run codegen lint --strict
	$(SWIFT) run codegen lint --strict --config Server/Schemas/codegen.json
	$(SWIFT) run codegen fmt --check
	$(SWIFT) run codegen fmt --check --config Server/Schemas/codegen.json

# Writes the HTML edition of the schemas' documentation, of which the repository has the Markdown edition.
SITE ?= .build/site
site:
	$(SWIFT) build --product codegen
	@sh Scripts/site.sh .build/debug/codegen $(SITE)

# Runs all tests, and samples of the slow ones. SCHEMATA_SUITES=<folder> adds the official suites (CONTRIBUTING.md).
# ONLY=SchemaLintTests,CLITests builds and runs no more than these test targets.
test: setup
	$(if $(ONLY),SCHEMATA_TESTS=$(ONLY)) $(SWIFT) test

# Runs all tests, including every case of the suites and more random rounds. CI runs this.
test-all: setup
	SCHEMATA_THOROUGH=1 $(SWIFT) test

# Kills a process that writes to a store on disk at a hundred random moments.
kill-tests: setup
	SCHEMATA_PROPERTY_FACTOR=20 $(SWIFT) test --filter StoreKillTests

# Runs 100,000 random sequences of each system, optimized: clients and a service over connections that lose, delay, double
# and reorder messages and break; also a million events in one room. SCHEMATA_PROPERTY_SEED=7 selects other sequences.
# Takes about an hour.
soak: setup
	SCHEMATA_TESTS=CollaborationTests SCHEMATA_THOROUGH=1 SCHEMATA_PROPERTY_FACTOR=50 $(SWIFT) test -c release \
	  --scratch-path .build/soak -Xswiftc -enable-testing \
	  --filter "FaultTests|LossTests|RoomCostTests|PropertyTests|UserInfoFollowTests|RoomDeadlineTests|RoomSizeTests"

# Generates code from 10,000 random schemas with hostile text, parses it, and type-checks 300 of the results.
fuzz-source: setup
	SCHEMATA_PROPERTY_FACTOR=20 $(SWIFT) test --filter HostileTextTests

# Interrupts runs of the generator 240 times at random moments, and checks the subsequent runs.
interrupt-tests: setup
	SCHEMATA_PROPERTY_FACTOR=40 $(SWIFT) test --filter InterruptionTests

# Compiles generated code in modules with all combinations of language mode, isolation, access level, imports and upcoming
# features; tests compile only as many as contain each pair. Takes more than an hour.
compile-matrix: setup
	COMPILE_MATRIX=$(or $(PART),all) SCHEMATA_TESTS=CodegenCoreTests $(SWIFT) test --filter CompileMatrixTests

# Runs the tests of all code that reads payloads, and the official suite, with the address sanitizer; undefined behavior in
# C code traps (as it does in Swift). Then runs the runtime library with the thread sanitizer. Takes a while. Without
# optimization and with the address sanitizer, the maximum nesting exceeds the usual stack; tests that measure time
# are skipped.
sanitize: setup
	ulimit -s 65536; ASAN_OPTIONS=detect_leaks=0 SCHEMATA_THOROUGH=1 $(SWIFT) test --scratch-path .build/sanitize --sanitize=address \
	  -Xcc -fsanitize=undefined -Xcc -fsanitize-trap=undefined --filter "$(SANITIZED)" --skip "PatternCostTests|detailedIsDeep"
	$(SWIFT) test --scratch-path .build/threads --sanitize=thread --filter CollaborationTests --skip RoomCostTests

# Runs the targets of Tests/Fuzzing with libFuzzer, two at a time: TIME seconds each (default: 600), ONLY="Reader Lock" for
# some targets, SANITIZE=address to add a sanitizer. Findings fail the run and are kept in .build/fuzz.
fuzz: setup
	@python3 Scripts/fuzz.py

# Compares the C code with every vector instruction set of this machine, with NEON (built for AArch64, under QEMU) and
# without vectors with a reference implementation.
neon:
	@bash Scripts/neon.sh

# Builds and runs the packages in Examples/ and the code blocks of the guide, and edits schemas;
# BUILD_SYSTEMS="native swiftbuild" uses both systems.
examples: setup
	bash Scripts/examples.sh

# Builds .build/artifactbundle, a package with the tool, static and optimized, and the plugins. Takes a while;
# CONFIGURATION=debug packs what `swift build` makes anyway.
artifactbundle: setup
	bash Scripts/artifactbundle.sh

# The files of a release, from a clean checkout: make release VERSION=0.1.0
release: setup
	bash Scripts/release.sh $(VERSION)

# Type-checks the targets for the oldest macOS that the package supports, without an SDK.
floors:
	python3 Scripts/platform-floors.py

format:
	$(SWIFT) format -i --parallel --recursive Package.swift Sources Plugins Tests Templates Examples Benchmarks/Sources Server/Package.swift Server/Sources Server/Tests

lint:
	$(SWIFT) format lint --strict --parallel --recursive Package.swift Sources Plugins Tests Templates Generated Examples Benchmarks/Sources Server/Package.swift Server/Sources Server/Tests

# Opens the documentation in headless Chromium; PICTURES=<folder> keeps screenshots of pages.
look-at-docs: site
	python3 Scripts/look-at-docs.py $(if $(PICTURES),--pictures $(PICTURES))

# Installs a release build of the command line, its completions and its manual page under PREFIX.
PREFIX ?= /usr/local
install: setup
	$(SWIFT) build -c release --product codegen
	sh Scripts/install.sh .build/release/codegen "$(DESTDIR)$(PREFIX)"

# Compares speeds with Foundation's in one run (release build), and writes Benchmarks/RESULTS.md.
bench: setup
	sh Benchmarks/run.sh

# Compares with programs in other languages, which it installs if possible, and writes Benchmarks/PEERS.md.
bench-peers: setup
	sh Benchmarks/peers.sh

# Measures generating, compiling, program size, memory and streams, and writes Benchmarks/COSTS.md. BYTES=1e10
# makes the streams longer.
bench-costs: setup
	sh Benchmarks/costs.sh

# Measures the processor time of a keystroke in the language server. FOLDER=<folder> has other schemas.
bench-keystrokes: setup
	$(SWIFT) build -c release --product codegen
	python3 Benchmarks/keystrokes.py .build/release/codegen $(or $(FOLDER),Schemas)

# Drives the language server with pygls' client (pip install pygls).
client: setup
	$(SWIFT) build --product codegen
	python3 Tests/LanguageServerTests/client.py .build/debug/codegen

# Runs a session in headless Neovim, if it is installed. RECORD=1 rewrites the expected result.
neovim: setup
	$(SWIFT) build --product codegen
	sh Tests/LanguageServerTests/neovim.sh .build/debug/codegen

# Edits schemas at random in the language server for TIME seconds (default: 600), and compares it with a new one.
soak-lsp: setup
	$(SWIFT) build --product codegen
	python3 Tests/LanguageServerTests/soak.py .build/debug/codegen $(or $(TIME),600) $(SEED)

# Measures types, verdicts and round trips of third-party schemas in the folder SCHEMATA_CORPORA, and writes
# Benchmarks/WORLD.md. WORLD="--no-compile" only measures types, WORLD="--only schemastore/package" only one schema.
world: setup
	$(SWIFT) build -c release --product codegen
	PYTHONDONTWRITEBYTECODE=1 python3 Benchmarks/World/world.py --codegen .build/release/codegen --output Benchmarks/WORLD.md $(WORLD)

clean:
	rm -rf .build Benchmarks/.build Benchmarks/.work
