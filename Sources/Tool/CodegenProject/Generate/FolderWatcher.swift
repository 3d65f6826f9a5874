import CommandLineTool
import Foundation

/// Waits until files in folders may have changed: for an inotify event on Linux, or for 0.2 seconds on other systems,
/// which do not report all in-place writes.
final class FolderWatcher {
  /// The inotify descriptor; -1 if there is none.
  private let descriptor: Int32
  /// The watches of the folders.
  private var watches: [String: Int32] = [:]

  init() throws(FileError) {
    #if os(Linux)
      descriptor = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
      if descriptor < 0 { throw FileError(name: "codegen", use: .watch, reason: FileError.Reason(errno)) }
    #else
      descriptor = -1
    #endif
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// Watches exactly these folders. Missing folders are skipped.
  func watch(_ folders: Set<String>) throws(FileError) {
    #if os(Linux)
      for (folder, watch) in watches where !folders.contains(folder) {
        inotify_rm_watch(descriptor, watch)
        watches[folder] = nil
      }
      let events =
        IN_CLOSE_WRITE | IN_MOVED_FROM | IN_MOVED_TO | IN_CREATE | IN_DELETE | IN_DELETE_SELF | IN_MOVE_SELF | IN_ATTRIB
      // The name may refer to another folder by now.
      for folder in folders.sorted() {
        let watch = inotify_add_watch(descriptor, folder, UInt32(events))
        if watch >= 0 {
          watches[folder] = watch
        } else if errno != ENOENT, errno != ENOTDIR {
          throw FileError(name: folder, use: .watch, reason: FileError.Reason(errno))
        }
      }
    #endif
  }

  /// Waits for an event, and then until there has been none for 40 milliseconds, because editors save a file in several
  /// steps. Waits at most one second.
  func wait() {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    _ = poll(&request, 1, descriptor < 0 ? 200 : -1)
    let start = ContinuousClock.now
    repeat {
      var events = [UInt8](repeating: 0, count: 1 << 14)
      while events.withUnsafeMutableBytes({ read(descriptor, $0.baseAddress, $0.count) }) > 0 {}
    } while poll(&request, 1, 40) > 0 && ContinuousClock.now - start < .seconds(1)
  }
}
