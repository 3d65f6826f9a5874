#!/usr/bin/env python3
"""apis.py WORK CODEGEN [LIMIT] [NAME…]: what the models of large public APIs cost the compiler, and how large their values
are. Reads the documents in SCHEMATA_CORPORA; generates with the default configuration; compiles each API as one module as
SwiftPM does in debug and release builds, one run each, and stops it after LIMIT (900) processor seconds."""
import glob, json, os, re, resource, shutil, signal, subprocess, sys

COMPONENTS = "#/components/schemas"
# Name, document, where its schemas are (None: it is a schema).
APIS = [
    ("Stripe", "stripe/spec3.json", COMPONENTS),
    ("Vega-Lite", "vega-lite/vega-lite.schema.json", None),
    ("CycloneDX 1.7", "cyclonedx/*.schema.json", None),
    ("Box", "box/openapi.json", COMPONENTS),
    ("OpenAI", "openai/openapi.json", COMPONENTS),
    ("DigitalOcean", "digitalocean/specification", COMPONENTS),
]
# In bytes: the promise of `StoragePlanner`.
LARGEST_VALUE = 512
root = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))


def prepare(folder, name, document, schemas):
    """The configuration of a new user: what to read, and the defaults."""
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    source = os.path.join(os.environ["SCHEMATA_CORPORA"], document)
    configuration = {"outputs": {"models": "models"}}
    if schemas:
        configuration["schemas"] = {"root": schemas}
    if os.path.isdir(source):
        shutil.copytree(source, os.path.join(folder, "api"))
        configuration["schemas"]["include"] = ["api/*.yaml"]
        # Six of its files have a reference in place of the members of `properties`.
        configuration["lenient"] = ["**"]
    for path in [] if os.path.isdir(source) else glob.glob(source):
        if not (name.startswith("CycloneDX") and "1.6" in path):
            name_here = os.path.basename(path) if path.endswith(".schema.json") else "api.schema.json"
            shutil.copy(path, os.path.join(folder, name_here))
    with open(os.path.join(folder, "codegen.json"), "w") as file:
        json.dump(configuration, file)


def run(command, limit, folder):
    """The exit status, the processor seconds and the peak memory in GB of a command and its children."""
    def limited():
        os.setsid()
        resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))
    process = subprocess.Popen(
        command, cwd=folder, stdout=subprocess.DEVNULL, stderr=open(folder + ".log", "w"), preexec_fn=limited)
    _, status, usage = os.wait4(process.pid, 0)
    return os.waitstatus_to_exitcode(status), usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1e6


PROBE = """
@main enum SizesOfValues {
  static func main() {
    var largest = (0, "")
    func check(_ size: Int, _ name: String) { if size > largest.0 { largest = (size, name) } }
%s
    print(largest.0, largest.1)
  }
}
"""


def types(sources):
    pattern = re.compile(r"^extension (\S+) \{\n(?:  @\w+.*\n)*  public init\(decoding json: UnsafeJSONNode\)", re.M)
    return [name for path in sources for name in pattern.findall(open(path, encoding="utf-8").read())]


# What SwiftPM gives the compiler, on a machine of two cores.
BUILDS = {
    "debug": ["-Onone", "-enable-batch-mode", "-j2"],
    "release": ["-O", "-whole-module-optimization", "-num-threads", "2"],
}


def compiled(folder, products, sources, build, limit):
    scan = os.path.join(root, "Sources", "Runtime", "CJSONScan", "include")
    objects = os.path.join(folder, build)
    os.makedirs(objects)
    command = [
        "swiftc", "-module-name", "API", "-parse-as-library", "-swift-version", "6", "-I", products + "/Modules", "-Xcc",
        "-fmodule-map-file=%s/module.modulemap" % scan, *BUILDS[build], "-c", *sources]
    status, seconds, memory = run(command, limit, objects)
    if status != 0:
        return None, seconds, memory, 0
    files = glob.glob(objects + "/*.o")
    sizes = subprocess.run(["size", *files], capture_output=True, text=True).stdout.split("\n")[1:-1]
    return files, seconds, memory, sum(int(line.split()[0]) for line in sizes)


def largest_value(folder, products, objects):
    parts = [x for name in ("SchemaRuntime", "CJSONScan") for x in glob.glob("%s/%s.build/**/*.o" % (products, name), recursive=True)]
    program = os.path.join(folder, "sizes")
    subprocess.run(["swiftc", "-o", program, *objects, *parts, "-lm"], check=True)
    size, name = subprocess.run([program], capture_output=True, text=True, check=True).stdout.split()
    if int(size) > LARGEST_VALUE:
        sys.exit("apis.py: a value of %s takes %s bytes, and the generator promises at most %d" % (name, size, LARGEST_VALUE))
    return size


def row(work, codegen, limit, name, document, schemas):
    folder = os.path.join(work, "apis", re.sub(r"\W", "", name))
    products = os.path.dirname(codegen)
    prepare(folder, name, document, schemas)
    generate = [codegen, "--config", os.path.join(folder, "codegen.json"), "--quiet"]
    made = subprocess.run(generate, capture_output=True, text=True)
    if made.returncode != 0:
        return "| %s | not generated: %s |" % (name, (made.stdout + made.stderr).strip().split("\n")[0])
    sources = sorted(glob.glob(folder + "/models/**/*.swift", recursive=True))
    lines = sum(open(path, encoding="utf-8").read().count("\n") for path in sources)
    names = types(sources)
    probe = os.path.join(folder, "SizesOfValues.swift")
    with open(probe, "w") as file:
        file.write(PROBE % "\n".join('    check(MemoryLayout<%s>.size, "%s")' % (x, x) for x in names))
    cells, largest = [], "not known"
    for build in BUILDS:
        objects, seconds, memory, size = compiled(folder, products, [*sources, probe], build, limit)
        if objects is None:
            cells += ["stopped after %d" % seconds if seconds > limit - 5 else "failed", "%.2f" % memory, ""]
            continue
        cells += ["%.0f" % seconds, "%.2f" % memory, "%.1f" % (size / 1e6)]
        if largest == "not known":
            largest = largest_value(folder, products, objects)
    return "| %s | %d | %s | %s | %s |" % (name, len(names), format(lines, ","), largest, " | ".join(cells))


def main():
    work, codegen = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
    limit = int(sys.argv[3]) if len(sys.argv) > 3 else 900
    columns = "CPU s | peak GB | text MB"
    print("| API | types | lines | largest value, bytes | debug: %s | release: %s |" % (columns, columns))
    print("|---|" + "---:|" * 9)
    for api in APIS:
        if len(sys.argv) < 5 or api[0] in sys.argv[4:]:
            print(row(work, codegen, limit, *api), flush=True)


if __name__ == "__main__":
    main()
