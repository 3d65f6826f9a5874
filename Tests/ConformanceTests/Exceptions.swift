import JSONSchema
import SchemaTestSuite

// Tables of differences from the suite, from the instance, or between decoders, with reasons. A row that is no longer
// needed fails the run, and so does a difference without a row.

/// Instances with a verdict other than the suite's.
struct KnownFailure: Sendable {
  /// Nil for every draft that has the file.
  let draft: Dialect.Draft?
  let file: String
  /// The instance's description; nil for all failing instances of the file.
  let instance: String?
  /// The deciding sentence of the specification, and the behavior here.
  let reason: String

  func covers(_ group: OfficialSuite.Group, _ instance: OfficialSuite.Instance) -> Bool {
    (draft == nil || draft == group.draft.dialect.draft) && file == group.file
      && (self.instance == nil || self.instance == instance.description)
  }

  static let all: [KnownFailure] = []
}

/// Instances on which `JSONDecoder` gives another verdict than `init(json:)` (Documentation/Models.md, Codable).
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
      reason: "a `Decoder` hides the text of a number, and reads 1.0 as 1"),
  ]

  private static let numberText =
    "a `Decoder` hides the text of a number, and rounds numbers beyond 64 bits to a `Double`"
}
