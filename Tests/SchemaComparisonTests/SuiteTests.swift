import Foundation
import JSONSchema
import SchemaRuntime
import SchemaTestSuite
import SchemaValidation
import TestSupport
import Testing

@testable import SchemaComparison

/// Schemas of the official suite compared with each other and themselves.
@Suite(.enabled(if: OfficialSuite.isPresent, Comment(rawValue: OfficialSuite.instructions))) struct SuiteTests {
  @Test("a schema of the official suite includes its own values, by the rules alone", arguments: OfficialSuite.drafts)
  func itself(draft: OfficialSuite.Draft) throws {
    var count = 0
    var undecided: [String] = []
    for group in try Effort.sample(OfficialSuite.groups(of: draft), oneIn: 12, thorough: 6) {
      guard let side = Self.side(group) else { continue }
      count += 1
      let roots = [Ref(side: 0, schema: side.graph.roots[0]), Ref(side: 1, schema: side.graph.roots[0])]
      // An identical copy is equal without a proof step.
      var prover = Prover(sides: [side, side], budget: 0)
      let found = prover.gaps(Conjunction([roots[0]]), in: roots[1])
      #expect(found.isEmpty, "\(group.name)")
      // Without that shortcut, the rules for each keyword must prove it.
      var rules = Prover(sides: [side, side], budget: 4_000)
      rules.usesEquality = false
      let gaps = rules.gaps(Conjunction([roots[0]]), in: roots[1])
      let candidates = gaps.flatMap(\.candidates)
      #expect(candidates.isEmpty, "\(group.name): no value tells a schema from itself")
      if !gaps.isEmpty { undecided.append(group.name) }
    }
    #expect(count >= (Effort.isThorough ? 18 : 9))
    #expect(undecided.count * 10 <= count, "of \(count): \(undecided)")
  }

  @Test("no instance contradicts a verdict about neighbors in the official suite", arguments: OfficialSuite.drafts)
  func neighbors(draft: OfficialSuite.Draft) throws {
    let groups = try OfficialSuite.groups(of: draft)
    var figures = (held: 0, broken: 0, unknown: 0)
    for (first, second) in Effort.sample(Array(zip(groups, groups.dropFirst())), oneIn: 12, thorough: 6)
    where first.file == second.file {
      guard let a = Self.side(first), let b = Self.side(second) else { continue }
      let instances = try (first.instances + second.instances).map { try JSONValue(parsing: $0.text) }
      for (left, right) in [(0, 1), (1, 0)] {
        let sides = [a, b]
        let refs = [left, right].map { Ref(side: $0, schema: sides[$0].graph.roots[0]) }
        var prover = Prover(sides: sides, budget: 4_000)
        let gaps = prover.answer(refs[0], in: refs[1])
        let separating = instances.filter { prover.admits(refs[0], $0) && !prover.admits(refs[1], $0) }
        if gaps.isEmpty {
          figures.held += 1
          #expect(separating.isEmpty, "\(first.name) and \(second.name): \(separating)")
          let samples = ExampleSearch.samples(of: refs[0], in: sides, count: 3)
          let refused = samples.filter { prover.admits(refs[0], $0) && !prover.admits(refs[1], $0) }
          #expect(refused.isEmpty, "\(first.name) and \(second.name): \(refused)")
        } else {
          let isShown = gaps.contains { !$0.candidates.isEmpty }
          if isShown { figures.broken += 1 } else { figures.unknown += 1 }
          let shows = gaps.flatMap(\.candidates).allSatisfy {
            prover.admits(refs[0], $0) && !prover.admits(refs[1], $0)
          }
          #expect(shows, "\(first.name) and \(second.name): an example shows nothing")
        }
      }
    }
    print("\(draft.folder): \(figures)")
    let all = figures.held + figures.broken + figures.unknown
    #expect(figures.unknown * 10 <= all, "\(figures)")
  }

  private static func side(_ group: OfficialSuite.Group) -> Side? {
    let options = SchemaResolver.Options(defaultDialect: group.draft.dialect)
    let formats = Compiler.Options(
      assertedFormats: group.assertion == .formats ? Set(Format.allCases) : [],
      assertsContent: group.assertion == .content)
    let graph = try? SchemaResolver.resolve([group.schema], options: options, lookup: { OfficialSuite.remotes[$0] })
      .graph
    return graph.flatMap { try? Side(graph: $0, options: formats) }
  }
}
