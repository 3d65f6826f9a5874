import Collaboration
public import CollaborationModels
public import SchemaRuntime

/// The logic of a service of calls, without network and clock: takes messages and returns frames.
///
/// A call exists while it has participants. Its participants see each other while they are connected. What a session
/// misses without a connection is kept, up to the limits.
public struct CallService: Hashable, Sendable {
  /// The maximum number of incoming calls that are kept until they are accepted.
  public static let incomingLimit = 256

  /// A participant; equal by raw id.
  struct Peer: Hashable {
    let identifier: CommunicationIdentifier
    let rawID: String

    init(_ identifier: CommunicationIdentifier) {
      self.identifier = identifier
      rawID = identifier.resolvedRawID
    }

    static func == (a: Peer, b: Peer) -> Bool { a.rawID == b.rawID }
    func hash(into hasher: inout Hasher) { hasher.combine(rawID) }
  }

  struct Member: SessionMember {
    var peer: Peer
    /// The key of the call.
    var call: String
    /// The id by which access is granted.
    var callID: String
    var displayName: String?
    var isOnHold = false
  }

  private struct Call: Hashable {
    /// The sessions in the order in which they joined.
    var sessions: [String] = []
    /// The time of the latest list of participants.
    var lastUpdate: Timestamp
  }

  var table: SessionTable<CallWire, Member>
  private var calls: [String: Call] = [:]
  private var incoming: [String: JoinLocator] = [:]
  private var incomingOrder = Queue<String>()
  /// The time of the current input.
  private var now = Timestamp(validated: "1970-01-01T00:00:00Z")
  /// What the sender of the current message may do.
  private var access = ServiceAccess.unlimited

  /// Creates a service without calls.
  public init(limits: ServiceLimits = ServiceLimits()) { table = SessionTable(limits: limits) }

  /// Processes a message that arrived on a connection.
  /// - Parameters:
  ///   - identifier: the participant at the other end of the connection; nil if the service does not know, which rejects
  ///     all sessions.
  ///   - access: the calls in which the participant may take part: those with write access, by ``JoinLocator/id``.
  ///   - connection: the number of the connection. Numbers are not used again.
  ///   - time: the current time.
  /// - Returns: frames to send.
  public mutating func receive(
    _ message: CallRequestFrame, from identifier: CommunicationIdentifier?, access: ServiceAccess = .unlimited,
    on connection: Int, at time: Timestamp
  ) -> [OutgoingFrame<CallFrame>] {
    now = time
    self.access = access
    return process(message, from: identifier.map(Peer.init), on: connection)
  }

  /// Refuses a request whose action violates its schema.
  /// - Returns: frames to send.
  public mutating func refuse(
    _ request: InvalidRequest, from identifier: CommunicationIdentifier?, access: ServiceAccess = .unlimited,
    on connection: Int, at time: Timestamp
  ) -> [OutgoingFrame<CallFrame>] {
    now = time
    self.access = access
    return processInvalid(request, from: identifier.map(Peer.init), on: connection)
  }

  /// Ends a connection. Others no longer see the participant, whose session continues when its client returns.
  /// - Returns: frames to send.
  public mutating func disconnect(_ connection: Int, at time: Timestamp) -> [OutgoingFrame<CallFrame>] {
    now = time
    return drop(connection)
  }

  /// Keeps an incoming call until it is accepted. If there are too many, the oldest is forgotten.
  public mutating func ring(_ callID: String, for locator: JoinLocator) {
    if incoming.updateValue(locator, forKey: callID) != nil { return }
    incomingOrder.append(callID)
    if incomingOrder.count > Self.incomingLimit, let oldest = incomingOrder.removeFirst() { incoming[oldest] = nil }
  }

  /// Removes all sessions of a participant from a call.
  /// - Returns: frames to send.
  public mutating func evict(
    _ rawID: String, from locator: JoinLocator, at time: Timestamp
  ) -> [OutgoingFrame<CallFrame>] {
    now = time
    let sessions = (calls[locator.key]?.sessions ?? []).filter { table[$0]?.member.peer.rawID == rawID }
    let failure = CallFailure(code: .callEvicted, category: .callState)
    return sessions.flatMap { session in
      post(session) { .failure(CallFrame.Failure(revision: $0, failure: failure)) } + close(session)
    }
  }

  /// Ends a call for all participants.
  /// - Returns: frames to send.
  public mutating func endCall(_ locator: JoinLocator, at time: Timestamp) -> [OutgoingFrame<CallFrame>] {
    now = time
    return (calls[locator.key]?.sessions ?? []).flatMap { close($0) }
  }

  /// Returns the participants of a call who are connected, in the order in which they joined.
  public func participants(of locator: JoinLocator) -> [CallMember] { list(of: locator.key) }
}

extension JoinLocator {
  /// The id of the group, the room or the meeting, or the meeting's link; without passcodes.
  public var id: String {
    switch self {
    case .groupCall(let call): call.groupID.lowercased()
    case .teamsMeeting(let meeting): meeting.teamsLink
    case .teamsMeetingID(let meeting): meeting.meetingID
    case .roomCall(let room): room.roomID
    }
  }

