import Foundation
import SchemaInference
import SchemaRuntime
import SchemaValidation
import TestSupport
import Testing

/// Random payloads: the inferred schema accepts them, whatever they are.
@Suite struct RandomPayloadTests {
  @Test("inferred and widened schemas accept all observed payloads")
  func accepts() throws {
    var random = RandomPayloads(seed: Effort.seed)
    for round in 0..<Effort.rounds(quick: 50, thorough: 100) {
      let payloads = random.group()
      var inference = SchemaInference()
      for payload in payloads { inference.observe(try JSONDocument(parsing: payload.json())) }
      let schema = inference.schema(title: "Round \(round)")
      try expectAll(payloads, schema, "round \(round)")
      #expect(try inference.widening(schema).text() == schema.text(), "round \(round)")
      let more = random.group()
      var next = SchemaInference()
      for payload in more { next.observe(try JSONDocument(parsing: payload.json())) }
      do {
        try expectAll(payloads + more, try next.widening(schema), "round \(round), widened \(schema.text(.pretty))")
      } catch let error as WideningError {
        // Untagged objects in a choice of tagged ones cannot be classified automatically.
        #expect(error.kind == .choice, "round \(round): \(error)")
      }
    }
  }

  @Test("merged summaries of parts equal the summary of all payloads")
  func joins() throws {
    var random = RandomPayloads(seed: Effort.seed &+ 1)
    for round in 0..<Effort.rounds(quick: 40, thorough: 80) {
      let payloads = random.group()
      var whole = SchemaInference()
      var parts = [SchemaInference(), SchemaInference()]
      for (index, payload) in payloads.enumerated() {
        let document = try JSONDocument(parsing: payload.json())
        whole.observe(document)
        parts[2 * index < payloads.count ? 0 : 1].observe(document)
      }
      parts[0].merge(parts[1])
      #expect(parts[0].schema(title: "T").text() == whole.schema(title: "T").text(), "round \(round)")
    }
  }

  private func expectAll(_ payloads: [JSONValue], _ schema: JSONValue, _ name: String) throws {
    let validator = try validator(schema)
    for payload in payloads {
      let result = validator.validate(payload.json())
      guard !result.isValid else { continue }
      Issue.record("\(name): \(payload.text()): \(result) by \(schema.text(.pretty))")
      return
    }
  }
}

/// Random values with common features: few names, tags, ids and repeated texts.
struct RandomPayloads {
  private var random: SeededRandom

  init(seed: UInt64) { random = SeededRandom(seed: seed) }

  private mutating func below(_ bound: Int) -> Int { Int(random.next() % UInt64(bound)) }

  mutating func group() -> [JSONValue] { (0...below(12)).map { _ in value(depth: 4) } }

  private static let names = ["a", "b", "id", "type", "kind", "next", "items", "ü", "", "x/y", "~", "$ref"]
  private static let texts = [
    "on", "off", "", "2026-01-01", "2025-12-31T00:00:00Z", "a@b.example", "https://a.example/b", "1.2.3.4",
    "6b0de6c4-5d60-4b0f-9a0b-7f1f6c1e0c55", "many words in one text that is longer than others", "\u{0}", "é",
    "e\u{301}",
  ]
  private static let numbers = [
    "0", "-1", "1.5", "1e400", "12345678901234567890", "0.1234567890123456789", "-0.0", "3e2",
  ]

  private mutating func value(depth: Int) -> JSONValue {
    switch below(depth > 0 ? 9 : 5) {
    case 0: .null
    case 1: .bool(below(2) == 0)
    case 2: JSONNumber(Self.numbers[below(Self.numbers.count)]).map { .number($0) } ?? .null
    case 3, 4: .string(Self.texts[below(Self.texts.count)])
    case 5: .array((0..<below(4)).map { _ in value(depth: depth - 1) })
    default: .object(object(depth: depth))
    }
  }

  private mutating func object(depth: Int) -> JSONObject {
    var object = JSONObject()
    switch below(6) {
    case 0: for _ in 0..<below(5) { object[String(below(40))] = value(depth: depth - 1) }
    case 1:
      object["type"] = .string(["one", "two", "three"][below(3)])
      for _ in 0..<below(4) { object[Self.names[below(Self.names.count)]] = value(depth: depth - 1) }
    case 2:
      object["id"] = .number(JSONNumber(below(9)))
      object["name"] = .string(Self.texts[below(2)])
      if depth > 1 { object["next"] = .object(self.object(depth: depth - 1)) }
    case 3:
      // An event: its payload depends on its kind, or on nothing.
      let kind = below(3)
      object["kind"] = .string(["created", "changed", "deleted"][kind])
      object["payload"] = below(4) == 0 ? value(depth: depth - 1) : [Self.names[kind]: .number(JSONNumber(below(9)))]
    default: for _ in 0..<below(6) { object[Self.names[below(Self.names.count)]] = value(depth: depth - 1) }
    }
    return object
  }
}
