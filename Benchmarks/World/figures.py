"""What becomes of declared members, choices and names: `codegen coverage` of every family, and the causes of losses."""

import collections
import json
import os
import re
import signal
import subprocess

COUNTS = [
    "declaredMembers", "representedMembers", "members", "untypedMembers", "unionCases", "positionalCases", "types",
    "positionalTypes", "names", "escapedNames",
]
# A run of codegen that takes longer is reported as such.
TIME_LIMIT = 900
TOO_LONG = f"more than {TIME_LIMIT} seconds"


class Figures:
    """The figures of one family, or why it has none."""

    def __init__(self, family):
        self.family = family
        self.refusal = None
        # Why its schemas are read leniently; None if they are not.
        self.concession = None
        # Whether codegen ended otherwise than by refusing the schemas.
        self.is_crash = False
        self.counts = collections.Counter()
        self.losses = []
        self.untyped_members = []
        self.names = {}


def run(command):
    """Returns exit code, output and errors; a run that takes too long has none of the three, and none of its children."""
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True)
    try:
        output, errors = process.communicate(timeout=TIME_LIMIT)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        return None, "", f"error: {TOO_LONG}"
    return process.returncode, output, errors


def first_error(errors):
    """Returns the message of the first error, without its location."""
    for line in errors.splitlines():
        if " error: " in line or line.startswith("error: "):
            return line.split("error: ", 1)[1]
    lines = errors.strip().splitlines()
    return lines[-1] if lines else "no message"


def cause(message):
    """Returns a message without what differs from schema to schema, to group by."""
    message = message.split("; ")[0]
    message = re.sub(r"'[^']*'", "'…'", message)
    message = re.sub(r"[a-z]+://[^ ]*", "…", message)
    message = re.sub(r"…( -> …)+", "…", message)
    return re.sub(r"\d+", "n", message)


def read_configuration(folder):
    with open(os.path.join(folder, "Schemas/codegen.json"), encoding="utf-8") as file:
        return json.load(file)


def measure(family, codegen, folder):
    """Runs `codegen coverage` on a family."""
    figures = Figures(family)
    configuration = family.write_project(folder)
    code, output, errors = run([codegen, "coverage", "--json", "--config", configuration])
    if code == 2:
        figures.concession = first_error(errors)
        family.settings["lenient"] = ["**"]
        configuration = family.write_project(folder)
        code, output, errors = run([codegen, "coverage", "--json", "--config", configuration])
    if code != 0:
        figures.is_crash = code not in (1, 2)
        figures.refusal = (f"exit code {code}: " if figures.is_crash else "") + first_error(errors)
        return figures
    types = json.loads(output)["types"]

    def is_own(file):
        # A schema that others refer to counts once, as a family of its own.
        return family.corpus != "schemastore" or os.path.basename(file) == family.name + ".json"

    for document in types["documents"]:
        if is_own(document["file"]):
            figures.counts.update({name: document[name] for name in COUNTS})
    figures.losses = [loss for loss in types["losses"] if is_own(loss["file"])]
    figures.untyped_members = [member for member in types["untypedMembers"] if is_own(member["file"])]
    figures.names = {name: types[name] for name in ("positionalCases", "positionalTypes", "escapedNames")}
    return figures


def pointer(text):
    return text or "/"


def words(loss):
    """Returns the cause of a loss: where the members are declared, and what is there instead."""
    place = "declared at the schema itself" if loss["keyword"] == "properties" else f"under `{loss['keyword']}`"
    return f"{place}, {loss['in']}" + (f": {loss['reason']}" if "reason" in loss else "")


def causes(all_figures):
    """Returns causes of lost members: count, families, words, and the greatest example."""
    rows = {}
    for figures in all_figures:
        for loss in figures.losses:
            key = re.sub(r"^under `(then|else)`", "under `then` or `else`", words(loss))
            row = rows.setdefault(key, {"members": 0, "families": set(), "example": None, "greatest": 0})
            row["members"] += loss["members"]
            row["families"].add(figures.family.title)
            if loss["members"] > row["greatest"]:
                row["greatest"] = loss["members"]
                row["example"] = f"{figures.family.title}, {pointer(loss['pointer'])} ({loss['members']})"
    return sorted(
        ((row["members"], len(row["families"]), key, row["example"]) for key, row in rows.items()), reverse=True)
