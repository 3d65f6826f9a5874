import Collaboration

/// The limits of what a service keeps for its sessions.
public struct ServiceLimits: Hashable, Sendable {
  /// The maximum number of frames that are kept for a session until its client has processed them. A client that misses
  /// more gets a snapshot.
  public var frames: Int
  /// The maximum size of these frames, in bytes as JSON; one frame may be larger.
  public var frameBytes: Int
  /// The maximum size of the answers that a session's client has not processed, in bytes as JSON. When it is reached,
  /// further requests of the session wait.
  public var answerBytes: Int
  /// The maximum number of sessions without a connection. When there are more, the one that lost its connection first
  /// ends.
  public var offlineSessions: Int
  /// The maximum number of sessions that are remembered after their end, so that a late message does not begin them
  /// again.
  public var endedSessions: Int

  /// Creates limits; none is less than 1.
  public init(
    frames: Int = 256, frameBytes: Int = 4 << 20, answerBytes: Int = 4 << 20, offlineSessions: Int = 64,
    endedSessions: Int = 256
  ) {
    self.frames = max(1, frames)
    self.frameBytes = max(1, frameBytes)
    self.answerBytes = max(1, answerBytes)
    self.offlineSessions = max(1, offlineSessions)
    self.endedSessions = max(1, endedSessions)
  }
}

/// A frame that a service sends on a connection.
public struct OutgoingFrame<Frame: Hashable & Sendable>: Hashable, Sendable {
  /// The number of the connection.
  public var connection: Int
  /// The frame.
  public var frame: Frame

  public init(connection: Int, frame: Frame) {
    self.connection = connection
    self.frame = frame
  }
}

/// The ids that were used most recently, up to a limit.
struct RecentIDs<ID: Hashable & Sendable>: Hashable, Sendable {
  private let limit: Int
  private var order = Queue<ID>()
  private var ids: Set<ID> = []

  init(limit: Int) { self.limit = limit }

  var count: Int { order.count }

  func contains(_ id: ID) -> Bool { ids.contains(id) }

  /// Adds an id, and forgets the oldest one if there are too many. Returns whether it is new.
  @discardableResult
  mutating func insert(_ id: ID) -> Bool {
    guard ids.insert(id).inserted else { return false }
    order.append(id)
    if order.count > limit, let oldest = order.removeFirst() { ids.remove(oldest) }
    return true
  }
}
