import Foundation

/// A temporary folder for one test, removed with the value.
final class Folder: Sendable {
  let path: String

  /// Writes files by their paths below the folder.
  init(_ files: [String: String] = [:]) throws {
    let unique = FileManager.default.temporaryDirectory.appendingPathComponent("schemata-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: unique, withIntermediateDirectories: true)
    path = unique.resolvingSymlinksInPath().path
    for (name, text) in files { try write(name, Data(text.utf8)) }
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func write(_ name: String, _ data: Data) throws {
    let url = URL(fileURLWithPath: path).appendingPathComponent(name)
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try data.write(to: url)
  }

  func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(atPath: path + "/" + name, withDestinationPath: target)
  }

  func text(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(fileURLWithPath: path + "/" + name)), as: UTF8.self)
  }
}
