import Foundation
import Testing

/// The permitted imports of a target: a line of ARCHITECTURE.md, "Targets", uses only those above it.
@Suite struct ImportTests {
  /// A table: a folder of sources, and all modules that its files may import. A new target needs a row.
  static let rows = [
    Row("Sources/System/CCMark", []),
    Row("Sources/System/CFYAML", []),
    Row("Sources/System/CJSONC", []),
    Row("Sources/Runtime/CJSONScan", []),
    Row("Sources/Runtime/SchemaRuntime", ["CJSONScan"]),
    Row("Sources/Runtime/SchemaRuntimeFoundation", ["SchemaRuntime", "Foundation"]),
    Row("Sources/Runtime/SchemaStreaming", ["CJSONScan", "SchemaRuntime"]),
    Row("Sources/Schemas/SchemaAnalysis", ["SchemaRuntime"]),
    Row("Sources/Schemas/SchemaSampling", ["SchemaAnalysis", "SchemaRuntime"]),
    Row("Sources/Schemas/JSONSchema", ["SchemaAnalysis", "SchemaRuntime"]),
    Row("Sources/Schemas/SchemaValidation", ["JSONSchema", "SchemaAnalysis", "SchemaRuntime"]),
    Row("Sources/Schemas/SchemaInference", ["JSONSchema", "SchemaAnalysis", "SchemaRuntime"]),
    Row(
      "Sources/Schemas/SchemaLint",
      [
        "JSONSchema", "SchemaAnalysis", "SchemaRuntime", "SchemaSampling", "SchemaValidation",
      ]),
    Row("Sources/Schemas/SchemaRewriting", ["JSONSchema", "SchemaAnalysis", "SchemaLoading", "SchemaRuntime"]),
    Row("Sources/Schemas/SchemaFormatting", ["JSONSchema", "SchemaRuntime"]),
    Row(
      "Sources/Schemas/SchemaTesting",
      ["JSONSchema", "SchemaAnalysis", "SchemaLint", "SchemaRuntime", "SchemaValidation"]),
    Row(
      "Sources/Schemas/SchemaLoading",
      ["CFYAML", "CJSONC", "CJSONScan", "JSONSchema", "SchemaAnalysis", "SchemaRuntime", "Foundation"]),
    Row("Sources/Tool/Mustache", []),
    Row(
      "Sources/Tool/CodegenCore",
      ["JSONSchema", "Mustache", "SchemaAnalysis", "SchemaRewriting", "SchemaRuntime", "SchemaValidation"]),
    Row(
      "Sources/Tool/CodegenDocumentation",
      [
        "CCMark", "CodegenCore", "JSONSchema", "Mustache", "SchemaAnalysis", "SchemaRuntime", "SchemaSampling",
        "SchemaStreaming", "SchemaValidation",
      ]),
    Row(
      "Sources/Tool/SchemaComparison",
      [
        "CodegenCore", "JSONSchema", "SchemaAnalysis", "SchemaRuntime", "SchemaSampling", "SchemaValidation",
      ]),
    Row("Sources/Tool/CommandLineTool", ["SchemaAnalysis", "SchemaRuntime", "Foundation"]),
    // The tool of builds compiles no more: neither documentation nor comparison, lint or inference.
    Row(
      "Sources/Tool/CodegenProject",
      [
        "CodegenCore", "CodegenTemplates", "CommandLineTool", "JSONSchema", "Mustache", "SchemaAnalysis",
        "SchemaLoading", "SchemaRuntime", "SchemaValidation", "Foundation",
      ]),
    Row("Sources/Tool/codegen-generate", ["CodegenProject", "CommandLineTool", "Foundation"]),
    Row(
      "Sources/Tool/CodegenCommands",
      [
        "CodegenCore", "CodegenDocumentation", "CodegenPageTemplates", "CodegenProject", "CommandLineTool",
        "JSONSchema", "SchemaAnalysis", "SchemaComparison", "SchemaFormatting", "SchemaInference", "SchemaLint",
        "SchemaLoading", "SchemaRewriting", "SchemaRuntime", "SchemaSampling", "SchemaStreaming", "SchemaTesting",
        "SchemaValidation", "Foundation",
      ]),
    Row("Sources/Tool/codegen", ["CodegenCommands", "CodegenProject", "CommandLineTool", "Foundation"]),
    Row("Sources/Collaboration/Collaboration", ["CollaborationModels", "SchemaRuntime", "Foundation", "Observation"]),
    Row("Sources/Collaboration/CollaborationCompatibility", ["Collaboration", "CollaborationModels", "SchemaRuntime"]),
    Row("Sources/Collaboration/CollaborationService", ["Collaboration", "CollaborationModels", "SchemaRuntime"]),
    Row("Sources/System/CALSA", []),
    Row("Sources/System/CSQLite", []),
    Row("Sources/Collaboration/CollaborationALSA", ["CALSA", "Collaboration", "SchemaRuntime"]),
    Row(
      "Sources/Collaboration/CollaborationSQLite",
      ["Collaboration", "CollaborationModels", "SchemaRuntime", "CSQLite", "Foundation"]),
    Row("Sources/System/CLibWebSockets", []),
    Row("Sources/System/CPostgreSQL", []),
    Row("Sources/Collaboration/CWebSocketClient", []),
    Row(
      "Sources/Collaboration/CollaborationPostgreSQL",
      ["Collaboration", "CollaborationModels", "SchemaRuntime", "CPostgreSQL", "Foundation"]),
    Row(
      "Sources/Collaboration/CollaborationREST",
      ["Collaboration", "CollaborationModels", "SchemaRuntime", "Foundation", "FoundationNetworking"]),
    Row(
      "Sources/Collaboration/CollaborationWebSocket",
      [
        "Collaboration", "CollaborationModels", "SchemaRuntime", "CWebSocketClient", "Foundation",
        "FoundationNetworking",
      ]),
    Row(
      "Sources/Collaboration/collaboration-demo",
      [
        "Collaboration", "CollaborationModels", "CollaborationREST", "CollaborationService", "CollaborationSQLite",
        "CollaborationWebSocket",
        "SchemaRuntime", "Foundation",
      ]),
    Row("Plugins", ["Foundation", "PackagePlugin", "XcodeProjectPlugin"]),
    Row("Templates", []),
    Row("Generated/Models", ["SchemaRuntime"]),
  ]

