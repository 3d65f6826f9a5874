#!/usr/bin/env python3
"""platform-floors.py [TARGET…]: type-checks the package's targets for the oldest macOS that it supports, on any machine.

The compiler knows from the interfaces of the standard library which API needs which version of macOS. This script builds
those interfaces for macOS, without an SDK, and type-checks each target against them with the floor of Package.swift, then
generated code with one of each construct. What imports Foundation or a library of the system cannot be checked this way and
is listed. iOS, tvOS, watchOS and visionOS have floors of the same year, and so the same API.

Exit status 1 if a target uses API that is too new."""
import glob, json, os, re, shutil, subprocess, sys

ROOT = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
WORK = os.path.join(ROOT, ".build/floors")
MODULES = ["Swift", "_Concurrency", "SwiftOnoneSupport", "_StringProcessing", "Synchronization"]
# What the C code needs of the system's headers.
HEADERS = {
    "string.h": "void *memcpy(void *, const void *, size_t); int memcmp(const void *, const void *, size_t);"
    " void *memchr(const void *, int, size_t); void *memset(void *, int, size_t);"
    " void *memmove(void *, const void *, size_t); size_t strlen(const char *);",
    "stdlib.h": "void *malloc(size_t); void *calloc(size_t, size_t); void *realloc(void *, size_t); void free(void *);",
}


def run(*command):
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True)


def package():
    described = run("swift", "package", "describe", "--type", "json")
    if described.returncode:
        sys.exit(described.stderr)
    return json.loads(described.stdout)


def floor(description):
    versions = [p["version"] for p in description["platforms"] if p["name"] == "macos"]
    if not versions:
        sys.exit("platform-floors: expected a version of macOS in Package.swift, found none")
    return versions[0]


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    if not os.path.exists(path) or open(path).read() != text:
        open(path, "w").write(text)


def prepare(version):
    """The standard library's interfaces for macOS, and stand-ins for what only an SDK has."""
    info = json.loads(run("swift", "-print-target-info").stdout)
    library = os.path.join(info["paths"]["runtimeResourcePath"], "linux")
    for module in MODULES:
        found = glob.glob(os.path.join(library, f"{module}.swiftmodule/{info['target']['moduleTriple']}.swiftinterface"))
        if not found:
            sys.exit(f"platform-floors: expected the interface of {module} in {library}, found none")
        text = open(found[0]).read()
        text = re.sub(r"-target \S+", f"-target x86_64-apple-macos{version}", text, count=1)
        # Interfaces are taken as they are; only what uses them is checked.
        text = re.sub(r"(// swift-module-flags: .*)", r"\1 -disable-availability-checking", text, count=1)
        # Whether an older system has a copy of a function is the library's business.
        text = re.sub(r"@backDeployed\(before:[^)]*\)", "", text)
        text = re.sub(r"^import (Glibc|SwiftGlibc)$", "", text, flags=re.M)
        if module == "Synchronization":
            text += "\n@usableFromInline internal func _swift_stdlib_gettid() -> Swift.UInt32\n"
        write(f"{WORK}/library/{module}.swiftmodule/x86_64-apple-macos.swiftinterface", text)
    # `#if canImport(Darwin)` is to be true.
    write(f"{WORK}/library/module.modulemap", "module Darwin {}\n")
    for name, text in HEADERS.items():
        write(f"{WORK}/headers/{name}", f"#pragma once\n#include <stddef.h>\n{text}\n")


def needs_sdk(target, targets):
    """What the target imports that only an SDK or another library has; None for nothing."""
    for path in target["sources"]:
        text = open(os.path.join(ROOT, target["path"], path)).read()
        found = re.search(r"^(?:public |package |internal )?import (Foundation|Dispatch|os)\b", text, re.M)
        if found:
            return found[1]
    for name in target.get("target_dependencies", []):
        other = targets[name]
        if other["type"] == "system-target":
            return name
        reason = needs_sdk(other, targets) if other["module_type"] == "SwiftTarget" else None
        if reason:
            return f"{name}, which imports {reason}" if "which" not in reason else reason
    return None


def check(target, targets, version):
    includes = [f"-I{WORK}/library", f"-I{WORK}/modules"]
    for other in targets.values():
        if other["module_type"] == "ClangTarget":
            includes.append(f"-I{ROOT}/{other['path']}/include")
    sources = [os.path.join(ROOT, target["path"], path) for path in target["sources"]]
    arguments = ["swiftc", "-swift-version", "6", "-package-name", "schemata", "-module-name", target["c99name"],
        "-parse-as-library", "-target", f"x86_64-apple-macos{version}", "-sdk", "/nonexistent",
        "-Xfrontend", "-disable-objc-interop", "-module-cache-path", f"{WORK}/cache",
        "-enable-upcoming-feature", "InternalImportsByDefault", "-enable-upcoming-feature", "MemberImportVisibility",
        "-enable-upcoming-feature", "ExistentialAny", "-suppress-warnings", *includes,
        "-Xcc", "-isystem", "-Xcc", f"{WORK}/headers", "-Xcc", "-ffreestanding", *sources]
    checked = run(*arguments, "-typecheck")
    errors = [line for line in checked.stderr.splitlines() if re.match(r"\S.*: error: ", line)]
    if checked.returncode and not errors:
        errors = checked.stderr.splitlines()[:20]
    os.makedirs(f"{WORK}/modules", exist_ok=True)
    if not errors:
        made = run(*arguments, "-emit-module", "-emit-module-path", f"{WORK}/modules/{target['c99name']}.swiftmodule",
                   "-Xfrontend", "-experimental-skip-all-function-bodies")
        if made.returncode:
            errors = made.stderr.splitlines()[:20]
    return sorted(set(errors))


def check_generated(targets, version):
    """Type-checks generated code with one of each construct."""
    folder = f"{WORK}/generated"
    shutil.rmtree(folder, ignore_errors=True)
    write(f"{folder}/codegen.json", '{"outputs": {"models": "models"}}')
    shutil.copy(f"{ROOT}/Tests/CodegenCoreTests/Matrix/everything.schema.json", folder)
    made = run("swift", "run", "codegen", "generate", "--quiet", "--config", f"{folder}/codegen.json")
    if made.returncode:
        sys.exit(made.stderr)
    sources = sorted(os.listdir(f"{folder}/models"))
    module = {"c99name": "Generated", "path": os.path.relpath(f"{folder}/models", ROOT), "sources": sources}
    return check(module, targets, version)


def main():
    wanted = sys.argv[1:]
    description = package()
    version = floor(description)
    prepare(version)
    targets = {target["name"]: target for target in description["targets"]}
    done, failed = set(), False

    def report(name, errors):
        nonlocal failed
        failed = failed or bool(errors)
        print(f"{name}: " + (f"{len(errors)} errors" if errors else f"macOS {version} has all it needs"))
        for error in errors:
            print("  " + error.replace(ROOT + "/", ""))

    def visit(name):
        target = targets[name]
        if name in done or target["module_type"] != "SwiftTarget" or target["type"] in ("test", "plugin"):
            return
        done.add(name)
        for other in target.get("target_dependencies", []):
            visit(other)
        reason = needs_sdk(target, targets)
        if reason:
            print(f"{name}: not checked, imports {reason}")
            return
        report(name, check(target, targets, version))

    for name in wanted or targets:
        if name not in targets:
            sys.exit(f"platform-floors: expected a target, found '{name}'")
        if not targets[name]["path"].startswith("Tests/"):
            visit(name)
    if not wanted:
        report("generated code", check_generated(targets, version))
    sys.exit(1 if failed else 0)


main()
