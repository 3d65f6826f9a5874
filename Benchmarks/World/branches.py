"""A value for each branch of each choice that a tag decides: made, written, read into the same branch, and written equal."""

import os
import re
import subprocess

import figures

HARNESS = """\

func sample<Choice: SchemaRuntime.WritableModel, Part: SchemaRuntime.WritableModel>(
  _ name: Swift.String, _ make: (Part) -> Choice, _ isOf: (Choice) -> Swift.Bool
) {
  let sampler = SchemaSampling.ModelSampler<Part>()
  var count = 0
  for seed in 0..<300 as Swift.Range<Swift.UInt64> where count < 3 {
    do {
      // A part that other choices share may have a tag of their branches, with which this choice does not write it.
      guard let part = try? sampler.value(seed: seed, size: .typical), let text = try? make(part).json() else {
        continue
      }
      count += 1
      let choice = try Choice(json: text)
      guard isOf(choice) else { return Swift.print(name, "another branch", separator: "\\t") }
      guard try choice.json() == text else { return Swift.print(name, "another value", separator: "\\t") }
    } catch {
      let words = "\\(error)".split(whereSeparator: \\.isNewline).first.map(Swift.String.init) ?? ""
      return Swift.print(name, words, separator: "\\t")
    }
  }
  Swift.print(name, count > 0 ? "equal" : "no sample", separator: "\\t")
}

func sampleBranches() {
@BRANCHES@
}
"""


def choices(plan):
    """The choices of a plan that a tag decides, with their branches that have a type of their own."""
    types, parts, found, current = set(), set(), [], None
    for line in plan.splitlines():
        name, _, rest = line.strip().partition(": ")
        if line.startswith("    "):
            if name.startswith("(members of a branch)"):
                parts.add(rest.rstrip("?"))
            elif current is not None:
                current.append((name, rest))
        elif line.startswith("  "):
            types.add(name)
            current = [] if rest.startswith(("union by the tag", "union by the optional tag")) else None
            if current is not None:
                found.append((name, current))
    return [
        (name, [branch for branch in branches if branch[1] in types]) for name, branches in found if name not in parts
    ]


def harness(codegen, configuration):
    """The Swift of the harness, and the number of choices."""
    code, plan, _ = figures.run([codegen, "dump", "plan", "--config", configuration])
    found = choices(plan) if code == 0 else []
    rows = [
        f'  sample("{name}.{case}", {{ (part: {part}) -> {name} in .`{case}`(part) }}) '
        f"{{ if case .`{case}` = $0 {{ true }} else {{ false }} }}"
        for name, branches in found for case, part in branches
    ]
    return HARNESS.replace("@BRANCHES@", "\n".join(rows)), len(found)


def run(program):
    """What became of each branch: `equal`, or why not."""
    try:
        result = subprocess.run([program, "branches"], capture_output=True, text=True, timeout=figures.TIME_LIMIT)
    except subprocess.TimeoutExpired:
        return {"all": "takes too long"}
    found = dict(line.split("\t", 1) for line in result.stdout.splitlines() if "\t" in line)
    return found if result.returncode == 0 else {**found, "all": "the program ended before"}
