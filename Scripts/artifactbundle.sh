#!/usr/bin/env bash
# Packs the tool for people who do not want to compile it: a package with the plugins around an artifact bundle (SE-0305),
# and the bundle alone as a zip file. Checks that the tool runs without Swift, json-c, libfyaml and cmark-gfm, and that a package builds
# with it. Writes .build/artifactbundle.
set -euo pipefail
cd "$(dirname "$0")/.."

out=$PWD/.build/artifactbundle
package=$out/schemata-tool
version=$(sed -n 's/^  .*static let version = "\(.*\)"$/\1/p' Sources/Tool/CodegenProject/Project/Release.swift)
triple=$(swift -print-target-info | sed -n 's/^ *"unversionedTriple": "\(.*\)",*$/\1/p' | head -n 1)

fail() {
  echo "artifactbundle: $*" >&2
  exit 1
}

command -v zip >/dev/null || fail "expected zip, found none; install it with the system's package manager"
[ -n "$version" ] && [ -n "$triple" ] || fail "expected a version and a triple, found '$version' and '$triple'"

# 1. The tool.
bash Scripts/static-tool.sh codegen "$out/tool"
tool=$out/tool/codegen

# 2. The bundle, in a package with the repository's plugins.
variant=codegen-$version-$triple
rm -rf "$package"
mkdir -p "$package/codegen.artifactbundle/$variant"
mv "$tool" "$package/codegen.artifactbundle/$variant/codegen"
rmdir "$out/tool"
# Names must be unique among packages, and users of this package also depend on the repository's.
for plugin in CodegenPlugin CodegenCommand; do
  mkdir -p "$package/Plugins/Prebuilt$plugin"
  cp Plugins/$plugin/*.swift "$package/Plugins/Prebuilt$plugin/"
  # Nothing is compiled here, so the whole tool does for both.
  sed -i.bak 's/named: "codegen-generate"/named: "codegen"/' "$package/Plugins/Prebuilt$plugin/$plugin.swift"
  rm "$package/Plugins/Prebuilt$plugin/$plugin.swift.bak"
done
cp LICENSE "$package/"
cat >"$package/codegen.artifactbundle/info.json" <<END
{
  "schemaVersion": "1.0",
  "artifacts": {
    "codegen": {
      "type": "executable",
      "version": "$version",
      "variants": [{ "path": "$variant/codegen", "supportedTriples": ["$triple"] }]
    }
  }
}
END
cat >"$package/Package.swift" <<END
// swift-tools-version: 6.2
import PackageDescription

// The plugins of Schemata $version around a finished tool.
let package = Package(
  name: "schemata-tool",
  products: [
    .plugin(name: "PrebuiltCodegenPlugin", targets: ["PrebuiltCodegenPlugin"]),
    .plugin(name: "PrebuiltCodegenCommand", targets: ["PrebuiltCodegenCommand"]),
  ],
  targets: [
    .binaryTarget(name: "PrebuiltCodegen", path: "codegen.artifactbundle"),
    .plugin(name: "PrebuiltCodegenPlugin", capability: .buildTool(), dependencies: ["PrebuiltCodegen"]),
    .plugin(
      name: "PrebuiltCodegenCommand",
      capability: .command(
        intent: .custom(verb: "generate-models", description: "Write models and documentation from JSON Schemas."),
        permissions: [.writeToPackageDirectory(reason: "Writes the files that codegen.json names.")]),
      dependencies: ["PrebuiltCodegen"]),
  ]
)
END

# 3. It generates what the repository has.
tool=$package/codegen.artifactbundle/$variant/codegen
[ "$(env -i "$tool" --version)" = "codegen $version" ] || fail "the tool does not say its version"
env -i "$tool" generate --check --config Schemas/codegen.json || fail "the tool generates something else"

# 4. A package builds with it, as a user's would, without compiling the generator.
unset PKG_CONFIG_PATH SCHEMATA_CI SCHEMATA_DEVELOPMENT
consumer=$out/consumer
cp -R Examples/BuildPlugin "$consumer"
rm -rf "$consumer/.build"
sed -i.bak -e "s|\.package(name: \"schemata\", path: \"../..\")|.package(name: \"schemata\", path: \"$PWD\"), .package(path: \"../schemata-tool\")|" \
  -e 's|plugin(name: "CodegenPlugin", package: "schemata")|plugin(name: "PrebuiltCodegenPlugin", package: "schemata-tool")|' "$consumer/Package.swift"
swift run --package-path "$consumer" Orders >"$out/output.txt" || fail "a package does not build with the tool"
diff "$consumer/expected-output.txt" "$out/output.txt" || fail "a package prints something else"
[ -z "$(find "$consumer/.build/" -name 'CodegenPipeline*.o' | head -n 1)" ] || fail "a package compiles the generator"
rm -rf "$consumer" "$out/output.txt"

# 5. The bundle by itself, for a release.
(cd "$package" && zip -q -r -X "$out/codegen-$version.artifactbundle.zip" codegen.artifactbundle)
echo "packed $(du -h "$tool" | cut -f 1) for $triple: .build/artifactbundle/schemata-tool"
echo "checksum of codegen-$version.artifactbundle.zip: $(swift package compute-checksum "$out/codegen-$version.artifactbundle.zip")"
