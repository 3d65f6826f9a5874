import Foundation
import SchemaRuntime

/// One file of documents, read in every way that is compared.
struct Workload<Plain: Codable, Model: WritableModel> {
  /// A way to read or write all documents; gives the bytes that went in or out.
  struct Path {
    var name: String
    /// The path that it is compared with.
    var peer: String?
    var run: () throws -> Int
  }

  let name: String
  let documents: [[UInt8]]

  init(_ name: String, _ file: URL) throws {
    self.name = name
    documents = try [UInt8](Data(contentsOf: file)).split(separator: 0x0a).map(Array.init)
  }

  /// Runs all paths in turn, `rounds` times, and prints the medians.
  ///
  /// - Parameter only: part of the names of the paths to run; nil for all.
  func run(_ rounds: Int, only: String?) throws {
    let paths = try paths().filter { path in only.map { path.name.contains($0) } ?? true }
    var speeds: [String: [Double]] = [:]
    for _ in 0..<rounds {
      for path in paths { speeds[path.name, default: []].append(try speed(path)) }
    }
    func median(_ name: String) -> Double { speeds[name].map { $0.sorted()[$0.count / 2] } ?? 0 }
    for path in paths {
      let speed = median(path.name)
      let ratio = path.peer.map { String(format: "%.2f", speed / median($0)) } ?? ""
      let text = String(format: "%.1f", speed / 1e6)
      print("| \(name) | \(path.name) | \(text) | \(ratio) | \(path.peer ?? "") |")
    }
  }

  /// Bytes a second, over whole passes of at least a quarter of a second, after one to warm up.
  private func speed(_ path: Path) throws -> Double {
    _ = try path.run()
    var bytes = 0
    let clock = ContinuousClock()
    let start = clock.now
    repeat { bytes += try path.run() } while clock.now - start < .milliseconds(250)
    let elapsed = clock.now - start
    let seconds = Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) / 1e18
    return Double(bytes) / seconds
  }

  private func paths() throws -> [Path] {
    let data = documents.map { Data($0) }
    let count = documents.reduce(0) { $0 + $1.count }
    let models = try documents.map { try Model(json: $0) }
    let decoder = JSONDecoder()
    let plain = try data.map { try decoder.decode(Plain.self, from: $0) }
    let encoder = JSONEncoder()
    let reader = ReusableReader()
    return [
      Path(name: "JSONSerialization", peer: nil) {
        for document in data { _ = try JSONSerialization.jsonObject(with: document) }
        return count
      },
      Path(name: "JSONDecoder, plain types", peer: nil) {
        for document in data { _ = try decoder.decode(Plain.self, from: document) }
        return count
      },
      Path(name: "JSONEncoder, plain types", peer: nil) {
        try plain.reduce(0) { try $0 + encoder.encode($1).count }
      },
      Path(name: "structural pass", peer: "JSONSerialization") {
        for document in documents { try reader.read(document) }
        return count
      },
      Path(name: "JSONValue(parsing:)", peer: "JSONSerialization") {
        for document in documents { _ = try JSONValue(parsing: document) }
        return count
      },
      Path(name: "verdict, generated", peer: "JSONDecoder, plain types") {
        for document in documents where !reader.isValid(document, Model.self) { throw Refused() }
        return count
      },
      Path(name: "verdict, evaluator", peer: "JSONDecoder, plain types") {
        for document in documents where try !Model.issues(in: document).isEmpty { throw Refused() }
        return count
      },
      Path(name: "init(json:)", peer: "JSONDecoder, plain types") {
        for document in documents { _ = try reader.decode(document, Model.self) }
        return count
      },
      Path(name: "JSONDecoder, our types", peer: "JSONDecoder, plain types") {
        for document in data { _ = try decoder.decode(Model.self, from: document) }
        return count
      },
      Path(name: "json()", peer: "JSONEncoder, plain types") {
        try models.reduce(0) { try $0 + $1.json().count }
      },
    ]
  }
}

/// A valid document was refused.
struct Refused: Error {}

/// A reader that closures can share.
final class ReusableReader {
  private var reader = JSONReader()

  func read(_ document: [UInt8]) throws {
    try document.withUnsafeBufferPointer { _ = try reader.read($0) }
  }

  func isValid<Model: SchemaModel>(_ document: [UInt8], _ type: Model.Type) -> Bool {
    Model.isValid(document, using: &reader)
  }

  func decode<Model: SchemaModel>(_ document: [UInt8], _ type: Model.Type) throws -> Model {
    try Model(json: document, using: &reader)
  }
}
