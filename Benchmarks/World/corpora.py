"""The corpora of other people's schemas: their families, each a project for codegen, and their payloads."""

import json
import os
import pathlib
import shutil
import tempfile
import urllib.parse

# Meta-schemas, which codegen knows.
KNOWN_HOSTS = {"json-schema.org"}


class Payload:
    """A document that a schema has to accept or to refuse."""

    def __init__(self, path, schema, is_valid, type_name=None):
        self.path = path
        # As codegen validate names it.
        self.schema = schema
        self.is_valid = is_valid
        # The definition whose type it has; None for that of the schema.
        self.type_name = type_name

    @property
    def is_read(self):
        return self.path.endswith((".json", ".yaml", ".yml"))

    @property
    def is_yaml(self):
        return self.path.endswith((".yaml", ".yml"))


class Family:
    """Schemas that are generated together."""

    def __init__(self, corpus, name, documents, references=None, root=None):
        self.corpus = corpus
        self.name = name
        # Files by their path in the project.
        self.documents = documents
        # The paths that the configuration includes; others are found by references.
        self.include = list(documents)
        self.references = references or {}
        self.root = root
        # A function of a document that corrects its mistakes; None to take it as it is published.
        self.correct = None
        # Further settings of the configuration.
        self.settings = {}
        self.payloads = []

    @property
    def title(self):
        return self.corpus if self.name == self.corpus else f"{self.corpus}/{self.name}"

    @property
    def size(self):
        return sum(os.path.getsize(path) for path in self.documents.values())

    def write_project(self, folder):
        """Writes configuration and schemas, and returns the path of the configuration."""
        schemas = os.path.join(folder, "Schemas")
        shutil.rmtree(schemas, ignore_errors=True)
        for path, source in self.documents.items():
            target = os.path.join(schemas, path)
            os.makedirs(os.path.dirname(target), exist_ok=True)
            if self.correct is None:
                shutil.copyfile(source, target)
            else:
                with open(target, "w", encoding="utf-8") as file:
                    json.dump(self.correct(read_json(source)), file, indent=2)
        configuration = {
            "schemas": {"include": self.include},
            "definitions": "all",
            "references": self.references or self.misplaced_references(schemas),
            "outputs": {"models": "../Models", "outside": True},
            **self.settings,
        }
        if self.root is not None:
            configuration["schemas"]["root"] = self.root
        path = os.path.join(schemas, "codegen.json")
        with open(path, "w", encoding="utf-8") as file:
            json.dump(configuration, file, indent=2)
        return path

    def misplaced_references(self, folder):
        """References that lead nowhere, because of an `$id` elsewhere, and the files beside the schema that they mean."""
        names = {}
        wanted = []
        for path in self.documents:
            if not path.endswith(".json"):
                continue
            retrieval = pathlib.Path(folder, path).as_uri()
            schema = read_json(os.path.join(folder, path))
            names[retrieval] = path
            if isinstance(schema, dict) and isinstance(schema.get("$id"), str) and "$ref" not in schema:
                names[urllib.parse.urljoin(retrieval, schema["$id"])] = path
            wanted += [(path, text, uri) for text, uri in references(schema, retrieval).items()]
        found = {}
        for path, text, uri in wanted:
            beside = os.path.normpath(os.path.join(os.path.dirname(path), text))
            if uri not in names and beside in self.documents:
                found[uri] = beside
        return found


def read_json(path):
    with open(path, encoding="utf-8-sig") as file:
        return json.load(file)


def references(value, base):
    """The references of a schema to other documents, as written and as absolute URIs, both without fragments."""
    found = {}
    pending = [(value, base)]
    while pending:
        value, base = pending.pop()
        if isinstance(value, list):
            pending += [(element, base) for element in value]
        if not isinstance(value, dict):
            continue
        for keyword in ("$id", "id"):
            name = value.get(keyword)
            if isinstance(name, str) and not name.startswith("#") and "$ref" not in value:
                base = urllib.parse.urljoin(base, name)
                break
        reference = value.get("$ref")
        if isinstance(reference, str) and not reference.startswith("#"):
            text = urllib.parse.urldefrag(reference).url
            found[text] = urllib.parse.urljoin(base, text)
        pending += [(element, base) for element in value.values()]
    return found


