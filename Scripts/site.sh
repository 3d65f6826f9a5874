#!/bin/sh
# Writes the HTML documentation of this repository's schemas: site.sh TOOL FOLDER
# The committed configuration has only the Markdown edition, so a copy of the schemas gets another one.
set -eu
tool=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
mkdir -p "$2"
site=$(cd "$2" && pwd)
cd "$(dirname "$0")/.."
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
cp -R Schemas "$copy"
sed -e 's/"editions": \["markdown"\]/"editions": ["html"]/' -e '/"models":/d' \
  -e "s|\"documentation\": \"[^\"]*\"|\"documentation\": \"$site\", \"outside\": true|" Schemas/codegen.json \
  >"$copy/Schemas/codegen.json"
"$tool" generate --config "$copy/Schemas/codegen.json" --quiet
echo "site: $site/index.html"
