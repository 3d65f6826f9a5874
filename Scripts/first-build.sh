#!/usr/bin/env bash
# Builds the tool, generates the models and documentation of this repository, and says what to do next.
set -euo pipefail
swift=${SWIFT:-swift}
echo 'Building codegen. This takes a minute or two.'
# Whole modules, without an index and debug information: two thirds of the processor time. A folder of its own keeps the
# tool when `swift build`, with other options, builds everything for development.
options=(--product codegen --scratch-path .build/tool --disable-index-store)
for option in -wmo -num-threads 2 -gnone -disable-batch-mode; do options+=(-Xswiftc "$option"); done
# The compiler says of each module that whole modules are not built incrementally.
"$swift" build "${options[@]}" 2>&1 | grep --line-buffered -v 'whole module optimization$'
tool=.build/tool/debug/codegen
"$tool" generate
cat <<END

The tool            $tool
Schemas             Schemas/
Generated Swift     Generated/Models/
Documentation       Generated/Documentation/README.md

Next:
  $tool sample --schema users/user-info
                                          a payload, made from a schema
  $tool help         all verbs
  sh Scripts/site.sh $tool .build/site
                                          the documentation in HTML
  make install PREFIX=\$HOME/.local        an optimized tool, with completions
  make test                               the tests
  Documentation/README.md                 the guide
END
