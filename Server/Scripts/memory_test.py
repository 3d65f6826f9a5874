#!/usr/bin/env python3
"""Checks that rooms and sockets take no more memory than they may, and give it back.

Opens rooms, writes into each of them, and leaves them; then opens sockets that never read. The resident memory must stay
below the server's --memory, and end within 20 MB of where it was before.
"""

import argparse
import base64
import hashlib
import hmac
import http.client
import json
import os
import pathlib
import socket
import struct
import subprocess
import sys
import tempfile
import time

from load_test import free_port, resident

MB = 1 << 20


def token(key, user="memory"):
    """Each room has a user of its own, because there is a limit to what one user may send in a second."""
    def encode(data):
        return base64.urlsafe_b64encode(data).rstrip(b"=").decode()

    claims = {"sub": user, "exp": int(time.time()) + 86_400, "scope": "rooms:administer"}
    text = encode(b'{"alg":"HS256"}') + "." + encode(json.dumps(claims).encode())
    return text + "." + encode(hmac.new(key, text.encode(), hashlib.sha256).digest())


def frame(message):
    data = json.dumps(message).encode()
    if len(data) < 126:
        head = struct.pack("!BB", 0x81, 0x80 | len(data))
    elif len(data) < 65_536:
        head = struct.pack("!BBH", 0x81, 0xFE, len(data))
    else:
        head = struct.pack("!BBQ", 0x81, 0xFF, len(data))
    return head + bytes(4) + data


