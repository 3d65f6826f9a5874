#!/bin/sh
# Measures our paths against Foundation's in one run and writes the table to Benchmarks/RESULTS.md.
# Peers in C, C++, Rust, Python and JavaScript: Benchmarks/Peers/run_peers.sh.
set -eu
cd "$(dirname "$0")"
work="${WORK:-$PWD/.work}"
mkdir -p "$work/data"
if [ ! -s "$work/data/w3.ndjson" ]; then python3 Peers/make_payloads.py "$work/data" >/dev/null; fi
swift run --package-path .. codegen --config Schemas/codegen.json --quiet
swift build -c release
"$(swift build -c release --show-bin-path)/bench" "$work/data" "${ROUNDS:-5}" >"$work/table.md"
{
  echo '# Results'
  echo
  echo 'One run of `make bench`: medians, all paths interleaved, release build, one thread; MB/s of 10^6 input bytes'
  echo '(output bytes for encoders). Machines differ and are noisy: only the ratios mean something.'
  echo
  echo "$(swift --version 2>/dev/null | head -n 1); $(uname -sm); $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo 2>/dev/null | head -n 1)"
  echo
  cat "$work/table.md"
} >RESULTS.md
cat RESULTS.md