  /// Equal for all forms of the same call.
  var key: String {
    switch self {
    case .groupCall(let call): "groupCall \(call.groupID.lowercased())"
    case .teamsMeeting(let meeting): "teamsMeeting \(meeting.teamsLink)"
    case .teamsMeetingID(let meeting): "teamsMeetingId \(meeting.meetingID) \(meeting.meetingPasscode)"
    case .roomCall(let room): "roomCall \(room.roomID)"
    }
  }
}

// MARK: - Sessions

extension CallService: SessionService {
  typealias Wire = CallWire
  typealias Output = [OutgoingFrame<CallFrame>]

  func admit(
    _ opening: CallWire.Opening, from peer: Peer
  ) -> Result<Member, ServiceRejection> {
    switch opening {
    case .join(let options):
      return admit(peer, to: options.locator, displayName: options.displayName)
    case .accept(let callID):
      guard let locator = incoming[callID] else { return .failure(ServiceRejection(error: .callIDNotFound)) }
      return admit(peer, to: locator)
    }
  }

  private func admit(
    _ peer: Peer, to locator: JoinLocator, displayName: String? = nil
  ) -> Result<Member, ServiceRejection> {
    let member = Member(peer: peer, call: locator.key, callID: locator.id, displayName: displayName)
    guard mayContinue(member) else {
      return .failure(ServiceRejection(error: .forbidden("expected a token that permits to take part in this call")))
    }
    return .success(member)
  }

  func mayContinue(_ member: Member) -> Bool { access.level(of: member.callID) >= .write }

  /// The state replaces all frames.
  func restoration(of session: String, _ missing: ServiceLink<CallWire>.Missing) -> [CallFrame] {
    guard let (link, member) = table[session].map({ ($0.link, $0.member) }) else { return [] }
    let snapshot = CallFrame.Snapshot(
      revision: link.revision, state: member.isOnHold ? .localHold : .connected,
      participants: list(of: member.call, for: session), lastUpdate: calls[member.call]?.lastUpdate ?? now,
      identifier: member.peer.identifier, handled: link.handled, answers: link.answers)
    return [.snapshot(snapshot)]
  }

  mutating func perform(_ action: CallAction, of session: String) -> Result<Output, ServiceRejection> {
    guard let member = table[session]?.member else { return .success([]) }
    let isOnHold = action == .hold
    guard member.isOnHold != isOnHold else { return .success([]) }
    table.update(session) { $0.isOnHold = isOnHold }
    let state: CallState = isOnHold ? .localHold : .connected
    return .success(
      announce(member.call, exceptFor: session)
        + post(session) { .state(CallFrame.State(revision: $0, state: state)) })
  }

  mutating func didConnect(_ session: String) -> Output {
    guard let member = table[session]?.member else { return [] }
    if calls[member.call]?.sessions.contains(session) != true {
      calls[member.call, default: Call(lastUpdate: now)].sessions.append(session)
    }
    return announce(member.call, exceptFor: session)
  }

  mutating func didDisconnect(_ session: String) -> Output {
    table[session].map { announce($0.member.call, exceptFor: session) } ?? []
  }

  mutating func didEnd(_ session: SessionTable<CallWire, Member>.Session, _ id: String) -> Output {
    let call = session.member.call
    calls[call]?.sessions.removeAll { $0 == id }
    if calls[call]?.sessions.isEmpty == true { calls[call] = nil }
    return session.isOnline ? announce(call) : []
  }
}

// MARK: - Participants

extension CallService {
  /// Ends a session for its participant as well.
  private mutating func close(_ session: String) -> Output {
    guard let connection = table[session]?.link.connection else { return end(session) }
    let last = post(session) { .state(CallFrame.State(revision: $0, state: .disconnected)) }
    return last + [ended(connection)] + end(session)
  }

  private func list(of call: String, for session: String? = nil) -> [CallMember] {
    (calls[call]?.sessions ?? []).compactMap { id in
      guard id != session, let other = table[id], other.isOnline else { return nil }
      return CallMember(
        identifier: other.member.peer.identifier, displayName: other.member.displayName,
        status: other.member.isOnHold ? .hold : .connected)
    }
  }

  /// Sends the list of participants to all sessions of a call, also to those that will only see it later.
  private mutating func announce(_ call: String, exceptFor session: String? = nil) -> Output {
    guard let sessions = calls[call]?.sessions, let former = calls[call]?.lastUpdate else { return [] }
    let time = now.isAfter(former) ? now : former.next
    calls[call]?.lastUpdate = time
    return sessions.filter { $0 != session }.flatMap { other in
      let list = list(of: call, for: other)
      return post(other) {
        .participants(CallFrame.Participants(revision: $0, participants: list, lastUpdate: time))
      }
    }
  }
}

extension Timestamp {
  fileprivate func isAfter(_ other: Timestamp) -> Bool { other.isEarlier(than: self) }

  /// A nanosecond later.
  fileprivate var next: Timestamp {
    let isLast = nanosecond == 999_999_999
    return Timestamp(
      secondsSinceEpoch: secondsSinceEpoch + (isLast ? 1 : 0), nanosecond: isLast ? 0 : nanosecond + 1) ?? self
  }
}
