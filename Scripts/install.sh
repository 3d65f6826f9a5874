#!/bin/sh
# Puts a built codegen, its completions and its manual page below a folder: sh Scripts/install.sh TOOL PREFIX
set -eu
tool=$1
prefix=$2
install -d "$prefix/bin" "$prefix/share/man/man1" "$prefix/share/bash-completion/completions" \
  "$prefix/share/zsh/site-functions" "$prefix/share/fish/vendor_completions.d"
install -s -m 755 "$tool" "$prefix/bin/codegen"
"$tool" man > "$prefix/share/man/man1/codegen.1"
"$tool" completions bash > "$prefix/share/bash-completion/completions/codegen"
"$tool" completions zsh > "$prefix/share/zsh/site-functions/_codegen"
"$tool" completions fish > "$prefix/share/fish/vendor_completions.d/codegen.fish"
