#!/bin/sh
# Installs what the build needs in addition to a Swift toolchain, and says so before it does:
#   setup.sh tool   json-c, libfyaml, cmark-gfm and pkg-config, which the tool needs
#   setup.sh        also what all products of the library need, and their tests: SQLite, PostgreSQL, and on Linux
#                   ALSA and libwebsockets
#   setup.sh server what the server and its tests need: SQLite, PostgreSQL, OpenSSL, libwebsockets and haproxy
set -eu

packages='json-c libcmark-gfm libfyaml'
apt='libcmark-gfm-dev libcmark-gfm-extensions-dev libfyaml-dev libjson-c-dev pkg-config'
brew='cmark-gfm json-c libfyaml pkgconf'
case "${1:-}" in
tool) ;;
server)
  packages="sqlite3 libpq libwebsockets libcrypto"
  apt="haproxy libpq-dev libsqlite3-dev libssl-dev libwebsockets-dev openssl pkg-config postgresql"
  brew="haproxy libpq libwebsockets openssl@3 pkgconf postgresql@15 sqlite"
  ;;
*)
  packages="$packages sqlite3 libpq"
  apt="$apt libpq-dev libsqlite3-dev postgresql"
  brew="$brew libpq postgresql@15 sqlite"
  if [ "$(uname -s)" = Linux ]; then
    packages="$packages alsa libwebsockets"
    apt="$apt libasound2-dev libwebsockets-dev"
  fi
  ;;
esac

# Homebrew keeps libpq apart from other libraries, and SwiftPM looks there.
if [ "${1:-}" != tool ] && command -v brew >/dev/null 2>&1; then
  PKG_CONFIG_PATH="$(brew --prefix)/opt/libpq/lib/pkgconfig:${PKG_CONFIG_PATH:-}"
  export PKG_CONFIG_PATH
fi

# Whether there is a server where the tests look for it.
has_server() {
  for program in /usr/lib/postgresql/*/bin/initdb /opt/homebrew/opt/postgresql@15/bin/initdb \
    /usr/local/opt/postgresql@15/bin/initdb; do
    if [ -x "$program" ]; then return 0; fi
  done
  return 1
}

has_proxy() {
  for program in /usr/sbin/haproxy /opt/homebrew/bin/haproxy /usr/local/bin/haproxy; do
    if [ -x "$program" ]; then return 0; fi
  done
  return 1
}

# The programs that the tests start.
has_programs() {
  case "$1" in
  tool) ;;
  server) has_server && has_proxy ;;
  *) has_server ;;
  esac
}

# shellcheck disable=SC2086
if command -v pkg-config >/dev/null 2>&1 && pkg-config --exists $packages && has_programs "${1:-}"; then
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
  echo "setup: expected apt-get or brew, found neither; install (with headers) $packages, and pkg-config" >&2
  exit 2
fi
