import SchemaRuntime

// The members that `x-localOnly` keeps on the device.
extension SchemaGraph {
  /// The names of the members marked `x-localOnly`, by the schema that rejects them: those of a type that is not
  /// local-only itself. A name that is local in a branch is rejected in the entire object, whichever branch is valid.
  package var localOnlyNames: [SchemaID: [String]] {
    var names: [SchemaID: [String]] = [:]
    guard nodes.contains(where: { $0.keywords.vendor.localOnly }) else { return names }
    for node in nodes where !node.keywords.vendor.localOnly {
      let own = node.keywords.properties.filter { self[$0.schema].keywords.vendor.localOnly }.map(\.name)
      if !own.isEmpty { names[node.id] = own }
    }
    if names.isEmpty { return names }
    let appliers = users { $0.keywords.describing }
    for (schema, own) in names.sorted(by: { $0.key < $1.key }) {
      let around = Set(Closure.of([schema], next: appliers))
      for outer in around.sorted() where outer != schema && !self[outer].keywords.vendor.localOnly {
        let keywords = self[outer].keywords
        let branches = Set(keywords.describing).subtracting(keywords.conjuncts)
        guard !branches.isDisjoint(with: around) else { continue }
        names[outer, default: []] += own.filter { !(names[outer] ?? []).contains($0) }
      }
    }
    return names
  }
}
