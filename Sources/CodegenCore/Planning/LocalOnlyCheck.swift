import JSONSchema
import SchemaRuntime

/// Makes sure that nothing that may be sent reaches a type that never leaves the device.
struct LocalOnlyCheck {
  let types: [TypeDeclaration]
  let graph: SchemaGraph

  /// One error for each unmarked type that holds a local-only one.
  var findings: [Diagnostic] {
    let local = Set(types.filter(\.isLocalOnly).map(\.key))
    let names = Dictionary(types.map { ($0.key, $0.name.qualified) }, uniquingKeysWith: { first, _ in first })
    var findings: [Diagnostic] = []
    for type in types where !type.isLocalOnly {
      for (part, keys) in parts(of: type) {
        guard let reached = keys.first(where: { local.contains($0) }) else { continue }
        findings.append(
          graph.diagnostic(
            .error, at: type.key.schema,
            "expected '\(type.name.qualified)', which may be sent, to hold nothing that is local only, found "
              + "'\(names[reached] ?? "")' in \(part); mark it x-localOnly as well, or the member"))
      }
    }
    return findings
  }

  private func parts(of type: TypeDeclaration) -> [(String, [TypeKey])] {
    switch type.kind {
    case .structure(let plan):
      var parts = plan.members.filter { !$0.isLocalOnly }.map { ("member '\($0.wireName)'", $0.type.models) }
      if case .typed(let reference) = plan.additional { parts.append(("its other members", reference.models)) }
      return parts
    case .union(let plan): return plan.cases.map { ("case '\($0.name)'", $0.type.models) }
    case .wrapper(let reference): return [("its value", reference.models)]
    case .enumeration: return []
    }
  }
}
