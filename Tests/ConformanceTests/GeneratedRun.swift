import CodegenCore
import CodegenTemplates
import Foundation
import JSONSchema
import SchemaRuntime
import SchemaTestSuite
import SwiftCompilation

/// What generated code says of one shard: the real pipeline, the real compiler, a program that asks.
struct GeneratedRun: Sendable {
  /// The answers to one instance; see `Program/main.swift`.
  struct Answer: Hashable, Sendable {
    var validator: String
    var decoder: String
    /// Whether what the decoded value writes is the instance.
    var written: String
    /// Whether what `JSONEncoder` makes of it is.
    var encoded: String
    /// What `JSONDecoder` says, and whether its value writes the instance.
    var foundation: String
    var foundationWritten: String

    init?(_ words: [String]) {
      guard words.count == 6 else { return nil }
      (validator, decoder, written, encoded) = (words[0], words[1], words[2], words[3])
      (foundation, foundationWritten) = (words[4], words[5])
    }

    /// The Swift type that cannot hold a valid value.
    var unrepresentable: String? {
      decoder.hasPrefix("notRepresentable ") ? String(decoder.dropFirst("notRepresentable ".count)) : nil
    }
  }

  let shard: Shard
  /// By the group's name; empty where the shard did not come as far.
  private(set) var answers: [String: [Answer]] = [:]
  /// What stopped the shard: a refusal of the generator, messages of the compiler, the end of the program.
  private(set) var failure: String?
  private(set) var typeCount = 0
  /// Lines of generated Swift.
  private(set) var lineCount = 0
  private(set) var compileTime = Duration.zero

  /// Generates, compiles and asks, in a folder that is gone afterwards unless it is to be kept.
  init(_ shard: Shard, compiler: SwiftCompiler, keptIn kept: URL?) {
    self.shard = shard
    let parent = kept ?? FileManager.default.temporaryDirectory.appending(path: "conformance-\(UUID().uuidString)")
    let folder = parent.appending(path: shard.name)
    defer { if kept == nil { try? FileManager.default.removeItem(at: parent) } }
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let output = try Self.generate(shard)
      typeCount = output.typeCount
      lineCount = output.files.reduce(0) { $0 + $1.contents.count { $0 == "\n" } }
      let program = folder.appending(path: "program")
      let sources = try Self.write(output.files, to: folder)
      let clock = ContinuousClock()
      let start = clock.now
      let compiled = try compiler.compile(sources, to: program, languageMode: "6")
      compileTime = clock.now - start
      guard compiled.status == 0 else {
        failure = "the compiler says: \(Self.messages(compiled.output))"
        return
      }
      try ask(program, compiler, folder.appending(path: "instances.json"))
    } catch let error as CodegenFailure {
      failure = "the generator says: \((error.diagnostics.map(\.description) + error.messages).joined(separator: "\n"))"
    } catch {
      failure = "\(error)"
    }
  }

  private static func generate(_ shard: Shard) throws -> CodegenOutput {
    var configuration = Configuration()
    configuration.outputs.models = "Models"
    configuration.accessLevel = .internal
    if shard.assertion == .formats { configuration.formats.assert = Format.allCases.map(\.keyword) }
    configuration.assertsContent = shard.assertion == .content
    let graph = try SchemaResolver.resolve(
      shard.groups.map(\.schema), options: EvaluatorRun.options(shard.draft)
    ) { OfficialSuite.remotes[$0] }.graph
    return try CodegenPipeline.run(
      CodegenPipeline.Input(
        graph: graph, configuration: configuration, folder: "", lock: nil, templates: BuiltInTemplates.all))
  }

  private static func write(_ files: [GeneratedFile], to folder: URL) throws -> [URL] {
    let main = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "Program/main.swift")
    return try files.map { file in
      let url = folder.appending(path: file.path)
      try file.contents.write(to: url, atomically: false, encoding: .utf8)
      return url
    } + [main]
  }

  private mutating func ask(_ program: URL, _ compiler: SwiftCompiler, _ instances: URL) throws {
    let input = JSONObject(
      shard.groups.map { ($0.name, JSONValue.array($0.instances.map { JSONValue.string($0.text) })) })
    try Data(JSONValue.object(input).json()).write(to: instances)
    let ran = try compiler.run(program.path, [instances.path])
    var rest: [Substring] = []
    for line in ran.output.split(separator: "\n") {
      guard let answer = try? JSONValue(parsing: String(line)), let name = answer["name"]?.string else {
        rest.append(line)
        continue
      }
      answers[name] = answer["answers"]?.array?.compactMap { Answer(($0.array ?? []).compactMap(\.string)) }
    }
    if ran.status != 0 { failure = "the program ended with \(ran.status): \(rest.joined(separator: "\n"))" }
  }

  /// The first messages of the compiler.
  private static func messages(_ output: String) -> String {
    let lines = output.split(separator: "\n").filter { $0.contains("error:") && !$0.hasPrefix(" ") }
    return (lines.isEmpty ? output.split(separator: "\n") : lines).prefix(20).joined(separator: "\n")
  }
}
