import SchemaRuntime

extension JSONType {
  /// A value of the type as a phrase, such as `an object`.
  var phrase: String {
    switch self {
    case .null: "null"
    case .boolean: "a Boolean"
    case .integer, .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}
