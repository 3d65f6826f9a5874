#!/usr/bin/env python3
"""Writes Sources/Runtime/SchemaRuntime/Unicode/UnicodeData+Generated.swift from the Unicode Character Database.

    Scripts/generate-unicode.py [--check] [folder of the database; default: /usr/share/unicode]

Debian's package `unicode-data` has the database, version 15.0.0. Nothing but Python's own library is used, and nothing
of its `unicodedata`, whose version is another. `--check` writes nothing and ends with 1 where the file is stale.
"""

import os
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
OUTPUT = os.path.join(HERE, "..", "Sources", "Runtime", "SchemaRuntime", "Unicode", "UnicodeData+Generated.swift")
LIMIT = 0x110000
LINE = 112

# ECMA-262 (2023), table 67, less Any, ASCII and Assigned, which need no data.
BINARY_PROPERTIES = """
    ASCII_Hex_Digit Alphabetic Bidi_Control Bidi_Mirrored Case_Ignorable Cased Changes_When_Casefolded
    Changes_When_Casemapped Changes_When_Lowercased Changes_When_NFKC_Casefolded Changes_When_Titlecased
    Changes_When_Uppercased Dash Default_Ignorable_Code_Point Deprecated Diacritic Emoji Emoji_Component Emoji_Modifier
    Emoji_Modifier_Base Emoji_Presentation Extended_Pictographic Extender Grapheme_Base Grapheme_Extend Hex_Digit
    IDS_Binary_Operator IDS_Trinary_Operator ID_Continue ID_Start Ideographic Join_Control Logical_Order_Exception
    Lowercase Math Noncharacter_Code_Point Pattern_Syntax Pattern_White_Space Quotation_Mark Radical Regional_Indicator
    Sentence_Terminal Soft_Dotted Terminal_Punctuation Unified_Ideograph Uppercase Variation_Selector White_Space
    XID_Continue XID_Start
""".split()


# MARK: reading the database


class Database:
    """The files of one version, read when they are asked for."""

    def __init__(self, folder):
        self.folder = folder
        first = self.text("PropList.txt").split("\n", 1)[0]
        match = re.fullmatch(r"# PropList-(\d+\.\d+\.\d+)\.txt", first)
        if not match:
            sys.exit(f"generate-unicode: expected '# PropList-<version>.txt' in the first line, found '{first}'")
        self.version = match[1]
        self.notice = re.search(r"^# (© .*Inc\.)$", self.text("PropList.txt"), re.M)[1]

    def text(self, name):
        path = os.path.join(self.folder, name)
        try:
            with open(path, encoding="utf-8") as file:
                return file.read()
        except FileNotFoundError:
            sys.exit(f"generate-unicode: expected the Unicode Character Database, found no '{path}'; "
                     "on Debian: apt-get install unicode-data")

    def rows(self, name):
        """Ranges and fields of a file: `0041..005A ; Lu # comment`."""
        for line in self.text(name).split("\n"):
            fields = [field.strip() for field in line.split("#")[0].split(";")]
            if len(fields) < 2:
                continue
            first, _, last = fields[0].partition("..")
            yield range(int(first, 16), int(last or first, 16) + 1), fields[1:]

    def missing(self, name):
        """The ranges and values that a file gives to code points it does not list, the later the stronger."""
        for line in self.text(name).split("\n"):
            match = re.fullmatch(r"# @missing: (\w+)\.\.(\w+); (\w+)", line)
            if match:
                yield range(int(match[1], 16), int(match[2], 16) + 1), match[3]

    def values(self, name, default, aliases=None):
        """The value of each code point, according to the file and its @missing lines."""
        values = [default] * LIMIT
        for codes, value in self.missing(name):
            value = (aliases or {}).get(value, value)
            values[codes.start:codes.stop] = [value] * len(codes)
        for codes, fields in self.rows(name):
            values[codes.start:codes.stop] = [fields[0]] * len(codes)
        return values

    def binary(self):
        """The code points of each binary property."""
        sets = {}
        names = ["PropList.txt", "DerivedCoreProperties.txt", "DerivedNormalizationProps.txt", "emoji/emoji-data.txt",
                 "extracted/DerivedBinaryProperties.txt"]
        for name in names:
            for codes, fields in self.rows(name):
                if len(fields) == 1:
                    sets.setdefault(fields[0], set()).update(codes)
        return sets

    def property_aliases(self):
        """The short name of each property, by its long name."""
        rows = [line.split("#")[0].split(";") for line in self.text("PropertyAliases.txt").split("\n")]
        return {row[1].strip(): row[0].strip() for row in rows if len(row) > 1}

    def value_aliases(self, name):
        """All names of each value of a property, the short one first."""
        rows = []
        for line in self.text("PropertyValueAliases.txt").split("\n"):
            fields = [field.strip() for field in line.split("#")[0].split(";")]
            if len(fields) > 2 and fields[0] == name:
                rows.append(list(dict.fromkeys(fields[1:])))
        return rows


