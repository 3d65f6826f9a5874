import Foundation

/// Waits until something happens in folders: inotify on Linux, kqueue on Apple's systems.
final class FolderWatcher {
  enum Event {
    /// Something happened, perhaps long ago; what, the files tell.
    case changed
    case interrupted
  }

  private let interruption: Interruption
  private let descriptor: Int32
  /// The folders that are watched: by their watch's number on Linux, by their descriptor elsewhere.
  private var folders: [String: Int32] = [:]

  /// How long nothing may happen until a change counts as over, and how long one may take, in milliseconds: editors
  /// write a file in several steps.
  private static let quiet: Int32 = 40
  private static let patience = 1000

  /// After how long files are looked at although nothing was heard; -1 for never. A folder's events in kqueue do not
  /// tell of a file that is written in place.
  private static let glance: Int32 = {
    #if os(Linux)
      -1
    #else
      500
    #endif
  }()

  init(_ interruption: Interruption) throws(FileError) {
    self.interruption = interruption
    #if os(Linux)
      descriptor = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
    #else
      descriptor = kqueue()
    #endif
    if descriptor < 0 { throw FileError(name: "codegen", use: .watch, reason: FileError.Reason(errno)) }
  }

  deinit {
    #if !os(Linux)
      for folder in folders.values { close(folder) }
    #endif
    close(descriptor)
  }

  /// Watches these folders and no others. One that is gone meanwhile is left out.
  func watch(_ wanted: Set<String>) throws(FileError) {
    for folder in folders.keys where !wanted.contains(folder) { remove(folder) }
    for folder in wanted.sorted() {
      // A folder of the same name may be another one by now: to ask again costs nothing.
      guard let number = try add(folder) else { continue }
      folders[folder] = number
    }
  }

  /// Waits for the next event, and until things are quiet again.
  func wait() throws(FileError) -> Event {
    guard try poll(Self.glance) else { return .interrupted }
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

  /// Waits for an event or so many milliseconds; false when the process was interrupted.
  private func poll(_ milliseconds: Int32) throws(FileError) -> Bool {
    var requests = [
      pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: interruption.descriptor, events: Int16(POLLIN), revents: 0),
    ]
    while Foundation.poll(&requests, 2, milliseconds) < 0 {
      guard errno == EINTR else { throw FileError(name: "codegen", use: .watch, reason: FileError.Reason(errno)) }
    }
    return requests[1].revents == 0
  }
}

#if os(Linux)
  extension FolderWatcher {
    private static let mask =
      UInt32(IN_CLOSE_WRITE) | UInt32(IN_MOVE) | UInt32(IN_CREATE) | UInt32(IN_DELETE) | UInt32(IN_DELETE_SELF)
      | UInt32(IN_MOVE_SELF) | UInt32(IN_ATTRIB)

    private func add(_ folder: String) throws(FileError) -> Int32? {
      let number = inotify_add_watch(descriptor, folder, Self.mask)
      if number >= 0 || errno == ENOENT || errno == ENOTDIR { return number < 0 ? nil : number }
      throw FileError(name: folder, use: .watch, reason: FileError.Reason(errno))
    }

    private func remove(_ folder: String) {
      if let number = folders.removeValue(forKey: folder) { _ = inotify_rm_watch(descriptor, number) }
    }

    private func drain() {
      var events = [UInt8](repeating: 0, count: 1 << 14)
      while events.withUnsafeMutableBytes({ read(descriptor, $0.baseAddress, $0.count) }) > 0 {}
    }
  }
#else
  extension FolderWatcher {
    private func add(_ folder: String) throws(FileError) -> Int32? {
      remove(folder)
      let opened = open(folder, O_EVTONLY | O_CLOEXEC)
      if opened < 0 { return nil }
      var request = kevent(
        ident: UInt(opened), filter: Int16(EVFILT_VNODE), flags: UInt16(EV_ADD | EV_CLEAR),
        fflags: UInt32(NOTE_WRITE | NOTE_DELETE | NOTE_RENAME), data: 0, udata: nil)
      if kevent(descriptor, &request, 1, nil, 0, nil) < 0 {
        close(opened)
        throw FileError(name: folder, use: .watch, reason: FileError.Reason(errno))
      }
      return opened
    }

    private func remove(_ folder: String) {
      if let opened = folders.removeValue(forKey: folder) { close(opened) }
    }

    private func drain() {
      var events = [kevent](repeating: kevent(), count: 64)
      var none = timespec(tv_sec: 0, tv_nsec: 0)
      while kevent(descriptor, nil, 0, &events, 64, &none) > 0 {}
    }
  }
#endif

/// Ctrl-C, as something to wait for.
final class Interruption {
  /// Can be read from once the process is interrupted.
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
