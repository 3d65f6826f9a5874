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
  echo "Written by \`make bench-peers\`: medians of ${ROUNDS:-5} rounds by the clock on the wall, all programs interleaved."
  cat <<'END'
[Peers/RESULTS.md](Peers/RESULTS.md) describes workloads, peers and versions.

- The columns show documents per second relative to JSONDecoder or JSONEncoder, in the fastest run of each program, because
  other programs were running. A MB is 10^6 bytes of input, or of an encoder's output.
- Compare programs that do the same work: `init(json:)` with *typed+validated*, verdicts with *DOM+validated* (*validate only*
  starts from a parsed value), and `JSONValue(parsing:)` with *DOM*. The structural pass and the floor are parts of such work.
- [An earlier run](Peers/RESULTS.md#results) contains newer peers. Both runs contain json-c, whose ratios show how comparable
  they are.

END
  sh machine.sh
  echo
  grep -E '^SKIPPED' "$work/peers.log" | sed 's/ (rc.*//; s/^SKIPPED/- could not be installed or built:/' || true
  grep -E '^left out' "$work/peers.err" | tail -n 1 | sed "s/^left out, not built: \[/- not here: /; s/[]']//g" || true
  grep -E '^failed' "$work/peers.err" | sed 's/^/- /' || true
  cat "$work/results.md"
  printf '\n## One large array in a file, element by element\n\n'
  cat "$work/streams.md"
} >PEERS.md
cat PEERS.md
