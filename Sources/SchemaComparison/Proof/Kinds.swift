import JSONSchema
import SchemaRuntime

/// Kinds of values, finer than JSON Schema's types: draft-04 takes `1.0` for no integer, and later drafts do.
struct Kinds: OptionSet, Hashable, Sendable {
  let rawValue: UInt8

  static let null = Kinds(rawValue: 1)
  static let boolean = Kinds(rawValue: 2)
  /// Integers without a fraction or exponent part.
  static let plainInteger = Kinds(rawValue: 4)
  /// Integers with one, such as `1.0`.
  static let pointInteger = Kinds(rawValue: 8)
  static let fraction = Kinds(rawValue: 16)
  static let string = Kinds(rawValue: 32)
  static let array = Kinds(rawValue: 64)
  static let object = Kinds(rawValue: 128)

  static let integers: Kinds = [.plainInteger, .pointInteger]
  static let numbers: Kinds = [.plainInteger, .pointInteger, .fraction]
  static let all = Kinds(rawValue: 255)

  /// The kinds apart, numbers together: a union is looked at one by one.
  static let groups: [Kinds] = [.null, .boolean, .numbers, .string, .array, .object]

  /// The kinds that `type` names in a dialect.
  init(_ types: [JSONType], in dialect: Dialect) {
    self = []
    for type in types {
      switch type {
      case .null: insert(.null)
      case .boolean: insert(.boolean)
      case .integer: formUnion(dialect.draft == .draft4 ? .plainInteger : .integers)
      case .number: formUnion(.numbers)
      case .string: insert(.string)
      case .array: insert(.array)
      case .object: insert(.object)
      }
    }
  }

  init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The kinds as types in words: `string or null`.
  var words: String {
    if self == .all { return "any value" }
    var names: [String] = []
    if contains(.null) { names.append("null") }
    if contains(.boolean) { names.append("boolean") }
    if contains(.fraction) {
      names.append("number")
    } else if !isDisjoint(with: .integers) {
      names.append(contains(.pointInteger) ? "integer" : "integer without a point")
    }
    if contains(.string) { names.append("string") }
    if contains(.array) { names.append("array") }
    if contains(.object) { names.append("object") }
    guard let last = names.popLast() else { return "no value" }
    return names.isEmpty ? last : names.joined(separator: ", ") + " or " + last
  }
}