# What SchemaStore's own validators do: formats are asserted, siblings of `$ref` and keywords of later drafts count.
AS_AUTHORS_EXPECT = {
    "reading": "practice",
    "formats": {
        "assert": [
            "date", "date-time", "duration", "email", "hostname", "ipv4", "ipv6", "json-pointer", "regex",
            "relative-json-pointer", "time", "uri", "uri-reference", "uri-template", "uuid",
        ],
    },
}


def schemastore(folder):
    schemas = os.path.join(folder, "schemas")
    paths = {name.removesuffix(".json"): os.path.join(schemas, name) for name in sorted(os.listdir(schemas))}
    edges = {}
    for stem, path in paths.items():
        edges[stem] = {}
        base = f"file:///{stem}.json"
        try:
            schema = read_json(path)
        except ValueError:
            continue
        own = urllib.parse.urldefrag(base).url
        if isinstance(schema, dict):
            for keyword in ("$id", "id"):
                if isinstance(schema.get(keyword), str):
                    own = urllib.parse.urldefrag(urllib.parse.urljoin(base, schema[keyword])).url
                    break
        for uri in references(schema, base).values():
            parts = urllib.parse.urlsplit(uri)
            target = parts.path.split("/")[-1].removesuffix(".json")
            if parts.hostname in KNOWN_HOSTS or uri == own or target not in paths:
                continue
            edges[stem][uri] = target
    families = []
    for stem in paths:
        documents = {stem + ".json": paths[stem]}
        uris = {}
        pending = [stem]
        while pending:
            for uri, target in edges[pending.pop()].items():
                if urllib.parse.urlsplit(uri).scheme != "file" and target != stem:
                    uris[uri] = target + ".json"
                if target + ".json" not in documents:
                    documents[target + ".json"] = paths[target]
                    pending.append(target)
        family = Family("schemastore", stem, documents, uris)
        family.include = [stem + ".json"]
        family.settings = dict(AS_AUTHORS_EXPECT)
        for kind, is_valid in (("test", True), ("negative_test", False)):
            tests = os.path.join(folder, kind, stem)
            for name in sorted(os.listdir(tests)) if os.path.isdir(tests) else []:
                family.payloads.append(Payload(os.path.join(tests, name), stem, is_valid))
        families.append(family)
    return families


def mcp(folder):
    family = Family("mcp", "mcp", {"mcp.json": os.path.join(folder, "schema.json")})
    examples = os.path.join(folder, "examples")
    for name in sorted(os.listdir(examples)):
        for file in sorted(os.listdir(os.path.join(examples, name))):
            path = os.path.join(examples, name, file)
            family.payloads.append(Payload(path, "mcp", True, type_name=name))
    return [family]


def files(folder):
    """The paths of all files, relative to the folder."""
    found = []
    for parent, _, names in os.walk(folder):
        found += [os.path.relpath(os.path.join(parent, name), folder) for name in names]
    return sorted(found)


def rum(folder):
    schemas = os.path.join(folder, "schemas")
    documents = {path: os.path.join(schemas, path) for path in files(schemas)}
    family = Family("rum-events-format", "rum-events-format", documents)
    # The folder of a sample, and the schema that it has.
    roots = {
        "rum-events": "rum-events-schema",
        "telemetry-events": "telemetry-events-schema",
        "profiling/browser": "profiling-browser-schema",
        "profiling/mobile": "profiling-mobile-schema",
        "session-replay/browser/record": "session-replay/browser/record-schema",
        "session-replay/mobile/record": "session-replay/mobile/record-schema",
        "session-replay/mobile/segment": "session-replay/mobile/segment-schema",
    }
    samples = os.path.join(folder, "samples")
    for path in files(samples):
        schema = next((roots[root] for root in sorted(roots, reverse=True) if path.startswith(root + "/")), None)
        family.payloads.append(Payload(os.path.join(samples, path), schema, True))
    return [family]


def openai(folder):
    documents = {"openai.json": os.path.join(folder, "openapi.json")}
    published = Family("openai", "published", documents, root="#/components/schemas")
    yaml = Family("openai", "yaml", {"openai.yaml": os.path.join(folder, "openapi.yaml")}, root="#/components/schemas")
    corrected = Family("openai", "corrected", documents, root="#/components/schemas")
    corrected.correct = correct_openai
    return [published, yaml, corrected]


