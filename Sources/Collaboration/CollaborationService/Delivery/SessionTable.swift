import Collaboration

/// The sessions of a service, with their connections. All that it keeps is limited.
struct SessionTable<Wire: ServiceWire, Member: Hashable & Sendable>: Hashable, Sendable {
  struct Session: Hashable {
    var member: Member
    var link: ServiceLink<Wire>

    var isOnline: Bool { link.connection != nil }

    fileprivate mutating func change(_ change: (inout Member) -> Void) { change(&member) }
    fileprivate mutating func changeLink<Result>(_ change: (inout ServiceLink<Wire>) -> Result) -> Result {
      change(&link)
    }
  }

  private let limits: ServiceLimits
  private var sessions: [String: Session] = [:]
  /// The sessions by connection. A connection has at most one.
  private var connected: [Int: String] = [:]
  /// The sessions without a connection, in the order in which they lost it.
  private var offline = Queue<String>()
  /// Sessions that have ended. Late messages do not begin them again.
  private var ended: RecentIDs<String>

  init(limits: ServiceLimits) {
    self.limits = limits
    ended = RecentIDs(limit: limits.endedSessions)
  }

  /// The number of sessions, and of the messages and ids that are kept.
  var size: (sessions: Int, kept: Int) {
    (sessions.count, sessions.values.reduce(ended.count) { $0 + $1.link.size })
  }

  subscript(id: String) -> Session? { sessions[id] }

  func hasEnded(_ id: String) -> Bool { ended.contains(id) }

  /// The session that was offline first; nil if there are not too many.
  var excess: String? { offline.count > limits.offlineSessions ? offline.first : nil }

  func session(on connection: Int) -> String? { connected[connection] }

  mutating func begin(_ id: String, _ member: Member, on connection: Int) {
    sessions[id] = Session(
      member: member, link: ServiceLink(session: id, connection: connection, limits: limits))
    connected[connection] = id
  }

  /// Moves a session to a connection. Returns whether it was offline.
  mutating func attach(_ id: String, to connection: Int) -> Bool {
    guard let former = sessions[id], former.link.connection != connection else { return false }
    if let old = former.link.connection {
      connected[old] = nil
    } else {
      _ = offline.remove { $0 == id }
    }
    sessions[id]?.link.connection = connection
    connected[connection] = id
    return !former.isOnline
  }

  /// Ends a connection. Returns its session, if any.
  mutating func detach(_ connection: Int) -> String? {
    guard let id = connected.removeValue(forKey: connection) else { return nil }
    sessions[id]?.link.connection = nil
    sessions[id]?.link.forgetEarly()
    offline.append(id)
    return id
  }

  mutating func end(_ id: String) -> Session? {
    guard let session = sessions.removeValue(forKey: id) else { return nil }
    if let connection = session.link.connection {
      connected[connection] = nil
    } else {
      _ = offline.remove { $0 == id }
    }
    ended.insert(id)
    return session
  }

  mutating func update(_ id: String, _ change: (inout Member) -> Void) { sessions[id]?.change(change) }

  /// Changes the link of a session; nil if there is no such session.
  mutating func updateLink<Result>(_ id: String, _ change: (inout ServiceLink<Wire>) -> Result) -> Result? {
    sessions[id]?.changeLink(change)
  }
}
