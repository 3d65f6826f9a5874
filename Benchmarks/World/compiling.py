"""Generated code compiled, and what it says of the payloads."""

import glob
import hashlib
import json
import os
import re
import subprocess

import branches
import figures

HARNESS = """\
import Foundation
import SchemaRuntime
import SchemaSampling

// One payload a line: the name of a type, a tab, the path.
let typesByName: [Swift.String: (any SchemaRuntime.WritableModel.Type)?] = [
@TYPES@
]

func report<Model: SchemaRuntime.WritableModel>(_ type: Model.Type, _ bytes: [Swift.UInt8]) {
  let isValid = type.isValid(bytes)
  do {
    let model = try Model(json: bytes)
    Swift.print(isValid, "decoded", Swift.String(decoding: try model.json(), as: Swift.UTF8.self), separator: "\\t")
  } catch {
    let words = "\\(error)".split(whereSeparator: \\.isNewline).first.map(Swift.String.init) ?? ""
    Swift.print(isValid, "refused", words, separator: "\\t")
  }
}

if Swift.CommandLine.arguments.dropFirst().first == "branches" { sampleBranches() }
while let line = Swift.readLine() {
  let parts = line.split(separator: "\\t", maxSplits: 1).map(Swift.String.init)
  let name = parts.count == 2 ? parts[0] : ""
  if let type = typesByName[name] ?? nil, let data = Foundation.FileManager.default.contents(atPath: parts[1]) {
    report(type, [Swift.UInt8](data))
  } else {
    Swift.print("none", "untyped", "no type", separator: "\\t")
  }
}
"""


class Runtime:
    """The runtime that generated code imports, made once by the build of codegen."""

    def __init__(self, products, work, root):
        self.flags = [
            "-swift-version", "6", "-wmo", "-Onone", "-module-name", "World",
            "-I", os.path.join(products, "Modules"),
            "-Xcc", "-fmodule-map-file=" + os.path.join(root, "Sources/Runtime/CJSONScan/include/module.modulemap"),
        ]
        # Object files of sources that no longer exist stay in the folder of the build.
        objects = []
        for target in ("SchemaRuntime", "SchemaSampling", "SchemaAnalysis", "CJSONScan"):
            sources = {os.path.basename(path) for path in glob.glob(f"{root}/Sources/*/{target}/**/*", recursive=True)}
            for path in sorted(glob.glob(os.path.join(products, target + ".build", "*.o"))):
                if os.path.basename(path)[:-2] in sources:
                    objects.append(path)
        self.library = os.path.join(work, "libWorldRuntime.a")
        if os.path.exists(self.library):
            os.remove(self.library)
        subprocess.run(["ar", "rcs", self.library] + objects, check=True)
        self.digest = hashlib.sha256()
        for path in [os.path.join(products, "Modules/SchemaRuntime.swiftmodule")] + objects:
            with open(path, "rb") as file:
                self.digest.update(file.read())


class Outcome:
    """What became of a family's types and payloads."""

    def __init__(self, family):
        self.family = family
        self.lines = 0
        # The lines without validators in Swift, of an API description.
        self.program_lines = 0
        # The first step that failed: generating, syntax, types, compiling, warnings; None if none did.
        self.failed_step = None
        self.message = ""
        self.program = None
        # The choices that a tag decides, and what became of a value of each of their branches.
        self.choices = 0
        self.branches = {}
        # Verdicts by path: True, False, or words if there is neither.
        self.evaluated = {}
        self.generated = {}
        # Why a payload does not come back equal, by path; None if it does.
        self.round_trips = {}

    def fail(self, step, message):
        self.failed_step, self.message = step, message


def types_by_name(family, folder):
    """The Swift types of the payloads, by the name that the harness knows."""
    rows = {}
    with open(os.path.join(folder, "Schemas/codegen.lock.json"), encoding="utf-8") as file:
        names = json.load(file)["types"]
    for payload in family.payloads:
        if payload.type_name is None:
            schema = json.dumps(payload.schema)
            rows[payload.schema] = f"ModelCatalog.schemas[{schema}]?.model as? any SchemaRuntime.WritableModel.Type"
            continue
        documents = {location.split("#")[0]: name for location, name in names.items() if location.endswith("#")}
        for location, name in names.items():
            document, _, pointer = location.partition("#")
            if pointer == "/$defs/" + payload.type_name:
                rows[payload.type_name] = f"{documents[document]}.{name}.self"
    return rows


