import JSONSchema
import SchemaTestSuite

// Tables: what differs from the suite, from the instance, or between decoders, and why. A row that nothing needs any
// more fails the run, and so does what no row names.

/// Instances whose verdict is not the suite's.
struct KnownFailure: Sendable {
  /// Nil for every draft that has the file.
  let draft: Dialect.Draft?
  let file: String
  /// The instance's description; nil for all of the file that fail.
  let instance: String?
  /// The sentence of the specification that decides, and what is done here.
  let reason: String

  func covers(_ group: OfficialSuite.Group, _ instance: OfficialSuite.Instance) -> Bool {
    (draft == nil || draft == group.draft.dialect.draft) && file == group.file
      && (self.instance == nil || self.instance == instance.description)
  }

  static let all: [KnownFailure] = []
}

/// Instances on which `JSONDecoder` gives another verdict than `init(json:)` (ARCHITECTURE.md, Codable).
struct CodableDifference: Sendable {
  let file: String
  let instance: String
  let reason: String

  static let all = [
    CodableDifference(file: "optional/bignum", instance: "comparison works for high numbers", reason: numberText),
    CodableDifference(
      file: "optional/bignum", instance: "comparison works for very negative numbers", reason: numberText),
    CodableDifference(
      file: "optional/zeroTerminatedFloats", instance: "a float is not an integer even without fractional part",
      reason: "a `Decoder` does not show the text of a number, and takes 1.0 for 1"),
  ]

  private static let numberText =
    "a `Decoder` does not show the text of a number, and gives the nearest `Double` of one beyond 64 bits"
}
