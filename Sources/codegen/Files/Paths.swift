import Foundation
import SchemaLoading

/// Paths as texts: absolute and without `.` and `..`, or relative to the working directory.
struct Paths {
  /// Absolute.
  let workingDirectory: String

  /// `path`, which may be relative to `folder`, by default the working directory.
  func absolute(_ path: String, in folder: String? = nil) -> String {
    FilePath.absolute(path, in: folder ?? workingDirectory)
  }

  /// What messages call an absolute path: the path from the working directory; empty for the working directory.
  func name(of path: String) -> String {
    let name = FilePath.relative(path, to: workingDirectory)
    return name == "." ? "" : name
  }

  /// The folder around an absolute path.
  func folder(of path: String) -> String { absolute("..", in: path) }
}

/// What a path leads to, after all links.
enum FileKind {
  case file, folder

  /// nil when there is nothing.
  init?(at path: String) {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { return nil }
    self = isFolder.boolValue ? .folder : .file
  }
}
