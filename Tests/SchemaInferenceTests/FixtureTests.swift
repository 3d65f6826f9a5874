import CodegenCore
import CodegenTemplates
import Foundation
import JSONSchema
import SchemaInference
import SchemaLoading
import SchemaRuntime
import SchemaValidation
import SwiftCompilation
import Testing

/// Schemas inferred from every folder of valid payloads in the repository.
@Suite struct FixtureTests {
  @Test("an inferred schema accepts all of its sources", arguments: PayloadGroup.all)
  func acceptsAll(_ group: PayloadGroup) throws {
    let schema = try group.inferred()
    let validator = try validator(schema)
    for payload in group.payloads {
      let result = validator.validate(payload)
      #expect(result.isValid, "\(result) for \(schema.text(.pretty))")
    }
  }

  @Test("at least 95 % of single mutations are refused", arguments: PayloadGroup.all)
  func refusesMutations(_ group: PayloadGroup) throws {
    let validator = try validator(try group.inferred(evidence: 1))
    let counts = try Counts(group, validator)
    #expect(counts.refused * 100 >= counts.total * 95, "\(counts)")
  }

  @Test("over all folders, at least 95 % of each kind of detectable mutation are refused")
  func refusesEveryKind() throws {
    var all = Counts()
    for group in PayloadGroup.all { all.add(try Counts(group, try validator(try group.inferred(evidence: 1)))) }
    #expect(PayloadGroup.all.count > 20)
    #expect(all.swapped.refused * 100 >= all.swapped.total * 95, "\(all)")
    #expect(all.removed.refused * 100 >= all.removed.total * 95, "\(all)")
    // In the fixtures most enumerated texts occur once, which is no evidence; mutated tags are refused.
    #expect(all.misspelled.refused > 0, "\(all)")
    #expect(all.refused * 100 >= all.total * 95, "\(all)")
    #expect(all.swapped.total > 1_000 && all.removed.total > 100 && all.misspelled.total > 20, "\(all)")
  }

  @Test("if texts are repeated, every misspelled one is refused")
  func refusesMisspelledWords() throws {
    let colours = ["red", "green", "blue"]
    let payloads = try (0..<60).map { number in
      try JSONValue(
        parsing:
          #"{"colour": "\#(colours[number % 3])", "size": \#(number), "state": "\#(number % 2 == 0 ? "on" : "off")"}"#)
    }
    var inference = SchemaInference()
    for payload in payloads { inference.observe(try JSONDocument(parsing: payload.json())) }
    let validator = try validator(inference.schema(title: "Lamp"))
    let mutants = SingleMutations(payloads).misspelled
    #expect(mutants.count == 120)
    #expect(!mutants.contains { validator.validate($0.json()).isValid })
  }

  @Test(
    "models of all inferred schemas compile, and every payload survives a round trip",
    .enabled(if: SwiftCompiler() != nil, "needs the modules that 'swift build' makes"))
  func compilesAndRoundTrips() async throws {
    let compiler = try #require(SwiftCompiler())
    let folder = FileManager.default.temporaryDirectory.appending(path: "inferred-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var sources = try generated().map { file in
      let source = folder.appending(path: file.path)
      try file.contents.write(to: source, atomically: false, encoding: .utf8)
      return source
    }
    var arguments: [String] = []
    for group in PayloadGroup.all {
      for (number, payload) in group.payloads.enumerated() {
        let file = folder.appending(path: group.schema.replacing("/", with: "-") + "-\(number).json")
        try Data(payload).write(to: file)
        arguments += [group.schema, file.path]
      }
    }
    sources.append(folder.appending(path: "main.swift"))
    try Self.program.write(to: folder.appending(path: "main.swift"), atomically: false, encoding: .utf8)
    let program = folder.appending(path: "inferred")
    let compiled = try await compiler.compile(sources, to: program, languageMode: "6")
    guard compiled.status == 0 else {
      let lines = compiled.output.split(separator: "\n").filter { $0.contains("error:") }
      Issue.record("expected the models to compile, found:\n\(lines.prefix(20).joined(separator: "\n"))")
      return
    }
    let ran = try await compiler.run(program.path, arguments)
    #expect(ran.status == 0 && ran.output == "\(arguments.count / 2) payloads\n", "\(ran.output)")
  }

  /// The models of the schemas of all groups, in one module.
  private func generated() throws -> [GeneratedFile] {
    let documents = try PayloadGroup.all.map { group in
      let name = group.schema + ".schema.json"
      return SchemaDocument(
        uri: "https://inferred.example/" + name, name: name,
        source: try JSONDocument(parsing: try group.inferred().json(.pretty)))
    }
    var configuration = Configuration()
    configuration.outputs.models = "Models"
    configuration.formats.assert = StandardFormats.names
    let resolution = try SchemaResolver.resolve(documents, options: SchemaResolver.Options(isStrict: true))
    let output = try CodegenPipeline.run(
      CodegenPipeline.Input(
        graph: resolution.graph, configuration: configuration, folder: "", lock: nil, templates: SwiftTemplates.all))
    let findings = (resolution.diagnostics + output.diagnostics).filter { $0.severity != .note }
    #expect(findings.isEmpty, "\(findings.map(\.description).joined(separator: "\n"))")
    return output.files
  }

  /// Reads each payload into its model and writes it again.
  static let program = """
    import Foundation
    import SchemaRuntime

    func comesBack<Model: SchemaModel>(_ type: Model.Type, _ payload: [UInt8]) throws -> Bool {
      guard let value = try Model(json: payload) as? any WritableModel else { return false }
      return try JSONValue(parsing: value.json()) == JSONValue(parsing: payload)
    }

    var count = 0
    var arguments = CommandLine.arguments.dropFirst()[...]
    while let schema = arguments.popFirst(), let file = arguments.popFirst() {
      let payload = [UInt8](try Data(contentsOf: URL(fileURLWithPath: file)))
      guard let entry = ModelCatalog.schemas[schema] else {
        print("expected a model of \\(schema), found none")
        exit(1)
      }
      do {
        guard try comesBack(entry.model, payload) else {
          print("expected \\(file) to come back, found another value")
          exit(1)
        }
      } catch {
        print("\\(file): \\(error)")
        exit(1)
      }
      count += 1
    }
    print("\\(count) payloads")

    """
}

/// The checked formats, by name.
enum StandardFormats {
  static let names = Format.allCases.map(\.keyword)
}

/// The number of mutations of each kind, and of those that are refused.
struct Counts: CustomStringConvertible {
  var swapped = (refused: 0, total: 0)
  var removed = (refused: 0, total: 0)
  var misspelled = (refused: 0, total: 0)

