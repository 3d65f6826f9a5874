import CodegenCore
import JSONSchema
import SchemaComparison
import SchemaRuntime
import Testing

/// One change of a schema, and its meaning.
struct ComparisonRow: Sendable, CustomTestStringConvertible {
  enum Expected: Sendable {
    case holds, broken, unknown
    /// Broken only by members that the writer's schema does not declare.
    case beyond
  }

  let sentence: String
  let old: String
  let new: String
  let newReadsOld: Expected
  let oldReadsNew: Expected
  let source: Expected
  /// Rules that the changes must include.
  let rules: [String]

  init(
    _ sentence: String, _ old: String, _ new: String, _ newReadsOld: Expected, _ oldReadsNew: Expected,
    _ source: Expected, _ rules: [String] = []
  ) {
    self.sentence = sentence
    self.old = old
    self.new = new
    self.newReadsOld = newReadsOld
    self.oldReadsNew = oldReadsNew
    self.source = source
    self.rules = rules
  }

  var testDescription: String { sentence }

  static let all = scalars + objects + arrays + choices + sources
}

extension ComparisonReport {
  /// The rules of changes that no page lists, or whose rows promise that they break less.
  var unlisted: [String] {
    let listed = Set(ChangeRule.all.map(\.id))
    return changes.filter { change in
      let broken = change.effects.keys.filter { change.effect(on: $0) != .none }
      let possible = if case .breaks(let questions) = change.rule.effect { questions } else { [Verdict.Question]() }
      return !listed.contains(change.rule.id) || !Set(broken).isSubset(of: possible)
    }.map { "\($0.rule.id): \($0.effects.keys)" }
  }
}

/// Versions of one schema, or of a folder of schemas, made from texts.
enum Versions {
  static func version(
    _ texts: [(name: String, text: String)], _ configuration: Configuration = Configuration()
  ) throws -> SchemaComparison.Version {
    let documents = try texts.map { name, text in
      SchemaDocument(
        uri: "file:///Schemas/\(name)", name: "Schemas/\(name)", source: try JSONDocument(parsing: Array(text.utf8)))
    }
    return SchemaComparison.Version(
      graph: try SchemaResolver.resolve(documents).graph, configuration: configuration, folder: "Schemas/")
  }

  static func version(_ text: String, _ configuration: Configuration = Configuration()) throws
    -> SchemaComparison.Version
  {
    try version([("thing.schema.json", text)], configuration)
  }

  /// Compared formats are asserted.
  static var asserting: Configuration {
    var configuration = Configuration()
    configuration.formats.assert = Format.allCases.map(\.keyword)
    return configuration
  }
}
