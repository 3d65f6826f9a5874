import Collaboration
import CollaborationModels

/// The logic of a service with sessions, without network and time: takes messages and returns frames.
protocol SessionService {
  associatedtype Wire: ServiceWire
  associatedtype Member: SessionMember

  typealias Output = [OutgoingFrame<Wire.Frame>]

  var table: SessionTable<Wire, Member> { get set }

  /// Returns the member of a new session, or the reason to reject it.
  func admit(_ opening: Wire.Opening, from peer: Member.Peer) -> Result<Member, ServiceRejection>

  /// Whether a session may continue, although another token may permit less than the one that began it.
  func mayContinue(_ member: Member) -> Bool

  /// Returns the snapshot that replaces lost frames, and the later frames.
  func restoration(of session: String, _ missing: ServiceLink<Wire>.Missing) -> [Wire.Frame]

  /// Performs a request. Returns the frames for others, or the reason to refuse it.
  mutating func perform(
    _ request: Wire.Request, of session: String
  ) -> Result<Output, ServiceRejection>

  /// Notifies others that a session has begun, or returned.
  mutating func didConnect(_ session: String) -> Output

  /// Notifies others that a session has lost its connection.
  mutating func didDisconnect(_ session: String) -> Output

  /// Notifies others that a session has ended.
  mutating func didEnd(_ session: SessionTable<Wire, Member>.Session, _ id: String) -> Output
}

/// The participant of a session.
protocol SessionMember: Hashable, Sendable {
  /// Who is at the other end of a connection.
  associatedtype Peer: Hashable & Sendable
  /// Who began the session. Messages of others do not continue it.
  var peer: Peer { get }
}

/// An error that refuses a request or a session.
struct ServiceRejection: Error, Hashable {
  var error: ServiceError
}

extension SessionService {
  /// Processes a message that arrived on a connection.
  /// - Parameter peer: who sent it; nil if the service does not know.
  mutating func process(_ message: Wire.Message, from peer: Member.Peer?, on connection: Int) -> Output {
    let (session, content) = Wire.content(of: message)
    guard let known = table[session] else { return begin(session, content, peer, connection) }
    guard known.member.peer == peer else { return [ended(connection)] }
    if case .leave = content { return end(session) + [ended(connection)] }
    guard mayContinue(known.member) else { return end(session) + [ended(connection)] }
    var output = vacate(connection, for: session)
    if table.attach(session, to: connection) { output += didConnect(session) }
    switch content {
    case .opening: return output + restore(session)
    case .resume(let seen): return output + performNext(session, seen) + missed(by: session, seen)
    case .request(let id, let seen, let request): return output + take(request, id, seen, session)
    case .leave: return output
    }
  }

  /// Refuses a request that could not be read. Returns nothing for one of an unknown session, which its client resumes.
  /// - Parameter peer: who sent it; nil if the service does not know.
  mutating func processInvalid(_ request: InvalidRequest, from peer: Member.Peer?, on connection: Int) -> Output {
    let session = request.session
    guard let known = table[session], known.member.peer == peer, mayContinue(known.member) else {
      return [ended(connection)]
    }
    var output = vacate(connection, for: session)
    if table.attach(session, to: connection) { output += didConnect(session) }
    if request.id <= known.link.handled {
      let answer = known.link.answer(to: request.id).map { [OutgoingFrame(connection: connection, frame: $0)] }
      return output + (answer ?? missed(by: session, request.seen))
    }
    _ = table.updateLink(session) { $0.acknowledge(request.seen) }
    guard table.updateLink(session, { $0.skip(request.id) }) == true else { return output }
    let error = ServiceError(code: "invalid", message: request.reason)
    output += post(session, RequestAnswer(request: request.id, error: error)) {
      .requestRefused(RequestRefused(revision: $0, request: request.id, error: error))
    }
    return output + performNext(session, request.seen)
  }

  /// Ends a connection.
  mutating func drop(_ connection: Int) -> Output {
    guard let session = table.detach(connection) else { return [] }
    var output = didDisconnect(session)
    if let excess = table.excess { output += end(excess) }
    return output
  }

