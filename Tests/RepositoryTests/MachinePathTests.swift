import Testing

/// The repository does not depend on a machine.
@Suite struct MachinePathTests {
  // Written so that this file does not contain them itself.
  private static let paths = ["wo" + "rk", "fa" + "rm"].map { "/\($0)/" }

  @Test("no file contains a path of a specific machine")
  func holdsNone() {
    for file in Repository.files {
      guard let text = file.text else { continue }
      for path in Self.paths where text.contains(path) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let line = (lines.firstIndex { $0.contains(path) } ?? 0) + 1
        Issue.record("\(file.path):\(line) holds the path '\(path)'")
      }
    }
  }
}
