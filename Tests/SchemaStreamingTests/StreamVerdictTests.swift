import JSONSchema
@_spi(Generated) import SchemaRuntime
import SchemaSampling
@testable import SchemaStreaming
import SchemaTestSuite
import SchemaValidation
import TestSupport
import Testing

/// When a payload that arrives byte by byte is refused, and why.
@Suite struct StreamVerdictTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var schema: String
    /// The text up to the byte with which it is refused, and what follows.
    var refused: String
    var rest = ""
    /// The keyword and the location of the issue.
    var issue: String

    init(_ sentence: String, _ schema: String, _ refused: String, then rest: String = "", _ issue: String) {
      (testDescription, self.schema, self.refused, self.rest, self.issue) = (sentence, schema, refused, rest, issue)
    }
  }

  static func validation(_ schema: String) throws -> (stream: StreamValidation, evaluator: Evaluator) {
    let schema = try Self.schema(schema)
    return (StreamValidation(schema), schema.evaluator)
  }

  static func schema(_ schema: String) throws -> ModelSchema {
    let document = SchemaDocument(
      uri: "schema:///s", name: "s.json", source: try JSONDocument(parsing: Array(schema.utf8)))
    let graph = try SchemaResolver.resolve([document]).graph
    let output = try Compiler.compile([graph.roots[0]], of: graph, options: Compiler.Options())
    return ModelSchema(output.program, output.indices[graph.roots[0]] ?? 0)
  }

  @Test(
    "a payload is refused at the first byte after which nothing valid can follow",
    arguments: [
      Row("a value of another type", #"{"type": "object"}"#, "[", then: "1]", "type "),
      Row(
        "a member of another type", #"{"properties": {"a": {"type": "string"}}}"#, #"{"a": 1"#, then: "2}", "type /a"),
      Row("a number where no listed value is one", #"{"enum": ["a", null]}"#, "1", then: "", "enum "),
      Row("a text that begins no listed one", #"{"enum": ["green", "grey"]}"#, #""grx"#, then: #"een""#, "enum "),
      Row("a text that begins no constant", #"{"const": "ab"}"#, #""b"#, then: #"c""#, "const "),
      Row(
        "a member that may not be there, at the end of its name",
        #"{"properties": {"a": true}, "additionalProperties": false}"#, #"{"a": 1, "b""#, then: ":2}",
        "additionalProperties /b"),
      Row(
        "a name that is none", #"{"propertyNames": {"pattern": "^x"}}"#, #"{"xa": 1, "b""#, then: ": 2}", "pattern /b"),
      Row("an element too many", #"{"maxItems": 2}"#, "[1, 2, 3", then: ", 4]", "maxItems "),
      Row("a member too many", #"{"maxProperties": 1}"#, #"{"a": 1, "b""#, then: ": 2}", "maxProperties "),
      Row("a character too many", #"{"items": {"maxLength": 3}}"#, #"["äöüß"#, then: #"e"]"#, "maxLength /0"),
      Row("a number, at its end", #"{"items": {"maximum": 5}}"#, "[3, 70,", then: " 1]", "maximum /1"),
      Row("a text, at its end", #"{"pattern": "^a.*z$"}"#, #""ab""#, "pattern "),
      Row(
        "an object without a required member, at its end", #"{"items": {"required": ["a"]}}"#, #"[{"b": 1}"#,
        then: ", 2]", "required /0"),
      Row("an array with too few elements, at its end", #"{"minItems": 2}"#, "[1]", "minItems "),
      Row("equal elements, at the end of the array", #"{"uniqueItems": true}"#, "[1, 1]", "uniqueItems "),
      Row(
        "a choice, at the end of the value", #"{"items": {"anyOf": [{"required": ["a"]}, {"required": ["b"]}]}}"#,
        #"[{"c": 1}"#, then: "]", "anyOf /0"),
      Row(
        "an element after the last of a tuple", #"{"prefixItems": [true], "items": false}"#, "[1, 2", then: "]",
        "items /1"),
      Row(
        "through a reference", ##"{"$ref": "#/$defs/a", "$defs": {"a": {"type": "array"}}}"##, "{", then: "}", "type "),
      Row("in a branch that always applies", #"{"allOf": [{"maxItems": 0}]}"#, "[1", then: "]", "maxItems "),
    ])
  func refusesEarly(row: Row) throws {
    var (stream, evaluator) = try Self.validation(row.schema)
    for (index, byte) in row.refused.utf8.enumerated() {
      #expect(stream.verdict == .open, "refused after \(index) bytes")
      _ = stream.append([byte])
    }
    guard case .refused(.invalid(let issues)) = stream.verdict, let issue = issues.first else {
      return #expect(Bool(false), "\(stream.verdict)")
    }
    #expect("\(issue.kind.keyword) \(issue.instanceLocation)" == row.issue)
    let whole = try evaluator.issues(in: Array((row.refused + row.rest).utf8))
    #expect(
      whole.contains {
        $0.keywordLocation == issue.keywordLocation && $0.instanceLocation == issue.instanceLocation
          && $0.position == issue.position
      }, "\(whole)")
  }

  @Test("of repeated names, the first to arrive is refused, although the whole text has that of the outermost object")
  func refusesRepeatedNames() throws {
    var (stream, evaluator) = try Self.validation("true")
    let text = Array(#"{"a": {"x": 1, "x": 2}, "b": 1, "b": 2}"#.utf8)
    for byte in text { _ = stream.append([byte]) }
    guard case .refused(.invalid(let issues)) = stream.verdict else { return #expect(Bool(false), "\(stream.verdict)") }
    #expect(issues.map { "\($0.keyword) \($0.instanceLocation)" } == ["uniqueNames /a"])
    #expect(try evaluator.issues(in: text).map { "\($0.keyword) \($0.instanceLocation)" } == ["uniqueNames "])
  }

  @Test(
    "a text that is not JSON is refused where the reader refuses it",
    arguments: [
      "[1,]", "{\"a\" 1}", "{]", "nul1", "1 2", "\u{1}", "[1}", "\"a\u{1}\"", "[01]", "{1: 2}", "[tru]",
      "\"\t\"", "[\"a \n\"", "[\"\\x\"",
    ])
  func refusesSyntax(text: String) throws {
    var (stream, evaluator) = try Self.validation("true")
    for byte in text.utf8 { _ = stream.append([byte]) }
    guard case .refused(.syntax(let refusal)) = stream.verdict else { return #expect(Bool(false), "\(stream.verdict)") }
    #expect(throws: refusal) { _ = try evaluator.issues(in: Array(text.utf8)) }
  }

  @Test(
    "what has arrived is a value at every byte",
    arguments: [
      (#"{"a": [1, 23"#, #"{"a":[1]}"#), (#"{"a": "x\u00e4"#, #"{"a":"xä"}"#), (#"{"a": "x\u00"#, #"{"a":"x"}"#),
      (#"{"a": "x\ud83d\ude"#, #"{"a":"x"}"#), (#"{"a": 1, "b": tr"#, #"{"a":1}"#), (#"{"a": 1, "b"#, #"{"a":1}"#),
      (#"[[{"a": {"#, #"[[{"a":{}}]]"#), ("[1, ", "[1]"), (#"["a", "b"#, #"["a","b"]"#), ("[true]", "[true]"),
    ])
  func isPartial(text: String, expected: String) throws {
    var (stream, _) = try Self.validation("true")
    _ = stream.append(text.utf8)
    #expect(stream.partialJSON?.jsonValue.text() == expected)
  }
}

/// The official suite, cut at every byte.
@Suite(.enabled(if: OfficialSuite.isPresent, Comment(rawValue: OfficialSuite.instructions)))
struct StreamSuiteTests {
  static func schema(of group: OfficialSuite.Group, _ draft: OfficialSuite.Draft) throws -> ModelSchema {
    let options = SchemaResolver.Options(defaultDialect: draft.dialect)
    let formats = Compiler.Options(
      assertedFormats: group.assertion == .formats ? Set(Format.allCases) : [],
      assertsContent: group.assertion == .content)
    let graph = try SchemaResolver.resolve([group.schema], options: options, lookup: { OfficialSuite.remotes[$0] })
      .graph
    let output = try Compiler.compile([graph.roots[0]], of: graph, options: formats)
    return ModelSchema(output.program, output.indices[graph.roots[0]] ?? 0)
  }

  @Test("no valid instance is refused, and an early issue is one of the whole text's", arguments: OfficialSuite.drafts)
  func agrees(draft: OfficialSuite.Draft) throws {
    var problems: [String] = []
    var early = 0
    for group in Effort.sample(try OfficialSuite.groups(of: draft), oneIn: 5, thorough: 3) {
      let schema = try Self.schema(of: group, draft)
      for instance in group.instances {
        let bytes = Array(instance.text.utf8)
        var stream = StreamValidation(schema)
        for byte in bytes { _ = stream.append([byte]) }
        guard case .refused(let error) = stream.verdict else { continue }
        guard !instance.isValid, case .invalid(let issues) = error, let issue = issues.first else {
          problems.append("\(group.title(of: instance)): \(error)")
          continue
        }
        early += 1
        var evaluator = schema.evaluator
        evaluator.maximumIssueCount = 10_000
        let whole = try evaluator.issues(in: bytes, schema: schema.id)
        let isSame = whole.contains {
          $0.keywordLocation == issue.keywordLocation && $0.instanceLocation == issue.instanceLocation
            && $0.position == issue.position
        }
        if !isSame { problems.append("\(group.title(of: instance)): \(issue) is none of \(whole)") }
      }
    }
    for problem in problems.prefix(20) { Issue.record(Comment(rawValue: problem)) }
    #expect(problems.isEmpty)
    #expect(early > (Effort.isThorough ? 65 : 40))
  }

  @Test("samples are never refused, and what has arrived of them is a part of them", arguments: OfficialSuite.drafts)
  func acceptsSamples(draft: OfficialSuite.Draft) throws {
    var problems: [String] = []
    var count = 0
    var random = SeededRandom(seed: 5)
    let groups = try OfficialSuite.groups(of: draft).filter { $0.assertion == .none }
    for group in Effort.sample(groups, oneIn: 5, thorough: 3) {
      let schema = try Self.schema(of: group, draft)
      let sampler = SchemaSampler(schema.evaluator.program, schema: schema.id)
      for seed in 0..<6 {
        guard case .value(let value) = sampler.sample(seed: UInt64(seed), size: seed < 3 ? .typical : .minimal) else {
          continue
        }
        count += 1
        let bytes = value.json()
        var stream = StreamValidation(schema)
        var rest = bytes[...]
        while !rest.isEmpty {
          let piece = rest.prefix(Int.random(in: 1...8, using: &random))
          rest = rest.dropFirst(piece.count)
          if case .refused(let error) = stream.append(piece) { problems.append("\(group.name): \(value): \(error)") }
          guard let partial = stream.partialJSON?.jsonValue else { continue }
          if !partial.isPart(of: value) { problems.append("\(group.name): \(value): \(partial)") }
        }
      }
    }
    for problem in problems.prefix(20) { Issue.record(Comment(rawValue: problem)) }
    #expect(problems.isEmpty)
    #expect(count > (Effort.isThorough ? 200 : 120))
  }
}

extension StreamValidation {
  fileprivate mutating func append(_ bytes: some Sequence<UInt8>) -> StreamVerdict {
    Array(bytes).withUnsafeBufferPointer { append($0) }
  }
}

extension JSONValue {
  /// Whether the value is what can have arrived of another.
  fileprivate func isPart(of whole: JSONValue) -> Bool {
    switch (self, whole) {
    case (.string(let text), .string(let all)): all.unicodeScalars.starts(with: text.unicodeScalars)
    case (.array(let elements), .array(let all)):
      elements.count <= all.count && zip(elements, all).allSatisfy { $0.isPart(of: $1) }
    case (.object(let members), .object(let all)):
      members.count <= all.count && zip(members, all).allSatisfy { $0.key == $1.key && $0.value.isPart(of: $1.value) }
    case (.null, _), (.bool, _), (.number, _), (.string, _), (.array, _), (.object, _): self == whole
    }
  }
}
