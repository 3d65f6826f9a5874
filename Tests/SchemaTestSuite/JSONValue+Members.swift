package import SchemaRuntime

extension JSONValue {
  /// Returns the value with every member of a name replaced, at any depth; removes them if the replacement is nil.
  package func replacingMembers(named name: String, with value: JSONValue?) -> JSONValue {
    switch self {
    case .object(let object):
      var replaced = object
      for member in object {
        replaced[member.key] =
          member.key == name ? value : member.value.replacingMembers(named: name, with: value)
      }
      return .object(replaced)
    case .array(let elements): return .array(elements.map { $0.replacingMembers(named: name, with: value) })
    case .null, .bool, .number, .string: return self
    }
  }
}
