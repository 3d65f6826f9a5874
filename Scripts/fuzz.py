#!/usr/bin/env python3
"""Builds the fuzz targets of Tests/Fuzzing, runs them and prints the results (`make fuzz`).

TIME      seconds for each target (600)
ONLY      targets, such as "Reader Lock" (all)
JOBS      targets that run at once (2)
SANITIZE  another sanitizer for all code, such as address (none)

Everything is kept in .build/fuzz: the corpus of each target grows from run to run, and what is found is in findings/.
A finding ends the run with an error once all targets are done.
"""
import collections
import concurrent.futures
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
WORK = ROOT / ".build/fuzz"
SOURCES = ROOT / "Tests/Fuzzing"
SWIFT = os.environ.get("SWIFT", "swift")

# The maximum input length of each target: long enough to be useful, short enough to be fast.
TARGETS = {
    "Reader": 6_000, "Writer": 600, "Patterns": 200, "Formats": 300, "Templates": 1_000, "Configuration": 2_000,
    "Lock": 3_000, "Schemas": 3_000, "Streams": 4_000, "Models": 3_000, "YAML": 2_000, "Requests": 1_000,
    "Sockets": 4_000,
}
# The number of findings after which a target is stopped.
MAXIMUM_FINDINGS = 20
PROGRESS = re.compile(r"^#(\d+)\s+(\w+)\s+cov: (\d+) ft: (\d+) corp: (\d+)/(\S+)")


def fail(message):
    sys.exit(f"fuzz: error: {message}")


def build(names, sanitizer):
    if "Models" in names:
        generate_models()
    folder = WORK / ("build-" + sanitizer if sanitizer else "build")
    command = [
        SWIFT, "build", "-c", "release", "--scratch-path", str(folder), "--sanitize", "fuzzer",
        "-Xswiftc", "-parse-as-library", "-Xswiftc", "-enable-testing", "-Xswiftc", "-enforce-exclusivity=checked",
        "-Xswiftc", "-assert-config", "-Xswiftc", "Debug",
    ]
    if sanitizer:
        command += ["--sanitize", sanitizer]
    environment = dict(os.environ, SCHEMATA_FUZZ=",".join("Fuzz" + name for name in names))
    if subprocess.run(command, cwd=ROOT, env=environment).returncode != 0:
        fail("the targets do not build")
    return folder / "release"


def generate_models():
    """Models of the golden cases in one module, by the current generator: of all whose files are plain schemas."""
    schemas = WORK / "schemas"
    shutil.rmtree(schemas, ignore_errors=True)
    for case in sorted((ROOT / "Tests/CodegenCoreTests/Cases").iterdir()):
        options = case / "options.json"
        if options.exists() and not {"lenient", "schemas"}.isdisjoint(json.loads(options.read_text())):
            continue
        for file in sorted(case.glob("**/*.schema.json")):
            copy = schemas / case.name / file.relative_to(case)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(file, copy)
    shutil.copy(SOURCES / "models.codegen.json", schemas / "codegen.json")
    (WORK / "models").mkdir(parents=True, exist_ok=True)
    command = [
        SWIFT, "run", "codegen", "generate", "--config", str(schemas / "codegen.json"), "--models", str(WORK / "models"), "--quiet",
    ]
    if subprocess.run(command, cwd=ROOT).returncode != 0:
        fail("the models of the golden cases cannot be generated")


