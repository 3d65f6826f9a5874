/// Something that happened to the connection of a room, a call or a client of messages, for an app's log.
///
///     let sdk = WhiteboardSDK(transport: transport, log: { event in
///       if event.level >= .warning { logger.warning("\(event)") }
///     })
///
/// Apps do not have to react to it: the functions and events of the client report all that concerns them. Reasons may
/// quote what was received, but contain no token and no id of a session.
public struct ClientEvent: Hashable, Sendable, CustomStringConvertible {
  /// Receives the events of a client one at a time, in order. It must neither wait nor call the client.
  public typealias Log = @Sendable (ClientEvent) -> Void

  /// The importance of an event. The names are those of most logging libraries.
  public enum Level: Int, Comparable, Sendable, CaseIterable {
    /// Part of every session.
    case debug
    /// The beginnings and ends of sessions.
    case info
    /// A fault from which the client recovers, or which it reports to a caller.
    case warning
    /// The end of a session because of a fault.
    case error

    public static func < (a: Level, b: Level) -> Bool { a.rawValue < b.rawValue }
  }

  /// Who has the connection.
  public enum Client: Hashable, Sendable, CustomStringConvertible {
    /// The room with this id.
    case room(String)
    case call
    /// The client of the messages of a channel.
    case channel(String)

    public var description: String {
      switch self {
      case .room(let id): "room '\(id)'"
      case .call: "call"
      case .channel(let id): "channel '\(id)'"
      }
    }
  }

  /// What happened.
  public enum Kind: Hashable, Sendable {
    /// A connection is being opened: the first attempt, or a further one since the last connection.
    case connecting(attempt: Int)
    /// A connection is open.
    case connected
    /// A connection could not be opened, and is tried again, if at all, after this time.
    case connectionFailed(reason: String, nextAttempt: Duration?)
    /// A connection has ended, or was silent for too long, and is replaced, if at all, after this time.
    case disconnected(reason: String, nextAttempt: Duration?)
    /// The session has begun.
    case joined
    /// The session continues on another connection.
    case resumed
    /// What was not answered was sent again, in so many messages.
    case repeated(messages: Int)
    /// The service refused a request.
    case refused(request: Int, reason: String)
    /// A request has no answer, or one that cannot be read.
    case timedOut(request: Int)
    /// A received message was ignored, because it is not valid.
    case dropped(reason: String)
    /// The session could not begin, or could not be continued. It is over.
    case failed(reason: String)
    /// The session is over: it was left, ended by the service, or has failed.
    case ended
  }

  public var client: Client
  public var kind: Kind

  public init(client: Client, kind: Kind) {
    self.client = client
    self.kind = kind
  }

  public var level: Level {
    switch kind {
    case .connecting, .connected, .repeated: .debug
    case .joined, .resumed, .ended: .info
    case .connectionFailed, .disconnected, .refused, .timedOut, .dropped: .warning
    case .failed: .error
    }
  }

  /// The client, and a sentence.
  public var description: String { "\(client): \(sentence)" }

  private var sentence: String {
    func next(_ wait: Duration?) -> String { wait.map { ", next attempt in \($0)" } ?? "" }
    return switch kind {
    case .connecting(let attempt): "connecting, attempt \(attempt)"
    case .connected: "connected"
    case .connectionFailed(let reason, let wait): "cannot connect: \(reason)\(next(wait))"
    case .disconnected(let reason, let wait): "connection lost: \(reason)\(next(wait))"
    case .joined: "joined"
    case .resumed: "resumed"
    case .repeated(let messages): "sent \(messages) \(messages == 1 ? "message" : "messages") again"
    case .refused(let request, let reason): "request \(request) refused: \(reason)"
    case .timedOut(let request): "request \(request) timed out"
    case .dropped(let reason): "message ignored: \(reason)"
    case .failed(let reason): "failed: \(reason)"
    case .ended: "ended"
    }
  }
}

/// The log of one client.
struct ClientLog: Sendable {
  private let client: ClientEvent.Client
  private let write: ClientEvent.Log
  private let events = OrderedDelivery<ClientEvent>()

  /// Nil without a function that writes: then no event is made.
  init?(of client: ClientEvent.Client, _ write: ClientEvent.Log?) {
    guard let write else { return nil }
    self.client = client
    self.write = write
  }

  /// Keeps an event until ``flush()``. May be called under the client's lock.
  func note(_ kind: ClientEvent.Kind) { events.add(ClientEvent(client: client, kind: kind)) }

  /// Writes the events. Must be called without the client's lock.
  func flush() { events.run(write) }
}

// MARK: - What a link does

/// A link before an input.
struct LinkStanding<Wire: DeliveryWire> {
  let phase: ClientLink<Wire>.Phase
  let isConnected: Bool
  let repeats: Bool

  init(_ link: ClientLink<Wire>, now: Int) {
    (phase, isConnected, repeats) = (link.phase, link.isConnected, link.repeats(at: now))
  }
}

extension ClientLog {
  /// Notes what an input has done to a link.
  /// - Parameter attempt: the number of the attempt to connect that begins, if one does.
  func note<Wire: SessionWire>(
    _ input: ClientLink<Wire>.Input, _ effects: [ClientLink<Wire>.Effect], _ link: ClientLink<Wire>,
    since before: LinkStanding<Wire>, attempt: Int, now: Int
  ) {
    let nextAttempt = link.nextAttempt(after: now).map { Duration.milliseconds($0) }
    switch input {
    case .connected: if before.phase != .idle { note(.connected) }
    case .disconnected(let reason):
      if before.phase == .idle { break }
      note(
        before.isConnected
          ? .disconnected(reason: reason, nextAttempt: nextAttempt)
          : .connectionFailed(reason: reason, nextAttempt: nextAttempt))
    case .wake:
      if before.isConnected, !link.isConnected {
        note(.disconnected(reason: ClientLink<Wire>.silence, nextAttempt: nextAttempt))
      } else if before.repeats {
        note(.repeated(messages: effects.count { if case .transmit = $0 { true } else { false } }))
      }
    case .join, .frame, .unreadable, .send, .leave, .close: break
    }
    if link.phase == .live, before.phase == .joining { note(.joined) }
    if link.phase == .live, before.phase == .resuming { note(.resumed) }
    for effect in effects {
      switch effect {
      case .connect: note(.connecting(attempt: attempt))
      case .deliver(let frame):
        for refusal in Wire.refusals(in: frame) { note(.refused(request: refusal.request, reason: refusal.reason)) }
      case .overdue(let id): note(.timedOut(request: id))
      case .failed(let reason): note(.failed(reason: reason))
      case .disconnect, .transmit, .interrupted, .resumed, .left: break
      }
    }
    if before.phase != .idle, link.phase == .idle { note(.ended) }
  }
}
