import CommandLineTool
import Foundation

/// Changes to several files that are applied together: all or none, even if the process is killed.
///
/// New contents are staged in a hidden folder. Once a journal is written there, the changes happen, in this run or in
/// the next one, which recovers. A staging folder without a journal is removed. The caller holds the lock of ``home``.
package struct Transaction {
  /// The folder of the staging folder; absolute.
  let home: String
  let paths: Paths
  private let staging: String
  private var journal: Journal
  /// Created folders, outer before inner.
  private var newFolders: [String] = []

  static let folderName = ".codegen-staging"
  static let journalName = "journal.json"

  /// - Parameter folders: folders in which empty folders are deleted together with their last file.
  init(home: String, folders: [String] = [], paths: Paths) {
    (self.home, self.paths) = (home, paths)
    journal = Journal(entries: [], folders: folders)
    staging = home + (home == "/" ? "" : "/") + Self.folderName
  }

  /// Makes the changes, all or none.
  mutating func perform(_ changes: [OutputWriter.Change]) throws(FileError) {
    let staging = staging
    let cleanup = Interruptions.shared.add { try? FileManager.default.removeItem(atPath: staging) }
    defer { Interruptions.shared.remove(cleanup) }
    do throws(FileError) {
      try stage(changes)
      try Interruptions.shared.hold { () throws(FileError) in
        guard let stamp = FileStamp(at: staging) else { throw failure(staging, .fill, ENOENT) }
        try write(journal.text(in: stamp, home: home), to: Self.journalName + ".new")
        try move(staging + "/" + Self.journalName + ".new", to: staging + "/" + Self.journalName)
        sync(folder: staging)
        try commit(isRecovery: false)
        finish()
      }
    } catch {
      Interruptions.shared.hold { if undo() { finish() } }
      throw error
    }
  }

  private func failure(_ path: String, _ use: FileError.Use, _ code: Int32) -> FileError {
    FileError(name: paths.name(of: path), use: use, reason: FileError.Reason(code))
  }
}

// MARK: - Staging

extension Transaction {
  /// Writes all new contents, and checks that the changes are possible.
  private mutating func stage(_ changes: [OutputWriter.Change]) throws(FileError) {
    var folders: Set<String> = []
    for change in changes {
      if folders.insert(paths.folder(of: change.path)).inserted { try checkFolder(around: change.path) }
      try checkPlace(at: change.path)
    }
    try Interruptions.shared.hold { () throws(FileError) in
      guard mkdir(staging, 0o777) == 0 else { throw failure(home, .fill, errno) }
    }
    for (index, change) in changes.enumerated() {
      if let new = change.new {
        try Interruptions.shared.hold { () throws(FileError) in
          try write(new, to: "\(index)")
          var status = stat()
          if stat(change.path, &status) == 0 { chmod(staging + "/\(index)", status.st_mode & 0o777) }
        }
      }
      journal.entries.append(
        Journal.Entry(path: change.path, old: FileStamp(at: change.path), isWritten: change.new != nil))
    }
    sync(folder: staging)
  }

  /// Syncs a file of the staging folder to disk.
  private func write(_ content: [UInt8], to name: String) throws(FileError) {
    try Self.write(content, to: staging + "/" + name, name: paths.name(of: staging))
  }

  private static func write(_ content: [UInt8], to path: String, name: String) throws(FileError) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0o666)
    var reason = descriptor < 0 ? FileError.Reason(errno) : nil
    if descriptor >= 0 {
      reason = FileError.Reason(writing: content, to: descriptor)
      if reason == nil, fsync(descriptor) != 0, errno != EINVAL { reason = FileError.Reason(errno) }
      close(descriptor)
    }
    if let reason { throw FileError(name: name, use: .fill, reason: reason) }
  }

  /// Throws if a file cannot be created at a path, because its folder cannot be created or written.
  private func checkFolder(around path: String) throws(FileError) {
    let folder = paths.folder(of: path)
    var next = folder
    var status = stat()
    while stat(next, &status) != 0, next != "/" { next = paths.folder(of: next) }
    guard status.st_mode & S_IFMT == S_IFDIR else { throw failure(folder, .fill, ENOTDIR) }
    guard access(next, W_OK | X_OK) == 0 else { throw failure(folder, .fill, errno) }
  }

  /// Throws if there is a folder at a path: a rename onto it would fail only after other changes.
  private func checkPlace(at path: String) throws(FileError) {
    var status = stat()
    if lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR { throw failure(path, .write, EISDIR) }
  }

  /// Syncs the entries of a folder to disk, if the file system supports it.
  private func sync(folder: String) {
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }
}

// MARK: - Changes

extension Transaction {
  /// Makes the changes of the journal; in a recovery, only those whose files match the journal.
  private mutating func commit(isRecovery: Bool) throws(FileError) {
    for (index, entry) in journal.entries.enumerated() where !isRecovery || FileStamp(at: entry.path) == entry.old {
      try install(entry, index)
    }
    for entry in journal.entries where !entry.isWritten { removeEmptyFolders(around: entry.path) }
    for folder in Set(journal.entries.map { paths.folder(of: $0.path) }) { sync(folder: folder) }
  }

