import Foundation
import SchemaRuntime
import SchemaValidation

/// Documents of one schema, with the types that they are decoded to; its own generic types are known to closures alone,
/// so that a table of workloads can be a list.
struct Workload {
  let name: String
  /// Bytes of a document on average.
  let averageSize: Int
  let count: Int
  private let runPath: (ReadingPath) -> (bytes: Int, accepted: Int)

  /// - Parameters:
  ///   - plain: what somebody who uses `JSONDecoder` would write by hand.
  ///   - limit: how many documents of the file to take.
  init<Plain: Codable, Model: WritableModel>(
    _ name: String, _ file: URL, _ plain: Plain.Type, _ model: Model.Type, _ validator: SchemaValidator,
    limit: Int = .max
  ) throws {
    let documents = Documents<Plain, Model>(Array(try Self.split(file).prefix(limit)), validator)
    self.name = name
    averageSize = documents.averageSize
    count = documents.count
    runPath = {
      let outcome = documents.run($0)
      return (outcome.bytes, outcome.accepted)
    }
  }

  /// A line is a document; pretty-printed ones end in NUL; an array is one document.
  private static func split(_ file: URL) throws -> [[UInt8]] {
    let bytes = [UInt8](try Data(contentsOf: file))
    if file.lastPathComponent.contains(".array.") { return [bytes] }
    let end: UInt8 = file.lastPathComponent.contains(".pretty.") ? 0 : 0x0a
    return bytes.split(separator: end).map(Array.init)
  }

  /// How many of the documents a path accepts.
  func accepted(by path: ReadingPath) -> Int { runPath(path).accepted }

  /// Bytes a second along one path: whole passes over all documents for at least `seconds`, after one to warm up. The
  /// clock is that of the thread's processor time: other programs on the machine count less.
  func speed(_ path: ReadingPath, seconds: Double) -> Double {
    let (bytes, _, elapsed) = passes(path, seconds: seconds) { Self.threadTime() }
    return Double(bytes) / elapsed
  }

  /// Whole passes along one path for at least `seconds`: bytes, documents and the time that `clock` says.
  func passes(
    _ path: ReadingPath, seconds: Double, clock: () -> Double
  ) -> (bytes: Int, documents: Int, elapsed: Double) {
    _ = runPath(path)
    var (bytes, documents, elapsed) = (0, 0, 0.0)
    let start = clock()
    repeat {
      bytes += runPath(path).bytes
      documents += count
      elapsed = clock() - start
    } while elapsed < seconds
    return (bytes, documents, elapsed)
  }

  private static func threadTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}

// MARK: - Medians

/// The median speeds of the paths of one workload.
struct Speeds {
  private var samples: [ReadingPath: [Double]] = [:]

  /// Runs all paths in turn, `rounds` times.
  init(of workload: Workload, _ paths: [ReadingPath], rounds: Int, seconds: Double) {
    for _ in 0..<rounds {
      for path in paths { samples[path, default: []].append(workload.speed(path, seconds: seconds)) }
    }
  }

  /// Bytes a second.
  subscript(path: ReadingPath) -> Double {
    guard let all = samples[path]?.sorted(), !all.isEmpty else { return .nan }
    return all.count % 2 == 1 ? all[all.count / 2] : (all[all.count / 2] + all[all.count / 2 - 1]) / 2
  }

  /// How often as fast as another path; empty for what was not measured.
  func ratio(_ path: ReadingPath, _ peer: ReadingPath) -> String {
    let ratio = self[path] / self[peer]
    return ratio.isFinite ? String(format: "%.2f", ratio) : ""
  }
}
