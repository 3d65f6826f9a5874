#!/bin/sh
# Clones the official test suites into a folder, for SCHEMATA_SUITES: get-suites.sh FOLDER
set -eu
mkdir -p "$1"
cd "$1"
clone() { [ -d "$2" ] || git clone --quiet --depth 1 "https://github.com/$1" "$2"; }
clone json-schema-org/JSON-Schema-Test-Suite json-schema-test-suite
clone nst/JSONTestSuite json-test-suite
clone mustache/spec mustache-spec
