import CollaborationModels
import SchemaRuntime
import TestSupport

@testable import Collaboration
@testable import CollaborationService

/// A service, some members, and connections that lose, delay, double and reorder messages and break, all by a seed.
/// Time is simulated, so a run takes milliseconds.
struct SimulatedRoom {
  private indirect enum Event {
    case toService(RoomRequestFrame, line: Int)
    case toMember(Int, RoomFrame, number: Int)
    case opened(Int, number: Int)
    case failed(Int, number: Int)
    case broken(Int, number: Int)
  }

  private struct Line {
    var member: Int
    var number: Int
  }

  private struct Faults {
    var loss: UInt64
    var doubling: UInt64
    var delay: UInt64
    var breaking: UInt64
  }

  private(set) var service = LocalRoom(uuid: "room")
  private(set) var members: [SimulatedMember]
  private(set) var now = 0
  private var random: SeededRandom
  private var faults: Faults
  private var events: [Int: Event] = [:]
  private var schedule = Schedule()
  private var lines: [Int: Line] = [:]
  private var lastLine = 0
  private var sessions = 0
  private var counter = 0
  /// Whether messages are written and read as JSON texts.
  private var usesText: Bool
  /// The keys of acknowledged changes, which must be in the room in the end.
  private var acknowledged: Set<String> = []
  private(set) var eventCount = 0
  /// A problem of the service.
  private var problem: String?

  init(seed: UInt64) {
    random = SeededRandom(seed: seed)
    let count = 2 + Int(random.next() % 2)
    let timing = LinkTiming(request: 8_000, leave: 3_000, retry: 1_000, heartbeat: 4_000)
    members = (0..<count).map { _ in SimulatedMember(timing: timing) }
    // In thousandths, and milliseconds of delay; every fourth run has a good network.
    let isGood = seed.isMultiple(of: 4)
    faults = Faults(
      loss: isGood ? 0 : random.next() % 300, doubling: random.next() % 300, delay: 1 + random.next() % 1_000,
      breaking: isGood ? 0 : random.next() % 20)
    usesText = seed.isMultiple(of: 16)
    for member in members.indices { join(member) }
  }

  /// A room with a good network, whose members have joined.
  init(quiet count: Int) {
    self.init(seed: 0)
    let timing = LinkTiming()
    (members, service) = ((0..<count).map { _ in SimulatedMember(timing: timing) }, LocalRoom(uuid: "room"))
    usesText = false
    (events, schedule, lines) = ([:], Schedule(), [:])
    faults = Faults(loss: 0, doubling: 0, delay: 10, breaking: 0)
    for member in members.indices {
      let config = RoomConfig(uuid: "room", roomToken: "t")
      perform(members[member].join(config, session: "q\(member)", now: now), of: member)
    }
    advance(by: 1_000)
  }

  /// Sends a request of a member.
  mutating func request(_ action: RoomAction, by member: Int) {
    perform(members[member].request(action, now: now), of: member)
  }

  private mutating func chance(_ thousandths: UInt64) -> Bool { random.next() % 1000 < thousandths }
  private mutating func pick(_ count: Int) -> Int { Int(random.next() % UInt64(count)) }
}

// MARK: - The run

extension SimulatedRoom {
  /// Runs a number of events with faults, then lets the network be good until all is quiet.
  /// - Returns: what is wrong in the end; nil if nothing is.
  mutating func run(events count: Int) -> String? {
    for _ in 0..<count {
      eventCount += 1
      actRandomly()
      advance(by: pick(4) == 0 ? pick(3_000) : pick(60))
    }
    faults = Faults(loss: 0, doubling: 0, delay: 20, breaking: 0)
    for member in members.indices where !members[member].isIdle || pick(2) == 0 {
      if members[member].isIdle { join(member) }
    }
    // Longer than all time limits.
    for _ in 0..<8 { advance(by: 10_000) }
    return verdict
  }

  private mutating func join(_ member: Int) {
    sessions += 1
    let config = RoomConfig(
      uuid: "room", roomToken: "t", userPayload: ["member": .number(JSONNumber(member))],
      isWritable: !chance(150), timeout: 20_000)
    keepAcknowledged(member)
    perform(members[member].join(config, session: "s\(sessions)", now: now), of: member)
  }

  /// Remembers the acknowledged changes of a session before its record is dropped.
  private mutating func keepAcknowledged(_ member: Int) {
    for sent in members[member].sent.values where sent.outcome == .accepted {
      if let change = sent.action.setGlobalState?.state {
        acknowledged.formUnion(change.keys.filter { $0.hasPrefix("key") })
      }
    }
  }

