#!/usr/bin/env python3
"""Opens the generated documentation in headless Chromium as a reader does: from the index to a type, its constraints, an
example, and the error of a bad payload, in three clicks; then search by keyboard, without scripts, and pictures of pages
in light, dark, at phone width and on paper. Fails on anything that the console reports.

    Scripts/look-at-docs.py [--site Generated/Documentation] [--pictures FOLDER] [--chromium chromium]

Needs Chromium and Python's standard library: it speaks the DevTools protocol over a pair of pipes."""

import argparse
import base64
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time


class Browser:
    """A Chromium process, one page of it, and what the page complains about."""

    def __init__(self, program):
        read, self.out = os.pipe()
        self.inp, write = os.pipe()
        self.folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)

        def connect():  # Chromium reads commands from 3 and answers on 4.
            a, b = os.dup(read), os.dup(write)
            os.dup2(a, 3)
            os.dup2(b, 4)

        self.process = subprocess.Popen(
            [program, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--remote-debugging-pipe",
             "--no-first-run", "--window-size=1280,900", f"--user-data-dir={self.folder.name}", "about:blank"],
            preexec_fn=connect, close_fds=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(read)
        os.close(write)
        self.buffer, self.number, self.events, self.complaints = b"", 0, [], []
        self.session = None
        targets = self.send("Target.getTargets")["targetInfos"]
        page = next(target for target in targets if target["type"] == "page")
        self.session = self.send("Target.attachToTarget", targetId=page["targetId"], flatten=True)["sessionId"]
        for domain in ["Page", "Runtime", "Log", "Network"]:
            self.send(f"{domain}.enable")

    def message(self):
        while b"\0" not in self.buffer:
            piece = os.read(self.inp, 1 << 16)
            if not piece:
                raise SystemExit("the browser ended")
            self.buffer += piece
        text, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(text)

    def send(self, method, **parameters):
        self.number += 1
        command = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            command["sessionId"] = self.session
        os.write(self.out, json.dumps(command).encode() + b"\0")
        while True:
            message = self.message()
            if message.get("id") == self.number:
                if "error" in message:
                    raise SystemExit(f"{method}: {message['error']}")
                return message["result"]
            self.note(message)

    def note(self, message):
        method, parameters = message.get("method"), message.get("params", {})
        self.events.append(method)
        if method == "Runtime.exceptionThrown":
            self.complaints.append(str(parameters["exceptionDetails"]))
        elif method == "Runtime.consoleAPICalled" and parameters["type"] in ("error", "warning", "assert"):
            self.complaints.append(str(parameters["args"]))
        elif method == "Log.entryAdded" and parameters["entry"]["level"] in ("error", "warning"):
            self.complaints.append(str(parameters["entry"]))
        elif method == "Network.loadingFailed" and not parameters.get("canceled"):
            self.complaints.append(str(parameters))
        elif method == "Network.requestWillBeSent":
            url = parameters["request"]["url"]
            if not url.startswith(("file:", "data:", "about:")):
                self.complaints.append(f"asked the network for {url}")

    def wait(self, event):
        while event not in self.events:
            self.note(self.message())
        self.events.clear()

    def open(self, url):
        # By way of an empty page: another fragment of the same one would load nothing.
        for place in ["about:blank", url]:
            self.events.clear()
            self.send("Page.navigate", url=place)
            self.wait("Page.loadEventFired")

    def run(self, script):
        result = self.send("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            raise SystemExit(f"{script}: {result['exceptionDetails']}")
        return result["result"].get("value")

    def until(self, script):
        for _ in range(100):
            if self.run(script):
                return True
            time.sleep(0.05)
        return False

    def click(self, selector, text=None, loads=False):
        """Clicks with the mouse in the middle of the first element that is visible and says so."""
        found = self.run(
            f"""(() => {{ const all = [...document.querySelectorAll({json.dumps(selector)})];
              const one = all.find((e) => {json.dumps(text)} === null || e.textContent.trim() === {json.dumps(text)});
              if (!one) return null; one.scrollIntoView({{block: "center", behavior: "instant"}});
              const box = one.getClientRects()[0]; return [box.x + box.width / 2, box.y + box.height / 2]; }})()""")
        if not found:
            raise SystemExit(f"expected something to click: {selector} {text or ''}")
        self.events.clear()
        for kind in ["mousePressed", "mouseReleased"]:
            self.send("Input.dispatchMouseEvent", type=kind, x=found[0], y=found[1], button="left", clickCount=1)
        if loads:
            self.wait("Page.loadEventFired")

    def key(self, key, text=None):
        codes = {"Enter": 13, "Escape": 27, "ArrowDown": 40, "ArrowUp": 38}
        extra = {"windowsVirtualKeyCode": codes.get(key, 0)}
        if text or key == "Enter":
            extra["text"] = text or "\r"
        self.send("Input.dispatchKeyEvent", type="keyDown", key=key, **extra)
        self.send("Input.dispatchKeyEvent", type="keyUp", key=key, **{"windowsVirtualKeyCode": codes.get(key, 0)})

    def close(self):
        self.process.terminate()
        self.process.wait()


def check(holds, words):
    print(("ok      " if holds else "FAILED  ") + words)
    check.failed |= not holds


check.failed = False


def walk(browser, site):
    """Index, type, example, error: three clicks."""
    browser.open(f"{site}/index.html")
    browser.click(".schemas a", "User Info", loads=True)
    check(browser.run("document.querySelector('h1').textContent") == "User Info", "click 1: from the index to a type")
    rows = browser.run("document.querySelectorAll('#constraints tbody tr').length")
    check(rows > 3, f"        its constraints: {rows} rows")
    example = browser.run("document.querySelector('#examples pre').textContent")
    check(isinstance(json.loads(example), dict), "        an example, which is JSON, beside the Swift that builds it")
    check("UserInfo(" in browser.run("document.querySelector('#examples figure:nth-child(2)').textContent"), "        the Swift")
    browser.click(".parts a", "Errors")
    check(browser.run("location.hash") == "#errors", "click 2: to its errors")
    browser.until("Math.abs(document.getElementById('errors').getBoundingClientRect().top) < 200")
    browser.click("#errors summary", "x-maxUTF8Bytes at nickName")
    shown = browser.run("document.querySelector('#errors details[open] .error').textContent.trim()")
    check("/nickName: expected at most 64 bytes" in shown, f"click 3: the error of a bad payload: {shown}")
    check(browser.run("document.querySelectorAll('#errors details[open] mark').length") == 1, "        with the line that it is about")
    browser.open(f"{site}/users/user-info.html#errors:/mail/x-maxUTF8Bytes")
    check(browser.until("document.getElementById('errors:/mail/x-maxUTF8Bytes').open"), "a link into something folded opens it")


def search(browser, site):
    browser.open(f"{site}/index.html")
    browser.key("/", "/")
    check(browser.run("document.activeElement.id") == "search-field", "the key / leads to search")
    for letter in "nickn":
        browser.key(letter, letter)
    check(browser.until("document.querySelectorAll('#search-results [role=option]').length > 0"), "results while typing")
    browser.key("ArrowDown")
    chosen = browser.run("document.getElementById(document.getElementById('search-field').getAttribute('aria-activedescendant'))?.textContent")
    check(bool(chosen) and "nickn" in chosen.lower(), f"arrows choose: {chosen}")
    browser.events.clear()
    browser.key("Enter")
    browser.wait("Page.loadEventFired")
    check("#/properties/nick" in browser.run("location.href"), "Enter opens the member: " + browser.run("location.hash"))
    check(browser.run("document.querySelectorAll('#folder-pages [aria-current]').length") == 1, "the folder's pages stand beside the text")
    browser.key("/", "/")
    browser.key("x", "x")
    browser.key("Escape")
    check(browser.run("document.getElementById('search-results').hidden"), "Escape closes the results")


def without_scripts(browser, site):
    browser.send("Emulation.setScriptExecutionDisabled", value=True)
    browser.open(f"{site}/users/user-info.html")
    check(browser.run("getComputedStyle(document.getElementById('search')).display") == "none", "without scripts there is no search field")
    check(browser.run("document.querySelectorAll('#folder-pages a').length") == 2, "and links to the pages before and after")
    browser.send("Emulation.setScriptExecutionDisabled", value=False)


PICTURES = [
    ("index", "index.html", 1280, "light"), ("index-dark", "index.html", 1280, "dark"), ("index-phone", "index.html", 390, "light"),
    ("type", "users/user-info.html", 1280, "light"), ("type-dark", "users/user-info.html", 1280, "dark"),
    ("type-phone", "users/user-info.html", 390, "light"), ("type-phone-dark", "users/user-info.html", 390, "dark"),
    ("choice", "attachments/attachment.html", 1280, "light"), ("large", "video/call-participant.html", 1280, "light"),
    ("local", "participants/local-options.html", 1280, "light"), ("relations", "whiteboard/room-state.html", 1280, "dark"),
]


def pictures(browser, site, folder):
    folder.mkdir(parents=True, exist_ok=True)
    for name, path, width, scheme in PICTURES:
        browser.send("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
        browser.send("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=width < 500)
        browser.open(f"{site}/{path}")
        wide = browser.run("document.documentElement.scrollWidth")
        check(wide <= width, f"{name}: no wider than the window ({wide} of {width})")
        browser.run("document.querySelectorAll('details').forEach((d, i) => { if (i < 3) d.open = true; })")
        size = browser.send("Page.getLayoutMetrics")["cssContentSize"]
        clip = {"x": 0, "y": 0, "width": width, "height": min(size["height"], 5000), "scale": 1}
        picture = browser.send("Page.captureScreenshot", captureBeyondViewport=True, clip=clip)
        (folder / f"{name}.png").write_bytes(base64.b64decode(picture["data"]))
    browser.send("Emulation.clearDeviceMetricsOverride")
    browser.send("Emulation.setEmulatedMedia", features=[])
    browser.open(f"{site}/users/user-info.html")
    (folder / "type.pdf").write_bytes(base64.b64decode(browser.send("Page.printToPDF")["data"]))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    root = pathlib.Path(__file__).resolve().parent.parent
    parser.add_argument("--site", type=pathlib.Path, default=root / "Generated/Documentation")
    parser.add_argument("--pictures", type=pathlib.Path)
    parser.add_argument("--chromium", default="chromium")
    arguments = parser.parse_args()
    site = arguments.site.resolve().as_uri()
    browser = Browser(arguments.chromium)
    try:
        walk(browser, site)
        search(browser, site)
        without_scripts(browser, site)
        if arguments.pictures:
            pictures(browser, site, arguments.pictures)
        check(not browser.complaints, "nothing on the console, no request to the network")
        for complaint in browser.complaints:
            print("        " + complaint)
    finally:
        browser.close()
    sys.exit(1 if check.failed else 0)


main()
