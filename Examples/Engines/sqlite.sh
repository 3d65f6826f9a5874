#!/usr/bin/env bash
# Reads verdicts into SQLite. `.import` does not fail if the tool does: compare the counts.
. "$(dirname "$0")/data.sh"
sqlite3 "$data/verdicts.db" 'CREATE TABLE verdicts (verdict TEXT)' '.mode ascii' '.separator "\002" "\n"' \
  ".import '|codegen validate --schema users/user-info --lines --output json $data/users.ndjson' verdicts" \
  '.mode list' '.separator "|" "\n"' \
  "SELECT json_extract(verdict, '$.valid') AS valid, count(*) FROM verdicts GROUP BY valid"
