#!/bin/sh
# What Schemata costs beside speed: generating, compiling, size, memory, streams. Writes Benchmarks/COSTS.md.
# RUNS (3): clean builds of every kind. BYTES (1e9): length of the streams; 1e10 takes minutes.
# USERS (1e6): users written to a store on disk and read back.
# ONLY: some of first_build, generation, bounds, compile, apis, binary_size, memory, lines, users; the others keep their last figures.
set -eu
cd "$(dirname "$0")"
work="${WORK:-$PWD/.work}"
export PYTHONDONTWRITEBYTECODE=1
mkdir -p "$work/data" "$work/costs"
if [ ! -s "$work/data/w3.invalid.ndjson" ]; then python3 Peers/make_payloads.py "$work/data" >/dev/null; fi
swift build -c release --package-path .. --product codegen
swift build -c release
swift build -c release --package-path .. --product StoreWriter
codegen="$(swift build -c release --package-path .. --show-bin-path)/codegen"
writer="$(swift build -c release --package-path .. --show-bin-path)/StoreWriter"
bench="$(swift build -c release --show-bin-path)/bench"
steps="first_build generation bounds compile apis binary_size memory lines users"
# The documents of the APIs are other people's (CONTRIBUTING.md).
[ -n "${SCHEMATA_CORPORA:-}" ] || ONLY="${ONLY:-$(echo "$steps" | sed 's/ apis//')}"
for step in ${ONLY:-$steps}; do
  case "$step" in
    generation | bounds | apis) set -- "$codegen" ;;
    compile) set -- "$codegen" "${RUNS:-3}" ;;
    binary_size | first_build) set -- ;;
    memory) set -- "$bench" ;;
    lines) set -- "$codegen" "${BYTES:-1e9}" ;;
    users) set -- "$writer" "${USERS:-1e6}" ;;
    *) echo "costs.sh: no step $step" >&2 && exit 2 ;;
  esac
  python3 "Costs/$step.py" "$work" "$@" >"$work/costs/$step.new"
  mv "$work/costs/$step.new" "$work/costs/$step.md"
done
{
  echo '# Costs'
  echo
  echo 'Written by `make bench-costs`. CPU columns show processor time. Tables are from different hours, in which the machine'
  echo 'was up to twice as fast: compare figures of one table.'
  echo
  sh machine.sh
  for step in $steps; do
    [ -s "$work/costs/$step.md" ] || continue
    echo
    case "$step" in
      first_build) echo '## The first build' ;;
      generation) echo '## `codegen generate`, release build' ;;
      bounds) echo '## Schemas that are made to be expensive: processor seconds of each verb' ;;
      compile) echo '## Compiling generated code, compared with synthesized Codable' ;;
      apis) echo '## Compiling the models of large public APIs' ;;
      binary_size) echo '## Size of a program' ;;
      memory) echo '## Memory for a document' ;;
      lines) echo '## `codegen validate` at the end of a pipe' ;;
      users) echo '## Users written to a SQLite store and read back' ;;
    esac
    echo
    cat "$work/costs/$step.md"
  done
} >COSTS.md
cat COSTS.md
