import JSONSchema

extension SchemaGraph {
  /// A schema and all that it applies to the same value by `$ref` and `allOf`, the nearest first.
  func applied(to schema: SchemaID) -> [SchemaID] {
    var found: [SchemaID] = []
    var seen: Set<SchemaID> = []
    var pending = [schema]
    while let next = pending.popLast() {
      guard seen.insert(next).inserted else { continue }
      found.append(next)
      let keywords = self[next].keywords
      pending += keywords.allOf.reversed()
      if let target = keywords.ref { pending.append(target) }
    }
    return found
  }
}
