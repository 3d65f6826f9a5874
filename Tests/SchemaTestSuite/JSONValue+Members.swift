package import SchemaRuntime

extension JSONValue {
  /// The value with another one for every member of a name in it, however deep; without them where that is nil.
  package func replacingMembers(named name: String, with value: JSONValue?) -> JSONValue {
    switch self {
    case .object(let object):
      var replaced = object
      for member in object.members {
        replaced[member.name] =
          member.name == name ? value : member.value.replacingMembers(named: name, with: value)
      }
      return .object(replaced)
    case .array(let elements): return .array(elements.map { $0.replacingMembers(named: name, with: value) })
    case .null, .bool, .number, .string: return self
    }
  }
}
