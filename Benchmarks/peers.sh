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
  echo "Written by \`make bench-peers\`: ${ROUNDS:-5} rounds in wall-clock time, in which all programs alternate."
  cat <<'END'
[Peers/RESULTS.md](Peers/RESULTS.md) describes workloads, peers and versions.

- The columns show documents per second relative to JSONDecoder or JSONEncoder. They compare the fastest runs, because
  other programs were running. Only MB/s are medians. A MB is 10^6 bytes of input, or of an encoder's output.
- Compare programs that do the same work: `init(json:)` with *typed+validated*, verdicts with *DOM+validated* (*validate
  only* starts from a parsed value), and `JSONValue(parsing:)` with *DOM*. The structural pass and the floor do only a
  part of this work.
- [An earlier run](Peers/RESULTS.md#results) measured newer versions of some peers. Both runs measured json-c, whose
  ratios show how comparable the runs are.

END
  sh machine.sh
  echo
  grep -E '^SKIPPED' "$work/peers.log" | sed 's/ (rc.*//; s/^SKIPPED/- could not be installed or built:/' || true
  grep -E '^left out' "$work/peers.err" | tail -n 1 | sed "s/^left out, not built: \[/- not measured here: /; s/[]']//g" || true
  grep -E '^failed' "$work/peers.err" | sed 's/^/- /' || true
  cat "$work/results.md"
  printf '\n## One large array in a file, element by element\n\n'
  cat "$work/streams.md"
} >PEERS.md
cat PEERS.md
