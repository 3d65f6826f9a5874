#!/usr/bin/env python3
"""Honest clients of a server under attack, directly and through haproxy.

    python3 Scripts/hostile_test.py [--seconds 900] [--honest 200] [--idle 10000] [--results RESULTS.md]

In processes of their own, attackers open idle sockets and send heads byte by byte, pipeline requests of all kinds, send
heads of 64 KiB and random bytes, read nothing, and break connections. Honest clients write and read their records and
measure how long each response takes. The test fails if one of them waits longer than two seconds or gets another response
than theirs, if the server ends, or if it keeps more than 20 MiB. `--seconds` is for each of the two ways.
"""

import argparse
import asyncio
import json
import os
import random
import resource
import secrets
import shutil
import socket
import ssl
import struct
import subprocess
import sys
import tempfile
import time

import results

HERE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
ATTACKS = ["idle", "pipeline", "heads", "noise", "greedy"]
LONGEST_WAIT = 2.0
KEPT_MEMORY = 20 << 20


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def resident(pid):
    return int(open(f"/proc/{pid}/statm").read().split()[1]) * os.sysconf("SC_PAGESIZE")


def cpu_seconds(pid):
    fields = open(f"/proc/{pid}/stat").read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def request(line, *fields, body=None):
    lines = [f"{line} HTTP/1.1", "host: localhost", *fields]
    if body is not None:
        lines.append(f"content-length: {len(body)}")
    return ("\r\n".join(lines) + "\r\n\r\n" + (body or "")).encode()


FORM = "content-type: application/x-www-form-urlencoded"


class Target:
    """Where connections lead, and the addresses from which they come: more than one, as with real attackers."""

    def __init__(self, port, authorities):
        self.port, self.context = port, None
        if authorities:
            self.context = ssl.create_default_context(cafile=authorities)

    def address(self, group):
        return (f"127.0.{group}.{random.randrange(1, 150)}", 0)

    async def open(self, group, is_encrypted=True):
        context = self.context if is_encrypted else None
        return await asyncio.open_connection(
            "127.0.0.1", self.port, local_addr=self.address(group), ssl=context,
            server_hostname="localhost" if context else None)


# MARK: Honest clients


async def response(reader):
    head = await reader.readuntil(b"\r\n\r\n")
    lines = head.decode("latin-1").split("\r\n")
    fields = dict(line.lower().split(": ", 1) for line in lines[1:] if ": " in line)
    body = await reader.readexactly(int(fields.get("content-length", 0)))
    return int(lines[0].split()[1]), fields, body


async def honest(target, number, token, end, times, problems):
    path, authorization = f"/org/app/metadata/user/honest-{number}", f"authorization: Bearer {token}"
    connection, value = None, 0
    while time.monotonic() < end:
        value += 1
        steps = [
            (request(f"PUT {path}", authorization, FORM, body=f"sign={value}"), None),
            (request(f"GET {path}", authorization), f'"sign":"{value}"'.encode()),
        ]
        for text, expected in steps:
            start = connected = time.monotonic()
            try:
                async with asyncio.timeout(30):
                    if not connection:
                        connection = await target.open(1)
                        connected = time.monotonic()
                    connection[1].write(text)
                    status, fields, body = await response(connection[0])
                if status != 200 or (expected and expected not in body):
                    problems.append(f"status {status}: {body[:200]!r}")
                if fields.get("connection") == "close" or random.random() < 0.1:
                    connection[1].close()
                    connection = None
            except (OSError, asyncio.IncompleteReadError, TimeoutError) as error:
                problems.append(repr(error))
                connection = None
            now = time.monotonic()
            times.append((now - start, connected - start, end - now))
            await asyncio.sleep(random.uniform(0.2, 1.0))
    if connection:
        connection[1].close()


async def run_honest(target, tokens, seconds):
    times, problems = [], []
    end = time.monotonic() + seconds
    await asyncio.gather(*(honest(target, n, token, end, times, problems) for n, token in enumerate(tokens)))
    times.sort()
    longest = ", ".join(f"{wait * 1000:.0f} ms ({connecting * 1000:.0f} of them to connect, {left:.0f} s before the end)"
                        for wait, connecting, left in times[:-4:-1])
    print(json.dumps({"times": [times[int((len(times) - 1) * part)][0] for part in (0.5, 0.99, 1)], "count": len(times),
                      "problems": problems[:20], "problem count": len(problems), "longest": longest}))


# MARK: Attackers


