/// Schemas that are short to write and long to follow: each level refers to the one below twice or more, so that the
/// number of paths doubles with each level but the number of schemas does not.
public struct DoubledLevels: Sendable, CustomStringConvertible {
  public let description: String
  /// Whether a value satisfies the levels over a leaf that requires a string.
  public let admitsValues: Bool
  /// Whether the leaf has any effect.
  public let showsLeaf: Bool
  /// Returns the schema of a level over the one below.
  private let level: @Sendable (_ below: String) -> String

  /// Returns the given number of levels over a leaf.
  public func text(levels: Int, leaf: String) -> String {
    var definitions = [#""d0":\#(leaf)"#]
    for number in 0..<levels {
      definitions.append(#""d\#(number + 1)":\#(level(##"{"$ref":"#/$defs/d\##(number)"}"##))"#)
    }
    return ##"{"$ref":"#/$defs/d\##(levels)","$defs":{\##(definitions.joined(separator: ","))}}"##
  }

  private init(
    _ description: String, admitsValues: Bool = true, showsLeaf: Bool = true,
    _ level: @escaping @Sendable (String) -> String
  ) {
    self.description = description
    self.admitsValues = admitsValues
    self.showsLeaf = showsLeaf
    self.level = level
  }

  public static let all = [
    DoubledLevels("'allOf'") { #"{"allOf":[\#($0),\#($0)]}"# },
    DoubledLevels("'allOf' beside a title") {
      #"{"title":"A level","allOf":[\#($0),{"title":"Again","allOf":[\#($0)]}]}"#
    },
    DoubledLevels("'anyOf'") { #"{"anyOf":[\#($0),\#($0)]}"# },
    DoubledLevels("'anyOf' of branches that differ") { #"{"anyOf":[\#($0),{"maxLength":99,"allOf":[\#($0)]}]}"# },
    DoubledLevels("'oneOf'", admitsValues: false, showsLeaf: false) { #"{"oneOf":[\#($0),\#($0)]}"# },
    DoubledLevels("'if', 'then' and 'else'") { #"{"if":\#($0),"then":\#($0),"else":\#($0)}"# },
    DoubledLevels("'not' below 'allOf'") { #"{"allOf":[{"not":\#($0)},{"not":\#($0)}]}"# },
    DoubledLevels("'not' around 'anyOf'") { #"{"not":{"anyOf":[\#($0),\#($0)]}}"# },
    DoubledLevels("'properties'") { #"{"type":"object","properties":{"a":\#($0),"b":\#($0)}}"# },
    DoubledLevels("'items' and 'prefixItems'") { #"{"type":"array","prefixItems":[\#($0)],"items":\#($0)}"# },
    DoubledLevels("'dependentSchemas'", showsLeaf: false) { #"{"dependentSchemas":{"a":\#($0),"b":\#($0)}}"# },
    DoubledLevels("'$ref'") { $0 },
    DoubledLevels("'allOf' under 'unevaluatedProperties'", showsLeaf: true) {
      #"{"allOf":[\#($0),\#($0)],"unevaluatedProperties":false}"#
    },
  ]
}
