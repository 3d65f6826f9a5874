import CollaborationModels
import SchemaRuntime

@testable import Collaboration

/// A member's client without tasks: the same machine and link as in a `Room`, whose effects become data.
struct SimulatedMember {
  enum Outcome: Hashable { case waiting, timedOut, accepted, refused, connectionEnded }

  struct Sent: Hashable {
    var action: RoomAction
    var outcome = Outcome.waiting
  }

  /// What the surroundings have to do.
  enum Output {
    case connect(number: Int)
    case disconnect
    case transmit(RoomRequestFrame)
  }

  var machine = RoomMachine()
  var link: ClientLink<RoomWire>
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

  init(timing: LinkTiming) { link = ClientLink(timing: timing) }

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

  mutating func request(_ action: RoomAction, now: Int) -> [Output] { collect(now) { $0.process(.action(action)) } }
  mutating func leave(now: Int) -> [Output] { collect(now) { $0.process(.leave) } }
  mutating func receive(_ input: ClientLink<RoomWire>.Input, now: Int) -> [Output] {
    collect(now) { $0.operate(input) }
  }

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

  private mutating func operate(_ input: ClientLink<RoomWire>.Input) {
    for effect in link.receive(input, now: now) { perform(effect) }
  }

  private mutating func perform(_ effect: RoomMachine.Effect) {
    switch effect {
    case .notify(.magixEvent(let event)):
      guard let count = event.payload?.int else { return }
      if count <= heard[event.authorID]?.last ?? 0 { problems.append("event \(count) came twice or late") }
      heard[event.authorID, default: []].append(count)
    case .notify, .report, .startInterval, .joinEnded: break
    case .startTimer(let id, let milliseconds): timer = (id, now + milliseconds)
    case .stopTimer: timer = nil
    case .send(let id, let action):
      sent[id] = Sent(action: action)
      operate(.send(id: id, action))
    case .answered(let id, let error): answered(id, error)
    case .leave: operate(.leave)
    case .close:
      operate(.close)
      for id in sent.keys where sent[id]?.outcome == .waiting { sent[id]?.outcome = .connectionEnded }
      stores = [:]
    }
  }

  private mutating func perform(_ effect: ClientLink<RoomWire>.Effect) {
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
    process(
      machine.phase == .disconnecting ? .left : .frame(.phase(revision: 0, payload: RoomPhaseChange(phase: phase))))
  }

  private mutating func deliver(_ frame: RoomFrame) {
    switch frame {
    case .snapshot(let snapshot):
      if machine.phase == .connecting {
        process(
          .joined(memberID: snapshot.memberID, isWritable: snapshot.isWritable, state: snapshot.state))
        return
      }
      snapshots += 1
      for answer in snapshot.answers { answers[answer.request] = answer.value }
      process(.frame(frame))
      for (name, values) in snapshot.stores { changeStore(name, values) }
    case .accepted(let answer):
      answers[answer.request] = answer.value
      process(.frame(frame))
    case .store(let store):
      process(.frame(frame))
      changeStore(store.payload.name, store.payload.state)
    case .phase, .state, .writable, .disconnect, .kick, .appendError, .event, .uncaughtError, .refused, .upToDate,
      .ended:
      process(.frame(frame))
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
    switch entry.action {
    case .connectStore(let action): stores[action.name] = SyncedStoreState(values: value?.object ?? [:])
    case .disconnectStore(let action): stores[action.name] = nil
    case .setStore(let action): changeStore(action.name, value?.object)
    case .resetStore(let action): changeStore(action.name, value?.object)
    case .deleteStore(let action): changeStore(action.name, value?.object)
    default: break
    }
  }

  private mutating func changeStore(_ name: String, _ values: JSONObject?) {
    guard stores[name] != nil else { return }
    if let values { _ = stores[name]?.replace(by: values) } else { stores[name] = nil }
  }
}
