#!/usr/bin/env python3
"""Edits schemas, an API document and a payload at random with `codegen lsp`: `soak.py CODEGEN SECONDS [SEED]`.

After each burst, when the server is quiet, its diagnostics must be those of a new server. All requests must be answered,
and the memory after all edits must be that after the first ones, plus or minus 20%. A failure prints the seed.
"""
import json, os, queue, random, re, shutil, subprocess, sys, tempfile, threading, time

codegen, seconds = os.path.realpath(sys.argv[1]), float(sys.argv[2])
seed = int(sys.argv[3]) if len(sys.argv) > 3 else 1
repository = os.path.realpath(os.path.join(os.path.dirname(__file__), "../.."))
chance = random.Random(seed)
FIRST, BURST = 100, 200
PIECES = ['"', "{", "}", "[", "]", ",", ":", " ", "\n", "x", "😀", "ä", "null", "true", "1e9", '"$ref": "#/$defs/', '"type": ',
          '"x-swift": {"name": "A"}', '"x-patch": true,', '"x-open": true,', "- ", "\t", "\\u00", '"$defs": {', '"allOf": [{}],']
AT_POSITION = ["hover", "completion", "definition", "references", "prepareRename", "rename"]
OF_FILE = ["documentSymbol", "foldingRange", "formatting", "codeAction", "inlayHint"]


