#!/usr/bin/env python3
"""The price of validation: processor time per request, with and without it, at saturation.

    python3 Scripts/price.py [--rounds 5] [--seconds 4]

Runs three servers that answer requests with their bodies; one of them validates the body first, and one also decodes it.
Rounds alternate between all, so that other work on the machine affects all. Needs wrk (Debian) and a release build.
"""

import argparse
import os
import re
import statistics
import subprocess
import tempfile
import time

from load_test import PROGRAMS, cpu_seconds, free_port


def body(size):
    """A query for user attributes of about a number of bytes."""
    ids = []
    while len(ids) < 100:
        ids.append(f"user-{len(ids):03}-" + "x" * (0 if size < 1000 else 27))
        text = '{"targets":[' + ",".join(f'"{i}"' for i in ids) + ']}'
        if len(text) >= size:
            break
    return text


def measure(port, pid, script, seconds):
    before = cpu_seconds(pid)
    output = subprocess.run(
        ["wrk", "-t1", "-c32", f"-d{seconds}", "-s", script, f"http://127.0.0.1:{port}/"], capture_output=True, text=True,
        check=True).stdout
    if "Non-2xx" in output or "Socket errors" in output:
        raise SystemExit(output)
    requests = int(re.search(r"(\d+) requests in", output).group(1))
    return (cpu_seconds(pid) - before) / requests * 1e6, requests / seconds


def price(results, work):
    """The time of a kind of work, and the ratios to the echo of the same round."""
    ratios = [(found / echo - 1) * 100 for echo, found in zip(results["none"], results[work])]
    return (f"{statistics.median(results[work]):.1f} µs, {statistics.median(ratios):+.1f} % "
            f"({min(ratios):+.1f} to {max(ratios):+.1f})")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=int, default=4)
    options = parser.parse_args()
    servers = {}
    for work in ("none", "validate", "decode"):
        port = free_port()
        servers[work] = (port, subprocess.Popen([f"{PROGRAMS}/echo-server", str(port), work]))
    time.sleep(1)
    try:
        print("| body | echo, µs | validated | validated and decoded | requests a second |\n|---|---|---|---|---|")
        for size in (300, 4000):
            text = body(size)
            with tempfile.NamedTemporaryFile("w", suffix=".lua", delete=False) as file:
                file.write('wrk.method = "POST"\nwrk.headers["Content-Type"] = "application/json"\n'
                           f"wrk.body = '{text}'\n")
            results = {work: [] for work in servers}
            rates = []
            for _ in range(options.rounds):
                for work, (port, process) in servers.items():
                    microseconds, rate = measure(port, process.pid, file.name, options.seconds)
                    results[work].append(microseconds)
                    if work == "decode":
                        rates.append(rate)
            echo = statistics.median(results["none"])
            print(f"| {len(text)} B | {echo:.1f} | {price(results, 'validate')} | {price(results, 'decode')} "
                  f"| {statistics.median(rates):,.0f} |")
            os.unlink(file.name)
    finally:
        for _, process in servers.values():
            process.kill()


if __name__ == "__main__":
    main()
