#!/bin/sh
# Installs what the build needs in addition to a Swift toolchain, and says so before it does:
#   setup.sh tool   json-c, libfyaml and pkg-config, which the tool needs
#   setup.sh        SQLite too, which the library's store and the tests need, and on Linux ALSA, for its sound devices
set -eu

packages='json-c libfyaml'
apt='libfyaml-dev libjson-c-dev pkg-config'
brew='json-c libfyaml pkgconf'
if [ "${1:-}" != tool ]; then
  packages="$packages sqlite3"
  apt="$apt libsqlite3-dev"
  brew="$brew sqlite"
  if [ "$(uname -s)" = Linux ]; then
    packages="$packages alsa"
    apt="$apt libasound2-dev"
  fi
fi

# shellcheck disable=SC2086
if command -v pkg-config >/dev/null 2>&1 && pkg-config --exists $packages; then
  exit 0
fi
if command -v apt-get >/dev/null 2>&1; then
  sudo=''
  if [ "$(id -u)" -ne 0 ]; then sudo='sudo'; fi
  echo "setup: installing $apt with ${sudo:+sudo }apt-get"
  # shellcheck disable=SC2086
  {
    $sudo apt-get update -qq
    $sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $apt >/dev/null
  }
elif command -v brew >/dev/null 2>&1; then
  echo "setup: installing $brew with brew"
  # shellcheck disable=SC2086
  brew install $brew
else
  echo 'setup: expected apt-get or brew, found neither; install json-c, libfyaml, SQLite, ALSA (with headers) and pkg-config' >&2
  exit 2
fi
