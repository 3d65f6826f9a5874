#!/usr/bin/env bash
# Counts errors by keyword in DuckDB (`pip install duckdb`).
. "$(dirname "$0")/data.sh"
{ codegen validate --schema users/user-info --lines --output json "$data/users.ndjson" || test $? -eq 1; } |
  python3 -c 'import duckdb; print(duckdb.sql("""
    SELECT errors[1].keyword AS keyword, count(*) AS payloads FROM read_json("/dev/stdin", format="newline_delimited",
      columns={line: "BIGINT", valid: "BOOLEAN", errors: "STRUCT(keyword VARCHAR)[]"})
    WHERE NOT valid GROUP BY ALL ORDER BY ALL"""))'
