import Foundation

/// New contents in temporary files beside their places, until all of them are there.
struct Staging {
  let paths: Paths
  private var files: [(temporary: String, path: String)] = []
  /// Folders that staging made, outer before inner.
  private var newFolders: [String] = []

  init(paths: Paths) { self.paths = paths }

  /// Writes the content that `path` is to have, and the folders around it.
  mutating func stage(_ content: [UInt8], for path: String) throws(FileError) {
    let folder = paths.folder(of: path)
    try makeFolder(folder)
    try refuseFolder(at: path)
    let temporary = folder + "/.codegen-\(getpid())-\(files.count).tmp"
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else {
      throw FileError(name: paths.name(of: folder), use: .fill, reason: FileError.Reason(errno))
    }
    files.append((temporary, path))
    defer { close(descriptor) }
    var rest = content[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        throw FileError(name: paths.name(of: path), use: .write, reason: FileError.Reason(errno))
      }
    }
  }

  /// Fails when the folder around a file does not let go of it.
  func checkRemoval(of path: String) throws(FileError) {
    let folder = paths.folder(of: path)
    guard access(folder, W_OK | X_OK) == 0 else {
      throw FileError(name: paths.name(of: folder), use: .fill, reason: FileError.Reason(errno))
    }
  }

  /// Puts every file in its place.
  func commit() throws(FileError) {
    for (index, file) in files.enumerated() where rename(file.temporary, file.path) != 0 {
      let reason = FileError.Reason(errno)
      for rest in files[index...] { unlink(rest.temporary) }
      throw FileError(name: paths.name(of: file.path), use: .write, reason: reason)
    }
  }

  /// Takes everything back.
  func discard() {
    for file in files { unlink(file.temporary) }
    for folder in newFolders.reversed() { rmdir(folder) }
  }

  private mutating func makeFolder(_ folder: String) throws(FileError) {
    var missing: [String] = []
    var next = folder
    while next != "/", access(next, F_OK) != 0, errno == ENOENT {
      missing.append(next)
      next = paths.folder(of: next)
    }
    for path in missing.reversed() {
      guard mkdir(path, 0o777) == 0 else {
        throw FileError(name: paths.name(of: folder), use: .fill, reason: FileError.Reason(errno))
      }
      newFolders.append(path)
    }
  }

  /// A rename onto a folder would fail only after others had been done.
  private func refuseFolder(at path: String) throws(FileError) {
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue {
      throw FileError(name: paths.name(of: path), use: .write, reason: .isFolder)
    }
  }
}