  init() {}

  init(_ group: PayloadGroup, _ validator: SchemaValidator) throws {
    let mutations = SingleMutations(try group.payloads.map { try JSONValue(parsing: $0) })
    swapped = Self.count(mutations.swapped, validator)
    removed = Self.count(mutations.removed, validator)
    let written = try WrittenSchemas.all.get()[group.schema]
    misspelled = Self.count(mutations.misspelled.filter { written?.refusesWord(in: $0) ?? false }, validator)
  }

  var refused: Int { swapped.refused + removed.refused + misspelled.refused }
  var total: Int { swapped.total + removed.total + misspelled.total }

  mutating func add(_ other: Counts) {
    func sum(_ a: (refused: Int, total: Int), _ b: (refused: Int, total: Int)) -> (refused: Int, total: Int) {
      (a.refused + b.refused, a.total + b.total)
    }
    swapped = sum(swapped, other.swapped)
    removed = sum(removed, other.removed)
    misspelled = sum(misspelled, other.misspelled)
  }

  private static func count(_ mutants: [JSONValue], _ validator: SchemaValidator) -> (refused: Int, total: Int) {
    (mutants.count { !validator.validate($0.json()).isValid }, mutants.count)
  }

  var description: String {
    "types swapped: \(swapped.refused) of \(swapped.total) refused; members removed: \(removed.refused) of "
      + "\(removed.total); enumerated values misspelled: \(misspelled.refused) of \(misspelled.total)"
  }
}

/// The hand-written schemas for the same payloads: they define which texts are enumerated.
struct WrittenSchemas {
  let validator: SchemaValidator

  static let all = Result { try load() }

  private static func load() throws -> [String: WrittenSchemas] {
    let folder = PayloadGroup.root.appending(path: "Schemas").path
    let graph = try SchemaLoader(root: folder, workingDirectory: folder).resolve().graph
    var schemas: [String: WrittenSchemas] = [:]
    for root in graph.roots {
      let name = graph.documents[graph[root].document].name.replacingOccurrences(of: ".schema.json", with: "")
      schemas[name] = WrittenSchemas(validator: try SchemaValidator(graph: graph, schema: root))
    }
    return schemas
  }

  /// Whether a payload is refused because of a text that is not in an enumeration.
  func refusesWord(in payload: JSONValue) -> Bool {
    guard case .invalid(let issues) = validator.validate(payload.json()) else { return false }
    return Self.hasWord(issues)
  }

  private static func hasWord(_ issues: [ValidationIssue]) -> Bool {
    issues.contains { ["enum", "const"].contains($0.keywordLocation.tokens.last) || hasWord($0.causes) }
  }
}
