"""Lints the corpora and draws findings by seed, for readers to judge.

    python3 Benchmarks/World/lint_sample.py --codegen .build/release/codegen --seed 16 --output findings.md

SCHEMATA_CORPORA names the folder of corpora (CONTRIBUTING.md). A finding is true if what it says is so and the author of
the schema would want to know. The sample has an excerpt of the schema at each finding; the figures are findings by rule,
and processor time.
"""

import argparse
import collections
import json
import os
import random
import resource
import shutil
import subprocess
import sys
import tempfile

# Folders and files that are linted together, relative to the folder of corpora; with the place of their schemas for
# descriptions of an API.
INPUTS = [
    ("schemastore/schemas", None), ("rum-events-format/schemas", None), ("mcp/schema.json", None),
    ("openai/openapi.json", "#/components/schemas"), ("box/openapi.json", "#/components/schemas"),
]
# The number of lines of an excerpt, and of one at a related location.
LINES, RELATED_LINES = 25, 8


def lint(codegen, corpora, options):
    """Returns the findings in every corpus, and the processor time in seconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    findings, hidden = [], 0
    for path, root in INPUTS:
        command = [codegen, "lint", "--output", "json", *options]
        with tempfile.TemporaryDirectory() as folder:
            if root is None:
                run = subprocess.run(command + [path], cwd=corpora, capture_output=True, text=True)
            else:
                name = os.path.basename(path)
                shutil.copyfile(os.path.join(corpora, path), os.path.join(folder, name))
                with open(os.path.join(folder, "codegen.json"), "w", encoding="utf-8") as file:
                    json.dump({"schemas": {"include": [name], "root": root}}, file)
                run = subprocess.run(
                    command + ["--config", "codegen.json"], cwd=folder, capture_output=True, text=True)
        if run.returncode not in (0, 1):
            sys.exit(f"{path}: {run.stderr}")
        report = json.loads(run.stdout)
        for finding in report["findings"]:
            for place in [finding, *finding["notes"]]:
                place["path"] = path if root is not None else place["path"]
        findings += report["findings"]
        hidden += report.get("hiddenNotes", 0)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return findings, hidden, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def tokens(pointer):
    return [token.replace("~1", "/").replace("~0", "~") for token in pointer.split("/")[1:]]


def value(document, path):
    """Returns the value at a path; None if there is none."""
    for token in path:
        if isinstance(document, list):
            if not token.isdigit() or int(token) >= len(document):
                return None
            document = document[int(token)]
        elif isinstance(document, dict) and token in document:
            document = document[token]
        else:
            return None
    return document


def shortened(part, depth, width, path):
    """Returns a value with fewer levels and members; those on the path stay."""
    if isinstance(part, str):
        return part if len(part) <= 150 else part[:147] + "..."
    if not isinstance(part, (dict, list)) or not part:
        return part
    if depth == 0 and not path:
        return "{...}" if isinstance(part, dict) else "[...]"
    items = list(part.items()) if isinstance(part, dict) else [(str(i), v) for i, v in enumerate(part)]
    kept, left = [], 0
    for index, (key, inner) in enumerate(items):
        if index < width or path and key == path[0]:
            kept.append((key, shortened(inner, max(0, depth - 1), width, path[1:] if path and key == path[0] else [])))
        else:
            left += 1
    if isinstance(part, dict):
        return dict(kept + ([("...", f"{left} more")] if left else []))
    return [inner for _, inner in kept] + ([f"... {left} more"] if left else [])


def excerpt(document, path, lines):
    """Returns the value around a path in at most some lines."""
    above = list(path)
    while above and not isinstance(value(document, above), dict):
        above.pop()
    if above == list(path) and above:
        above.pop()
    while above and not isinstance(value(document, above), dict):
        above.pop()
    around, inside = value(document, above), list(path[len(above):])
    for depth, width in [(8, 99), (5, 30), (4, 20), (3, 20), (3, 8), (2, 12), (2, 6), (1, 12), (1, 6), (1, 3), (0, 3)]:
        text = json.dumps(shortened(around, depth, width, inside), indent=1, ensure_ascii=False).split("\n")
        if len(text) <= lines:
            break
    return "#" + "".join("/" + token for token in above), text[:lines]


def document(cache, corpora, path):
    if path not in cache:
        with open(os.path.join(corpora, path), encoding="utf-8-sig") as file:
            try:
                cache[path] = json.load(file)
            except ValueError:
                cache[path] = None
    return cache[path]


def written(number, finding, corpora, cache):
    """Returns a finding as Markdown."""
    text = [
        f"## {number}. {finding['severity']}: {finding['rule']}", "",
        f"- schema: `{finding['path']}`, line {finding['line']}",
        f"- pointer: `{finding['pointer']}`",
        f"- message: {finding['message']}",
    ]
    if "example" in finding:
        example = json.dumps(finding["example"], ensure_ascii=False)
        text.append(f"- example: `{example if len(example) <= 400 else example[:397] + '...'}`")
    places = [(finding["path"], finding["pointer"], LINES)]
    left = LINES
    for note in finding["notes"][:2]:
        places.append((note["path"], note["pointer"], RELATED_LINES))
        left -= RELATED_LINES
        text.append(f"- note: {note['message']} (`{note['path']}` `{note['pointer']}`)")
    places[0] = (finding["path"], finding["pointer"], left)
    for path, pointer, lines in places:
        root = document(cache, corpora, path)
        if root is None:
            continue
        at, shown = excerpt(root, tokens(pointer), lines)
        dialect = root.get("$schema", "none") if isinstance(root, dict) else "none"
        text += ["", f"At `{at}` ($schema: {dialect}):", "", "```json", *shown, "```"]
    return text + [""]


def figures(findings, hidden, seconds):
    counts = collections.Counter((finding["severity"], finding["rule"]) for finding in findings)
    order = {"error": 0, "warning": 1, "note": 2}
    rows = sorted(counts.items(), key=lambda row: (order[row[0][0]], -row[1]))
    lines = ["| severity | rule | findings |", "|---|---|---|"]
    lines += [f"| {severity} | {rule} | {count} |" for (severity, rule), count in rows]
    return lines + ["", f"{len(findings)} findings, {hidden} notes not shown, {seconds:.1f} CPU seconds.", ""]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--codegen", required=True, help="the tool, built for release")
    parser.add_argument("--seed", type=int, default=16)
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--notes", action="store_true", help="draw from notes, too")
    parser.add_argument("--rule", action="append", default=[], help="draw from the findings of these rules")
    parser.add_argument("--output", help="the file for the sample; default: standard output")
    parser.add_argument("--rows", help="a file for the sample as JSON Lines, to which verdicts can be added")
    arguments = parser.parse_args()
    corpora = os.environ.get("SCHEMATA_CORPORA") or sys.exit("SCHEMATA_CORPORA names no folder of corpora")
    options = ["--notes"] if arguments.notes else []
    options += [word for rule in arguments.rule for word in ("--rule", rule)]
    findings, hidden, seconds = lint(os.path.abspath(arguments.codegen), corpora, options)
    sample = random.Random(arguments.seed).sample(findings, min(arguments.count, len(findings)))
    sample.sort(key=lambda finding: (finding["path"], finding["line"], finding["column"]))
    text = [f"# {len(sample)} of {len(findings)} findings, seed {arguments.seed}", "", *figures(findings, hidden, seconds)]
    cache = {}
    for number, finding in enumerate(sample, 1):
        text += written(number, finding, corpora, cache)
    if arguments.output:
        with open(arguments.output, "w", encoding="utf-8") as file:
            file.write("\n".join(text))
        print("\n".join(figures(findings, hidden, seconds)))
    else:
        print("\n".join(text))
    if arguments.rows:
        with open(arguments.rows, "w", encoding="utf-8") as file:
            for number, finding in enumerate(sample, 1):
                row = {"number": number, **{key: finding[key] for key in ("path", "pointer", "rule", "message")}}
                file.write(json.dumps(row, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
