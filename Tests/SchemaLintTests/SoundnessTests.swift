import Foundation
import JSONSchema
import SchemaAnalysis
import SchemaRuntime
import SchemaTestSuite
import SchemaValidation
import TestSupport
import Testing

@testable import SchemaLint

/// The linter over other people's schemas: it terminates, and makes no claim that an instance disproves.
@Suite struct SoundnessTests {
  @Test(.enabled(if: OfficialSuite.isPresent), arguments: OfficialSuite.drafts)
  func officialSuite(draft: OfficialSuite.Draft) throws {
    var claims = 0
    for group in Effort.sample(try OfficialSuite.groups(of: draft), oneIn: 10) {
      let source = LintSource(uri: group.schema.uri, name: group.schema.name, text: group.schema.source.text)
      var linter = Linter(lookup: { OfficialSuite.remotes[$0] })
      linter.defaultDialect = draft.dialect
      linter.configuration.compilerOptions.assertsContent = group.assertion == .content
      if group.assertion == .formats { linter.configuration.compilerOptions.assertedFormats = Set(Format.allCases) }
      let report = linter.lint([source])
      #expect(report.findings.allSatisfy { $0.location.document == source.name })
      #expect(report.json.object != nil)
      let instances = try group.instances.map { try JSONValue(parsing: $0.text) }
      if group.instances.contains(where: \.isValid) {
        let atRoot = report.findings.filter { $0.location.pointer.tokens.isEmpty }
        #expect(!atRoot.contains { $0.rule == UnsatisfiableSchema.id }, "\(group.name): \(group.description)")
      }
      claims += disprove(linter.context([source], linter.resolve([source])), instances, group.name)
    }
    // A suite in which no claim is tested would prove nothing.
    #expect(claims > (Effort.isThorough ? 1_000 : 100))
  }

  @Test("Schemas of this repository: no claim is disproved by their own examples", arguments: Repository.folders)
  func repository(folder: String) throws {
    // In long lists every value would be checked against every schema.
    let sources = try Repository.sources(below: folder).filter { $0.text.count < 100_000 }
    try #require(!sources.isEmpty)
    let linter = Linter()
    let context = linter.context(sources, linter.resolve(sources))
    let values = context.graph.nodes.flatMap {
      $0.keywords.examples + [$0.keywords.default, $0.keywords.const].compactMap { $0 }
    }
    _ = disprove(context, Effort.sample(values, oneIn: 10), folder)
    let report = linter.lint(sources)
    // Cases are about schemas that reject much; all others are meant to be used.
    if folder.hasPrefix("Tests/") { return }
    let claims = report.findings.filter {
      [UnsatisfiableSchema.id, NeverMatchingPattern.id, ContradictoryBounds.id].contains($0.rule)
    }
    #expect(claims.map { "\($0.location): \($0.message)" } == [])
  }

  /// Checks every part of some values against every schema: an accepted value must be of a claimed kind, and a text
  /// that a pattern matches refutes the claim that it never does. Returns the number of tested claims.
  private func disprove(_ context: LintContext, _ instances: [JSONValue], _ name: String) -> Int {
    var known: Set<JSONValue> = []
    var parts: [JSONValue] = []
    var pending = instances
    while let next = pending.popLast() {
      guard known.insert(next).inserted else { continue }
      parts.append(next)
      pending += next.array ?? next.object?.map(\.value) ?? []
      pending += next.object?.keys.map { .string($0) } ?? []
    }
    var claims = disproveRelations(context, parts, name)
    let proofs = EmptinessProofs(context)
    for part in parts {
      let kind = ValueKinds(of: part)
      for node in context.graph.nodes where context.judge.accepts(part, node.id) == true {
        claims += 1
        #expect(
          context.satisfiability.admitted[node.id.index].contains(kind),
          "\(name): \(node.location) was said to reject all values like \(part)")
        #expect(!proofs.contains(node.id), "\(name): \(node.location) was said to reject all values, \(part) too")
      }
      guard let text = part.string else { continue }
      for (source, insight) in context.patterns {
        guard let insight, let pattern = try? Pattern(source) else { continue }
        claims += 1
        var text = text
        let outcome = text.withUTF8 { pattern.match($0) }
        #expect(!(insight.neverMatches && outcome == .match), "\(name): \(source) matches \(text)")
        #expect(!(insight.alwaysMatches && outcome == .noMatch), "\(name): \(source) does not match \(text)")
      }
    }
    return claims
  }
}

extension SoundnessTests {
  /// Checks claims about pairs of branches, and about members that objects cannot have.
  private func disproveRelations(_ context: LintContext, _ parts: [JSONValue], _ name: String) -> Int {
    var claims = 0
    var proofs = ContradictionProofs(context)
    var conflicts = PropertyConflicts(context)
    for node in context.nodes {
      let branches = (node.keywords.anyOf + node.keywords.oneOf + node.keywords.allOf).prefix(6)
      for one in branches {
        for other in branches where other != one {
          if proofs.isWithin(one, other) {
            claims += 1
            let refuting = parts.first {
              context.judge.accepts($0, one) == true && context.judge.accepts($0, other) == false
            }
            #expect(refuting == nil, "\(name): \(context.graph[one].location) was said to imply the other branch")
          }
          if proofs.areContradictory(one, other) {
            claims += 1
            let refuting = parts.first {
              context.judge.accepts($0, one) == true && context.judge.accepts($0, other) == true
            }
            #expect(refuting == nil, "\(name): \(context.graph[one].location) was said to contradict the other branch")
          }
        }
      }
      for conflict in conflicts.conflicts(at: node) where conflict.isRejected {
        claims += 1
        let refuting = parts.first { part in
          conflict.names.contains { part[$0] != nil } && context.judge.accepts(part, node.id) == true
        }
        #expect(refuting == nil, "\(name): \(node.location) was said to reject \(conflict.names)")
      }
    }
    return claims
  }
}

/// The schemas of this repository.
enum Repository {
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().path
  static let folders = ["Schemas", "Benchmarks/Schemas", "Tests/CodegenCoreTests/Cases"]

  /// The schema files below a folder, each folder of cases separately, because they are independent.
  static func sources(below folder: String) throws -> [LintSource] {
    let base = URL(fileURLWithPath: root + "/" + folder).resolvingSymlinksInPath().path
    let names = FileManager.default.enumerator(atPath: base)?.compactMap { $0 as? String } ?? []
    return try names.filter { $0.hasSuffix(".schema.json") }.sorted().map { name in
      LintSource(
        uri: "file://\(base)/\(name)", name: "\(folder)/\(name)", path: name,
        text: Array(try Data(contentsOf: URL(fileURLWithPath: "\(base)/\(name)"))))
    }
  }
}
