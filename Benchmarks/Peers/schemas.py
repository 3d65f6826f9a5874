#!/usr/bin/env python3
"""schemas.py WORKDIR [COUNT] [SEED]: schemas of SchemaStore, drawn by SEED (1) until COUNT (40) have payloads that all
programs accept: compiled by ours and by jsonschema-rs, and their payloads validated by our evaluator and by Blaze's fast
mode, by turns. Prints a table; the least of 3 rounds counts."""
import json, math, os, random, re, subprocess, sys

work = os.path.abspath(sys.argv[1])
count = int(sys.argv[2]) if len(sys.argv) > 2 else 40
seed = int(sys.argv[3]) if len(sys.argv) > 3 else 1
store = os.path.join(os.environ["SCHEMATA_CORPORA"], "schemastore")
bench, blaze, python = (os.path.join(work, path) for path in ("bin/bench", "venv-sm/bin/jsonschema", "venv/bin/python"))
LOOPS, ROUNDS, PAYLOADS = 200, 3, 3
COMPILE = """
import json, sys, time, jsonschema_rs
text, times = open(sys.argv[1]).read(), []
for _ in range(5):
    start = time.process_time_ns(); jsonschema_rs.validator_for(json.loads(text)); times.append(time.process_time_ns() - start)
print(times[0], min(times))"""


def run(*command):
    try:
        return subprocess.run(command, capture_output=True, text=True, timeout=120).stdout
    except subprocess.TimeoutExpired:
        return ""


def measure(schema, payloads):
    """Nanoseconds: ours and jsonschema-rs first and at best, ours and Blaze for all payloads; None without a verdict."""
    ours = re.search(r"RESULT (.*)", run(bench, "schema", schema, str(LOOPS), *payloads))
    theirs = run(python, "-c", COMPILE, schema).split()
    found = ours and json.loads(ours[1])
    if not found or not all(payload["valid"] for payload in found["payloads"]) or len(theirs) != 2:
        return None
    fast = 0
    for payload in payloads:
        passed = re.search(r"PASS ([\d.]+) ", run(blaze, "validate", schema, payload, "--fast", "--benchmark", "--loop", str(LOOPS)))
        if not passed:
            return None
        fast += float(passed[1]) * 1000
    return [found["first"], int(theirs[0]), found["least"], int(theirs[1]),
            sum(payload["nanoseconds"] for payload in found["payloads"]), fast]


names = sorted(name for name in os.listdir(os.path.join(store, "test"))
               if os.path.exists(os.path.join(store, "schemas", name + ".json")))
random.Random(seed).shuffle(names)
rows = []
for name in names:
    folder = os.path.join(store, "test", name)
    payloads = [os.path.join(folder, file) for file in sorted(os.listdir(folder)) if file.endswith(".json")][:PAYLOADS]
    rounds = payloads and [measure(os.path.join(store, "schemas", name + ".json"), payloads) for _ in range(ROUNDS)]
    if rounds and None not in rounds:
        rows.append((name, [min(values) for values in zip(*rounds)]))
    if len(rows) == count:
        break


def row(what, peer, ours, theirs):
    ratios = sorted((values[theirs] / max(values[ours], 1), name) for name, values in rows)
    mean = math.exp(sum(math.log(ratio) for ratio, _ in ratios) / len(ratios))
    print("| %s | %s | %.2f | %.2f | %.2f (%s) | %d of %d |" % (
        what, peer, mean, ratios[len(ratios) // 2][0], *ratios[0], sum(ratio >= 1 for ratio, _ in ratios), len(ratios)))


print("| work | peer | peer's time ÷ ours: mean | median | worst | faster |")
print("|---|---|---:|---:|---:|---:|")
row("compile a schema, first in a process", "jsonschema-rs", 0, 1)
row("compile a schema again", "jsonschema-rs", 2, 3)
row("validate parsed payloads, evaluator", "Blaze, fast mode", 4, 5)
