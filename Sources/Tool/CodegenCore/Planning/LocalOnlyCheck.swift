import JSONSchema

/// Checks that no type that may be sent leads to a local-only type.
struct LocalOnlyCheck {
  let types: [TypeDeclaration]
  let graph: SchemaGraph

  /// One error for each unmarked type that contains a local-only one.
  var findings: [Diagnostic] {
    let local = Set(types.filter(\.isLocalOnly).map(\.key))
    let names = Dictionary(types.map { ($0.key, $0.name.qualified) }, uniquingKeysWith: { first, _ in first })
    var findings: [Diagnostic] = []
    let schemas = Set(types.map(\.key.schema))
    for type in types where !type.isLocalOnly {
      let count = findings.count
      for (part, keys) in parts(of: type) {
        guard let reached = keys.first(where: { local.contains($0) }) else { continue }
        let member = part.hasPrefix("member ") ? " or that member" : ""
        findings.append(
          graph.diagnostic(
            .error, at: type.key.schema,
            "'\(type.name.qualified)' may be sent, but contains the local-only type '\(names[reached] ?? "")' in "
              + "\(part); mark '\(type.name.qualified)'\(member) as x-localOnly"))
      }
      if findings.count == count, !type.key.isInner, !type.key.isPatch,
        let reached = localSchema(below: type.key.schema, others: schemas)
      {
        findings.append(
          graph.diagnostic(
            .error, at: reached,
            "'\(type.name.qualified)' may be sent, but contains this local-only schema; mark '\(type.name.qualified)' "
              + "as x-localOnly"))
      }
    }
    return findings
  }

  /// Returns the first local-only schema that a keyword applies to a value of a type or to a part of it. Skips marked
  /// members, which are never sent, other types, which are checked separately, and `not` and `if`, which do not
  /// describe parts of a valid value.
  private func localSchema(below root: SchemaID, others: Set<SchemaID>) -> SchemaID? {
    var seen: Set<SchemaID> = [root]
    var pending = [root]
    while let schema = pending.popLast() {
      var keywords = graph[schema].keywords
      keywords.not = nil
      keywords.if = nil
      keywords.properties.removeAll { graph[$0.schema].keywords.vendor.localOnly }
      for child in keywords.applied where seen.insert(child).inserted {
        if graph[child].keywords.vendor.localOnly { return child }
        if !others.contains(child) { pending.append(child) }
      }
    }
    return nil
  }

  private func parts(of type: TypeDeclaration) -> [(String, [TypeKey])] {
    switch type.kind {
    case .structure(let plan):
      var parts = plan.members.filter { !$0.isLocalOnly }.map { ("member '\($0.wireName)'", $0.type.models) }
      if let patterned = plan.patterned { parts.append(("its other members", patterned.type.models)) }
      if case .typed(let reference) = plan.additional { parts.append(("its other members", reference.models)) }
      parts += plan.variants.map { ("its choice '\($0.name)'", [$0.key]) }
      return parts
    case .tuple(let plan):
      return plan.items.map { ("item '\($0.name)'", $0.type.models) } + [("its other items", plan.rest?.models ?? [])]
    case .union(let plan): return plan.cases.map { ("case '\($0.name)'", $0.type?.models ?? []) }
    case .wrapper(let reference): return [("its value", reference.models)]
    case .enumeration: return []
    }
  }
}
