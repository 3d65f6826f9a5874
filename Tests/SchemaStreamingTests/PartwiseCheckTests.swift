import JSONSchema
@_spi(Generated) import SchemaRuntime
import SchemaSampling
import SchemaTestSuite
import TestSupport
import Testing

@testable import SchemaStreaming

/// A text that is checked part by part has the issues of the whole text.
@Suite struct PartwiseCheckTests {
  /// What was found in a text: its error or its issues, in any order.
  enum Found: Equatable, CustomStringConvertible {
    case syntax(JSONSyntaxError)
    case issues(Set<ValidationIssue>)

    var description: String {
      switch self {
      case .syntax(let error): "\(error)"
      case .issues(let issues):
        issues.map { "\($0.keywordLocation) \($0.absoluteKeywordLocation) \($0) \($0.causes)" }.sorted().description
      }
    }
  }

  static func whole(_ text: [UInt8], _ schema: ModelSchema) -> Found {
    var evaluator = schema.evaluator
    evaluator.maximumIssueCount = 10_000
    do { return .issues(Set(try evaluator.issues(in: text, schema: schema.id))) } catch { return .syntax(error) }
  }

  static func partwise(
    _ text: [UInt8], _ schema: ModelSchema, limits: JSONLimits = JSONLimits(), heldSize: Int = 0,
    mostRemembered: Int = 1 << 24, upTo most: Int, using random: inout SeededRandom
  ) -> Found {
    var evaluator = schema.evaluator
    evaluator.maximumIssueCount = 10_000
    var check = PartwiseCheck(
      evaluator, schema: schema.id, limits: limits, heldSize: heldSize, mostRemembered: mostRemembered)
    var rest = text[...]
    var progress = PartwiseCheck.Progress.needsBytes
    while progress == .needsBytes {
      let piece = rest.prefix(Int.random(in: 1...most, using: &random))
      rest = rest.dropFirst(piece.count)
      piece.withUnsafeBufferPointer { check.append($0) }
      if rest.isEmpty { check.end() }
      progress = check.advance { _, _ in nil }
    }
    if case .syntax(let error)? = check.error { return .syntax(error) }
    return .issues(Set(check.foundIssues))
  }

  struct Row: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var schema: String
    var text: String

