import CommandLineTool
import SchemaRuntime
import TestSupport
import Testing

@testable import CodegenCommands

/// Conversations: requests in, responses and diagnostics out.
@Suite struct LanguageServerTests {
  static let user = """
    {
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": "User", "type": "object",
      "properties": { "name": { "$ref": "#/$defs/short" }, "flag": { "type": "boolean" } },
      "required": ["name"],
      "$defs": { "short": { "type": "string", "maxLength": 3, "description": "Short text." } }
    }
    """
  static let yaml = """
    $schema: https://json-schema.org/draft/2020-12/schema
    type: object
    properties:
      y:
        $ref: "user.schema.json#/$defs/short"
    """
  static let configuration =
    ##"{"outputs": {"models": "Models"}, "schemas": {"include": ["*.schema.{json,yaml}"]}, "##
    + ##""overrides": {"user.schema.json": {"#/$defs/short": {"maxLength": 5}}}}"##

  func session() throws -> Session {
    let session = try Session([
      "codegen.json": Self.configuration, "user.schema.json": Self.user, "b.schema.yaml": Self.yaml,
    ])
    try session.open("user.schema.json")
    try session.open("b.schema.yaml")
    session.wait()
    return session
  }

  // MARK: - Lifecycle and text

  @Test("requests before 'initialize' and after 'shutdown' fail, and 'exit' has the protocol's code")
  func lifecycle() throws {
    let server = LanguageServer(workingDirectory: "/")
    func ask(_ method: String) -> JSONValue? {
      server.receive((["jsonrpc": "2.0", "id": 1, "method": .string(method)] as JSONValue).json())
        .first?["error"]?["code"]
    }
    #expect(ask("textDocument/hover") == -32002)
    #expect(ask("initialize") == nil)
    #expect(ask("textDocument/unheard") == -32601)
    #expect(ask("textDocument/hover") == -32602)
    #expect(ask("shutdown") == nil)
    #expect(ask("textDocument/hover") == -32600)
    #expect(server.receive(Array("{".utf8)).first?["error"]?["code"] == -32700)
    _ = server.receive(Array(#"{"jsonrpc": "2.0", "method": "exit"}"#.utf8))
    #expect(server.exitCode == .done)
  }

  @Test("messages are found wherever their bytes are cut")
  func framing() throws {
    let bytes = MessageFraming.framed(["a": "ä"]) + MessageFraming.framed([1])
    for cut in bytes.indices {
      var framing = MessageFraming()
      var found: [[UInt8]] = []
      for part in [bytes[..<cut], bytes[cut...]] {
        framing.append(part)
        while let message = try framing.next() { found.append(message) }
      }
      #expect(found == [Array(#"{"a":"ä"}"#.utf8), Array("[1]".utf8)])
    }
    var broken = MessageFraming()
    broken.append(Array("Content-Length: -1\r\n\r\n".utf8))
    #expect(throws: MessageFraming.Failure.self) { try broken.next() }
  }

  @Test("changes have positions in UTF-16, within and beyond lines")
  func edits() {
    func change(_ line: Int, _ start: Int, _ end: Int, _ text: String) -> JSONValue {
      func position(_ character: Int) -> JSONValue {
        ["line": .number(JSONNumber(line)), "character": .number(JSONNumber(character))]
      }
      return ["range": ["start": position(start), "end": position(end)], "text": .string(text)]
    }
    var text = EditorText(Array("a😀b\r\näö\n".utf8))
    text.apply(change(0, 1, 3, "x"))
    text.apply(change(1, 1, 9, "y\nz"))
    text.apply(change(7, 0, 0, "end"))
    #expect(String(decoding: text.bytes, as: UTF8.self) == "axb\r\näy\nz\nend")
    #expect(text.position(at: text.bytes.count) == ["line": 3, "character": 3])
  }

  // MARK: - Diagnostics

  @Test("diagnostics follow the text: syntax, references here and in dependents, and nothing when mended")
  func diagnostics() throws {
    let session = try session()
    #expect(session.diagnostics == ["user.schema.json": [], "b.schema.yaml": []])
    session.change("user.schema.json", ["text": .string(Self.user.replacing("\"short\":", with: "\"brief\":"))])
    session.wait()
    #expect(session.diagnostics["user.schema.json"] == ["3:36-51 unresolvable-reference"])
    #expect(session.diagnostics["b.schema.yaml"] == ["4:10-41 unresolvable-reference"])
    session.change("user.schema.json", ["text": "{"])
    session.wait()
    #expect(session.diagnostics["user.schema.json"] == ["0:0-1 syntax"])
    session.change("user.schema.json", ["text": .string(Self.user)])
    session.wait()
    #expect(session.diagnostics == ["user.schema.json": [], "b.schema.yaml": []])
    session.change("user.schema.json", ["text": "{"])
    session.wait()
    session.tell("textDocument/didClose", ["textDocument": ["uri": .string(session.uri("user.schema.json"))]])
    session.wait()
    #expect(session.diagnostics == ["user.schema.json": [], "b.schema.yaml": []])
  }

  @Test("a definition is used if another file refers to it, to a part of it, or to one that refers to it")
  func definitionsUsedElsewhere() throws {
    let definitions = """
      {
        "minProperties": 1,
        "$defs": {
          "direct": {}, "part": {"properties": {"a": {}}}, "indirect": {}, "unused": {"$ref": "#/$defs/alsoUnused"},
          "alsoUnused": {}, "refers": {"properties": {"b": {"$ref": "#/$defs/indirect"}}}
        }
      }
      """
    func other(_ pointers: String...) -> String {
      #"{"properties": {"#
        + pointers.map { ##""\##($0)": {"$ref": "defs.schema.json#\##($0)"}"## }.joined(separator: ", ") + "}}"
    }
    let session = try Session([
      "codegen.json": "{}", "defs.schema.json": definitions,
      "b.schema.json": other("", "/$defs/direct", "/$defs/part/properties/a"),
      "c.schema.json": other("/$defs/refers/properties/b", "/$defs/refers"),
    ])
    try session.open("defs.schema.json")
    session.wait()
    func unused() -> [String] {
      let lines = definitions.split(separator: "\n")
      return (session.diagnostics["defs.schema.json"] ?? []).compactMap { found in
        let words = found.split { ":- ".contains($0) }
        guard words.last == "definition", let line = Int(words[0]), let start = Int(words[1]) else { return nil }
        return lines[line].dropFirst(start + 1).prefix { $0 != "\"" }.description
      }.sorted()
    }
    #expect(unused() == ["alsoUnused", "unused"])
    try session.open("b.schema.json")
    session.change("b.schema.json", ["text": .string(other("/$defs/unused"))])
    session.wait()
    #expect(unused() == ["direct", "part"])
  }

  @Test("after a pause, what the generator says is at its place, and moves with it")
  func generatorDiagnostics() throws {
    let session = try session()
    let text = Self.user.replacing("{ \"type\": \"boolean\" }", with: "{ \"type\": \"boolean\", \"x-open\": true }")
    func change(_ text: String) -> [String]? {
      session.change("user.schema.json", ["text": .string(text)])
      return session.work()["user.schema.json"]
    }
    #expect(change(text) == [])
    session.wait()
    #expect(session.diagnostics["user.schema.json"] == ["3:84-92 generate"])
    // Before the pause, in the first step.
    #expect(change("\n" + text) == ["4:84-92 generate"])
    session.wait()
    // Text that cannot be read has no types.
    #expect(change(text + "{") == ["6:1-2 syntax"])
    session.wait()
    #expect(session.diagnostics["user.schema.json"] == ["6:1-2 syntax"])
    #expect(change(Self.user) == [])
    session.wait()
    #expect(session.diagnostics["user.schema.json"] == [])
  }

  @Test("what the linter says of a keyword, the generator does not repeat")
  func generatorDoesNotRepeat() throws {
    let session = try session()
    let text = Self.user.replacing("{ \"type\": \"boolean\" }", with: "{ \"type\": \"boolean\", \"x-patch\": true }")
    session.change("user.schema.json", ["text": .string(text)])
    session.wait()
    #expect(session.diagnostics["user.schema.json"] == ["3:84-93 inapplicable-keyword"])
  }

  @Test("the generator speaks once after each pause, and not of payloads")
  func generatorSpeaksOnce() throws {
    let session = try session()
    try session.open("p.json", ##"{"$schema": "user.schema.json", "name": "abc", "x-patch": true}"##)
    for _ in 0..<3 {
      session.change(
        "user.schema.json",
        ["text": .string(Self.user.replacing("{ \"type\": \"boolean\" }", with: "{ \"x-open\": true }"))])
    }
    session.counts = [:]
    session.wait()
    // The linter's, the generator's.
    #expect(session.counts["user.schema.json"] == 2)
    #expect(session.diagnostics["p.json"] == [])
    session.counts = [:]
    session.wait()
    #expect(session.counts == [:])
  }

  @Test("a saved configuration with a mistake leaves the former one in force")
  func brokenConfiguration() throws {
    let session = try session()
    try session.open("codegen.json")
    try session.write("{", to: "codegen.json")
    session.change("codegen.json", ["text": "{"])
    session.tell("textDocument/didSave", ["textDocument": ["uri": .string(session.uri("codegen.json"))]])
    session.wait()
    #expect(session.diagnostics["codegen.json"] == ["0:0-1 syntax"])
    session.change("user.schema.json", ["text": .string(Self.user.replacing("\"short\":", with: "\"brief\":"))])
    session.wait()
    #expect(session.diagnostics["b.schema.yaml"] == ["4:10-41 unresolvable-reference"])
    #expect(try session.ask("workspace/symbol", ["query": "brief"]).array?.count == 1)
  }

  struct DiagnosticRow: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let file: String
    let text: String
    let expected: [String]

    init(_ name: String, _ file: String, _ text: String, _ expected: [String]) {
      (testDescription, self.file, self.text, self.expected) = (name, file, text, expected)
    }
  }

  @Test(
    "diagnostics of each kind of file",
    arguments: [
      DiagnosticRow(
        "a payload names its schema", "p.json", ##"{"$schema": "user.schema.json", "name": "long"}"##,
        ["0:40-46 maxLength"]),
      DiagnosticRow(
        "a comment in YAML names the schema", "p.yaml",
        "# yaml-language-server: $schema=user.schema.json\nname: long\n",
        ["1:6-10 maxLength"]),
      DiagnosticRow("a payload without a schema is only checked as JSON", "q.json", #"{"name": "long"}"#, []),
      DiagnosticRow(
        "an API document in YAML", "api.yaml",
        "openapi: 3.1.0\ncomponents:\n  schemas:\n    A:\n      typ: string\n      minLength: 1\n",
        ["4:6-9 misspelled-keyword"]),
      DiagnosticRow("a configuration", "codegen.json", #"{"accessLevel": "pubic"}"#, ["0:16-23 configuration"]),
      DiagnosticRow(
        "positions after characters outside the BMP", "c.schema.json", #"{"title": "😀😀", "minLenght": 1}"#,
        ["0:0-1 missing-dialect", "0:18-29 misspelled-keyword"]),
      DiagnosticRow("broken YAML", "d.schema.yaml", "a: [\n", ["0:4-1:0 syntax"]),
    ])
  func kinds(_ row: DiagnosticRow) throws {
    let session = try session()
    try session.open(row.file, row.text)
    session.wait()
    #expect(session.diagnostics[row.file] == row.expected)
    session.change(row.file, ["text": "{}"])
    session.wait()
    #expect(session.diagnostics[row.file] == [] || row.file == "codegen.json")
  }

  // MARK: - Questions

  struct Question: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let file: String
    let text: String
    let expected: [String]

    init(_ name: String, _ file: String, _ change: (String, String), _ expected: String...) {
      testDescription = name
      self.file = file
      let text = file == "user.schema.json" ? user : file == "b.schema.yaml" ? yaml : ""
      self.text = change.0.isEmpty ? change.1 : text.replacing(change.0, with: change.1)
      self.expected = expected
    }
  }

  @Test(
    "completion proposes these first",
    arguments: [
      Question(
        "keywords of the dialect", "user.schema.json", ("{ \"type\": \"boolean\" }", "{ \"|\" }"), "$schema", "type"),
      Question("references", "user.schema.json", ("\"#/$defs/short\"", "\"|\""), "#/$defs/short", "b.schema.yaml"),
      Question("names for 'required'", "user.schema.json", ("[\"name\"]", "[\"name\", \"|\"]"), "flag"),
      Question("types", "user.schema.json", ("\"boolean\"", "|"), "null", "boolean"),
      Question("formats", "user.schema.json", ("\"maxLength\": 3", "\"format\": \"da|\""), "date-time", "date"),
      Question(
        "references in YAML", "b.schema.yaml", ("\"user.schema.json#/$defs/short\"", "|"), "user.schema.json",
        "user.schema.json#/$defs/short"),
      Question(
        "keywords in YAML", "b.schema.yaml", ("$ref: \"user.schema.json#/$defs/short\"", "mi|"), "$schema", "type"),
      Question(
        "members of 'x-swift'", "user.schema.json",
        ("{ \"type\": \"boolean\" }", #"{ "x-swift": { "id": "a", "|" } }"#), "type", "import", "null"),
      Question(
        "values of a member of 'x-swift'", "user.schema.json",
        ("{ \"type\": \"boolean\" }", #"{ "x-swift": { "null": "|" } }"#), "absent", "distinct"),
      Question(
        "properties for the identity", "user.schema.json",
        ("\"type\": \"object\"", #""type": "object", "x-swift": { "id": "|" }"#), "flag", "name"),
      Question(
        "values of a flag of ours", "user.schema.json", ("\"type\": \"object\"", #""type": "object", "x-patch": |"#),
        "true", "false"),
      Question(
        "keywords that may have an error message", "user.schema.json",
        ("{ \"type\": \"boolean\" }", #"{ "type": "string", "pattern": "a", "x-errorMessage": { "|" } }"#), "pattern",
        "type"),
      Question("members of a payload", "p.json", ("", ##"{"$schema": "user.schema.json", "|"}"##), "name", "flag"),
      Question(
        "values of a payload", "p.json", ("", ##"{"$schema": "user.schema.json", "flag": |1}"##), "true", "false"),
      Question("members of a configuration", "codegen.json", ("", #"{"outputs": {"|"}}"#), "models", "documentation"),
      Question(
        "values of a configuration", "codegen.json", ("", #"{"accessLevel": "|"}"#), "public", "package", "internal"),
    ])
  func completion(_ row: Question) throws {
    let session = try session()
    try session.open(row.file, row.text.replacing("|", with: "").replacing("\"\"", with: "\"name\": 1"))
    let items = try session.ask("completion", row.file, at: row.text)["items"]?.array ?? []
    #expect(items.prefix(row.expected.count).map { $0["label"]?.string } == row.expected)
  }

  @Test("hover shows the Swift type, the description and the limits, also while the text is broken")
  func hover() throws {
    let session = try session()
    func text(
      _ change: (String, String), in file: String = "user.schema.json", _ text: String = LanguageServerTests.user
    ) throws -> String {
      try session.ask("hover", file, at: text.replacing(change.0, with: change.1))["contents"]?["value"]?.string ?? ""
    }
    let reference = try text(("\"#/$defs/short\"", "\"#|/$defs/short\""))
    #expect(reference.contains("Short text.") && reference.contains("- at most 3 characters"))
    #expect(try text(("\"flag\"", "\"fl|ag\"")).contains("```swift\nBool?\n```"))
    #expect(try text(("\"required\"", "\"re|quired\"")) != "")
    #expect(try text(("\"flag\": { \"type\": \"boolean\" }", "\"fl|ag\": {")).contains("Bool?"))
    #expect(try text(("y:\n", "y|:\n"), in: "b.schema.yaml", Self.yaml).contains("Short text."))
    let hints = #""x-swift": { "na|me": "A" }, "#
    #expect(try text(("\"title\"", hints + "\"title\"")) == "The name of the type or property.")
    let null = #""x-swift": { "nu|ll": "absent" }, "#
    #expect(try text(("\"title\"", null + "\"title\"")).contains("absence"))
    try session.open("codegen.json")
    #expect(try text(("\"outputs\"", "\"out|puts\""), in: "codegen.json", Self.configuration) != "")
  }

  @Test("definitions and references lead across files, formats and the configuration's overrides")
  func navigation() throws {
    let session = try session()
    let found = try session.ask("definition", "b.schema.yaml", at: Self.yaml.replacing("#/$defs", with: "#|/$defs"))
    #expect(session.words(ofLocation: found) == "user.schema.json 5:13-20")
    let marked = Self.user.replacing("\"short\":", with: "\"sh|ort\":")
    let references = try session.ask(
      "references", "user.schema.json", at: marked, ["context": ["includeDeclaration": false]])
    #expect(
      references.array?.map(session.words) == [
        "b.schema.yaml 4:4-8", "user.schema.json 3:28-34", "codegen.json 0:119-134",
      ])
    #expect(try session.ask("definition", "user.schema.json", at: "|" + Self.user) == .null)
  }

  @Test("renaming a definition changes every reference and override")
  func rename() throws {
    let session = try session()
    let marked = Self.user.replacing("\"short\":", with: "\"sh|ort\":")
    let edit = try session.ask("rename", "user.schema.json", at: marked, ["newName": "a/b"])
    let texts = (edit["changes"]?.object ?? [:]).flatMap { $0.value.array ?? [] }.compactMap { $0["newText"]?.string }
    #expect(
      texts.sorted() == [
        ##""#/$defs/a~1b""##, ##""#/$defs/a~1b""##, #""a/b""#, ##""user.schema.json#/$defs/a~1b""##,
      ])
    #expect(throws: Session.Refusal.self) {
      try session.ask("rename", "user.schema.json", at: "|" + Self.user, ["newName": "x"])
    }
    let prepared = try session.ask("prepareRename", "user.schema.json", at: marked)
    #expect(prepared["placeholder"] == "short" && Session.words(prepared["range"]) == "5:13-20")
  }

  @Test("symbols, folding ranges, inlay hints and fixes")
  func structure() throws {
    let session = try session()
    let document: JSONValue = ["uri": .string(session.uri("user.schema.json"))]
    let whole: JSONValue = [
      "start": ["line": 0, "character": 0], "end": ["line": 99, "character": 0],
    ]
    let symbols = try session.ask("textDocument/documentSymbol", ["textDocument": document]).array ?? []
    #expect(symbols.map { $0["name"] } == ["name", "flag", "short"])
    let folds = try session.ask("textDocument/foldingRange", ["textDocument": document])
    #expect(folds == [["startLine": 0, "endLine": 5]])
    let hints = try session.ask("textDocument/inlayHint", ["textDocument": document, "range": whole])
    #expect(hints.array?.map { $0["label"] } == ["User"])
    let found = try session.ask("workspace/symbol", ["query": "SHO"]).array ?? []
    #expect(found.compactMap { $0["location"].map(session.words) } == ["user.schema.json 5:13-20"])
    session.change("user.schema.json", ["text": .string(Self.user.replacing("maxLength", with: "maxLenght"))])
    let actions = try session.ask(
      "textDocument/codeAction", ["textDocument": document, "range": whole, "context": ["diagnostics": []]])
    let edits = actions.array?.first?["edit"]?["changes"]?[session.uri("user.schema.json")]
    #expect(edits?.array?.map { $0["newText"] } == [#""maxLength""#])
  }

  @Test(
    "a schema gets the form of 'codegen fmt', and nothing else does",
    arguments: [
      (
        "user.schema.json", #"{"type": "object", "title": "User"}"#,
        "{ \"title\": \"User\", \"type\": \"object\" }\n"
      ),
      ("user.schema.json", #"{"type": "object", "title": "#, nil), ("b.schema.yaml", "type: object\ntitle: B", nil),
      ("codegen.json", #"{"schemas": {}, "outputs": {}}"#, nil),
    ])
  func formats(_ name: String, _ text: String, _ expected: String?) throws {
    let session = try session()
    if name == "codegen.json" { try session.open(name) }
    session.change(name, ["text": .string(text)])
    let document: JSONValue = ["uri": .string(session.uri(name))]
    let edits = try session.ask(
      "textDocument/formatting", ["textDocument": document, "options": ["tabSize": 2, "insertSpaces": true]])
    #expect(edits.array?.first?["newText"]?.string == expected)
  }

  @Test("the diagnostics after random edits are those of a new session")
  func randomEdits() throws {
    let session = try session()
    var generator = SeededRandom(seed: 41)
    for _ in 0..<60 {
      let text = Array(Self.user)
      let start = Int.random(in: 0..<text.count, using: &generator)
      let end = min(text.count, start + Int.random(in: 0...6, using: &generator))
      let broken =
        String(text[..<start]) + ["", "\"", "{", "😀"].randomElement(using: &generator)! + String(text[end...])
      session.change("user.schema.json", ["text": .string(broken)])
      if Bool.random(using: &generator) { _ = try session.ask("hover", "user.schema.json", at: broken) }
      session.wait()
      let fresh = try Session([
        "codegen.json": Self.configuration, "user.schema.json": Self.user, "b.schema.yaml": Self.yaml,
      ])
      try fresh.open("user.schema.json", broken)
      fresh.wait()
      #expect(session.diagnostics["user.schema.json"] == fresh.diagnostics["user.schema.json"], "\(broken)")
    }
  }
}
