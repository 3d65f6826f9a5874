#!/usr/bin/env python3
"""bounds.py WORK CODEGEN [LIMIT [NAME…]]: what schemas that are made to be expensive cost each verb: 80 levels of which
each leads to the one below twice, and very many of one thing. A run that takes more than LIMIT (20) processor seconds is
stopped. With NAMEs only the inputs that hold one of them in their names."""
import json, os, re, resource, shutil, subprocess, sys

LEVELS = 80
OUTPUTS = {"models": "../Models", "documentation": "../Documentation", "docc": "../DocC.docc",
           "openapi": "../openapi.json", "testSupport": "../Samples"}


def level(keyword, below):
    """A schema that leads to the one below twice or more."""
    if keyword in ("allOf", "anyOf", "oneOf"):
        return {keyword: [below, below]}
    if keyword == "not":
        return {"allOf": [{"not": below}, {"not": below}]}
    if keyword == "if":
        return {"if": below, "then": below, "else": below}
    if keyword == "properties":
        return {"type": "object", "properties": {"a": below, "b": below}}
    if keyword == "items":
        return {"type": "array", "prefixItems": [below], "items": below}
    if keyword == "dependentSchemas":
        return {"dependentSchemas": {"a": below, "b": below}}
    return below


def levels(keyword, leaf):
    definitions = {"d0": leaf}
    for n in range(1, LEVELS + 1):
        definitions["d%d" % n] = level(keyword, {"$ref": "#/$defs/d%d" % (n - 1)})
    return {"$ref": "#/$defs/d%d" % LEVELS, "$defs": definitions}


def chain(count):
    # By references: nested in one another they would be deeper than a document may be.
    definitions = {"c0": {"type": "object", "properties": {"a": {"type": "string"}}}}
    for n in range(1, count + 1):
        definitions["c%d" % n] = {"allOf": [{"$ref": "#/$defs/c%d" % (n - 1)}]}
    return {"$ref": "#/$defs/c%d" % count, "$defs": definitions}


def objects_with(count, required):
    return {"type": "object", "properties": {"m%d" % i: {"type": "string"} for i in range(count)},
            "required": ["m%d" % i for i in range(required)]}


def objects(count):
    return [{"id": n, "name": "object %d" % n} for n in range(count)]


def branches(keyword, count):
    return {keyword: [{"type": "object", "required": ["m%d" % n], "properties": {"m%d" % n: {"type": "string"}}}
                      for n in range(count)]}


def tagged(keyword, count):
    return {keyword: [{"type": "object", "required": ["kind"], "properties": {
        "kind": {"const": "kind%d" % n}, "m%d" % n: {"type": "string"}}} for n in range(count)]}


# Name, keyword, payload: LEVELS levels.
DOUBLED = [
    ("`allOf`", "allOf", "x"), ("`anyOf`", "anyOf", "x"), ("`oneOf`", "oneOf", "x"), ("`if`, `then`, `else`", "if", "x"),
    ("`not`", "not", "x"), ("`properties`", "properties", {"a": {"b": {}}}), ("`items`", "items", [[], []]),
    ("`dependentSchemas`", "dependentSchemas", {"a": 1}), ("`$ref`", "$ref", "x"),
]
# Name, count, schema of so many, payload.
MANY = [
    ("10,000 `properties`", 10000, lambda n: objects_with(n, 0), {"m1": "x"}),
    ("10,000 `properties`, all of them `required`", 10000, lambda n: objects_with(n, n),
     {"m%d" % i: "x" for i in range(10000)}),
    ("10,000 `required` alone", 10000, lambda n: {"type": "object", "required": ["m%d" % i for i in range(n)]},
     {"m%d" % i: "x" for i in range(10000)}),
    ("100,000 strings in `enum`", 100000, lambda n: {"enum": ["value %d" % i for i in range(n)]}, "value 77"),
    ("10,000 objects in `enum`", 10000, lambda n: {"enum": objects(n)}, {"id": 77, "name": "object 77"}),
    ("4,000 branches of `oneOf`", 4000, lambda n: branches("oneOf", n), {"m1": "x"}),
    ("4,000 branches of `anyOf`", 4000, lambda n: branches("anyOf", n), {"m1": "x"}),
    ("4,000 branches of `oneOf` with a tag", 4000, lambda n: tagged("oneOf", n), {"kind": "kind1", "m1": "x"}),
    ("4,000 branches of `anyOf` with a tag", 4000, lambda n: tagged("anyOf", n), {"kind": "kind1", "m1": "x"}),
    ("a chain of 1,000 `allOf`", 1000, chain, {"a": "x"}),
]
NAMES = ["%d levels of %s" % (LEVELS, name) for name, _, _ in DOUBLED] + [name for name, _, _, _ in MANY]


def versions(number):
    """A schema, the same with a change, and a payload."""
    if number < len(DOUBLED):
        _, keyword, payload = DOUBLED[number]
        return levels(keyword, {"type": "string", "maxLength": 9}), levels(
            keyword, {"type": "string", "maxLength": 8}), payload
    _, count, make, payload = MANY[number - len(DOUBLED)]
    return make(count), make(count - 1), payload


