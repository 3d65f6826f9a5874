#!/usr/bin/env python3
"""Opens the generated documentation (`make site`) in headless Chromium as a reader does: from the index to a type, its constraints, an
example, and the error of an invalid payload, in three clicks; then search by keyboard, with typing mistakes, copy buttons,
tabs and theme, without scripts, and pictures of pages in light, dark, at phone width and on paper. Fails on anything that
the console reports.

With SCHEMATA_CORPORA, it also generates the documentation of large schemas of others, and checks their pages: no file is
large, links to unsplit pages lead to the right file, nothing is wider than the window on a desktop or phone, and axe finds
nothing. axe.min.js is that of a Python package (pip install axe-core-python), or the file that AXE names.

    Scripts/look-at-docs.py [--site .build/site] [--pictures FOLDER] [--chromium chromium]
                            [--codegen .build/debug/codegen]

Needs Chromium and Python's standard library: it speaks the DevTools protocol over a pair of pipes."""

import argparse
import base64
import glob
import json
import os
import pathlib
import re
import shutil
import site as packages
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent


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
              const one = all.find((e) => {json.dumps(text)} === null || e.textContent.trim().startsWith({json.dumps(text)}));
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
    check("/nickName: expected at most 64 bytes" in shown, f"click 3: the error of an invalid payload: {shown}")
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


def mistakes(browser, site):
    """Words with typing mistakes are found, and those without are not drowned by them."""
    for typed, name in [("nikcname", "nickName"), ("nicknme", "nickName"), ("atachments", "attachments"), ("mail", "mail")]:
        browser.open(f"{site}/index.html")
        browser.key("/", "/")
        for letter in typed:
            browser.key(letter, letter)
        found = browser.until(
            f"[...document.querySelectorAll('#search-results .found')].some((e) => e.textContent.toLowerCase().includes({json.dumps(name.lower())}))")
        check(found, f"'{typed}' finds {name}")


