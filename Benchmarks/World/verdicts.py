"""What compilers and payloads say, as parts of the report."""

import collections
import os

from report import listed, number, table


class Verdicts:
    def __init__(self, outcomes):
        self.outcomes = outcomes
        self.groups = collections.OrderedDict()
        for outcome in outcomes:
            self.groups.setdefault(outcome.family.corpus, []).append(outcome)

    def bars(self):
        trips = [trip for outcome in self.outcomes for trip in outcome.round_trips.values()]
        rows = [("payloads that are equal after reading and writing", "all", f"{number(trips.count(None))} of {number(len(trips))}")]
        mcp = [outcome for outcome in self.outcomes if outcome.family.corpus == "mcp"]
        if mcp:
            payloads = sum(len(outcome.family.payloads) for outcome in mcp)
            equal = sum(list(outcome.round_trips.values()).count(None) for outcome in mcp)
            rows.append(("MCP examples that decode into their type and are written equal", "all", f"{equal} of {payloads}"))
        lines = [outcome.program_lines for outcome in self.outcomes if outcome.program_lines]
        if lines:
            rows.append(('lines of Swift for OpenAI with `"validators": "program"`', "≤ 200,000", number(max(lines))))
        broken = sum(1 for outcome in self.outcomes if outcome.failed_step)
        rows.append(("generated modules that compile without a warning", "all",
                     f"{number(len(self.outcomes) - broken)} of {number(len(self.outcomes))}"))
        return rows

    def sections(self):
        return self.payloads() + self.branches()

    def payloads(self):
        rows = []
        every = collections.Counter()
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
                    count["same"] += same_verdicts(outcome, payload)
                    count["compared"] += payload.path in outcome.generated
                    if payload.path in outcome.round_trips:
                        count["trips"] += 1
                        count["equal"] += outcome.round_trips[payload.path] is None
            if not outcomes or not any(outcome.family.payloads for outcome in outcomes):
                continue

            def part(kind):
                return f"{number(count[kind, 'evaluator'])} of {number(count[kind])}"

            every += count
            rows.append((
                name, part("accept"), part("refuse"), f"{number(count['same'])} of {number(count['compared'])}",
                f"{number(count['equal'])} of {number(count['trips'])}"))
        header = ["corpus", "accepted", "refused", "the same verdict in generated code", "round trips"]
        return ["", "## Payloads", "", f"The evaluator has to accept or refuse payloads in JSON, and {number(every['yaml'])} in YAML. "
                f"{number(every['.toml'])} payloads in TOML are not read.", ""] + table(header, rows)

    def branches(self):
        count = collections.Counter(word for outcome in self.outcomes for word in outcome.branches.values())
        if not count:
            return []
        choices = sum(outcome.choices for outcome in self.outcomes)
        return ["", "## Branches", "", "Three values of each branch of a union with a tag are written, read into the same branch, and written equal",
                f"again: {number(count['equal'])} of {number(count.total())} branches in {number(choices)} unions."]

    def failures(self):
        lines = ["", "## Modules that do not compile, or not without a warning", ""]
        lines += listed((f"{o.failed_step}: {o.message}", o.family.title, None) for o in self.outcomes if o.failed_step)
        lines += ["", "## Payloads whose verdict is not the expected one", ""]
        lines += listed(self.wrong_verdicts())
        lines += ["", "## Branches that are read as others, or not equal", ""]
        lines += listed(
            (word, outcome.family.title, name)
            for outcome in self.outcomes for name, word in outcome.branches.items() if word != "equal")
        lines += ["", "## Payloads that do not come back equal", ""]
        lines += listed(
            (trip, outcome.family.title, os.path.basename(path))
            for outcome in self.outcomes for path, trip in outcome.round_trips.items() if trip is not None)
        return lines

    def wrong_verdicts(self):
        for outcome in self.outcomes:
            for payload in outcome.family.payloads:
                if not payload.is_read:
                    continue
                family, name = outcome.family.title, os.path.basename(payload.path)
                if payload.schema is None:
                    yield ("no schema is known for it", family, name)
                    continue
                found = outcome.evaluated.get(payload.path)
                if found is not payload.is_valid:
                    expected = "accepted" if payload.is_valid else "refused"
                    yield (f"expected to be {expected}, the evaluator says: {words(found)}", family, name)
                generated = outcome.generated.get(payload.path)
                if generated is not found and outcome.failed_step in (None, "warnings"):
                    yield (f"generated code says {words(generated)}, the evaluator {words(found)}", family, name)

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
