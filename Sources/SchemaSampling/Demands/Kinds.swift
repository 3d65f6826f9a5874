import SchemaRuntime

/// The kinds of values that schemas tell apart: JSON Schema's types, with the numbers in three.
struct Kinds: OptionSet, Hashable, Sendable {
  let rawValue: UInt16

  static let null = Kinds(rawValue: 1)
  static let boolean = Kinds(rawValue: 2)
  /// An integer written without fraction and exponent.
  static let plainInteger = Kinds(rawValue: 4)
  /// An integer written otherwise, such as `1.0`, which draft-04 calls a number.
  static let pointedInteger = Kinds(rawValue: 8)
  static let fraction = Kinds(rawValue: 16)
  static let string = Kinds(rawValue: 32)
  static let array = Kinds(rawValue: 64)
  static let object = Kinds(rawValue: 128)

  static let integer: Kinds = [.plainInteger, .pointedInteger]
  static let number: Kinds = [.plainInteger, .pointedInteger, .fraction]
  static let all = Kinds(rawValue: 255)
  /// Each kind alone, the simplest first.
  static let each: [Kinds] = (0..<8).map { Kinds(rawValue: 1 << $0) }

  /// The kinds that the keyword `type` admits.
  init(_ types: TypeSet) {
    self = []
    let rows: [(TypeSet, Kinds)] = [
      (.null, .null), (.boolean, .boolean), (.integer, .integer), (.plainInteger, .plainInteger), (.number, .number),
      (.string, .string), (.array, .array), (.object, .object),
    ]
    for (type, kinds) in rows where types.contains(type) { formUnion(kinds) }
  }

  init(rawValue: UInt16) { self.rawValue = rawValue }

  /// The kind of a value.
  init(of value: JSONValue) {
    self =
      switch value {
      case .null: .null
      case .bool: .boolean
      case .number(let number):
        !number.isInteger
          ? .fraction
          : number.text.utf8.allSatisfy { 0x2d == $0 || 0x30...0x39 ~= $0 } ? .plainInteger : .pointedInteger
      case .string: .string
      case .array: .array
      case .object: .object
      }
  }
}
