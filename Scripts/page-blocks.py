#!/usr/bin/env python3
"""Writes the code blocks of README.md and Documentation/*.md that `make examples` runs.

    Scripts/page-blocks.py FOLDER

- sh                  FOLDER/PAGE-NUMBER.sh
- json schema         FOLDER/PAGE-NUMBER.schema.json
- json configuration  FOLDER/PAGE-NUMBER.codegen.json, in braces if it lacks them
- swift               FOLDER/PAGE.swift: the blocks of a page are the body of a function, after the declarations in
                      Examples/Guide/Context/PAGE.swift; FOLDER/main.swift calls all of them
- swift main, swift manifest, swift server: FOLDER/main.txt and so on, of which Scripts/examples.sh makes packages

`swift generated` is compared with the generator by MappingPageTests. `LANGUAGE not run: REASON` is left out, as are blocks
without a language, which are output. Anything else fails, here and in PageBlockTests."""

import pathlib
import re
import sys
import textwrap

ROOT = pathlib.Path(__file__).resolve().parent.parent
KINDS = [
    "sh", "json schema", "json configuration", "swift", "swift main", "swift manifest", "swift server", "swift generated"]


def blocks(text):
    """The fenced blocks of a page, with what follows the fence."""
    found = re.finditer(r"^ *```(.*)\n((?:(?! *```).*\n)*) *```$", text, re.MULTILINE)
    return [(match[1], textwrap.dedent(match[2])) for match in found]


def main():
    folder = pathlib.Path(sys.argv[1])
    functions = []
    for page in [ROOT / "README.md"] + sorted((ROOT / "Documentation").glob("*.md")):
        name = "Start" if page.parent == ROOT else page.stem
        swift = []
        for number, (info, code) in enumerate(blocks(page.read_text()), 1):
            if not info or re.fullmatch(r"\w+ not run: .+", info):
                continue
            if info not in KINDS:
                sys.exit(f"{page}: block {number}: expected one of {KINDS} or 'not run: REASON', found '{info}'")
            file = folder / f"{name}-{number}"
            if info == "sh":
                file.with_suffix(".sh").write_text(code)
            elif info == "json schema":
                file.with_suffix(".schema.json").write_text(code)
            elif info == "json configuration":
                file.with_suffix(".codegen.json").write_text(code if code.startswith("{") else "{" + code + "}")
            elif info == "swift":
                swift += code.splitlines()
            elif info != "swift generated":
                (folder / (info.split()[1] + ".txt")).write_text(code)
        if swift:
            context = ROOT / f"Examples/Guide/Context/{name}.swift"
            function = "page" + re.sub(r"\W", "", name)
            functions.append((name, function))
            lines = [line for line in swift if line.startswith("import ")]
            lines += context.read_text().splitlines() + [f"func {function}() async throws {{"]
            lines += ["  " + line for line in swift if not line.startswith("import ")] + ["}"]
            (folder / f"{name}.swift").write_text("\n".join(lines) + "\n")
    calls = [f'print("# {name}")\ntry await {function}()' for name, function in functions]
    (folder / "main.swift").write_text("\n".join(calls) + "\n")


main()
