import CollaborationModels
import SchemaRuntime
import TestSupport

@testable import Collaboration
@testable import CollaborationService

/// A service, and what its clients do and expect.
protocol FaultScenario {
  associatedtype Wire: ServiceWire

  init(seed: UInt64)
  mutating func receive(_ message: Wire.Message, from client: Int, on line: Int, now: Int) -> [OutgoingFrame<
    Wire.Frame
  >]
  mutating func disconnect(_ line: Int, now: Int) -> [OutgoingFrame<Wire.Frame>]
  func opening(of client: Int) -> Wire.Opening
  mutating func request(of client: Int, _ sent: [SimulatedClient<Wire>.Sent], _ random: inout SeededRandom)
    -> Wire.Request
  /// What the service does on its own.
  mutating func disturb(_ random: inout SeededRandom, now: Int) -> [OutgoingFrame<Wire.Frame>]
  /// Remembers a session before its records are dropped.
  mutating func sessionEnds(_ client: Int, _ state: SimulatedClient<Wire>)
  /// Returns what is wrong when all is quiet; nil if nothing is.
  func verdict(_ clients: [SimulatedClient<Wire>]) -> String?
  /// The number of messages that the service keeps.
  var size: Int { get }
}

/// A service, some clients, and connections that lose, delay, double and reorder messages and break, all by a seed.
/// Time is simulated.
struct FaultyWorld<Scenario: FaultScenario> {
  typealias Wire = Scenario.Wire

  private indirect enum Event {
    case toService(Wire.Message, line: Int)
    case toClient(Int, Wire.Frame, number: Int)
    case opened(Int, number: Int)
    case failed(Int, number: Int)
    case broken(Int, number: Int)
  }

  private struct Line {
    var client: Int
    var number: Int
  }

  private struct Faults {
    var loss: UInt64
    var doubling: UInt64
    var delay: UInt64
    var breaking: UInt64
  }

  private var scenario: Scenario
  private var clients: [SimulatedClient<Wire>]
  private var now = 0
  private var random: SeededRandom
  private var faults: Faults
  private var events: [Int: Event] = [:]
  private var schedule = Schedule()
  private var lines: [Int: Line] = [:]
  private var lastLine = 0
  private var sessions = 0
  /// Whether messages are written and read as JSON texts.
  private let usesText: Bool

  init(seed: UInt64) {
    random = SeededRandom(seed: seed)
    scenario = Scenario(seed: seed)
    let timing = LinkTiming(
      request: 8_000, leave: 3_000, retry: 1_000, heartbeat: 4_000, connection: 20_000,
      retriesJoining: seed.isMultiple(of: 3))
    clients = (0..<2 + Int(random.next() % 2)).map { _ in SimulatedClient(timing: timing) }
    // In thousandths, and milliseconds of delay; every fourth run has a good network.
    let isGood = seed.isMultiple(of: 4)
    faults = Faults(
      loss: isGood ? 0 : random.next() % 300, doubling: random.next() % 300, delay: 1 + random.next() % 1_000,
      breaking: isGood ? 0 : random.next() % 20)
    usesText = seed.isMultiple(of: 16)
    for client in clients.indices { join(client) }
  }

  private mutating func chance(_ thousandths: UInt64) -> Bool { random.next() % 1000 < thousandths }

  /// Runs a number of events with faults, then lets the network be good until all is quiet.
  /// - Returns: what is wrong in the end; nil if nothing is.
  mutating func run(events count: Int) -> String? {
    for _ in 0..<count {
      act()
      advance(by: random.below(4) == 0 ? random.below(3_000) : random.below(60))
    }
    faults = Faults(loss: 0, doubling: 0, delay: 20, breaking: 0)
    // Clients that give up in this time are restored as well.
    advance(by: 30_000)
    for client in clients.indices where clients[client].isIdle { join(client) }
    advance(by: 30_000)
    for (number, client) in clients.enumerated() {
      if let problem = client.problems.first { return "client \(number): \(problem)" }
      if let id = client.sent.firstIndex(where: { $0.outcome == .waiting }) { return "request \(id + 1) hangs" }
      guard client.link.phase == .live else { return "client \(number) is \(client.link.phase)" }
      if client.link.size > 0 { return "client \(number) keeps \(client.link.size) messages" }
    }
    return scenario.verdict(clients)
  }

  private mutating func join(_ client: Int) {
    sessions += 1
    scenario.sessionEnds(client, clients[client])
    perform(
      clients[client].join(scenario.opening(of: client), session: "s\(sessions)", now: now), of: client)
  }

