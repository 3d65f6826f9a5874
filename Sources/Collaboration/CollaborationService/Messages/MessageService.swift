import Collaboration
public import CollaborationModels
import SchemaRuntime

/// The logic of a service of messages, without network and time: takes messages and returns frames.
///
/// A message of a channel goes to all other sessions of the channel, a custom message to the sessions of its
/// receivers. A message that was accepted before, by its sender and id, is accepted again and not delivered again.
/// What a session misses while it has no connection is kept, up to the limits. Users without a session miss everything.
public struct MessageService: Hashable, Sendable {
  /// The maximum number of bytes of the body of a custom message.
  public static let customBodyLimit = 5 * 1024

  /// The maximum number of bytes of a message's id.
  public static let idLimit = 256

  /// The maximum number of accepted messages that are remembered, so that they are not delivered again.
  public static let acceptedLimit = 16_384

  struct Member: SessionMember {
    /// The id of the user.
    var peer: String
    var channel: String
  }

  private struct AcceptedID: Hashable {
    var user: String
    var id: String
    var isCustom: Bool
  }

  var table: SessionTable<MessageWire, Member>
  /// The sessions by channel and by user, in the order in which they began.
  private var channels: [String: [String]] = [:]
  private var users: [String: [String]] = [:]
  private var accepted = RecentIDs<AcceptedID>(limit: MessageService.acceptedLimit)
  /// What the sender of the current message may do.
  private var access = ServiceAccess.unlimited

  /// Creates a service without sessions.
  public init(limits: ServiceLimits = ServiceLimits()) { table = SessionTable(limits: limits) }

  /// Processes a message that arrived on a connection.
  /// - Parameters:
  ///   - user: the id of the user at the other end of the connection; nil if the service does not know, which rejects
  ///     all sessions.
  ///   - access: what the user may do in the channels: join those that may be read, and send in those that may be
  ///     written, also custom messages.
  ///   - connection: the number of the connection. Numbers are not used again.
  /// - Returns: frames to send.
  public mutating func receive(
    _ message: MessageRequestFrame, from user: String?, access: ServiceAccess = .unlimited, on connection: Int
  ) -> [OutgoingFrame<MessageFrame>] {
    self.access = access
    return process(message, from: user, on: connection)
  }

  /// Refuses a request whose action violates its schema.
  /// - Returns: frames to send.
  public mutating func refuse(
    _ request: InvalidRequest, from user: String?, access: ServiceAccess = .unlimited, on connection: Int
  ) -> [OutgoingFrame<MessageFrame>] {
    self.access = access
    return processInvalid(request, from: user, on: connection)
  }

  /// Ends a connection. Its session continues when its client returns.
  /// - Returns: frames to send.
  public mutating func disconnect(_ connection: Int) -> [OutgoingFrame<MessageFrame>] { drop(connection) }

  /// The number of sessions of a user.
  public func sessionCount(of user: String) -> Int { users[user]?.count ?? 0 }
}

// MARK: - Sessions

extension MessageService: SessionService {
  typealias Wire = MessageWire
  typealias Output = [OutgoingFrame<MessageFrame>]

  func admit(_ channel: String, from user: String) -> Result<Member, ServiceRejection> {
    guard access.level(of: channel) >= .read else {
      return .failure(ServiceRejection(error: .forbidden("expected a token that permits to read this channel")))
    }
    return .success(Member(peer: user, channel: channel))
  }

  func mayContinue(_ member: Member) -> Bool { access.level(of: member.channel) >= .read }

  /// Only the frames that are no longer kept are skipped.
  func restoration(of session: String, _ missing: ServiceLink<MessageWire>.Missing) -> [MessageFrame] {
    guard let link = table[session]?.link else { return [] }
    let snapshot = MessageFrame.Snapshot(revision: missing.lost ?? 0, handled: link.handled, answers: link.answers)
    return [.snapshot(snapshot)] + missing.frames
  }

  mutating func didConnect(_ session: String) -> Output {
    guard let member = table[session]?.member else { return [] }
    if users[member.peer]?.contains(session) != true {
      channels[member.channel, default: []].append(session)
      users[member.peer, default: []].append(session)
    }
    return []
  }

  mutating func didDisconnect(_ session: String) -> Output { [] }

  mutating func didEnd(_ session: SessionTable<MessageWire, Member>.Session, _ id: String) -> Output {
    channels[session.member.channel]?.removeAll { $0 == id }
    if channels[session.member.channel]?.isEmpty == true { channels[session.member.channel] = nil }
    users[session.member.peer]?.removeAll { $0 == id }
    if users[session.member.peer]?.isEmpty == true { users[session.member.peer] = nil }
    return []
  }
}

// MARK: - Messages

extension MessageService {
  mutating func perform(_ action: MessageAction, of session: String) -> Result<Output, ServiceRejection> {
    guard let member = table[session]?.member else { return .success([]) }
    guard access.level(of: member.channel) >= .write else {
      return .failure(ServiceRejection(error: .forbidden("expected a token that permits to write to this channel")))
    }
    switch action {
    case .sendMessage(let send):
      let message = send.message
      guard message.user.id == member.peer else { return refuse(message.user.id, member) }
      guard message.id.utf8.count <= Self.idLimit else {
        return .failure(ServiceRejection(error: .tooLarge(limit: Self.idLimit, actual: message.id.utf8.count)))
      }
      guard accepted.insert(AcceptedID(user: member.peer, id: message.id, isCustom: false)) else {
        return .success([])
      }
      let receivers = (channels[member.channel] ?? []).filter { $0 != session }
      return .success(
        receivers.flatMap { receiver in
          post(receiver) { .arrival(MessageFrame.Arrival(revision: $0, message: message)) }
        })
    case .sendCustomMessage(let send):
      var message = send.message
      if let sender = message.from, sender != member.peer { return refuse(sender, member) }
      let size = (try? message.body.json().count) ?? 0
      guard size <= Self.customBodyLimit else {
        return .failure(ServiceRejection(error: .tooLarge(limit: Self.customBodyLimit, actual: size)))
      }
      guard accepted.insert(AcceptedID(user: member.peer, id: send.id, isCustom: true)) else { return .success([]) }
      message.from = member.peer
      var named: Set<String> = []
      let receivers = message.to.filter { named.insert($0).inserted }.flatMap { users[$0] ?? [] }
      return .success(
        receivers.filter { $0 != session }.flatMap { receiver in
          post(receiver) { .customArrival(MessageFrame.CustomArrival(revision: $0, message: message)) }
        })
    }
  }

  private func refuse(_ sender: String, _ member: Member) -> Result<Output, ServiceRejection> {
    let message = "expected the user '\(member.peer)' as the sender, found '\(sender)'"
    return .failure(ServiceRejection(error: .forbidden(message)))
  }
}
