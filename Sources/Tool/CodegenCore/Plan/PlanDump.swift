package import JSONSchema
import SchemaRuntime

/// Prints the plan, one line per member, for contributors and template authors.
package enum PlanDump {
  static func text(_ plan: TypePlan, sensitive: Set<SchemaID>) -> String {
    plan.files.map { text(of: $0, sensitive: sensitive) }.joined()
  }

  package static func text(of file: FilePlan, sensitive: Set<SchemaID> = []) -> String {
    var lines = ["\(file.name) -> \(file.fileName)"]
    for type in file.types {
      let name = sensitive.contains(type.key.schema) && !type.name.isOutermost ? "(redacted)" : type.name.qualified
      lines.append("  \(name): \(kind(type))\(type.isLocalOnly ? ", local only" : "")")
      lines += members(type, sensitive).map { "    " + $0 }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func kind(_ type: TypeDeclaration) -> String {
    switch type.kind {
    case .structure: "struct"
    case .enumeration(let plan): (plan.isOpen ? "open enum of " : "enum of ") + plan.rawType.text
    case .tuple: "tuple"
    case .union(let plan): "union by " + dispatch(plan.dispatch)
    case .wrapper(let reference): "wrapper of " + reference.source.text
    }
  }

  private static func dispatch(_ dispatch: UnionShape.Dispatch) -> String {
    switch dispatch {
    case .tag(let member, _, let isRequired): (isRequired ? "the tag" : "the optional tag") + " '\(member)'"
    case .types: "type"
    case .members(let names): "the members '\(names.joined(separator: "', '"))'"
    case .validators: "validators in turn"
    }
  }

  private static func members(_ type: TypeDeclaration, _ sensitive: Set<SchemaID>) -> [String] {
    switch type.kind {
    case .structure(let plan):
      plan.members.map { member in
        let isSensitive = sensitive.contains(member.schema)
        return "\(member.wireName) -> \(member.name): \(member.type.source.text), "
          + presence(member, isSensitive: isSensitive)
          + (member.isLocalOnly ? ", local only" : "")
      } + plan.variants.map { "(members of a branch) -> \($0.name): \($0.type.text)" }
    case .enumeration(let plan):
      sensitive.contains(type.key.schema) ? ["(redacted)"] : plan.cases.map { "\($0.value.text()) -> \($0.name)" }
    case .tuple(let plan):
      plan.items.map { "\($0.name): \($0.propertyType.text)" } + (plan.rest.map { ["rest: [\($0.source.text)]"] } ?? [])
    case .union(let plan):
      // A case may be named after its tag's value.
      plan.cases.map {
        sensitive.contains(type.key.schema) ? "(redacted)" : "\($0.name): \($0.type?.source.text ?? "(no value)")"
      }
    case .wrapper: []
    }
  }

  private static func presence(_ member: MemberPlan, isSensitive: Bool) -> String {
    switch member.presence {
    case .required: "required"
    case .optional: member.keepsNull ? "value, or absent or null" : "optional"
    case .optionalOrNull: "absent, null or value"
    case .defaulted(let value): "default \(isSensitive ? "(redacted)" : value.source.text)"
    case .constant(let value): "always \(isSensitive ? "(redacted)" : value.text)"
    }
  }
}
