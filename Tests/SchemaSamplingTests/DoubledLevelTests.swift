import SchemaRuntime
import SchemaTestSuite
import TestSupport
import Testing

@testable import SchemaSampling

/// Schemas that each refer twice to the one below: the work grows with the schemas, not with the paths.
@Suite struct DoubledLevelTests {
  private static let leaf = #"{"type":"string","maxLength":9}"#

  @Test("80 levels have the same sample as one", arguments: Effort.sample(DoubledLevels.all, oneIn: 4))
  func samples(_ levels: DoubledLevels) throws {
    let schema = try SampledSchema(levels.text(levels: 80, leaf: Self.leaf), hasAnnotations: true)
    for size in SchemaSampler.Size.allCases {
      switch schema.sampler().sample(seed: 1, size: size) {
      case .value(let value):
        #expect(levels.admitsValues)
        #expect(try schema.issues(of: value).isEmpty, "\(value)")
      case .admitsNothing, .notFound: #expect(!levels.admitsValues)
      }
    }
    for miss in schema.sampler().nearMisses(seed: 1) { #expect(try !schema.issues(of: miss.value).isEmpty) }
  }

  @Test("gathering visits each schema once", arguments: Effort.sample(DoubledLevels.all, oneIn: 4))
  func isLinear(_ levels: DoubledLevels) throws {
    let counts = try [20, 40, 80].map { count in
      let schema = try SampledSchema(levels.text(levels: count, leaf: Self.leaf), hasAnnotations: true)
      var gathering = Gathering(ProgramOracle(schema.program))
      do throws(GatheringFailure) { try gathering.apply(schema.index) } catch { #expect(error == .contradiction) }
      return gathering.stepCount
    }
    #expect(counts[1] <= 2 * counts[0] + 4 && counts[2] <= 2 * counts[1] + 4, "\(counts)")
  }

  @Test("a member that all levels require twice has no sample within the limits, which is reported")
  func required() throws {
    let levels = (0..<80).map { number in
      let below = ##"{"$ref":"#/$defs/d\##(number)"}"##
      let members = ##"{"a":\##(below),"b":\##(below)}"##
      return ##""d\##(number + 1)":{"type":"object","required":["a","b"],"properties":\##(members)}"##
    }
    let schema = try SampledSchema(
      ##"{"$ref":"#/$defs/d80","$defs":{"d0":{"type":"string"},\##(levels.joined(separator: ","))}}"##)
    #expect(schema.sampler().sample(seed: 1, size: .minimal) == .notFound)
  }

  @Test("a chain of a thousand schemas leads to the last")
  func chain() throws {
    let levels = (0..<1_000).map { ##""d\##($0 + 1)":{"allOf":[{"$ref":"#/$defs/d\##($0)"}]}"## }
    let schema = try SampledSchema(
      ##"{"$ref":"#/$defs/d1000","$defs":{"d0":{"type":"object","required":["a"]},\##(levels.joined(separator: ","))}}"##
    )
    guard case .value(let value) = schema.sampler().sample(seed: 1) else {
      Issue.record("expected a sample")
      return
    }
    #expect(try schema.issues(of: value).isEmpty)
  }

  static let standIns: [(sentence: String, parts: [[Int]], targets: [Int])] = [
    ("nodes that say something stand for themselves", [[], []], [0, 1]),
    ("a chain stands for its end", [[1], [2], []], [2, 2, 2]),
    ("two parts that are one", [[1, 2], [3], [3], []], [3, 3, 3, 3]),
    ("two parts that differ", [[1, 2], [], []], [0, 1, 2]),
    ("backwards", [[], [0], [1, 1]], [0, 0, 0]),
  ]

  @Test("a node that says no more than another is represented by it", arguments: standIns)
  func standsFor(_ row: (sentence: String, parts: [[Int]], targets: [Int])) {
    let standIns = StandIns(count: row.parts.count) { row.parts[$0] }
    #expect(row.parts.indices.map { standIns[$0] } == row.targets)
  }

  @Test("nodes that lead to themselves represent themselves")
  func cycles() {
    let standIns = StandIns(count: 3) { [[1], [0], [0, 1]][$0] }
    #expect((0..<3).allSatisfy { (0..<3).contains(standIns[$0]) })
  }
}
