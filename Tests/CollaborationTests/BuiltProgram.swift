import Foundation

/// A program of this package, built by SwiftPM next to the running test bundle.
enum BuiltProgram {
  struct Missing: Error, CustomStringConvertible {
    var name: String
    var description: String {
      "expected the program '\(name)' next to the test bundle, found none; 'swift build' makes it"
    }
  }

  static func url(_ name: String) throws -> URL {
    let paths = [Bundle.main.bundlePath, Bundle.main.executablePath ?? ""] + CommandLine.arguments
    for path in paths {
      guard let end = path.range(of: ".xctest")?.upperBound else { continue }
      let program = URL(fileURLWithPath: String(path[..<end])).deletingLastPathComponent().appending(path: name)
      if FileManager.default.isExecutableFile(atPath: program.path) { return program }
    }
    throw Missing(name: name)
  }
}
