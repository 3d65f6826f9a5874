package import CommandLineTool
import Foundation

/// A temporary folder that is removed with its object. If the process is killed, the next such folder removes it.
package final class TransientFolder {
  /// Absolute.
  package let path: String
  private let descriptor: Int32
  private let cleanup: Int

  package init(prefix: String) throws(FileError) {
    let parent = FileManager.default.temporaryDirectory.resolvingSymlinksInPath().path
    Self.sweep(parent, prefix)
    while true {
      let path = parent + "/" + prefix + UUID().uuidString
      let cleanup = Interruptions.shared.add { try? FileManager.default.removeItem(atPath: path) }
      let made = Interruptions.shared.hold { mkdir(path, 0o700) == 0 ? 0 : errno }
      let descriptor = made == 0 ? open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1
      guard descriptor >= 0 else {
        Interruptions.shared.remove(cleanup)
        throw FileError(name: parent, use: .fill, reason: FileError.Reason(made == 0 ? errno : made))
      }
      flock(descriptor, LOCK_EX)
      // Another process may have removed it before it was locked.
      if FileStamp(at: path) != nil {
        (self.path, self.descriptor, self.cleanup) = (path, descriptor, cleanup)
        return
      }
      close(descriptor)
      Interruptions.shared.remove(cleanup)
    }
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
    Interruptions.shared.remove(cleanup)
    close(descriptor)
  }

  /// Removes the folders of ended processes: those that are not locked.
  private static func sweep(_ parent: String, _ prefix: String) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? []
    for name in names where name.hasPrefix(prefix) {
      let path = parent + "/" + name
      var status = stat()
      guard lstat(path, &status) == 0, status.st_uid == geteuid() else { continue }
      let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      guard descriptor >= 0 else { continue }
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { try? FileManager.default.removeItem(atPath: path) }
      close(descriptor)
    }
  }
}
