#!/usr/bin/env python3
"""Measures what a keystroke costs the language server: `keystrokes.py CODEGEN FOLDER [EDITS]`.

Types a character every quarter of a second into the description of the most referenced schema of a folder, and prints
percentiles of the server's processor time per edit; then that of the pause, in which the other files are checked.
"""
import collections, json, os, re, select, subprocess, sys, time

codegen, folder = os.path.realpath(sys.argv[1]), os.path.realpath(sys.argv[2])
edits = int(sys.argv[3]) if len(sys.argv) > 3 else 200
tick = os.sysconf("SC_CLK_TCK")


def files():
    for path, _, names in os.walk(folder):
        yield from (os.path.join(path, name) for name in sorted(names) if name.endswith(".schema.json"))


def most_referenced():
    counts = collections.Counter()
    for file in files():
        for target in re.findall(r'"\$ref": *"([^"#]+)', open(file).read()):
            counts[os.path.normpath(os.path.join(os.path.dirname(file), target))] += 1
    return next((file for file, _ in counts.most_common() if os.path.exists(file)), next(files()))


server = subprocess.Popen([codegen, "lsp"], cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE)


def send(method, parameters, id=None):
    message = {"jsonrpc": "2.0", "method": method, "params": parameters} | ({"id": id} if id else {})
    body = json.dumps(message).encode()
    server.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
    server.stdin.flush()


def quiet(seconds):
    while select.select([server.stdout], [], [], seconds)[0]:
        if not os.read(server.stdout.fileno(), 1 << 20):
            sys.exit("the server has ended")


def spent():
    # The scheduler's nanoseconds; the ticks of `stat` are too coarse.
    return int(open(f"/proc/{server.pid}/schedstat").read().split()[0]) / 1e6


file = most_referenced()
text = open(file).read()
line = next(i for i, row in enumerate(text.split("\n")) if '"description": "' in row)
column = text.split("\n")[line].index('"description": "') + len('"description": "')
uri = "file://" + file
send("initialize", {"rootUri": "file://" + folder, "capabilities": {}}, 1)
send("initialized", {})
send("textDocument/didOpen", {"textDocument": {"uri": uri, "version": 1, "text": text, "languageId": "json"}})
quiet(2)
costs = []
for edit in range(edits):
    start = spent()
    at = {"line": line, "character": column}
    change = {"range": {"start": at, "end": at}, "text": "x"}
    send("textDocument/didChange", {"textDocument": {"uri": uri, "version": edit + 2}, "contentChanges": [change]})
    quiet(0.25)
    costs.append(spent() - start)
costs.sort()
start = spent()
quiet(2)
pause = spent() - start
memory = re.search(r"VmRSS:\s+(\d+)", open(f"/proc/{server.pid}/status").read())[1]
print(f"{os.path.relpath(file, folder)}: {edits} edits, CPU ms per edit: median {costs[len(costs) // 2]:.1f}, "
      f"99 % {costs[int(len(costs) * 0.99)]:.1f}; then {pause:.0f} for files that depend on it; "
      f"{int(memory) // 1024} MB")
server.kill()
