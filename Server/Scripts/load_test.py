#!/usr/bin/env python3
"""Two servers behind a balancer, one PostgreSQL, and thousands of WebSocket clients, while servers are killed by turns.

    python3 Scripts/load_test.py [--clients 2000] [--rooms 200] [--seconds 600] [--rate 100] [--results RESULTS.md]

For `--seconds`, a server is killed (SIGKILL) every `--kill` seconds and started again. Then both run on, until the balancer
has spread the members evenly (`--settling`) and while resident memory is measured (`--measured`). Changes are made and
connections break all the time. Needs haproxy and PostgreSQL (Debian).
"""

import argparse
import glob
import json
import os
import pwd
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

import results

HERE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PROGRAMS = os.path.join(HERE, ".build", "release")


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


class PostgreSQL:
    """A server in a temporary folder, reachable through a socket there."""

    def __init__(self, folder):
        bins = sorted(glob.glob("/usr/lib/postgresql/*/bin"))
        if not bins:
            sys.exit("load test: expected PostgreSQL in /usr/lib/postgresql; run Scripts/setup.sh server")
        self.bin, self.folder = bins[-1], folder
        self.data = os.path.join(folder, "data")
        self.runner = []
        if os.getuid() == 0:
            # The server refuses to run as root.
            self.runner = ["runuser", "-u", "postgres", "--"]
            user = pwd.getpwnam("postgres")
            os.chown(folder, user.pw_uid, user.pw_gid)
        self.run("initdb", "-D", self.data, "-A", "trust", "-U", "postgres", "--locale=C", "-E", "UTF8")
        with open(os.path.join(self.data, "postgresql.conf"), "a") as file:
            file.write(f"\nlisten_addresses=''\nunix_socket_directories='{folder}'\nmax_connections=100\n")
        self.process = subprocess.Popen(
            self.runner + [f"{self.bin}/postgres", "-D", self.data], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for _ in range(200):
            if subprocess.run([f"{self.bin}/pg_isready", "-q", "-h", folder]).returncode == 0:
                break
            time.sleep(0.1)
        self.string = f"host={folder} dbname=postgres user=postgres"

    def run(self, program, *arguments):
        subprocess.run(self.runner + [f"{self.bin}/{program}", *arguments], check=True, stdout=subprocess.DEVNULL)

    def pids(self):
        path = os.path.join(self.data, "postmaster.pid")
        parent = open(path).readline().strip()
        children = subprocess.run(["pgrep", "-P", parent], capture_output=True, text=True).stdout.split()
        return [int(parent)] + [int(pid) for pid in children]

    def stop(self):
        subprocess.run(self.runner + [f"{self.bin}/pg_ctl", "-D", self.data, "-m", "immediate", "stop"],
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


class Server:
    def __init__(self, number, database, key, folder):
        self.port, self.number = free_port(), number
        self.command = [
            f"{PROGRAMS}/collaboration-server", "--port", str(self.port), "--postgresql", database, "--token-key", key,
            "--log", "warning", "--requests", "100000"]
        self.log = open(os.path.join(folder, f"server-{number}.log"), "ab")
        self.seconds = 0.0
        self.start()

    def start(self):
        self.process = subprocess.Popen(self.command, stdout=subprocess.DEVNULL, stderr=self.log)

    def kill(self):
        self.seconds += cpu_seconds(self.process.pid)
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()


def cpu_seconds(pid):
    try:
        fields = open(f"/proc/{pid}/stat").read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    except OSError:
        return 0.0


def resident(pid):
    try:
        return int(open(f"/proc/{pid}/statm").read().split()[1]) * os.sysconf("SC_PAGESIZE")
    except OSError:
        return 0


def balancer(folder, servers):
    """haproxy with TCP connections to the servers that answer."""
    port = free_port()
    lines = ["global", "  maxconn 9000", "defaults", "  mode tcp", "  timeout connect 2s", "  timeout client 1h",
             "  timeout server 1h", "  retries 3", "  option redispatch", "listen rooms", f"  bind 127.0.0.1:{port}",
             "  balance roundrobin"]
    lines += [f"  server s{s.number} 127.0.0.1:{s.port} check inter 500ms fall 1 rise 1" for s in servers]
    path = os.path.join(folder, "haproxy.cfg")
    open(path, "w").write("\n".join(lines) + "\n")
    process = subprocess.Popen(["haproxy", "-f", path], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    time.sleep(1)
    if process.poll() is not None:
        sys.exit(f"load test: haproxy does not run: {process.stderr.read()}")
    return process, port


def slope(samples):
    """The change of a line through (time, value), from the first time to the last, as a part of the mean value."""
    if len(samples) < 2:
        return 0.0
    n = len(samples)
    mt, mv = sum(t for t, _ in samples) / n, sum(v for _, v in samples) / n
    gradient = sum((t - mt) * (v - mv) for t, v in samples) / sum((t - mt) ** 2 for t, _ in samples)
    return gradient * (samples[-1][0] - samples[0][0]) / mv


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--clients", type=int, default=2000)
    parser.add_argument("--rooms", type=int, default=200)
    parser.add_argument("--seconds", type=int, default=600, help="how long servers are killed")
    parser.add_argument("--settling", type=int, default=420, help="seconds from then until memory is measured")
    parser.add_argument("--measured", type=int, default=300, help="seconds in which memory is measured")
    parser.add_argument("--rate", type=float, default=100)
    parser.add_argument("--kill", type=float, default=20, help="seconds between two kills")
    parser.add_argument("--breaking", type=float, default=40, help="the mean lifetime of a connection in seconds")
    parser.add_argument("--results", help="a Markdown file for the figures")
    options = parser.parse_args()
    if not shutil.which("haproxy"):
        sys.exit("load test: expected the program haproxy, found none; install the package of that name")

    folder = tempfile.mkdtemp(prefix="load-")
    os.chmod(folder, 0o755)
    database_folder = os.path.join(folder, "pg")
    os.mkdir(database_folder)
    logs = os.path.join(folder, "clients")
    os.mkdir(logs)
    key = os.path.join(folder, "key")
    open(key, "w").write(secrets.token_hex(32))
    database = PostgreSQL(database_folder)
    servers, proxy = [], None
    try:
        servers = [Server(n, database.string, key, folder) for n in (1, 2)]
        time.sleep(2)
        proxy, port = balancer(folder, servers)
        time.sleep(1)
        report, figures = run(options, servers, database, proxy, port, key, logs)
    finally:
        for server in servers:
            server.process.kill()
        if proxy:
            proxy.kill()
        database.stop()
    failures = sum(open(path, errors="replace").read().count('"level":"error"') for path in glob.glob(f"{folder}/server-*.log"))
    figures["server errors logged"] = failures
    text = "\n".join(f"- {name}: {value}" for name, value in figures.items())
    print(text)
    for problem in report["problems"]:
        print("problem:", problem)
    if options.results:
        results.write_section(
            options.results, "Load test",
            "Written by `make load`: two servers behind haproxy with one PostgreSQL, and one process with clients of the\n"
            "library, all on one machine. A change is performed, committed, sent to all members of its room, and\n"
            "acknowledged. The latency of a change includes the request after it, whose answer acknowledges the change.\n\n" + text)
    shutil.rmtree(folder, ignore_errors=True)
    sys.exit(1 if report["problems"] else 0)


def run(options, servers, database, proxy, port, key, logs):
    total = options.seconds + options.settling + options.measured
    clients = subprocess.Popen(
        [f"{PROGRAMS}/load-test", "--url", f"ws://127.0.0.1:{port}", "--clients", str(options.clients), "--rooms",
         str(options.rooms), "--seconds", str(total), "--rate", str(options.rate), "--breaking",
         str(options.breaking), "--key", key, "--logs", logs], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    for line in clients.stderr:
        print(line.strip(), flush=True)
        if "changing" in line:
            break
    start, kills, samples, seen = time.time(), 0, {s.number: [] for s in servers}, {}
    next_kill = start + options.kill
    before = {s.number: s.seconds + cpu_seconds(s.process.pid) for s in servers}
    while time.time() < start + total:
        time.sleep(2)
        now = time.time()
        for pid in database.pids():
            seen[pid] = max(seen.get(pid, 0), cpu_seconds(pid))
        if now < start + options.seconds:
            if now >= next_kill:
                server = servers[kills % len(servers)]
                server.kill()
                kills += 1
                time.sleep(3)
                server.start()
                next_kill = time.time() + options.kill
        elif now > start + options.seconds + options.settling:
            for server in servers:
                samples[server.number].append((now, resident(server.process.pid)))
    after = {s.number: s.seconds + cpu_seconds(s.process.pid) for s in servers}
    proxy_seconds, client_seconds = cpu_seconds(proxy.pid), cpu_seconds(clients.pid)
    output, errors = clients.communicate(timeout=600)
    print(errors.strip())
    report = json.loads(output)
    figures = {
        "clients": options.clients, "rooms": options.rooms, "seconds": total,
        "seconds in which servers were killed": options.seconds, "servers killed": kills,
        "changes acknowledged": report["changes"], "changes per second": round(report["changes"] / total, 1),
        "members who had to join again": report["rejoined"],
    }
    for error, count in report["failures"].items():
        figures[f"changes refused by the client: {error}"] = count
    latencies = []
    for name, value in report["milliseconds"].items():
        latencies.append(f"{value} ({name})")
    figures["latency, ms"] = ", ".join(latencies)
    processors = []
    for server in servers:
        number = server.number
        memory = samples[number]
        processors.append(f"{after[number] - before[number]:.1f} (server {number})")
        if memory:
            figures[f"resident MiB of server {number}"] = (
                f"{memory[-1][1] / 2**20:.1f}, {slope(memory) * 100:+.2f} % in the last {options.measured} s")
    others = [("PostgreSQL", sum(seen.values())), ("haproxy", proxy_seconds), ("clients", client_seconds)]
    figures["CPU seconds"] = ", ".join(processors + [f"{value:.1f} ({name})" for name, value in others])
    figures["problems"] = len(report["problems"])
    return report, figures


if __name__ == "__main__":
    main()
