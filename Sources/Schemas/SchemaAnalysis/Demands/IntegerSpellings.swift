package import SchemaRuntime

extension JSONValue {
  /// Returns all combinations of the value with each of its integers written with and without a decimal point: `1` and
  /// `1.0`. They are equal, but only the first is an integer in draft-04.
  ///
  /// - Returns: Nil if there are more than `count`.
  package func integerSpellings(atMost count: Int) -> [JSONValue]? {
    switch self {
    case .null, .bool, .string: return [self]
    case .number(let number):
      guard number.isInteger else { return [self] }
      let isPlain = ValueKinds(of: self) == .plainInteger
      guard let other = isPlain ? JSONNumber(number.text + ".0") : number.plainInteger else { return nil }
      return [self, .number(other)]
    case .array(let elements):
      return Self.combinations(elements, atMost: count)?.map { .array($0) }
    case .object(let object):
      let names = object.keys
      return Self.combinations(object.values, atMost: count)?.map { .object(JSONObject(zip(names, $0))) }
    }
  }

  private static func combinations(_ values: [JSONValue], atMost count: Int) -> [[JSONValue]]? {
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
  /// An integer without a decimal point or an exponent; nil if it has more than 18 digits.
  fileprivate var plainInteger: JSONNumber? { int64.map { JSONNumber($0) } }
}
