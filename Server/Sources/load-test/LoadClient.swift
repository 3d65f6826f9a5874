import Collaboration
import CollaborationModels
import Foundation
import SchemaRuntime

/// One member of a room.
actor LoadClient {
  struct Outcome: Sendable {
    var acknowledged = 0
    /// The changes that were not acknowledged, by the error.
    var failures: [String: Int] = [:]
    var rejoined = 0
    var latencies: [Double] = []
  }

  nonisolated let number: Int
  private nonisolated let file: URL
  private let config: RoomConfig
  private let sdk: WhiteboardSDK
  private var room: Room?
  private var counter = 0
  private(set) var outcome = Outcome()

  init(_ number: Int, room: String, token: String, _ sdk: WhiteboardSDK, logs: String) {
    self.number = number
    self.sdk = sdk
    config = RoomConfig(uuid: room, roomToken: token, userPayload: ["client": .number(JSONNumber(number))])
    file = URL(fileURLWithPath: logs).appending(path: "client-\(number).log")
  }

  var state: RoomState? { room.flatMap { $0.phase == .connected ? $0.state : nil } }

  func join() async throws {
    for attempt in 0... {
      do {
        room = try await sdk.joinRoom(config)
        return
      } catch {
        if attempt == 20 { throw error }
        try await Task.sleep(for: .seconds(1))
      }
    }
  }

  /// Changes the room until a time.
  /// - Parameter pause: the mean number of seconds between two changes.
  func change(until end: ContinuousClock.Instant, pause: Double) async {
    while ContinuousClock.now < end {
      try? await Task.sleep(for: .seconds(Double.random(in: 0..<(2 * pause))))
      await changeOnce()
    }
  }

  private func changeOnce() async {
    guard let room, room.phase != .disconnected else { return await rejoin() }
    counter += 1
    let change: JSONObject = [
      "c\(number)": .number(JSONNumber(counter)), "c\(number)-\(counter % 20)": .number(JSONNumber(counter)),
    ]
    let start = ContinuousClock.now
    do {
      try room.setGlobalState(change)
      // Requests are performed in order: when this one is answered, the change was performed.
      try await room.setWritable(true)
      outcome.latencies.append(start.duration(to: .now) / .seconds(1))
      outcome.acknowledged += 1
      log(change)
    } catch {
      outcome.failures["\(error)", default: 0] += 1
    }
  }

  private func rejoin() async {
    outcome.rejoined += 1
    try? await join()
  }

  /// Waits until the room is connected and everything is answered.
  func settle() async {
    for _ in 0..<30 {
      if let room, room.phase == .disconnected { await rejoin() }
      if let room, (try? await room.setWritable(true)) != nil { return }
      try? await Task.sleep(for: .seconds(1))
    }
  }

  private func log(_ change: JSONObject) {
    let line = JSONValue.object(change).json() + [UInt8(ascii: "\n")]
    if let handle = try? FileHandle(forWritingTo: file) {
      _ = try? handle.seekToEnd()
      try? handle.write(contentsOf: Data(line))
      try? handle.close()
    } else {
      try? Data(line).write(to: file)
    }
  }

  /// Returns the last acknowledged value of each key, from the log.
  nonisolated func loggedChanges() -> [String: Int] {
    guard let text = try? String(contentsOf: file, encoding: .utf8) else { return [:] }
    var values: [String: Int] = [:]
    for line in text.split(separator: "\n") {
      guard let change = try? JSONValue(parsing: Array(line.utf8)).object else { continue }
      for (key, value) in change { values[key] = max(values[key] ?? 0, value.number?.int ?? 0) }
    }
    return values
  }
}
