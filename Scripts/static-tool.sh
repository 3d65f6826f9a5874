#!/usr/bin/env bash
# Builds an executable of the package, optimized and with everything but the C library inside, and copies it to a folder:
# Scripts/static-tool.sh PRODUCT FOLDER
# The scratch folder is .build/static, so that several products share a build. CONFIGURATION=debug packs what 'swift build'
# makes anyway, which is neither optimized nor without Swift's libraries.
set -euo pipefail
cd "$(dirname "$0")/.."
product=$1
folder=$2
configuration=${CONFIGURATION:-release}
scratch=$PWD/.build/static

fail() {
  echo "static-tool: $*" >&2
  exit 1
}

# SwiftPM asks pkg-config how to link json-c, libfyaml and cmark-gfm; these answers name the archives.
mkdir -p "$scratch/lib"
# At a fixed address: starting took a third longer while 92,000 addresses in the data were adjusted.
static=
[ "$(uname)" != Linux ] || static="--static-swift-stdlib -Xswiftc -use-ld=lld -Xlinker --no-pie"
for libraries in json-c "libfyaml fyaml" "libcmark-gfm cmark-gfm-extensions cmark-gfm"; do
  # The module, and its libraries if they have other names.
  module=${libraries%% *}
  link="-L$scratch/lib"
  for library in ${libraries#* }; do
    archive=$(pkg-config --variable=libdir "$module")/lib$library.a
    [ -f "$archive" ] || fail "expected '$archive' next to the headers of $module, found none"
    cp "$archive" "$scratch/lib/"
    case $(uname) in
      Linux) link="$link -l:lib$library.a" ;;
      *) link="$link -l$library" ;;
    esac
  done
  flags=$(env -u PKG_CONFIG_PATH pkg-config --cflags "$module")
  cat >"$scratch/lib/$module.pc" <<END
Name: $module
Description: $module as an archive
Version: $(env -u PKG_CONFIG_PATH pkg-config --modversion "$module")
Libs: $link
Cflags: $flags
END
done
export PKG_CONFIG_PATH="$scratch/lib"
build=$scratch
[ "$configuration" = release ] || { build=$PWD/.build && static=; }
options=(--configuration "$configuration" --scratch-path "$build" --product "$product" $static)
swift build "${options[@]}" >&2
tool=$(swift build "${options[@]}" --show-bin-path)/$product

mkdir -p "$folder"
cp "$tool" "$folder/$product"
strip "$folder/$product"
tool=$folder/$product

# It must run where there is nothing of Swift, and none of these libraries.
if [ -n "$static" ]; then
  others=$(ldd "$tool" | awk '{ print $1 }' | grep -vE '^(linux-vdso|lib(c|m|dl|pthread|rt|util|stdc\+\+|gcc_s)\.so|/lib)' || true)
  [ -z "$others" ] || fail "$product needs" $others
fi
env -i "$tool" --version >/dev/null || fail "$product does not run"