  @Test("a target only imports the modules in its row", arguments: Self.rows)
  func importsOnly(_ row: Row) {
    for file in Repository.swiftFiles(in: row.folder) {
      for name in Self.imports(of: file) {
        #expect(row.imports.contains(name), "\(file.path) imports \(name)")
      }
    }
  }

  @Test("every folder of sources has a row, and every row a folder")
  func everyFolderHasRow() {
    let folders = Repository.files.filter { $0.path.hasPrefix("Sources/") && $0.path != "Sources/README.md" }
      .map { $0.path.split(separator: "/").prefix(3).joined(separator: "/") }
    #expect(Set(folders).subtracting(Self.rows.map(\.folder)).sorted() == [])
    for row in Self.rows { #expect(Repository.files.contains { $0.path.hasPrefix(row.folder + "/") }, "\(row.folder)") }
  }

  @Test(
    "the tool of builds links neither other verbs nor what only these need",
    arguments: [
      "CodegenCommands", "CodegenDocumentation", "CodegenPageTemplates", "SchemaComparison", "SchemaFormatting",
      "SchemaInference", "SchemaLint", "SchemaSampling", "SchemaTesting",
    ])
  func toolOfBuildsDoesWithout(_ target: String) throws {
    #expect(try Self.linked(by: "codegen").contains(target))
    #expect(try !Self.linked(by: "codegen-generate").contains(target))
  }

  /// The targets on which one depends, directly or not, by the manifest.
  private static func linked(by target: String) throws -> Set<String> {
    let manifest = try #require(Repository.File(path: "Package.swift").text)
    var dependencies: [String: [String]] = [:]
    for match in manifest.matches(of: #/arget\(\s*name: "([^"]+)",\s*dependencies: \[([^\]]*)\]/#) {
      dependencies[String(match.1)] = match.2.matches(of: #/"([^"]+)"/#).map { String($0.1) }
    }
    var (linked, new): (Set<String>, [String]) = ([], [target])
    while let next = new.popLast() { new += (dependencies[next] ?? []).filter { linked.insert($0).inserted } }
    return linked
  }

  @Test("libfyaml is imported by one file")
  func onlyParserImportsFYAML() {
    let importers = Repository.files.filter { $0.name.hasSuffix(".swift") && Self.imports(of: $0).contains("CFYAML") }
    #expect(importers.map(\.path) == ["Sources/Schemas/SchemaLoading/YAML/YAMLParser.swift"])
  }

  @Test("cmark-gfm is imported by one file, which the tool of builds does without")
  func onlyReaderImportsCMark() {
    let importers = Repository.files.filter { $0.name.hasSuffix(".swift") && Self.imports(of: $0).contains("CCMark") }
    #expect(importers.map(\.path) == ["Sources/Tool/CodegenDocumentation/RichText/CommonMarkReader.swift"])
  }

  @Test("json-c is imported by one target, and by the tests of that target")
  func onlyLoadingImportsJSONC() {
    let importers = Repository.files.filter { $0.name.hasSuffix(".swift") && Self.imports(of: $0).contains("CJSONC") }
    #expect(!importers.isEmpty)
    for file in importers {
      #expect(
        file.path.hasPrefix("Sources/Schemas/SchemaLoading/") || file.path.hasPrefix("Tests/SchemaLoadingTests/")
          || file.path.hasPrefix("Benchmarks/"), "\(file.path)")
    }
  }

  @Test("the evaluator does not depend on graphs", arguments: ["SchemaGraph", "SchemaNode", "JSONSchema"])
  func evaluatorKnowsNoGraph(_ word: String) {
    for folder in ["Evaluator", "Program", "Issues", "Checks"] {
      for file in Repository.swiftFiles(in: "Sources/Runtime/SchemaRuntime/\(folder)") {
        // `JSON Schema` in two words refers to the standard in comments.
        #expect(!(file.text ?? "").contains(word), "\(file.path) mentions \(word)")
      }
    }
  }

  @Test(
    "an import is found whatever precedes it",
    arguments: [
      ("import A", ["A"]), ("public import A\n@testable import B", ["A", "B"]), ("internal import struct A.B", ["A"]),
      ("  private import A // why", ["A"]), ("// import A\nlet text = \"import B\"", []),
      ("@preconcurrency public import A", ["A"]),
      ("@_exported import A.B.C", ["A"]), ("let important = 1\nimport_(a)", []),
    ])
  func findsImports(_ text: String, _ expected: [String]) {
    #expect(Self.imports(in: SwiftOutline(text)) == expected)
  }

  private static func imports(of file: Repository.File) -> [String] { imports(in: file.outline) }

  /// The modules that a source imports.
  private static func imports(in outline: SwiftOutline) -> [String] {
    outline.lines.compactMap { line in
      let words = line.split(separator: " ").map(String.init)
      guard let index = words.firstIndex(of: "import"), words.indices.contains(index + 1) else { return nil }
      let before = words[..<index]
      guard before.allSatisfy({ $0.hasPrefix("@") || levels.contains($0) }) else { return nil }
      let kinds: Set = ["struct", "class", "enum", "protocol", "typealias", "func", "let", "var"]
      let name = kinds.contains(words[index + 1]) ? words.dropFirst(index + 2).first : words[index + 1]
      return name.map { String($0.prefix { $0 != "." }) }
    }
  }

  private static let levels: Set = ["public", "package", "internal", "fileprivate", "private"]

  struct Row: Sendable, CustomTestStringConvertible {
    let folder: String
    let imports: Set<String>

    init(_ folder: String, _ imports: Set<String>) {
      self.folder = folder
      self.imports = imports
    }

    var testDescription: String { folder }
  }
}
