#!/usr/bin/env bash
# Builds and runs copies of the packages in Examples/, and the code blocks of the README and the guide, like a user, and shows
# the effects of an edit with the build plugin: which commands run, and which files are recompiled.
# BUILD_SYSTEMS="native swiftbuild" uses both build systems.
# EXAMPLES_SCRATCH=<folder> replaces .build/examples.
set -euo pipefail
cd "$(dirname "$0")/.."

# As for users of the package.
unset SCHEMATA_CI SCHEMATA_DEVELOPMENT

repository=$PWD
scratch=${EXAMPLES_SCRATCH:-$PWD/.build/examples}
system=native
log=$scratch/log.txt

fail() {
  echo "examples: $system: $*" >&2
  if [ -f "$log" ]; then tail -n 40 "$log" >&2; fi
  exit 1
}

# The packages refer to the repository that contains them; the copies get its path, and may be edited.
copy() {
  rm -rf "$scratch/packages"
  mkdir -p "$scratch/packages"
  local package
  for package in Examples/*/Package.swift; do
    package=${package%/Package.swift}
    cp -R "$package" "$scratch/packages/"
    rm -rf "$scratch/packages/${package#Examples/}/.build"
    sed -i.bak "s|path: \"../..\"|path: \"$repository\"|" "$scratch/packages/${package#Examples/}/Package.swift"
  done
}

# One folder for the builds of all packages, so that the generator is compiled once.
package_swift() {
  local verb=$1
  shift
  swift "$verb" --build-system "$system" --scratch-path "$scratch/$system" --package-path "$package" "$@"
}

# Builds; afterwards $log is the log, $compiled lists the compiled Swift files of the target, and $ran is the number of times
# that the generator ran: without a name lock it prints a note each time.
build() {
  local options=()
  # Without it, Swift Build does not list the files it compiles; with it, the other system is less clear.
  if [ "$system" = swiftbuild ]; then options=(-v); fi
  package_swift build ${options[@]+"${options[@]}"} >"$log" 2>&1 || return 1
  compiled=$(grep -E '(^|\] )Compiling (Orders )?[A-Za-z0-9_.+]+\.swift' "$log" |
    grep -oE '[A-Za-z0-9_.+]+\.swift' | LC_ALL=C sort -u | tr '\n' ' ' || true)
  compiled=${compiled% }
  ran=$(grep -c 'codegen\.lock\.json: note: ' "$log" || true)
}

expect() {
  [ "$2" = "$3" ] || fail "$1: expected '$2', found '$3'"
  echo "examples: $system: $1: ${3:-nothing}"
}

# Replaces a text in a file.
edit() {
  sed -i.bak "$2" "$1"
  rm "$1.bak"
}

build_plugin() {
  package=$scratch/packages/BuildPlugin
  local schemas=$package/Sources/Orders/Schemas
  rm "$schemas/codegen.lock.json"
  build || fail "the package with the build plugin does not build"
  # These lines about manifests appear when all commands are shown.
  if grep 'warning: ' "$log" | grep -qv swift-frontend; then fail "the package builds with warnings"; fi
  package_swift run Orders >"$scratch/output.txt" 2>"$log" || fail "the example does not run"
  diff "$package/expected-output.txt" "$scratch/output.txt" >&2 || fail "the example prints something else"

  build || fail "a build after no edit fails"
  expect "after no edit: runs" 0 "$ran"
  expect "after no edit: compiled" "" "$compiled"

  edit "$schemas/order.schema.json" 's/What somebody has ordered/What somebody wants/'
  build || fail "a build after an edit of a description fails"
  expect "after an edit of a description: runs" 1 "$ran"
  expect "after an edit of a description: compiled" "Order.swift" "$compiled"
  build || fail "the build after that fails"
  expect "after that: runs" 0 "$ran"
  expect "after that: compiled" "" "$compiled"

  edit "$schemas/item.schema.json" 's/"maxLength": 40/"maxLength": 50/'
  build || fail "a build after an edit of a limit fails"
  expect "after an edit of a limit: runs" 1 "$ran"
  # Swift Build also compiles the users of the model.
  expect "after an edit of a limit: compiled" "Item.swift Schemas.Program.swift" "${compiled/Order.swift /}"

  edit "$schemas/item.schema.json" 's/"minimum": 1/"minimum": "1"/'
  if build; then fail "a schema with a mistake is built"; fi
  grep -q 'Schemas/item\.schema\.json:[0-9]*:[0-9]*: error: ' "$log" || fail "a mistake in a schema has no position"
  edit "$schemas/item.schema.json" 's/"minimum": "1"/"minimum": 1/'
  echo "examples: $system: a mistake in a schema stops the build with its position"

  echo '{ "type": "string" }' >"$schemas/word.schema.json"
  build || fail "a build with one schema more fails"
  expect "with one schema more: runs" 1 "$ran"
  case " $compiled " in *" Word.swift "*) ;; *) fail "one schema more is not compiled, but '$compiled'" ;; esac
  rm "$schemas/word.schema.json"
  build || fail "a build with one schema less fails"

  # The build plan may be older than the configuration, and still contain omitted files.
  edit "$schemas/codegen.json" 's/"accessLevel"/"schemas": { "exclude": ["item*"] }, "accessLevel"/'
  build || fail "a build after a schema was excluded fails"
  touch "$package/Sources/Orders/Planned.swift"
  build || fail "a build that is planned anew fails"
  build || fail "the build after that fails"
  expect "after these: runs" 0 "$ran"
}

vendor_api() {
  package="$scratch/packages/VendorAPI"
  rm -f "$package"/Sources/*/Schemas/codegen.lock.json
  # The previous plan of the package, whose manifest has not changed since.
  rm -f "$scratch/$system/debug.yaml"
  build || fail "the package with a vendor's API does not build"
  grep -q "parcel-api\.yaml:[0-9]*:[0-9]*: warning: expected 'minLength'" "$log" || fail "a vendor's mistake is no warning"
  package_swift run Billing >"$scratch/output.txt" 2>"$log" || fail "the example does not run"
  diff "$package/expected-output.txt" "$scratch/output.txt" >&2 || fail "the example prints something else"

  # The schemas of a module are inputs of those that depend on it.
  edit "$package/Sources/ParcelModels/Schemas/parcel-api.yaml" 's/maxLength: 200/maxLength: 300/'
  build || fail "a build after an edit of a vendor's file fails"
  expect "after an edit of a vendor's file: runs" 2 "$ran"
}