def compile_family(family, codegen, folder, runtime):
    outcome = Outcome(family)
    configuration = os.path.join(folder, "Schemas/codegen.json")
    code, _, errors = figures.run([codegen, "generate", "--quiet", "--force", "--config", configuration])
    if code != 0:
        outcome.fail("generating", figures.first_error(errors))
        return outcome
    sources = sorted(glob.glob(os.path.join(glob.escape(folder), "Models", "*.swift")))
    digest = runtime.digest.copy()
    for path in sources:
        with open(path, "rb") as file:
            text = file.read()
        outcome.lines += text.count(b"\n")
        digest.update(text)
    payloads = [payload for payload in family.payloads if payload.is_read and payload.schema is not None]
    if payloads or family.root is not None:
        rows = [f"  {json.dumps(name)}: {value}," for name, value in types_by_name(family, folder).items()]
        harness = os.path.join(folder, "main.swift")
        with open(harness, "w", encoding="utf-8") as file:
            samples, outcome.choices = branches.harness(codegen, configuration)
            file.write(HARNESS.replace("@TYPES@", "\n".join(rows) or ":") + samples)
        with open(harness, "rb") as file:
            digest.update(file.read())
        sources.append(harness)
        outcome.program = os.path.join(folder, "world")
    compile_sources(outcome, sources, folder, runtime, digest.hexdigest())
    if family.root is not None and not outcome.failed_step:
        leave_to_program(outcome, codegen, folder, runtime)
    return outcome


def leave_to_program(outcome, codegen, folder, runtime):
    """Generates without validators in Swift, and checks the types."""
    configuration = figures.read_configuration(folder)
    configuration["validators"] = "program"
    configuration["outputs"]["models"] = "../Program"
    configuration["lock"] = "program.lock.json"
    path = os.path.join(folder, "Schemas/program.json")
    with open(path, "w", encoding="utf-8") as file:
        json.dump(configuration, file, indent=2)
    code, _, errors = figures.run([codegen, "generate", "--quiet", "--force", "--config", path])
    if code != 0:
        outcome.fail("generating", figures.first_error(errors))
        return
    sources = sorted(glob.glob(os.path.join(glob.escape(folder), "Program", "*.swift")))
    for path in sources:
        with open(path, "rb") as file:
            outcome.program_lines += file.read().count(b"\n")
    code, _, errors = figures.run(["swiftc", "-typecheck", "-parse-as-library"] + runtime.flags + sources)
    if code != 0:
        outcome.fail("types", compiler_message(errors, "error: "))


def compile_sources(outcome, sources, folder, runtime, digest):
    """Compiles, unless the same sources have been compiled before."""
    record = os.path.join(folder, "compiled.json")
    try:
        with open(record, encoding="utf-8") as file:
            known = json.load(file)
    except (OSError, ValueError):
        known = {}
    if known.get("digest") == digest and (outcome.program is None or os.path.exists(outcome.program)):
        outcome.failed_step, outcome.message = known["step"], known["message"]
        return
    if outcome.program is not None and os.path.exists(outcome.program):
        os.remove(outcome.program)
    outcome.failed_step, outcome.message = compiler_verdict(outcome, sources, folder, runtime)
    if outcome.message == figures.TOO_LONG:  # which may be the fault of other programs
        return
    with open(record, "w", encoding="utf-8") as file:
        json.dump({"digest": digest, "step": outcome.failed_step, "message": outcome.message}, file)


def compiler_verdict(outcome, sources, folder, runtime):
    code, output, errors = figures.run(["swiftc", "-frontend", "-parse"] + sources)
    if code != 0:
        return "syntax", compiler_message(errors, "error: ")
    if outcome.program is None:
        kind = ["-parse-as-library", "-c", "-o", os.path.join(folder, "world.o")]
    else:
        kind = ["-o", outcome.program, runtime.library]
    code, output, errors = figures.run(["swiftc"] + runtime.flags + kind + sources)
    if code == 0:
        if "warning: " in errors:
            return "warnings", compiler_message(errors, "warning: ")
        return None, ""
    library = [] if outcome.program else ["-parse-as-library"]
    checked, _, _ = figures.run(["swiftc", "-typecheck"] + runtime.flags + library + sources)
    return ("compiling" if checked == 0 else "types"), compiler_message(errors, "error: ")


