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
  echo "Written by \`make bench\`: medians of ${ROUNDS:-5} rounds, all paths of a workload interleaved, release build, one thread, by its"
  echo 'processor time. Figures are speeds relative to JSONDecoder in the same run, of `json()` to JSONEncoder, of kept results to kept'
  echo 'results; for these, MB/s of 10^6 input bytes (output bytes for the encoder). Readers, validators and decoders are kept between'
  echo 'documents.'
  echo
  sh machine.sh
  echo
  cat "$work/tables.md"
} >RESULTS.md
cat RESULTS.md
