import Collaboration
import CollaborationModels
import CollaborationSQLite
import Foundation
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// A writing process is killed at random moments. Everything it acknowledged is there, and no record is partial. `make
/// kill-tests` kills a hundred times.
@Suite(.serialized) struct StoreKillTests {
  private static let slots = 50

  @Test("a killed writer loses no acknowledged write, and leaves no partial record")
  func survivesKills() async throws {
    let kills = Effort.rounds(quick: 5, thorough: 10)
    var random = SeededRandom(seed: UInt64(kills))
    let folder = try StoreFolder()
    /// The number of the last acknowledged write, by slot.
    var acknowledged: [Int: Int] = [:]
    /// The writes in progress when the writer was killed: each is there completely or not at all.
    var unheard: Set<Int> = []
    var next = 0
    for round in 0..<kills {
      let numbers = try Self.run(folder.file, from: next, random: &random)
      #expect(numbers == Array(next..<(next + numbers.count)), "round \(round)")
      for number in numbers { acknowledged[number % Self.slots] = number }
      next += numbers.count
      // The number of a write that was never acknowledged is not reused.
      unheard.insert(next)
      next += 1
      try await Self.check(folder.file, acknowledged, unheard)
    }
    #expect(acknowledged.count > 1, "the writers were killed before they had written")
  }

  /// Runs the writer, kills it, and returns the numbers that it acknowledged.
  private static func run(_ file: String, from first: Int, random: inout SeededRandom) throws -> [Int] {
    let process = Process()
    process.executableURL = try BuiltProgram.url("StoreWriter")
    process.arguments = ["write", file, "\(first)"]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let stop = Int.random(in: 0..<40, using: &random)
    var text: [UInt8] = []
    // One round in eight is killed while it opens the file; the others after some lines, somewhere in a write.
    if Int.random(in: 0..<8, using: &random) > 0 {
      while text.count(where: { $0 == UInt8(ascii: "\n") }) <= stop {
        let data = output.fileHandleForReading.availableData
        if data.isEmpty { break }
        text += data
      }
    }
    var waste = UInt64.random(in: 0..<200_000, using: &random)
    while waste > 0 { waste -= 1 }
    kill(process.processIdentifier, SIGKILL)
    text += output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(process.terminationReason == .uncaughtSignal && process.terminationStatus == SIGKILL)
    // Text after the last line break is incomplete.
    let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast()
    return lines.compactMap { Int(String(decoding: $0, as: UTF8.self)) }
  }

  private static func check(_ file: String, _ acknowledged: [Int: Int], _ unheard: Set<Int>) async throws {
    let store = try SQLiteUserInfoStore(path: file, options: UserInfoStoreOptions { 0 }, settings: .patient)
    var bytes = 0
    for slot in 0..<slots {
      let user = try UserID("slot-\(slot)")
      guard let record = try await store.records(of: [user], attributes: .all)[user] else {
        #expect(acknowledged[slot] == nil, "slot \(slot) is gone")
        continue
      }
      let number = Int(record.info.nickName ?? "") ?? -1
      #expect(number >= acknowledged[slot] ?? 0, "slot \(slot) has lost a write")
      #expect(number == acknowledged[slot] || unheard.contains(number), "slot \(slot) has \(number)")
      #expect(record.info == Self.record(number, of: user), "slot \(slot) has half a record")
      bytes += record.info.attributeBytes
    }
    #expect(try await store.capacity() == bytes)
  }

  /// The writer's record for a number.
  private static func record(_ number: Int, of user: UserID) -> UserInfo {
    UserInfo(
      userID: user.text, nickName: "\(number)", sign: "sign of \(number)",
      ext: "\(number):" + String(repeating: "\(number % 10)", count: max(number, 0) % 700))
  }
}