  private mutating func actRandomly() {
    let member = pick(members.count)
    if members[member].isIdle {
      if pick(4) == 0 { join(member) }
      return
    }
    switch random.next() % 200 {
    case 0: perform(members[member].leave(now: now), of: member)
    case 1: deliver(service.kick(members[member].machine.memberID ?? 0, reason: "x"))
    case 2, 3, 4: deliver(service.setWritable(pick(4) > 0, for: members[member].machine.memberID ?? 0))
    case 5: faults.breaking = chance(500) ? 0 : 10
    case 6: restore()
    default:
      // Bursts exceed the window.
      for _ in 0..<(pick(200) == 0 ? 100 : 1) {
        perform(members[member].request(randomRequest(member), now: now), of: member)
      }
    }
  }

  private mutating func randomRequest(_ member: Int) -> RoomAction {
    counter += 1
    let number = JSONValue.number(JSONNumber(counter))
    let name = "store \(pick(3))"
    let path = ["/init", "/a/x", "/a/y", "/a", "/none"][pick(5)]
    switch pick(24) {
    case 0, 1, 2: return .setGlobalState(state: ["key \(counter)": number])
    case 3: return .setGlobalState(state: ["shared \(pick(3))": pick(3) == 0 ? .null : number])
    case 4: return .setMemberState(state: MemberState(currentApplianceName: .text, textSize: Double(counter)))
    case 5: return .setViewMode(mode: [.freedom, .follower, .broadcaster][pick(3)])
    case 6, 7:
      return .setCamera(
        camera:
          CameraState(centerX: Double(counter), centerY: 0, scale: 1 + Double(pick(4)), width: 1, height: 1))
    case 8: return .setScenePath(path: path)
    case 9: return .setSceneIndex(index: pick(3))
    case 10: return .putScenes(directory: "/a", scenes: [WhiteboardScene(name: pick(2) == 0 ? "x" : "y")], index: nil)
    case 11: return .removeScenes(path: path)
    case 12:
      return .addPage(scene: pick(2) == 0 ? nil : WhiteboardScene(name: "p\(pick(5))"), afterCurrent: pick(2) == 0)
    case 13: return .removePage(index: pick(2) == 0 ? nil : pick(3))
    case 14: return pick(2) == 0 ? .nextPage() : .previousPage()
    case 15:
      return .insertImage(RoomAction.InsertImage(WhiteboardImage(uuid: "\(counter)", src: "s", width: 1, height: 1)))
    case 16, 17: return .sendEvent(name: "event", payload: number)
    case 18: return .setStore(name: name, values: ["a": number, "b": pick(2) == 0 ? .null : number])
    case 19: return pick(4) == 0 ? .deleteStore(name: name) : .resetStore(name: name, values: ["a": 0])
    case 20: return .connectStore(name: name, values: ["a": 1])
    case 21: return pick(3) == 0 ? .disconnectStore(name: name) : .connectStore(name: name, values: [:])
    case 22: return .setWritable(isWritable: pick(4) > 0)
    default: return [.entireScenes(), .scenePathType(path: path), .synchronize()][pick(3)]
    }
  }
}

// MARK: - Time

extension SimulatedRoom {
  mutating func advance(by milliseconds: Int) {
    let end = now + milliseconds
    while let time = nextTime, time <= end {
      now = max(now, time)
      for member in members.indices {
        if let deadline = members[member].deadline, deadline <= now {
          perform(members[member].wake(now: now), of: member)
        }
      }
      while let id = schedule.removeFirst(until: now) {
        if let event = events.removeValue(forKey: id) { handle(event) }
      }
    }
    now = end
  }

  private var nextTime: Int? {
    members.reduce(schedule.nextTime) { next, member in
      guard let deadline = member.deadline else { return next }
      return min(next ?? deadline, deadline)
    }
  }

  private mutating func schedule(_ event: Event, after delay: Int) { events[schedule.add(at: now + delay)] = event }

  private mutating func handle(_ event: Event) {
    switch event {
    case .toService(let message, let line):
      guard lines[line] != nil else { return }
      deliver(service.receive(message, on: line))
    case .toMember(let member, let frame, let number):
      guard members[member].number == number else { return }
      perform(members[member].receive(.frame(frame), now: now), of: member)
    case .opened(let member, let number):
      guard members[member].number == number else { return }
      lastLine += 1
      lines[lastLine] = Line(member: member, number: number)
      perform(members[member].receive(.connected, now: now), of: member)
    case .failed(let member, let number), .broken(let member, let number):
      guard members[member].number == number else { return }
      perform(members[member].receive(.disconnected("broken"), now: now), of: member)
    }
  }
}

// MARK: - Connections

extension SimulatedRoom {
  private mutating func perform(_ output: [SimulatedMember.Output], of member: Int) {
    for output in output {
      switch output {
      case .connect(let number):
        // Joining does not repeat a connection that cannot be opened.
        let fails = faults.breaking > 0 && pick(8) == 0
        schedule(fails ? .failed(member, number: number) : .opened(member, number: number), after: pick(100))
      case .disconnect:
        for line in lines.keys.sorted() where lines[line]?.member == member { close(line) }
      case .transmit(let message):
        guard let line = lines.first(where: { $0.value.member == member && $0.value.number == members[member].number })
        else { continue }
        carry(.toService(written(message), line: line.key))
        if chance(faults.breaking) {
          schedule(.broken(member, number: line.value.number), after: pick(1_000))
          close(line.key)
        }
      }
    }
  }

