"""What compilers and payloads say, as parts of the report."""

import collections
import os

import figures as figures_module
from report import number, share, table

STEPS = ["generating", "syntax", "types", "compiling", "warnings"]


class Verdicts:
    def __init__(self, outcomes):
        self.outcomes = outcomes
        self.groups = collections.OrderedDict()
        for outcome in outcomes:
            self.groups.setdefault(outcome.family.corpus, []).append(outcome)

    def bars(self):
        trips = [trip for outcome in self.outcomes for trip in outcome.round_trips.values()]
        rows = [("payloads that come back equal", "all", f"{number(trips.count(None))} of {number(len(trips))}")]
        mcp = [outcome for outcome in self.outcomes if outcome.family.corpus == "mcp"]
        if mcp:
            payloads = sum(len(outcome.family.payloads) for outcome in mcp)
            equal = sum(list(outcome.round_trips.values()).count(None) for outcome in mcp)
            rows.append(("examples of MCP that decode into their type and come back equal", "all", f"{equal} of {payloads}"))
        lines = [outcome.program_lines for outcome in self.outcomes if outcome.program_lines]
        if lines:
            rows.append(('lines for OpenAI with `"validators": "program"`', "≤ 200,000", number(max(lines))))
        broken = sum(1 for outcome in self.outcomes if outcome.failed_step)
        rows.append(("generated modules that compile without a warning", "all",
                     f"{number(len(self.outcomes) - broken)} of {number(len(self.outcomes))}"))
        return rows

    def sections(self):
        return self.code() + self.payloads() + self.branches()

    def code(self):
        rows = []
        for name, outcomes in self.groups.items():
            # A step fails only if those before it have not.
            left = len(outcomes)
            cells = []
            for step in STEPS:
                left -= sum(1 for outcome in outcomes if outcome.failed_step == step)
                cells.append(number(left))
            rows.append([name, number(len(outcomes))] + cells + [number(sum(outcome.lines for outcome in outcomes))])
        header = ["corpus", "families", "generated", "syntax", "types", "compiled", "without a warning", "lines"]
        return ["", "## Generated code", ""] + table(header, rows)

    def payloads(self):
        rows = []
        for name, outcomes in self.groups.items():
            count = collections.Counter()
            for outcome in outcomes:
                for payload in outcome.family.payloads:
                    if not payload.is_read:
                        count[os.path.splitext(payload.path)[1]] += 1
                        continue
                    count["yaml"] += payload.is_yaml
                    kind = "accept" if payload.is_valid else "refuse"
                    count[kind] += 1
                    count[kind, "evaluator"] += outcome.evaluated.get(payload.path) is payload.is_valid
                    count[kind, "generated"] += outcome.generated.get(payload.path) is payload.is_valid
                    count["same"] += same_verdicts(outcome, payload)
                    count["compared"] += payload.path in outcome.generated
                    if payload.path in outcome.round_trips:
                        count["trips"] += 1
                        count["equal"] += outcome.round_trips[payload.path] is None
            if not outcomes or not any(outcome.family.payloads for outcome in outcomes):
                continue

            def part(kind, engine):
                return f"{number(count[kind, engine])} of {number(count[kind])}"

            rows.append((
                name, part("accept", "evaluator"), part("accept", "generated"), part("refuse", "evaluator"),
                part("refuse", "generated"), f"{number(count['same'])} of {number(count['compared'])}",
                f"{number(count['equal'])} of {number(count['trips'])}",
                number(count["yaml"]), number(count[".toml"])))
        header = [
            "corpus", "accepted, evaluator", "accepted, generated", "refused, evaluator", "refused, generated",
            "the same verdict", "round trips", "in YAML", "TOML, not read",
        ]
        return ["", "## Payloads", "", "Those in JSON and YAML that have to be accepted, or to be refused.", ""] + table(header, rows)

    def branches(self):
        rows = []
        for name, outcomes in self.groups.items():
            found = [word for outcome in outcomes for word in outcome.branches.values()]
            if found:
                count = collections.Counter(found)
                rows.append([
                    name, number(sum(outcome.choices for outcome in outcomes)), number(len(found)),
                    number(count["equal"]), number(count["no sample"])])
        if not rows:
            return []
        header = ["corpus", "choices", "branches", "equal", "no sample"]
        return ["", "## Branches", "", "Choices of API descriptions that a tag decides, and three values of each branch: "
                "written, read into the same branch, and written equal.", ""] + table(header, rows)

    def failures(self):
        lines = ["", "## Modules that do not compile, or not without a warning"]
        lines += listed((f"{o.failed_step}: {o.message}", o.family.title, o.message) for o in self.outcomes if o.failed_step)
        lines += ["", "## Payloads whose verdict is not the expected one"]
        lines += listed(self.wrong_verdicts())
        lines += ["", "## Branches that are read as others, or not equal"]
        lines += listed(
            (word, f"{outcome.family.title}: {name}", word)
            for outcome in self.outcomes for name, word in outcome.branches.items() if word != "equal")
        lines += ["", "## Payloads that do not come back equal"]
        lines += listed(
            (trip, f"{outcome.family.title}: {short(path)}", trip)
            for outcome in self.outcomes for path, trip in outcome.round_trips.items() if trip is not None)
        return lines

    def wrong_verdicts(self):
        for outcome in self.outcomes:
            for payload in outcome.family.payloads:
                if not payload.is_read:
                    continue
                place = f"{outcome.family.title}: {short(payload.path)}"
                if payload.schema is None:
                    yield ("no schema is known for it", place, "")
                    continue
                found = outcome.evaluated.get(payload.path)
                if found is not payload.is_valid:
                    expected = "accepted" if payload.is_valid else "refused"
                    yield (f"expected to be {expected}, the evaluator says: {words(found)}", place, words(found))
                generated = outcome.generated.get(payload.path)
                if generated is not found and outcome.failed_step in (None, "warnings"):
                    yield (f"generated code says {words(generated)}, the evaluator {words(found)}", place, words(generated))

    def defects(self):
        """What no schema may bring about, as lines."""
        for outcome in self.outcomes:
            title = outcome.family.title
            if outcome.failed_step:
                yield f"{title}: {outcome.failed_step}: {outcome.message}"
            for path, found in outcome.generated.items():
                if isinstance(found, bool) and found is not outcome.evaluated.get(path):
                    yield f"{title}: {short(path)}: generated code says {words(found)}, the evaluator {words(outcome.evaluated.get(path))}"
            for name, word in outcome.branches.items():
                if word not in ("equal", "no sample"):
                    yield f"{title}: {name}: {word}"
            for path, trip in outcome.round_trips.items():
                if trip is not None:
                    yield f"{title}: {short(path)}: {trip}"


def same_verdicts(outcome, payload):
    found = outcome.generated.get(payload.path)
    return isinstance(found, bool) and found is outcome.evaluated.get(payload.path)


def words(verdict):
    return {True: "valid", False: "invalid", None: "nothing"}.get(verdict, str(verdict))


def short(path):
    return "/".join(path.split("/")[-3:])


def listed(rows):
    """Rows of (cause, place, message), grouped by cause."""
    groups = collections.defaultdict(list)
    for cause, place, message in rows:
        groups[figures_module.cause(cause)].append((place, message))
    lines = []
    for cause, group in sorted(groups.items(), key=lambda row: (-len(row[1]), row[0])):
        lines += ["", f"{len(group)}: {cause}", ""]
        lines += [f"- {place}" + (f": {message}" if message and message != cause else "") for place, message in group]
    return lines or ["", "None."]
