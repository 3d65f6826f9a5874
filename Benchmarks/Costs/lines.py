#!/usr/bin/env python3
"""lines.py WORK CODEGEN [BYTES]: `codegen validate` at the end of a pipe. With `--lines`, a stream of W1 users of a
quarter, a half and all of BYTES (10^9), made on the way, and one in which a thousandth of the lines breaks a constraint;
with `--stream`, one array of users, of a 500th, a tenth and all of BYTES. Wall and processor time, throughput and peak
memory, which must not grow with the stream."""
import os, subprocess, sys, tempfile, time

def feed(data, form, size, has_invalid):
    """Writes the stream to standard output."""
    with open(os.path.join(data, "w1.ndjson"), "rb") as file:
        lines = file.readlines()
    if has_invalid:
        with open(os.path.join(data, "w1.invalid.ndjson"), "rb") as file:
            invalid = file.readlines()
        for number, i in enumerate(range(0, len(lines), 1000)):
            lines[i] = invalid[number % len(invalid)]
    if form == "--stream":
        lines = [line.rstrip() + b",\n" for line in lines]
        sys.stdout.buffer.write(b"[")
    block, sent = b"".join(lines), 0
    while sent < size:
        piece = block if size - sent > len(block) else block[: block.index(b"\n", size - sent - 1) + 1]
        if form == "--stream" and sent + len(piece) >= size:
            piece = piece[:-2] + b"]\n"
        sys.stdout.buffer.write(piece)
        sent += len(piece)
    print(sent, file=sys.stderr)


def validate(data, form, size, has_invalid):
    """The stream comes from a process of its own: what this one holds would count as the child's peak."""
    feeder = subprocess.Popen(
        [sys.executable, __file__, "--feed", data, form, str(size), str(int(has_invalid))], stdout=subprocess.PIPE,
        stderr=subprocess.PIPE)
    with tempfile.TemporaryFile() as output:
        start = time.time()
        process = subprocess.Popen(
            [codegen, "validate", "--schema", schemas[form], form, "-"], stdin=feeder.stdout, stdout=output,
            stderr=output)
        feeder.stdout.close()
        _, status, usage = os.wait4(process.pid, 0)
        wall, process.returncode = time.time() - start, os.waitstatus_to_exitcode(status)
        sent = feeder.stderr.read().decode()
        feeder.wait()
        if process.returncode not in (0, 1) or not sent.strip().isdigit():
            output.seek(0)
            sys.exit("lines.py: " + output.read(1000).decode() + sent)
        if process.returncode != int(has_invalid):
            sys.exit("lines.py: exit code %d" % process.returncode)
    return int(sent), wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024


if sys.argv[1] == "--feed":
    feed(sys.argv[2], sys.argv[3], int(sys.argv[4]), sys.argv[5] == "1")
    sys.exit()
work, codegen = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
total = int(float(sys.argv[3])) if len(sys.argv) > 3 else 10 ** 9
data = os.path.join(work, "data")
schemas = {
    form: os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Schemas", name)
    for form, name in [("--lines", "user.schema.json"), ("--stream", "users.schema.json")]}
print("| stream | GB | MB/s | CPU s for a GB | peak MB |")
print("|---|---:|---:|---:|---:|")
for name, form, has_invalid, size in [
    ("`--lines`", "--lines", False, total // 4), ("`--lines`", "--lines", False, total // 2),
    ("`--lines`", "--lines", False, total), ("`--lines`, a thousandth invalid", "--lines", True, total // 4),
    ("`--stream`", "--stream", False, total // 500), ("`--stream`", "--stream", False, total // 10),
    ("`--stream`", "--stream", False, total),
]:
    sent, wall, cpu, peak = validate(data, form, size, has_invalid)
    print("| %s | %.3g | %.0f | %.2f | %.1f |" % (
        name, sent / 1e9, sent / 1e6 / wall, cpu / sent * 1e9, peak / 1e6), flush=True)
