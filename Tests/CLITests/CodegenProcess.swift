import Foundation

/// The built command-line tool, run as users run it.
struct CodegenProcess {
  /// The output and exit code of a run.
  struct Outcome {
    var status: Int32
    var output: String
    var errors: String
  }

  /// The repository's root.
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// The tool, which SwiftPM puts next to the test bundle.
  static func executable() throws -> URL {
    var folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    for _ in 0..<5 {
      let tool = folder.appending(path: "codegen")
      if FileManager.default.isExecutableFile(atPath: tool.path) { return tool }
      folder.deleteLastPathComponent()
    }
    let built = root.appending(path: ".build/debug/codegen")
    guard FileManager.default.isExecutableFile(atPath: built.path) else { throw NotBuilt() }
    return built
  }

  struct NotBuilt: Error {}

  /// Runs the tool, or another program, in `folder` until it ends. The output goes to files, so that no pipe can fill
  /// up.
  static func run(_ arguments: [String], of program: String? = nil, in folder: URL = root) throws -> Outcome {
    let process = Process()
    process.executableURL = try program.map { URL(filePath: $0) } ?? executable()
    process.arguments = arguments
    process.currentDirectoryURL = folder
    let scratch = try TemporaryFolder()
    let output = scratch.url.appending(path: "output")
    let errors = scratch.url.appending(path: "errors")
    for file in [output, errors] { try Data().write(to: file) }
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: errors)
    process.standardInput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return Outcome(
      status: process.terminationStatus, output: String(decoding: try Data(contentsOf: output), as: UTF8.self),
      errors: String(decoding: try Data(contentsOf: errors), as: UTF8.self))
  }
}

/// A folder that is removed with its owner.
final class TemporaryFolder {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "codegen-tests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// Writes files, creating intermediate folders.
  func write(_ files: [String: String]) throws {
    for (path, text) in files {
      let file = url.appending(path: path)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
  }

  /// The paths of all files in the folder and below, sorted.
  func files() -> [String] {
    let paths = FileManager.default.enumerator(atPath: url.path)?.compactMap { $0 as? String } ?? []
    return paths.filter { path in
      let attributes = try? FileManager.default.attributesOfItem(atPath: url.appending(path: path).path)
      return attributes?[.type] as? FileAttributeType == .typeRegular
    }.sorted()
  }
}
