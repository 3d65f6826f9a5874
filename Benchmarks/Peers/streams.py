#!/usr/bin/env python3
"""streams.py WORKDIR [BYTES] [ROUNDS]: one array of W1 users of BYTES (2.5 * 10^8) in a file, validated element by element
by each program that is built under WORKDIR, each in a process of its own, all of them interleaved; the fastest of ROUNDS
(3) counts. Prints a table of processor time, time by the clock on the wall and peak memory."""
import os, subprocess, sys, tempfile, time

here = os.path.dirname(os.path.abspath(__file__))
schemas = os.path.join(here, "..", "Schemas")
work = os.path.abspath(sys.argv[1])
size = int(float(sys.argv[2])) if len(sys.argv) > 2 else 250_000_000
rounds = int(sys.argv[3]) if len(sys.argv) > 3 else 3
file = os.path.join(work, "data", "w1.stream.json")
built = lambda *path: os.path.join(work, *path)
codegen = [built("bin/codegen"), "validate", "--schema", os.path.join(schemas, "users.schema.json")]
programs = [
    ("codegen validate --stream", "validated", codegen + ["--stream", file]),
    ("codegen validate", "validated", codegen + [file]),
    ("ijson (yajl2_c) + jsonschema-rs", "validated",
     [built("venv/bin/python"), os.path.join(here, "python/stream.py"), file, os.path.join(schemas, "user.schema.json")]),
    ("JSONDecoder -> [User]", "typed", [built("build/swiftpeers/release/p1"), "w1arr", "decode", file]),
    ("JSONDecoder -> [User] + handwritten validate()", "typed+validated",
     [built("build/swiftpeers/release/p1"), "w1arr", "decode+validate", file]),
]


def measure(command):
    with tempfile.TemporaryFile() as output:
        start = time.time()
        # Without another pass to warm up.
        process = subprocess.Popen(command, stdout=output, stderr=output, env=dict(os.environ, MIN_TIME="0"))
        _, status, usage = os.wait4(process.pid, 0)
        wall, process.returncode = time.time() - start, os.waitstatus_to_exitcode(status)
        if process.returncode:
            output.seek(0)
            print("failed:", *command, output.read(500).decode(), file=sys.stderr)
            return None
    return usage.ru_utime + usage.ru_stime, wall, usage.ru_maxrss * 1024


# In another process, because what this one holds would count as the peak of its children.
feed = [sys.executable, os.path.join(here, "../Costs/lines.py"), "--feed", built("data"), "--stream", str(size), "0"]
with open(file, "wb") as array:
    subprocess.run(feed, stdout=array, stderr=subprocess.DEVNULL, check=True)
runs = {}
for _ in range(rounds):
    for label, _, command in programs:
        found = measure(command) if os.path.exists(command[0]) else None
        if found:
            runs.setdefault(label, []).append(found)
written = os.path.getsize(file)
os.remove(file)
print("| program | what it does | CPU, times ours | peak memory, times ours | CPU s | wall s | peak MB |")
print("|---|---|---:|---:|---:|---:|---:|")
ours = [min(run[i] for run in runs[programs[0][0]]) for i in range(3)]
for label, kind, _ in programs:
    if label in runs:
        cpu, wall, peak = [min(run[i] for run in runs[label]) for i in range(3)]
        print("| %s | %s | %.1f | %.1f | %.2f | %.2f | %.1f |" % (
            label, kind, cpu / ours[0], peak / ours[2], cpu, wall, peak / 1e6))
print("\nAn array of %.0f MB with users of W1; whole processes, the fastest of %d runs. Only the first and the third program\n"
      "release what they have checked; JSONDecoder has no way to." % (written / 1e6, rounds))
