import Foundation

/// Waits until files may have changed in folders: for an event of inotify on Linux, a fifth of a second elsewhere, where
/// the systems do not report all writes in place.
final class FolderWatcher {
  /// The source of events; -1 where there is none.
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

  /// Watches these folders and no others. Missing folders are left out.
  func watch(_ folders: Set<String>) throws(FileError) {
    #if os(Linux)
      for (folder, watch) in watches where !folders.contains(folder) {
        inotify_rm_watch(descriptor, watch)
        watches[folder] = nil
      }
      let events =
        IN_CLOSE_WRITE | IN_MOVED_FROM | IN_MOVED_TO | IN_CREATE | IN_DELETE | IN_DELETE_SELF | IN_MOVE_SELF | IN_ATTRIB
      // A known name may be that of another folder by now.
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

  /// Waits for an event, and until there are none for 40 milliseconds, because editors write a file in several steps; at
  /// most a second.
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