class Member:
    """A connection to a room."""

    def __init__(self, port, secret, room):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=60)
        self.socket.sendall(
            f"GET /rooms/{room} HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
            f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
            f"Authorization: Bearer {secret}\r\n\r\n".encode())
        self.rest = b""
        while b"\r\n\r\n" not in self.rest:
            self.rest += self.more()
        head, self.rest = self.rest.split(b"\r\n\r\n", 1)
        if b" 101 " not in head.split(b"\r\n")[0]:
            raise ConnectionError(head.split(b"\r\n")[0].decode())

    def more(self):
        data = self.socket.recv(1 << 20)
        if not data:
            raise ConnectionError("closed")
        return data

    def send(self, message):
        self.socket.sendall(frame(message))

    def take(self, count):
        while len(self.rest) < count:
            self.rest += self.more()
        data, self.rest = self.rest[:count], self.rest[count:]
        return data

    def next(self, kind):
        """The next message of a kind."""
        while True:
            first, length = self.take(2)
            length &= 0x7F
            if length == 126:
                length = struct.unpack("!H", self.take(2))[0]
            elif length == 127:
                length = struct.unpack("!Q", self.take(8))[0]
            data = self.take(length)
            if first & 15 == 8:
                raise ConnectionError(f"closed with {struct.unpack('!H', data[:2])[0]}")
            if first & 15 == 1:
                message = json.loads(data)
                if message["kind"] == kind:
                    return message

    def join(self, room, session):
        self.send({"kind": "join", "session": session, "config": {"uuid": room, "roomToken": "t"}})

    def fill(self, size):
        """Writes so many bytes into the global state."""
        for number in range(1, size // 60_000 + 2):
            part = min(60_000, size - (number - 1) * 60_000)
            self.send({
                "kind": "request", "session": "s", "id": number, "seen": 0,
                "action": {"kind": "setGlobalState", "state": {f"text{number}": "x" * max(part, 1)}}})
            self.next("accepted")


def metric(port, name):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    connection.request("GET", "/metrics")
    for line in connection.getresponse().read().decode().splitlines():
        if line.startswith(name + " "):
            return int(line.split()[1])
    return 0


class Watch:
    """The resident memory of a process, and its maximum, which the kernel keeps."""

    def __init__(self, pid):
        self.pid = pid

    @property
    def now(self):
        return resident(self.pid)

    @property
    def maximum(self):
        for line in open(f"/proc/{self.pid}/status"):
            if line.startswith("VmHWM"):
                return int(line.split()[1]) * 1024
        return 0


def wait_until(condition, seconds):
    end = time.monotonic() + seconds
    while not condition() and time.monotonic() < end:
        time.sleep(0.5)


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--server", default=".build/release/collaboration-server")
    options.add_argument("--rooms", type=int, default=10_000)
    options.add_argument("--sockets", type=int, default=1_000)
    options.add_argument("--bytes", type=int, default=65_536, help="in each room")
    options.add_argument("--members", type=int, default=20, help="silent sockets in each room")
    options.add_argument("--memory", type=int, default=512, help="megabytes")
    options = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        key = b"a key for the test of the memory"
        path = pathlib.Path(folder, "key")
        path.write_bytes(key)
        port = free_port()
        server = subprocess.Popen(
            [options.server, "--port", str(port), "--data", f"{folder}/users.sqlite", "--rooms",
             f"{folder}/rooms.sqlite", "--token-key", str(path), "--requests", "100000", "--memory", str(options.memory),
             "--connections", "20000", "--user-sockets", "20000", "--log", "error"], stdout=subprocess.DEVNULL)
        try:
            sys.exit(check(server.pid, port, key, options))
        finally:
            server.kill()


def check(pid, port, key, options):
    wait_until(lambda: is_listening(port), 60)
    watch = Watch(pid)
    warm_up(port, token(key))
    before = watch.now
    print(f"before: {before // MB} MB")

    refused = 0
    for number in range(options.rooms):
        while True:
            try:
                member = Member(port, token(key, f"user-{number}"), f"room-{number}")
                member.join(f"room-{number}", "s")
                member.next("snapshot")
                member.fill(options.bytes)
                member.socket.close()
                break
            except ConnectionError:
                refused += 1
                time.sleep(0.2)
    print(f"{options.rooms} rooms of {options.bytes} bytes: {watch.now // MB} MB, tried again {refused} times")
    wait_until(lambda: metric(port, "rooms") == 0 and watch.now < before + 20 * MB, 900)
    rooms = watch.now
    print(f"left: {rooms // MB} MB, {metric(port, 'rooms')} rooms in memory, at most {watch.maximum // MB} MB")

    sockets = []
    refused = 0
    # A room tells all its members who else is there.
    large = [f"large-{number}" for number in range(max(1, options.sockets // options.members))]
    for room in large:
        writer = Member(port, token(key, f"writer-{room}"), room)
        writer.join(room, "s")
        writer.next("snapshot")
        writer.fill(900_000)
        writer.socket.close()
    for number in range(options.sockets):
        room = large[number % len(large)]
        try:
            member = Member(port, token(key, f"silent-{number}"), room)
            for _ in range(7):
                member.join(room, f"silent-{number}")
            sockets.append(member)
        except (ConnectionError, OSError):
            refused += 1
    time.sleep(5)
    print(f"{len(sockets)} sockets that do not read: {watch.now // MB} MB, {refused} refused")
    for member in sockets:
        member.socket.close()
    wait_until(lambda: metric(port, "rooms") == 0 and watch.now < before + 20 * MB, 240)
    after = watch.now
    print(f"closed: {after // MB} MB, {metric(port, 'rooms')} rooms in memory, at most {watch.maximum // MB} MB")

    failures = []
    if watch.maximum > options.memory * MB:
        failures.append(f"expected at most {options.memory} MB, found {watch.maximum // MB} MB")
    for name, value in (("rooms", rooms), ("sockets", after)):
        if value > before + 20 * MB:
            failures.append(f"expected at most 20 MB more after the {name}, found {(value - before) // MB} MB more")
    for failure in failures:
        print("memory test:", failure)
    return 1 if failures else 0


def is_listening(port):
    try:
        socket.create_connection(("127.0.0.1", port), timeout=1).close()
        return True
    except OSError:
        return False


def warm_up(port, secret):
    """Makes what is made once."""
    member = Member(port, secret, "warm")
    member.join("warm", "s")
    member.next("snapshot")
    member.fill(65_536)
    member.socket.close()
    wait_until(lambda: metric(port, "rooms") == 0, 180)


if __name__ == "__main__":
    main()
