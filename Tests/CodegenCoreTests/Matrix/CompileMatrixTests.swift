import CodegenCore
import CodegenTemplates
import Foundation
import JSONSchema
import SchemaRuntime
import SwiftCompilation
import TestSupport
import Testing

/// Generated code compiles without a warning in every kind of module: `everything.schema.json` has one of each construct.
///
/// Each pair of settings is in one of the modules. `make compile-matrix` compiles all combinations, or with `PART=2/8` the
/// second eighth of them.
@Suite
struct CompileMatrixTests {
  @Test(
    .enabled(if: SwiftCompiler()?.hasModule("SchemaSampling") ?? false, "needs the modules that 'swift build' makes"),
    arguments: ModuleSettings.chosen)
  func compiles(_ settings: ModuleSettings) async throws {
    let compiler = try #require(SwiftCompiler())
    let folder = FileManager.default.temporaryDirectory.appending(path: "matrix-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var sources: [URL] = []
    for (name, text) in try settings.files() {
      sources.append(folder.appending(path: name))
      try text.write(to: sources[sources.count - 1], atomically: false, encoding: .utf8)
    }
    let result = try await compiler.check(sources, settings.arguments)
    #expect(result.status == 0, Comment(rawValue: result.output))
  }

  @Test("every two settings are together in a module")
  func pairs() {
    let rows = ModuleSettings.pairs.map(\.choices)
    for first in ModuleSettings.counts.indices {
      for second in ModuleSettings.counts.indices where second > first {
        let together = Set(rows.map { [$0[first], $0[second]] })
        #expect(together.count == ModuleSettings.counts[first] * ModuleSettings.counts[second])
      }
    }
    #expect(ModuleSettings.pairs.count <= 60)
  }
}

/// A module with generated code and code that uses it.
struct ModuleSettings: CustomTestStringConvertible {
  private static let languageModes = ["6", "5"]
  private static let accessLevels = ["public", "package", "internal"]
  /// How a file that uses the models imports the runtime; empty for a file that does not.
  private static let imports = ["import", "internal import", "public import", ""]
  private static let types = ["", "Foundation", "own"]
  private static let features = [
    "InternalImportsByDefault", "MemberImportVisibility", "ExistentialAny", "NonisolatedNonsendingByDefault",
    "InferIsolatedConformances",
  ]

  /// The number of choices of each setting: language mode, default isolation, access level, import, types of the user,
  /// namespace, and the upcoming features.
  static let counts =
    [languageModes.count, 2, accessLevels.count, imports.count, types.count, 2] + features.map { _ in 2 }

  /// The part of all combinations to compile, such as `2/8`, or `all`; nil for few.
  private static let part = ProcessInfo.processInfo.environment["COMPILE_MATRIX"]

  /// The combinations to compile.
  static var chosen: [ModuleSettings] {
    guard let part else { return pairs }
    let numbers = part.split(separator: "/").compactMap { Int($0) }
    guard numbers.count == 2, 1...max(1, numbers[1]) ~= numbers[0] else { return all }
    return all.enumerated().filter { $0.offset % numbers[1] == numbers[0] - 1 }.map(\.element)
  }

  /// All combinations.
  private static var all: [ModuleSettings] {
    counts.reduce([[]]) { rows, count in rows.flatMap { row in (0..<count).map { row + [$0] } } }
      .map { ModuleSettings(choices: $0) }
  }

  /// Few combinations, in which any two choices are together: each row is the one of some random ones that has most new
  /// pairs.
  static let pairs: [ModuleSettings] = {
    struct Pair: Hashable { var first: Int, choice: Int, second: Int, other: Int }
    func pairs(in row: [Int]) -> Set<Pair> {
      Set(
        row.indices.flatMap { first in
          row.indices.filter { $0 > first }.map {
            Pair(first: first, choice: row[first], second: $0, other: row[$0])
          }
        })
    }
    var missing: Set<Pair> = []
    for first in counts.indices {
      for second in counts.indices where second > first {
        for choice in 0..<counts[first] {
          for other in 0..<counts[second] {
            missing.insert(Pair(first: first, choice: choice, second: second, other: other))
          }
        }
      }
    }
    var random = SeededRandom(seed: 1)
    var rows: [ModuleSettings] = []
    while !missing.isEmpty {
      let rowsToTry = (0..<50).map { _ in counts.map { Int.random(in: 0..<$0, using: &random) } }
      guard let best = rowsToTry.max(by: { covered($0) < covered($1) }), covered(best) > 0 else { continue }
      missing.subtract(pairs(in: best))
      rows.append(ModuleSettings(choices: best))
    }
    func covered(_ row: [Int]) -> Int { pairs(in: row).intersection(missing).count }
    return rows
  }()

