package import SchemaRuntime

extension JSONValue {
  /// The value with each of its integers written without a point and with one, in every mixture: `1` and `1.0`. They are
  /// equal, but draft-04 takes only the first for an integer.
  ///
  /// - Returns: nil where there are more than `count`.
  package func integerSpellings(atMost count: Int) -> [JSONValue]? {
    switch self {
    case .null, .bool, .string: return [self]
    case .number(let number):
      guard number.isInteger else { return [self] }
      let isPlain = ValueKinds(of: self) == .plainInteger
      guard let other = isPlain ? JSONNumber(number.text + ".0") : number.plainInteger else { return nil }
      return [self, .number(other)]
    case .array(let elements):
      return Self.mixtures(elements, atMost: count)?.map { .array($0) }
    case .object(let object):
      let names = object.members.map(\.name)
      return Self.mixtures(object.members.map(\.value), atMost: count)?.map { .object(JSONObject(zip(names, $0))) }
    }
  }

  private static func mixtures(_ values: [JSONValue], atMost count: Int) -> [[JSONValue]]? {
    var all: [[JSONValue]] = [[]]
    for value in values {
      guard let spellings = value.integerSpellings(atMost: count), all.count * spellings.count <= count else {
        return nil
      }
      all = all.flatMap { start in spellings.map { start + [$0] } }
    }
    return all
  }
}

extension JSONNumber {
  /// An integer written with a point or an exponent, without them; nil where it has more than 18 digits.
  fileprivate var plainInteger: JSONNumber? { int64.map { JSONNumber($0) } }
}
