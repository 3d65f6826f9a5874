#!/bin/sh
# A session in headless Neovim, whose result is in neovim.txt: `neovim.sh CODEGEN`.
set -eu
command -v nvim >/dev/null || { echo "neovim.sh: skipped, because nvim is not installed"; exit 0; }
CODEGEN=$(realpath "$1"); export CODEGEN
here=$(cd "$(dirname "$0")" && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"outputs": {"models": "Models"}}' > codegen.json
cat > user.schema.json <<'END'
{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "title": "User", "type": "object",
  "properties": {
    "name": { "$ref": "#/$defs/short" },
    "age": { "type": ["integer", "null"], "x-swift": { "null": "absent" }, "x-open": true }
  },
  "$defs": { "short": { "type": "string", "maxLenght": 3, "description": "Short text." } }
}
END
HOME=$folder XDG_STATE_HOME=$folder XDG_CACHE_HOME=$folder timeout 120 \
  nvim --headless -u NONE -i NONE -n user.schema.json -S "$here/neovim.lua" > result.txt 2> errors.txt || { cat errors.txt result.txt; exit 1; }
if [ "${RECORD:-}" ]; then cp result.txt "$here/neovim.txt"; fi
diff "$here/neovim.txt" result.txt && echo "neovim.sh: the session is as expected"