def write(path, value):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        json.dump(value, file, indent=1)


def write_all(place, number):
    schema, other, payload = versions(number)
    write(os.path.join(place, "Schemas", "codegen.json"), {"outputs": OUTPUTS, "lock": "codegen.lock.json"})
    write(os.path.join(place, "payload.json"), payload)
    for version, value in (("Schemas", schema), ("Same", schema), ("Changed", other)):
        write(os.path.join(place, version, "a.schema.json"), value)


def run(place, arguments, codes=(0,)):
    """Processor seconds and peak megabytes, or why there are none."""
    process = subprocess.Popen(
        [codegen] + arguments, cwd=place, stdout=open(os.path.join(place, "out.txt"), "wb"),
        stderr=open(os.path.join(place, "err.txt"), "wb"),
        preexec_fn=lambda: (resource.setrlimit(resource.RLIMIT_CPU, (limit, limit)),
                            resource.setrlimit(resource.RLIMIT_AS, (8 << 30, 8 << 30))))
    _, status, usage = os.wait4(process.pid, 0)
    code = os.waitstatus_to_exitcode(status)
    seconds = usage.ru_utime + usage.ru_stime
    if code not in codes:
        with open(os.path.join(place, "err.txt"), "rb") as file:
            sys.stderr.write("%s: %s: exit code %d: %s\n" % (
                place, " ".join(arguments), code, file.read()[-300:].decode(errors="replace")))
    return ("%.2f" if code in codes else "stopped at %.1f" if code in (-24, -9) else "code %d at %%.1f" % code) % seconds, \
        usage.ru_maxrss * 1024 / 1e6


def lines(place):
    total = 0
    for name in os.listdir(place) if os.path.isdir(place) else []:
        if name.endswith(".swift"):
            with open(os.path.join(place, name), "rb") as file:
                total += file.read().count(b"\n")
    return total


VERBS = [
    ("generate", ["--config", "Schemas/codegen.json", "--quiet"], (0,)),
    ("check", ["generate", "--check", "--config", "Schemas/codegen.json", "--quiet"], (0,)),
    ("sample", ["sample", "--config", "Schemas/codegen.json", "--schema", "Schemas/a.schema.json"], (0, 1)),
    ("near misses", ["sample", "--invalid", "--config", "Schemas/codegen.json", "--schema", "Schemas/a.schema.json"], (0, 1)),
    ("diff, same", ["diff", "Schemas", "Same"], (0,)),
    ("diff, changed", ["diff", "Schemas", "Changed"], (0,)),
    ("lint", ["lint", "--config", "Schemas/codegen.json"], (0, 1)),
    ("coverage", ["coverage", "--config", "Schemas/codegen.json"], (0,)),
    ("plan", ["dump", "plan", "--config", "Schemas/codegen.json"], (0,)),
    ("validate", ["validate", "--schema", "Schemas/a.schema.json", "payload.json"], (0, 1)),
]
if sys.argv[1] == "--write":
    write_all(sys.argv[2], int(sys.argv[3]))
    sys.exit()
work, codegen = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
limit = int(sys.argv[3]) if len(sys.argv) > 3 else 20
folder = os.path.join(work, "bounds")
rows = []
for number, name in enumerate(NAMES):
    if sys.argv[4:] and not any(part in name for part in sys.argv[4:]):
        continue
    place = os.path.join(folder, str(number))
    shutil.rmtree(place, ignore_errors=True)
    # In a process of its own: what this one needs at most, its children are counted to need as well.
    subprocess.run([sys.executable, os.path.abspath(__file__), "--write", place, str(number)], check=True)
    figures = [run(place, arguments, codes) for _, arguments, codes in VERBS]
    rows.append([name, [seconds for seconds, _ in figures], max(peak for _, peak in figures), lines(os.path.join(place, "Models"))])
    print(name, file=sys.stderr, flush=True)


def is_quick(seconds):
    return re.fullmatch(r"0\.\d+", seconds)


slow = [number for number in range(len(VERBS)) if not all(is_quick(seconds[number]) for _, seconds, _, _ in rows)]
print("A blank cell means less than 1 s. Peak memory: at most %.0f MB. Generated Swift: at most %s lines.\n" % (
    max(peak for _, _, peak, _ in rows), format(max(count for _, _, _, count in rows), ",")))
print("| schema | " + " | ".join(VERBS[number][0] for number in slow) + " |")
print("|---" + "|---:" * len(slow) + "|")
for name, seconds, _, _ in rows:
    if not all(map(is_quick, seconds)):
        cells = ["" if is_quick(seconds[number]) else seconds[number] for number in slow]
        print("| %s | %s |" % (name, " | ".join(cells)))
others = [name for name, seconds, _, _ in rows if all(map(is_quick, seconds))]
levels = [name.removeprefix("80 levels of ") for name in others if name.startswith("80 levels of ")]
others = ["80 levels of " + "; ".join(levels)] * bool(levels) + [name for name in others if not name.startswith("80 levels of ")]
print("\nSchemas that always take less than 1 s: %s." % "; ".join(others))
print("Verbs that always take less than 1 s: %s." % "; ".join(verb[0] for number, verb in enumerate(VERBS) if number not in slow))
