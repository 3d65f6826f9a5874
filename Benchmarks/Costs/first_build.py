#!/usr/bin/env python3
"""first_build.py WORK: the first build of a newcomer (`make` in a clean clone of the last commit), and what a package with
the build plugin compiles the first time: the runtime, which its models need, and the generator on top of it. With the
artifact bundle, the generator is not compiled. Manifests are compiled and their caches filled before."""
import os, resource, shutil, subprocess, sys, tempfile, time

work = os.path.abspath(sys.argv[1])
root = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))


def run(folder, *command):
    """Runs a command; returns its wall time and its processor time, with that of its children, in seconds."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("SCHEMATA_")}
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
    wall, after = time.monotonic() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode:
        sys.exit("first_build.py: %s failed\n%s%s" % (" ".join(command), done.stdout[-4000:], done.stderr[-4000:]))
    return wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def clone(folder):
    shutil.rmtree(folder, ignore_errors=True)
    run(work, "git", "clone", "--quiet", root, folder)
    run(folder, "swift", "package", "describe")


def row(name, figures):
    print("| %s | %.0f | %.0f |" % (name, *figures), flush=True)


print("| debug build, clean clone | wall s | CPU s |")
print("|---|---:|---:|")
with tempfile.TemporaryDirectory(dir=work) as folder:
    package = os.path.join(folder, "schemata")
    clone(package)
    row("`make`: this repository's tool, models and documentation", run(package, "make"))
    clone(package)
    row("a package with models: builds the runtime", run(package, "swift", "build", "--target", "SchemaRuntime"))
    row("the same with the build plugin from source: builds the generator too",
        run(package, "swift", "build", "--product", "codegen-generate"))
