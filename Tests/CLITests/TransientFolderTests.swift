import Foundation
import Testing

@testable import CodegenProject

/// Folders for one run, such as the copies that `diff` makes of git revisions.
@Suite struct TransientFolderTests {
  @Test("a folder of a killed process is removed by the next one; folders in use are kept until their process ends")
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
