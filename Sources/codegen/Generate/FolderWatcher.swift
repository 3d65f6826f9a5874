import Foundation

/// Waits until something may have changed in folders. Linux reports events (inotify); on other systems, some of which do
/// not report writes in place, five looks at the files in a second do.
final class FolderWatcher {
  enum Event {
    case changed, interrupted
  }

  private let interruption: Interruption
  /// The source of events; -1 where there is none.
  private let descriptor: Int32
  /// The watches of the folders.
  private var watches: [String: Int32] = [:]

  /// The time without events after which a change is complete, because editors write a file in several steps; the longest
  /// change; and the time between two looks at files, -1 where there are events; in milliseconds.
  private static let (quiet, patience): (Int32, Int) = (40, 1000)
  #if os(Linux)
    private static let interval: Int32 = -1
  #else
    private static let interval: Int32 = 200
  #endif

  init(_ interruption: Interruption) throws(FileError) {
    self.interruption = interruption
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

  /// Waits for the next event, and until there are no more.
  func wait() throws(FileError) -> Event {
    guard try poll(Self.interval) else { return .interrupted }
    let start = ContinuousClock.now
    repeat {
      drain()
      guard try poll(Self.quiet) else { return .interrupted }
    } while hasEvent && ContinuousClock.now - start < .milliseconds(Self.patience)
    drain()
    return .changed
  }

  private var hasEvent: Bool {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return Foundation.poll(&request, 1, 0) > 0
  }

  private func drain() {
    var events = [UInt8](repeating: 0, count: 1 << 14)
    while events.withUnsafeMutableBytes({ read(descriptor, $0.baseAddress, $0.count) }) > 0 {}
  }

  /// Waits for an event, at most so many milliseconds; false when the process was interrupted.
  private func poll(_ milliseconds: Int32) throws(FileError) -> Bool {
    var requests = [descriptor, interruption.descriptor].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    while Foundation.poll(&requests, 2, milliseconds) < 0 {
      guard errno == EINTR else { throw FileError(name: "codegen", use: .watch, reason: FileError.Reason(errno)) }
    }
    return requests[1].revents == 0
  }
}

/// Makes Ctrl-C an event instead of the end of the process.
final class Interruption {
  /// Readable once Ctrl-C was pressed.
  let descriptor: Int32
  private let sender: Int32

  init() throws(FileError) {
    var ends: [Int32] = [-1, -1]
    if pipe(&ends) < 0 { throw FileError(name: "codegen", use: .watch, reason: FileError.Reason(errno)) }
    (descriptor, sender) = (ends[0], ends[1])
    Interruptions.shared.listen(sender)
  }

  deinit {
    Interruptions.shared.listen(nil)
    close(descriptor)
    close(sender)
  }
}
