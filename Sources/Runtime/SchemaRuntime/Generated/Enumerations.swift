/// An enumeration with a case for each value that its schema lists, and one for all others.
///
///     switch color {
///     case .red, .green: …
///     case .unknown(let name): …
///     }
///     let color: Color = "red"                 // .red
///     let other: Color = "teal"                // .unknown("teal")
public protocol OpenEnumeration: SchemaModel, RawRepresentable {
  /// The cases for the values that the schema lists, in its order.
  static var allKnownCases: [Self] { get }

  /// The case for a value: one of ``allKnownCases``, or the one for other values.
  init(rawValue: RawValue)
}

extension OpenEnumeration where Self: ExpressibleByStringLiteral, RawValue == String {
  /// The case for a value.
  public init(stringLiteral value: String) { self.init(rawValue: value) }
}

extension OpenEnumeration where Self: ExpressibleByIntegerLiteral, RawValue == Int {
  /// The case for a value.
  public init(integerLiteral value: Int) { self.init(rawValue: value) }
}
