#!/usr/bin/env python3
"""Plays the demo in memory and over a server: the output must be the same, but for the address, times and sizes of lines."""

import difflib
import os
import pathlib
import re
import subprocess
import sys
import time
import urllib.error
import urllib.request

from load_test import free_port

SERVER = pathlib.Path(__file__).resolve().parent.parent
SWIFT = os.environ.get("SWIFT", "swift")


def build(package, product):
    """Returns the path of a program, built where the Makefile builds."""
    command = [SWIFT, "build", "--package-path", str(package), "--scratch-path", str(SERVER.parent / ".build"),
               "--disable-build-manifest-caching", "--product", product]
    if subprocess.run(command, stdout=subprocess.DEVNULL).returncode != 0:
        sys.exit(f"demo test: {product} does not build")
    folder = subprocess.run([*command, "--show-bin-path"], capture_output=True, text=True, check=True).stdout.strip()
    return f"{folder}/{product}"


def wait_for(port):
    for _ in range(200):
        try:
            return urllib.request.urlopen(f"http://127.0.0.1:{port}/health").close()
        except urllib.error.URLError:
            time.sleep(0.05)
    sys.exit("demo test: the server does not start")


def play(demo, *arguments):
    """Returns the lines of the output without what differs from run to run."""
    run = subprocess.run([demo, *arguments], capture_output=True, text=True, timeout=120)
    if run.returncode != 0:
        sys.exit(f"demo test: {' '.join([demo, *arguments])} exits with {run.returncode}:\n{run.stdout}{run.stderr}")
    output = re.sub(r"Read back from .*\n.*\n", "Read back\n", run.stdout)
    return re.sub(r"written at \S+Z", "written", output).splitlines()


def main():
    demo, program = build(SERVER.parent, "collaboration-demo"), build(SERVER, "collaboration-server")
    port = free_port()
    server = subprocess.Popen([program, "--port", str(port), "--data", ":memory:", "--rooms", ":memory:"], stderr=subprocess.DEVNULL)
    try:
        wait_for(port)
        expected, found = play(demo), play(demo, "--server", f"http://127.0.0.1:{port}")
    finally:
        server.terminate()
        server.wait(20)
    if len(expected) < 50 or expected != found:
        sys.exit("\n".join(difflib.unified_diff(expected, found, "in memory", "over the server", lineterm="")))
    print(f"demo test: {len(found)} lines are the same")


if __name__ == "__main__":
    main()
