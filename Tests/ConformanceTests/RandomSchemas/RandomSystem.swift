import CodegenCore
import CodegenTemplates
import JSONSchema
import SchemaRuntime
import SchemaSampling
import SchemaTestSuite
import SchemaValidation
import TestSupport
import Testing

/// Some documents of one dialect that refer to each other, with instances of each and the evaluator's verdicts.
struct RandomSystem: Sendable {
  /// The reason why a system is unusable: the message of the resolver, the compiler or the generator.
  struct Refusal: Error {
    let message: String
  }

  /// The documents as groups of a suite.
  let groups: [OfficialSuite.Group]

  /// - Parameter round: part of the names of all files, so that systems of one module do not collide.
  init(round: Int, configuration: Configuration) throws {
    var random = PropertyRandom("generated code", round: round)
    let draft = random.isOne(in: 2) ? OfficialSuite.draft(of: .draft2020) : random.element(of: OfficialSuite.drafts)
    guard let draft else { throw Refusal(message: "no draft") }
    let documents = try Self.documents(round, draft, &random)
    let graph: SchemaGraph
    do {
      graph = try SchemaResolver.resolve(documents, options: EvaluatorRun.options(draft)).graph
    } catch {
      throw Refusal(message: error.description)
    }
    do {
      _ = try CodegenPipeline.run(
        CodegenPipeline.Input(
          graph: graph, configuration: configuration, folder: "", lock: nil, templates: SwiftTemplates.all))
    } catch {
      throw Refusal(message: (error.diagnostics.map(\.message) + error.messages).joined(separator: "\n"))
    }
    var instances = RandomInstances(
      random: random, documents: Dictionary(uniqueKeysWithValues: documents.map { ("/" + $0.name, $0.root) }))
    let compiled = try Compiler.compile(graph.roots, of: graph, options: configuration.compilerOptions)
    groups = try documents.indices.map { index in
      let document = documents[index]
      let validator = try SchemaValidator(
        graph: graph, schema: graph.roots[index], options: configuration.compilerOptions)
      let sampler = SchemaSampler(compiled.program, schema: compiled.indices[graph.roots[index]] ?? 0)
      let texts = instances.texts(for: "/" + document.name, count: 4) + Self.samples(sampler, seed: UInt64(round))
      let isEmpty = sampler.sample(seed: 0, size: .minimal) == .admitsNothing
      return OfficialSuite.Group(
        draft: draft, file: "", name: String(document.name.dropLast(".schema.json".count)),
        description: documents.map { $0.name + ": " + $0.root.text() }.joined(separator: "\n"), schema: document,
        instances: texts.map { text in
          let isValid = validator.validate(Array(text.utf8)).isValid
          if isValid, isEmpty {
            Issue.record("\(document.name) is said to admit nothing, and admits \(text)")
          }
          return OfficialSuite.Instance(description: text, text: text, isValid: isValid)
        })
    }
  }

  /// Samples of every size, and some values that are almost valid.
  private static func samples(_ sampler: SchemaSampler, seed: UInt64) -> [String] {
    let samples = SchemaSampler.Size.allCases.compactMap { size in
      if case .value(let value) = sampler.sample(seed: seed, size: size) { value } else { nil }
    }
    return (samples + sampler.nearMisses(seed: seed).prefix(6).map(\.value)).map { $0.text() }
  }

  private static func documents(
    _ round: Int, _ draft: OfficialSuite.Draft, _ random: inout PropertyRandom
  ) throws -> [SchemaDocument] {
    let keyword = draft.dialect.draft >= .draft2019 ? "$defs" : "definitions"
    let count = random.element(of: [1, 1, 1, 2, 3]) ?? 1
    var paths: [String] = []
    for index in 0..<count {
      let folder = ["", "a/", "b/"][index]
      let name = random.element(of: RandomNames.types.prefix(16)) ?? "item"
      paths.append("/r\(round)/\(folder)\(name).schema.json")
    }
    var finished: [String] = []
    return try paths.map { path in
      var schemas = RandomSchemas(
        random: random, path: path, others: paths + finished, finished: finished,
        definitionsKeyword: keyword)
      var root = schemas.document()
      random = schemas.random
      root["$schema"] = .string(draft.dialect.uri)
      finished += [path] + schemas.definitions.map { RandomSchemas.reference(to: $0, under: keyword, in: path) }
      let value = DialectWords.schema(.object(root), in: draft.dialect.draft)
      let name = String(path.dropFirst())
      return SchemaDocument(
        uri: "https://random.example" + path, name: name, source: try JSONDocument(parsing: value.json()))
    }
  }
}
