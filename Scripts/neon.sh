#!/bin/bash
# Compares every form of the C code with a plain reading of its contract (Tests/CJSONScan): the vectors of this machine and
# no vectors, natively and under sanitizers; NEON and no vectors, built for AArch64 by GCC and, where it is there, Clang,
# under QEMU. SEED and ROUNDS choose the random texts, SCHEMATA_SUITES has the official ones.
set -euo pipefail
cd "$(dirname "$0")/.."

work=.build/neon
source=Tests/CJSONScan
seed="${SEED:-1}"
rounds="${ROUNDS:-50000}"
mkdir -p "$work"

files=()
if [ -n "${SCHEMATA_SUITES:-}" ]; then
  mapfile -t files < <(find "$SCHEMATA_SUITES/json-test-suite/test_parsing" \
    "$SCHEMATA_SUITES/json-schema-test-suite/tests/draft2020-12" -name '*.json' | sort)
else
  echo 'neon: no official texts: SCHEMATA_SUITES names no folder' >&2
fi

# compare NAME RUNNER LINKER COMPILER...: builds both forms, and runs the comparison.
compare() {
  local name=$1 runner=$2 linker=$3
  shift 3
  local options=(-std=c11 -D_DEFAULT_SOURCE -O2 -g -Wall -Wextra -ISources/Runtime/CJSONScan/include)
  "$@" "${options[@]}" -c -DFORM=with_vectors -o "$work/with.o" "$source/form.c"
  "$@" "${options[@]}" -c -DFORM=without_vectors -U__SSE2__ -U__ARM_NEON -o "$work/without.o" "$source/form.c"
  "$@" "${options[@]}" -c -o "$work/compare.o" "$source/compare.c"
  # Linkers print many warnings about sanitizers.
  if ! $linker -o "$work/compare" "$work/compare.o" "$work/with.o" "$work/without.o" 2>"$work/linker.log"; then
    cat "$work/linker.log" >&2
    exit 1
  fi
  printf '%s: ' "$name"
  $runner "$work/compare" "$seed" "$rounds" ${files[@]+"${files[@]}"}
}

# GCC does not know Clang's attributes for non-null pointers.
gcc=(-D_Nonnull= -D_Nullable=)
sanitizers=(-fsanitize=address,undefined -fno-sanitize-recover=all)
clang="${CLANG:-clang}"

machine="$(uname -m)"
if command -v "$clang" >/dev/null; then
  compare "$machine, Clang" '' "$clang" "$clang"
  compare "$machine, Clang, sanitizers" '' "$clang ${sanitizers[*]}" "$clang" "${sanitizers[@]}"
fi
if command -v gcc >/dev/null && ! gcc --version | grep -q clang; then compare "$machine, GCC" '' gcc gcc "${gcc[@]}"; fi

case "$machine" in
aarch64 | arm64) exit 0 ;;
esac
if ! command -v qemu-aarch64 >/dev/null || ! command -v aarch64-linux-gnu-gcc >/dev/null; then
  if ! command -v apt-get >/dev/null; then
    echo 'neon: expected qemu-aarch64 and aarch64-linux-gnu-gcc, found neither them nor apt-get; install them by hand' >&2
    exit 2
  fi
  sudo=''
  if [ "$(id -u)" -ne 0 ]; then sudo='sudo'; fi
  $sudo apt-get update -qq
  $sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
    gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user
fi
cross='aarch64-linux-gnu-gcc -static'
compare 'aarch64 under QEMU, GCC' qemu-aarch64 "$cross" aarch64-linux-gnu-gcc "${gcc[@]}"
if command -v "$clang" >/dev/null; then
  compare 'aarch64 under QEMU, Clang' qemu-aarch64 "$cross" \
    "$clang" --target=aarch64-linux-gnu -isystem /usr/aarch64-linux-gnu/include
fi