async def idle(target, count, end):
    """Sockets that say nothing, or a byte every few seconds; they come back when they are closed."""
    text = request("GET /health", "x: " + "y" * 500)

    async def one():
        while time.monotonic() < end:
            try:
                reader, writer = await target.open(random.randrange(10, 200), is_encrypted=False)
                is_slow, index = random.random() < 0.3, 0
                while time.monotonic() < end:
                    if is_slow:
                        writer.write(text[index:index + 1])
                        index += 1
                    try:
                        async with asyncio.timeout(random.uniform(3, 6)):
                            if not await reader.read(1024):
                                break
                    except TimeoutError:
                        pass
                writer.close()
            except OSError:
                pass
            await asyncio.sleep(random.uniform(0.5, 2))

    async def later(delay):
        await asyncio.sleep(delay)
        await one()

    await asyncio.gather(*(later(5 * n / count) for n in range(count)))


KINDS = [
    request("GET /health"), request("GET /health", body="abcd"), request("PUT /org/app/metadata/user/x", FORM, body="sign=x"),
    request("POST /org/app/metadata/user/get", "content-type: application/json", body='{"targets":["x"]}'),
    request("GET /health", "transfer-encoding: chunked") + b"4\r\nabcd\r\n0\r\n\r\n", request("TRACE /"),
    request("GET /messages", "upgrade: websocket", "connection: upgrade", "sec-websocket-version: 13",
            "sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==") + b"\x81\x02{}",
]


def attack_bytes(kind):
    if kind == "pipeline":
        text = b"".join(random.choice(KINDS) for _ in range(random.choice([1, 2, 3, 16, 64])))
        return text[: random.randrange(1, len(text))] if random.random() < 0.3 else text
    if kind == "heads":
        return request("GET /health", "x: " + "y" * 65_536)
    if kind == "greedy":
        return KINDS[2] * 1_000
    text = random.randbytes(random.randrange(1, 5_000))
    return random.choice(KINDS)[: random.randrange(60)] + text if random.random() < 0.5 else text


async def attack(target, kind, end):
    while time.monotonic() < end:
        try:
            async with asyncio.timeout(8):
                reader, writer = await target.open(random.randrange(2, 9), is_encrypted=random.random() < 0.9)
                text = attack_bytes(kind)
                cut = random.randrange(len(text))
                writer.write(text[:cut])
                await asyncio.sleep(random.uniform(0, 0.05))
                writer.write(text[cut:])
                if kind == "greedy":
                    await asyncio.sleep(5)
                elif random.random() < 0.5:
                    await reader.read(65_536)
                if random.random() < 0.3:
                    # A reset instead of an end.
                    connected = writer.get_extra_info("socket")
                    if connected:
                        connected.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                    writer.transport.abort()
                writer.close()
        except (OSError, TimeoutError):
            pass
        await asyncio.sleep(random.uniform(0.05, 0.2))


async def run_attack(target, kind, count, seconds):
    end = time.monotonic() + seconds
    if kind == "idle":
        return await idle(target, count, end)
    await asyncio.gather(*(attack(target, kind, end) for _ in range(8)))


# MARK: The test


