import Foundation

/// Changes of several files that happen together: all of them or none, whatever ends the process.
///
/// New contents are staged in one hidden folder. Then a journal is written there, and from that moment on the changes
/// happen: in this run, or in the next one, which completes what it finds (``recover(in:paths:boundary:)``). A staging
/// folder without a journal is debris. Whoever works here holds the lock of ``home``.
struct Transaction {
  /// The folder of the staging folder; absolute.
  let home: String
  let paths: Paths
  private let staging: String
  private var journal: Journal
  /// Folders that were made, outer before inner.
  private var newFolders: [String] = []

  static let folderName = ".codegen-staging"
  static let journalName = "journal.json"

  /// - Parameter folders: folders below which a deletion takes the folders along that it leaves empty.
  init(home: String, folders: [String] = [], paths: Paths) {
    (self.home, self.paths) = (home, paths)
    journal = Journal(entries: [], folders: folders)
    staging = home + (home == "/" ? "" : "/") + Self.folderName
  }

  /// Makes the changes. When that fails, the disk is as it was.
  mutating func perform(_ changes: [OutputWriter.Change]) throws(FileError) {
    let staging = staging
    let cleanup = Interruptions.shared.add { try? FileManager.default.removeItem(atPath: staging) }
    defer { Interruptions.shared.remove(cleanup) }
    do throws(FileError) {
      try stage(changes)
      try Interruptions.shared.hold { () throws(FileError) in
        try write(journal.text(in: stamp(), home: home), to: Self.journalName + ".new")
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

  private func stamp() throws(FileError) -> FileStamp {
    guard let stamp = FileStamp(at: staging) else { throw failure(staging, .fill, ENOENT) }
    return stamp
  }

  private func failure(_ path: String, _ use: FileError.Use, _ code: Int32) -> FileError {
    FileError(name: paths.name(of: path), use: use, reason: FileError.Reason(code))
  }
}

// MARK: - Staging

extension Transaction {
  /// Writes all new contents, and looks whether there is anything in the way of the changes.
  private mutating func stage(_ changes: [OutputWriter.Change]) throws(FileError) {
    for change in changes { try checkFolder(around: change.path) }
    try Interruptions.shared.hold { () throws(FileError) in
      guard mkdir(staging, 0o777) == 0 else { throw failure(home, .fill, errno) }
    }
    for (index, change) in changes.enumerated() {
      if let new = change.new {
        try Interruptions.shared.hold { () throws(FileError) in
          try write(new, to: "\(index)")
          keepMode(of: change.path, on: "\(index)")
        }
      }
      journal.entries.append(
        Journal.Entry(path: change.path, old: FileStamp(at: change.path), isWritten: change.new != nil))
    }
    sync(folder: staging)
  }

  /// Writes a file of the staging folder, down to the disk.
  private func write(_ content: [UInt8], to name: String) throws(FileError) {
    try Self.write(content, to: staging + "/" + name, name: paths.name(of: staging))
  }

  /// Gives a staged file the permissions of the one that it replaces.
  private func keepMode(of path: String, on name: String) {
    var status = stat()
    if stat(path, &status) == 0 { chmod(staging + "/" + name, status.st_mode & 0o777) }
  }

  private static func write(_ content: [UInt8], to path: String, name: String) throws(FileError) {
    func failure() -> FileError { FileError(name: name, use: .fill, reason: FileError.Reason(errno)) }
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw failure() }
    defer { close(descriptor) }
    var rest = content[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 { rest = rest.dropFirst(count) } else if errno != EINTR { throw failure() }
    }
    guard fsync(descriptor) == 0 || errno == EINVAL else { throw failure() }
  }

  /// Fails when a file cannot come to a path: its folder, or what is to become its folder, lets nothing in.
  private func checkFolder(around path: String) throws(FileError) {
    let folder = paths.folder(of: path)
    var next = folder
    var status = stat()
    while stat(next, &status) != 0, next != "/" { next = paths.folder(of: next) }
    guard status.st_mode & S_IFMT == S_IFDIR else { throw failure(folder, .fill, ENOTDIR) }
    guard access(next, W_OK | X_OK) == 0 else { throw failure(folder, .fill, errno) }
    // A rename onto a folder would fail only after others had been done.
    if lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR { throw failure(path, .write, EISDIR) }
  }

  /// Brings the entries of a folder to the disk. Not every file system can, and then there is nothing to do about it.
  private func sync(folder: String) {
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }
}

// MARK: - Putting files where they belong

extension Transaction {
  /// Makes the changes of the journal; those that are made already, or whose file is another by now, are left out when
  /// another run began them.
  private mutating func commit(isRecovery: Bool) throws(FileError) {
    for (index, entry) in journal.entries.enumerated() where !isRecovery || FileStamp(at: entry.path) == entry.old {
      try install(entry, index)
    }
    for entry in journal.entries where !entry.isWritten { removeEmptyFolders(around: entry.path) }
    for folder in Set(journal.entries.map { paths.folder(of: $0.path) }) { sync(folder: folder) }
  }

  private mutating func install(_ entry: Journal.Entry, _ index: Int) throws(FileError) {
    try makeFolder(paths.folder(of: entry.path))
    if entry.old != nil { try keep(entry.path, as: "\(index).old") }
    if entry.isWritten {
      try move(staging + "/\(index)", to: entry.path)
    } else if unlink(entry.path) != 0, errno != ENOENT {
      throw failure(entry.path, .write, errno)
    }
  }

  /// Renames a file; where another file system begins in between, copies it beside its new path first.
  private func move(_ file: String, to path: String) throws(FileError) {
    if rename(file, path) == 0 { return }
    guard errno == EXDEV else { throw failure(path, .write, errno) }
    let copy = Self.copy(of: path, paths)
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

  /// What a file is called while it is copied from another file system.
  private static func copy(of path: String, _ paths: Paths) -> String {
    paths.folder(of: path) + "/" + folderName + "-copy"
  }

  /// Keeps what is at a path until all changes are made.
  private func keep(_ path: String, as name: String) throws(FileError) {
    let kept = staging + "/" + name
    unlink(kept)
    if link(path, kept) == 0 || errno == ENOENT { return }
    // A link cannot lead to another file system, and not every file system has links.
    try write(try ByteSource.contents(of: path, name: paths.name(of: path)), to: name)
  }

  /// Takes back what is done of the journal; false when something stays.
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

  private mutating func makeFolder(_ folder: String) throws(FileError) {
    for path in try Self.makeFolder(folder, paths) { newFolders.append(path) }
  }

  /// Makes a folder, and those around it; those that were not there, outer before inner.
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

  /// Removes the staging folder, the journal first: from then on there is nothing to complete.
  private func finish() {
    unlink(staging + "/" + Self.journalName)
    try? FileManager.default.removeItem(atPath: staging)
  }
}

// MARK: - Recovery

extension Transaction {
  /// Completes what a run that was killed has begun in a folder, and removes what it left.
  ///
  /// A file that was changed since then stays as it is. Waits for a run that is still at work.
  /// - Parameter boundary: where files may be changed.
  static func recover(in home: String, paths: Paths, boundary: OutputBoundary) throws {
    var transaction = Transaction(home: home, paths: paths)
    guard FileStamp(at: transaction.staging) != nil else { return }
    guard let lock = try FolderLock(home, name: paths.name(of: home)) else { return }
    try transaction.recover(boundary)
    withExtendedLifetime(lock) {}
  }

  /// The same where the caller holds the lock.
  mutating func recover(_ boundary: OutputBoundary) throws {
    var status = stat()
    guard lstat(staging, &status) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      // Nothing that a run left.
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

  /// Makes the changes of a journal, or else takes them back.
  private mutating func complete() throws {
    let result = Interruptions.shared.hold { () -> FileError? in
      for entry in journal.entries { unlink(Self.copy(of: entry.path, paths)) }
      guard access(staging, W_OK) == 0 else { return failure(home, .fill, errno) }
      do throws(FileError) {
        try commit(isRecovery: true)
        return nil
      } catch {
        return undo() ? nil : error
      }
    }
    guard let result else { return }
    throw CommandFailure(lines: [
      "\(paths.name(of: staging)): error: expected to complete what an interrupted run has begun, found files that "
        + "cannot be written",
      result.description,
    ])
  }
}
