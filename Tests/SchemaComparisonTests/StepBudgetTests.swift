import CodegenCore
import JSONSchema
import SchemaRuntime
import Testing

@testable import SchemaComparison

/// What a comparison costs, in steps: every kind of work is charged, so the budget bounds the time.
@Suite struct StepBudgetTests {
  /// Alternatives of which one is changed. The changed schema admits more, inside its alternative.
  struct Alternatives: Sendable, CustomTestStringConvertible {
    var testDescription: String
    /// The members of the alternative with this index.
    var members: @Sendable (Int) -> String
    var required: String
  }

  private static let tagged = Alternatives(
    testDescription: "alternatives with a tag",
    members: {
      #""kind": {"const": "k\#($0)"}, "m\#($0)": {"type": "object", "properties": {"a": {"type": "string"}}}"#
    },
    required: #"["kind"]"#)

  private static let untagged = Alternatives(
    testDescription: "alternatives that overlap",
    members: { ##""m\##($0)": {"oneOf": [{"type": "string"}, {"type": "array", "items": {"$ref": "#"}}]}"## },
    required: "[]")

  private static func schema(_ alternatives: Alternatives, count: Int, isChanged: Bool) -> String {
    let branches = (0..<count).map { index in
      let members = alternatives.members(index)
      let changed =
        isChanged && index == 7 ? members.replacing(#""type": "string""#, with: #""minLength": 0"#) : members
      return #"{"type": "object", "required": \#(alternatives.required), "properties": {\#(changed)}}"#
    }
    return #"{"type": "array", "items": {"oneOf": [\#(branches.joined(separator: ", "))]}}"#
  }

  private static func prover(_ alternatives: Alternatives, count: Int) throws -> Prover {
    let sides = try [false, true].map { isChanged in
      let version = try Versions.version(schema(alternatives, count: count, isChanged: isChanged))
      return try Side(graph: version.graph, options: version.configuration.compilerOptions)
    }
    return Prover(sides: sides)
  }

  private static func answer(_ prover: inout Prover) -> [Gap] {
    let roots = [0, 1].map { Ref(side: $0, schema: prover.sides[$0].graph.roots[0]) }
    return prover.answer(roots[0], in: roots[1])
  }

  @Test("one change in 16 alternatives with a tag is proven within the budget")
  func tags() throws {
    var prover = try Self.prover(Self.tagged, count: 16)
    let gaps = Self.answer(&prover)
    #expect(gaps.isEmpty)
    let steps = Prover.usualBudget - prover.budget.proof
    #expect(steps < 3_000, "\(steps) steps")
    #expect(prover.budget.samples == StepBudget(proof: Prover.usualBudget).samples, "nothing was sampled")
  }

  @Test("alternatives that overlap take no more than the budget", arguments: [100, 2_000, Prover.usualBudget])
  func overlap(_ steps: Int) throws {
    var prover = try Self.prover(Self.untagged, count: 12)
    prover.refill(steps)
    let gaps = Self.answer(&prover)
    #expect(!gaps.isEmpty)
    // The last claim, proof and search may each go on for a little.
    #expect(prover.budget.proof > -1_000, "\(prover.budget.proof)")
    #expect(prover.budget.examples > -1_000, "\(prover.budget.examples)")
    #expect(prover.budget.joint > -10_000, "\(prover.budget.joint)")
    #expect(prover.budget.samples > -20_000, "\(prover.budget.samples)")
  }

  @Test("the bytes that a proof validates are charged")
  func validations() throws {
    let values = (0..<200).map { #""value \#($0)""# }.joined(separator: ", ")
    let sides = try [#"{"enum": [\#(values)]}"#, #"{"anyOf": [{"enum": [\#(values)]}, {"type": "null"}]}"#].map {
      text in
      let version = try Versions.version(text)
      return try Side(graph: version.graph, options: version.configuration.compilerOptions)
    }
    var prover = Prover(sides: sides)
    #expect(Self.answer(&prover).isEmpty)
    let steps =
      Prover.usualBudget - prover.budget.proof + StepBudget(proof: Prover.usualBudget).examples - prover.budget.examples
    // At least 16 bytes of each of 200 values, checked against both schemas.
    #expect(steps >= 200 * 2 * 16 / 256, "\(steps) steps")
  }
}