# MARK: writing tables (UnicodeDataReader.swift describes how they are read)


def number(value):
    """Five bits a character, the highest first; all but the last are 32 greater."""
    digits = [value & 31]
    value >>= 5
    while value:
        digits.append(value & 31 | 32)
        value >>= 5
    return "".join(chr(0x30 + digit) for digit in reversed(digits))


def ranges(codes):
    """Ascending ranges: code points passed over, then code points held less one."""
    text, end, codes = "", 0, sorted(codes)
    index = 0
    while index < len(codes):
        last = index
        while last + 1 < len(codes) and codes[last + 1] == codes[last] + 1:
            last += 1
        text += number(codes[index] - end) + number(last - index)
        end = codes[last] + 1
        index = last + 1
    return text


def runs(values):
    """All code points, as runs of one value: its length less one, and the value."""
    text, start = "", 0
    for code in range(1, LIMIT + 1):
        if code == LIMIT or values[code] != values[start]:
            text += number(code - start - 1) + number(values[start])
            start = code
    return text


def record(names, data):
    """A named table: each part after its length."""
    joined = " ".join(names)
    return number(len(joined)) + joined + number(len(data)) + data


def literal(name, comment, text):
    """A static string, its lines joined by escaped line ends."""
    lines = [text[start:start + LINE] for start in range(0, len(text), LINE)] or [""]
    body = "\\#\n".join("    " + line for line in lines)
    return f'  /// {comment}\n  static let {name}: StaticString = #"""\n{body}\n    """#\n'


def enumeration(name, comment, cases):
    """An enum whose raw values are those of a table; `cases` are names of ours with the database's."""
    lines = [f"/// {comment}", f"enum {name}: UInt8, Sendable {{"]
    lines += [f"  /// {theirs}." + f"\n  case {ours}" for ours, theirs in cases]
    return "\n".join(lines + ["}"]) + "\n"


# MARK: the tables


def general_categories(database):
    """Names with sets of categories, and the category of each code point."""
    rows = database.value_aliases("gc")
    groups = {row[0]: [part.strip() for part in match[1].split("|")] for row in rows
              for match in [re.search(rf"^gc ; {row[0]} *;[^#\n]*# (.*)$", database.text("PropertyValueAliases.txt"), re.M)]
              if match}
    singles = [row[0] for row in rows if row[0] not in groups]
    numbers = {name: index for index, name in enumerate(singles)}
    records = ""
    for row in rows:
        mask = sum(1 << numbers[part] for part in groups.get(row[0], [row[0]]))
        records += record(row, number(mask))
    values = database.values("extracted/DerivedGeneralCategory.txt", "Cn", {long_name(row): row[0] for row in rows})
    names = {row[0]: long_name(row) for row in rows}
    cases = [(lower_camel(names[name]), f"{name}, {names[name]}") for name in singles]
    return records, runs([numbers[value] for value in values]), cases, values


def long_name(row):
    """The second name of a value, which the few that have one name only leave out."""
    return row[min(1, len(row) - 1)]


def lower_camel(name):
    words = name.split("_")
    return words[0].lower() + "".join(word.capitalize() for word in words[1:])


def scripts(database):
    """The scripts, and where the extensions differ from them, those too."""
    rows = database.value_aliases("sc")
    values = database.values("Scripts.txt", "Unknown", {})
    short = {long_name(row): row[0] for row in rows}
    script_sets = {row[0]: set() for row in rows}
    extension_sets = {row[0]: set() for row in rows}
    for code, value in enumerate(values):
        script_sets[short[value]].add(code)
    extended = set()
    for codes, fields in database.rows("ScriptExtensions.txt"):
        extended.update(codes)
        for name in fields[0].split():
            extension_sets[name].update(codes)
    for name in script_sets:
        extension_sets[name] |= script_sets[name] - extended
    all_records = "".join(record(row, ranges(script_sets[row[0]])) for row in rows)
    differing = [row for row in rows if extension_sets[row[0]] != script_sets[row[0]]]
    extension_records = "".join(record(row, ranges(extension_sets[row[0]])) for row in differing)
    return all_records, extension_records


def enumerated(database, name, file, default):
    """A property of few values, as an enum and runs."""
    rows = database.value_aliases(name)
    long_names = {long_name(row): row[0] for row in rows}
    values = database.values(file, default, long_names)
    used = [row for row in rows if row[0] in set(values)]
    numbers = {row[0]: index for index, row in enumerate(used)}
    cases = [(lower_camel(long_name(row)), f"{row[0]}, {long_name(row)}") for row in used]
    return cases, runs([numbers[value] for value in values])


