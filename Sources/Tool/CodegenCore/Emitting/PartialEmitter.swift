import JSONSchema
import SchemaRuntime

/// Prints what SchemaStreaming's `StreamedModel` needs: the types of what has arrived of structs, and of unions whose
/// branches a member tells apart. Values of all other types are read once they are complete.
struct PartialEmitter {
  private let access: SwiftSource
  private let structures: [TypeKey: StructurePlan]
  /// The types that have one.
  private let keys: Set<TypeKey>

  init(_ plan: TypePlan, access: SwiftSource) {
    self.access = access
    let types = plan.files.flatMap(\.types).filter { !$0.isLocalOnly && $0.base == nil }
    let structures = plan.files.structures
    let known = Set(types.map(\.key))
    self.structures = structures.filter { known.contains($0.key) }
    let unions = types.filter { type in
      guard case .union(let union) = type.kind else { return false }
      return Self.tag(of: union) != nil
        && union.cases.allSatisfy { item in
          switch item.type {
          case .model(let key, _)?: known.contains(key) && structures[key] != nil
          case nil: true
          case .scalar?, .array?, .map?, .optional?: false
          }
        }
    }
    keys = Set(self.structures.keys).union(unions.map(\.key))
  }

  func has(_ type: TypeDeclaration) -> Bool { keys.contains(type.key) }

  /// Returns the extension of a type that has one.
  func source(of type: TypeDeclaration) -> SwiftSource? {
    guard has(type) else { return nil }
    var writer = CodeWriter()
    writer.block("extension \(type.name.source): StreamedModel") { writer in
      writer.add("/// What has arrived of a value.")
      switch type.kind {
      case .structure(let plan): add(plan, to: &writer)
      case .union(let plan): add(plan, to: &writer)
      case .enumeration, .tuple, .wrapper: break
      }
    }
    return writer.source
  }

  private func add(_ plan: StructurePlan, to writer: inout CodeWriter) {
    writer.block("nonisolated \(access)struct Partial: PartialValue") { writer in
      writer.add("\(access)let json: PartialJSON", "", "\(access)init(_ json: PartialJSON) { self.json = json }")
      for member in plan.wireMembers where !member.isConstant {
        let (type, value) = part(of: member.type, "json[\(SwiftText.literal(member.wireName))]?")
        writer.add("")
        writer.add(SwiftText.comment(Array(member.documentation.prefix { !$0.isEmpty })))
        writer.add("\(access)var \(SwiftNames.escaped(member.name)): \(type)? { \(value) }")
      }
      for variant in plan.variants where keys.contains(variant.key) {
        let type: SwiftSource = variant.type + ".Partial"
        writer.add("", "\(access)var \(SwiftNames.escaped(variant.name)): \(type)? { \(type)(json) }")
      }
    }
  }

  private func add(_ plan: UnionPlan, to writer: inout CodeWriter) {
    guard let (member, values) = Self.tag(of: plan) else { return }
    func branch(_ index: Int) -> SwiftSource {
      let name = SwiftNames.escaped(plan.cases[index].name)
      return plan.cases[index].type.map { ".\(name)(\($0.source).Partial(json))" } ?? ".\(name)"
    }
    writer.block("nonisolated \(access)enum Partial: PartialValue") { writer in
      for item in plan.cases {
        let value: SwiftSource = item.type.map { "(\($0.source).Partial)" } ?? ""
        writer.add("case \(SwiftNames.escaped(item.name))\(value)")
      }
      writer.add("")
      writer.block("\(access)init?(_ json: PartialJSON)") { writer in
        writer.add(
          "guard let tag = json[\(SwiftText.literal(member))]?.value(as: String.self) else { return nil }",
          "switch tag {")
        var rest: SwiftSource = "return nil"
        for (index, texts) in values.enumerated() {
          guard let texts else {
            rest = "self = \(branch(index))"
            continue
          }
          if texts.isEmpty { continue }
          writer.list("case ", texts.map { SwiftText.literal($0) }, ": self = \(branch(index))")
        }
        writer.add("default: \(rest)", "}")
      }
    }
  }

  /// Returns the type and value of what has arrived of a value, which is optional.
  private func part(of type: TypeReference, _ json: SwiftSource) -> (type: SwiftSource, value: SwiftSource) {
    switch type {
    case .scalar("String"): return ("String", json + ".string")
    case .scalar("JSONValue"): return ("JSONValue", json + ".jsonValue")
    case .scalar("JSONObject"), .map(.scalar("JSONValue")): return ("JSONObject", json + ".jsonValue.object")
    case .model(let key, let name) where keys.contains(key):
      return (name + ".Partial", json + ".partial(as: \(name).Partial.self)")
    case .scalar(let name), .model(_, let name): return (name, json + ".value(as: \(name).self)")
    case .optional(let wrapped): return part(of: wrapped, json)
    case .array(let element):
      let (type, value) = part(of: element, "$0")
      return ("[\(type)]", json + ".elements { \(value) }")
    case .map(let element):
      let (type, value) = part(of: element, "$0")
      return ("[JSONElement<\(type)>]", json + ".members { \(value) }")
    }
  }

  /// Returns the member that tells the branches of a union apart, and the texts of its values; nil if none does.
  private static func tag(of plan: UnionPlan) -> (member: String, values: [[String]?])? {
    guard case .tag(let member, let values, _) = plan.dispatch, values.count == plan.cases.count else { return nil }
    let texts = values.map { $0.map { $0.compactMap(\.string) } }
    guard zip(texts, values).allSatisfy({ $0?.count == $1?.count }) else { return nil }
    return (member, texts)
  }
}
