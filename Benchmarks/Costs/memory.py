#!/usr/bin/env python3
"""memory.py WORK BENCH: what one document costs in memory: allocations and the most bytes in use at once beyond those
before it, counted by allocations.c in a process a path; and the peak memory of a process that reads all documents of a
file, one after the other or keeping the results, above that of one which only loads them."""
import json, os, subprocess, sys

work, bench = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
here = os.path.dirname(os.path.abspath(__file__))
counter = os.path.join(work, "allocations.so")
subprocess.run(["cc", "-O2", "-shared", "-fPIC", "-o", counter, os.path.join(here, "allocations.c")], check=True)
NAMES = {"w1": "W1 users", "w2": "W2 room state", "w3": "W3 message"}
PATHS = {
    "verdict": "verdict, generated", "evaluator": "verdict, evaluator", "model": "init(json:)",
    "value": "JSONValue(parsing:)", "decoder": "JSONDecoder, plain types", "serialization": "JSONSerialization",
}

KEEPING = ["model", "modelKeeping", "decoder", "decoderKeeping"]


def run(workload, path, limit=None, **more):
    command = [bench, "run", workload, path, os.path.join(work, "data", workload + ".ndjson")]
    command += [str(limit)] if limit else []
    process = subprocess.Popen(command, env=dict(os.environ, **more), stdout=subprocess.PIPE)
    output = process.stdout.read().decode()
    _, status, usage = os.wait4(process.pid, 0)
    result = [line for line in output.split("\n") if line.startswith("RESULT ")]
    if status or not result:
        sys.exit("memory.py: %s failed" % " ".join(command))
    return json.loads(result[-1][7:]), usage.ru_maxrss * 1024


print("Allocations per document, and the most bytes allocated at once:\n")
print("| path | %s |" % " | ".join(name + " | bytes" for name in NAMES.values()))
print("|---|" + "---:|" * (2 * len(NAMES)))
for path, title in PATHS.items():
    results = [run(workload, path, 500, LD_PRELOAD=counter, MIN_TIME="0.2")[0] for workload in NAMES]
    print("| %s | %s |" % (title, " | ".join(
        "%.2f | %s" % (result["allocations"], format(result["peak"], ",")) for result in results)))
print("\nPeak memory in MB: of a process that computes only verdicts, and how much more the other paths use:\n")
print("| documents | count | verdict, whole process | init(json:) | init(json:), kept | JSONDecoder | JSONDecoder, kept |")
print("|---|---:|---:|---:|---:|---:|---:|")
for workload, name in NAMES.items():
    result, floor = run(workload, "verdict", MIN_TIME="0")
    above = [run(workload, path, MIN_TIME="0")[1] - floor for path in KEEPING]
    print("| %s | %s | %.1f | %s |" % (
        name, format(result["ok"], ","), floor / 1e6, " | ".join("%.1f" % (x / 1e6) for x in above)))
