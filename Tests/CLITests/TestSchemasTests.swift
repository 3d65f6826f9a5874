import Foundation
import JSONSchema
import SchemaLoading
import SchemaRuntime
import SchemaTestSuite
import SchemaTesting
import SchemaValidation
import TestSupport
import Testing

@testable import CodegenCommands

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite struct TestSchemasTests {
  // MARK: - Suites

  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// A test, with the schema `{"properties": {"a": {"minimum": 1}, "b": {"type": "string"}}}`.
    let test: String
    /// The start of the only finding after its location; nil if the test passes.
    let finding: String?

    init(_ sentence: String, _ test: String, _ finding: String? = nil) {
      (testDescription, self.test, self.finding) = (sentence, test, finding)
    }
  }

  @Test(
    "a test passes if the verdict and the errors are the expected ones",
    arguments: [
      Row("a valid payload passes", #"{"data": {"a": 1}, "valid": true}"#),
      Row("an invalid payload passes", #"{"data": {"a": 0}, "valid": false}"#),
      Row(
        "a rejected payload fails at its error", #"{"data": {"a": 0}, "valid": true}"#,
        "1:149: error: g: test 1: expected a valid payload, found an error: /a: expected at least 1, found 0 (minimum) [rejected]"
      ),
      Row(
        "an accepted payload fails at its start", #"{"data": {"a": 1}, "valid": false}"#,
        "1:144: error: g: test 1: expected an invalid payload, found a valid one [accepted]"),
      Row("an error by its location", #"{"data": {"a": 0}, "valid": false, "errors": [{"instanceLocation": "/a"}]}"#),
      Row("an error by its keyword", #"{"data": {"a": 0}, "valid": false, "errors": [{"keyword": "minimum"}]}"#),
      Row(
        "several errors",
        #"{"data": {"a": 0, "b": 1}, "valid": false, "errors": [{"keyword": "type"}, {"keyword": "minimum"}]}"#),
      Row(
        "an error by all that the output has",
        #"{"data": {"a": 0}, "valid": false, "errors": [{"instanceLocation": "/a", "keyword": "minimum", "#
          + #""keywordLocation": "/properties/a/minimum", "expected": 1, "actual": 0, "#
          + #""error": "expected at least 1, found 0"}]}"#),
      Row(
        "another location is another error",
        #"{"data": {"a": 0}, "valid": false, "errors": [{"instanceLocation": "/b", "keyword": "minimum"}]}"#,
        #"1:149: error: g: test 1: expected an error with {"instanceLocation":"/b","keyword":"minimum"}, found an error: /a"#
      ),
      Row(
        "each expected error has to be there",
        #"{"data": {"a": 0}, "valid": false, "errors": [{"keyword": "minimum"}, {"keyword": "type"}]}"#,
        #"1:149: error: g: test 1: expected an error with {"keyword":"type"}, found an error: /a"#),
      Row(
        "a description is the name", #"{"description": "d", "data": 1, "valid": false}"#, "1:163: error: g: d: expected"
      ),
    ])
  func tests(_ row: Row) throws {
    let folder = try ScratchFolder()
    let schema =
      #"{"$schema": "https://json-schema.org/draft/2020-12/schema", "properties": {"a": {"minimum": 1}, "b": {"type": "string"}}}"#
    let start = #"[{"description":"g","schema":"#
    try folder.write(start + schema + #","tests":["# + row.test + "]}]", to: "a.json")
    let outcome = folder.run("test", "a.json")
    #expect(outcome.code == (row.finding == nil ? 0 : 1))
    let first = outcome.output.split(separator: "\n").first.map(String.init) ?? ""
    let column = start.utf8.count + schema.utf8.count
    if let finding = row.finding {
      #expect(first.hasPrefix("a.json:1:") && first.contains(finding.drop { $0 != " " }), "\(first), \(column)")
    } else {
      #expect(outcome.output == "1 test: 1 passed, 0 failed\n")
    }
    #expect(outcome.errors.isEmpty)
  }

  struct Mistake: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let text: String
    let message: String

    init(_ sentence: String, _ text: String, _ message: String) {
      (testDescription, self.text, self.message) = (sentence, text, message)
    }
  }

  @Test(
    "a mistake in a suite is an error with its position, and no test is left out silently",
    arguments: [
      Mistake(
        "a misspelled member", #"{"schema": {}, "tests": [{"data": 1, "valid": false, "error": []}]}"#,
        "a.test.json:1:63: error: /tests/0/error: expected a declared member, found 'error'; did you mean 'errors'?"),
      Mistake(
        "no verdict", #"{"schema": {}, "tests": [{"data": 1}]}"#,
        "a.test.json:1:26: error: /tests/0: expected member 'valid', found none"),
      Mistake(
        "neither a schema nor the name of one", #"[{"tests": []}]"#,
        "a.test.json:1:2: error: /0: expected one of the members 'schema' or 'target', found none"),
      Mistake(
        "errors of a valid payload",
        #"{"schema": {}, "tests": [{"data": 1, "valid": true, "errors": [{"error": "x"}]}]}"#,
        "a.test.json:1:47: error: /tests/0/valid: expected false, found true"),
      Mistake(
        "an error that no output has",
        #"{"schema": {}, "tests": [{"data": 1, "valid": false, "errors": [{"keyWord": "x"}]}]}"#,
        "a.test.json:1:66: error: /tests/0/errors/0/keyWord: expected"),
      Mistake("no JSON", "[", "a.test.json:1:2: error: expected"),
      Mistake(
        "no schema with the name", #"{"target": "b.json", "tests": []}"#,
        "a.test.json:1:12: error: expected '$ref' to name a schema, found 'b.json'"),
      Mistake(
        "a mistake in the schema", #"{"schema": {"type": "strin"}, "tests": []}"#, "a.test.json:1:21: error: expected"),
      Mistake(
        "no file with the payload", #"{"schema": {}, "tests": [{"dataPath": "p.json", "valid": true}]}"#,
        "p.json: error: cannot be read: no such file"),
    ])
  func mistakes(_ mistake: Mistake) throws {
    let folder = try ScratchFolder()
    try folder.write(mistake.text, to: "a.test.json")
    let outcome = folder.run("test", "a.test.json")
    #expect(outcome.code == 2)
    #expect(outcome.errors.hasPrefix(mistake.message), "\(outcome.errors)")
  }

  @Test("an error that a test expects has the members of an error in the output of 'validate'")
  func errorMembers() throws {
    let folder = try ScratchFolder()
    try folder.write(#"{"minimum": 1}"#, to: "s.json")
    try folder.write("0", to: "p.json")
    let output = try JSONValue(
      parsing: folder.run("validate", "--schema", "s.json", "--output", "json", "p.json").output)
    let error = try #require(output["errors"]?.array?.first?.object)
    for (name, value) in error {
      let isPosition = ["line", "column", "offset"].contains(name)
      let expected: JSONValue = [.object([name: value])]
      try folder.write(
        #"{"target": "s.json", "tests": [{"data": 0, "valid": false, "errors": \#(expected.text())}]}"#,
        to: "a.test.json")
      #expect(folder.run("test", "a.test.json").code == (isPosition ? 2 : 0), "\(name)")
    }
  }

  @Test("the official suite passes as it is", .enabled(if: OfficialSuite.isPresent))
  func officialSuite() throws {
    let folder = try ScratchFolder()
    let suites = try #require(ProcessInfo.processInfo.environment["SCHEMATA_SUITES"]) + "/json-schema-test-suite"
    let references: JSONValue = ["references": ["http://localhost:1234/": .string(suites + "/remotes")]]
    try folder.write(references.text(), to: "Schemas/codegen.json")
    var count = 0
    for draft in OfficialSuite.drafts where draft.dialect.draft >= .draft2019 {
      for file in try OfficialSuite.files(of: draft) {
        try folder.write(
          JSONValue.array(file.cases).text(), to: "Schemas/\(draft.folder)/\(file.name).test.json")
        count += file.cases.reduce(0) { $0 + ($1["tests"]?.array?.count ?? 0) }
      }
    }
    let outcome = folder.run("test", "--no-format", "Schemas")
    #expect(outcome.output.hasPrefix("\(count) tests: \(count) passed, 0 failed\n"), "\(outcome)")
    #expect(count > 2_000)
  }

  // MARK: - Folders

  @Test(
    "a file is a suite, a payload or a list of errors by its path",
    arguments: [
      ("a/user.test.json", TestFiles.Role.suite), ("user.test.yaml", .suite), (".test.json", nil), ("test.json", nil),
      ("user.json", nil), ("a/user.tests/valid/x.json", .payload(folder: "a/user.tests", isValid: true)),
      ("user.tests/invalid/deep/x.yml", .payload(folder: "user.tests", isValid: false)),
      ("user.tests/invalid/x.errors.json", .errors(folder: "user.tests", isValid: false)),
      ("user.tests/valid/x.test.json", .payload(folder: "user.tests", isValid: true)),
      ("user.tests/x.test.json", .suite), ("user.tests/x.json", .misplaced), ("user.tests/valid.json", .misplaced),
      ("user.tests/README.md", nil), (".tests/valid/x.json", nil), ("mytests/valid/x.json", nil),
    ])
  func roles(_ path: String, _ role: TestFiles.Role?) {
    #expect(TestFiles.role(of: path) == role)
  }

  private static func folder() throws -> ScratchFolder {
    let folder = try ScratchFolder()
    try folder.write("{}", to: "Schemas/codegen.json")
    try folder.write(
      """
      {
        "$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object",
        "properties": {
          "name": { "type": "string", "minLength": 1 },
          "mail": { "type": "string", "format": "email" },
          "tags": { "contains": { "const": "a" }, "maxContains": 2 }
        },
        "required": ["name"], "additionalProperties": false,
        "if": { "properties": { "name": { "const": "root" } } }, "then": { "required": ["mail"] }
      }
      """, to: "Schemas/user.schema.json")
    return folder
  }

  @Test("payloads in folders are tests of the schema beside the folder")
  func payloads() throws {
    let folder = try Self.folder()
    for (name, text) in [
      ("valid/ada.json", #"{"name": "Ada"}"#), ("valid/all.yaml", "name: Bob\n---\nname: Eve\nmail: eve@example.com\n"),
      ("valid/notes.md", "no payload"), ("invalid/lines.ndjson", "{}\n\n{\"name\": \"Ada\"}\n"),
      ("invalid/empty.json", #"{"name": ""}"#), ("invalid/broken.json", "{"), ("invalid/cut.json", "{"),
      ("invalid/cut.errors.json", #"[{"keyword": "parse"}]"#),
      ("invalid/other.json", #"{"name": "Ada", "mail": 1}"#),
      ("invalid/other.errors.json", #"[{"instanceLocation": "/name"}]"#),
      ("invalid/empty.errors.json", #"[{"instanceLocation": "/name", "keyword": "minLength"}]"#),
    ] {
      try folder.write(text, to: "Schemas/user.tests/" + name)
    }
    let lines = """
      Schemas/user.tests/invalid/broken.json:1:2: error: invalid/broken.json: expected JSON, unless an error with \
      {"keyword":"parse"} is expected, found an error: expected a member name in double quotes or '}', found the end of the text (parse) \
      [unreadable]
      Schemas/user.tests/invalid/lines.ndjson:3:1: error: invalid/lines.ndjson:3: expected an invalid payload, found \
      a valid one [accepted]
      Schemas/user.tests/invalid/other.json:1:25: error: invalid/other.json: expected an error with \
      {"instanceLocation":"/name"}, found an error: /mail: expected string, found integer (type) [other-errors]
      9 tests: 6 passed, 3 failed
      coverage: 45% (5 of 11 keywords)

      """
    #expect(folder.run("test") == Outcome(1, lines))
    #expect(folder.run("test", "Schemas/user.tests/valid").code == 0)
    #expect(folder.run("lint").code == 0)
    #expect(folder.run("generate", "--check").errors.contains("user.tests") == false)
  }

  @Test(
    "tests that cannot run fail the command, whatever the others do",
    arguments: [
      ("user.tests/valid/b.yaml", "Schemas/user.tests/valid/b.yaml: error: expected a payload, found none"),
      (
        "other.tests/valid/a.json",
        "Schemas/other.tests: error: expected a schema beside this folder, such as other.schema.json"
      ),
      ("user.tests/a.json", "Schemas/user.tests/a.json: error: expected payloads in the folders 'valid' and 'invalid'"),
      (
        "user.tests/invalid/b.errors.json", "Schemas/user.tests/invalid/b.errors.json: error: expected a payload beside"
      ),
      ("user.tests/valid/b.errors.json", "Schemas/user.tests/valid/b.errors.json: error: expected no errors"),
    ])
  func unusable(_ file: String, _ message: String) throws {
    let folder = try Self.folder()
    try folder.write(#"{"name": "Ada"}"#, to: "Schemas/user.tests/valid/ada.json")
    try folder.write(file.hasSuffix(".yaml") ? "# empty" : #"[{"keyword": "type"}]"#, to: "Schemas/" + file)
    let outcome = folder.run("test")
    #expect(outcome.code == 2)
    #expect(outcome.output.hasPrefix("1 test: 1 passed"))
    #expect(outcome.errors.hasPrefix(message), "\(outcome.errors)")
  }

  @Test("folders around the configured one do not matter, and an operand may be a single payload")
  func paths() throws {
    let folder = try ScratchFolder()
    try folder.write("{}", to: "my.tests/Schemas/codegen.json")
    try folder.write(#"{"minimum": 1}"#, to: "my.tests/Schemas/a.schema.json")
    try folder.write("0", to: "my.tests/Schemas/a.tests/invalid/zero.json")
    try folder.write(#"[{"keyword": "type"}]"#, to: "my.tests/Schemas/a.tests/invalid/zero.errors.json")
    let all = folder.run(["test"], in: "my.tests")
    #expect(all.code == 1 && all.errors.isEmpty, "\(all)")
    let one = folder.run(["test", "zero.json"], in: "my.tests/Schemas/a.tests/invalid")
    #expect(one.code == 1 && one.output.contains(#"expected an error with {"keyword":"type"}"#), "\(one)")
  }

  @Test("without tests, the command says where they belong")
  func none() throws {
    let outcome = try Self.folder().run("test")
    #expect(outcome.code == 2 && outcome.errors.contains("expected tests in Schemas, found none; write NAME.test.json"))
  }

  @Test("payloads and suites are no schemas, even if they look like some")
  func noSchemas() throws {
    let folder = try ScratchFolder()
    let schema = #"{"$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object", "title": "A"}"#
    try folder.write("{}", to: "Schemas/codegen.json")
    for name in ["a.json", "a.tests/valid/b.json", "a.test.json", "a.tests/valid/c.schema.json"] {
      try folder.write(schema, to: "Schemas/" + name)
    }
    let loader = SchemaLoader(root: folder.path + "/Schemas", workingDirectory: folder.path, options: .whole)
    #expect(try loader.chosenFiles().map(\.name) == ["Schemas/a.json", "Schemas/a.tests/valid/c.schema.json"])
  }

  @Test("the settings of the configured folder apply to its tests, and to no others")
  func configured() throws {
    let folder = try Self.folder()
    try folder.write(
      #"{"formats": {"assert": []}, "references": {"https://x.example/": "."}}"#, to: "Schemas/codegen.json")
    let tests = #","tests": [{"data": {"name": "A", "mail": "x"}, "valid": true}]}"#
    try folder.write(#"{"target": "https://x.example/user.schema.json""# + tests, to: "Schemas/user.test.json")
    try folder.write(#"{"target": "Schemas/user.schema.json""# + tests, to: "user.test.json")
    let inside = folder.run("test")
    #expect(inside.code == 0, "\(inside)")
    #expect(folder.run("test", "user.test.json").output.contains("/mail: expected"))
    #expect(folder.run("test", "--no-format", "user.test.json").code == 0)
  }

  // MARK: - Coverage

  @Test(
    "a keyword is covered if it rejects a value in a test",
    arguments: [
      ("a keyword of another type", #"{"minimum": 1}"#, #"["x"]"#, ["/minimum: never-applied"]),
      ("a keyword that accepts", #"{"minimum": 1}"#, "[1]", ["/minimum: never-rejecting"]),
      ("a keyword that rejects", #"{"minimum": 1}"#, "[0]", []),
      (
        "keywords that only apply schemas do not count",
        ##"{"allOf": [{"items": {"$ref": "#/$defs/a"}}], "$defs": {"a": {"type": "null"}}}"##, "[[1]]", []
      ),
      ("schemas that nothing applies do not count", #"{"$defs": {"a": {"type": "null"}}}"#, "[1]", []),
      ("the schema false", #"{"additionalProperties": false}"#, "[{}]", ["/additionalProperties: never-applied"]),
      ("the schema false that rejects", #"{"additionalProperties": false}"#, #"[{"a": 1}]"#, []),
      (
        "branches that do not hold", #"{"anyOf": [{"const": 1}, {"const": 2}]}"#, "[2]",
        ["/anyOf: never-rejecting", "/anyOf/1/const: never-rejecting"]
      ),
      ("a branch in a negation", #"{"not": {"const": 1}}"#, "[2]", ["/not: never-rejecting"]),
      (
        "a condition and what follows", #"{"if": {"const": 1}, "then": false, "else": {"minimum": 5}}"#, "[1]",
        ["/else/minimum: never-applied", "/if/const: never-rejecting"]
      ),
      (
        "what depends on a member", #"{"dependentSchemas": {"a": {"required": ["b"]}, "c": {"required": ["d"]}}}"#,
        #"[{"a": 1}]"#, ["/dependentSchemas/c/required: never-applied"]
      ),
      (
        "the two limits of contains", #"{"contains": {"const": 1}, "maxContains": 1}"#, "[[2]]",
        ["/contains/const: never-rejecting", "/maxContains: never-rejecting"].filter { $0.contains("max") }
      ),
      ("the least number of contains", #"{"contains": {"const": 1}, "minContains": 2}"#, "[[1, 2]]", []),
      ("names", #"{"propertyNames": {"maxLength": 1}}"#, #"[{"ab": 1}]"#, []),
      (
        "patterns of names", #"{"patternProperties": {"^a": {"type": "null"}, "^b": {"type": "null"}}}"#,
        #"[{"a": 1}]"#, ["/patternProperties/^b/type: never-applied"]
      ),
      (
        "unevaluated members", #"{"properties": {"a": true}, "unevaluatedProperties": {"type": "null"}}"#,
        #"[{"a": 1}]"#, ["/unevaluatedProperties/type: never-applied"]
      ),
      (
        "unevaluated members that are rejected",
        #"{"properties": {"a": true}, "unevaluatedProperties": {"type": "null"}}"#, #"[{"a": 1, "b": 1}]"#, []
      ),
      (
        "an endless schema", ##"{"properties": {"a": {"$ref": "#"}}, "required": ["b"]}"##,
        #"[{"b": 1, "a": {"b": 1, "a": {}}}]"#, []
      ),
      ("a sensitive value", #"{"properties": {"a": {"minLength": 3, "x-sensitive": true}}}"#, #"[{"a": "x"}]"#, []),
      ("several payloads", #"{"type": "number", "minimum": 1}"#, #"[0, "x"]"#, []),
    ] as [(String, String, String, [String])])
  func coverage(_ sentence: String, _ schema: String, _ payloads: String, _ gaps: [String]) throws {
    let folder = try ScratchFolder()
    try folder.write(schema, to: "s.json")
    let tests = try JSONValue(parsing: payloads).array ?? []
    let isValid = try tests.map { payload in
      try folder.write(payload.text(), to: "p.json")
      return folder.run("validate", "--schema", "s.json", "p.json").code == 0
    }
    let suite: JSONValue = [
      "target": "s.json", "tests": .array(zip(tests, isValid).map { ["data": $0, "valid": .bool($1)] }),
    ]
    try folder.write(suite.text(), to: "a.test.json")
    let outcome = folder.run("test", "--output", "json", "a.test.json")
    #expect(outcome.code == 0, "\(outcome)")
    let coverage = try #require(try JSONValue(parsing: outcome.output)["coverage"])
    let found = coverage["others"]?.array?.map { "\($0["pointer"]?.string ?? ""): \($0["use"]?.string ?? "")" }
    #expect(found?.sorted() == gaps.sorted(), "\(sentence)")
    let count = coverage["keywords"]?.int ?? -1
    #expect(coverage["rejecting"]?.int == count - gaps.count)
  }

  @Test("a keyword that an issue names is one that rejects a value", .enabled(if: OfficialSuite.isPresent))
  func issuesAreUses() throws {
    var count = 0
    for draft in OfficialSuite.drafts {
      let options = SchemaResolver.Options(defaultDialect: draft.dialect, requiresSchemas: false)
      for group in Effort.sample(try OfficialSuite.groups(of: draft), oneIn: 4) {
        guard
          let graph = try? SchemaResolver.resolve(
            [group.schema], options: options, lookup: { OfficialSuite.remotes[$0] }
          ).graph,
          let output = try? Compiler.compile(graph.roots, of: graph)
        else { continue }
        let validator = SchemaValidator(output, schema: graph.roots[0])
        for instance in group.instances {
          guard let document = try? JSONDocument(parsing: instance.text) else { continue }
          var uses = KeywordUses()
          validator.addUses(of: document, at: JSONPointer(), to: &uses)
          #expect(uses.rejecting.isSubset(of: uses.applied))
          let rejecting = Set(
            uses.rejecting.map { use in
              output.program.schemas[use.schema.index].location
                + (use.keyword.map { JSONPointer([$0]).uriFragment } ?? "")
            })
          for issue in validator.validate(document).issues.withAllCauses where !issue.isUndecided {
            // In draft-03, `properties` of an object requires the members whose schemas say so.
            let location = issue.absoluteKeywordLocation.replacing(
              /\/properties\/[^\/]*\/required$/, with: "/properties")
            #expect(
              rejecting.contains(draft.dialect == .draft3 ? location : issue.absoluteKeywordLocation),
              "\(group.title(of: instance)): \(issue)")
            count += 1
          }
        }
      }
    }
    #expect(count > 500)
  }

  @Test("without PATH, schemas without tests count, and a coverage that is too small fails the command")
  func minimum() throws {
    let folder = try Self.folder()
    try folder.write(
      #"{"type": "string", "$schema": "https://json-schema.org/draft/2020-12/schema"}"#, to: "Schemas/b.schema.json")
    try folder.write(
      #"{"target": "b.schema.json", "tests": [{"data": 1, "valid": false}]}"#, to: "Schemas/b.test.json")
    #expect(
      folder.run("test", "--minimum-coverage", "100", "Schemas/b.test.json")
        == Outcome(0, "1 test: 1 passed, 0 failed\ncoverage: 100% (1 of 1 keyword)\n"))
    let all = folder.run("test", "--minimum-coverage", "9")
    #expect(all.code == 1)
    #expect(all.output.contains("Schemas/user.schema.json:4:23: warning: /properties/name/type: no test applies"))
    #expect(
      all.output.hasSuffix("\n1 test: 1 passed, 0 failed\ncoverage: 8% (1 of 12 keywords); expected at least 9%\n"))
    #expect(folder.run("test", "--minimum-coverage", "8").code == 0)
    let noted = folder.run("test", "--coverage")
    #expect(
      noted.code == 0
        && noted.output.contains("note: /properties/name/type: no test applies this to a value [never-applied]"))
  }

  // MARK: - Outputs

  private final class Elements: NSObject, XMLParserDelegate {
    var all: [(name: String, attributes: [String: String])] = []

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
      attributes: [String: String] = [:]
    ) {
      all.append((name, attributes))
    }
  }

  @Test("JUnit's form is well-formed XML with all tests, whatever their names")
  func junit() throws {
    let folder = try ScratchFolder()
    let names = ["<a> & \"b\" 'c'", "line\nbreak\ttab", "\u{1}\u{fffe}]]>", "é😀"]
    let tests = names.map { name in ["description": .string(name), "data": 1, "valid": false] as JSONValue }
    let suite: JSONValue = [["description": "g<", "schema": ["minimum": 1], "tests": .array(tests)]]
    try folder.write(suite.text(), to: "a&b.test.json")
    let outcome = folder.run("test", "--output", "junit", "--minimum-coverage", "50", "a&b.test.json")
    #expect(outcome.code == 1)
    let elements = Elements()
    let parser = XMLParser(data: Data(outcome.output.utf8))
    parser.delegate = elements
    #expect(parser.parse(), "\(outcome.output)")
    #expect(elements.all.first?.attributes == ["tests": "5", "failures": "4"])
    let cases = elements.all.filter { $0.name == "testcase" }.map(\.attributes)
    #expect(cases.map { $0["name"] } == [names[0], names[1], "\u{fffd}\u{fffd}]]>", names[3], "minimum coverage"])
    #expect(cases[0]["classname"] == "a&b.test.json: g<" && cases[0]["file"] == "a&b.test.json")
    let failures = elements.all.filter { $0.name == "failure" }.map { $0.attributes["message"] ?? "" }
    #expect(failures.count == 4 && failures[0].contains("expected an invalid payload, found a valid one"))
  }

  @Test("the outputs for other tools have a finding for each failure")
  func findings() throws {
    let folder = try Self.folder()
    try folder.write(#"{"name": 1}"#, to: "Schemas/user.tests/valid/a.json")
    let github = folder.run("test", "--output", "github-actions")
    #expect(
      github
        == Outcome(
          1,
          "::error file=Schemas/user.tests/valid/a.json,line=1,col=10,title=rejected::"
            + "valid/a.json: expected a valid payload, found an error: /name: expected string, found integer (type)\n")
    )
    let sarif = try JSONValue(parsing: folder.run("test", "--output", "sarif", "--coverage").output)
    let run = sarif["runs"]?.array?.first
    #expect(
      run?["tool"]?["driver"]?["rules"]?.array?.map { $0["id"] } == ["rejected", "never-applied", "never-rejecting"])
    #expect(run?["results"]?.array?.first?["ruleId"] == "rejected")
  }
}
