package import CommandLineTool
import Foundation
import SchemaLoading

/// Textual paths: absolute and without `.` and `..`, or relative to the working directory.
package struct Paths {
  /// Absolute.
  package let workingDirectory: String

  package init(workingDirectory: String) { self.workingDirectory = workingDirectory }

  /// `path`, which may be relative to `folder`, by default the working directory.
  package func absolute(_ path: String, in folder: String? = nil) -> String {
    FilePath.absolute(path, in: folder ?? workingDirectory)
  }

  /// Returns the name of an absolute path in messages: relative to the working directory; empty for the working
  /// directory itself.
  package func name(of path: String) -> String {
    let name = FilePath.relative(path, to: workingDirectory)
    return name == "." ? "" : name
  }

  /// Returns the parent folder of an absolute path.
  package func folder(of path: String) -> String { absolute("..", in: path) }
}

extension CommandContext {
  package var paths: Paths { Paths(workingDirectory: workingDirectory) }
}

/// Resolves all links of a path.
package enum FileKind {
  case file, folder

  /// nil if it does not exist.
  package init?(at path: String) {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { return nil }
    self = isFolder.boolValue ? .folder : .file
  }
}
