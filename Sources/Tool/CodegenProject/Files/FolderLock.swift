import CommandLineTool
import Foundation

/// A lock on a folder that one process at a time can hold. It ends with the process.
final class FolderLock {
  private let descriptor: Int32

  /// Waits for the lock of a folder, up to `patience`; returns nil if the folder does not exist.
  init?(_ folder: String, name: String, patience: Duration = .seconds(30)) throws(CommandFailure) {
    descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else {
      let reason = FileError.Reason(errno)
      if reason == .missing || reason == .notAFolder { return nil }
      throw CommandFailure(FileError(name: name, use: .list, reason: reason))
    }
    let start = ContinuousClock.now
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      // Some file systems have no locks.
      guard errno == EWOULDBLOCK || errno == EINTR else { return }
      if ContinuousClock.now - start > patience {
        throw CommandFailure(
          line: "\(name): error: another codegen process is writing to this folder; try again when it has finished")
      }
      usleep(10_000)
    }
  }

  deinit { close(descriptor) }
}
