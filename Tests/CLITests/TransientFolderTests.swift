import Foundation
import Testing

@testable import codegen

/// Folders for one run, such as the copies that `diff` makes of git revisions.
@Suite struct TransientFolderTests {
  @Test("a folder of a process that was killed is swept by the next one; those in use stay, and go with their holders")
  func sweeps() throws {
    func isThere(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }
    let prefix = "codegen-tests-\(UUID().uuidString)-"
    let (first, second): (String, String)
    do {
      let held = try TransientFolder(prefix: prefix)
      let debris = held.path + "-debris"
      try FileManager.default.createDirectory(atPath: debris + "/inner", withIntermediateDirectories: true)
      let next = try TransientFolder(prefix: prefix)
      #expect(!isThere(debris) && isThere(held.path) && isThere(next.path))
      (first, second) = (held.path, next.path)
      withExtendedLifetime((held, next)) {}
    }
    #expect(!isThere(first) && !isThere(second))
  }
}
