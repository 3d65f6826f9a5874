import CodegenProject
import Foundation

@testable import codegen
@testable import CommandLineTool

/// A temporary folder for one test, removed with the test.
final class ScratchFolder {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.resolvingSymlinksInPath().path + "/codegen-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  var paths: Paths { Paths(workingDirectory: path) }

  /// Writes a file, creating its folders.
  func write(_ text: String, to name: String) throws {
    let url = URL(fileURLWithPath: path + "/" + name)
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }

  /// The text of a file; nil if there is none.
  func text(_ name: String) -> String? {
    FileManager.default.contents(atPath: path + "/" + name).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Everything in the folder, sorted.
  func names() -> [String] {
    let names = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
    return names.sorted()
  }

  /// The inode and time of a file, which a rename or a write changes.
  func stamp(_ name: String) throws -> [String] {
    let attributes = try FileManager.default.attributesOfItem(atPath: path + "/" + name)
    return [FileAttributeKey.systemFileNumber, .modificationDate].map { "\(String(describing: attributes[$0]))" }
  }

  /// Makes the folder a git repository with one commit of everything.
  func commit(tag: String) throws {
    let author = ["-c", "user.name=A", "-c", "user.email=a@example.com", "-c", "commit.gpgsign=false"]
    for arguments in [
      ["init", "--quiet", "."], ["add", "--all"], author + ["commit", "--quiet", "-m", "a"], ["tag", tag],
    ] {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments = ["git"] + arguments
      process.currentDirectoryURL = URL(fileURLWithPath: path)
      try process.run()
      process.waitUntilExit()
      guard process.terminationStatus == 0 else { throw CocoaError(.executableLoad) }
    }
  }

  /// Runs a command line in the folder.
  func run(_ arguments: String...) -> Outcome { run(arguments) }

  /// - Parameter directory: the working directory, relative to the folder.
  func run(_ arguments: [String], in directory: String = "") -> Outcome {
    let terminal = Terminal(output: TextStream(), errors: TextStream())
    let code = Codegen.tool.run(
      arguments, terminal: terminal, workingDirectory: directory.isEmpty ? path : path + "/" + directory)
    return Outcome(
      code.rawValue, String(decoding: terminal.output.buffer, as: UTF8.self),
      errors: String(decoding: terminal.errors.buffer, as: UTF8.self))
  }
}

/// The result of a command line.
struct Outcome: Equatable {
  let code: Int32
  let output: String
  let errors: String

  init(_ code: Int32, _ output: String = "", errors: String = "") {
    self.code = code
    self.output = output
    self.errors = errors
  }
}