class Server:
    def __init__(self, folder):
        self.process = subprocess.Popen([codegen, "lsp"], cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.messages, self.count, self.answered, self.diagnostics = queue.Queue(), 0, 0, {}
        threading.Thread(target=self.read, daemon=True).start()
        self.ask("initialize", {"rootUri": "file://" + folder, "capabilities": {}})
        self.tell("initialized", {})

    def read(self):
        stream = self.process.stdout
        while header := stream.readline():
            length = int(header.split(b":")[1])
            stream.readline()
            self.messages.put(json.loads(stream.read(length)))
        self.messages.put(None)

    def send(self, message):
        body = json.dumps(message).encode()
        try:
            self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
            self.process.stdin.flush()
        except BrokenPipeError:
            raise Failure(f"the server has ended with {self.process.wait()}")

    def tell(self, method, parameters):
        self.send({"jsonrpc": "2.0", "method": method, "params": parameters})

    def ask(self, method, parameters):
        self.count += 1
        self.send({"jsonrpc": "2.0", "id": self.count, "method": method, "params": parameters})

    def settle(self):
        """Waits until all requests are answered, and then for a pause longer than the server's."""
        self.ask("workspace/symbol", {"query": "no such symbol"})
        deadline = time.monotonic() + 120
        while True:
            try:
                message = self.messages.get(timeout=1.2)
            except queue.Empty:
                if self.answered == self.count:
                    return
                if time.monotonic() > deadline:
                    raise Failure(f"{self.count - self.answered} requests have no answer")
                continue
            if message is None:
                raise Failure(f"the server has ended with {self.process.wait()}")
            if message.get("method") == "textDocument/publishDiagnostics":
                self.diagnostics[message["params"]["uri"]] = sorted(
                    json.dumps(found, sort_keys=True) for found in message["params"]["diagnostics"])
            elif "method" not in message:
                self.answered += 1

    def open(self, file):
        self.tell("textDocument/didOpen", {"textDocument": {
            "uri": file.uri, "version": 1, "text": file.text, "languageId": "json"}})

    def memory(self):
        return int(re.search(r"VmRSS:\s+(\d+)", open(f"/proc/{self.process.pid}/status").read())[1]) / 1024

    def stop(self):
        self.process.kill()
        self.process.wait()


class Failure(Exception):
    pass


class File:
    def __init__(self, path):
        self.uri, self.original, self.version = "file://" + path, open(path).read(), 1
        self.text = self.original

    def position(self, offset):
        before = self.text[:offset]
        return {"line": before.count("\n"), "character": len(before[before.rfind("\n") + 1:].encode("utf-16-le")) // 2}

    def change(self, server, start, end, new):
        change = {"range": {"start": self.position(start), "end": self.position(end)}, "text": new}
        self.text = self.text[:start] + new + self.text[end:]
        self.tell(server, change)

    def restore(self, server):
        self.text = self.original
        self.tell(server, {"text": self.text})

    def tell(self, server, change):
        self.version += 1
        server.tell("textDocument/didChange", {
            "textDocument": {"uri": self.uri, "version": self.version}, "contentChanges": [change]})

    def edit(self, server):
        start = chance.randrange(len(self.text) + 1)
        kind = chance.random()
        if kind < 0.3:
            self.restore(server)
        elif kind < 0.5:
            # Most words in schemas are names and values: two change places.
            words = [word.span() for word in re.finditer(r'"[^"\n]*"', self.text)] or [(start, start)]
            (start, end), other = chance.choice(words), chance.choice(words)
            self.change(server, start, end, self.text[other[0]:other[1]])
        elif kind < 0.75:
            self.change(server, start, min(len(self.text), start + chance.choice([0, 0, 1, 1, 5, 60])), chance.choice(PIECES))
        else:
            self.change(server, start, start, "x")

    def request(self, server):
        document = {"textDocument": {"uri": self.uri}}
        whole = {"start": {"line": 0, "character": 0}, "end": {"line": 1 << 20, "character": 0}}
        if chance.random() < 0.6:
            method = chance.choice(AT_POSITION)
            more = {"newName": "other/name", "context": {"includeDeclaration": True},
                    "position": self.position(chance.randrange(len(self.text) + 1))}
        else:
            method = chance.choice(OF_FILE)
            more = {"range": whole, "context": {"diagnostics": []}, "options": {"tabSize": 2, "insertSpaces": True}}
        server.ask("textDocument/" + method, document | more)


def is_broken(found):
    return any(json.loads(diagnostic)["code"] == "syntax" for diagnostic in found)


def compare(server, files, folder, edits):
    fresh = Server(folder)
    for file in files:
        fresh.open(file)
    fresh.settle()
    fresh.stop()
    broken = [file for file in files if is_broken(fresh.diagnostics.get(file.uri, []))]
    # Where a file is broken, others are checked with its last good state, which a new server does not have.
    for file in broken or files:
        old, new = (one.diagnostics.get(file.uri, []) for one in (server, fresh))
        if old != new:
            kept = os.path.join(tempfile.gettempdir(), "soak-" + os.path.basename(file.uri))
            open(kept, "w").write(file.text)
            raise Failure(f"after {edits} edits, diagnostics of {kept} differ\nonly before: "
                          f"{sorted(set(old) - set(new))}\nonly in a new server: {sorted(set(new) - set(old))}")


def main():
    folder = os.path.join(os.path.realpath(tempfile.mkdtemp()), "schemas")
    shutil.copytree(os.path.join(repository, "Schemas"), folder)
    shutil.copy(os.path.join(repository, "Examples/VendorAPI/Sources/ParcelModels/Schemas/parcel-api.yaml"), folder)
    schemas = sorted(os.path.join(path, name) for path, _, names in os.walk(folder) for name in names
                     if name.endswith(".schema.json") and name != "codegen.schema.json")
    with open(os.path.join(folder, "payload.json"), "w") as payload:
        json.dump({"$schema": os.path.relpath(schemas[0], folder), "a": 1}, payload)
    with open(os.path.join(folder, "broken.json"), "w") as broken:
        broken.write('{"type": "object", "properties": {"a": [')
    paths = schemas[:: max(1, len(schemas) // 5)]
    files = [File(path) for path in paths + [os.path.join(folder, name) for name in
                                             ("parcel-api.yaml", "payload.json", "broken.json", "codegen.json")]]
    server = Server(folder)
    for file in files:
        server.open(file)
    edits, bursts, requests, first, start = 0, 0, 0, None, time.monotonic()
    try:
        while time.monotonic() - start < seconds:
            is_last = first is None
            for _ in range(FIRST if is_last else BURST):
                file = chance.choice(files)
                file.edit(server)
                edits += 1
                if chance.random() < 0.3:
                    file.request(server)
                    requests += 1
                if chance.random() < 0.02:
                    time.sleep(chance.choice([0.05, 0.7]))
            bursts += 1
            if is_last or chance.random() < 0.7:
                for file in files:
                    file.restore(server)
            server.settle()
            compare(server, files, folder, edits)
            if all(file.text == file.original for file in files):
                first = first or server.memory()
                last = server.memory()
                print(f"{edits} edits, {requests} requests, {bursts} bursts: {last:.0f} MB", flush=True)
        if abs(last / first - 1) > 0.2:
            raise Failure(f"{last:.0f} MB instead of {first:.0f}")
    except Failure as failure:
        sys.exit(f"{failure}\nseed {seed}")
    finally:
        server.stop()
        shutil.rmtree(os.path.dirname(folder))


main()
