import JSONSchema
import SchemaRuntime
import SchemaTestSuite
import SchemaValidation
import TestSupport
import Testing

/// No schema traps, whatever JSON it is: it is refused, or it validates.
@Suite struct SchemaPropertyTests {
  @Test(
    "any JSON is refused as a schema, or gives verdicts that agree with its issues", arguments: OfficialSuite.drafts)
  func verdicts(draft: OfficialSuite.Draft) throws {
    let corpus = try PropertyCorpus(draft)
    let options = SchemaResolver.Options(defaultDialect: draft.dialect)
    var outcomes: [String: Int] = [:]
    for round in 0..<(700 * Effort.factor) {
      var random = PropertyRandom("schemas of " + draft.folder, round: round)
      guard let group = random.element(of: corpus.groups) else { continue }
      let schema = Self.torn(group.schema, corpus, &random)
      let instances = Self.instances(group, corpus, &random)
      PropertyTests.trace([schema.text()] + instances.map { $0.text() })
      var outcome = ""
      let time = try ProcessorTime.measure {
        outcome = try Self.outcome(
          of: schema, instances, options, asserting: random.isOne(in: 2) ? Format.allCases : [])
      }
      #expect(time < PropertyTests.longestRound, "round \(round): \(schema.text())")
      outcomes[outcome, default: 0] += 1
    }
    // Both must happen often; otherwise nothing is proven.
    let (compiled, refused) = (outcomes["compiled"] ?? 0, outcomes["not resolved"] ?? 0)
    #expect(compiled > 100 && refused > 100, "\(outcomes)")
  }

  /// Returns the result of a schema, and checks its verdicts on instances.
  private static func outcome(
    of schema: JSONValue, _ instances: [JSONValue], _ options: SchemaResolver.Options, asserting formats: [Format]
  ) throws -> String {
    let document = try SchemaDocument(uri: "test:schema", name: "schema", source: JSONDocument(parsing: schema.json()))
    let graph: SchemaGraph
    do {
      graph = try SchemaResolver.resolve([document], options: options) { OfficialSuite.remotes[$0] }.graph
    } catch {
      #expect(!error.errors.isEmpty && error.errors.allSatisfy { !$0.description.isEmpty })
      return "not resolved"
    }
    let output: Compiler.Output
    do {
      output = try Compiler.compile(
        [graph.roots[0]], of: graph, options: Compiler.Options(assertedFormats: Set(formats)))
    } catch {
      #expect(!error.message.isEmpty)
      return "not compiled"
    }
    let index = try #require(output.indices[graph.roots[0]])
    let evaluator = Evaluator(output.program, maximumIssueCount: 5)
    for instance in instances {
      let text = instance.json()
      var reader = JSONReader()
      let (isValid, issues, again) = try text.withUnsafeBufferPointer { text in
        let root = try reader.read(text)
        let isValid = evaluator.isValid(root, schema: index)
        // The explaining engine, which is not used for valid instances.
        let issues = evaluator.explanation(of: root, text, schema: index)
        return (
          isValid, issues,
          evaluator.isValid(root, schema: index) == isValid
            && evaluator.issues(in: root, of: text, schema: index) == issues
        )
      }
      #expect(isValid == issues.isEmpty, "\(schema.text()), \(instance.text()): \(issues)")
      #expect(again, "\(schema.text()), \(instance.text())")
      #expect(issues.allSatisfy { !$0.message.isEmpty })
    }
    return "compiled"
  }

  private static func instances(
    _ group: PropertyCorpus.Group, _ corpus: PropertyCorpus, _ random: inout PropertyRandom
  ) -> [JSONValue] {
    let others = (random.element(of: corpus.groups)?.instances ?? []).prefix(2)
    let values = (0..<3).compactMap { _ in random.element(of: PropertyCorpus.values) }
    // A schema is an instance as well, and a large one.
    return group.instances.prefix(4) + others + values + [group.schema]
  }

  // MARK: - Schemas

  /// Returns a schema with some of its parts replaced, occasionally any value.
  private static func torn(_ schema: JSONValue, _ corpus: PropertyCorpus, _ random: inout PropertyRandom) -> JSONValue {
    if random.isOne(in: 40) { return random.element(of: corpus.schemaParts) ?? .null }
    let pointers = pointers(in: schema)
    return torn(schema, pointers, corpus, &random, depth: 0)
  }

  private static func torn(
    _ value: JSONValue, _ pointers: [String], _ corpus: PropertyCorpus, _ random: inout PropertyRandom, depth: Int
  ) -> JSONValue {
    if depth > 0, depth < 16, random.isOne(in: 16) {
      let part = random.element(of: random.isOne(in: 3) ? PropertyCorpus.values : corpus.schemaParts) ?? .null
      return torn(part, pointers, corpus, &random, depth: depth + 3)
    }
    switch value {
    case .array(let elements):
      return .array(elements.map { torn($0, pointers, corpus, &random, depth: depth + 1) })
    case .object(let object):
      var copy = JSONObject()
      for member in object where !random.isOne(in: 40) {
        let name = random.isOne(in: 30) ? random.element(of: corpus.keywords) ?? member.key : member.key
        copy[name] = torn(member.value, pointers, corpus, &random, depth: depth + 1)
      }
      // References to anywhere in the schema itself make cycles.
      if random.isOne(in: 12) {
        let keyword =
          random.element(of: ["$ref", "$ref", "$ref", "$dynamicRef", "$recursiveRef", "$id", "$anchor", "allOf"]) ?? ""
        let reference = JSONValue.string(random.element(of: pointers) ?? "#")
        copy[keyword] = keyword == "allOf" ? [["$ref": reference], ["$ref": "#"]] : reference
      }
      return .object(copy)
    case .null, .bool, .number, .string: return value
    }
  }

  /// Returns references to all values of a schema.
  private static func pointers(in schema: JSONValue) -> [String] {
    var pointers = ["#"]
    func visit(_ value: JSONValue, at pointer: JSONPointer) {
      pointers.append("#" + pointer.description)
      switch value {
      case .array(let elements):
        for (index, element) in elements.enumerated() {
          visit(element, at: JSONPointer(pointer.tokens + [String(index)]))
        }
      case .object(let object):
        for member in object { visit(member.value, at: JSONPointer(pointer.tokens + [member.key])) }
      case .null, .bool, .number, .string: break
      }
    }
    visit(schema, at: JSONPointer())
    return pointers
  }
}