tool_calls() {
  package="$scratch/packages/ToolCalls"
  rm -f "$scratch/$system/debug.yaml"
  build || fail "the package with tool calls does not build"
  package_swift run Assistant >"$scratch/output.txt" 2>"$log" || fail "the example does not run"
  diff "$package/expected-output.txt" "$scratch/output.txt" >&2 || fail "the example prints something else"
}

# The quick starts of the README, word for word but for the address of the package.
quick_starts() {
  local manifest="$scratch/packages/manifest.swift"
  sed "s|\.package(path: [^)]*)|.package(name: \"schemata\", path: \"$repository\")|" "$blocks/manifest.txt" >"$manifest"

  package="$scratch/packages/App"
  mkdir -p "$package/Sources/App/Schemas"
  cp "$manifest" "$package/Package.swift"
  cp "$blocks"/Start-*.schema.json "$package/Sources/App/Schemas/postcard.schema.json"
  echo '{}' >"$package/Sources/App/Schemas/codegen.json"
  { echo 'import SchemaRuntime'; cat "$blocks/main.txt"; } >"$package/Sources/App/main.swift"
  rm -f "$scratch/$system/debug.yaml"
  build || fail "the app of the README does not build"
  package_swift run App >"$scratch/output.txt" 2>"$log" || fail "the app of the README does not run"
  sed -n 's|^// ||p' "$blocks/main.txt" | diff - "$scratch/output.txt" >&2 || fail "the app of the README prints something else"

  package="$scratch/packages/Server"
  mkdir -p "$package/Sources/Server"
  sed -e 's/"App"/"Server"/' -e 's/"SchemaRuntime"/"SchemaValidation"/' -e 's/^ *plugins: .*])$/)/' "$manifest" >"$package/Package.swift"
  {
    cat "$blocks/server.txt"
    echo 'print(result.isValid)'
    echo 'var schemaBytes: [UInt8] { Array(#"{"minimum": 3}"#.utf8) }'
    echo 'var payload: [UInt8] { Array("2".utf8) }'
  } >"$package/Sources/Server/main.swift"
  rm -f "$scratch/$system/debug.yaml"
  build || fail "the server of the README does not build"
  package_swift run Server >"$scratch/output.txt" 2>"$log" || fail "the server of the README does not run"
  expect "the server of the README" false "$(cat "$scratch/output.txt")"
}

