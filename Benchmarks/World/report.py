"""The report, as Markdown."""

import collections

import figures as figures_module


def share(part, whole):
    return f"{100 * part / whole:.2f} %" if whole else "–"


def number(value):
    return f"{value:,}"


def table(header, rows, numbers_from=1):
    lines = ["| " + " | ".join(header) + " |"]
    lines.append("|" + "".join("---|" if index < numbers_from else "---:|" for index in range(len(header))))
    lines += ["| " + " | ".join(str(cell) for cell in row) + " |" for row in rows]
    return lines


def grouped(measured):
    groups = collections.OrderedDict()
    for figures in measured:
        groups.setdefault(figures.family.corpus, []).append(figures)
    return groups


def totals(measured):
    total = collections.Counter()
    for figures in measured:
        total.update(figures.counts)
    return total


def well_represented(measured):
    """The families with declared members, and those of which nine of ten members are in types."""
    families = [figures for figures in measured if figures.counts["declaredMembers"] > 0]
    good = [f for f in families if f.counts["representedMembers"] >= 0.9 * f.counts["declaredMembers"]]
    return len(good), len(families)


def bars(measured, verdicts):
    total = totals(measured)
    good, families = well_represented(measured)
    rows = [
        ("declared members in types", "≥ 96 %", share(total["representedMembers"], total["declaredMembers"])),
        ("families with at least 90 % of their members in types", "≥ 90 %", f"{share(good, families)} ({good} of {families})"),
        ("members of `JSONValue` although the schema says more", "≤ 1 %", share(total["untypedMembers"], total["members"])),
        ("cases of unions named by position", "≤ 1 %", share(total["positionalCases"], total["unionCases"])),
        ("plain ASCII names that are escaped in Swift", "0", number(total["escapedNames"])),
    ]
    if verdicts:
        rows += verdicts.bars()
    return table(["", "expected", "measured"], rows)


def corpus_table(groups, verdicts):
    rows = []
    for name, measured in groups.items():
        total = totals(measured)
        rows.append([
            name, len(measured), number(total["declaredMembers"]), share(total["representedMembers"], total["declaredMembers"])])
        if verdicts:
            rows[-1].append(number(sum(outcome.lines for outcome in verdicts.groups.get(name, []))))
    header = ["corpus", "families", "declared members", "in types"]
    return table(header + ["lines of Swift"] * bool(verdicts), rows)


def listed(rows):
    """Rows of (cause, family, instance or None), grouped by cause, with the families and one instance of each."""
    groups = collections.defaultdict(list)
    for cause, family, instance in rows:
        groups[figures_module.cause(cause)].append((cause.split("; ")[0], family, instance))
    lines = []
    for cause, group in sorted(groups.items(), key=lambda row: (-len(row[1]), row[0])):
        families = collections.OrderedDict()
        for _, family, instance in group:
            families.setdefault(family, []).append(instance)
        words = []
        for family, instances in families.items():
            count = f"{len(instances)} of " if len(families) > 1 and len(instances) > 1 else ""
            example = (": " if len(instances) == 1 else ", such as ") + instances[0] if instances[0] else ""
            words.append(count + family + example)
        separator = "; " if any(instances[0] for instances in families.values()) else ", "
        lines.append(f"- {len(group)}: {group[0][0] if len(group) == 1 else cause} ({separator.join(words)})")
    return lines or ["None."]


def weakest(measured):
    rows = []
    for figures in measured:
        declared, represented = figures.counts["declaredMembers"], figures.counts["representedMembers"]
        if declared and represented < 0.9 * declared:
            rows.append((declared - represented, figures.family.title, declared, share(represented, declared)))
    rows.sort(key=lambda row: (-row[0], row[1]))
    return [f"- {title}: {number(declared - lost)} of {number(declared)} ({part})" for lost, title, declared, part in rows]


def causes_text(measured):
    """The causes of losses for a terminal."""
    lines = []
    total = totals(measured)
    lost = total["declaredMembers"] - total["representedMembers"]
    lines.append(f"{lost} of {total['declaredMembers']} declared members are in no type")
    for members, families, cause, example in figures_module.causes(measured):
        lines += [f"{members:6} members, {families:3} families: {cause}", f"        {example}"]
    lines += ["", "JSONValue although the schema says more"]
    rows = untyped_causes(measured)
    lines += [f"{count:6} members, {families:3} families: {cause}\n        {example}" for count, families, cause, example in rows]
    for name in ("positionalCases", "positionalTypes", "escapedNames"):
        lines += ["", f"{name} ({total[name]})"]
        largest = sorted(measured, key=lambda figures: -len(figures.names.get(name, [])))
        for figures in largest[:25]:
            if figures.names.get(name):
                lines.append(f"  {figures.family.title} ({len(figures.names[name])}): {', '.join(figures.names[name][:8])}")
    return "\n".join(lines) + "\n"


def untyped_causes(measured):
    rows = {}
    for figures in measured:
        for member in figures.untyped_members:
            row = rows.setdefault(member["reason"], [0, set(), f"{figures.family.title}, {member['pointer']}"])
            row[0] += 1
            row[1].add(figures.family.title)
    return sorted(((count, len(families), cause, example) for cause, (count, families, example) in rows.items()), reverse=True)


def markdown(measured, verdicts, options):
    groups = grouped(measured)
    lines = [
        "# Other people's schemas", "",
        "Written by `make world` from the corpora that `SCHEMATA_CORPORA` names, with `\"definitions\": \"all\"`. A family is",
        "either one schema of SchemaStore, with only its own members, or all schemas of another corpus. A member that no value",
        "can have, such as one below `items` next to `\"type\": \"object\"`, does not count.", "",
    ]
    if options.sample is not None or options.only or options.families:
        lines += [f"A part only: {len(measured)} families.", ""]
    if not verdicts:
        lines += ["Types and names alone: this run compiled nothing and read no payloads (`--no-compile`).", ""]
    lines += bars(measured, verdicts)
    lines += ["", "## Corpora", ""] + corpus_table(groups, verdicts)
    if verdicts:
        lines += verdicts.sections()
    lines += ["", "## Where most members are lost", ""]
    lines += table(
        ["cause", "members", "families", "greatest example"],
        [(cause, number(members), families, example) for members, families, cause, example in
         figures_module.causes(measured)[:4]])
    lines += ["", "## Members of `JSONValue` although the schema says more", ""]
    lines += table(
        ["cause", "members", "families", "example"],
        [(cause, number(count), families, example) for count, families, cause, example in untyped_causes(measured)[:3]])
    lines += ["", "## Families with less than 90 % of their members in types", ""] + weakest(measured)
    lines += ["", "## Schemas with mistakes, read leniently", "",
              "Parts that depend on a mistake are left out or undecided. An undecided verdict counts as wrong.", ""]
    lines += listed((f.concession, f.family.title, None) for f in measured if f.concession and not f.refusal)
    lines += ["", "## Refused schemas", ""] + listed((f.refusal, f.family.title, None) for f in measured if f.refusal)
    if verdicts:
        lines += verdicts.failures()
    return "\n".join(lines) + "\n"
