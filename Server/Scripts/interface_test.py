#!/usr/bin/env python3
"""Checks the description of the REST interface, and lets schemathesis send what it permits, and more, to a server."""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

from load_test import free_port

SERVER = pathlib.Path(__file__).resolve().parent.parent
DESCRIPTION = SERVER / "Generated" / "openapi.json"
CHECKS = "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance"


def wait_for(port):
    for _ in range(200):
        try:
            return urllib.request.urlopen(f"http://127.0.0.1:{port}/health").close()
        except urllib.error.URLError:
            time.sleep(0.05)
    sys.exit("interface test: the server does not start")


def main():
    for program in ("schemathesis", "openapi-spec-validator"):
        if not shutil.which(program):
            sys.exit(f"interface test: expected {program}, found none; pip install schemathesis openapi-spec-validator")
    if subprocess.run(["openapi-spec-validator", DESCRIPTION], stdout=subprocess.DEVNULL).returncode != 0:
        sys.exit("interface test: Generated/openapi.json is not a valid description")
    program = os.environ.get("SERVER", SERVER.parent / ".build" / "debug" / "collaboration-server")
    with tempfile.TemporaryDirectory() as folder:
        key = pathlib.Path(folder, "key")
        key.write_bytes(os.urandom(32).hex().encode())
        port = free_port()
        server = subprocess.Popen(
            [program, "--port", str(port), "--data", f"{folder}/users.sqlite", "--rooms", f"{folder}/rooms.sqlite",
             "--token-key", key, "--requests", "100000", "--log", "error"], stdout=subprocess.DEVNULL)
        try:
            wait_for(port)
            token = subprocess.run(
                [program, "token", "--token-key", key, "--user", "ana", "--scope", "rooms:administer users:write"],
                check=True, capture_output=True, text=True).stdout.strip()
            run = subprocess.run(
                ["schemathesis", "run", DESCRIPTION, "--url", f"http://127.0.0.1:{port}", "-H",
                 f"Authorization: Bearer {token}", "--checks", CHECKS, "--max-examples", "20", "--seed", "7",
                 "--phases", "examples,coverage,fuzzing"], capture_output=True, text=True, cwd=folder)
            if run.returncode != 0:
                sys.exit(f"interface test: schemathesis finds:\n{run.stdout}{run.stderr}")
            if server.poll() is not None:
                sys.exit(f"interface test: the server has ended with {server.returncode}")
            print(next(line for line in run.stdout.splitlines() if "generated, " in line).strip())
        finally:
            server.kill()


if __name__ == "__main__":
    main()
