#!/usr/bin/env bash
# Filters and validates with the tools of a shell.
. "$(dirname "$0")/data.sh"

echo '# Verdicts'
codegen validate --schema users/user-info --lines --output flag - <"$data/users.ndjson" | sort | uniq -c || test $? -eq 1

echo '# The valid lines of a file, unchanged, and the invalid ones; blank lines have no verdict'
LC_ALL=C sed '/^[ \t\r]*$/d' "$data/users.ndjson" >"$data/lines"
codegen validate --schema users/user-info --lines --output flag - <"$data/lines" >"$data/verdicts" || test $? -eq 1
paste -d ' ' "$data/verdicts" "$data/lines" | sed -n 's/^{"valid":true} //p' >"$data/accepted"
paste -d ' ' "$data/verdicts" "$data/lines" | sed -n 's/^{"valid":false} //p' >"$data/rejected"
wc -l <"$data/accepted"
wc -l <"$data/rejected"

echo '# Files, in parallel: each batch has its own output, as a common pipe mixes long lines, and status 255 stops xargs'
mkdir "$data/batches"
status=0
find "$data/users" -name '*.json' -print0 | sort -z | xargs -0 -n 1000 -P 2 sh -c '
  codegen validate --schema users/user-info "$@" >".build/engines/batches/$$.txt"
  status=$?
  [ $status -le 1 ] || exit 255
  exit $status' sh || status=$?
echo "status $status"
cat "$data"/batches/*.txt | sort | sed -n 1,2p

echo '# One kind of payload in a mixed log; positions are those in the output of jq'
jq -c 'select(type == "object" and .gender == -1) | {gender}' "$data/users.ndjson" |
  codegen validate --schema users/user-info --lines - || test $? -eq 1
