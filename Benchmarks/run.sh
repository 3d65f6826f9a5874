#!/bin/sh
# Measures our paths against Foundation's in one run and writes the tables to Benchmarks/RESULTS.md.
# ROUNDS (5): how often every path runs; the figures are medians. WORK: where payloads lie (.work).
# Peers in other languages: peers.sh. What generating, compiling and memory cost: costs.sh.
set -eu
cd "$(dirname "$0")"
work="${WORK:-$PWD/.work}"
mkdir -p "$work/data"
if [ ! -s "$work/data/w3.invalid.ndjson" ]; then python3 Peers/make_payloads.py "$work/data" >/dev/null; fi
python3 make_variants.py "$work/data" ../Tests/Fixtures
swift run --package-path .. codegen --config Schemas/codegen.json --quiet
swift build -c release
"$(swift build -c release --show-bin-path)/bench" tables "$work/data" "${ROUNDS:-5}" >"$work/tables.md"
{
  echo '# Results'
  echo
  echo "Written by \`make bench\`: medians of ${ROUNDS:-5} rounds, in which all paths of a workload alternate, in a release build on one thread."
  echo 'Speeds are by processor time, and relative to JSONDecoder or JSONEncoder in the same run. A MB is 10^6 bytes of input, or'
  echo "of an encoder's output. Readers, validators and decoders are reused. Paths that keep all results are compared with each other."
  echo
  sh machine.sh
  echo
  cat "$work/tables.md"
} >RESULTS.md
cat RESULTS.md
