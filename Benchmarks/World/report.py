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
        ("families with at least 90 % of them", "≥ 90 %", f"{share(good, families)} ({good} of {families})"),
        ("members of `JSONValue` although the schema says more", "≤ 1 %", share(total["untypedMembers"], total["members"])),
        ("cases of unions named by position", "≤ 1 %", share(total["positionalCases"], total["unionCases"])),
        ("plain ASCII names with escapes", "0", number(total["escapedNames"])),
    ]
    if verdicts:
        rows += verdicts.bars()
    return table(["", "expected", "measured"], rows)


def corpus_table(groups):
    rows = []
    for name, measured in groups.items():
        refused = sum(1 for figures in measured if figures.refusal)
        total = totals(measured)
        good, families = well_represented(measured)
        rows.append((
            name, len(measured) - refused, refused, number(total["declaredMembers"]),
            share(total["representedMembers"], total["declaredMembers"]), f"{good} of {families}",
            share(total["untypedMembers"], total["members"]), share(total["positionalCases"], total["unionCases"]),
            f"{share(total['positionalTypes'], total['types'])}", number(total["escapedNames"])))
    header = [
        "corpus", "generated", "refused", "declared members", "in types", "families with ≥ 90 %", "`JSONValue`",
        "positional cases", "positional types", "escapes",
    ]
    return table(header, rows)


def refusals(measured):
    """Every family without types, by cause."""
    rows = collections.defaultdict(list)
    for figures in measured:
        if figures.refusal:
            rows[figures_module.cause(figures.refusal)].append(figures)
    lines = []
    for cause, group in sorted(rows.items(), key=lambda row: (-len(row[1]), row[0])):
        lines += ["", f"{len(group)} refused: {cause}", ""]
        lines += [f"- {figures.family.title}: {figures.refusal}" for figures in group]
    return lines or ["", "None."]


def concessions(measured):
    """Every family that is read only leniently, with its first mistake."""
    rows = [figures for figures in measured if figures.concession and not figures.refusal]
    lines = [f"- {figures.family.title}: {figures.concession}" for figures in rows]
    return [""] + (lines or ["None."])


def weakest(measured):
    rows = []
    for figures in measured:
        declared, represented = figures.counts["declaredMembers"], figures.counts["representedMembers"]
        if declared and represented < 0.9 * declared:
            rows.append((declared - represented, figures.family.title, declared, share(represented, declared)))
    rows.sort(key=lambda row: (-row[0], row[1]))
    return table(
        ["family", "lost members", "declared", "in types"],
        [(title, number(lost), number(declared), part) for lost, title, declared, part in rows])


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
        "Written by `make world` from the corpora that `SCHEMATA_CORPORA` names, with `\"definitions\": \"all\"`. A family is a",
        "schema of SchemaStore, with only its own members, or all schemas of another corpus. Members that no value can have,",
        "as below `items` beside `\"type\": \"object\"`, do not count.", "",
    ]
    if options.sample is not None or options.only or options.families:
        lines += [f"A part only: {len(measured)} families.", ""]
    if not verdicts:
        lines += ["Types and names alone: this run compiled nothing and read no payloads (`--no-compile`).", ""]
    lines += bars(measured, verdicts)
    lines += ["", "## Types and names", ""] + corpus_table(groups)
    if verdicts:
        lines += verdicts.sections()
    lines += ["", "## Where members are lost", ""]
    lines += table(
        ["cause", "members", "families", "greatest example"],
        [(cause, number(members), families, example) for members, families, cause, example in
         figures_module.causes(measured)[:20]])
    lines += ["", "## Members of `JSONValue` although the schema says more", ""]
    lines += table(
        ["cause", "members", "families", "example"],
        [(cause, number(count), families, example) for count, families, cause, example in untyped_causes(measured)[:20]])
    lines += ["", "## Families with less than 90 % of their members in types", ""] + weakest(measured)
    lines += ["", "## Schemas with mistakes, read leniently", "",
              "What depends on a mistake is left out or undecided; an undecided verdict counts as a wrong one."]
    lines += concessions(measured)
    lines += ["", "## Refused schemas"] + refusals(measured)
    if verdicts:
        lines += verdicts.failures()
    return "\n".join(lines) + "\n"