  let choices: [Int]

  private var accessLevel: String { Self.accessLevels[choices[2]] }
  private var importWords: String { Self.imports[choices[3]] }
  private var types: String { Self.types[choices[4]] }
  private var hasNamespace: Bool { choices[5] == 1 }

  var testDescription: String {
    (arguments + [accessLevel, importWords, types, hasNamespace ? "API" : ""]).joined(separator: " ")
  }

  /// The compiler's arguments.
  var arguments: [String] {
    let features = zip(Self.features, choices.dropFirst(6)).filter { $1 == 1 }.flatMap { feature, _ in
      ["-enable-upcoming-feature", feature]
    }
    return ["-swift-version", Self.languageModes[choices[0]]] + features
      + (choices[1] == 1 ? ["-default-isolation", "MainActor"] : [])
  }

  /// What decides the generated code.
  private var generation: String { "\(accessLevel) \(types) \(hasNamespace)" }

  /// The generated code by what decides it: many modules have the same.
  private static let generated: [String: Result<[(name: String, text: String)], any Error>] = {
    let distinct = Dictionary(all.map { ($0.generation, $0) }) { first, _ in first }
    return distinct.mapValues { settings in Result { try settings.generate() } }
  }()

  private var configuration: String {
    var members = ["\"accessLevel\": \"\(accessLevel)\""]
    if hasNamespace { members.append(#""namespace": "API""#) }
    switch types {
    case "Foundation":
      members.append(#""types": {"string:date-time": "Date", "string:uuid": "UUID"}"#)
      members.append(#""formats": {"assert": ["date-time", "uuid"]}"#)
    case "own": members.append(#""types": {"string:slug": {"type": "Slug"}}"#)
    default: break
    }
    return "{\(members.joined(separator: ", "))}"
  }

  /// The sources: generated models and samples, and code of a user.
  func files() throws -> [(name: String, text: String)] {
    try (Self.generated[generation]?.get() ?? []) + [("Use.swift", use)]
      + (types == "own" ? [("Slug.swift", Self.slug)] : [])
  }

  private func generate() throws -> [(name: String, text: String)] {
    let path = "Matrix/everything.schema.json"
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "everything.schema.json")
    let document = SchemaDocument(
      uri: "https://matrix.example/everything.schema.json", name: path,
      source: try JSONDocument(parsing: [UInt8](try Data(contentsOf: file))))
    var configuration = try Configuration(JSONDocument(parsing: configuration), name: "codegen.json")
    configuration.outputs.models = "Models"
    configuration.outputs.testSupport = "Tests"
    let output = try CodegenPipeline.run(
      CodegenPipeline.Input(
        graph: try SchemaResolver.resolve([document]).graph, configuration: configuration, folder: "Matrix/", lock: nil,
        templates: SwiftTemplates.all))
    return output.files.map { ($0.path, $0.contents) }
  }

  private var use: String {
    let type = (hasNamespace ? "API." : "") + "Everything"
    if importWords.isEmpty { return "func name(of value: \(type)) -> String { value.id }\n" }
    let published = importWords == "public import" ? "public func nothing() -> JSONValue { .null }\n" : ""
    return """
      \(importWords) SchemaRuntime

      \(published)
      func renamed(_ text: String) throws -> String {
        var value = try \(type)(json: text)
        value.id += "x"
        return value.id
      }

      """
  }

  private static let slug = """
    public import SchemaRuntime

    /// A name in a URL.
    nonisolated public struct Slug: Hashable, Sendable, Codable {
      public var text: String
    }

    nonisolated extension Slug: JSONDecodable, JSONWritable {
      public init(decoding node: UnsafeJSONNode) throws(DecodingFailure) { text = try String(decoding: node) }
      public func write(to writer: inout JSONWriter) { text.write(to: &writer) }
    }

    """
}
