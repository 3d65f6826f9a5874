// Models describe themselves as JSON with sensitive values redacted. `print`, `dump`, string interpolation, debuggers
// and test failures all use this and do not see the stored properties.
//
//     print(user)                         // UserInfo({"nickName":"Ada","mail":"(redacted)"})

extension SchemaModel {
  /// The type's name and ``redactedJSON``: `UserInfo({"nickName":"Ada","mail":"(redacted)"})`.
  public var description: String { "\(Self.self)(\(redactedJSON))" }

  public var debugDescription: String { description }

  /// The members of ``redactedJSON`` by their JSON names.
  public var customMirror: Mirror {
    switch redactedJSON {
    case .object(let object):
      Mirror(self, children: object.map { ($0.key, $0.value) }, displayStyle: .struct)
    case .array(let elements): Mirror(self, unlabeledChildren: elements, displayStyle: .collection)
    case .null, .bool, .number, .string: Mirror(self, children: [])
    }
  }

  /// The JSON that `write` writes, with `"(redacted)"` for everything sensitive, and null for anything JSON cannot
  /// represent.
  @_spi(Generated) public static func redactedJSON(of write: (inout JSONWriter) -> Void) -> JSONValue {
    var writer = JSONWriter()
    write(&writer)
    return schema.evaluator.redacted(writer.finishWithNulls(), schema: schema.id) ?? .string("(nested too deeply)")
  }
}

extension SchemaModel where Self: RawRepresentable, Self.RawValue == String {
  /// The raw value, as in `phase connected`; `(redacted)` if it is sensitive.
  public var description: String { redactedJSON.string ?? rawValue }
}

extension WritableModel {
  @_spi(Generated) public var redactedJSON: JSONValue { Self.redactedJSON { write(to: &$0) } }
}

extension TextOutputStreamable where Self: SchemaModel {
  /// Writes ``SchemaModel/description``, even for models with a member called `description`.
  public func write<Target: TextOutputStream>(to target: inout Target) { debugDescription.write(to: &target) }
}

extension JSONWriter {
  /// The bytes written, with null for every number that JSON cannot represent.
  fileprivate consuming func finishWithNulls() -> [UInt8] {
    failure = nil
    return (try? finish()) ?? []
  }
}

// MARK: - Values in models

extension Presence: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// `absent`, `null`, or the value.
  public var description: String {
    switch self {
    case .absent: "absent"
    case .null: "null"
    case .value(let value): String(describing: value)
    }
  }

  /// `Presence(absent)`, `Presence(null)`, or `Presence("Ada")`.
  public var debugDescription: String {
    if case .value(let value) = self { "Presence(\(String(reflecting: value)))" } else { "Presence(\(self))" }
  }

  public var customMirror: Mirror {
    if case .value(let value) = self {
      Mirror(self, children: ["value": value], displayStyle: .optional)
    } else {
      Mirror(self, children: [])
    }
  }
}

extension JSONMap: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The members in order, with their JSON names: `{"Ada":36}`.
  public var description: String {
    "{" + members.map { "\(JSONValue.string($0.key)):\(String(reflecting: $0.value))" }.joined(separator: ",") + "}"
  }

  public var debugDescription: String { description }

  public var customMirror: Mirror {
    Mirror(self, children: members.map { ($0.key, $0.value) }, displayStyle: .struct)
  }
}

extension JSONValue: CustomReflectable {
  public var customMirror: Mirror {
    switch self {
    case .object(let object):
      Mirror(self, children: object.map { ($0.key, $0.value) }, displayStyle: .struct)
    case .array(let elements): Mirror(self, unlabeledChildren: elements, displayStyle: .collection)
    case .null, .bool, .number, .string: Mirror(self, children: [])
    }
  }
}
