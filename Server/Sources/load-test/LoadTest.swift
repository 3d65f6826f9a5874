import Collaboration
import CollaborationModels
import CollaborationServer
import CollaborationWebSocket
import Foundation
import SchemaRuntime
import ServerModels

extension Double {
  var logarithm: Double { log(self) }
}

/// What a load test found.
struct LoadReport: Sendable {
  var changes = 0
  var failures: [String: Int] = [:]
  var rejoined = 0
  var latencies: [Double] = []
  var problems: [String] = []

  private func percentile(_ part: Double) -> Double {
    let sorted = latencies.sorted()
    return sorted.isEmpty ? 0 : sorted[min(Int(Double(sorted.count) * part), sorted.count - 1)] * 1_000
  }

  var json: [UInt8] {
    func number(_ value: Double) -> JSONValue { .number(JSONNumber(Int(value.rounded()))) }
    let value: JSONValue = [
      "changes": .number(JSONNumber(changes)),
      "failures": .object(
        JSONObject(failures.sorted { $0.key < $1.key }.map { ($0.key, .number(JSONNumber($0.value))) })),
      "rejoined": .number(JSONNumber(rejoined)),
      "milliseconds": [
        "p50": number(percentile(0.5)), "p90": number(percentile(0.9)), "p99": number(percentile(0.99)),
        "max": number(percentile(1)),
      ],
      "problems": .array(problems.prefix(20).map { .string($0) }),
    ]
    return value.json()
  }
}

/// Members of rooms who change them at random, and compare in the end.
struct LoadTest: Sendable {
  let settings: LoadSettings

  init(_ settings: LoadSettings) { self.settings = settings }

  func run() async throws -> LoadReport {
    let signer = try settings.signer()
    let transport = BreakingTransport(try WebSocketTransport(url: settings.url), breaking: settings.breaking)
    var configuration = WhiteboardSDK.Configuration()
    configuration.requestTimeout = .seconds(60)
    let sdk = WhiteboardSDK(configuration: configuration, transport: transport)
    let expiry = Date().timeIntervalSince1970 + 86_400
    let clients = try (0..<settings.clients).map { number in
      let room = "room-\(number % settings.rooms)"
      let token = try signer.sign(
        TokenClaims(sub: "client-\(number)", exp: expiry.rounded(.down), scope: "rooms/\(room):write"))
      return LoadClient(number, room: room, token: token, sdk, logs: settings.logs)
    }
    note("joining")
    try await inParallel(clients, limit: 50) { try await $0.join() }
    note("changing")
    let end = ContinuousClock.now + .seconds(settings.seconds)
    let pause = Double(settings.clients) / settings.rate
    await withTaskGroup(of: Void.self) { group in
      for client in clients { group.addTask { await client.change(until: end, pause: pause) } }
    }
    transport.stopBreaking()
    note("comparing")
    // What was on its way arrives.
    try await Task.sleep(for: .seconds(5))
    try await inParallel(clients, limit: 50) { await $0.settle() }
    try await Task.sleep(for: .seconds(5))
    return await report(clients)
  }

  private func report(_ clients: [LoadClient]) async -> LoadReport {
    var report = LoadReport()
    for client in clients {
      let outcome = await client.outcome
      report.changes += outcome.acknowledged
      report.failures.merge(outcome.failures, uniquingKeysWith: +)
      report.rejoined += outcome.rejoined
      report.latencies += outcome.latencies
    }
    for room in 0..<settings.rooms {
      let members = clients.filter { $0.number % settings.rooms == room }
      report.problems += await differences(members)
    }
    return report
  }

  /// Returns what is wrong in a room: members who differ, and acknowledged changes that are missing.
  private func differences(_ members: [LoadClient]) async -> [String] {
    var problems: [String] = []
    guard let first = members.first, let truth = await first.state else { return ["a room has no state"] }
    for member in members {
      guard let state = await member.state else {
        problems.append("client \(member.number) is not in the room")
        continue
      }
      let expected = truth.globalState.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
      let found = state.globalState.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
      if expected != found { problems.append("client \(member.number) sees another state than client \(first.number)") }
      let ids = Set(state.roomMembers.map(\.memberID))
      if ids != Set(truth.roomMembers.map(\.memberID)) || ids.count != members.count {
        problems.append("client \(member.number) sees \(ids.count) of \(members.count) members")
      }
      // From the file, not from memory.
      for (key, value) in member.loggedChanges() where (truth.globalState[key]?.number?.int ?? -1) < value {
        problems.append("client \(member.number): \(key)=\(value) was acknowledged and is lost")
      }
    }
    return problems
  }

  private func note(_ text: String) { FileHandle.standardError.write(Data("load-test: \(text)\n".utf8)) }

  private func inParallel(
    _ clients: [LoadClient], limit: Int, _ body: @escaping @Sendable (LoadClient) async throws -> Void
  ) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (index, client) in clients.enumerated() {
        if index >= limit { try await group.next() }
        group.addTask { try await body(client) }
      }
      try await group.waitForAll()
    }
  }
}
