import CodegenCore
import Foundation
import JSONSchema
import SchemaRuntime
import SchemaTestSuite
import SwiftCompilation
import TestSupport
import Testing

/// For any schema, the generated Swift compiles without a warning, gives the evaluator's verdicts, and preserves
/// values.
///
/// Rounds have different seeds: `SCHEMATA_PROPERTY_SEED=7 SCHEMATA_PROPERTY_FACTOR=20` takes some minutes with other
/// schemas. `SCHEMATA_CONFORMANCE_KEEP=<folder>` keeps the generated modules for inspection.
@Suite
struct GeneratedSchemaPropertyTests {
  /// The number of document systems per module.
  private static let moduleSize = Effort.isThorough ? 12 : 8

  @Test(
    "random schemas give Swift that compiles, agrees with the evaluator, and preserves values",
    .enabled(if: SwiftCompiler() != nil, "needs the modules that 'swift build' makes"))
  func agree() async throws {
    let compiler = try #require(SwiftCompiler())
    let kept = ProcessInfo.processInfo.environment["SCHEMATA_CONFORMANCE_KEEP"].map { URL(fileURLWithPath: $0) }
    var figures = Figures()
    // As many modules at a time as a small machine has processors.
    for batch in 0..<Effort.factor {
      var modules = try (0..<2).map { try RandomModule(index: batch * 2 + $0, size: Self.moduleSize) }
      for _ in 0..<6 where !modules.isEmpty {
        let runs = await GeneratedRun.all(modules.map(\.generated), compiler, keptIn: kept)
        modules = zip(modules, runs).compactMap { figures.add($0, $1) }
      }
    }
    for problem in figures.problems.prefix(50) { Issue.record(Comment(rawValue: problem)) }
    #expect(figures.problems.count <= 50, "\(figures.problems.count) problems, of which the first 50 are above")
    // Schemas that are refused, or that nothing or everything satisfies, would prove nothing.
    #expect(figures.refused * 4 < figures.systems, "\(figures)")
    #expect(figures.valid * 4 > figures.instances && figures.valid * 8 < figures.instances * 7, "\(figures)")
    print("random schemas: \(figures)")
  }

  // MARK: - Modules

  /// Systems that are generated together.
  private struct RandomModule {
    let name: String
    let configuration: Configuration
    let languageMode: String
    var systems: [RandomSystem] = []
    var refusals: [String] = []

    init(index: Int, size: Int) throws {
      name = "random-\(index)"
      languageMode = index % 3 == 1 ? "5" : "6"
      configuration = Self.configuration(index)
      for round in (index * size)..<((index + 1) * size) {
        do {
          systems.append(try RandomSystem(round: round, configuration: configuration))
        } catch let refusal as RandomSystem.Refusal {
          refusals.append(refusal.message)
        }
      }
    }

    private static func configuration(_ index: Int) -> Configuration {
      var configuration = Configuration()
      configuration.outputs.models = "Models"
      configuration.accessLevel = [.internal, .public, .package][index % 3]
      if index % 2 == 1 {
        configuration.formats.assert = Format.allCases.map(\.keyword)
        configuration.types = [
          .string("date-time"): "Timestamp", .string("date"): "CalendarDate", .base64: "Base64Bytes",
          .multipleOf: "JSONNumber",
        ]
        configuration.namespace = index % 4 == 3 ? "API" : nil
        configuration.naming = index % 4 == 3 ? .title : .definition
        configuration.assertsContent = true
        configuration.namePrefix = index % 4 == 1 ? "My" : ""
      }
      return configuration
    }

    var groups: [OfficialSuite.Group] { systems.flatMap(\.groups) }

    var generated: GeneratedModule {
      GeneratedModule(
        name: name, documents: groups.map(\.schema), options: EvaluatorRun.options(OfficialSuite.draft(of: .draft2020)),
        configuration: configuration, languageMode: languageMode,
        instances: groups.map { ($0.name, $0.instances.map(\.text)) })
    }
  }

  // MARK: - Figures

  private struct Figures: CustomStringConvertible {
    var systems = 0
    var refused = 0
    var instances = 0
    var valid = 0
    var types = 0
    var lines = 0
    var compileTime = Duration.zero
    var refusals: [String: Int] = [:]
    var problems: [String] = []

