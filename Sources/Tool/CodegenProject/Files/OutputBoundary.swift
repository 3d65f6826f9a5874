import CommandLineTool
import Foundation

/// The folders to which a run may write, after resolving all symbolic links.
package struct OutputBoundary {
  /// Real paths; nil permits everything.
  private let folders: [String]?

  /// Permits everything.
  init() { folders = nil }

  /// Permits files in these folders, which need not exist.
  package init(_ folders: [String]) { self.folders = folders.compactMap(Self.realPath) }

  /// Whether a file, given by its absolute path, may be written.
  func permits(_ path: String) -> Bool {
    guard let folders else { return true }
    guard let real = Self.realPath(Self.folder(of: path)) else { return false }
    return folders.contains { $0 == "/" || real == $0 || real.hasPrefix($0 + "/") }
  }

  func check(_ path: String, _ paths: Paths) throws(CommandFailure) {
    if permits(path) { return }
    let found = Self.realPath(Self.folder(of: path)) ?? "a broken symbolic link"
    let permitted = (folders ?? []).joined(separator: " or ")
    throw CommandFailure(
      line: "\(paths.name(of: path)): error: this file would not be inside \(permitted), but in \(found); "
        + #"set "outside": true under 'outputs' in the configuration to permit this"#)
  }

  /// Returns the project around a configuration: the git repository, or else the package, or else the parent folder.
  static func project(around folder: String) -> String { markedProject(around: folder) ?? Self.folder(of: folder) }

  /// Returns the git repository around a configuration, or else the package; nil if there is neither.
  static func markedProject(around folder: String) -> String? {
    for mark in [".git", "Package.swift"] {
      var next = folder
      while next != "/" {
        if access(next + "/" + mark, F_OK) == 0 { return next }
        next = Self.folder(of: next)
      }
    }
    return nil
  }

  /// Returns an absolute path with all links resolved; its last components may be missing. Nil for a broken link.
  private static func realPath(_ path: String) -> String? {
    var missing = ""
    var next = path
    while true {
      if let real = realpath(next, nil) {
        defer { free(real) }
        let folder = String(cString: real)
        return missing.isEmpty ? folder : (folder == "/" ? "" : folder) + missing
      }
      var status = stat()
      guard next != "/", lstat(next, &status) != 0 else { return nil }
      missing = next.dropFirst(folder(of: next).count == 1 ? 0 : folder(of: next).count) + missing
      next = folder(of: next)
    }
  }

  private static func folder(of path: String) -> String { Paths(workingDirectory: "/").folder(of: path) }
}
