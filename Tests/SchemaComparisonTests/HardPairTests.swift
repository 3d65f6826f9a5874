import Foundation
import JSONSchema
import SchemaRuntime
import SchemaValidation
import Testing

@testable import SchemaComparison

/// `Pairs/hard-pairs.json`: schemas whose inclusion is hard to decide, written independently of the prover.
@Suite struct HardPairTests {
  /// One direction of a pair.
  struct Question: Sendable, CustomTestStringConvertible {
    var pair: String
    var group: String
    var left: JSONValue
    var right: JSONValue
    var assertsFormat: Bool
    var isIncluded: Bool
    /// A value of the left schema only, if there is one.
    var counterexample: JSONValue?

    var testDescription: String { pair }
  }

  /// The prover's answer for a direction.
  enum Answer: Hashable {
    case included, notIncluded, undecided
  }

  static let questions: [Question] = {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "Pairs/hard-pairs.json")
    guard let data = try? Data(contentsOf: file), let pairs = try? JSONValue(parsing: [UInt8](data)).array else {
      return []
    }
    return pairs.flatMap { pair in
      [("old", "new", "oldToNew", "oldOnly"), ("new", "old", "newToOld", "newOnly")].map { left, right, answer, only in
        Question(
          pair: (pair["name"]?.string ?? "") + " (\(left) to \(right))", group: pair["group"]?.string ?? "",
          left: pair[left] ?? .null, right: pair[right] ?? .null, assertsFormat: pair["assertsFormat"] == true,
          isIncluded: pair[answer]?.string == "yes", counterexample: pair[only])
      }
    }
  }()

  @Test("the prover never contradicts the known facts about a hard pair")
  func contradictsNothing() throws {
    #expect(Self.questions.count > 1_000)
    var undecided: [String: Int] = [:]
    for question in Self.questions {
      let sides = [try Self.side(question.left, question), try Self.side(question.right, question)]
      let refs = sides.indices.map { Ref(side: $0, schema: sides[$0].graph.roots[0]) }
      var prover = Prover(sides: sides)
      if let value = question.counterexample {
        #expect(prover.admits(refs[0], value) && !prover.admits(refs[1], value), "\(question.pair): \(value.text())")
      }
      switch answer(&prover, refs) {
      case .included: #expect(question.isIncluded, "\(question.pair): expected no, found a proof")
      case .notIncluded: #expect(!question.isIncluded, "\(question.pair): expected yes, found a counterexample")
      case .undecided: undecided[question.group, default: 0] += 1
      }
    }
    let count = undecided.values.reduce(0, +)
    let groups = undecided.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
    print("hard pairs: \(count) of \(Self.questions.count) undecided; \(groups.joined(separator: ", "))")
    #expect(count * 25 < Self.questions.count, "\(count) undecided")
  }

  private func answer(_ prover: inout Prover, _ refs: [Ref]) -> Answer {
    let gaps = prover.answer(refs[0], in: refs[1])
    if gaps.isEmpty { return .included }
    return gaps.contains { !$0.candidates.isEmpty } ? .notIncluded : .undecided
  }

  private static func side(_ schema: JSONValue, _ question: Question) throws -> Side {
    let document = SchemaDocument(
      uri: "https://pairs.example/schema.json", name: "schema.json", source: try JSONDocument(parsing: schema.json()))
    let formats = Compiler.Options(assertedFormats: question.assertsFormat ? Set(Format.allCases) : [])
    return try Side(graph: try SchemaResolver.resolve([document]).graph, options: formats)
  }
}
