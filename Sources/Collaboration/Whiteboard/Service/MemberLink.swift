import CollaborationModels
import SchemaRuntime

/// The service's side of the delivery of requests and frames, for one member: the counterpart of ``RoomLink``.
///
/// It numbers the frames for the member and keeps those that the member may have missed. It passes on each request
/// once, in the order of the ids. All that it keeps is limited.
struct MemberLink: Hashable, Sendable {
  /// The maximum number of frames that are kept for a member. A member who misses more gets a snapshot.
  static let logLimit = 256
  /// The maximum size of these frames, in bytes as JSON; one frame may be larger.
  static let logSizeLimit = 4 << 20
  /// The size of answers, in bytes as JSON, from which on no further request is handled until the member has processed
  /// some of them.
  static let answerSizeLimit = 4 << 20

  struct Remembered: Hashable {
    var revision: Int
    var answer: RoomAnswer
  }

  /// The session of the member, which only the member knows.
  let session: String
  /// The current connection of the member, if any.
  var connection: Int?
  /// The revision of the last frame.
  private(set) var revision = 0
  /// The id of the last request that was passed on.
  private(set) var handled = 0
  private var log = SizedQueue<RoomFrame>()
  private(set) var remembered = SizedQueue<Remembered>()
  private(set) var early = EarlyRequests<RoomRequest>()

  init(session: String, connection: Int) {
    self.session = session
    self.connection = connection
  }

  /// The delivery to a recorded member. The frames that the member missed are not kept.
  init(_ member: RoomRecord.Member) {
    session = member.session
    connection = member.connection
    revision = member.revision
    handled = member.handled
    for answer in member.answers {
      remember(answer.answer, revision: answer.revision)
    }
    for request in member.early { take(RoomRequest(request.action), id: request.request) }
  }

  /// The number of frames, answers and requests that are kept.
  var size: Int { log.count + remembered.count + early.count }

  /// The answers that the member may have missed.
  var answers: [RoomAnswer] { remembered.elements.map(\.answer) }

  /// Numbers and keeps a message.
  /// - Parameter size: the size of the message in bytes as JSON.
  mutating func number(_ message: RoomMessage, size: Int) -> RoomFrame {
    revision += 1
    let frame = message.frame(revision: revision)
    log.append(frame, size: size)
    log.trim(count: Self.logLimit, size: Self.logSizeLimit)
    switch message {
    case .accepted(let request, _, let value):
      remember(RoomAnswer(request: request, value: value), revision: revision)
    case .refused(let request, let error):
      remember(RoomAnswer(request: request, error: error), revision: revision)
    case .phaseChange, .stateChange, .writableChange, .disconnect, .kick, .frameError, .event, .uncaughtError,
      .storeChange, .snapshot:
      break
    }
    return frame
  }

  private mutating func remember(_ answer: RoomAnswer, revision: Int) {
    remembered.append(Remembered(revision: revision, answer: answer), size: answer.jsonSize)
  }

  /// Forgets the requests that are not handled. The member repeats them.
  mutating func forgetEarly() { early = EarlyRequests() }

  /// Forgets what the member has processed.
  mutating func acknowledge(_ seen: Int) {
    while let first = log.first?.number, first <= seen { log.removeFirst() }
    while let first = remembered.first, first.revision <= seen { remembered.removeFirst() }
  }

  /// Returns the frames after a revision; nil if some of them are no longer kept.
  func missing(after seen: Int) -> [RoomFrame]? {
    guard seen < revision else { return [] }
    guard let first = log.first?.number, first <= seen + 1 else { return nil }
    return log.elements.filter { ($0.number ?? 0) > seen }
  }

  /// Returns the answer to a request that was already passed on, if it is still kept.
  func answer(to id: Int) -> RoomFrame? { log.elements.first { $0.answered == id } }

  /// Takes a request, which may be early or repeated. Requests beyond the window are ignored: the member repeats them.
  mutating func take(_ request: RoomRequest, id: Int) {
    early.take(request, id: id, after: handled) { request.action.jsonSize }
  }

  /// Returns the next request to handle.
  ///
  /// There is none while the member has not processed enough answers, so that these are limited.
  mutating func next() -> (id: Int, request: RoomRequest)? {
    guard remembered.count < RoomLink.window, remembered.size < Self.answerSizeLimit,
      let request = early.remove(handled + 1)
    else { return nil }
    handled += 1
    return (handled, request)
  }

  /// Passes over a request that cannot be performed, if it is the next one and answers are not limited.
  /// - Returns: whether it is refused now. Otherwise the client repeats it.
  mutating func skip(_ id: Int) -> Bool {
    guard id == handled + 1, remembered.count < RoomLink.window, remembered.size < Self.answerSizeLimit else {
      return false
    }
    _ = early.remove(id)
    handled = id
    return true
  }
}
