package import SchemaRuntime

/// The kinds of values that schemas distinguish: JSON Schema's types, with three kinds of numbers, because `1.0` is an
/// integer only since draft-06.
package struct ValueKinds: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8

  package static let null = ValueKinds(rawValue: 1)
  package static let boolean = ValueKinds(rawValue: 2)
  /// Integers without a fraction or exponent part.
  package static let plainInteger = ValueKinds(rawValue: 4)
  /// Integers with a fraction or exponent part, such as `1.0`.
  package static let pointedInteger = ValueKinds(rawValue: 8)
  /// Numbers that are not integers.
  package static let fraction = ValueKinds(rawValue: 16)
  package static let string = ValueKinds(rawValue: 32)
  package static let array = ValueKinds(rawValue: 64)
  package static let object = ValueKinds(rawValue: 128)

  package static let integer: ValueKinds = [.plainInteger, .pointedInteger]
  package static let number: ValueKinds = [.plainInteger, .pointedInteger, .fraction]
  package static let all = ValueKinds(rawValue: 255)
  /// The single kinds, the simplest first.
  package static let each: [ValueKinds] = (0..<8).map { ValueKinds(rawValue: 1 << $0) }
  /// The kinds to which checks apply, with all numbers in one group.
  package static let groups: [ValueKinds] = [.null, .boolean, .number, .string, .array, .object]

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Creates the kinds that a `type` of a program admits.
  package init(_ types: TypeSet) {
    self = types.contains(.plainInteger) ? .plainInteger : []
    for type in JSONType.allCases where types.contains(TypeSet(type)) { formUnion(ValueKinds(type)) }
  }

  package init(_ type: JSONType) {
    self =
      switch type {
      case .null: .null
      case .boolean: .boolean
      case .integer: .integer
      case .number: .number
      case .string: .string
      case .array: .array
      case .object: .object
      }
  }

  /// The types that have values of these kinds.
  package var types: Set<JSONType> {
    Set(
      JSONType.allCases.filter { type in
        type == .number ? contains(.fraction) : !isDisjoint(with: ValueKinds(type))
      })
  }

  /// Creates the kind of a value.
  package init(of value: JSONValue) {
    guard case .number(let number) = value else {
      self.init(value.type)
      return
    }
    let isPlain = number.text.utf8.allSatisfy { $0 == UInt8(ascii: "-") || 0x30...0x39 ~= $0 }
    self = !number.isInteger ? .fraction : isPlain ? .plainInteger : .pointedInteger
  }

  /// Returns the kinds of all values that are equal to one: 1 is equal to 1.0.
  package static func equal(to value: JSONValue) -> ValueKinds {
    let kind = ValueKinds(of: value)
    return kind.isSubset(of: .integer) ? .integer : kind
  }

  /// The kinds as types in words: `string or null`.
  package var words: String {
    if self == .all { return "any value" }
    var names: [String] = []
    if contains(.null) { names.append("null") }
    if contains(.boolean) { names.append("boolean") }
    if contains(.fraction) {
      names.append("number")
    } else if !isDisjoint(with: .integer) {
      names.append(contains(.pointedInteger) ? "integer" : "integer without a decimal point")
    }
    if contains(.string) { names.append("string") }
    if contains(.array) { names.append("array") }
    if contains(.object) { names.append("object") }
    guard let last = names.popLast() else { return "no value" }
    return names.isEmpty ? last : names.joined(separator: ", ") + " or " + last
  }
}
