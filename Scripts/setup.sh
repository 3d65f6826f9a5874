#!/bin/sh
# Installs the dependencies of the build except the Swift toolchain: json-c, libfyaml and SQLite with their pkg-config files.
set -eu

if command -v pkg-config >/dev/null 2>&1 && pkg-config --exists json-c libfyaml sqlite3; then
  exit 0
fi
if command -v apt-get >/dev/null 2>&1; then
  sudo=''
  if [ "$(id -u)" -ne 0 ]; then sudo='sudo'; fi
  $sudo apt-get update -qq
  $sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends libfyaml-dev libjson-c-dev libsqlite3-dev pkg-config
elif command -v brew >/dev/null 2>&1; then
  brew install json-c libfyaml sqlite pkg-config
else
  echo 'setup: expected apt-get or brew, found neither; install json-c, libfyaml, SQLite (all with headers) and pkg-config by hand' >&2
  exit 2
fi