    init(_ sentence: String, _ schema: String, _ text: String) {
      (testDescription, self.schema, self.text) = (sentence, schema, text)
    }
  }

  @Test(
    "issues have the keyword, location, position and message of the whole text's",
    arguments: [
      Row("an element", #"{"items": {"type": "integer"}}"#, "[1,\n \"ä\", 2, \"b\"]"),
      Row("a tuple and the rest", #"{"prefixItems": [true, {"const": 1}], "items": {"maximum": 3}}"#, "[9, 2, 3, 4]"),
      Row("a member", #"{"properties": {"ä": {"items": {"maxLength": 1}}}}"#, #"{"ä": ["a", "", "bc"]}"#),
      Row(
        "unknown members, with the nearest name",
        #"{"properties": {"name": true}, "additionalProperties": false}"#, #"{"x": [1], "nane": {}, "name": 1}"#),
      Row("names", #"{"propertyNames": {"maxLength": 1}}"#, "{\"a\": [],\n \"bc\": {\"d\": 1}}"),
      Row("missing members", #"{"items": {"required": ["a", "b"]}}"#, #"[{"b": [1]}, {"c": 1}]"#),
      Row("dependent members", #"{"dependentRequired": {"a": ["b", "c"]}}"#, #"{"a": [1], "c": {}}"#),
      Row("too many elements", #"{"maxItems": 2, "items": {"maxItems": 1}}"#, "[[1], [1, 2], 3]"),
      Row("too few members", #"{"minProperties": 3}"#, #"{"a": [], "b": {}}"#),
      Row("equal elements", #"{"uniqueItems": true}"#, #"[1, {"a": 1, "b": 2}, 2, {"b": 2, "a": 1.0}, 1]"#),
      Row("too few matches", #"{"contains": {"minimum": 5}, "minContains": 2}"#, "[1, 7, 3]"),
      Row("too many matches", #"{"contains": {"minimum": 5}, "maxContains": 1}"#, "[8, 7, 3]"),
      Row(
        "a choice, whose alternatives have locations", #"{"items": {"oneOf": [{"items": {"type": "string"}}, false]}}"#,
        #"[[], ["a", 1]]"#),
      Row(
        "a reference", ##"{"items": {"$ref": "#/$defs/a"}, "$defs": {"a": {"items": {"type": "null"}}}}"##,
        "[[null, 1]]"),
      Row(
        "the first of repeated names, which is that of the outermost object", "true",
        #"{"a": {"x": 1, "x": 2}, "b": 1, "b": {"c": 1, "c": 1}}"#),
      Row("own messages", #"{"items": {"required": ["a"], "x-errorMessage": {"required": "no a"}}}"#, "[{}, {}]"),
      Row(
        "sensitive values", #"{"items": {"properties": {"a": {"x-sensitive": true, "items": {"type": "string"}}}}}"#,
        #"[{"a": ["b", 1, [2]]}]"#),
      Row("everything, in its turn", "false", #"{"a": [1]}"#),
    ])
  func agrees(row: Row) throws {
    let schema = try StreamVerdictTests.schema(row.schema)
    let text = Array(row.text.utf8)
    let whole = Self.whole(text, schema)
    guard case .issues(let issues) = whole else { return #expect(Bool(false), "\(whole)") }
    #expect(!issues.isEmpty)
    var random = SeededRandom(seed: 1)
    for most in [1, 3, 100] { #expect(Self.partwise(text, schema, upTo: most, using: &random) == whole) }
  }

  @Test(
    "a text that is not JSON has the error of the whole text",
    arguments: [
      "", " \n", "[1,]", "{\"a\" 1}", "{]", "nul1", "1 2", "\u{1}", "[1}", "[\"a\u{1}\"]", "[01]", "{1: 2}", "[tru]",
      "[-]",
      "[- ]", "[1.,2]", "[12x]", "[truefalse]", "[\"a\"1]", "[\"\\x\"]", "{\"a\":[1 2]}  ", "[[[[[]]]]", "[1, 2",
      "{\"a\"  ", "[\n\"ä", "{\"\\ud800\": 1}", "\u{feff}[]", "[@]", "[,", "{,", "{\"a\":}", "[] ]", "12x", "[\"a\\",
      "[\"a \n\"]", "{\"a\n \": 1}", "\"\t\"", "[1, 2, 3, [4, {\"a\": 1, \"b\": [5, 6]   ]", "[1,\n 2,     \n    ",
      "{\"a\": [], \"b\": 1,     1", "{\"a\": 1, \"b\"       ", "{\"a\": 1, \"b\" :      ", "[[1, 2], [3, 4]       5",
      "-", "1.",
      "[[1], 2, {\"a\": 3}}", "[1]          x", "        \n  ", "[[[1, 2], 3], 4, [\"\\ud800\"]]",
    ])
  func refuses(text: String) throws {
    let schema = try StreamVerdictTests.schema("true")
    var random = SeededRandom(seed: 2)
    let limits = JSONLimits()
    for most in [1, 2, 100] {
      let found = Self.partwise(Array(text.utf8), schema, limits: limits, upTo: most, using: &random)
      #expect(found == Self.whole(Array(text.utf8), schema))
    }
  }

  @Test(
    "a long text that arrives at once has the issues and the error of the whole text",
    arguments: ["", "]", "  {", ", \"\\x\""])
  func takesLongPieces(end: String) throws {
    let schema = try StreamVerdictTests.schema(#"{"items": {"properties": {"a": {"items": {"maximum": 70000}}}}}"#)
    let elements = (0..<20_000).map { "{\"a\": [\($0 * 4), \"é\"],\n \"b\": {\"c\": [[]]}}" }
    let text = Array("[\(elements.joined(separator: ", "))]\(end)".utf8)
    var random = SeededRandom(seed: 6)
    let whole = Self.whole(text, schema)
    for heldSize in [0, 100_000, 1 << 20] {
      #expect(Self.partwise(text, schema, heldSize: heldSize, upTo: text.count, using: &random) == whole)
    }
  }

  @Test("arrays that are nested too deeply have the error of the whole text")
  func refusesDepth() throws {
    let schema = try StreamVerdictTests.schema("true")
    let text = Array(String(repeating: "[", count: 600).utf8)
    var random = SeededRandom(seed: 3)
    for most in [1, 50, 1000] {
      #expect(Self.partwise(text, schema, upTo: most, using: &random) == Self.whole(text, schema))
    }
  }

  @Test("a value that a keyword needs at once is undecided if it is too large, and the message names the keyword")
  func refusesSize() throws {
    let schema = try StreamVerdictTests.schema(#"{"items": {"oneOf": [true, false]}}"#)
    var random = SeededRandom(seed: 4)
    let limits = JSONLimits(maximumByteCount: 20)
    func found(_ text: String) -> Found {
      Self.partwise(Array(text.utf8), schema, limits: limits, upTo: 5, using: &random)
    }
    #expect(found("[[1, 2, 3], [1, 2, 3], [1, 2, 3]]") == .issues([]))
    guard case .issues(let issues) = found("[[1], [1, 2, 3, 4, 5, 6, 7, 8]]"), let issue = issues.first else {
      return #expect(Bool(false))
    }
    #expect(issue.isUndecided && issues.count == 1)
    #expect(
      issue.description == """
        1:7: /1: undecided, because 'oneOf' needs the whole value, which has more than 20 bytes; split the payload (oneOf)
        """)
    #expect(issue.absoluteKeywordLocation == "schema:///s#/items/oneOf")
  }

  @Test("too many names and elements to compare are undecided")
  func limitsMemory() throws {
    let schema = try StreamVerdictTests.schema(#"{"uniqueItems": true}"#)
    var random = SeededRandom(seed: 5)
    func found(_ text: String) -> Found {
      Self.partwise(Array(text.utf8), schema, mostRemembered: 3, upTo: 1, using: &random)
    }
    for (text, expected) in [
      ("[1, 2, 3]", []),
      (
        "[1, 2, 3, 4, 1]",
        ["1:1: undecided, because 'uniqueItems' compares more than 3 values; split the payload (uniqueItems)"]
      ),
      (
        #"{"a": 1, "b": 2, "c": 3, "d": 4}"#,
        ["1:1: undecided, because 'uniqueNames' compares more than 3 values; split the payload (uniqueNames)"]
      ),
    ] {
      guard case .issues(let issues) = found(text) else { return #expect(Bool(false)) }
      #expect(issues.map(\.description) == expected)
    }
  }

  @Test("after the last issue that is asked for, one says that there are more")
  func truncates() throws {
    let schema = try StreamVerdictTests.schema(#"{"items": {"type": "string"}}"#)
    var evaluator = Evaluator(schema.evaluator.program, maximumIssueCount: 2, saysTruncated: true)
    evaluator.maximumIssueCount = 2
    var check = PartwiseCheck(evaluator, schema: schema.id, limits: JSONLimits(), heldSize: 0)
    for byte in "[1, 2, 3, 4, 5]".utf8 {
      [byte].withUnsafeBufferPointer { check.append($0) }
      #expect(check.advance { _, _ in nil } == .needsBytes)
    }
    check.end()
    #expect(check.advance { _, _ in nil } == .end)
    #expect(check.foundIssues.map(\.keyword) == ["type", "type", "truncated"])
  }
}

/// The official suite, its samples and their ruins.
@Suite(.enabled(if: OfficialSuite.isPresent, Comment(rawValue: OfficialSuite.instructions)))
struct PartwiseSuiteTests {
  @Test(
    "every instance, and what random changes make of it, has the issues of the whole", arguments: OfficialSuite.drafts)
  func agrees(draft: OfficialSuite.Draft) throws {
    var problems: [String] = []
    var (count, invalid, broken) = (0, 0, 0)
    var random = SeededRandom(seed: 11)
    for group in Effort.sample(try OfficialSuite.groups(of: draft), oneIn: 5, thorough: 3) {
      let schema = try StreamSuiteTests.schema(of: group, draft)
      var texts = group.instances.map { Array($0.text.utf8) }
      let sampler = SchemaSampler(schema.evaluator.program, schema: schema.id)
      for seed in 0..<4 {
        if case .value(let value) = sampler.sample(seed: UInt64(seed), size: .typical) { texts.append(value.json()) }
      }
      for text in texts {
        for round in 0..<4 {
          var changed = text
          if round > 1, !text.isEmpty {
            let index = Int.random(in: 0..<text.count, using: &random)
            changed[index] = "[]{}\",:0 n\\x".utf8.randomElement(using: &random) ?? 0
            if round > 2 { changed.removeSubrange(Int.random(in: 0...index, using: &random)...index) }
          }
          let whole = PartwiseCheckTests.whole(changed, schema)
          let most = round == 0 ? 1 : 6
          let found = PartwiseCheckTests.partwise(changed, schema, upTo: most, using: &random)
          count += 1
          if case .issues(let issues) = whole { invalid += issues.isEmpty ? 0 : 1 } else { broken += 1 }
          if found != whole {
            problems.append("\(group.name): \(String(decoding: changed, as: UTF8.self)): \(found) is not \(whole)")
          }
        }
      }
    }
    for problem in problems.prefix(20) { Issue.record(Comment(rawValue: problem)) }
    #expect(problems.isEmpty)
    #expect(count > 500 && invalid > 100 && broken > 100)
  }

  @Test("the elements of valid values are given, wherever a value has to be held", arguments: OfficialSuite.drafts)
  func givesElements(draft: OfficialSuite.Draft) throws {
    var problems: [String] = []
    var count = 0
    var random = SeededRandom(seed: 12)
    for group in Effort.sample(try OfficialSuite.groups(of: draft), oneIn: 5, thorough: 3) {
      let schema = try StreamSuiteTests.schema(of: group, draft)
      for instance in group.instances where instance.isValid {
        let text = Array(instance.text.utf8)
        for (path, container) in try JSONValue(parsing: text).containers {
          var check = PartwiseCheck(
            schema.evaluator, schema: schema.id, limits: JSONLimits(), path: path, stopsAtIssue: true, heldSize: 0)
          var found: [JSONValue] = []
          var rest = text[...]
          var progress = PartwiseCheck.Progress.needsBytes
          while progress == .needsBytes || progress == .elements {
            if progress == .needsBytes {
              let piece = rest.prefix(Int.random(in: 1...6, using: &random))
              rest = rest.dropFirst(piece.count)
              piece.withUnsafeBufferPointer { check.append($0) }
              if rest.isEmpty { check.end() }
            }
            progress = check.advance { node, _ in
              found.append(JSONValue(node))
              return nil
            }
          }
          count += found.count
          if progress != .end || found != container {
            problems.append("\(group.title(of: instance)): \(path): \(found) is not \(container)")
          }
        }
      }
    }
    for problem in problems.prefix(20) { Issue.record(Comment(rawValue: problem)) }
    #expect(problems.isEmpty)
    #expect(count > 50)
  }
}

extension JSONValue {
  /// The arrays and objects in the value, with their children.
  fileprivate var containers: [(path: [String], children: [JSONValue])] {
    switch self {
    case .array(let elements):
      [([], elements)]
        + elements.enumerated().flatMap { index, element in
          element.containers.map { ([String(index)] + $0.path, $0.children) }
        }
    case .object(let object):
      [([], Array(object.values))]
        + object.flatMap { name, value in value.containers.map { ([name] + $0.path, $0.children) } }
    case .null, .bool, .number, .string: []
    }
  }
}
