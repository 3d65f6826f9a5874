#!/usr/bin/env python3
"""make_variants.py DATA FIXTURES: other shapes of the workloads in DATA, made from their first documents with fixed
seeds, so that every machine has the same bytes:

  wN.shuffled.ndjson  members in random order, at every depth
  wN.pretty.json      indented by two spaces, documents separated by NUL (they have line breaks)
  wN.escaped.ndjson   a quarter of all characters in strings as \\uXXXX, every slash as \\/
  wN.unknown.ndjson   three undeclared members in each object that may have them (W2 and W3)
  wN.cut.ndjson       cut after three quarters: no JSON
  repository-*.ndjson the valid payloads of FIXTURES, by schema, in turn
"""
import glob, json, os, random, sys

data, fixtures = sys.argv[1:3]
COUNTS = {"w1": 10000, "w2": 300, "w3": 1000}
# Which objects of a document take members that the schema does not declare.
OPEN = {"w2": lambda d: [d], "w3": lambda d: [d, d["user"]]}
REPOSITORY = {
    "users/user-info": 8000, "attachments/message": 2000, "video/call-participant": 4000,
    "whiteboard/scene-state": 4000,
}
compact = dict(ensure_ascii=False, separators=(",", ":"))


def write(name, documents, separator=b"\n"):
    path = os.path.join(data, name)
    with open(path, "wb") as file:
        file.write(separator.join(document.encode("utf-8") for document in documents) + separator)


def shuffled(r, value):
    if isinstance(value, dict):
        names = list(value)
        r.shuffle(names)
        return {name: shuffled(r, value[name]) for name in names}
    return [shuffled(r, item) for item in value] if isinstance(value, list) else value


def escaped(r, value):
    if isinstance(value, dict):
        return "{%s}" % ",".join("%s:%s" % (json.dumps(name), escaped(r, item)) for name, item in value.items())
    if isinstance(value, list):
        return "[%s]" % ",".join(escaped(r, item) for item in value)
    if not isinstance(value, str):
        return json.dumps(value)
    units = value.encode("utf-16-be")
    text, i = "", 0
    while i < len(units):
        unit = units[i] << 8 | units[i + 1]
        length = 4 if 0xD800 <= unit < 0xDC00 else 2
        plain = units[i : i + length].decode("utf-16-be")
        if r.random() < 0.25:
            text += "".join("\\u%04x" % (units[k] << 8 | units[k + 1]) for k in range(i, i + length, 2))
        else:
            text += json.dumps(plain, ensure_ascii=False)[1:-1].replace("/", "\\/")
        i += length
    return '"%s"' % text


def with_unknown(r, workload, value):
    for place in OPEN[workload](value):
        place["x_trace"] = "%016x" % r.getrandbits(64)
        place["x_version"] = r.randrange(1000)
        place["x_context"] = {"region": r.choice(["eu", "us", "ap"]), "flags": [r.random() < 0.5 for _ in range(4)]}
    return shuffled(r, value)


for number, (workload, count) in enumerate(COUNTS.items()):
    with open(os.path.join(data, workload + ".ndjson"), encoding="utf-8") as file:
        lines = [file.readline().rstrip("\n") for _ in range(count)]
    r = random.Random(1000 + number)
    write(workload + ".shuffled.ndjson", [json.dumps(shuffled(r, json.loads(line)), **compact) for line in lines])
    pretty = [json.dumps(json.loads(line), ensure_ascii=False, indent=2) for line in lines]
    write(workload + ".pretty.json", pretty, b"\0")
    write(workload + ".escaped.ndjson", [escaped(r, json.loads(line)) for line in lines])
    if workload in OPEN:
        unknown = [with_unknown(r, workload, json.loads(line)) for line in lines]
        write(workload + ".unknown.ndjson", [json.dumps(document, **compact) for document in unknown])
    cut = []
    for line in lines[: count // 10]:
        raw = line.encode("utf-8")
        cut.append(raw[: len(raw) * 3 // 4].decode("utf-8", "ignore"))
    write(workload + ".cut.ndjson", cut)

for schema, count in REPOSITORY.items():
    payloads = []
    for path in sorted(glob.glob(os.path.join(fixtures, schema, "valid", "*.json"))):
        with open(path, encoding="utf-8") as file:
            payloads.append(json.dumps(json.load(file), **compact))
    write("repository-%s.ndjson" % os.path.basename(schema), [payloads[i % len(payloads)] for i in range(count)])
