import Collaboration
import CollaborationModels

/// The service's side of the delivery of requests and frames, for one session: the counterpart of ``ClientLink``.
///
/// It numbers the frames for the session and keeps those that the client may have missed. It passes on each request
/// once, in the order of the ids. All that it keeps is limited.
struct ServiceLink<Wire: SessionWire>: Hashable, Sendable {
  private struct Entry: Hashable {
    var revision: Int
    var request: Int?
    var frame: Wire.Frame
  }

  /// An answer, and the revision of its frame.
  struct Remembered: Hashable {
    var revision: Int
    var answer: Wire.Answer
  }

  /// The frames after a revision, as far as they are kept.
  struct Missing: Hashable {
    /// The revision of the last frame that is no longer kept; nil if all are.
    var lost: Int?
    var frames: [Wire.Frame]
  }

  /// The id of the session, which only its client knows.
  let session: String
  /// The current connection of the client, if any.
  var connection: Int?
  /// The revision of the last frame.
  private(set) var revision = 0
  /// The id of the last request that was passed on.
  private(set) var handled = 0
  private let limits: ServiceLimits
  private var log = SizedQueue<Entry>()
  private(set) var remembered = SizedQueue<Remembered>()
  private(set) var early = EarlyRequests<Wire.Request>()

  package init(session: String, connection: Int?, limits: ServiceLimits) {
    (self.session, self.connection, self.limits) = (session, connection, limits)
  }

  /// A link that continues. The frames that the client missed are not kept.
  init(
    session: String, connection: Int?, limits: ServiceLimits, revision: Int, handled: Int, answers: [Remembered],
    early: [(id: Int, request: Wire.Request)]
  ) {
    self.init(session: session, connection: connection, limits: limits)
    (self.revision, self.handled) = (revision, handled)
    for answer in answers { remember(answer.answer, revision: answer.revision) }
    for request in early { take(request.request, id: request.id) }
  }

  /// The number of frames, answers and requests that are kept.
  var size: Int { log.count + remembered.count + early.count }

  /// The answers that the client may have missed.
  var answers: [Wire.Answer] { remembered.elements.map(\.answer) }

  /// Numbers and keeps a frame.
  /// - Parameters:
  ///   - answer: the answer that the frame contains, if any.
  ///   - size: the size of the frame in bytes as JSON, if it is known.
  ///   - frame: returns the frame with its revision.
  mutating func number(
    _ answer: Wire.Answer? = nil, size: Int? = nil, _ frame: (Int) -> Wire.Frame
  ) -> Wire.Frame {
    revision += 1
    let frame = frame(revision)
    log.append(Entry(revision: revision, request: answer?.request, frame: frame), size: size ?? frame.jsonSize)
    log.trim(count: limits.frames, size: limits.frameBytes)
    if let answer { remember(answer, revision: revision) }
    return frame
  }

  private mutating func remember(_ answer: Wire.Answer, revision: Int) {
    remembered.append(Remembered(revision: revision, answer: answer), size: answer.jsonSize)
  }

  /// Whether the client has yet to process so many answers that no further request is handled.
  private var isFull: Bool {
    remembered.count >= ClientLink<Wire>.window || remembered.size >= limits.answerBytes
  }

  /// Forgets the requests that are not handled. The client repeats them.
  mutating func forgetEarly() { early = EarlyRequests() }

  /// Forgets what the client has processed.
  mutating func acknowledge(_ seen: Int) {
    while let first = log.first, first.revision <= seen { log.removeFirst() }
    while let first = remembered.first, first.revision <= seen { remembered.removeFirst() }
  }

  /// Returns the frames after a revision.
  func missing(after seen: Int) -> Missing {
    guard seen < revision else { return Missing(lost: nil, frames: []) }
    let frames = log.elements.filter { $0.revision > seen }.map(\.frame)
    let lost = revision - frames.count
    return Missing(lost: lost > seen ? lost : nil, frames: frames)
  }

  /// Returns the answer to a request that was already passed on, if it is still kept.
  func answer(to id: Int) -> Wire.Frame? { log.elements.first { $0.request == id }?.frame }

  /// Takes a request, which may be early or repeated. Requests beyond the window are ignored: the client repeats them.
  mutating func take(_ request: Wire.Request, id: Int) {
    early.take(request, id: id, after: handled) {
      Wire.request(request, id: id, seen: 0, session: session).jsonSize
    }
  }

  /// Returns the next request to handle.
  ///
  /// There is none while the client has not processed enough answers, so that these are limited.
  mutating func next() -> (id: Int, request: Wire.Request)? {
    guard !isFull, let request = early.remove(handled + 1) else { return nil }
    handled += 1
    return (handled, request)
  }

  /// Passes over a request that cannot be performed, if it is the next one and answers are not limited.
  /// - Returns: whether it is refused now. Otherwise the client repeats it.
  mutating func skip(_ id: Int) -> Bool {
    guard id == handled + 1, !isFull else { return false }
    _ = early.remove(id)
    handled = id
    return true
  }
}
