package import CommandLineTool
import Foundation
import SchemaLoading

/// Compares the output of a run with the disk, and writes the differences as a ``Transaction``, all or none.
package struct OutputWriter {
  /// A file that belongs to the output.
  package struct File {
    /// Absolute.
    package var path: String
    package var contents: [UInt8]
    /// Whether the file on disk is known to be generated although it has no header.
    package var isOurs: Bool

    package init(path: String, contents: [UInt8], isOurs: Bool = false) {
      self.path = path
      self.contents = contents
      self.isOurs = isOurs
    }
  }

  package struct Change {
    /// Absolute.
    package var path: String
    /// The content on disk; nil if there is no file.
    package var old: [UInt8]?
    /// The new content; nil if the file is deleted.
    package var new: [UInt8]?
    /// Whether the file on disk is known to be generated.
    var isOurs: Bool

    package init(path: String, old: [UInt8]?, new: [UInt8]?, isOurs: Bool = false) {
      self.path = path
      self.old = old
      self.new = new
      self.isOurs = isOurs
    }
  }

  private let paths: Paths
  /// The folder in which changes are staged; absolute. Other runs that write here wait.
  private let home: String
  /// The folders whose generated files all belong to this output; absolute.
  private let folders: [String]
  /// Where files may be changed.
  private let boundary: OutputBoundary
  /// Whether files that are not generated may be replaced.
  private let isForced: Bool

  package init(
    paths: Paths, home: String, folders: [String], boundary: OutputBoundary = OutputBoundary(), isForced: Bool = true
  ) {
    self.paths = paths
    self.home = home
    self.folders = folders
    self.boundary = boundary
    self.isForced = isForced
  }

  /// Writes the differences, unless `dry`, and returns them, sorted by path: first the files of `files`, then those no
  /// longer needed.
  ///
  /// - Parameter check: called if existing files differ or are no longer needed, before anything is written.
  package func update(
    _ files: [File], isDry: Bool = false, check: () throws -> Void = {}
  ) throws -> [Change] {
    for file in files { try boundary.check(file.path, paths) }
    return try exclusively(isDry: isDry) {
      let changes = try changes(for: files)
      let foreign = changes.filter { change in
        !isForced && !change.isOurs && change.old.map { !GeneratedHeader.isFound(in: $0) } ?? false
      }
      if !foreign.isEmpty {
        throw CommandFailure(
          lines: foreign.map { change in
            "\(paths.name(of: change.path)): error: codegen has not generated this file, which has no header; "
              + "move it, or replace it with --force"
          })
      }
      if changes.contains(where: { $0.old != nil }) { try check() }
      if !isDry { try perform(changes) }
      return changes
    }
  }

  /// Applies changes that were found before, all or none.
  package func apply(_ changes: [Change]) throws {
    if changes.isEmpty { return }
    for change in changes { try boundary.check(change.path, paths) }
    try exclusively(isDry: false) {
      for change in changes where try content(of: change.path) != change.old {
        throw CommandFailure(
          line: "\(paths.name(of: change.path)): error: the file was changed during this run; run codegen again")
      }
      try perform(changes)
    }
  }

  /// Runs work while no other run writes here, after completing interrupted work. Creates the folder, unless `dry`.
  private func exclusively<Result>(isDry: Bool, _ work: () throws -> Result) throws -> Result {
    let made = isDry ? [] : try Transaction.makeFolder(home, paths)
    let cleanup = Interruptions.shared.add { for folder in made.reversed() { rmdir(folder) } }
    defer {
      // Removes only empty folders.
      for folder in made.reversed() { rmdir(folder) }
      Interruptions.shared.remove(cleanup)
    }
    guard let lock = try FolderLock(home, name: paths.name(of: home)) else { return try work() }
    defer { withExtendedLifetime(lock) {} }
    var transaction = Transaction(home: home, paths: paths)
    try transaction.recover(boundary)
    return try work()
  }

  private func perform(_ changes: [Change]) throws(FileError) {
    if changes.isEmpty { return }
    var transaction = Transaction(home: home, folders: folders, paths: paths)
    try transaction.perform(changes)
  }

  private func changes(for files: [File]) throws(FileError) -> [Change] {
    var changes: [Change] = []
    for file in files.sorted(by: { Self.precedes($0.path, $1.path) }) {
      let old = try content(of: file.path)
      if old == file.contents { continue }
      changes.append(Change(path: file.path, old: old, new: file.contents, isOurs: file.isOurs))
    }
    let wanted = Set(files.map(\.path))
    for path in generatedFiles(besides: wanted) {
      changes.append(Change(path: path, old: try content(of: path), new: nil))
    }
    return changes
  }

  private static func precedes(_ first: String, _ second: String) -> Bool {
    first.unicodeScalars.lexicographicallyPrecedes(second.unicodeScalars)
  }
}

extension OutputWriter {
  private func content(of path: String) throws(FileError) -> [UInt8]? { try Self.content(of: path, paths) }

  /// Returns the content of a file; nil if there is none.
  package static func content(of path: String, _ paths: Paths) throws(FileError) -> [UInt8]? {
    do throws(FileError) {
      return try ByteSource.contents(of: path, name: paths.name(of: path))
    } catch {
      // A file instead of a folder is reported when the folder is needed.
      if error.reason == .missing || error.reason == .notAFolder { return nil }
      throw error
    }
  }

  /// Returns the other generated files in the folders, sorted, except links and hidden files.
  private func generatedFiles(besides wanted: Set<String>) -> [String] {
    var found: Set<String> = []
    for folder in folders {
      let entries = FileManager.default.enumerator(atPath: folder)
      while let entry = entries?.nextObject() as? String {
        if entry.split(separator: "/").last?.hasPrefix(".") == true {
          entries?.skipDescendants()
        } else {
          let path = paths.absolute(entry, in: folder)
          var status = stat()
          guard !wanted.contains(path), lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { continue }
          var start: [UInt8] = []
          try? ByteSource(path: path, name: path).read(256, into: &start)
          if GeneratedHeader.isFound(in: start) { found.insert(path) }
        }
      }
    }
    return found.sorted(by: Self.precedes)
  }
}