def tools(browser, site):
    """Copy buttons, tabs and the theme."""
    browser.open(f"{site}/users/user-info.html")
    check(browser.run("document.querySelector('.tabs').querySelectorAll('[role=tab]').length") == 2, "Swift and curl are tabs")
    browser.click(".tabs [role=tab]", "curl")
    shown = browser.run("document.querySelector('.tabs figure:not([hidden]) code').textContent")
    check(shown.startswith('curl "$URL" --json @-'), "        of which one is shown: " + shown.split("\n")[0])
    browser.run("navigator.clipboard.writeText = async (text) => { window.copied = text; }")
    browser.click("#examples .copy")
    check(browser.until("window.copied"), "a button copies an example")
    check(isinstance(json.loads(browser.run("window.copied")), dict), "        which is JSON")
    check(browser.run("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)", "the theme is that of the system,")
    browser.click("#theme")
    browser.click("#theme")
    dark = browser.run("getComputedStyle(document.body).backgroundColor")
    check(dark != "rgb(255, 255, 255)", f"        or the reader's: {dark}")
    browser.open(f"{site}/index.html")
    check(browser.run("getComputedStyle(document.body).backgroundColor") == dark, "        which other pages remember")
    browser.run("localStorage.clear()")


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


# Schemas of others: the name of the site, the file in SCHEMATA_CORPORA, and settings of the configuration.
OTHERS = [
    ("sarif", "schemastore/schemas/sarif-2.1.0.json", {}),
    ("package", "schemastore/schemas/package.json", {}),
    ("workflow", "schemastore/schemas/github-workflow.json", {}),
    ("action", "schemastore/schemas/github-action.json", {}),
    ("claude", "schemastore/schemas/claude-code-settings.json", {}),
    ("openai", "openai/openapi.json", {"operations": {}}),
    ("box", "box/openapi.json", {"operations": {}}),
    ("stripe", "stripe/spec3.json", {"operations": {}}),
    ("digitalocean", "digitalocean/specification/DigitalOcean-public.v2.yaml", {"operations": {}}),
    ("server", "../Server/Generated/openapi.json", {"operations": {}}),
    ("channels", "../Server/Generated/asyncapi.json", {}),
]
LARGEST = 300_000


def generate(codegen, name, source, settings, folder):
    """Generates the documentation of a schema; references to schemas that are not there accept every value."""
    folder.mkdir(parents=True)
    file = f"{name}.json"
    if source.suffix == ".json":
        (folder / file).write_bytes(source.read_bytes())
    else:
        # A description in several files.
        shutil.copytree(source.parent, folder / "api")
        file = f"api/{source.name}"
    settings = dict(settings)
    operations = {"operations": settings.pop("operations")} if "operations" in settings else {}
    configuration = {"schemas": {"include": [file], **settings}, **operations, "documentation": {"title": name},
                     "outputs": {"models": "Models", "documentation": "Documentation"}}
    (folder / "codegen.json").write_text(json.dumps(configuration))
    command = [codegen, "generate", "--config", str(folder / "codegen.json"), "--lenient", "--quiet"]
    for _ in range(20):
        result = subprocess.run(command, capture_output=True, text=True)
        if result.returncode == 0:
            return folder / "Documentation"
        missing = set(re.findall(r"which is '(https?:[^'#]*)", result.stderr))
        if not missing:
            raise SystemExit(f"{name}: {result.stderr[:2000]}")
        for uri in missing:
            command += ["--offline-stub", uri]
    raise SystemExit(f"{name}: too many documents are missing")


def axe_source():
    """The text of axe; None if there is no package with it."""
    if "AXE" in os.environ:
        return pathlib.Path(os.environ["AXE"]).read_text()
    for folder in packages.getsitepackages() + [packages.getusersitepackages()]:
        for path in glob.glob(f"{folder}/axe*/**/axe.min.js", recursive=True):
            return pathlib.Path(path).read_text()
    return None


def inspect(browser, url, name, axe, picture=None):
    """Opens a page in several windows; returns what is wrong with it."""
    faults = []
    for width, scheme in [(1280, "light"), (390, "light"), (390, "dark")]:
        window = f"{name} at {width} px, {scheme}"
        browser.send("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
        browser.send("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=width < 500)
        browser.open(url)
        browser.run("document.querySelectorAll('details').forEach((d, i) => { if (i < 4) d.open = true; })")
        wide = browser.run("document.documentElement.scrollWidth")
        if wide > width:
            element = browser.run(
                f"(() => {{ const e = [...document.querySelectorAll('main *, header *')].filter((e) => !e.closest('pre, .diagram'))"
                f".find((e) => e.getBoundingClientRect().right > {width + 1}); return e ? e.outerHTML.slice(0, 200) : '' }})()")
            faults.append(f"{window}: {wide} px wide: {element}")
        if axe:
            browser.run(axe + "; 0")
            violations = browser.run(
                "axe.run(document, {resultTypes: ['violations']}).then((r) => r.violations.map((v) => "
                "v.id + ' (' + v.nodes.length + '): ' + v.nodes[0].html.slice(0, 160)))")
            faults += [f"{window}: axe: {violation}" for violation in violations]
        if picture:
            size = browser.send("Page.getLayoutMetrics")["cssContentSize"]
            clip = {"x": 0, "y": 0, "width": width, "height": min(size["height"], 3500), "scale": 1}
            shot = browser.send("Page.captureScreenshot", captureBeyondViewport=True, clip=clip)
            (picture.parent / f"{picture.name}-{width}-{scheme}.png").write_bytes(base64.b64decode(shot["data"]))
    browser.send("Emulation.clearDeviceMetricsOverride")
    browser.send("Emulation.setEmulatedMedia", features=[])
    return faults


def others(browser, codegen, corpora, folder, axe, keep):
    for name, source, settings in OTHERS:
        own = source.startswith("../")
        source = (ROOT / source[3:]) if own else pathlib.Path(corpora) / source
        if not source.exists():
            print(f"skipped {name}: no {source}")
            continue
        site = generate(codegen, name, source, settings, folder / name)
        files = sorted(site.rglob("*.html"), key=lambda path: (-path.stat().st_size, path))
        large = [str(path) for path in files if path.stat().st_size > LARGEST]
        check(not large, f"{name}: {len(files)} pages, the largest {files[0].stat().st_size:,} bytes {' '.join(large[:3])}")
        operations = sorted((site / "operations").rglob("*.html"), key=lambda path: (-path.stat().st_size, path))
        chosen = [site / "index.html"] + operations[:: max(1, len(operations) // 5)] + files[:3] + files[3 :: max(1, len(files) // 8)]
        faults = []
        for number, path in enumerate(dict.fromkeys(chosen)):
            page = path.relative_to(site).as_posix()
            picture = keep / f"{name}-{number}" if keep and number < 4 else None
            faults += inspect(browser, path.as_uri(), f"{name}/{page}", axe, picture)
        check(not faults, f"{name}: {len(set(chosen))} pages fit desktop and phone" + (", and axe finds nothing" if axe else ""))
        for fault in faults[:40]:
            print("        " + fault)
        follow(browser, site, name)


def follow(browser, site, name):
    """A link to an element that has moved to another file of a split page leads there."""
    for path in sorted(site.rglob("*.html")):
        text = path.read_text()
        moved = re.search(r'<ul class="definitions">\n<li id="([^"]+)"><a href="([^"#]+)', text)
        if not moved:
            continue
        target = path.parent / moved[2]
        inner = re.search(r'<tr id="(/[^"]+)"', target.read_text())
        for anchor in [moved[1]] + ([inner[1]] if inner else []):
            browser.open(f"{path.as_uri()}#{anchor}")
            arrived = browser.until(f"location.pathname.endsWith({json.dumps('/' + target.name)}) && document.getElementById({json.dumps(anchor)}) !== null")
            check(arrived, f"{name}: {path.name}#{anchor} leads to {moved[2]}")
        return


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--site", type=pathlib.Path, default=ROOT / ".build/site")
    parser.add_argument("--pictures", type=pathlib.Path)
    parser.add_argument("--chromium", default="chromium")
    parser.add_argument("--codegen", default=str(ROOT / ".build/debug/codegen"))
    arguments = parser.parse_args()
    site = arguments.site.resolve().as_uri()
    browser = Browser(arguments.chromium)
    try:
        walk(browser, site)
        search(browser, site)
        mistakes(browser, site)
        tools(browser, site)
        without_scripts(browser, site)
        if arguments.pictures:
            pictures(browser, site, arguments.pictures)
        axe = axe_source()
        if not axe:
            print("skipped axe: pip install axe-core-python, or name axe.min.js in AXE")
        own = []
        for name, page in [("index", "index.html"), ("type", "users/user-info.html"), ("choice", "attachments/attachment.html")]:
            own += inspect(browser, f"{site}/{page}", name, axe)
        check(not own, "our pages fit desktop and phone" + (", and axe finds nothing" if axe else ""))
        for fault in own:
            print("        " + fault)
        if "SCHEMATA_CORPORA" in os.environ:
            with tempfile.TemporaryDirectory() as folder:
                others(browser, arguments.codegen, os.environ["SCHEMATA_CORPORA"], pathlib.Path(folder), axe, arguments.pictures)
        else:
            print("skipped the schemas of others: set SCHEMATA_CORPORA (CONTRIBUTING.md)")
        check(not browser.complaints, "nothing on the console, no request to the network")
        for complaint in browser.complaints:
            print("        " + complaint)
    finally:
        browser.close()
    sys.exit(1 if check.failed else 0)


main()
