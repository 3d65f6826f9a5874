import SchemaRuntime

// Structs for arrays with a type for each of their first items.
extension ModelEmitter {
  func emit(_ plan: TuplePlan, _ type: TypeDeclaration) -> EmittedType {
    emitted(type, model(plan, type)) {
      addDecoding(plan, to: &$0)
    } writing: {
      addWriting(plan, to: &$0)
    }
  }

  private func model(_ plan: TuplePlan, _ type: TypeDeclaration) -> SwiftSource {
    declaration(type, "struct \(SwiftNames.escaped(type.name.name)): \(conformance(type))") { writer in
      for item in plan.items {
        writer.add(SwiftText.comment(item.documentation))
        addProperty(item.name, item.propertyType, isShared: plan.isShared, to: &writer)
      }
      if let rest = plan.rest {
        writer.add("/// The remaining items.")
        addProperty("rest", "[\(rest.source)]", isShared: plan.isShared, to: &writer)
      }
      if plan.isShared {
        let rest = plan.rest.map { [(name: "rest", type: "[\($0.source)]" as SwiftSource)] } ?? []
        addSharedMembers(plan.items.map { ($0.name, $0.propertyType) } + rest, to: &writer)
        writer.add("")
      }
      var parameters: [SwiftSource] = plan.items.map { item in
        "\(SwiftNames.label(item.name)): \(item.propertyType)\(defaultValue(item))"
      }
      if let rest = plan.rest { parameters.append("rest: [\(rest.source)] = []") }
      writer.list("\(access)init(", parameters, ") {")
      writer.indented { writer in
        let names = plan.items.map(\.name) + (plan.rest == nil ? [] : ["rest"])
        if plan.isShared {
          let arguments: [SwiftSource] = names.map { "\(SwiftNames.label($0)): \(SwiftNames.escaped($0))" }
          addShared(arguments, isInType: true, to: &writer)
        } else {
          writer.add(names.map { "self.\(SwiftNames.path($0)) = \(SwiftNames.escaped($0))" })
        }
      }
      writer.add("}")
    }
  }

  /// Returns the condition that an optional item is absent.
  private func isAbsent(_ item: TuplePlan.Item) -> SwiftSource {
    let name = SwiftNames.escaped(item.name)
    return if case .optional = item.type { "!\(name).isPresent" } else { "\(name) == nil" }
  }

  private func defaultValue(_ item: TuplePlan.Item) -> SwiftSource {
    if item.isRequired { return "" }
    return if case .optional = item.type { " = .absent" } else { " = nil" }
  }

  private func addDecoding(_ plan: TuplePlan, to writer: inout CodeWriter) {
    writer.add("var items = json.locatedItems()")
    var arguments: [SwiftSource] = plan.items.map { item in
      let value: SwiftSource = "\(initializer(item.type))(decoding: items.next())"
      let label = SwiftNames.label(item.name)
      if item.isRequired { return "\(label): try \(value)" }
      if case .optional(let wrapped) = item.type {
        return "\(label): try items.isAtEnd ? .absent : Presence<\(wrapped.source)>(decoding: items.next())"
      }
      return "\(label): try items.isAtEnd ? Optional.none : \(value)"
    }
    if let rest = plan.rest { arguments.append("rest: try items.rest(\(initializer(rest)).self)") }
    writer.list("self.init(", arguments, ")")
  }

  private func addWriting(_ plan: TuplePlan, to writer: inout CodeWriter) {
    for (index, item) in plan.items.enumerated() where !item.isRequired {
      let next: SwiftSource
      if index + 1 < plan.items.count {
        next = "!(\(isAbsent(plan.items[index + 1])))"
      } else if plan.rest != nil {
        next = "!rest.isEmpty"
      } else {
        break
      }
      let name = SwiftText.literal(item.name)
      writer.add("if \(isAbsent(item)), \(next) { json.refuse(.absentItem(\(name))) }")
    }
    writer.add("json.beginArray()")
    for item in plan.items {
      let name = SwiftNames.escaped(item.name)
      if item.isRequired {
        write(name, item.type, to: &writer)
      } else if case .optional = item.type {
        writer.block("if \(name).isPresent") { write("\(name).value", item.type, to: &$0) }
      } else {
        writer.block("if let \(name)") { write(name, item.type, to: &$0) }
      }
    }
    if let rest = plan.rest {
      writer.block("for jsonValue in rest") { write("jsonValue", rest, to: &$0) }
    }
    writer.add("json.endArray()")
  }
}
