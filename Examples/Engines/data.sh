# Sourced by the other scripts: 2,000 valid payloads and one invalid one for each keyword, in .build/engines of the clone.
# `codegen` is on the PATH: PATH="$PWD/.build/tool/debug:$PATH" after `make`.
set -euo pipefail
cd "$(dirname "$0")/../.."
data=.build/engines
rm -rf "$data"
mkdir -p "$data/users"
codegen sample --schema users/user-info --count 2000 >"$data/valid.ndjson"
codegen sample --schema users/user-info --invalid | jq -c .payload >"$data/invalid.ndjson"
cat "$data/valid.ndjson" "$data/invalid.ndjson" >"$data/users.ndjson"
split -l 1 -a 4 --additional-suffix=.json "$data/users.ndjson" "$data/users/"