def box(folder):
    return [Family("box", "box", {"box.json": os.path.join(folder, "openapi.json")}, root="#/components/schemas")]


def digitalocean(folder):
    specification = os.path.join(folder, "specification")
    documents = {path: os.path.join(specification, path) for path in files(specification)}
    family = Family("digitalocean", "digitalocean", documents, root="#/components/schemas")
    family.include = ["DigitalOcean-public.v2.yaml"]
    family.settings = {"operations": {}}
    return [family]


def stripe(folder):
    family = Family("stripe", "stripe", {"stripe.json": os.path.join(folder, "spec3.json")})
    known = read_json(os.path.join(folder, "spec3.json"))["components"]["schemas"]
    # One resource a file, as other payloads are.
    resources = tempfile.mkdtemp(prefix="stripe-")
    for name, resource in sorted(read_json(os.path.join(folder, "fixtures3.json"))["resources"].items()):
        if name in known:
            path = os.path.join(resources, name + ".json")
            with open(path, "w", encoding="utf-8") as file:
                json.dump(resource, file)
            family.payloads.append(Payload(path, "stripe/" + name, True))
    return [family]


def cyclonedx(folder):
    documents = {name: os.path.join(folder, name) for name in sorted(os.listdir(folder)) if name.endswith(".json")}
    family = Family("cyclonedx", "cyclonedx", documents)
    # As the project's own tests read its schemas.
    family.settings = {"formats": {"assert": "all"}}
    for version in sorted(os.listdir(os.path.join(folder, "test"))):
        tests = os.path.join(folder, "test", version)
        for name in sorted(os.listdir(tests)):
            family.payloads.append(Payload(os.path.join(tests, name), "bom-" + version, name.startswith("valid-")))
    return [family]


def vega_lite(folder):
    family = Family("vega-lite", "vega-lite", {"vega-lite.schema.json": os.path.join(folder, "vega-lite.schema.json")})
    # Its validators are more than a debug build can hold in memory.
    family.settings = {"validators": "program"}
    examples = os.path.join(folder, "examples")
    for name in sorted(os.listdir(examples)):
        family.payloads.append(Payload(os.path.join(examples, name), "vega-lite", True))
    return [family]


def single(corpus, names):
    """Families of a file each, without payloads."""
    return lambda folder: [Family(corpus, name, {name + ".schema.json": os.path.join(folder, file)}) for name, file in names]


def correct_openai(description):
    """Corrects what OpenAPI 3.1 does not allow: limits of draft 4, repeated names in `required`, `$recursiveRef`."""
    for name, component in description["components"]["schemas"].items():
        pending = [component]
        while pending:
            value = pending.pop()
            if isinstance(value, dict):
                for limit in ("minimum", "maximum"):
                    exclusive = "exclusive" + limit.capitalize()
                    if isinstance(value.get(exclusive), bool):
                        is_exclusive = value.pop(exclusive)
                        if is_exclusive and limit in value:
                            value[exclusive] = value.pop(limit)
                if isinstance(value.get("required"), list):
                    value["required"] = list(dict.fromkeys(value["required"]))
                value.pop("$recursiveAnchor", None)
                if "$recursiveRef" in value:
                    value.pop("$recursiveRef")
                    value["$ref"] = "#/components/schemas/" + name
            pending += value.values() if isinstance(value, dict) else value if isinstance(value, list) else []
    return description


CORPORA = {
    "schemastore": schemastore,
    "mcp": mcp,
    "rum-events-format": rum,
    "openai": openai,
    "box": box,
    "digitalocean": digitalocean,
    "stripe": stripe,
    "cyclonedx": cyclonedx,
    "vega-lite": vega_lite,
    "dap": single("dap", [("dap", "debugAdapterProtocol.json")]),
    "compose": single("compose", [("compose", "compose-spec.json")]),
    "mcp-older": single(
        "mcp-older", [("mcp-2025-06-18", "2025-06-18.schema.json"), ("mcp-2025-11-25", "2025-11-25.schema.json")]),
}


def families(folder, corpora):
    found = []
    for name in corpora:
        path = os.path.join(folder, name)
        if not os.path.isdir(path):
            raise SystemExit(f"world.py: expected a folder {name} in {folder}, found none")
        found += CORPORA[name](path)
    return found
