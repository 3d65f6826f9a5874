import CodegenCore
import Testing
import CodegenTemplates
import Foundation
import JSONSchema
import SchemaRuntime

/// A folder of `Cases`: schemas, their configuration, an optional name lock of an earlier run, the expected Swift, and
/// a program that uses it.
struct CodegenCase: CustomTestStringConvertible {
  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "Cases")

  static let all: [CodegenCase] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { !$0.contains(".") }.sorted().map { CodegenCase(name: $0) }
  }()

  let name: String

  var testDescription: String { name }

  func file(_ path: String) -> URL { Self.folder.appending(path: name).appending(path: path) }

  func text(_ path: String) -> String? { try? String(contentsOf: file(path), encoding: .utf8) }

  /// Runs the pipeline on the schemas of the folder, sorted by name.
  func generate() throws -> CodegenOutput {
    var configuration = Configuration()
    if let options = text("options.json") {
      configuration = try Configuration(JSONDocument(parsing: options), name: "options.json")
    }
    let root = configuration.schemas.root.flatMap { JSONPointer(String($0.dropFirst())) }
    return try Self.generate(
      try documents(in: "", root: root), configuration, lock: try text("lock.json").map { try JSONValue(parsing: $0) })
  }

  /// Runs the pipeline once on the schemas of several cases, in folders with their names.
  static func generate(_ cases: [CodegenCase]) throws -> CodegenOutput {
    try generate(try cases.flatMap { try $0.documents(in: $0.name + "/") }, Configuration(), lock: nil)
  }

  private func documents(in folder: String, root: JSONPointer? = nil) throws -> [SchemaDocument] {
    let names = try FileManager.default.subpathsOfDirectory(atPath: file("").path)
    return try names.filter { $0.hasSuffix(".schema.json") }.sorted().map { path in
      SchemaDocument(
        uri: "https://cases.example/" + folder + path, name: folder + path,
        source: try JSONDocument(parsing: [UInt8](try Data(contentsOf: file(path)))),
        extent: root.map { .members(of: $0) } ?? .whole)
    }
  }

  private static func generate(
    _ documents: [SchemaDocument], _ configuration: Configuration, lock: JSONValue?
  ) throws -> CodegenOutput {
    let configuration = {
      var configuration = configuration
      configuration.outputs.models = "Models"
      return configuration
    }()
    var options = SchemaResolver.Options()
    let lenient = configuration.lenient.map(Glob.init)
    options.reading = { document in
      var reading = SchemaResolver.Reading()
      reading.open = configuration.open
      reading.operations = configuration.operations
      reading.isLenient = lenient.contains { $0.matches(document.name) }
      return reading
    }
    return try CodegenPipeline.run(
      CodegenPipeline.Input(
        graph: try SchemaResolver.resolve(documents, options: options).graph, configuration: configuration, folder: "",
        lock: lock,
        templates: SwiftTemplates.all))
  }
}
