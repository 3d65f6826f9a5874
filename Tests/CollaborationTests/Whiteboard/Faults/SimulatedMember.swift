import CollaborationModels
import SchemaRuntime

@testable import Collaboration

/// A member's client without tasks: the same machine and link as in a `Room`, whose effects become data.
struct SimulatedMember {
  enum Outcome: Hashable { case waiting, timedOut, accepted, refused, connectionEnded }

  struct Sent: Hashable {
    var request: RoomRequest
    var outcome = Outcome.waiting
  }

  /// What the surroundings have to do.
  enum Output {
    case connect(number: Int)
    case disconnect
    case transmit(RoomRequestFrame)
  }

  var machine = RoomMachine()
  var link: RoomLink
  /// The number of the current connection; messages of others are ignored.
  var number = 0
  /// The requests of this session, by id.
  var sent: [Int: Sent] = [:]
  /// The values of the stores to which the member is connected.
  var stores: [String: SyncedStoreState] = [:]
  var timer: (id: Int, at: Int)?
  /// Custom events of others, and how often events may have been lost because of a snapshot.
  var heard: [Int: [Int]] = [:]
  var snapshots = 0
  /// Broken promises.
  var problems: [String] = []
  private var answers: [Int: JSONValue] = [:]
  private var output: [Output] = []
  private var now = 0

  init(timing: RoomLink.Timing) { link = RoomLink(timing: timing) }

  var isIdle: Bool { machine.phase == .disconnected }
  var deadline: Int? { [link.deadline, timer?.at].compactMap { $0 }.min() }

  // MARK: Inputs

  mutating func join(_ config: RoomConfig, session: String, now: Int) -> [Output] {
    collect(now) {
      for name in ["event"] { _ = try? $0.machine.receive(.listen(to: name, everyMilliseconds: nil)) }
      ($0.sent, $0.heard, $0.snapshots) = ([:], [:], 0)
      $0.process(.join(timeout: config.timeout))
      $0.operate(.join(config, session: session))
    }
  }

  mutating func request(_ request: RoomRequest, now: Int) -> [Output] { collect(now) { $0.process(.request(request)) } }
  mutating func leave(now: Int) -> [Output] { collect(now) { $0.process(.leave) } }
  mutating func receive(_ input: RoomLink.Input, now: Int) -> [Output] { collect(now) { $0.operate(input) } }

  mutating func wake(now: Int) -> [Output] {
    collect(now) { member in
      if let timer = member.timer, timer.at <= now {
        member.timer = nil
        member.process(.timeUp(timer: timer.id))
      }
      if let deadline = member.link.deadline, deadline <= now { member.operate(.wake) }
    }
  }

  private mutating func collect(_ now: Int, _ body: (inout Self) -> Void) -> [Output] {
    self.now = now
    body(&self)
    defer { output = [] }
    return output
  }
}

// MARK: - Effects, as in Room+Processing

extension SimulatedMember {
  private mutating func process(_ input: RoomMachine.Input) {
    guard let effects = try? machine.receive(input) else { return }
    for effect in effects { perform(effect) }
  }

  private mutating func operate(_ input: RoomLink.Input) {
    for effect in link.receive(input, now: now) { perform(effect) }
  }

  private mutating func perform(_ effect: RoomMachine.Effect) {
    switch effect {
    case .notify(.magixEvent(let event)):
      guard let count = event.payload?.int else { return }
      if count <= heard[event.authorId]?.last ?? 0 { problems.append("event \(count) came twice or late") }
      heard[event.authorId, default: []].append(count)
    case .notify, .report, .startInterval, .joinEnded: break
    case .startTimer(let id, let milliseconds): timer = (id, now + milliseconds)
    case .stopTimer: timer = nil
    case .send(let id, let request):
      sent[id] = Sent(request: request)
      operate(.send(id: id, request))
    case .answered(let id, let error): answered(id, error)
    case .leave: operate(.leave)
    case .close:
      operate(.close)
      for id in sent.keys where sent[id]?.outcome == .waiting { sent[id]?.outcome = .connectionEnded }
      stores = [:]
    }
  }

  private mutating func perform(_ effect: RoomLink.Effect) {
    switch effect {
    case .connect:
      number += 1
      output.append(.connect(number: number))
    case .disconnect:
      number += 1
      output.append(.disconnect)
    case .transmit(let message): output.append(.transmit(message))
    case .deliver(let frame): deliver(frame)
    case .interrupted: follow(.reconnecting)
    case .resumed: follow(.connected)
    case .failed(let reason): process(.joinFailed(reason))
    case .overdue(let id):
      if sent[id]?.outcome != .waiting { problems.append("request \(id) was overdue after its end") }
      sent[id]?.outcome = .timedOut
      process(.overdue(id: id, milliseconds: link.timing.request))
    case .left: process(.left)
    }
  }

  private mutating func follow(_ phase: RoomPhase) {
    process(machine.phase == .disconnecting ? .left : .message(.phaseChange(RoomPhaseChange(phase: phase))))
  }

  private mutating func deliver(_ frame: RoomFrame) {
    guard let message = RoomMessage(frame) else {
      process(.message(.disconnect(DisconnectError(error: "ended"))))
      return
    }
    switch message {
    case .snapshot(let snapshot):
      if machine.phase == .connecting {
        process(
          .joined(memberId: snapshot.memberId, isWritable: snapshot.isWritable, state: snapshot.state))
        return
      }
      snapshots += 1
      for answer in snapshot.answers { answers[answer.request] = answer.value }
      process(.message(message))
      for (name, values) in snapshot.stores { changeStore(name, values) }
    case .accepted(let request, _, let value):
      answers[request] = value
      process(.message(message))
    case .storeChange(let name, let values):
      process(.message(message))
      changeStore(name, values)
    case .phaseChange, .stateChange, .writableChange, .disconnect, .kick, .frameError, .event, .uncaughtError,
      .refused:
      process(.message(message))
    }
  }

  private mutating func answered(_ id: Int, _ error: WhiteboardError?) {
    let value = answers.removeValue(forKey: id)
    guard let entry = sent[id] else {
      problems.append("an answer to request \(id), which was not sent")
      return
    }
    if entry.outcome == .accepted || entry.outcome == .refused { problems.append("two answers to request \(id)") }
    sent[id]?.outcome = error == nil ? .accepted : .refused
    guard error == nil else { return }
    switch entry.request {
    case .connectStore(let name, _): stores[name] = SyncedStoreState(values: value?.object ?? [:])
    case .disconnectStore(let name): stores[name] = nil
    case .setStore(let name, _), .resetStore(let name, _), .deleteStore(let name): changeStore(name, value?.object)
    default: break
    }
  }

  private mutating func changeStore(_ name: String, _ values: JSONObject?) {
    guard stores[name] != nil else { return }
    if let values { _ = stores[name]?.replace(by: values) } else { stores[name] = nil }
  }
}
