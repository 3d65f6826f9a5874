internal import Foundation

/// The files of a project that are never schemas, whatever the patterns: what codegen writes, its configurations and its
/// name lock. A build plugin has the same rule.
package struct OwnFiles: Hashable, Sendable {
  /// The names of a configuration in the folder of its schemas; the first that exists is used.
  package static let configurationNames = ["codegen.json", "codegen.yaml"]
  /// The usual name of the name lock.
  package static let lockName = "codegen.lock.json"

  /// Real paths.
  private let folders: [String]
  private let files: Set<String>
  /// Whether generated files and schemas are in one folder.
  private let areMixed: Bool

  /// Knows the files of no configuration, only those with a usual name or the header of generated files.
  package init() { (folders, files, areMixed) = ([], [], false) }

  /// Knows the files of a configuration; all paths are absolute.
  ///
  /// An output folder that contains the configuration also contains the schemas. In such a folder, only the header tells
  /// which files are generated.
  package init(configuration: String, outputFolders: [String], outputFiles: [String]) {
    let configuration = Self.realPath(configuration)
    let outputs = outputFolders.map(Self.realPath)
    folders = outputs.filter { !FolderWalk.contains($0, configuration) }
    areMixed = folders.count < outputs.count
    files = Set(outputFiles.map(Self.realPath) + [configuration])
  }

  /// Whether a file, given by its absolute path, is never a schema.
  package func contains(_ path: String) -> Bool { isNamed(path) || isWritten(path) || Self.hasHeader(path) }

  /// Whether it is the configuration, the name lock, or in an output of this project.
  package func isWritten(_ path: String) -> Bool {
    let real = Self.realPath(path)
    return files.contains(real) || folders.contains { FolderWalk.contains($0, real) }
  }

  /// Whether two paths are the same, or one of them is below the other, after resolving symbolic links.
  package static func overlap(_ a: String, _ b: String) -> Bool {
    let (a, b) = (realPath(a), realPath(b))
    return FolderWalk.contains(a, b) || FolderWalk.contains(b, a)
  }

  /// Why a file that a user may take for a schema is none; nil for files that are where they belong.
  package func misplacement(of path: String) -> String? {
    if isNamed(path) || files.contains(Self.realPath(path)) { return nil }
    switch (isWritten(path), Self.hasHeader(path)) {
    case (true, false): return "in an output folder"
    case (false, true) where !areMixed: return "marked as generated ('x-generated-by')"
    default: return nil
    }
  }

  /// Whether it has the name of a configuration or a name lock.
  private func isNamed(_ path: String) -> Bool {
    let name = path.split(separator: "/").last.map(String.init) ?? ""
    return Self.configurationNames.contains(name) || name == Self.lockName
  }

  /// Whether a file begins with the header of generated files. Pipes and devices are not opened.
  private static func hasHeader(_ path: String) -> Bool {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, let handle = FileHandle(forReadingAtPath: path)
    else { return false }
    defer { try? handle.close() }
    return GeneratedHeader.isFound(inJSON: [UInt8]((try? handle.read(upToCount: 256)) ?? Data()))
  }

  /// The path with all symbolic links resolved.
  private static func realPath(_ path: String) -> String { URL(fileURLWithPath: path).resolvingSymlinksInPath().path }
}
