#!/usr/bin/env python3
"""users.py WORK STOREWRITER [USERS]: users written to a SQLite store on disk, 1,000 in a transaction, and read back and
compared, 1,000 at once; for a tenth, a half and all of USERS (10^6). Users a second, size of the file, and peak memory,
which must not grow with the users."""
import json, os, subprocess, sys, tempfile

work, writer = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
total = int(float(sys.argv[3])) if len(sys.argv) > 3 else 10 ** 6
print("| users | written per second | read per second | file MB | peak MB |")
print("|---:|---:|---:|---:|---:|")
for count in [total // 10, total // 2, total]:
    with tempfile.TemporaryDirectory(dir=work) as folder:
        path = os.path.join(folder, "users.sqlite")
        command = [writer, "load", path, str(count)]
        process = subprocess.Popen(command, stdout=subprocess.PIPE)
        output = process.stdout.read().decode()
        _, status, usage = os.wait4(process.pid, 0)
        lines = [line for line in output.split("\n") if line.startswith("RESULT ")]
        if status or not lines:
            sys.exit("users.py: %s failed" % " ".join(command))
        # What has not gone from the log into the file counts as well.
        size = sum(os.path.getsize(path + end) for end in ["", "-wal"] if os.path.exists(path + end))
        result = json.loads(lines[-1][7:])
        if result["wrong"]:
            sys.exit("users.py: %d users came back otherwise than they were written" % result["wrong"])
    print("| %s | %s | %s | %.1f | %.1f |" % (
        format(count, ","), format(round(count / result["write"]), ","), format(round(count / result["read"]), ","),
        size / 1e6, usage.ru_maxrss * 1024 / 1e6), flush=True)
