internal import JSONSchema
package import SchemaRuntime

extension Configuration {
  /// Additions to a schema in a file that must not be edited.
  package struct Override: Hashable, Sendable {
    /// The location as written: `#/components/schemas/Price`.
    package var written: String
    package var pointer: JSONPointer
    /// The keywords added to the schema.
    package var members: JSONObject

    /// Reads a value that satisfies the schema; nil if the location is not a JSON Pointer.
    package init?(at written: String, valid value: JSONValue) {
      guard let pointer = JSONPointer(fragmentOrPointer: written) else { return nil }
      (self.written, self.pointer) = (written, pointer)
      members = JSONObject()
      var hints = JSONObject()
      for name in ["name", "type", "import", "id"] {
        if let hint = value[name] { hints[name] = hint }
      }
      if !hints.isEmpty { members["x-swift"] = .object(hints) }
      for (name, keyword) in [("deprecated", "deprecated"), ("sensitive", "x-sensitive"), ("localOnly", "x-localOnly")]
      {
        if let flag = value[name] { members[keyword] = flag }
      }
    }
  }

  /// Reads the overrides of a configuration that satisfies the schema.
  static func overrides(valid value: JSONValue?) -> [String: [Override]] {
    var overrides: [String: [Override]] = [:]
    for file in value?.object ?? JSONObject() {
      overrides[file.key] = (file.value.object ?? [:]).compactMap { Override(at: $0.key, valid: $0.value) }
    }
    return overrides
  }
}