  private mutating func install(_ entry: Journal.Entry, _ index: Int) throws(FileError) {
    newFolders += try Self.makeFolder(paths.folder(of: entry.path), paths)
    if entry.old != nil { try keep(entry.path, as: "\(index).old") }
    if entry.isWritten {
      try move(staging + "/\(index)", to: entry.path)
    } else if unlink(entry.path) != 0, errno != ENOENT {
      throw failure(entry.path, .write, errno)
    }
  }

  /// Renames a file; from another file system it is first copied to the new folder.
  private func move(_ file: String, to path: String) throws(FileError) {
    if rename(file, path) == 0 { return }
    guard errno == EXDEV else { throw failure(path, .write, errno) }
    let copy = copy(of: path)
    do throws(FileError) {
      let content = try ByteSource.contents(of: file, name: paths.name(of: file))
      try Self.write(content, to: copy, name: paths.name(of: paths.folder(of: path)))
      guard rename(copy, path) == 0 else { throw failure(path, .write, errno) }
    } catch {
      unlink(copy)
      throw error
    }
    unlink(file)
  }

  /// Returns the path of an unfinished copy from another file system.
  private func copy(of path: String) -> String { paths.folder(of: path) + "/" + Self.folderName + "-copy" }

  /// Preserves the file at a path until all changes are made.
  private func keep(_ path: String, as name: String) throws(FileError) {
    let kept = staging + "/" + name
    unlink(kept)
    if link(path, kept) == 0 || errno == ENOENT { return }
    // The file may be on another file system, and some file systems have no links.
    try write(try ByteSource.contents(of: path, name: paths.name(of: path)), to: name)
  }

  /// Undoes the changes; false if that fails for some.
  private func undo() -> Bool {
    var isDone = true
    for (index, entry) in journal.entries.enumerated().reversed() where FileStamp(at: entry.path) != entry.old {
      let kept = staging + "/\(index).old"
      if access(kept, F_OK) == 0 {
        do throws(FileError) {
          for folder in try Self.makeFolder(paths.folder(of: entry.path), paths) { sync(folder: folder) }
          try move(kept, to: entry.path)
        } catch {
          isDone = false
        }
      } else if entry.old == nil, access(staging + "/\(index)", F_OK) != 0 {
        isDone = (unlink(entry.path) == 0 || errno == ENOENT) && isDone
      }
    }
    for folder in newFolders.reversed() { rmdir(folder) }
    return isDone
  }

  private func removeEmptyFolders(around path: String) {
    var folder = paths.folder(of: path)
    while journal.folders.contains(where: { folder.hasPrefix($0 + "/") }), rmdir(folder) == 0 || errno == ENOENT {
      folder = paths.folder(of: folder)
    }
  }

  /// Creates a folder and its parents; returns the new ones, outer before inner.
  static func makeFolder(_ folder: String, _ paths: Paths) throws(FileError) -> [String] {
    var missing: [String] = []
    var next = folder
    while next != "/", access(next, F_OK) != 0, errno == ENOENT {
      missing.append(next)
      next = paths.folder(of: next)
    }
    var made: [String] = []
    for path in missing.reversed() {
      if mkdir(path, 0o777) == 0 {
        made.append(path)
      } else if errno != EEXIST {
        let reason = FileError.Reason(errno)
        for path in made.reversed() { rmdir(path) }
        throw FileError(name: paths.name(of: folder), use: .fill, reason: reason)
      }
    }
    return made
  }

  /// Removes the staging folder, starting with the journal, so that the transaction counts as finished.
  private func finish() {
    unlink(staging + "/" + Self.journalName)
    try? FileManager.default.removeItem(atPath: staging)
  }
}

// MARK: - Recovery

extension Transaction {
  /// Completes the changes of a killed run in a folder, except for files that have changed since. Waits for other
  /// runs.
  package static func recover(in home: String, paths: Paths, boundary: OutputBoundary) throws {
    var transaction = Transaction(home: home, paths: paths)
    guard FileStamp(at: transaction.staging) != nil else { return }
    guard let lock = try FolderLock(home, name: paths.name(of: home)) else { return }
    try transaction.recover(boundary)
    withExtendedLifetime(lock) {}
  }

  /// Recovers the folder; the caller holds the lock.
  mutating func recover(_ boundary: OutputBoundary) throws {
    var status = stat()
    guard lstat(staging, &status) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      // No run has created it.
      unlink(staging)
      return
    }
    let stamp = FileStamp(status)
    let file = staging + "/" + Self.journalName
    if access(file, F_OK) == 0 {
      let text = try ByteSource.contents(of: file, name: paths.name(of: file))
      if let found = Journal(text, in: stamp, home: home), found.entries.allSatisfy({ boundary.permits($0.path) }) {
        journal = found
        try complete()
      }
    }
    Interruptions.shared.hold { finish() }
  }

  /// Makes the changes of a journal, or else undoes them.
  private mutating func complete() throws {
    do throws(FileError) {
      try Interruptions.shared.hold { () throws(FileError) in
        for entry in journal.entries { unlink(copy(of: entry.path)) }
        guard access(staging, W_OK) == 0 else { throw failure(home, .fill, errno) }
        do throws(FileError) { try commit(isRecovery: true) } catch { if !undo() { throw error } }
      }
    } catch {
      throw CommandFailure(lines: [
        "\(paths.name(of: staging)): error: could not complete an interrupted run: some files cannot be written",
        error.description,
      ])
    }
  }
}
