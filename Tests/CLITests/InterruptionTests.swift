import Foundation
import TestSupport
import Testing

@testable import CodegenProject

/// Runs killed at random moments, by SIGINT, SIGTERM and SIGKILL in turn, and the runs after them.
///
/// `make interrupt-tests` interrupts 240 times; `SCHEMATA_PROPERTY_SEED` chooses other moments.
@Suite struct InterruptionTests {
  /// Every file and folder below a folder, including hidden ones.
  private typealias Tree = [String: Data?]

  @Test("SIGINT and SIGTERM leave all or nothing; after SIGKILL the next run does; no stray file remains")
  func interruptions() throws {
    // Background shells ignore SIGINT, and so do the processes they start.
    Foundation.signal(SIGINT, SIG_DFL)
    let folder = try TemporaryFolder()
    var random = SeededRandom(seed: Effort.seed)
    // 1. The output of undisturbed runs for two versions of everything, and their duration.
    var trees: [Tree] = []
    for version in [0, 1, 0] {
      try prepare(folder, version)
      let process = try start(in: folder)
      process.waitUntilExit()
      try #require(process.terminationStatus == 0)
      trees.append(tree(folder))
    }
    try #require(trees[0] == trees[2] && trees[0] != trees[1] && trees[0].keys != trees[1].keys)
    let lengths = try [1, 0].map { try measure(folder, $0) }
    let length = lengths.map { $0.whole }.min() ?? .zero
    let writing = lengths.map { $0.writing }.min() ?? .zero
    // 2. Interrupt: half of the time anywhere in the run, half of the time while it writes.
    var report: [String: Int] = [:]
    for round in 0..<Effort.rounds(quick: 6, thorough: 12) {
      let version = (round + 1) % 2
      let signal = [SIGINT, SIGTERM, SIGKILL][round % 3]
      try prepare(folder, version)
      let before = tree(folder)
      let process = try start(in: folder)
      let begin = ContinuousClock.now
      let isAnywhere = round / 3 % 2 == 0
      if !isAnywhere {
        while process.isRunning, !isWriting(folder) { usleep(50) }
      }
      let span = isAnywhere ? length : writing
      let pause = span * Double.random(in: 0..<1, using: &random)
      let from = isAnywhere ? begin : ContinuousClock.now
      while process.isRunning, ContinuousClock.now - from < pause { usleep(20) }
      kill(process.processIdentifier, signal)
      process.waitUntilExit()
      // 3. Check the remaining files.
      let after = tree(folder)
      let wasInTime = process.terminationReason == .uncaughtSignal
      if wasInTime { #expect(process.terminationStatus == signal) } else { #expect(process.terminationStatus == 0) }
      let hasJournal = after.keys.contains { $0.hasSuffix(Transaction.folderName + "/" + Transaction.journalName) }
      let state =
        after == before
        ? "as before" : after == trees[version] ? "all written" : hasJournal ? "with a journal" : "debris"
      if signal != SIGKILL {
        #expect(after == before || after == trees[version], "round \(round): \(difference(after, trees[version]))")
      }
      report["\(Self.name(signal)): \(wasInTime ? state : "ended before")", default: 0] += 1
      // 4. The next run.
      let next = try start(in: folder)
      next.waitUntilExit()
      #expect(next.terminationStatus == 0)
      #expect(tree(folder) == trees[version], "round \(round): \(difference(tree(folder), trees[version]))")
    }
    for (line, count) in report.sorted(by: { $0.key < $1.key }) { print("interruptions:", count, line) }
  }

  private static func name(_ signal: Int32) -> String {
    signal == SIGINT ? "SIGINT" : signal == SIGTERM ? "SIGTERM" : "SIGKILL"
  }

  // MARK: - Runs

  /// The schemas of a version: some are in both, some in one, and all generated files differ.
  private func prepare(_ folder: TemporaryFolder, _ version: Int) throws {
    let schemas = folder.url.appending(path: "Schemas")
    for name in (try? FileManager.default.contentsOfDirectory(atPath: schemas.path)) ?? []
    where name.hasSuffix(".schema.json") {
      try FileManager.default.removeItem(at: schemas.appending(path: name))
    }
    var files = [
      "Package.swift": "",
      "Schemas/codegen.json": """
      {"accessLevel": "\(version == 0 ? "public" : "package")", "documentation": {"title": "Version \(version)"},
       "outputs": {"models": "../Models/Deep", "documentation": "../Docs", "openapi": "../api/openapi.json"}}
      """,
    ]
    for number in 0..<12 + 4 * version {
      let name = number % 5 == 4 ? "only-\(version)-\(number)" : "both-\(number)"
      files["Schemas/\(name).schema.json"] =
        #"{"title": "\#(name)", "description": "Version \#(version).", "type": "object", "properties": {"a": {"type": "string"}}}"#
    }
    try folder.write(files)
  }

  private func start(in folder: TemporaryFolder) throws -> Process {
    let process = Process()
    process.executableURL = try CodegenProcess.executable()
    process.arguments = ["--quiet"]
    process.currentDirectoryURL = folder.url
    process.standardInput = FileHandle.nullDevice
    try process.run()
    return process
  }

  private func isWriting(_ folder: TemporaryFolder) -> Bool {
    access(folder.url.path + "/Schemas/" + Transaction.folderName, F_OK) == 0
  }

  /// The duration of a run, and how much of it is spent writing.
  private func measure(_ folder: TemporaryFolder, _ version: Int) throws -> (whole: Duration, writing: Duration) {
    try prepare(folder, version)
    let process = try start(in: folder)
    let begin = ContinuousClock.now
    while process.isRunning, !isWriting(folder) { usleep(50) }
    let middle = ContinuousClock.now
    while process.isRunning, isWriting(folder) { usleep(50) }
    let end = ContinuousClock.now
    process.waitUntilExit()
    return (ContinuousClock.now - begin, end - middle)
  }

  // MARK: - Files

  /// Returns everything but stamps, which may be older than the files: then the next run does everything.
  private func tree(_ folder: TemporaryFolder) -> Tree {
    var tree: Tree = [:]
    let paths = FileManager.default.enumerator(atPath: folder.url.path)?.compactMap { $0 as? String } ?? []
    for path in paths where !path.hasPrefix(RunStamp.folderName) {
      tree[path] = .some(FileManager.default.contents(atPath: folder.url.path + "/" + path))
    }
    return tree
  }

  private func difference(_ found: Tree, _ expected: Tree) -> String {
    let paths = Set(found.keys).union(expected.keys).filter { found[$0] != expected[$0] }
    return "\(paths.count) differ: " + paths.sorted().prefix(8).joined(separator: ", ")
  }
}
