import CollaborationModels
import SchemaRuntime

@testable import Collaboration

/// A client without tasks: the same link as in a `ClientSession`, whose effects become data.
struct SimulatedClient<Wire: ServiceWire> {
  enum Outcome: Hashable { case waiting, timedOut, accepted, refused, ended }

  struct Sent {
    var request: Wire.Request
    var time: Int
    var outcome = Outcome.waiting
  }

  /// What the surroundings have to do.
  enum Output {
    case connect(number: Int)
    case disconnect
    case transmit(Wire.Message)
  }

  private(set) var link: ClientLink<Wire>
  /// The number of the current connection; messages of others are ignored.
  private(set) var number = 0
  /// The requests of this session, by id - 1.
  private(set) var sent: [Sent] = []
  /// The frames of this session, as they were delivered.
  private(set) var heard: [Wire.Frame] = []
  /// The time at which the session began for the client; nil before.
  private(set) var begun: Int?
  /// Whether frames may have been replaced by a snapshot.
  private(set) var hasGap = false
  /// Broken promises.
  private(set) var problems: [String] = []
  private var revision = 0
  private var answered: Set<Int> = []
  private var output: [Output] = []
  private var now = 0

  init(timing: LinkTiming) { link = ClientLink(timing: timing) }

  var isIdle: Bool { link.phase == .idle }

  mutating func join(_ opening: Wire.Opening, session: String, now: Int) -> [Output] {
    (sent, heard, begun, hasGap, revision, answered) = ([], [], nil, false, 0, [])
    return receive(.join(opening, session: session), now: now)
  }

  mutating func request(_ request: Wire.Request, now: Int) -> [Output] {
    sent.append(Sent(request: request, time: now))
    return receive(.send(id: sent.count, request), now: now)
  }

  mutating func receive(_ input: ClientLink<Wire>.Input, now: Int) -> [Output] {
    self.now = now
    for effect in link.receive(input, now: now) { perform(effect) }
    defer { output = [] }
    return output
  }

  private mutating func perform(_ effect: ClientLink<Wire>.Effect) {
    switch effect {
    case .connect:
      number += 1
      output.append(.connect(number: number))
    case .disconnect:
      number += 1
      output.append(.disconnect)
    case .transmit(let message): output.append(.transmit(message))
    case .deliver(let frame): deliver(frame)
    case .interrupted, .resumed: break
    case .overdue(let id):
      if sent[id - 1].outcome != .waiting { problems.append("request \(id) was overdue after its end") }
      sent[id - 1].outcome = .timedOut
    case .failed, .left: end()
    }
  }

  private mutating func deliver(_ frame: Wire.Frame) {
    switch Wire.role(of: frame) {
    case .numbered(let number, _):
      if number != revision + 1 { problems.append("frame \(number) after \(revision)") }
      revision = number
    case .snapshot(let number, _, _):
      if begun != nil { hasGap = true }
      begun = begun ?? now
      if number < revision { problems.append("snapshot \(number) after \(revision)") }
      revision = number
    case .ended: end()
    case .upToDate, .last: problems.append("a frame of the connection was delivered")
    }
    if case .ended = Wire.role(of: frame) { return }
    heard.append(frame)
    for answer in Wire.answers(in: frame) { receive(answer, in: frame) }
  }

  private mutating func receive(_ answer: RequestAnswer, in frame: Wire.Frame) {
    if case .numbered = Wire.role(of: frame), !answered.insert(answer.request).inserted {
      problems.append("two answers to request \(answer.request)")
    }
    guard sent.indices.contains(answer.request - 1) else {
      problems.append("an answer to request \(answer.request), which was not sent")
      return
    }
    sent[answer.request - 1].outcome = answer.error == nil ? .accepted : .refused
  }

  private mutating func end() {
    for index in sent.indices where sent[index].outcome == .waiting { sent[index].outcome = .ended }
    begun = nil
    for effect in link.receive(.close, now: now) { perform(effect) }
  }
}
