#!/usr/bin/env python3
"""generation.py WORK CODEGEN [RUNS]: what `codegen generate` costs: 10, 100 and 1,000 schemas of ten members, each a
file that refers to the one before; models alone and with documentation; into an empty folder, and again when nothing
changed; and this repository when nothing changed. Medians of RUNS (5), interleaved."""
import os, shutil, statistics, subprocess, sys
from make_schemas import write_schemas

work, codegen = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
runs = int(sys.argv[3]) if len(sys.argv) > 3 else 5
root = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))
folder = os.path.join(work, "generation")
OUTPUTS = {"models": ("Models", None), "models and documentation": ("Models", "Documentation")}


def generate(config):
    """Processor seconds and peak bytes of one run."""
    command = [codegen, "--config", config, "--quiet"]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    _, status, usage = os.wait4(process.pid, 0)
    if status:
        sys.exit("generation.py: %s: %s" % (config, process.stderr.read().decode()[-1000:]))
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024


figures = {}
cases = []
for count in (10, 100, 1000):
    for outputs, (models, documentation) in OUTPUTS.items():
        place = os.path.join(folder, "%d-%s" % (count, "all" if documentation else "models"))
        shutil.rmtree(place, ignore_errors=True)
        write_schemas(os.path.join(place, "Schemas"), count, "../Models", "../Documentation" if documentation else None)
        cases.append(("%s schemas, %s" % (format(count, ","), outputs), place))
for _ in range(runs):
    for name, place in cases:
        for made in ("Models", "Documentation", "Schemas/codegen.lock.json"):
            path = os.path.join(place, made)
            shutil.rmtree(path) if os.path.isdir(path) else os.path.exists(path) and os.remove(path)
        config = os.path.join(place, "Schemas", "codegen.json")
        figures.setdefault((name, "into an empty folder"), []).append(generate(config))
        figures.setdefault((name, "nothing changed"), []).append(generate(config))
    figures.setdefault(("this repository", "nothing changed"), []).append(
        generate(os.path.join(root, "Schemas", "codegen.json")))
print("| schemas | new: CPU s | peak MB | unchanged: CPU s |")
print("|---|" + "---:|" * 3)
for name in dict.fromkeys(name for name, _ in figures):
    cells = []
    for run in ("into an empty folder", "nothing changed"):
        samples = figures.get((name, run))
        median = [statistics.median(sample[i] for sample in samples) for i in range(2)] if samples else []
        cells += ["%.3f" % median[0], "%.1f" % (median[1] / 1e6)] if samples else [""] * 2
    print("| %s | %s |" % (name, " | ".join(cells[:3])))
