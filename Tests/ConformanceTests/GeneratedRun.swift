import CodegenCore
import CodegenTemplates
import Foundation
import JSONSchema
import SchemaRuntime
import SchemaTestSuite
import SwiftCompilation

/// Schemas that are generated, compiled and run together.
struct GeneratedModule: Sendable {
  /// The name of the folder for its files.
  let name: String
  let documents: [SchemaDocument]
  let options: SchemaResolver.Options
  let configuration: Configuration
  /// The Swift language version: `6` or `5`.
  var languageMode = "6"
  /// The step budget of one match of a pattern in the compiled program; nil for the default.
  var stepBudget: Int?
  /// Instances by the name of their schema.
  let instances: [(schema: String, texts: [String])]
}

/// The results of generated code for a module: the real pipeline, the real compiler, and a program.
struct GeneratedRun: Sendable {
  /// The answers to one instance; see `Program/main.swift`.
  struct Answer: Hashable, Sendable {
    var validator: String
    var decoder: String
    /// Whether the decoded value is written as the instance.
    var written: String
    /// Whether `JSONEncoder` writes it as the instance.
    var encoded: String
    /// The result of `JSONDecoder`, and whether its value is written as the instance.
    var foundation: String
    var foundationWritten: String
    /// Mistakes in the decoded values themselves; `none` if there are none.
    var inconsistency: String

    init?(_ words: [String]) {
      guard words.count == 7 else { return nil }
      (validator, decoder, written, encoded) = (words[0], words[1], words[2], words[3])
      (foundation, foundationWritten, inconsistency) = (words[4], words[5], words[6])
    }

    /// The Swift type that cannot hold a valid value.
    var unrepresentable: String? {
      decoder.hasPrefix("notRepresentable ") ? String(decoder.dropFirst("notRepresentable ".count)) : nil
    }
  }

  let module: GeneratedModule
  /// By the schema's name; empty if the module did not get this far.
  private(set) var answers: [String: [Answer]] = [:]
  /// The reason for a failure of the module: a refusal of the generator, messages of the compiler, or the end of the
  /// program.
  private(set) var failure: String?
  private(set) var typeCount = 0
  /// Lines of generated Swift.
  private(set) var lineCount = 0
  private(set) var compileTime = Duration.zero

  /// Generates, compiles and runs, in a folder that is removed afterwards unless it is to be kept.
  init(_ module: GeneratedModule, compiler: SwiftCompiler, keptIn kept: URL?) async {
    self.module = module
    let parent = kept ?? FileManager.default.temporaryDirectory.appending(path: "conformance-\(UUID().uuidString)")
    let folder = parent.appending(path: module.name)
    defer { if kept == nil { try? FileManager.default.removeItem(at: parent) } }
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      if kept != nil { try Self.write(module.documents, to: folder.appending(path: "Schemas")) }
      let output = try Self.generate(module)
      typeCount = output.planned.plan.names.count
      lineCount = output.files.reduce(0) { $0 + $1.contents.count { $0 == "\n" } }
      let program = folder.appending(path: "program")
      let sources = try Self.write(output.files.map { limited($0) }, to: folder)
      let clock = ContinuousClock()
      let start = clock.now
      let compiled = try await compiler.compile(sources, to: program, languageMode: module.languageMode)
      compileTime = clock.now - start
      guard compiled.status == 0 else {
        failure = "the compiler says: \(Self.messages(compiled.output))"
        return
      }
      try await ask(program, compiler, folder.appending(path: "instances.json"))
    } catch let error as CodegenFailure {
      failure = "the generator says: \((error.diagnostics.map(\.description) + error.messages).joined(separator: "\n"))"
    } catch {
      failure = "\(error)"
    }
  }

  /// Processes all modules concurrently, keeping their order.
  static func all(_ modules: [GeneratedModule], _ compiler: SwiftCompiler, keptIn kept: URL?) async -> [GeneratedRun] {
    await withTaskGroup(of: (index: Int, run: GeneratedRun).self) { group in
      for (index, module) in modules.enumerated() {
        group.addTask { (index, await GeneratedRun(module, compiler: compiler, keptIn: kept)) }
      }
      var runs: [Int: GeneratedRun] = [:]
      for await (index, run) in group { runs[index] = run }
      return modules.indices.compactMap { runs[$0] }
    }
  }

  private static func generate(_ module: GeneratedModule) throws -> CodegenOutput {
    let graph = try SchemaResolver.resolve(module.documents, options: module.options) {
      OfficialSuite.remotes[$0]
    }.graph
    return try CodegenPipeline.run(
      CodegenPipeline.Input(
        graph: graph, configuration: module.configuration, folder: "", lock: nil, templates: SwiftTemplates.all))
  }

  /// A file that gives the program's patterns the module's budget.
  private func limited(_ file: GeneratedFile) -> GeneratedFile {
    guard let budget = module.stepBudget, file.contents.contains("Program.embedded(") else { return file }
    var file = file
    let end = ")\n}\n"
    guard let place = file.contents.range(of: end, options: .backwards) else { return file }
    file.contents.replaceSubrange(place, with: ", stepBudget: \(budget)" + end)
    return file
  }

  private static func write(_ files: [GeneratedFile], to folder: URL) throws -> [URL] {
    let main = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "Program/main.swift")
    return try files.map { file in
      let url = folder.appending(path: file.path)
      try file.contents.write(to: url, atomically: false, encoding: .utf8)
      return url
    } + [main]
  }

  private static func write(_ documents: [SchemaDocument], to folder: URL) throws {
    for document in documents {
      let url = folder.appending(path: document.name)
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(document.source.text).write(to: url)
    }
  }

  private mutating func ask(_ program: URL, _ compiler: SwiftCompiler, _ instances: URL) async throws {
    let input = JSONObject(module.instances.map { ($0.schema, JSONValue.array($0.texts.map { .string($0) })) })
    try Data(JSONValue.object(input).json()).write(to: instances)
    let ran = try await compiler.run(program.path, [instances.path])
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