def compiler_message(errors, kind):
    for line in errors.splitlines():
        if kind in line:
            return line.split(kind, 1)[1]
    lines = [line for line in errors.strip().splitlines() if line]
    return lines[-1] if lines else "no message"


# Verdicts


def verdict(row):
    return "undecided" if row.get("undecided") else row["valid"]


def evaluate(outcome, codegen, folder):
    """Asks the evaluator about every payload in JSON or YAML."""
    groups = {}
    for payload in outcome.family.payloads:
        if payload.is_read and payload.schema is not None:
            groups.setdefault((payload.schema, payload.type_name), []).append(payload.path)
    for (schema, type_name), paths in groups.items():
        if type_name is None:
            choice = ["--schema", schema, "--config", os.path.join(folder, "Schemas/codegen.json")]
        else:
            source = next(iter(outcome.family.documents.values()))
            choice = ["--schema", source, "--root", "#/$defs/" + type_name, "--no-format"]
        _, output, errors = figures.run([codegen, "validate", "--output", "json"] + choice + paths)
        found = {row["file"]: verdict(row) for row in map(json.loads, output.splitlines())}
        for path in paths:
            outcome.evaluated[path] = found.get(path, figures.first_error(errors))


def convert(payload, codegen, folder):
    """The path of a payload in JSON, which generated code reads."""
    if not payload.is_yaml:
        return payload.path
    code, output, _ = figures.run([codegen, "dump", "json", payload.path])
    name = os.path.basename(os.path.dirname(payload.path)) + "-" + os.path.basename(payload.path) + ".json"
    path = os.path.join(folder, ("valid-" if payload.is_valid else "invalid-") + name)
    with open(path, "w", encoding="utf-8") as file:
        file.write(output if code == 0 else "")
    return path


def decode(outcome, codegen, folder):
    """Decodes and writes every payload with generated code, and a value of each branch."""
    payloads = [payload for payload in outcome.family.payloads if payload.is_read and payload.schema is not None]
    if outcome.program is None or not os.path.exists(outcome.program):
        return
    if outcome.choices:
        outcome.branches = branches.run(outcome.program)
    paths = [convert(payload, codegen, folder) for payload in payloads]
    lines = "".join(f"{payload.type_name or payload.schema}\t{path}\n" for payload, path in zip(payloads, paths))
    try:
        result = subprocess.run(
            [outcome.program], input=lines, capture_output=True, text=True, timeout=figures.TIME_LIMIT)
        output = result.stdout.split("\n")
    except subprocess.TimeoutExpired:
        output = []
    for index, payload in enumerate(payloads):
        parts = output[index].split("\t", 2) if index < len(output) else []
        if len(parts) != 3:
            outcome.generated[payload.path] = "the program ended before"
            continue
        is_valid, result, text = parts
        outcome.generated[payload.path] = {"true": True, "false": False}.get(is_valid, text)
        if is_valid != "true":
            continue
        if result != "decoded":
            outcome.round_trips[payload.path] = "valid, but not decoded: " + text
        else:
            outcome.round_trips[payload.path] = difference(paths[index], text)


class Number:
    """A number of JSON, by the exact value of its text, however large its exponent."""

    PATTERN = re.compile(r"(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?")

    def __init__(self, text):
        sign, whole, fraction, exponent = self.PATTERN.fullmatch(text).groups()
        fraction = fraction or ""
        digits = (whole + fraction).lstrip("0")
        stripped = digits.rstrip("0")
        place = int(exponent or 0) - len(fraction) + len(digits) - len(stripped)
        self.value = (sign, stripped, place) if stripped else ("", "", 0)

    def __eq__(self, other):
        return isinstance(other, Number) and self.value == other.value


def exact(text):
    return json.loads(text, parse_int=Number, parse_float=Number)


def same(a, b):
    """Whether two values are equal; Python's `True == 1` is not."""
    if type(a) is not type(b):
        return False
    if isinstance(a, dict):
        return a.keys() == b.keys() and all(same(a[name], b[name]) for name in a)
    if isinstance(a, list):
        return len(a) == len(b) and all(same(x, y) for x, y in zip(a, b))
    return a == b


def difference(path, text):
    with open(path, encoding="utf-8-sig") as file:
        original = file.read()
    return None if same(exact(original), exact(text)) else "written as another value"
