#!/usr/bin/env python3
"""binary_size.py WORK: the size of a release program that decodes and encodes a hundred types of ten members: with
generated models, with plain Codable types, and one that does nothing; linked with the dynamic and with the static
standard library (where the toolchain has it). Uses the sources that compile.py has made."""
import os, shutil, subprocess, sys
from make_schemas import write

work = os.path.abspath(sys.argv[1])
made = os.path.join(work, "compile-cost", "Sources")
package = os.path.join(work, "binary-size")
root = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))
COUNT = len([name for name in os.listdir(os.path.join(made, "Synthesized")) if name.startswith("Thing")])
MANIFEST = """// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "binary-size", platforms: [.macOS(.v15)],
  dependencies: [.package(name: "schemata", path: "%s")],
  targets: [
    .executableTarget(name: "Nothing"),
    .target(name: "Synthesized"),
    .executableTarget(name: "Plain", dependencies: ["Synthesized"]),
    .target(name: "Generated", dependencies: [.product(name: "SchemaRuntime", package: "schemata")]),
    .executableTarget(
      name: "Models", dependencies: ["Generated", .product(name: "SchemaRuntime", package: "schemata")]),
  ])
""" % root
PROGRAMS = {"Nothing": "nothing", "Plain": "plain Codable types, Foundation", "Models": "generated models"}
CASES = "\n".join("  case %d: %%s(Thing%d.self)" % (i, i) for i in range(COUNT))
PLAIN = """import Foundation
import Synthesized

let bytes = readLine() ?? ""
func copy<T: Codable>(_: T.Type) throws {
  print(try JSONEncoder().encode(JSONDecoder().decode(T.self, from: Data(bytes.utf8))))
}
do {
  switch CommandLine.argc {
%s
  default: break
  }
} catch { print(error) }
""" % CASES.replace("%s", "try copy")
MODELS = """import Generated
import SchemaRuntime

let bytes = Array((readLine() ?? "").utf8)
func copy<T: WritableModel>(_: T.Type) throws { print(try T(json: bytes).json()) }
do {
  switch CommandLine.argc {
%s
  default: break
  }
} catch { print(error) }
""" % CASES.replace("%s", "try copy")

sources = os.path.join(package, "Sources")
shutil.rmtree(sources, ignore_errors=True)
write(os.path.join(package, "Package.swift"), MANIFEST)
for kind in ("Synthesized", "Generated"):
    shutil.copytree(os.path.join(made, kind), os.path.join(sources, kind))
write(os.path.join(sources, "Nothing", "main.swift"), "print(1)\n")
write(os.path.join(sources, "Plain", "main.swift"), PLAIN)
write(os.path.join(sources, "Models", "main.swift"), MODELS)


def size_of(path):
    stripped = path + ".stripped"
    subprocess.run(["strip", "-o", stripped, path], check=True)
    return os.path.getsize(stripped)


print("| standard library | program | stripped bytes |\n|---|---|---:|")
for name, options in (("dynamic", []), ("static", ["--static-swift-stdlib"])):
    scratch = os.path.join(package, ".build", name)
    command = ["swift", "build", "-c", "release", "--package-path", package, "--scratch-path", scratch] + options
    result = subprocess.run(command, capture_output=True, text=True)
    if result.returncode:
        print("| %s | not built: %s | |" % (name, (result.stdout + result.stderr).strip().split("\n")[-1][:200]))
        continue
    for program, title in PROGRAMS.items():
        size = size_of(os.path.join(scratch, "release", program))
        print("| %s | %s | %s |" % (name, title, format(size, ",")))
