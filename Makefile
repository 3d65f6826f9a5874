# The verbs of this project. `make` alone builds the tool and generates the models of this repository.

SWIFT ?= swift
SANITIZED = SchemaRuntimeTests|SchemaValidationTests|CollaborationModelsTests|ConformanceTests.ConformanceTests

.PHONY: all setup build generate check test test-all kill-tests interrupt-tests fuzz fuzz-source neon conformance sanitize examples artifactbundle release floors format lint look-at-docs templates \
	rules keywords plugins install unicode bench bench-peers bench-costs world clean

# The tool once, and nothing else.
all:
	@sh Scripts/setup.sh tool
	@SWIFT='$(SWIFT)' sh Scripts/first-build.sh

# Without the plugins, for which the generator would be compiled a second time, and with optimized targets for the tests
# (Package.swift). Verbs that share a build have to agree.
build generate check test test-all kill-tests fuzz-source interrupt-tests conformance rules keywords: export SCHEMATA_DEVELOPMENT = 1

# Installs json-c, libfyaml, SQLite and pkg-config with the system's package manager if they are missing.
setup:
	@sh Scripts/setup.sh

build:
	$(SWIFT) build

# Schemas/ to Generated/. Writes only files whose bytes differ.
generate:
	$(SWIFT) run codegen

# Fails, with a diff, when Generated/ or the built-in templates are stale, and when the schemas have findings.
check: templates
	$(SWIFT) run codegen generate --check
	$(SWIFT) run codegen lint --strict

# All tests, with samples of the slow ones. SCHEMATA_SUITES=<folder> adds the official suites (CONTRIBUTING.md).
test: setup
	$(SWIFT) test

# The same tests with all that is slow: every case of the suites, more random rounds. CI runs this.
test-all: setup
	SCHEMATA_THOROUGH=1 $(SWIFT) test

# A process that writes to a store on disk, killed at a hundred random moments.
kill-tests: setup
	SCHEMATA_PROPERTY_FACTOR=20 $(SWIFT) test --filter StoreKillTests

# What the generator makes of 10,000 random schemas full of hostile text, parsed and 300 of them type-checked.
fuzz-source: setup
	SCHEMATA_PROPERTY_FACTOR=20 $(SWIFT) test --filter HostileTextTests

# Runs of the generator that are interrupted 240 times at random moments, and the runs after them.
interrupt-tests: setup
	SCHEMATA_PROPERTY_FACTOR=40 $(SWIFT) test --filter InterruptionTests

# The official suite over both engines; writes Documentation/Conformance.md. `make test-all` compares with it.
conformance: setup
	CONFORMANCE_RECORD=1 SCHEMATA_THOROUGH=1 $(SWIFT) test --filter ConformanceTests

# The tests of everything that reads payloads, and the official suite, under the address sanitizer; undefined behavior of
# C code traps (Swift traps by itself). Then the runtime library under the thread sanitizer. Takes a while. Without
# optimization and with the address sanitizer, the deepest nesting allowed takes more than the usual stack; tests of time
# are left out.
sanitize: setup
	ulimit -s 65536; ASAN_OPTIONS=detect_leaks=0 SCHEMATA_THOROUGH=1 $(SWIFT) test --scratch-path .build/sanitize --sanitize=address \
	  -Xcc -fsanitize=undefined -Xcc -fsanitize-trap=undefined --filter "$(SANITIZED)" --skip "PatternCostTests|detailedIsDeep"
	$(SWIFT) test --scratch-path .build/threads --sanitize=thread --filter CollaborationTests

# libFuzzer over the targets of Tests/Fuzzing, two at a time: TIME seconds for each (600), ONLY="Reader Lock" for some,
# SANITIZE=address with one more sanitizer. Findings are kept in .build/fuzz and fail the run.
fuzz: setup
	@python3 Scripts/fuzz.py

# The C code with every vector instruction set of this machine, with NEON (built for AArch64, under QEMU) and without
# vectors, against a plain reading of what it promises.
neon:
	@bash Scripts/neon.sh

# Builds and runs the packages of Examples/ and edits their schemas; BUILD_SYSTEMS="native swiftbuild" with both.
examples: setup
	bash Scripts/examples.sh

# The tool, static and optimized, in a package with the plugins: .build/artifactbundle. Takes a while.
artifactbundle: setup
	bash Scripts/artifactbundle.sh

# The files of a release, from a clean checkout: make release VERSION=0.1.0
release: setup
	bash Scripts/release.sh $(VERSION)

# Type-checks the targets for the oldest macOS that the package supports, without an SDK.
floors:
	python3 Scripts/platform-floors.py

format:
	$(SWIFT) format -i --parallel --recursive Package.swift Sources Plugins Tests Templates Examples Benchmarks/Sources

lint:
	$(SWIFT) format lint --strict --parallel --recursive Package.swift Sources Plugins Tests Templates Generated Examples Benchmarks/Sources

# Opens the documentation in headless Chromium as a reader does; PICTURES=<folder> keeps pictures of pages.
look-at-docs:
	python3 Scripts/look-at-docs.py $(if $(PICTURES),--pictures $(PICTURES))

# Writes the templates as Swift literals.
templates:
	@sh Scripts/embed-templates.sh

# The pages of the lint rules, from the rules.
rules:
	LINT_RECORD=1 $(SWIFT) test --filter RulePageTests

# Writes the table of supported keywords, which the generator makes by running itself.
keywords:
	$(SWIFT) run codegen dump keywords > Sources/codegen/Documentation.docc/Keywords.md.new
	@mv Sources/codegen/Documentation.docc/Keywords.md.new Sources/codegen/Documentation.docc/Keywords.md

# The command line in release, its completions and its manual page, below PREFIX.
PREFIX ?= /usr/local
install: setup
	$(SWIFT) build -c release --product codegen
	sh Scripts/install.sh .build/release/codegen "$(DESTDIR)$(PREFIX)"

# Brings the build plugin's copies of the sources that name files up to date: plugins cannot import modules.
plugins:
	@for file in CodegenCore/Naming/FileNames CodegenCore/Texts/NameWords JSONSchema/Glob SchemaLoading/FolderWalk; do \
	  sed 's/package //' Sources/$$file.swift >Plugins/CodegenPlugin/$${file##*/}.swift; \
	done

# Writes the tables of Unicode as Swift literals. Needs python3 and the Unicode Character Database 15.0, which is Debian's
# package unicode-data; UCD=<folder> names another copy.
unicode:
	python3 Scripts/generate-unicode.py $(UCD)

# Speeds compared with Foundation's, in one run (release build): writes Benchmarks/RESULTS.md.
bench: setup
	sh Benchmarks/run.sh

# The same compared with programs in other languages, which it installs if possible: writes Benchmarks/PEERS.md.
bench-peers: setup
	sh Benchmarks/peers.sh

# Generating, compiling, program size, memory, streams of lines: writes Benchmarks/COSTS.md. BYTES=1e10 for a long stream.
bench-costs: setup
	sh Benchmarks/costs.sh

# Types, verdicts and round trips of other people's schemas, in the folder that SCHEMATA_CORPORA names: writes
# Benchmarks/WORLD.md. WORLD="--no-compile" for the figures of types alone, WORLD="--only schemastore/package" for one schema.
world: setup
	$(SWIFT) build -c release --product codegen
	PYTHONDONTWRITEBYTECODE=1 python3 Benchmarks/World/world.py --codegen .build/release/codegen --output Benchmarks/WORLD.md $(WORLD)

clean:
	rm -rf .build Benchmarks/.build Benchmarks/.work
