internal import JSONSchema
package import SchemaRuntime

extension Configuration {
  /// A change of a value in a file that must not be edited.
  package struct Override: Hashable, Sendable {
    /// The location as written: `#/components/schemas/Price`.
    package var written: String
    package var pointer: JSONPointer
    /// A JSON Merge Patch (RFC 7396), or an array of operations (RFC 6902).
    package var patch: JSONValue

    /// Creates a change; nil if the location is not a JSON Pointer.
    package init?(at written: String, _ patch: JSONValue) {
      guard let pointer = JSONPointer(fragmentOrPointer: written) else { return nil }
      self.written = written
      self.pointer = pointer
      self.patch = patch
    }
  }

  /// Reads the overrides of a configuration that satisfies the schema.
  static func overrides(valid value: JSONValue?) -> [String: [Override]] {
    var overrides: [String: [Override]] = [:]
    for file in value?.object ?? JSONObject() {
      overrides[file.key] = (file.value.object ?? [:]).compactMap { Override(at: $0.key, $0.value) }
    }
    return overrides
  }
}