  /// Ends a session.
  mutating func end(_ id: String) -> Output {
    guard let session = table.end(id) else { return [] }
    return didEnd(session, id)
  }

  /// Numbers a frame for a session, keeps it, and returns it if the session is connected.
  mutating func post(
    _ session: String, _ answer: RequestAnswer? = nil, _ frame: (Int) -> Wire.Frame
  ) -> Output {
    let output = table.updateLink(session) { link -> OutgoingFrame<Wire.Frame>? in
      let frame = link.number(answer, frame)
      return link.connection.map { OutgoingFrame(connection: $0, frame: frame) }
    }
    return output.flatMap { $0 }.map { [$0] } ?? []
  }

  func ended(_ connection: Int) -> OutgoingFrame<Wire.Frame> {
    OutgoingFrame(connection: connection, frame: .sessionEnded(SessionEnded()))
  }
}

extension SessionService {
  /// Another session of the same connection goes offline.
  private mutating func vacate(_ connection: Int, for session: String) -> Output {
    guard let other = table.session(on: connection), other != session else { return [] }
    return drop(connection)
  }

  private mutating func begin(
    _ session: String, _ content: ClientContent<Wire>, _ peer: Member.Peer?, _ connection: Int
  ) -> Output {
    guard case .opening(let opening) = content, !table.hasEnded(session) else { return [ended(connection)] }
    let member = peer.map { admit(opening, from: $0) } ?? .failure(ServiceRejection(error: .tokenExpired))
    switch member {
    case .failure(let rejection):
      let frame = Wire.Frame.sessionRejected(SessionRejected(error: rejection.error))
      return [OutgoingFrame(connection: connection, frame: frame)]
    case .success(let member):
      let output = vacate(connection, for: session)
      table.begin(session, member, on: connection)
      return output + didConnect(session) + restore(session)
    }
  }

  private mutating func take(_ request: Wire.Request, _ id: Int, _ seen: Int, _ session: String) -> Output {
    guard let link = table[session]?.link else { return [] }
    if id > link.handled {
      _ = table.updateLink(session) { $0.take(request, id: id) }
      return performNext(session, seen)
    }
    _ = table.updateLink(session) { $0.acknowledge(seen) }
    guard let connection = link.connection, let answer = table[session]?.link.answer(to: id) else {
      return missed(by: session, seen)
    }
    return [OutgoingFrame(connection: connection, frame: answer)]
  }

  /// Performs the requests whose turn it is.
  private mutating func performNext(_ session: String, _ seen: Int) -> Output {
    _ = table.updateLink(session) { $0.acknowledge(seen) }
    var output: Output = []
    while let (id, request) = table.updateLink(session, { $0.next() }).flatMap({ $0 }) {
      switch perform(request, of: session) {
      case .success(let others):
        output += others
        output += post(session, RequestAnswer(request: id)) {
          .requestAccepted(RequestAccepted(revision: $0, request: id))
        }
      case .failure(let rejection):
        output += post(session, RequestAnswer(request: id, error: rejection.error)) {
          .requestRefused(RequestRefused(revision: $0, request: id, error: rejection.error))
        }
      }
    }
    return output
  }

  private func missed(by session: String, _ seen: Int) -> Output {
    guard let link = table[session]?.link, let connection = link.connection else { return [] }
    let missing = link.missing(after: seen)
    let frames = missing.lost == nil ? missing.frames : restoration(of: session, missing)
    let last = Wire.Frame.sessionUpToDate(SessionUpToDate(revision: link.revision))
    return (frames + [last]).map { OutgoingFrame(connection: connection, frame: $0) }
  }

  /// Answers an opening.
  private func restore(_ session: String) -> Output {
    guard let link = table[session]?.link, let connection = link.connection else { return [] }
    return restoration(of: session, link.missing(after: 0)).map { OutgoingFrame(connection: connection, frame: $0) }
  }
}