# The Swift blocks of the guide, in the package Guide.
guide() {
  package="$scratch/packages/Guide"
  cp "$blocks"/*.swift "$package/Sources/Guide"
  rm -f "$scratch/$system/debug.yaml"
  build || fail "the code of the guide does not build"
  (cd "$scratch/packages" && package_swift run Guide) >"$scratch/output.txt" 2>"$log" || fail "the code of the guide does not run"
  diff "$package/expected-output.txt" "$scratch/output.txt" >&2 || fail "the code of the guide prints something else"
  echo "examples: $system: ran the code of the guide"
}

# Schemas, configurations and shell blocks of the README and the guide, in a copy of this repository's schemas and models.
# Its git repository has the revisions that the blocks name.
commands() {
  package=$repository
  package_swift build --product codegen >"$log" 2>&1 || fail "the tool does not build"
  PATH="$(package_swift build --show-bin-path):$PATH"
  run_blocks
}

run_blocks() {
  local folder="$scratch/blocks" block
  rm -rf "$folder"
  mkdir -p "$folder/orders" "$folder/vendor"
  cp -R "$repository/Schemas" "$repository/Generated" "$folder"
  cd "$folder"
  codegen sample --schema users/user-info >payload.json
  codegen sample --schema users/user-info --count 3 >log.ndjson
  codegen sample --schema users/user-info --count 30 | awk '{ print > "orders/" NR ".json" }'
  printf 'type: object\nproperties: { replicas: { type: integer } }\n' >deployment.schema.yaml
  printf 'replicas: 1\n---\nreplicas: 2\n' >deploy.yaml
  echo '{ "type": "object", "propertys": { "id": { "type": "string" } } }' >vendor/order.schema.json
  git init -q -b main
  git add -A
  git -c user.name=A -c user.email=a@example.com -c commit.gpgsign=false commit -q -m A
  git tag v1
  git tag v2
  git update-ref refs/remotes/origin/main HEAD

  for block in "$blocks"/*.schema.json; do
    codegen sample --schema "$block" >"$log" 2>&1 || fail "$block is not a schema"
  done
  for block in "$blocks"/*.codegen.json; do
    codegen validate --schema Schemas/codegen.schema.json "$block" >"$log" 2>&1 || fail "$block is not a configuration"
  done
  for block in "$blocks"/*.sh; do
    bash -euo pipefail "$block" </dev/null >"$log" 2>&1 || fail "$block fails"
    echo "examples: $system: ran $(basename "$block")"
  done
  cd "$repository"
}

# Code for frameworks that are not dependencies of this repository: only its syntax is checked.
frameworks() {
  local file
  for file in Examples/Gate/*.swift; do
    swiftc -frontend -parse "$file" >"$log" 2>&1 || fail "$file has a mistake"
    echo "examples: parsed $file"
  done
}

# The scripts for the engines of this machine.
engines() {
  local script
  for script in shell postgresql sqlite duckdb spark; do
    if ! has_engine "$script" >/dev/null 2>&1; then
      echo "examples: skipped Examples/Engines/$script.sh: its engine is not installed"
      continue
    fi
    bash "Examples/Engines/$script.sh" >"$scratch/output.txt" 2>"$log" || fail "Examples/Engines/$script.sh fails"
    diff "Examples/Engines/$script.expected.txt" "$scratch/output.txt" >&2 || fail "Examples/Engines/$script.sh prints something else"
    echo "examples: ran Examples/Engines/$script.sh"
  done
}

has_engine() {
  case $1 in
  shell) jq --version ;;
  postgresql) test -e /usr/share/postgresql/15/extension/plpython3u.control ;;
  sqlite) sqlite3 --version ;;
  duckdb) python3 -c 'import duckdb' ;;
  spark) python3 -c 'import pyspark' && java -version ;;
  esac
}

generate_models() { package_swift package --allow-writing-to-package-directory generate-models "$@" >"$log" 2>&1; }

command_plugin() {
  package="$scratch/packages/Command Plugin"
  generate_models --check || fail "the models of the example are stale: run the command in Examples/Command Plugin"
  build || fail "the package with the command plugin does not build"
  package_swift run Postcards >"$scratch/output.txt" 2>"$log" || fail "the example does not run"
  diff "$package/expected-output.txt" "$scratch/output.txt" >&2 || fail "the example prints something else"

  edit "$package/Schemas/postcard.schema.json" 's/"maxLength": 60/"maxLength": 70/'
  if generate_models --check; then fail "stale models pass the check"; fi
  grep -q '^+++ b/.*Postcard.swift' "$log" || fail "stale models have no diff"
  generate_models --quiet || fail "models are not generated"
  generate_models --check || fail "models are stale after they were generated"
  echo "examples: $system: stale models are found, shown and brought up to date"

  local template="$package/Templates/Swift/model.swift.mustache"
  edit "$template" 's/{{declaration}}/{{declaratoin}}/'
  if generate_models; then fail "a template with an unknown key passes"; fi
  grep -q "Templates/Swift/model.swift.mustache:[0-9]*:[0-9]*: error: .*'declaratoin'; did you mean 'declaration'?" "$log" ||
    fail "an unknown key is reported without its position and the nearest key"
  echo "examples: $system: a template's mistake stops the run with its line and the nearest key"
}

mkdir -p "$scratch"
blocks=$scratch/code
rm -rf "$blocks"
mkdir "$blocks"
python3 Scripts/page-blocks.py "$blocks"
for system in ${BUILD_SYSTEMS:-native}; do
  copy
  build_plugin
  command_plugin
  vendor_api
  tool_calls
  quick_starts
  guide
done
system=native
commands
frameworks
engines