  private mutating func act() {
    let client = random.below(clients.count)
    if clients[client].isIdle {
      if random.below(4) == 0 { join(client) }
      return
    }
    switch random.below(100) {
    case 0: perform(clients[client].receive(.leave, now: now), of: client)
    case 1, 2: deliver(scenario.disturb(&random, now: now))
    case 3: faults.breaking = chance(500) ? 0 : 10
    default:
      // Bursts exceed the window.
      for _ in 0..<(random.below(400) == 0 ? 100 : 1) {
        let request = scenario.request(of: client, clients[client].sent, &random)
        perform(clients[client].request(request, now: now), of: client)
      }
    }
  }
}

// MARK: - Time

extension FaultyWorld {
  private mutating func advance(by milliseconds: Int) {
    let end = now + milliseconds
    while let time = nextTime, time <= end {
      now = max(now, time)
      for client in clients.indices {
        if let deadline = clients[client].link.deadline, deadline <= now {
          perform(clients[client].receive(.wake, now: now), of: client)
        }
      }
      while let id = schedule.removeFirst(until: now) {
        if let event = events.removeValue(forKey: id) { handle(event) }
      }
    }
    now = end
  }

  private var nextTime: Int? {
    clients.reduce(schedule.nextTime) { next, client in
      guard let deadline = client.link.deadline else { return next }
      return min(next ?? deadline, deadline)
    }
  }

  private mutating func schedule(_ event: Event, after delay: Int) { events[schedule.add(at: now + delay)] = event }

  private mutating func handle(_ event: Event) {
    switch event {
    case .toService(let message, let line):
      guard let client = lines[line]?.client else { return }
      deliver(scenario.receive(message, from: client, on: line, now: now))
    case .toClient(let client, let frame, let number):
      guard clients[client].number == number else { return }
      perform(clients[client].receive(.frame(frame), now: now), of: client)
    case .opened(let client, let number):
      guard clients[client].number == number else { return }
      lastLine += 1
      lines[lastLine] = Line(client: client, number: number)
      perform(clients[client].receive(.connected, now: now), of: client)
    case .failed(let client, let number), .broken(let client, let number):
      guard clients[client].number == number else { return }
      perform(clients[client].receive(.disconnected("broken"), now: now), of: client)
    }
  }
}

// MARK: - Connections

extension FaultyWorld {
  private mutating func perform(_ output: [SimulatedClient<Wire>.Output], of client: Int) {
    for output in output {
      switch output {
      case .connect(let number):
        let fails = faults.breaking > 0 && random.below(8) == 0
        schedule(
          fails ? .failed(client, number: number) : .opened(client, number: number), after: random.below(100))
      case .disconnect:
        for line in lines.keys.sorted() where lines[line]?.client == client { close(line) }
      case .transmit(let message):
        guard let line = lines.first(where: { $0.value.client == client && $0.value.number == clients[client].number })
        else { continue }
        carry(.toService(written(message), line: line.key))
        if chance(faults.breaking) {
          schedule(.broken(client, number: line.value.number), after: random.below(1_000))
          close(line.key)
        }
      }
    }
  }

  private mutating func close(_ line: Int) {
    lines[line] = nil
    deliver(scenario.disconnect(line, now: now))
  }

  private mutating func deliver(_ deliveries: [OutgoingFrame<Wire.Frame>]) {
    for delivery in deliveries {
      guard let end = lines[delivery.connection] else { continue }
      carry(.toClient(end.client, read(delivery.frame), number: end.number))
    }
  }

  private mutating func carry(_ event: Event) {
    for _ in 0..<(chance(faults.doubling) ? 2 : 1) where !chance(faults.loss) {
      schedule(event, after: Int(random.next() % faults.delay))
    }
  }

  private func written(_ message: Wire.Message) -> Wire.Message {
    usesText ? (try? Wire.Message(json: message.json())) ?? message : message
  }

  private func read(_ frame: Wire.Frame) -> Wire.Frame {
    usesText ? (try? Wire.Frame(json: frame.json())) ?? frame : frame
  }
}

extension FaultyWorld {
  /// Plays random sequences, and returns a sentence for each that failed, with its seed.
  static func problems(_ count: Int, soak: Int, events: Int = 200) async -> [String] {
    let count = UInt64(Effort.rounds(count, soak: soak))
    return await withTaskGroup(of: [String].self) { group in
      for part in 0..<8 as Range<UInt64> {
        group.addTask {
          stride(from: part, to: count, by: 8).compactMap { number in
            let seed = Effort.seed &* 1_000_003 &+ number
            var world = FaultyWorld(seed: seed)
            return world.run(events: events).map { "seed \(seed): \($0)" }
          }
        }
      }
      return await group.reduce(into: []) { $0 += $1 }
    }
  }
}