  /// Continues the service from its record, as another server would.
  private mutating func restore() {
    let record = service.record
    guard let read = try? RoomRecord(json: record.json()), let restored = LocalRoom(read), restored.record == record
    else {
      problem = "the record cannot be read"
      return
    }
    service = restored
  }

  private mutating func close(_ line: Int) {
    lines[line] = nil
    deliver(service.disconnect(line))
  }

  private mutating func deliver(_ deliveries: LocalRoom.Deliveries) {
    for (line, frame) in deliveries {
      guard let end = lines[line] else { continue }
      carry(.toMember(end.member, read(frame), number: end.number))
    }
  }

  private mutating func carry(_ event: Event) {
    for _ in 0..<(chance(faults.doubling) ? 2 : 1) where !chance(faults.loss) {
      schedule(event, after: Int(random.next() % faults.delay))
    }
  }

  private func written(_ message: RoomRequestFrame) -> RoomRequestFrame {
    usesText ? (try? RoomRequestFrame(json: message.json())) ?? message : message
  }

  private func read(_ frame: RoomFrame) -> RoomFrame {
    usesText ? (try? RoomFrame(json: frame.json())) ?? frame : frame
  }
}

// MARK: - The end

extension SimulatedRoom {
  private var verdict: String? {
    if let problem { return problem }
    var acknowledged = acknowledged
    for (number, member) in members.enumerated() {
      if let problem = member.problems.first { return "member \(number): \(problem)" }
      if let id = member.sent.first(where: { $0.value.outcome == .waiting })?.key { return "request \(id) hangs" }
      if let problem = difference(member) { return "member \(number): \(problem)" }
      for sent in member.sent.values where sent.outcome == .accepted {
        if let change = sent.action.setGlobalState?.state {
          acknowledged.formUnion(change.keys.filter { $0.hasPrefix("key") })
        }
      }
    }
    let lost = acknowledged.first { service.globalState[$0] == nil }
    if let lost { return "\(lost) was acknowledged and lost" }
    let tooMuch = service.members.first { $0.link.size > LocalRoom.limits.frames + 2 * ClientLink<RoomWire>.window }
    return tooMuch.map { "member \($0.id) keeps \($0.link.size)" }
  }

  private func difference(_ member: SimulatedMember) -> String? {
    if member.isIdle { return member.link.phase == .idle ? nil : "the link is \(member.link.phase)" }
    guard member.machine.phase == .connected, member.link.phase == .live else { return "is \(member.machine.phase)" }
    guard let id = member.machine.memberID, let index = service.index(of: id) else { return "is unknown" }
    if member.link.size > 0 || !member.machine.pending.isEmpty {
      return "keeps \(member.link.size) messages and the changes \(Array(member.machine.pending.requests))"
    }
    if member.machine.state != member.machine.confirmed { return "the visible state is not confirmed" }
    let truth = service.members[index]
    if member.machine.isWritable != truth.isWritable { return "isWritable differs" }
    let (expected, found) = (service.state(for: truth), member.machine.state)
    if expected != found {
      let missing = try? RoomState.Patch(from: found, to: expected)
      return "expected the state to be changed by \(missing.map { "\($0)" } ?? "something invalid")"
    }
    for name in truth.stores where service.stores[name] != nil && member.stores[name]?.values != service.stores[name] {
      return "expected \(name) with \(service.stores[name] ?? [:]), found \(member.stores[name]?.values ?? [:])"
    }
    for name in member.stores.keys where !truth.stores.contains(name) { return "\(name) is still connected" }
    return nil
  }
}

/// The times of events, earliest first; those of one time in order.
struct Schedule {
  private var heap: [(time: Int, id: Int)] = []
  private var lastID = 0

  var nextTime: Int? { heap.first?.time }

  mutating func add(at time: Int) -> Int {
    lastID += 1
    heap.append((time, lastID))
    var index = heap.count - 1
    while index > 0, heap[index] < heap[(index - 1) / 2] {
      heap.swapAt(index, (index - 1) / 2)
      index = (index - 1) / 2
    }
    return lastID
  }

  mutating func removeFirst(until time: Int) -> Int? {
    guard let first = heap.first, first.time <= time else { return nil }
    heap.swapAt(0, heap.count - 1)
    heap.removeLast()
    var index = 0
    while true {
      let children = [2 * index + 1, 2 * index + 2].filter { $0 < heap.count }
      guard let least = children.min(by: { heap[$0] < heap[$1] }), heap[least] < heap[index] else { break }
      heap.swapAt(index, least)
      index = least
    }
    return first.id
  }
}
