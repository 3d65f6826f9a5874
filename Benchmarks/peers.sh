#!/bin/sh
# Ours beside programs in other languages, all interleaved in one run; writes Benchmarks/PEERS.md. Installs what Debian
# (as root) and PyPI have and builds under .work; what cannot be installed is named and left out.
# ROUNDS (5); SKIP_BUILD=1 to measure what is there.
set -eu
cd "$(dirname "$0")"
work="${WORK:-$PWD/.work}"
mkdir -p "$work/data" "$work/build"
SKIP_COST=1 ROUNDS="${ROUNDS:-5}" bash Peers/run_peers.sh "$work" >"$work/peers.log" 2>"$work/peers.err"
{
  echo '# Peers'
  echo
  echo "One run of \`make bench-peers\`: medians of ${ROUNDS:-5} rounds, all programs interleaved, by the clock on the wall;"
  echo 'MB/s of 10^6 input bytes (output bytes for encoders). P0 is ours. [Peers/RESULTS.md](Peers/RESULTS.md) keeps an'
  echo 'earlier run with more peers, and says what each of them is.'
  echo
  sh machine.sh
  echo
  grep -E '^SKIPPED' "$work/peers.log" | sed 's/ (rc.*//; s/^SKIPPED/- could not be installed or built:/' || true
  grep -E '^left out' "$work/peers.err" | tail -n 1 | sed "s/^left out, not built: \[/- not here: /; s/[]']//g" || true
  grep -E '^failed' "$work/peers.err" | sed 's/^/- /' || true
  cat "$work/results.md"
  echo
  echo '## Beside peers that were not run here'
  echo
  echo '"kept" is the earlier run in [Peers/RESULTS.md](Peers/RESULTS.md): ratios within a run compare, speeds do not. "now"'
  echo 'takes the fastest run of each, as other programs were running.'
  echo
  python3 Peers/compare_kept.py "$work/raw.json" Peers/RESULTS.md
} >PEERS.md
cat PEERS.md
