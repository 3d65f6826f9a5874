#!/usr/bin/env bash
# Validates in PostgreSQL 15, with Debian's packages postgresql and postgresql-plpython3-15.
. "$(dirname "$0")/data.sh"

# A server for this script, with a copy of the tool and the schemas: its user may be unable to read a clone.
run_as=()
if [ "$(id -u)" -eq 0 ]; then run_as=(runuser -u postgres --); fi
programs=/usr/lib/postgresql/15/bin
server=$("${run_as[@]}" mktemp -d /tmp/schemata-engines.XXXXXX)
# The socket's path is short enough for the system.
trap '"${run_as[@]}" $programs/pg_ctl -D "$server/data" stop >/dev/null || true; rm -rf "$server"' EXIT
tool=$(dirname "$(readlink -f "$(command -v codegen)")")
tar -cf - Schemas -C "$tool" codegen | "${run_as[@]}" tar -xf - --no-same-owner -C "$server"
"${run_as[@]}" $programs/initdb -D "$server/data" -U postgres -A trust -E UTF8 >/dev/null
"${run_as[@]}" $programs/pg_ctl -D "$server/data" -w -l "$server/log" \
  -o "-c listen_addresses='' -c unix_socket_directories=$server" start >/dev/null
export PGHOST=$server PGUSER=postgres PGDATABASE=postgres

echo '# Loading: the program runs on the client; after exit code 2 or 127, -1 rolls everything back'
# `csv` with control characters, which JSON cannot contain: the default format reads `\` as an escape and damages JSON.
# Some lines fail the whole load: those that are not UTF-8, and valid JSON that `jsonb` rejects, "\u0000" and numbers of
# more than 131,072 digits.
psql -A -q -1 -v ON_ERROR_STOP=1 <<'SQL'
CREATE TEMP TABLE staging (line bigint GENERATED ALWAYS AS IDENTITY, payload text);
CREATE TEMP TABLE verdicts (verdict jsonb);
\copy staging (payload) FROM '.build/engines/users.ndjson' (FORMAT csv, QUOTE E'\x01', DELIMITER E'\x02')
\copy verdicts FROM PROGRAM 'codegen validate --schema users/user-info --lines --output json .build/engines/users.ndjson || test $? -eq 1' (FORMAT csv, QUOTE E'\x01', DELIMITER E'\x02')
CREATE TABLE users (payload jsonb NOT NULL);
CREATE TABLE rejected (line bigint, payload text, errors jsonb);
INSERT INTO users SELECT payload::jsonb FROM staging JOIN verdicts ON line = (verdict->'line')::bigint
  WHERE (verdict->'valid')::boolean;
INSERT INTO rejected SELECT line, payload, verdict->'errors' FROM staging JOIN verdicts ON line = (verdict->'line')::bigint
  WHERE NOT (verdict->'valid')::boolean;
SELECT line, errors->0->>'instanceLocation' AS pointer, errors->0->>'error' AS error FROM rejected LIMIT 3;
SQL

echo '# A trigger with a co-process: one tool per session and schema, a line per payload'
# - plpython3u is untrusted: only superusers create functions in it. Messages of the tool are in the server's log.
# - Every session that inserts has a process per schema: use a connection pool. It keeps the schemas with which it started:
#   after a change, reconnect and look for invalid rows, SELECT … WHERE schema_error(…) IS NOT NULL.
# - `jsonb` has already dropped repeated members and the spelling of numbers.
# - A process per row (plsh) took 1,000 times as long.
# - Do not call the function in a CHECK or declare it IMMUTABLE: it depends on files, so existing rows would not be checked
#   again, and a dump could only be restored where the tool and a schema that accepts all rows exist.
psql -q -v ON_ERROR_STOP=1 -v folder="$server" <<'SQL'
CREATE EXTENSION plpython3u;
CREATE FUNCTION schema_error(folder text, schema text, payload jsonb) RETURNS text LANGUAGE plpython3u STRICT AS $$
import json, subprocess
tool = SD.get(schema)
if tool is None or tool.poll() is not None:
    command = ["./codegen", "validate", "--schema", schema, "--lines", "--output", "json", "-"]
    tool = SD[schema] = subprocess.Popen(command, cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
tool.stdin.write(payload.encode() + b"\n")
tool.stdin.flush()
answer = tool.stdout.readline()
if not answer:
    plpy.error("codegen validate ended with status " + str(tool.wait()))
verdict = json.loads(answer)
if verdict["valid"]:
    return None
return "; ".join(error["instanceLocation"] + ": " + error["error"] for error in verdict["errors"])
$$;
REVOKE EXECUTE ON FUNCTION schema_error FROM PUBLIC;

CREATE FUNCTION check_payload() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE error text := schema_error(TG_ARGV[0], TG_ARGV[1], NEW.payload);
BEGIN
  IF error IS NOT NULL THEN
    RAISE EXCEPTION 'payload violates %: %', TG_ARGV[1], error USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE TABLE checked (payload jsonb NOT NULL);
CREATE TRIGGER checked_payload BEFORE INSERT OR UPDATE OF payload ON checked
  FOR EACH ROW EXECUTE FUNCTION check_payload(:'folder', 'users/user-info');
SQL
psql -c "INSERT INTO checked VALUES ('{\"userId\": \"oriana_97\"}')"
psql -v VERBOSITY=terse -c "INSERT INTO checked VALUES ('{\"userId\": 1, \"gender\": 7}')" 2>&1 || true

echo '# A CHECK in SQL: `coalesce`, because a missing member is null'
# - Its error names the constraint, not the member.
# - octet_length counts bytes in the database's encoding, char_length what minLength and maxLength count.
# - Items need jsonb_path_exists(payload, '$.items[*] ? (…)'). Recursion, unevaluatedProperties and most formats are out of
#   reach; like_regex and ~ are not JSON Schema's regular expressions.
psql -c "CREATE TABLE plain (payload jsonb NOT NULL CHECK (
  jsonb_typeof(payload) = 'object'
  AND coalesce(octet_length(payload->>'nickName') <= 64, true)
  AND coalesce(payload->'gender' IN ('0', '1', '2'), true)))"
psql -c "INSERT INTO plain VALUES ('{\"gender\": 2}')"
psql -v VERBOSITY=terse -c "INSERT INTO plain VALUES ('{\"gender\": 7}')" 2>&1 || true