class Proxy:
    def __init__(self, folder, server):
        certificate, key = (os.path.join(folder, name) for name in ("certificate.pem", "key.pem"))
        subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
                        "-days", "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-keyout", key,
                        "-out", certificate], check=True, stderr=subprocess.DEVNULL)
        both = os.path.join(folder, "both.pem")
        open(both, "w").write(open(certificate).read() + open(key).read())
        self.port, self.authorities = free_port(), certificate
        environment = {"PROXY_BIND": f"127.0.0.1:{self.port}", "PROXY_CERTIFICATE": both, "SERVER": f"127.0.0.1:{server}"}
        self.process = subprocess.Popen(
            ["haproxy", "-db", "-f", os.path.join(HERE, "haproxy.cfg")], env=dict(os.environ, **environment),
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def play(options, folder, is_behind_proxy):
    count = options.idle
    if is_behind_proxy:
        # A proxy takes as many connections as it could pass on, each with two descriptors.
        count = min(count, resource.getrlimit(resource.RLIMIT_NOFILE)[0] // 2 - 1_500)
    key = os.path.join(folder, "key")
    open(key, "w").write(secrets.token_hex(32))
    program = os.path.join(options.programs, "collaboration-server")
    log = open(os.path.join(folder, "log"), "ab")
    server = subprocess.Popen(
        [program, "--port", "0", "--data", ":memory:", "--rooms", ":memory:", "--token-key", key, "--behind-proxy", "--requests",
         "100000", "--connections", str(count + 2_000), "--log", "error"], stdout=subprocess.PIPE, stderr=log, text=True)
    processes, proxy = [], None
    try:
        port, authorities = int(server.stdout.readline().split()[-1]), ""
        if is_behind_proxy:
            proxy = Proxy(folder, port)
            processes.append(proxy.process)
            port, authorities = proxy.port, proxy.authorities
        tokens = [subprocess.run([program, "token", "--token-key", key, "--user", f"honest-{n}"], check=True,
                                 capture_output=True, text=True).stdout.strip() for n in range(options.honest)]

        def start(role, seconds, **more):
            process = subprocess.Popen(
                [sys.executable, __file__, "--role", role, "--port", str(port), "--authorities", authorities, "--idle",
                 str(count), "--seconds", str(seconds)], stdin=subprocess.PIPE, text=True, **more)
            processes.append(process)
            return process

        def be_honest(seconds):
            process = start("honest", seconds, stdout=subprocess.PIPE)
            return json.loads(process.communicate("\n".join(tokens), timeout=seconds + 120)[0])

        # Memory is compared between two times of the same honest work.
        be_honest(min(20, options.seconds))
        time.sleep(25)
        before = resident(server.pid)
        for kind in ATTACKS:
            start(kind, options.seconds)
        time.sleep(min(10, options.seconds / 2))
        seconds_before = cpu_seconds(server.pid)
        report = be_honest(options.seconds - min(10, options.seconds / 2))
        during, used = resident(server.pid), cpu_seconds(server.pid) - seconds_before
        for process in processes[(1 if proxy else 0):]:
            if process.wait(timeout=120) != 0:
                report["problems"].append(f"{process.args[3]} ended with the status {process.returncode}")
        # Connections end after 40 seconds at the latest, and unused memory is returned every 20.
        time.sleep(65)
        be_honest(min(5, options.seconds))
        after = resident(server.pid)
        if server.poll() is not None:
            report["problems"].append(f"the server ended with the status {server.returncode}")
    finally:
        for process in processes:
            process.kill()
        server.terminate()
        try:
            status = server.wait(timeout=30)
        except subprocess.TimeoutExpired:
            status = "none"
            server.kill()
    p50, p99, longest = (round(value * 1000) for value in report["times"])
    problems = report["problems"] + ([f"the longest waits were {report['longest']}"] if longest > LONGEST_WAIT * 1000 else [])
    if after - before > KEPT_MEMORY:
        problems.append(f"{(after - before) >> 20} MiB of memory were kept")
    if status != 0:
        problems.append(f"the server ended with the status {status}")
    stalls = open(log.name).read().count('"event":"stalled"')
    return problems, {
        "idle sockets": count,
        "responses": report["count"], "wrong or missing responses": report["problem count"], "wait p50, ms": p50,
        "wait p99, ms": p99, "wait max, ms": longest, "resident MiB before": round(before / 2**20, 1),
        "resident MiB at the end of the attack": round(during / 2**20, 1), "resident MiB after": round(after / 2**20, 1),
        "server: CPU seconds": round(used, 1), "stalls of the server's thread": stalls,
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=900)
    parser.add_argument("--honest", type=int, default=200)
    parser.add_argument("--idle", type=int, default=10_000)
    parser.add_argument("--programs", default=os.path.join(HERE, ".build", "release"))
    parser.add_argument("--results", help="a Markdown file for the figures")
    parser.add_argument("--role", help=argparse.SUPPRESS)
    parser.add_argument("--port", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--authorities", help=argparse.SUPPRESS)
    options = parser.parse_args()
    _, limit = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit))
    if options.role:
        target = Target(options.port, options.authorities)
        if options.role == "honest":
            return asyncio.run(run_honest(target, sys.stdin.read().split(), options.seconds))
        # Attackers have machines of their own; here, they must not take the processors from those that they attack.
        os.nice(10)
        return asyncio.run(run_attack(target, options.role, options.idle, options.seconds))
    if not shutil.which("haproxy"):
        sys.exit("hostile test: expected the program haproxy, found none; run Scripts/setup.sh server")
    columns, problems = {}, []
    for name, is_behind_proxy in (("directly", False), ("through haproxy", True)):
        with tempfile.TemporaryDirectory(prefix="hostile-") as folder:
            found, columns[name] = play(options, folder, is_behind_proxy)
        problems += [f"{name}: {problem}" for problem in found]
    rows = "\n".join(f"| {figure} | " + " | ".join(str(column[figure]) for column in columns.values()) + " |"
                     for figure in columns["directly"])
    table = "| figure | " + " | ".join(columns) + " |\n" + "|---" * (len(columns) + 1) + "|\n" + rows
    print(table)
    for problem in problems:
        print("problem:", problem)
    if options.results:
        results.write_section(
            options.results, "Hostile clients",
            f"Written by `make hostile`: {options.honest} honest clients send requests, while others open idle sockets, pipeline\n"
            "requests, send heads of 64 KiB and random bytes, read nothing and break connections. Each of the two runs took\n"
            f"{options.seconds:g} seconds, with a {os.path.basename(options.programs)} build, on one machine with "
            f"{os.cpu_count()} cores.\n\n" + table)
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