class Normalization:
    """Decompositions and NFKC, which Python's library has for another version."""

    def __init__(self, database):
        self.classes = {}
        self.canonical = {}
        self.compatible = {}
        for line in database.text("UnicodeData.txt").split("\n"):
            fields = line.split(";")
            if len(fields) < 6:
                continue
            code = int(fields[0], 16)
            if fields[3] != "0":
                self.classes[code] = int(fields[3])
            if fields[5].startswith("<"):
                self.compatible[code] = [int(part, 16) for part in fields[5].split(">")[1].split()]
            elif fields[5]:
                self.canonical[code] = [int(part, 16) for part in fields[5].split()]
        excluded = set()
        for codes, fields in database.rows("DerivedNormalizationProps.txt"):
            if fields[0] == "Full_Composition_Exclusion":
                excluded.update(codes)
        self.composites = {tuple(parts): code for code, parts in self.canonical.items() if code not in excluded}

    def table(self):
        """Code points less the one before, with 1 added to twice that where they are composed again; first and second
        part, which is 0 where there is none."""
        text, last = "", 0
        for code in sorted(self.canonical):
            parts = self.canonical[code]
            if len(parts) > 1 and parts[1] in self.canonical:
                sys.exit(f"generate-unicode: expected no second part to have parts itself, found one in U+{code:04X}")
            composes = self.composites.get(tuple(parts)) == code
            text += number((code - last) * 2 + composes)
            text += number(parts[0]) + number(parts[1] if len(parts) > 1 else 0)
            last = code
        return text

    def decompose(self, code):
        if 0xAC00 <= code < 0xAC00 + 11172:
            index = code - 0xAC00
            tail = [0x11A7 + index % 28] if index % 28 else []
            return [0x1100 + index // 588, 0x1161 + index % 588 // 28] + tail
        parts = self.canonical.get(code) or self.compatible.get(code)
        return [part for inner in parts for part in self.decompose(inner)] if parts else [code]

    def nfkc(self, codes):
        codes = [part for code in codes for part in self.decompose(code)]
        for end in range(len(codes)):
            place = end
            mine = self.classes.get(codes[place], 0)
            while mine and place and self.classes.get(codes[place - 1], 0) > mine:
                codes[place - 1], codes[place] = codes[place], codes[place - 1]
                place -= 1
        result, starter = [], None
        for code in codes:
            mine = self.classes.get(code, 0)
            if starter is not None:
                blocked = len(result) - 1 > starter and (self.classes.get(result[-1], 0) >= mine)
                composite = None if blocked else self.compose(result[starter], code)
                if composite is not None:
                    result[starter] = composite
                    continue
            result.append(code)
            if mine == 0:
                starter = len(result) - 1
        return result

    def compose(self, first, second):
        if 0x1100 <= first < 0x1113 and 0x1161 <= second < 0x1176:
            return 0xAC00 + ((first - 0x1100) * 21 + second - 0x1161) * 28
        if 0xAC00 <= first < 0xAC00 + 11172 and (first - 0xAC00) % 28 == 0 and 0x11A8 <= second < 0x11C3:
            return first + second - 0x11A7
        return self.composites.get((first, second))


def identifiers(database, binary, categories, normalization):
    """The derived property of RFC 5892, section 3, by the rules of section 2."""
    folding = {}
    for line in database.text("CaseFolding.txt").split("\n"):
        fields = [field.strip() for field in line.split("#")[0].split(";")]
        if len(fields) > 2 and fields[1] in ("C", "F"):
            folding[int(fields[0], 16)] = [int(part, 16) for part in fields[2].split()]
    exceptions = {code: "PVALID" for code in [0xDF, 0x3C2, 0x6FD, 0x6FE, 0xF0B, 0x3007]}
    exceptions |= {code: "CONTEXTO" for code in [0xB7, 0x375, 0x5F3, 0x5F4, 0x30FB]}
    exceptions |= {code: "CONTEXTO" for code in [*range(0x660, 0x66A), *range(0x6F0, 0x6FA)]}
    exceptions |= {code: "DISALLOWED" for code in [0x640, 0x7FA, 0x302E, 0x302F, *range(0x3031, 0x3036), 0x303B]}
    blocks = ["Combining Diacritical Marks for Symbols", "Musical Symbols", "Ancient Greek Musical Notation"]
    ignorable = binary["Default_Ignorable_Code_Point"] | binary["White_Space"] | binary["Noncharacter_Code_Point"]
    for codes, fields in database.rows("Blocks.txt"):
        if fields[0] in blocks:
            ignorable.update(codes)
    jamo = {code for codes, fields in database.rows("HangulSyllableType.txt") if fields[0] in ("L", "V", "T") for code in codes}

    def is_unstable(code):
        folded = [part for one in normalization.nfkc([code]) for part in folding.get(one, [one])]
        return normalization.nfkc(folded) != [code]

    def derive(code):
        category = categories[code]
        if code in exceptions:
            return exceptions[code]
        if category == "Cn" and code not in binary["Noncharacter_Code_Point"]:
            return "UNASSIGNED"
        if code == 0x2D or 0x30 <= code <= 0x39 or 0x61 <= code <= 0x7A:
            return "PVALID"
        if code in binary["Join_Control"]:
            return "CONTEXTJ"
        if code in ignorable or code in jamo or category not in ("Ll", "Lu", "Lo", "Nd", "Lm", "Mn", "Mc"):
            return "DISALLOWED"
        return "DISALLOWED" if is_unstable(code) else "PVALID"

    names = ["PVALID", "CONTEXTJ", "CONTEXTO", "DISALLOWED", "UNASSIGNED"]
    values = [derive(code) for code in range(LIMIT)]
    # A cross-check: the database itself derives the effects of folding, except for ignorable characters.
    for code in range(LIMIT):
        if values[code] == "PVALID" and code in binary["Changes_When_NFKC_Casefolded"] and code not in exceptions:
            sys.exit(f"generate-unicode: expected U+{code:04X} to be stable, found it in Changes_When_NFKC_Casefolded")
    cases = [("valid", "PVALID"), ("contextJoiner", "CONTEXTJ"), ("contextOther", "CONTEXTO"),
             ("disallowed", "DISALLOWED"), ("unassigned", "UNASSIGNED")]
    return cases, runs([names.index(value) for value in values])


def generate(folder):
    database = Database(folder)
    binary = database.binary()
    aliases = database.property_aliases()
    category_names, category_runs, category_cases, categories = general_categories(database)
    script_records, extension_records = scripts(database)
    normalization = Normalization(database)
    bidi_cases, bidi_runs = enumerated(database, "bc", "extracted/DerivedBidiClass.txt", "L")
    joining_cases, joining_runs = enumerated(database, "jt", "extracted/DerivedJoiningType.txt", "U")
    identifier_cases, identifier_runs = identifiers(database, binary, categories, normalization)
    classes = [normalization.classes.get(code, 0) for code in range(LIMIT)]
    properties = "".join(
        record(dict.fromkeys([name, aliases[name]]), ranges(binary[name])) for name in BINARY_PROPERTIES)
    source = f"https://www.unicode.org/Public/{database.version}/ucd"
    return "\n".join([
        "// Generated by Scripts/generate-unicode.py: a table of the Unicode Character Database, for a reader in code.",
        "// Do not edit: change the script and run `make derived`.",
        f"// Data: Unicode {database.version}, {database.notice}, https://www.unicode.org/terms_of_use.html",
        "",
        f"/// Tables of Unicode {database.version} ({source}), as ``UnicodeDataReader`` reads them.",
        "enum UnicodeData {",
        "  /// The version of Unicode that all tables are of.",
        f'  static let version = "{database.version}"',
        "",
        literal("binaryProperties", "Records of ranges: the binary properties that ECMA-262 lists.", properties),
        literal("scripts", "Records of ranges: Script.", script_records),
        literal("scriptExtensions", "Records of ranges: Script_Extensions where they are not Script.", extension_records),
        literal("generalCategories", "Records of one number: a bit for each of ``GeneralCategory``.", category_names),
        literal("generalCategoryRuns", "Runs of ``GeneralCategory``.", category_runs),
        literal("bidiClassRuns", "Runs of ``BidiClass``.", bidi_runs),
        literal("joiningTypeRuns", "Runs of ``JoiningType``.", joining_runs),
        literal("identifierClassRuns", "Runs of ``IdentifierClass``.", identifier_runs),
        literal("combiningClassRuns", "Runs of Canonical_Combining_Class.", runs(classes)),
        literal("decompositions", "Decomposition_Mapping where canonical, as ``Normalization`` reads it.",
                normalization.table())
        + "}",
        "",
        enumeration("GeneralCategory", "General_Category.", category_cases),
        enumeration("BidiClass", "Bidi_Class.", bidi_cases),
        enumeration("JoiningType", "Joining_Type.", joining_cases),
        enumeration("IdentifierClass", "What RFC 5892, section 3, derives for a code point.", identifier_cases).rstrip(),
        "",
    ])


def main(arguments):
    check = "--check" in arguments
    folders = [argument for argument in arguments if argument != "--check"]
    text = generate(folders[0] if folders else "/usr/share/unicode")
    path = os.path.normpath(OUTPUT)
    old = None
    if os.path.exists(path):
        with open(path, encoding="utf-8") as file:
            old = file.read()
    if old == text:
        return 0
    if check:
        print(f"generate-unicode: {os.path.relpath(path)} is stale: run `make derived`", file=sys.stderr)
        return 1
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
