"""Measures codegen on other people's schemas: writes Benchmarks/WORLD.md. `make world` runs it.

    world.py --codegen PATH [--corpora FOLDER] [--only NAME] [--families A,B] [--sample N] [--no-compile] [--output FILE]
"""

import argparse
import concurrent.futures
import os
import random
import sys
import time

import compiling
import corpora
import figures
import report
import verdicts

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../..")


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--codegen", required=True, help="the optimized codegen")
    parser.add_argument("--corpora", default=os.environ.get("SCHEMATA_CORPORA"), help="default: SCHEMATA_CORPORA")
    parser.add_argument("--work", default=os.path.join(os.path.dirname(__file__), "../.work/world"))
    parser.add_argument("--output", help="the report; default: standard output")
    parser.add_argument("--only", help="one family, such as schemastore/package")
    parser.add_argument("--families", help="only these corpora, separated by commas")
    parser.add_argument("--sample", type=int, help="so many schemas of each corpus")
    parser.add_argument("--no-compile", action="store_true", help="only what codegen coverage says")
    parser.add_argument(
        "--check", action="store_true",
        help="fail if a module does not compile, the engines disagree or a payload does not come back equal")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--causes", help="a file for the causes of lost members")
    options = parser.parse_args()
    if not options.corpora:
        parser.error("expected --corpora or SCHEMATA_CORPORA, found neither")
    options.work = os.path.abspath(options.work)
    return options


def chosen(options):
    """The families to measure, and those that were left out, as words for the report."""
    names = options.families.split(",") if options.families else list(corpora.CORPORA)
    unknown = [name for name in names if name not in corpora.CORPORA]
    if unknown:
        raise SystemExit(f"world.py: expected corpora among {', '.join(corpora.CORPORA)}, found {', '.join(unknown)}")
    families = corpora.families(options.corpora, names)
    if options.only:
        families = [family for family in families if options.only in (family.name, family.title)]
        if not families:
            raise SystemExit(f"world.py: expected a family, found '{options.only}'")
    if options.sample is not None:
        sampled = []
        for name in names:
            group = [family for family in families if family.corpus == name]
            picked = set(random.Random(0).sample(range(len(group)), min(options.sample, len(group))))
            sampled += [family for index, family in enumerate(group) if index in picked]
        families = sampled
    return families


def main():
    options = arguments()
    started = time.time()
    families = chosen(options)

    runtime = None
    if not options.no_compile:
        os.makedirs(options.work, exist_ok=True)
        runtime = compiling.Runtime(
            os.path.dirname(os.path.abspath(options.codegen)), options.work, os.path.abspath(ROOT))
    codegen = os.path.abspath(options.codegen)

    def measure(family):
        folder = os.path.join(options.work, family.corpus, family.name)
        os.makedirs(folder, exist_ok=True)
        found = figures.measure(family, codegen, folder)
        if runtime is None or found.refusal:
            return found, None
        outcome = compiling.compile_family(family, codegen, folder, runtime)
        compiling.evaluate(outcome, codegen, folder)
        compiling.decode(outcome, codegen, folder)
        if outcome.failed_step:
            print(f"{family.title}: {outcome.failed_step}: {outcome.message}", file=sys.stderr)
        return found, outcome

    # The largest first, so that no processor waits for one of them at the end.
    largest = sorted(families, key=lambda family: -family.size)
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        found = dict(zip(largest, pool.map(measure, largest)))
    results = [found[family] for family in families]
    measured = [found for found, _ in results]
    outcomes = [outcome for _, outcome in results if outcome is not None]
    parts = verdicts.Verdicts(outcomes) if runtime is not None else None
    if options.causes:
        with open(options.causes, "w", encoding="utf-8") as file:
            file.write(report.causes_text(measured))
    text = report.markdown(measured, parts, options)
    if options.output:
        with open(options.output + ".new", "w", encoding="utf-8") as file:
            file.write(text)
        os.replace(options.output + ".new", options.output)
    else:
        sys.stdout.write(text)
    if options.check:
        defects = [f"{found.family.title}: {found.refusal}" for found in measured if found.is_crash]
        defects += parts.defects() if parts else []
        for line in defects:
            print(line, file=sys.stderr)
        if defects:
            raise SystemExit(1)
    print(f"world.py: {len(families)} families in {time.time() - started:.0f} s", file=sys.stderr)


if __name__ == "__main__":
    main()
