import CollaborationModels

/// The service's side of the delivery of requests and frames, for one member: the counterpart of ``RoomLink``.
///
/// It numbers the frames for the member and keeps those that the member may have missed. It passes on each request
/// once, in the order of the ids. All that it keeps is limited.
struct MemberLink: Hashable, Sendable {
  /// The maximum number of frames that are kept for a member. A member who misses more gets a snapshot.
  static let logLimit = 256

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
  private var log = Queue<RoomFrame>()
  private(set) var remembered = Queue<Remembered>()
  private(set) var early: [Int: RoomRequest] = [:]

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
      remembered.append(Remembered(revision: answer.revision, answer: answer.answer))
    }
    for request in member.early { early[request.request] = RoomRequest(request.action) }
  }

  /// The number of frames, answers and requests that are kept.
  var size: Int { log.count + remembered.count + early.count }

  /// The answers that the member may have missed.
  var answers: [RoomAnswer] { remembered.elements.map(\.answer) }

  /// Numbers and keeps a message.
  mutating func number(_ message: RoomMessage) -> RoomFrame {
    revision += 1
    let frame = message.frame(revision: revision)
    log.append(frame)
    if log.count > Self.logLimit { log.removeFirst() }
    switch message {
    case .accepted(let request, _, let value):
      remembered.append(Remembered(revision: revision, answer: RoomAnswer(request: request, value: value)))
    case .refused(let request, let error):
      remembered.append(Remembered(revision: revision, answer: RoomAnswer(request: request, error: error)))
    case .phaseChange, .stateChange, .writableChange, .disconnect, .kick, .frameError, .event, .uncaughtError,
      .storeChange, .snapshot:
      break
    }
    return frame
  }

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
    if id > handled, id <= handled + RoomLink.window { early[id] = request }
  }

  /// Returns the next request to handle.
  ///
  /// There is none while the member has not processed enough answers, so that these are limited.
  mutating func next() -> (id: Int, request: RoomRequest)? {
    guard remembered.count < RoomLink.window, let request = early.removeValue(forKey: handled + 1) else { return nil }
    handled += 1
    return (handled, request)
  }
}