class Run:
    """A target, restarted after each finding until its time is over."""

    def __init__(self, name, binary, seconds):
        self.name, self.binary, self.seconds = name, binary, seconds
        self.corpus, self.log = WORK / "corpus" / name, WORK / "logs" / f"{name}.log"
        self.findings_folder = WORK / "findings" / name
        for folder in (self.corpus, self.log.parent, self.findings_folder):
            folder.mkdir(parents=True, exist_ok=True)
        self.dictionary = WORK / "dictionaries" / f"{name}.dict"
        self.dictionary.parent.mkdir(parents=True, exist_ok=True)
        self.environment = dict(
            os.environ, SWIFT_BACKTRACE="enable=no", ASAN_OPTIONS="detect_leaks=0:handle_abort=0")
        self.executions, self.samples, self.findings = 0, [], collections.OrderedDict()
        self.corpus_size = 0

    def start(self):
        subprocess.run(
            [self.binary], env=dict(self.environment, FUZZ_DICTIONARY=str(self.dictionary)), check=True,
            stderr=subprocess.DEVNULL)
        began = time.monotonic()
        with open(self.log, "w", encoding="utf-8", errors="replace") as log:
            while (left := self.seconds - (time.monotonic() - began)) > 0 and len(self.findings) < MAXIMUM_FINDINGS:
                if self.once(int(left) + 1, began, log):
                    break
        self.elapsed = time.monotonic() - began
        return self

    def once(self, seconds, began, log):
        """Whether the target finished."""
        command = [
            str(self.binary), f"-max_total_time={seconds}", f"-dict={self.dictionary}", "-timeout=20",
            "-rss_limit_mb=2048", f"-max_len={TARGETS[self.name]}", "-print_final_stats=1", "-reload=0",
            f"-artifact_prefix={self.findings_folder}/", str(self.corpus),
        ]
        seeds = SOURCES / "Seeds" / self.name
        if seeds.is_dir():
            command.append(str(seeds))
        process = subprocess.Popen(
            command, env=self.environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, errors="replace")
        executions, reason = 0, None
        for line in process.stderr:
            log.write(line)
            if found := PROGRESS.match(line):
                executions = int(found[1])
                self.samples.append((time.monotonic() - began, int(found[3]), int(found[4])))
                self.corpus_size = int(found[5])
            elif line.startswith("stat::number_of_executed_units:"):
                executions = int(line.split()[-1])
            elif reason is None and re.match(r"FINDING: |==\d+== ?ERROR|.*(Fatal error|runtime error|SUMMARY: )", line):
                reason = re.sub(r"^==\d+== ?", "", line.strip())
            elif reason is not None and "deadly signal" in reason and "Fatal error" in line:
                reason = line.strip()
        self.executions += executions
        # 72 is libFuzzer's exit code for an interruption.
        if process.wait() in (0, 72):
            return True
        # The same message with other values is the same finding.
        key = re.sub(r"[0-9]+|'.*'|\".*\"", "…", reason or "no reason")
        first = key not in self.findings
        self.findings.setdefault(key, [reason or "no reason", 0])[1] += 1
        print(f"{self.name}: {'finding' if first else 'again'}: {reason}", flush=True)
        return False

    def coverage(self, before):
        """Edges covered that many seconds into the run."""
        known = [sample for sample in self.samples if sample[0] <= before]
        return max((sample[1] for sample in known), default=0)

    def row(self):
        start = self.samples[0][1] if self.samples else 0
        late, end = self.coverage(max(0, self.elapsed - 300)), self.coverage(self.elapsed)
        rate = self.executions / max(self.elapsed, 1)
        return (
            f"| {self.name} | {self.elapsed / 60:.1f} | {self.executions:,} | {rate:,.0f} | {start:,} | {late:,} | {end:,} "
            f"| {self.corpus_size:,} | {len(self.findings)} |")


def main():
    seconds = int(os.environ.get("TIME") or 600)
    names = (os.environ.get("ONLY") or "").replace(",", " ").split() or list(TARGETS)
    unknown = [name for name in names if name not in TARGETS]
    if unknown:
        fail(f"expected targets among {', '.join(TARGETS)}, found '{unknown[0]}'")
    binaries = build(names, os.environ.get("SANITIZE"))
    if seconds == 0:
        return
    runs = [Run(name, binaries / ("Fuzz" + name), seconds) for name in names]
    with concurrent.futures.ThreadPoolExecutor(int(os.environ.get("JOBS") or 2)) as pool:
        for run in pool.map(Run.start, runs):
            print(run.row().strip("| ").replace(" | ", " · "), flush=True)
    print("\n| target | minutes | executions | a second | edges at start | 5 minutes before the end | at the end | corpus | findings |")
    print("|---|--:|--:|--:|--:|--:|--:|--:|--:|")
    for run in runs:
        print(run.row())
    for run in runs:
        for reason, count in run.findings.values():
            print(f"{run.name}: {reason} ({count} inputs, in {run.findings_folder.relative_to(ROOT)})")
    if any(run.findings for run in runs):
        sys.exit(1)


if __name__ == "__main__":
    main()