    var description: String {
      """
      \(systems) systems, \(refused) refused, \(types) types in \(lines) lines, compiled in \(compileTime), \
      \(instances) instances, \(valid) valid
      """
        + refusals.sorted { $0.value > $1.value }.prefix(12).map { "\n  \($0.value): \($0.key)" }.joined()
    }

    /// Adds the results of a module.
    /// - Returns: the module without the systems that do not compile, to try again.
    mutating func add(_ module: RandomModule, _ run: GeneratedRun) -> RandomModule? {
      compileTime += run.compileTime
      if let failure = run.failure {
        let named = module.systems.filter { $0.isNamed(in: failure) }
        for system in named {
          let lines = failure.split(separator: "\n").filter { system.isNamed(in: String($0)) }
          problems.append("\(lines.prefix(3).joined(separator: "\n"))\n\(system.text)")
        }
        guard !named.isEmpty else {
          problems.append("\(module.name): \(failure)")
          return nil
        }
        var rest = module
        rest.systems.removeAll { $0.isNamed(in: failure) }
        rest.refusals = []
        systems += named.count + module.refusals.count
        refuse(module.refusals)
        return rest
      }
      systems += module.systems.count + module.refusals.count
      refuse(module.refusals)
      types += run.typeCount
      lines += run.lineCount
      for system in module.systems { add(system, run) }
      return nil
    }

    private mutating func refuse(_ messages: [String]) {
      refused += messages.count
      for message in messages { refusals[String(message.prefix { $0 != "\n" }.suffix(90)), default: 0] += 1 }
    }

    private mutating func add(_ system: RandomSystem, _ run: GeneratedRun) {
      var found: [String] = []
      for group in system.groups {
        let answers = run.answers[group.name] ?? []
        for (index, instance) in group.instances.enumerated() {
          instances += 1
          if instance.isValid { valid += 1 }
          var answer = answers.indices.contains(index) ? answers[index] : nil
          if !RandomInstances.isSeenWhole(instance.text, in: group.draft.dialect.draft) { answer?.leaveFoundationOut() }
          let row = ConformanceRun.Row(group: group, instance: instance, verdict: instance.isValid, answer: answer)
          found += ConformanceRun.problems(of: row).map { "\(group.name): \(instance.text): \($0)" }
        }
      }
      if !found.isEmpty { problems.append(found.joined(separator: "\n") + "\n" + system.text) }
    }
  }
}

extension RandomSystem {
  /// The documents, one per line.
  var text: String { groups.map { "\($0.schema.name): \($0.schema.root.text())" }.joined(separator: "\n") }

  /// Whether a message of the compiler names a file of the system.
  func isNamed(in message: String) -> Bool {
    guard let folder = groups.first?.name.split(separator: "/").first else { return false }
    return message.contains("/" + folder.uppercased() + "+")
  }
}

extension GeneratedRun.Answer {
  /// Treats the result of `JSONDecoder` as that of `init(json:)`.
  fileprivate mutating func leaveFoundationOut() {
    foundation = decoder == "valid" ? "valid" : "invalid"
    foundationWritten = written
    if inconsistency.contains("JSONDecoder") { inconsistency = "none" }
  }
}

extension RandomInstances {
  /// Whether a `Decoder` sees the complete instance: each number fits a `Double`, and no object has two equal names,
  /// including canonically equivalent ones.
  static func isSeenWhole(_ text: String, in draft: Dialect.Draft) -> Bool {
    func isSeen(_ value: JSONValue) -> Bool {
      switch value {
      case .null, .bool, .string: true
      case .number(let number):
        (number.int != nil || number.double.flatMap(JSONNumber.init) == number)
          // In draft-04 the text determines whether a number is an integer.
          && (draft > .draft4 || !number.isInteger || Int(number.text) != nil)
      case .array(let elements): elements.allSatisfy(isSeen)
      case .object(let object):
        Set(object.keys).count == object.count && object.allSatisfy { isSeen($0.value) }
      }
    }
    var reader = JSONReader()
    let hasUniqueNames = Array(text.utf8).withUnsafeBufferPointer {
      (try? reader.read($0))?.firstRepeatedName() == nil
    }
    return hasUniqueNames && (try? JSONValue(parsing: text)).map(isSeen) ?? false
  }
}
