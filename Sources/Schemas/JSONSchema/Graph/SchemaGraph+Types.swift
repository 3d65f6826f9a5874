extension SchemaGraph {
  /// Gives schemas the Swift types of another module, as if `x-swift` named them.
  package mutating func setTypes(_ types: [SchemaID: SwiftType], of module: String) {
    for (schema, type) in types {
      change(schema) { keywords in
        keywords.vendor.swift.type = type
        keywords.vendor.swift.module = module
      }
    }
  }
}
