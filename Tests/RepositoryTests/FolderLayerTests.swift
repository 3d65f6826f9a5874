import Foundation
import Testing

/// The folders of a target are layers: no cycle of use between them, directly or not (ARCHITECTURE.md, invariant 8).
@Suite struct FolderLayerTests {
  /// Empty without an index; release builds index only the tests.
  private static let uses = IndexStore()?.uses(below: Repository.root.appending(path: "Sources")) ?? []
  private static let noIndex: Comment =
    "only debug builds write an index of the sources, and only the toolchain's libIndexStore reads it"
  // In C, a header declares what a source file outside its folder defines.
  private static let targets = Set(
    Repository.files.filter { $0.path.hasPrefix("Sources/") && $0.path.hasSuffix(".swift") }
      .map { $0.path.split(separator: "/")[1...2].joined(separator: "/") }
  ).sorted()

  @Test(
    "no two folders of a target use each other, directly or not", .enabled(if: !uses.isEmpty, noIndex),
    arguments: targets)
  func hasNoCircles(_ target: String) {
    for circle in FolderGraph(of: target, Self.uses).circles {
      Issue.record("folders of \(target) use one another: \(circle)")
    }
  }

  @Test("the index contains the sources of this build", .enabled(if: !uses.isEmpty, noIndex))
  func findsUses() {
    let folder = "Runtime/SchemaRuntime/JSON/"
    let use = IndexStore.Use(
      user: folder + "UnsafeJSONNode+Strings.swift", definer: folder + "UnsafeJSONNode.swift", name: "UnsafeJSONNode")
    #expect(Self.uses.contains(use))
  }

  @Test(
    "cycles of folders are found, with the names that cause them",
    arguments: [
      Row("folders that use one another", ["A/a B/b f", "B/c A/d g"], ["A, B: A uses f of B; B uses g of A"]),
      Row(
        "a folder that uses a file above it, which uses the folder", ["A/a t f", "t A/b g"],
        ["A, t: A uses f of t; t uses g of A"]),
      Row(
        "a circle of three", ["A/a B/b f", "B/b C/c g", "C/c A/a h", "C/c A/a e", "D/d A/a i"],
        ["A, B, C: A uses f of B; B uses g of C; C uses e, h of A"]),
      Row(
        "two circles", ["A/a B/b f", "B/b A/a g", "C/c D/d h", "D/d C/c i", "B/b C/c j"],
        ["A, B: A uses f of B; B uses g of A", "C, D: C uses h of D; D uses i of C"]),
      Row(
        "inner folders are part of the outer one", ["A/X/a B/b f", "B/b A/Y/a g"],
        ["A, B: A uses f of B; B uses g of A"]),
      Row("files of one folder", ["A/a A/b f", "A/b A/a g"], []),
      Row("files above all folders", ["t u f", "u t g", "t A/a h"], []),
      Row("layers", ["A/a B/b f", "B/b C/c g", "A/a C/c h", "t A/a i"], []),
    ])
  func findsCircles(_ row: Row) {
    let circles = FolderGraph(of: "Target", row.uses).circles
    #expect(circles.map { $0.folders.joined(separator: ", ") + ": " + $0.ties.joined(separator: "; ") } == row.expected)
  }

  @Test("uses across targets make no cycle of folders")
  func leavesTargetsApart() {
    let uses: Set = [
      IndexStore.Use(user: "T/A/a", definer: "U/A/a", name: "f"),
      IndexStore.Use(user: "U/A/a", definer: "T/B/b", name: "g"),
    ]
    #expect(FolderGraph(of: "T", uses).circles.isEmpty)
  }

  @Test("a stale unit of the index is ignored: its file is gone, or was compiled again")
  func leavesStaleUnitsOut() {
    let units = [("a", 2), ("a", 3), ("a", 1), ("gone", 4), ("b", 1)].map { file, time in
      IndexStore.Unit(file: file, time: Int64(time), records: [])
    }
    let current = IndexStore.current(units) { $0 != "gone" }
    #expect(current.map { "\($0.file) \($0.time)" } == ["a 3", "b 1"])
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let uses: Set<IndexStore.Use>
    let expected: [String]

    /// - Parameter uses: a file of the target, a file that it uses a name of, and the name.
    init(_ description: String, _ uses: [String], _ expected: [String]) {
      testDescription = description
      self.uses = Set(
        uses.map { use in
          let words = use.split(separator: " ").map(String.init)
          return IndexStore.Use(
            user: "Target/" + words[0], definer: "Target/" + words[1], name: words[2])
        })
      self.expected = expected
    }
  }
}

/// The uses between the folders of a target. A file directly in the target's folder counts as a folder of its own: it
/// may use all folders, but not one that uses it.
struct FolderGraph {
  /// The names of other folders that a folder uses.
  private let names: [String: [String: Set<String>]]
  private let files: Set<String>

  init(of target: String, _ uses: Set<IndexStore.Use>) {
    var files: Set<String> = []
    func folder(_ path: String) -> String? {
      guard path.hasPrefix(target + "/") else { return nil }
      let parts = path.dropFirst(target.count + 1).split(separator: "/").map(String.init)
      if parts.count == 1 { files.insert(parts[0]) }
      return parts.first
    }
    var names: [String: [String: Set<String>]] = [:]
    for use in uses {
      guard let user = folder(use.user), let definer = folder(use.definer), user != definer else { continue }
      names[user, default: [:]][definer, default: []].insert(use.name)
    }
    self.names = names
    self.files = files
  }

  /// Folders that use each other, directly or not, and the names concerned.
  struct Circle: CustomStringConvertible {
    var folders: [String]
    var ties: [String]

    var description: String { ([folders.joined(separator: ", ")] + ties).joined(separator: "\n  ") }
  }

  /// All cycles that a folder is part of, each as large as possible.
  var circles: [Circle] {
    let reached = names.mapValues { reachable(from: $0.keys) }
    var seen: Set<String> = []
    return names.keys.sorted().compactMap { folder in
      guard !seen.contains(folder), let around = reached[folder], around.contains(folder) else { return nil }
      let members = around.filter { reached[$0]?.contains(folder) ?? false }.sorted()
      seen.formUnion(members)
      return members.allSatisfy(files.contains) ? nil : Circle(folders: members, ties: ties(among: members))
    }
  }

  private func reachable(from folders: some Sequence<String>) -> Set<String> {
    var reached: Set<String> = []
    var pending = Array(folders)
    while let next = pending.popLast() {
      if reached.insert(next).inserted { pending += names[next, default: [:]].keys }
    }
    return reached
  }

  private func ties(among members: [String]) -> [String] {
    members.flatMap { user in
      members.compactMap { definer in
        names[user]?[definer].map { "\(user) uses \($0.sorted().prefix(8).joined(separator: ", ")) of \(definer)" }
      }
    }
  }
}
