#!/usr/bin/env bash
# Makes the files of a release, from a clean checkout whose version and changelog say it: release.sh VERSION
# Writes .build/release-files: the artifact bundle, the package around it, the plain tool, checksums and notes.
set -euo pipefail
cd "$(dirname "$0")/.."
version=$1
files=$PWD/.build/release-files

fail() {
  echo "release: $*" >&2
  exit 1
}

stated=$(sed -n 's/^  .*static let version = "\(.*\)"$/\1/p' Sources/Tool/CodegenProject/Project/Release.swift)
[ "$stated" = "$version" ] || fail "expected version $version in Release.swift, found '$stated'"
[ -z "$(git status --porcelain)" ] || fail "expected a clean checkout, found changes"
notes=$(awk -v heading="## $version" 'index($0, heading) == 1 { found = 1; next } /^## / { found = 0 } found' CHANGELOG.md)
[ -n "$notes" ] || fail "expected a section '## $version' in CHANGELOG.md, found none"
case $(grep "^## $version" CHANGELOG.md) in
  *unreleased*) [ -n "${ALLOW_UNRELEASED:-}" ] || fail "expected a date in the changelog's heading, found 'unreleased'" ;;
esac

rm -rf "$files"
mkdir -p "$files"
printf '%s\n' "$notes" >"$files/notes.md"
bash Scripts/examples.sh
bash Scripts/artifactbundle.sh
cp .build/artifactbundle/codegen-"$version".artifactbundle.zip "$files/"
(cd .build/artifactbundle && zip -q -r -X "$files/schemata-tool-$version.zip" schemata-tool)
bash Scripts/static-tool.sh codegen "$files"
triple=$(swift -print-target-info | sed -n 's/^ *"unversionedTriple": "\(.*\)",*$/\1/p' | head -n 1)
(cd "$files" && zip -q -X "codegen-$version-$triple.zip" codegen && rm codegen && sha256sum ./*.zip | sed 's|\./||' >checksums.txt)
echo "made in .build/release-files:"
cat "$files/checksums.txt"
