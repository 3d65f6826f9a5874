#!/usr/bin/env python3
"""generation.py WORK CODEGEN [RUNS]: what `codegen generate` costs: 10 to 5,000 schemas of ten members, each a file that
refers to the one before, and large public APIs (if SCHEMATA_CORPORA is there); models alone and with documentation; into
an empty folder, after one edit, and when nothing changed; and this repository. Medians of RUNS (3), interleaved."""
import json, math, os, shutil, statistics, subprocess, sys
import apis
from make_schemas import write_schemas

work, codegen = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
runs = int(sys.argv[3]) if len(sys.argv) > 3 else 3
root = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))
folder = os.path.join(work, "generation")
MADE = ("models", "documentation", "codegen.lock.json", ".build")
COUNTS = (10, 100, 1000, 5000)
figures, edited, documented = {}, {}, {}


def generate(config):
    """Processor seconds and peak megabytes of one run."""
    command = [codegen, "--config", config, "--quiet"]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    _, status, usage = os.wait4(process.pid, 0)
    if status:
        sys.exit("generation.py: %s: %s" % (config, process.stderr.read().decode()[-1000:]))
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1e3


def configure(place, outputs):
    path = os.path.join(place, "codegen.json")
    with open(path) as file:
        configuration = json.load(file)
    configuration["outputs"] = outputs
    with open(path, "w") as file:
        json.dump(configuration, file)
    return path


def edit(path, run):
    """Changes a word of a schema's texts."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    with open(path, "w", encoding="utf-8") as file:
        old, new = ("The thing with", "The item with")[:: 1 if run % 2 == 0 else -1]
        file.write(text.replace(old, new))


def measure(name, place, outputs, pages):
    config = configure(place, outputs)
    for run in range(1 if "5,000" in name else runs):
        for made in MADE:
            path = os.path.join(place, made)
            shutil.rmtree(path) if os.path.isdir(path) else os.path.exists(path) and os.remove(path)
        figures.setdefault((name, "new"), []).append(generate(config))
        if name in edited:
            edit(edited[name], run)
            figures.setdefault((name, "edit"), []).append(generate(config))
        figures.setdefault((name, "unchanged"), []).append(generate(config))
    if pages:
        documented[name] = sum(name.endswith(".html") for _, _, names in os.walk(os.path.join(place, "documentation")) for name in names)


OUTPUTS = {"models": {"models": "models"}, "models and documentation": {"models": "models", "documentation": "documentation"}}
for count in COUNTS:
    for words, outputs in OUTPUTS.items():
        place, name = os.path.join(folder, str(count)), "%s schemas, %s" % (format(count, ","), words)
        shutil.rmtree(place, ignore_errors=True)
        write_schemas(place, count, "models")
        edited[name] = os.path.join(place, "thing-%d.schema.json" % (count // 2))
        measure(name, place, outputs, "documentation" in outputs)
for name, document, schemas in apis.APIS if os.environ.get("SCHEMATA_CORPORA") else []:
    place = os.path.join(folder, name.replace(" ", ""))
    apis.prepare(place, name, document, schemas)
    measure(name + ", models and documentation", place, OUTPUTS["models and documentation"], True)
own = os.path.join(root, "Schemas", "codegen.json")
generate(own)
figures["this repository", "unchanged"] = [generate(own) for _ in range(runs)]


def median(name, run, column=0):
    samples = figures.get((name, run))
    return statistics.median(sample[column] for sample in samples) if samples else None


def cell(value, digits):
    return "" if value is None else "%.*f" % (digits, value)


print("| schemas | new: CPU s | peak MB | pages | one edit: CPU s | unchanged: CPU s |")
print("|---|" + "---:|" * 5)
for name in dict.fromkeys(name for name, _ in figures):
    print("|%s|%s|%s|%s|%s|%s|" % (
        name, cell(median(name, "new"), 3), cell(median(name, "new", 1), 1), documented.get(name, ""),
        cell(median(name, "edit"), 3), cell(median(name, "unchanged"), 3)))
print()
for words in OUTPUTS:
    costs = [median("%s schemas, %s" % (format(count, ","), words), "new") for count in COUNTS]
    grows = [math.log(costs[i + 1] / costs[i]) / math.log(COUNTS[i + 1] / COUNTS[i]) for i in range(1, len(COUNTS) - 1)]
    print("- %s: exponents %s" % (words, ", ".join("%.2f" % x for x in grows)))
