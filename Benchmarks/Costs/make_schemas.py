#!/usr/bin/env python3
"""make_schemas.py FOLDER COUNT [--plain FOLDER [CONFORMANCES]]: COUNT schemas of ten members, a file each, and a
codegen.json beside them; references lead to the schema before, in families of twenty ($FAMILY). With --plain, the same
types as somebody would write them by hand, structs with CodingKeys and synthesized Codable, a file each."""
import json, os, sys

# Member, Swift type, schema.
MEMBERS = [
    ("prop_0_of_thing", "String", {"type": "string", "minLength": 1, "maxLength": 64}),
    ("prop_1_of_thing", "Int", {"type": "integer", "minimum": 0, "maximum": 100000}),
    ("prop_2_of_thing", "Double", {"type": "number", "minimum": -1000, "maximum": 1000}),
    ("prop_3_of_thing", "Bool", {"type": "boolean"}),
    ("prop_4_of_thing", "String?", {"type": "string", "maxLength": 256}),
    ("prop_5_of_thing", "Int?", {"type": "integer", "minimum": 1}),
    ("prop_6_of_thing", "[String]", {"type": "array", "maxItems": 50, "items": {"type": "string", "maxLength": 64}}),
    ("prop_7_of_thing", "[Double]", {"type": "array", "maxItems": 100, "items": {"type": "number"}}),
]
PATTERNS = ["^[A-Za-z0-9_]{1,64}$", "^https?://", "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"]


# Schemas that refer to one another, as those of one folder do.
FAMILY = int(os.environ.get("FAMILY", "20"))


def child(i):
    """By value at most four deep, as structs inside structs are copied inline."""
    if i % FAMILY == 0:
        return "Bool?", {"type": "boolean"}
    reference = {"$ref": "thing-%d.schema.json" % (i - 1)}
    if i % 4:
        return "Thing%d?" % (i - 1), reference
    return "[Thing%d]" % (i - 1), {"type": "array", "items": reference}


def schema(i):
    properties = {name: dict(value) for name, _, value in MEMBERS}
    if i % 4 == 0:
        properties["prop_4_of_thing"]["pattern"] = PATTERNS[i // 4 % len(PATTERNS)]
    properties["kind_of_thing"] = {"type": "string", "enum": ["alpha%d" % i, "beta", "gamma", "delta"]}
    swift, properties["child_thing"] = child(i)
    required = [name for name, swift, _ in MEMBERS if not swift.endswith("?")] + ["kind_of_thing"]
    if not swift.endswith("?"):
        required.append("child_thing")
    result = {
        "$schema": "https://json-schema.org/draft/2020-12/schema", "title": "Thing%d" % i,
        "description": "The thing with the number %d." % i, "type": "object", "required": required,
        "properties": properties,
    }
    if i % 2:
        result["additionalProperties"] = False
    return result


def swift_name(member):
    head, *rest = member.split("_")
    return head + "".join(word.capitalize() for word in rest)


def plain(i, conformances):
    members = [(name, swift) for name, swift, _ in MEMBERS] + [("kind_of_thing", "Kind"), ("child_thing", child(i)[0])]
    kind = conformances.replace("Codable", "String, Codable", 1) if conformances else "String"
    lines = ["public struct Thing%d%s {" % (i, ": " + conformances if conformances else "")]
    lines += ["  public enum Kind: %s { case alpha%d, beta, gamma, delta }" % (kind, i)]
    lines += ["  public var %s: %s" % (swift_name(name), swift) for name, swift in members]
    if conformances:
        lines += ["  enum CodingKeys: String, CodingKey {"]
        lines += ['    case %s = "%s"' % (swift_name(name), name) for name, _ in members]
        lines += ["  }"]
    parameters = ", ".join("%s: %s" % (swift_name(name), swift) for name, swift in members)
    lines += ["  public init(%s) {" % parameters]
    lines += ["    self.%s = %s" % (swift_name(name), swift_name(name)) for name, _ in members]
    return "\n".join(lines + ["  }", "}", ""])


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def write_schemas(folder, count, models, documentation=None, validators="swift"):
    for i in range(count):
        write(os.path.join(folder, "thing-%d.schema.json" % i), json.dumps(schema(i), indent=2) + "\n")
    outputs = {"models": models}
    if documentation:
        outputs["documentation"] = documentation
    configuration = {"outputs": outputs, "lock": "codegen.lock.json", "validators": validators}
    write(os.path.join(folder, "codegen.json"), json.dumps(configuration, indent=2) + "\n")


def write_plain(folder, count, conformances):
    for i in range(count):
        write(os.path.join(folder, "Thing%d.swift" % i), plain(i, conformances))


if __name__ == "__main__":
    folder, count = sys.argv[1], int(sys.argv[2])
    write_schemas(folder, count, "../Models")
    if "--plain" in sys.argv:
        rest = sys.argv[sys.argv.index("--plain") + 1:]
        write_plain(rest[0], count, rest[1] if len(rest) > 1 else "Codable")
