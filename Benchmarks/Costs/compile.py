#!/usr/bin/env python3
"""compile.py WORK CODEGEN [RUNS] [TYPES]: what generated code costs the compiler, beside the same types with
synthesized Codable: clean builds of a module of TYPES (100) structs of ten members, a file each, debug and release,
RUNS (3) of each, interleaved; medians, with an empty module as the floor. Then the functions that the compiler checks."""
import glob, os, re, resource, shutil, statistics, subprocess, sys, time
from make_schemas import write, write_plain, write_schemas

work, codegen = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
runs = int(sys.argv[3]) if len(sys.argv) > 3 else 3
types = int(sys.argv[4]) if len(sys.argv) > 4 else 100
root = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))
package = os.path.join(work, "compile-cost")
KINDS = {
    "Empty": "empty",
    "Plain": "structs alone",
    "Synthesized": "structs, CodingKeys, Codable",
    "SynthesizedHashable": "the same with Hashable, Sendable",
    "Generated": "generated from schemas",
    "GeneratedProgram": "generated with `\"validators\": \"program\"`",
}
MANIFEST = """// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "compile-cost", platforms: [.macOS(.v15)],
  dependencies: [.package(name: "schemata", path: "%s")],
  targets: [%s].map {
    .target(name: $0, dependencies: [.product(name: "SchemaRuntime", package: "schemata")])
  })
"""


def sources(kind):
    return os.path.join(package, "Sources", kind)


def prepare():
    shutil.rmtree(os.path.join(package, "Sources"), ignore_errors=True)
    write(os.path.join(package, "Package.swift"), MANIFEST % (root, ", ".join('"%s"' % kind for kind in KINDS)))
    write(os.path.join(sources("Empty"), "Empty.swift"), "public let version = 1\n")
    write_plain(sources("Plain"), types, "")
    write_plain(sources("Synthesized"), types, "Codable")
    write_plain(sources("SynthesizedHashable"), types, "Codable, Hashable, Sendable")
    for kind, validators in (("Generated", "swift"), ("GeneratedProgram", "program")):
        schemas = os.path.join(package, "Schemas-" + validators)
        shutil.rmtree(schemas, ignore_errors=True)
        write_schemas(schemas, types, "../Sources/" + kind, validators=validators)
        subprocess.run([codegen, "--config", os.path.join(schemas, "codegen.json"), "--quiet"], check=True)


def swift_build(configuration, kind):
    command = ["swift", "build", "--package-path", package, "-c", configuration, "--target", kind]
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.time()
    result = subprocess.run(command, capture_output=True, text=True)
    wall, after = time.time() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    if result.returncode != 0:
        sys.exit("compile.py: %s\n%s" % (" ".join(command), (result.stdout + result.stderr)[-2000:]))
    return wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def products(configuration):
    return os.path.join(package, ".build", configuration)


def clean(configuration, kind):
    for path in glob.glob(os.path.join(products(configuration), kind + ".build", "*")):
        if os.path.isfile(path) and not path.endswith("output-file-map.json") and os.path.basename(path) != "sources":
            os.remove(path)
    for path in glob.glob(os.path.join(products(configuration), "Modules", kind + ".*")):
        os.remove(path)


def text_size(configuration, kind):
    total = 0
    for path in glob.glob(os.path.join(products(configuration), kind + ".build", "*.o")):
        total += int(subprocess.run(["size", path], capture_output=True, text=True).stdout.split("\n")[1].split()[0])
    return total


def lines(kind):
    return sum(open(path, encoding="utf-8").read().count("\n") for path in glob.glob(sources(kind) + "/*.swift"))


def measure():
    figures = {}
    for configuration in ("debug", "release"):
        swift_build(configuration, "Empty")  # and with it SchemaRuntime, which is not measured
    for _ in range(runs):
        for configuration in ("debug", "release"):
            for kind in KINDS:
                clean(configuration, kind)
                wall, cpu = swift_build(configuration, kind)
                size = text_size(configuration, kind)
                figures.setdefault((configuration, kind), []).append((wall, cpu, size))
                print(configuration, kind, "%.2f s wall, %.2f s CPU" % (wall, cpu), file=sys.stderr, flush=True)
    return figures


def report(figures):
    print("%d types. The × columns show CPU seconds (above those of the empty module) and text size, relative to Codable:\n" % types)
    print("| module | lines | debug: CPU s | × | text MB | × | release: CPU s | × | text MB | × |")
    print("|---|" + "---:|" * 9)
    for kind, name in KINDS.items():
        cells = [name, format(lines(kind), ",")]
        for configuration in ("debug", "release"):
            median = lambda kind, i: statistics.median(x[i] for x in figures[configuration, kind])
            above = lambda kind: median(kind, 1) - median("Empty", 1)
            ratios = ["", ""] if kind == "Empty" else [
                "%.2f" % (above(kind) / above("Synthesized")), "%.2f" % (median(kind, 2) / median("Synthesized", 2))]
            cells += ["%.2f" % median(kind, 1), ratios[0], "%.2f" % (median(kind, 2) / 1e6), ratios[1]]
        print("| %s |" % " | ".join(cells))


def checked(kind):
    """What the compiler says of a module that it checks."""
    modules = os.path.join(products("debug"), "Modules")
    scan = os.path.join(root, "Sources", "Runtime", "CJSONScan", "include")
    return subprocess.run(
        ["swiftc", "-module-name", kind, "-parse-as-library", "-I", modules, "-I", scan,
         "-Xcc", "-fmodule-map-file=" + os.path.join(scan, "module.modulemap"), "-Onone", "-whole-module-optimization",
         "-typecheck", "-Xfrontend", "-debug-time-function-bodies", *sorted(glob.glob(sources(kind) + "/*.swift"))],
        capture_output=True, text=True)


def slowest():
    print("\nTime to type-check functions, by `-debug-time-function-bodies`:\n")
    for kind in ("Synthesized", "Generated"):
        found = []
        result = checked(kind)
        for line in (result.stdout + result.stderr).split("\n"):
            match = re.match(r"([0-9.]+)ms\t(\S+)\t(.*)", line)
            if match:
                name = re.sub(r"\S+\.\(file\)\.", "", match[3].split("@")[0])
                found.append((float(match[1]), name[:80]))
        if not found:
            reason = (result.stderr or "no output").strip().split("\n")[-1]
            print("- %s: none reported: %s" % (KINDS[kind], reason))
            continue
        worst = max(found)
        print("- %s: %s functions in %.0f ms, the slowest in %.1f ms: `%s`" % (
            KINDS[kind], format(len(found), ","), sum(x[0] for x in found), worst[0], worst[1]))


prepare()
report(measure())
slowest()
