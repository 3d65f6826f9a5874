#!/bin/sh
# Builds the tool, generates the models and documentation of this repository, and says what to do next.
set -eu
swift=${SWIFT:-swift}
echo 'Building codegen. This takes a minute or two.'
$swift build --product codegen
tool=$($swift build --product codegen --show-bin-path)/codegen
"$tool" generate
cat <<END

The tool            ${tool#"$PWD"/}
Schemas             Schemas/
Generated Swift     Generated/Models/
Documentation       Generated/Documentation/index.html

Next:
  ${tool#"$PWD"/} sample --schema users/user-info    a payload, made from a schema
  ${tool#"$PWD"/} help                               all verbs
  make install PREFIX=\$HOME/.local                             an optimized tool, with completions
  make test                                                    the tests
  Documentation/README.md                                      the guide
END
