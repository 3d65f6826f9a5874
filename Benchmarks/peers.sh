#!/bin/sh
# Ours beside programs in other languages, all interleaved in one run; writes Benchmarks/PEERS.md. Installs what Debian
# (as root) and PyPI have and builds under .work; what cannot be installed is named and left out.
# ROUNDS (5), SEED (1) of the documents of other shapes; SKIP_BUILD=1 to measure what is there.
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
W1 has users of 342 bytes (lines, and an array), W2 room states of 9.6 KB, and W3 chat messages of 2.9 KB.

- The columns show documents per second relative to JSONDecoder or JSONEncoder. They compare the fastest runs, because
  other programs were running. Only MB/s are medians. A MB is 10^6 bytes of input, or of an encoder's output.
- Compare programs that do the same work: `init(json:)` with *typed+validated*, verdicts with *DOM+validated* (*validate
  only* starts from a parsed value), and `JSONValue(parsing:)` with *DOM*. The structural pass and the floor do only a
  part of this work.

END
  sh machine.sh
  echo
  grep -E '^SKIPPED' "$work/peers.log" | sed 's/ (rc.*//; s/^SKIPPED/- could not be installed or built:/' || true
  grep -E '^left out.*\[.+\]' "$work/peers.err" | tail -n 1 | sed "s/^left out, not built: \[/- not measured here: /; s/[]']//g" || true
  grep -E '^failed' "$work/peers.err" | sed 's/^/- /' || true
  cat "$work/results.md"
  printf '\n## One large array in a file, element by element\n\n'
  cat "$work/streams.md"
  if [ -s "$work/shapes.md" ]; then
    printf '\n## Documents of other shapes\n\n'
    cat "$work/shapes.md"
  fi
  if [ -s "$work/schemas.md" ]; then
    printf '\n## Other people'"'"'s schemas\n\n'
    cat "$work/schemas.md"
  fi
} | cat -s | sed -E '/^\|/ s/ *\| */|/g' >PEERS.md
cat PEERS.md
