import SchemaRuntime
import Testing

@Suite struct DiffTests {
  let folder: ScratchFolder

  private static let first = #"{"type": "object", "properties": {"age": {"type": "integer", "maximum": 9}}}"#
  private static let second = #"{"type": "object", "properties": {"age": {"type": "integer", "maximum": 5}}}"#

  init() throws { folder = try ScratchFolder() }

  /// A repository with `first` in its first commit and `second` in its working tree.
  private func commit() throws {
    try folder.write(#"{"formats": {"assert": ["uuid"]}}"#, to: "Schemas/codegen.json")
    try folder.write(Self.first, to: "Schemas/users/user.schema.json")
    try folder.write(
      #"{"properties": {"user": {"$ref": "../users/user.schema.json"}}}"#, to: "Schemas/rooms/room.schema.json")
    try folder.commit(tag: "v1")
    try folder.write(Self.second, to: "Schemas/users/user.schema.json")
  }

  private static let report = """
    new readers can read old data: no
    old readers can read new data: yes
    Swift source still compiles: yes

    users/user
      maximum-lowered: 'maximum' is lowered from 9 to 5
        old v1:Schemas/users/user.schema.json:1:73 /properties/age/maximum
        new Schemas/users/user.schema.json:1:73 /properties/age/maximum
        breaks new-reads-old: {"age":6}

    next version: major (new readers reject data from old writers)

    """

  @Test("a git revision is compared with the configured folder")
  func revision() throws {
    try commit()
    #expect(folder.run("diff", "v1:Schemas") == Outcome(0, Self.report))
    #expect(folder.run("diff", "v1:./Schemas", "Schemas").output == Self.report)
    #expect(folder.run("diff", "v1:Schemas", "v1:Schemas").output.hasSuffix("\nnext version: none (nothing changed)\n"))
    #expect(folder.names().contains { $0.hasPrefix("codegen-diff") } == false)
  }

  @Test(
    "what an API description means in practice is compared",
    arguments: [
      (#""discriminator": {"propertyName": "k", "mapping": {"a": "A", "b": "B"}}"#, "b", "c", #"{"k":"b"}"#),
      (#""nullable": true"#, "true", "false", "null"),
    ])
  func practice(_ words: String, _ old: String, _ new: String, _ payload: String) throws {
    let part = #"{"type": "object", "required": ["k"], "properties": {"k": {"type": "string"}}}"#
    func write(_ words: String, to folder: String) throws {
      try self.folder.write(
        ##"""
        {"openapi": "3.0.3", "paths": {}, "components": {"schemas": {"A": \##(part), "B": \##(part),
         "U": {"oneOf": [{"$ref": "#/components/schemas/A"}, {"$ref": "#/components/schemas/B"}], \##(words)}}}}
        """##, to: folder + "/api.schema.json")
    }
    try write(words, to: "old")
    try write(words.replacing("\"\(old)\":", with: "\"\(new)\":").replacing(": \(old)", with: ": \(new)"), to: "new")
    let result = folder.run("diff", "old", "new")
    #expect(result.output.hasPrefix("new readers can read old data: no\n"), "\(result)")
    #expect(result.output.contains("breaks new-reads-old: \(payload)"), "\(result)")
  }

  @Test("long example payloads are cut, and stand whole in JSON and in files")
  func longPayloads() throws {
    let name = String(repeating: "n", count: 200)
    try folder.write(#"{"properties": {"\#(name)": {"maximum": 9}}}"#, to: "old.json")
    try folder.write(#"{"properties": {"\#(name)": {"maximum": 5}}}"#, to: "new.json")
    let plain = folder.run("diff", "old.json", "new.json")
    #expect(plain.output.contains("nnn… (whole with --payloads FOLDER, and in --output json)\n"), "\(plain)")
    let file = "payloads/1-maximum-lowered.new-reads-old.json"
    let written = folder.run("diff", "old.json", "new.json", "--payloads", "payloads")
    #expect(written.output.contains("nnn… (in \(file))\n"), "\(written)")
    #expect(folder.text(file) == "{\n  \"\(name)\": 6\n}\n")
  }

  @Test("the exit code is 1 for the requested verdicts")
  func breaking() throws {
    try commit()
    #expect(folder.run("diff", "v1:Schemas", "--breaking", "new-reads-old").code == 1)
    #expect(folder.run("diff", "v1:Schemas", "--breaking", "old-reads-new,source").code == 0)
    #expect(folder.run("diff", "Schemas", "v1:Schemas", "--breaking", "old-reads-new").code == 1)
    // A new member of an open object is a break by undeclared members only.
    try folder.write(#"{"type": "object"}"#, to: "old.json")
    try folder.write(
      #"{"type": "object", "required": [], "patternProperties": {"^a": {"type": "string"}}}"#, to: "new.json")
    try folder.write(#"{"type": "object", "properties": {"a": true}}"#, to: "a.json")
    try folder.write(#"{"type": "object", "properties": {"a": true, "b": {"type": "string"}}}"#, to: "b.json")
    #expect(folder.run("diff", "old.json", "new.json", "--breaking", "new-reads-old").code == 1)
    #expect(folder.run("diff", "a.json", "b.json", "--breaking", "new-reads-old").code == 0)
    #expect(folder.run("diff", "a.json", "b.json", "--breaking", "new-reads-old", "--strict").code == 1)
  }

  @Test("files and folders without a configuration are compared")
  func filesAndFolders() throws {
    try commit()
    let file = folder.run("diff", "v1:Schemas/rooms/room.schema.json", "Schemas/rooms/room.schema.json")
    #expect(file.output.contains("maximum-lowered"))
    #expect(file.errors.isEmpty)
    try folder.write(Self.first, to: "one/a.json")
    try folder.write(Self.second, to: "two/a.json")
    let folders = folder.run("diff", "one", "two")
    #expect(folders.output.contains("\na\n  maximum-lowered"))
    #expect(folders.output.contains("    old one/a.json:1:73 /properties/age/maximum\n"))
    #expect(folder.run("diff", "one/a.json", "two/a.json").output.contains("maximum-lowered"))
  }

  @Test("two files are versions of one schema, whatever their names")
  func filesOfTwoNames() throws {
    let address = #"{"type": "object", "title": "Address", "properties": {"city": {"type": "string"}}}"#
    let order = #"{"type": "object", "properties": {"to": {"$ref": "address.json"}, "from": {"type": "object"}}}"#
    try folder.write(order, to: "one/order-v1.json")
    try folder.write(order, to: "two/order-v2.json")
    try folder.write(address, to: "one/address.json")
    try folder.write(address, to: "two/address.json")
    #expect(
      folder.run("diff", "one/order-v1.json", "two/order-v2.json").output
        == """
        new readers can read old data: yes
        old readers can read new data: yes
        Swift source still compiles: yes

        next version: none (nothing changed)

        """)
    try folder.write(#"{"type": "object", "title": "Address", "properties": {}}"#, to: "two/address.json")
    let changed = folder.run("diff", "one/order-v1.json", "two/order-v2.json").output
    #expect(changed.contains("old one/address.json:1:63 /properties/city"))
    #expect(!changed.contains("renamed"))
  }

  @Test("equal files are one version, unless one of them refers to a file beside it")
  func equalFiles() throws {
    try folder.write(#"{"type": "integer"}"#, to: "one/a.json")
    try commit()
    try folder.write(#"{"type": "integer"}"#, to: "two/b.json")
    for old in ["one/a.json", "v1:one/a.json"] {
      let result = folder.run("diff", old, "two/b.json")
      #expect(result.output.hasSuffix("\nnext version: none (nothing changed)\n") && result.errors.isEmpty, "\(result)")
    }
    for place in ["one", "two"] { try folder.write(#"{"$ref": "https://example.com/d.json"}"#, to: place + "/c.json") }
    try folder.write(#"{"$id": "https://example.com/d.json", "type": "string"}"#, to: "two/d.json")
    let result = folder.run("diff", "one/c.json", "two/c.json")
    #expect(result.output.contains("new readers can read old data: undecided\n"), "\(result)")
  }

  @Test("changes annotate the lines of the new version")
  func annotations() throws {
    try commit()
    #expect(
      folder.run("diff", "v1:Schemas", "--output", "github-actions").output == """
        ::error file=Schemas/users/user.schema.json,line=1,col=73,title=maximum-lowered::'maximum' is lowered from 9 to 5; \
        breaks new-reads-old: {"age":6}

        """)
    let harmless = folder.run("diff", "v1:Schemas", "--output", "github-actions", "--breaking", "old-reads-new")
    #expect(harmless.code == 0)
    #expect(harmless.output.hasPrefix("::warning file=Schemas/users/user.schema.json,line=1,col=73,"))
    // What is gone is shown where it was.
    try folder.write(#"{"type": "object",\#n"properties": {}}"#, to: "Schemas/users/user.schema.json")
    let removed = folder.run("diff", "v1:Schemas", "--output", "github-actions").output
    #expect(removed.contains("file=Schemas/users/user.schema.json,line=2,col=15,title=property-removed::"))
  }

  @Test("SARIF output has the rules of all changes and their effects")
  func sarif() throws {
    try commit()
    let outcome = folder.run("diff", "v1:Schemas", "--output", "sarif", "--breaking", "new-reads-old")
    #expect(outcome.code == 1)
    let run = try JSONValue(parsing: outcome.output)["runs"]?[0]
    #expect(run?["tool"]?["driver"]?["rules"]?.array?.map { $0["id"] } == ["maximum-lowered"])
    let result = run?["results"]?[0]
    #expect(result?["level"] == "error")
    #expect(
      result?["properties"]
        == [
          "schema": "users/user",
          "effects": ["new-reads-old": ["effect": "breaks", "example": ["age": 6]]],
        ])
  }

  @Test("output is text, JSON or Markdown")
  func forms() throws {
    try commit()
    let json = folder.run("diff", "v1:Schemas", "--output", "json")
    #expect(json.output.hasPrefix("{\n  \"verdicts\": {\n    \"new-reads-old\": {\n      \"answer\": \"broken\","))
    let markdown = folder.run("diff", "v1:Schemas", "--output=markdown")
    #expect(
      markdown.output.hasPrefix("| Question | Answer |\n|---|---|\n| Can new readers read old data? | **no** |\n"))
  }

  @Test("an accepted change breaks nothing, until its last day")
  func acceptances() throws {
    try commit()
    func run(_ accepted: String) throws -> Outcome {
      try folder.write(
        #"{"formats": {"assert": ["uuid"]}, "diff": {"accepted": [\#(accepted)]}}"#, to: "Schemas/codegen.json")
      return folder.run("diff", "v1:Schemas", "--breaking", "new-reads-old")
    }
    let row = #""rule": "maximum-lowered", "reason": "Nobody is older.""#
    let accepted = try run("{\(row)}")
    #expect(accepted.code == 0 && accepted.errors.isEmpty, "\(accepted)")
    #expect(accepted.output.contains("new readers can read old data: yes"))
    #expect(accepted.output.contains("    accepted: Nobody is older.\n"))
    #expect(accepted.output.hasSuffix("version: patch (the configuration accepts the breaking changes)\n"))
    #expect(
      try run("{\(row), \"path\": \"users/*\", \"pointer\": \"/properties/age\", \"until\": \"2999-12-31\"}").code == 0)
    for (other, message) in [
      (
        "{\(row), \"until\": \"2020-12-31\"}",
        "changes of rule 'maximum-lowered' are no longer accepted, because 'until' was 2020-12-31; extend it, or "
          + "remove this entry"
      ),
      (
        "{\(row), \"path\": \"rooms/*\"}",
        "this entry no longer matches any change of rule 'maximum-lowered'; remove it"
      ),
      (
        #"{"rule": "maximum-lowred", "reason": "A."}"#,
        "there is no rule 'maximum-lowred' of 'diff'; did you mean 'maximum-lowered'?"
      ),
    ] {
      let result = try run(other)
      #expect(result.code == 1 && result.errors == "Schemas/codegen.json:1:57: warning: \(message)\n", "\(result)")
    }
    #expect(try run(#"{"rule": "maximum-lowered"}"#).code == 2)
  }

  @Test("operations are compared beside schemas")
  func operations() throws {
    func api(_ parameters: String) -> String {
      """
      openapi: 3.0.3
      info: {title: Shop, version: '1'}
      paths:
        /items/{id}:
          get:
            parameters: [\(parameters)]
            responses: {'200': {description: An item.}}
      """
    }
    let path = "{name: id, in: path, required: true, schema: {type: string}}"
    try folder.write(api(path), to: "old.yaml")
    try folder.write(api(path + ", {name: day, in: query, required: true, schema: {type: string}}"), to: "new.yaml")
    #expect(
      folder.run("diff", "old.yaml", "new.yaml", "--breaking", "api")
        == Outcome(
          1,
          """
          old clients can use the new API: no
          new readers can read old data: yes
          old readers can read new data: yes
          Swift source still compiles: yes

          GET /items/{id}
            parameter-added: query parameter 'day' is new and required
              old old.yaml:6:7 /paths/~1items~1{id}/get
              new new.yaml:6:82 /paths/~1items~1{id}/get/parameters/1
              breaks api

          next version: major (clients of the old API cannot use the new one)

          """))
    #expect(folder.run("diff", "old.yaml", "old.yaml").output.hasSuffix("next version: none (nothing changed)\n"))
  }

  @Test("unreadable input is reported with its location, and the exit code is 2")
  func badInput() throws {
    try commit()
    let rows: [(arguments: [String], error: String)] = [
      ([], "codegen: error: expected OLD after 'diff', found none\n"),
      (["a", "b", "c"], "codegen: error: expected only options after 'diff', found 'c'\n"),
      (
        ["nowhere"],
        "codegen: error: expected a folder, a file or a git revision with a path such as 'main:Schemas', found 'nowhere'\n"
      ),
      (["v2:Schemas"], "codegen: error: unknown git revision 'v2'; in a shallow clone, fetch it first\n"),
      (["--", "-v2:Schemas"], "codegen: error: unknown git revision '-v2'; in a shallow clone, fetch it first\n"),
      (
        ["v1:Nowhere"],
        "codegen: error: 'v1' has no path 'Nowhere'; paths start at the root of the repository, unless they begin "
          + "with './'\n"
      ),
      (
        ["v1:Schemas", "--breaking", "sauce"],
        "codegen: error: expected '--breaking' to be a list of api, new-reads-old, old-reads-new, source, found 'sauce'; did you mean 'source'?\n"
      ),
      (
        ["v1:Schemas", "v1:Schemas", "--config", "Schemas/codegen.json"],
        "codegen: error: expected NEW to be the folder of 'Schemas/codegen.json' with '--config', found 'v1:Schemas'\n"
      ),
    ]
    for (arguments, error) in rows {
      #expect(folder.run(["diff"] + arguments) == Outcome(2, errors: error), "\(arguments)")
    }
    try folder.write("{\n", to: "bad.json")
    #expect(folder.run("diff", "bad.json", "bad.json").errors.hasPrefix("bad.json:1:2: error: "))
    let outside = try ScratchFolder()
    let failure = outside.run("diff", "v1:Schemas", outside.path)
    #expect(failure.code == 2)
    #expect(failure.errors.hasPrefix("codegen: error: git: not a git repository"))
  }

  @Test(
    "references to documents that are not available are equal when they name the same URI",
    arguments: [
      (
        "the same everywhere", #"{"$ref": "https://example.com/a.json#/definitions/b"}"#,
        #"{"$ref": "https://example.com/a.json#/definitions/b"}"#, ["yes", "yes"]
      ),
      (
        "another URI", #"{"$ref": "https://example.com/a.json"}"#, #"{"$ref": "https://example.com/b.json"}"#,
        ["undecided", "undecided"]
      ),
      (
        "another fragment", #"{"$ref": "https://example.com/a.json#b"}"#, #"{"$ref": "https://example.com/a.json"}"#,
        ["undecided", "undecided"]
      ),
      (
        "a schema of our own", #"{"$ref": "https://example.com/a.json"}"#, #"{"type": "string"}"#,
        ["undecided", "undecided"]
      ),
      (
        "a change in addition to them",
        #"{"properties": {"a": {"$ref": "https://example.com/a.json"}, "b": {"type": "null"}}}"#,
        #"{"properties": {"a": {"$ref": "https://example.com/a.json"}, "b": {"type": "integer"}}}"#, ["no", "no"]
      ),
      (
        "a change that matters only with them",
        #"{"required": ["a"], "properties": {"a": {"$ref": "https://example.com/a.json"}}}"#,
        #"{"required": ["a", "b"], "properties": {"a": {"$ref": "https://example.com/a.json"}}}"#,
        ["undecided", "yes"]
      ),
      (
        "a change beside them, which holds whatever they admit",
        #"{"allOf": [{"$ref": "https://example.com/a.json"}], "maximum": 5}"#,
        #"{"allOf": [{"$ref": "https://example.com/a.json"}], "maximum": 6}"#, ["yes", "undecided"]
      ),
      (
        "the same beside a change of a member",
        #"{"allOf": [{"$ref": "https://example.com/a.json"}], "properties": {"b": {"maximum": 5}}}"#,
        #"{"allOf": [{"$ref": "https://example.com/a.json"}], "properties": {"b": {"maximum": 6}}}"#,
        ["yes", "undecided"]
      ),
      (
        "another order of branches",
        #"{"oneOf": [{"$ref": "https://example.com/a.json"}, {"$ref": "https://example.com/b.json"}]}"#,
        #"{"oneOf": [{"$ref": "https://example.com/b.json"}, {"$ref": "https://example.com/a.json"}]}"#, ["yes", "yes"]
      ),
      (
        "a new branch", #"{"anyOf": [{"$ref": "https://example.com/a.json"}, {"type": "string"}]}"#,
        #"{"anyOf": [{"type": "null"}, {"$ref": "https://example.com/a.json"}, {"type": "string"}]}"#,
        ["yes", "undecided"]
      ),
      (
        "a negation beside a change", #"{"not": {"$ref": "https://example.com/a.json"}, "maximum": 5}"#,
        #"{"not": {"$ref": "https://example.com/a.json"}, "maximum": 6}"#, ["yes", "undecided"]
      ),
      (
        "a negation is not its reference", #"{"not": {"$ref": "https://example.com/a.json"}}"#,
        #"{"$ref": "https://example.com/a.json"}"#, ["undecided", "undecided"]
      ),
      (
        "a condition beside a change",
        #"{"if": {"$ref": "https://example.com/a.json"}, "then": {"maximum": 5}, "else": {"maximum": 7}}"#,
        #"{"if": {"$ref": "https://example.com/a.json"}, "then": {"maximum": 6}, "else": {"maximum": 8}}"#,
        ["yes", "undecided"]
      ),
      (
        "members that they may evaluate",
        #"{"allOf": [{"$ref": "https://example.com/a.json"}], "unevaluatedProperties": false}"#,
        #"{"allOf": [{"$ref": "https://example.com/a.json"}], "maxProperties": 0}"#, ["undecided", "yes"]
      ),
      (
        "elements that they may evaluate",
        #"{"allOf": [{"$ref": "https://example.com/a.json"}], "unevaluatedItems": false}"#,
        #"{"allOf": [{"$ref": "https://example.com/a.json"}], "maxItems": 0}"#, ["undecided", "yes"]
      ),
      (
        "an exclusion that they may undo",
        #"{"oneOf": [{"$ref": "https://example.com/a.json"}, {"type": "string"}]}"#,
        #"{"anyOf": [{"$ref": "https://example.com/a.json"}, {"type": "string"}]}"#, ["yes", "undecided"]
      ),
    ])
  func unavailable(_ row: (name: String, old: String, new: String, answers: [String])) throws {
    try folder.write(row.old, to: "old/a.schema.json")
    try folder.write(row.new, to: "new/a.schema.json")
    let result = folder.run("diff", "old", "new")
    #expect(
      result.output.split(separator: "\n").prefix(2).map { String($0.split(separator: ":")[1].dropFirst()) }
        == row.answers, "\(row.name): \(result.output)")
    #expect(
      result.errors.contains("old: note: no file is known for 'https://example.com/a.json', "), "\(result.errors)")
    // Where a payload is shown, it holds nothing of which nobody knows whether it is valid.
    #expect(!result.output.contains(#""a":"#), "\(result.output)")
  }

  @Test("a reference to a file that is not there is an error")
  func missingFile() throws {
    try folder.write(#"{"$ref": "b.json"}"#, to: "a.json")
    let result = folder.run("diff", "a.json", "a.json")
    #expect(result.code == 2 && result.errors.contains("expected '$ref' to name a schema"))
  }

  @Test("an unreadable version is named by its revision")
  func badRevision() throws {
    try folder.write("{\n", to: "Schemas/bad.schema.json")
    try commit()
    try folder.write("{}\n", to: "Schemas/bad.schema.json")
    let result = folder.run("diff", "v1:Schemas")
    #expect(result.code == 2)
    #expect(result.errors.hasPrefix("v1:Schemas/bad.schema.json:1:2: error: "))
  }
}
