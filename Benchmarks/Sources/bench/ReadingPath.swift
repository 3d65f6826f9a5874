import Foundation
import SchemaRuntime
import SchemaValidation

/// A way to read or write documents that is measured: one of ours, or Foundation's.
enum ReadingPath: String, CaseIterable {
  case serialization = "JSONSerialization"
  case decoder = "JSONDecoder, plain types"
  case encoder = "JSONEncoder, plain types"
  case structure = "structural pass"
  case value = "JSONValue(parsing:)"
  case verdict = "verdict, generated"
  case evaluator = "verdict, evaluator"
  case model = "init(json:)"
  case decoderOfModel = "JSONDecoder, our types"
  case json = "json()"
  case decoderKeeping = "JSONDecoder, all results kept"
  case modelKeeping = "init(json:), all results kept"
  case issues = "issues(in:)"

  /// The word for it on the command line.
  var word: String { "\(self)" }

  init?(word: String) {
    guard let path = Self.allCases.first(where: { $0.word == word }) else { return nil }
    self = path
  }

  /// The paths that its speed is compared with.
  var peers: [ReadingPath] {
    switch self {
    case .serialization, .structure, .verdict, .evaluator, .model, .decoderOfModel, .issues: [.decoder]
    case .value: [.decoder, .serialization]
    case .json: [.encoder]
    case .modelKeeping: [.decoderKeeping]
    case .decoder, .encoder, .decoderKeeping: []
    }
  }

  /// What is measured of valid documents.
  static let reading = allCases.filter { $0 != .issues }

  /// What is measured of documents that are refused.
  static let refusing: [ReadingPath] = [.decoder, .verdict, .evaluator, .model, .issues]
}

/// The documents of a workload in the forms that the paths start from.
///
///     let documents = try Documents<User, BenchmarkModels.User>(texts, validator)
///     documents.run(.verdict)
final class Documents<Plain: Codable, Model: WritableModel> {
  /// What one run over all documents did.
  struct Outcome {
    /// Bytes that went in, or out of an encoder.
    var bytes = 0
    var accepted = 0
  }

  private let texts: [[UInt8]]
  private let data: [Data]
  private let byteCount: Int
  private let validator: SchemaValidator
  private var reader = JSONReader()
  private let decoder = JSONDecoder()
  private let encoder = JSONEncoder()
  private lazy var plains = data.compactMap { try? decoder.decode(Plain.self, from: $0) }
  private lazy var models = texts.compactMap { try? Model(json: $0) }

  init(_ texts: [[UInt8]], _ validator: SchemaValidator) {
    self.texts = texts
    self.validator = validator
    data = texts.map { Data($0) }
    byteCount = texts.reduce(0) { $0 + $1.count }
  }

  var count: Int { texts.count }
  var averageSize: Int { byteCount / max(texts.count, 1) }

  /// Takes all documents along one path.
  func run(_ path: ReadingPath) -> Outcome {
    switch path {
    case .serialization: countData { (try? JSONSerialization.jsonObject(with: $0)) != nil }
    case .decoder: countData { (try? decoder.decode(Plain.self, from: $0)) != nil }
    case .decoderOfModel: countData { (try? decoder.decode(Model.self, from: $0)) != nil }
    case .structure: countTexts { text in text.withUnsafeBufferPointer { (try? reader.read($0)) != nil } }
    case .value: countTexts { (try? JSONValue(parsing: $0)) != nil }
    case .verdict: countTexts { Model.isValid($0, using: &reader) }
    case .evaluator: countTexts { text in text.withUnsafeBufferPointer { validator.isValid($0, using: &reader) } }
    case .model: countTexts { (try? Model(json: $0, using: &reader)) != nil }
    case .issues: countTexts { (try? Model.issues(in: $0).isEmpty) ?? false }
    case .encoder: written(plains) { (try? encoder.encode($0).count) ?? 0 }
    case .json: written(models) { (try? $0.json().count) ?? 0 }
    case .decoderKeeping: kept(data) { try? decoder.decode(Plain.self, from: $0) }
    case .modelKeeping: kept(texts) { try? Model(json: $0, using: &reader) }
    }
  }

  private func countTexts(_ isAccepted: ([UInt8]) -> Bool) -> Outcome {
    var outcome = Outcome(bytes: byteCount)
    for text in texts where isAccepted(text) { outcome.accepted += 1 }
    return outcome
  }

  private func countData(_ isAccepted: (Data) -> Bool) -> Outcome {
    var outcome = Outcome(bytes: byteCount)
    for data in data where isAccepted(data) { outcome.accepted += 1 }
    return outcome
  }

  private func written<Value>(_ values: [Value], _ size: (Value) -> Int) -> Outcome {
    values.reduce(into: Outcome(accepted: values.count)) { $0.bytes += size($1) }
  }

  /// Keeps every result until the last has been made, as a program that works on them does.
  private func kept<Text, Value>(_ texts: [Text], _ make: (Text) -> Value?) -> Outcome {
    var values: [Value] = []
    values.reserveCapacity(texts.count)
    for text in texts {
      if let value = make(text) { values.append(value) }
    }
    return Outcome(bytes: byteCount, accepted: values.count)
  }
}
