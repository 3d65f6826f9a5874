import CodegenCore
import JSONSchema
import SchemaRuntime

/// Payloads that satisfy no branch of a choice, or too many: with an unknown tag, the tag of another branch, without a
/// required member, or of two branches at once.
struct ChoiceMistakes {
  /// A payload with a mistake.
  struct Mistake {
    var payload: JSONValue
    /// What is wrong, for readers.
    var words: Phrase
    /// The same as part of an anchor.
    var name: String
  }

  /// A branch, with a payload that is valid in the choice.
  private struct Example {
    var number: Int
    var object: JSONObject
    var required: [String]
    /// The name for readers: that of the value of its tag, or of the schema.
    var words: Phrase
  }

  private static let branchLimit = 12
  private static let missingLimit = 6
  private static let pairLimit = 15

  private let shape: UnionShape
  private let examples: [Example]
  /// Returns a value of two branches.
  private let common: (SchemaID, SchemaID) -> JSONValue?

  /// - Parameters:
  ///   - sample: returns a payload for a branch that is valid in the choice.
  ///   - words: returns the name of a branch, by its number.
  init(
    _ shape: UnionShape, in graph: SchemaGraph, sample: (SchemaID) -> JSONValue?,
    common: @escaping (SchemaID, SchemaID) -> JSONValue?, words: (Int) -> Phrase
  ) {
    self.shape = shape
    self.common = common
    examples = shape.branches.prefix(Self.branchLimit).enumerated().compactMap { number, branch -> Example? in
      guard let schema = branch.schema, case .object(let object)? = sample(schema) else { return nil }
      return Example(
        number: number, object: object, required: Array(Facts(of: schema, in: graph).required), words: words(number))
    }
  }

  /// Returns the mistakes to try, by kind.
  func all(isExclusive: Bool) -> [Mistake] { tags() + missing() + (isExclusive ? doubles() : []) }

  private var tag: (member: String, values: [[JSONValue]?])? {
    if case .tag(let member, let values, _) = shape.dispatch { return (member, values) }
    return nil
  }

  // MARK: - Kinds

  private func tags() -> [Mistake] {
    guard let (member, values) = tag, let first = examples.first else { return [] }
    var mistakes: [Mistake] = []
    let known = values.flatMap { $0 ?? [] }
    var unknown: JSONValue = known.allSatisfy { $0.string != nil } ? "unknown" : 999
    if known.contains(unknown) { unknown = "unknown-value" }
    if !known.contains(unknown) {
      mistakes.append(
        Mistake(
          payload: .object(first.object.replacing(member, with: unknown)),
          words: "\(code: member) with an unknown value", name: "unknown"))
    }
    for other in examples.dropFirst() {
      guard let value = (other.number < values.count ? values[other.number] : nil)?.first else { continue }
      mistakes.append(
        Mistake(
          payload: .object(first.object.replacing(member, with: value)),
          words: "\(code: member) of \(other.words), with the members of \(first.words)", name: "other"))
      break
    }
    var object = first.object
    object[member] = nil
    mistakes.append(Mistake(payload: .object(object), words: "without \(code: member)", name: "untagged"))
    return mistakes
  }

  private func missing() -> [Mistake] {
    let rows = examples.compactMap { example -> Mistake? in
      guard let name = example.required.first(where: { $0 != tag?.member && example.object[$0] != nil }) else {
        return nil
      }
      var object = example.object
      object[name] = nil
      return Mistake(
        payload: .object(object), words: "\(example.words) without \(code: name)", name: "missing-\(example.number)")
    }
    return Array(rows.prefix(Self.missingLimit))
  }

  private func doubles() -> [Mistake] {
    let schemas = shape.branches.prefix(Self.branchLimit).enumerated().compactMap { index, branch in
      branch.schema.map { (index, $0) }
    }
    var triedCount = 0
    for (position, first) in schemas.enumerated() {
      for second in schemas.dropFirst(position + 1) {
        triedCount += 1
        if triedCount > Self.pairLimit { return [] }
        guard let payload = common(first.1, second.1) else { continue }
        return [Mistake(payload: payload, words: "two alternatives match", name: "double")]
      }
    }
    return []
  }
}

extension JSONObject {
  fileprivate func replacing(_ name: String, with value: JSONValue) -> JSONObject {
    var object = self
    object[name] = value
    return object
  }
}
