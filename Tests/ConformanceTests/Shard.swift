import CodegenCore
import JSONSchema
import SchemaRuntime
import SchemaTestSuite

/// Schemas that are generated, compiled and run together: of one draft, with the same meaning of `format`, and without
/// two schemas of the same URI.
struct Shard: Sendable {
  /// `draft7-3`.
  let name: String
  let draft: OfficialSuite.Draft
  let assertion: OfficialSuite.Assertion
  private(set) var groups: [OfficialSuite.Group] = []
  private var own: Set<String> = []
  private var foreign: Set<String> = []

  /// The maximum number of schemas in a shard. Each shard starts a compiler, which should need little memory.
  static let size = 150

  private init(name: String, draft: OfficialSuite.Draft, assertion: OfficialSuite.Assertion) {
    self.name = name
    self.draft = draft
    self.assertion = assertion
  }

  /// Packs the groups that have a program, in order, each into the first shard that accepts it.
  static func pack(_ runs: [EvaluatorRun]) -> [Shard] {
    var shards: [Shard] = []
    for run in runs {
      guard case .success = run.outcome else { continue }
      let index = shards.firstIndex { $0.takes(run) }
      if index == nil {
        let count = shards.count { $0.draft == run.group.draft }
        shards.append(
          Shard(
            name: "\(run.group.draft.folder)-\(count + 1)", draft: run.group.draft,
            assertion: run.group.assertion))
      }
      shards[index ?? shards.count - 1].add(run)
    }
    return shards
  }

  private func takes(_ run: EvaluatorRun) -> Bool {
    groups.count < Self.size && draft == run.group.draft && assertion == run.group.assertion
      && own.isDisjoint(with: run.own) && own.isDisjoint(with: run.foreign) && foreign.isDisjoint(with: run.own)
  }

  private mutating func add(_ run: EvaluatorRun) {
    groups.append(run.group)
    own.formUnion(run.own)
    foreign.formUnion(run.foreign)
  }

  /// The shard as input of the generator.
  var module: GeneratedModule {
    var configuration = Configuration()
    configuration.outputs.models = "Models"
    configuration.accessLevel = .internal
    configuration.untypedObjects = .exact
    if assertion == .formats { configuration.formats.assert = Format.allCases.map(\.keyword) }
    configuration.assertsContent = assertion == .content
    return GeneratedModule(
      name: name, documents: groups.map(\.schema), options: EvaluatorRun.options(draft), configuration: configuration,
      instances: groups.map { ($0.name, $0.instances.map(\.text)) })
  }
}
