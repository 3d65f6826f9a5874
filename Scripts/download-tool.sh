#!/bin/sh
# Downloads the tool of a release, and checks it; on macOS, builds it: download-tool.sh VERSION FOLDER
# Releases are those of GITHUB_ACTION_REPOSITORY, which GitHub sets for actions.
set -eu
version=$1
folder=$2
repository=${GITHUB_ACTION_REPOSITORY:-schemata/schemata}
case "$(uname -s)-$(uname -m)" in
  Linux-x86_64) triple=x86_64-unknown-linux-gnu ;;
  Darwin-*)
    # There is no bundle for macOS yet.
    cd "$(dirname "$0")/.."
    sh Scripts/setup.sh tool
    make install PREFIX="$folder"
    ln -sf bin/codegen "$folder/codegen"
    exit 0
    ;;
  *)
    echo "download-tool: expected Linux on x86-64, found $(uname -sm); build the tool with 'make install'" >&2
    exit 2
    ;;
esac
case "$version" in
  [0-9]*.[0-9]*.[0-9]*) ;;
  *)
    echo "download-tool: expected a version such as 0.1.0, found '$version'; set the action's input 'version'" >&2
    exit 2
    ;;
esac
releases=${SCHEMATA_RELEASES:-https://github.com/$repository/releases/download}
file=codegen-$version-$triple.zip
mkdir -p "$folder"
for name in "$file" checksums.txt; do
  curl --fail --silent --show-error --location --output "$folder/$name" "$releases/v$version/$name"
done
(cd "$folder" && grep "  $file\$" checksums.txt | sha256sum --check --quiet -)
unzip -q -o "$folder/$file" -d "$folder"
"$folder/codegen" --version
