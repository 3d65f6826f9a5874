import SchemaRuntime

extension ModelEmitter {
  func emit(_ plan: StructurePlan, _ type: TypeDeclaration) -> EmittedType {
    EmittedType(
      declaration: model(plan, type), coding: coding(plan, type), decoding: decoding(plan, type),
      validation: validation(type))
  }

  // MARK: - Model

  private func model(_ plan: StructurePlan, _ type: TypeDeclaration) -> SwiftSource {
    var conformances = conformance(type)
    if plan.identity != nil { conformances += ", Identifiable" }
    let structure = declaration(type, "struct \(SwiftNames.escaped(type.name.name)): \(conformances)") { writer in
      for member in plan.members { addProperty(member, to: &writer) }
      for member in plan.members { addFormerNames(member, to: &writer) }
      switch plan.additional {
      case .kept:
        writer.add("/// Members that the schema does not declare; they are kept and written back.")
        writer.add("\(access)var additionalMembers: JSONObject", "")
      case .typed(let reference):
        writer.add("/// The members beside the declared ones, in order.")
        writer.add("\(access)var additionalMembers: \(TypeReference.map(reference).source)", "")
      case .refused: break
      }
      if let identity = plan.identity, identity != "id" {
        if let member = plan.members.first(where: { $0.name == identity }) {
          let value = undeprecated(member)
          let qualifier: SwiftSource = SwiftNames.accessors.contains(value.text) ? "self." : ""
          writer.add("\(access)var id: \(propertyType(member)) { \(qualifier)\(value) }", "")
        }
      }
      if hasMemberwise(plan) {
        writer.add("/// Leaves the initializer that Swift makes of all members to this file.")
        writer.add("private var memberwise = Memberwise()")
      } else {
        addInitializer(plan, to: &writer)
      }
      if let base = type.base { addApply(plan, base, type, to: &writer) }
    }
    guard hasMemberwise(plan) else { return structure }
    return structure + "\n\n" + section(type) { addInitializer(plan, to: &$0) }
  }

  /// Whether the type is initialized through SchemaRuntime's `Memberwise`. Swift copies the result of a written
  /// initializer if it has more than six words, and a String alone has two. Swift's own initializer omits private
  /// members with a property wrapper.
  private func hasMemberwise(_ plan: StructurePlan) -> Bool {
    let rest = if case .refused = plan.additional { 0 } else { 1 }
    return plan.members.count { !isConstant($0) } + rest > 3 && !plan.members.contains { $0.isIndirect }
  }

  /// Adds `apply(to:)` of a partial-update twin.
  private func addApply(
    _ plan: StructurePlan, _ base: StructurePlan, _ type: TypeDeclaration, to writer: inout CodeWriter
  ) {
    writer.add("", "/// Puts the members that are present into `value`, and clears those that are null.")
    writer.block("\(access)func apply(to value: inout \(type.name.enclosingSource))") { writer in
      for member in plan.members {
        guard let target = base.members.first(where: { $0.wireName.isSpelled(like: member.wireName) }),
          !isConstant(target)
        else { continue }
        // The method's local variables shadow members with the same names.
        let isHidden = ["value", "new"].contains(storage(member)) || ["value", "new"].contains(member.name)
        let own: SwiftSource = isHidden ? "self.\(SwiftNames.path(storage(member)))" : stored(member)
        let name: SwiftSource = isHidden ? "new" : SwiftNames.escaped(member.name)
        if case .optionalOrNull = member.presence {
          let cleared: SwiftSource = if case .optionalOrNull = target.presence { ".null" } else { "nil" }
          let set: SwiftSource = if case .optionalOrNull = target.presence { ".value(new)" } else { "new" }
          writer.add("switch \(own) {", "case .absent: break")
          writer.add("case .null: value.\(stored(target)) = \(cleared)")
          writer.add("case .value(let new): value.\(stored(target)) = \(set)", "}")
        } else {
          let binding = name == own ? name : "\(name) = \(own)"
          writer.add("if let \(binding) { value.\(stored(target)) = \(name) }")
        }
      }
      switch plan.additional {
      case .kept:
        writer.block("for member in additionalMembers") { writer in
          // `nil` would be a JSON null.
          writer.add("value.additionalMembers[member.key] = member.value.isNull ? Optional.none : member.value")
        }
      case .typed:
        writer.block("for member in additionalMembers") { writer in
          writer.add("value.additionalMembers[member.key] = member.value")
        }
      case .refused: break
      }
    }
  }

  /// Returns the property's type in the public interface.
  private func propertyType(_ member: MemberPlan) -> SwiftSource {
    switch member.presence {
    case .required, .defaulted, .constant: member.type.source
    case .optional: member.type.source + "?"
    case .optionalOrNull: "Presence<\(member.type.source)>"
    }
  }

  /// Whether the public property is computed from a stored one with another name.
  private func isStoredApart(_ member: MemberPlan) -> Bool {
    if case .defaulted = member.presence { return true }
    if case .constant = member.presence { return false }
    return member.isDeprecated
  }

  /// Returns the stored property's name, without backticks.
  private func storage(_ member: MemberPlan) -> String {
    isStoredApart(member) ? "stored" + member.stem : member.name
  }

  /// Returns the stored property's name as code.
  private func stored(_ member: MemberPlan) -> SwiftSource { SwiftNames.escaped(storage(member)) }

  private func storedType(_ member: MemberPlan) -> SwiftSource {
    if case .defaulted = member.presence { return member.type.source + "?" }
    return propertyType(member)
  }

  private func addProperty(_ member: MemberPlan, to writer: inout CodeWriter) {
    let name = SwiftNames.escaped(member.name)
    let indirect: SwiftSource = member.isIndirect ? "@Indirect " : ""
    let stem = SwiftNames.part(member.stem)
    writer.add(SwiftText.comment(member.documentation))
    if member.isLocalOnly { writer.add("/// - Note: Local only: neither read nor written.") }
    if member.isDeprecated { writer.add("@available(*, deprecated)") }
    switch member.presence {
    case .constant(let value):
      writer.add("\(access)var \(name): \(member.type.source) { \(value) }", "")
      return
    case .defaulted(let value):
      writer.block("\(access)var \(name): \(member.type.source)") { writer in
        writer.add("get { \(stored(member)) ?? \(value) }", "set { \(stored(member)) = newValue }")
      }
      writer.add(
        "", "/// Whether ``\(SwiftNames.path(member.name))`` is present; while absent it reads as its default.")
      writer.add("\(access)var has\(stem): Bool { \(stored(member)) != nil }", "")
      writer.add("/// Makes ``\(SwiftNames.path(member.name))`` absent.")
      writer.add("\(access)mutating func clear\(stem)() { \(stored(member)) = nil }", "")
      writer.add("\(indirect)private var \(stored(member)): \(storedType(member))", "")
    case .required, .optional, .optionalOrNull:
      if isStoredApart(member) {
        writer.block("\(access)var \(name): \(propertyType(member))") { writer in
          writer.add("get { \(stored(member)) }", "set { \(stored(member)) = newValue }")
        }
        writer.add("", "\(indirect)private var \(stored(member)): \(storedType(member))", "")
      } else {
        writer.add("\(indirect)\(access)var \(name): \(propertyType(member))", "")
      }
    }
  }

  /// Adds the former names of a member as computed properties.
  private func addFormerNames(_ member: MemberPlan, to writer: inout CodeWriter) {
    let name: SwiftSource = "self." + SwiftNames.escaped(member.name)
    for former in member.formerNames {
      writer.add("/// The former name of ``\(SwiftNames.path(member.name))``.")
      writer.add("@available(*, deprecated, renamed: \(SwiftText.literal(member.name)))")
      let head: SwiftSource = "\(access)var \(SwiftNames.escaped(former)): \(propertyType(member))"
      if case .constant = member.presence {
        writer.add("\(head) { \(name) }", "")
      } else {
        writer.block(head) { $0.add("get { \(name) }", "set { \(name) = newValue }") }
        writer.add("")
      }
    }
  }

  private func addInitializer(_ plan: StructurePlan, to writer: inout CodeWriter) {
    var parameters: [SwiftSource] = []
    var values: [(storage: String, value: SwiftSource)] = []
    for member in plan.members {
      let name = SwiftNames.escaped(member.name)
      switch member.presence {
      case .constant: continue
      case .required: parameters.append("\(name): \(member.type.source)")
      case .optional, .defaulted: parameters.append("\(name): \(member.type.source)? = nil")
      case .optionalOrNull: parameters.append("\(name): Presence<\(member.type.source)> = .absent")
      }
      values.append((storage(member), name))
    }
    if case .refused = plan.additional {
    } else {
      let type: TypeReference =
        if case .typed(let reference) = plan.additional { .map(reference) } else { .map(.scalar("JSONValue")) }
      parameters.append("additionalMembers: \(type.source) = [:]")
      values.append(("additionalMembers", "additionalMembers"))
    }
    let line: SwiftSource = "\(access)init(\(parameters.joined(separator: ", "))) {"
    if line.count <= 100 {
      writer.add(line)
    } else {
      writer.add("\(access)init(")
      writer.add(parameters.enumerated().map { "  " + $1 + ($0 < parameters.count - 1 ? "," : "") })
      writer.add(") {")
    }
    writer.indented { writer in
      if hasMemberwise(plan) {
        addMemberwiseCall(values, to: &writer)
      } else {
        writer.add(values.map { "self.\(SwiftNames.path($0.storage)) = \($0.value)" })
      }
    }
    writer.add("}")
  }

  /// Returns a call of the memberwise initializer with the stored properties, in order.
  private func addMemberwiseCall(_ values: [(storage: String, value: SwiftSource)], to writer: inout CodeWriter) {
    let arguments: [SwiftSource] = values.map { "\(SwiftNames.label($0.storage)): \($0.value)" }
    addCall("self.init", arguments + ["memberwise: Memberwise()"], to: &writer)
  }

  // MARK: - Coding

  private func coding(_ plan: StructurePlan, _ type: TypeDeclaration) -> SwiftSource {
    section(type) { writer in
      addWriting(type, to: &writer) { addWritingBody(plan, to: &$0) }
      writer.add("")
      if !type.isLocalOnly {
        writer.block("\(access)func encode(to coder: any Encoder) throws") { addEncoding(plan, to: &$0) }
        writer.add("")
      }
      writer.block("\(access)init(unvalidated coder: any Decoder) throws") { addUnvalidated(plan, to: &$0) }
      writer.add("")
      addMemberNames(plan, to: &writer)
    }
  }

  private func addMemberNames(_ plan: StructurePlan, to writer: inout CodeWriter) {
    let head: SwiftSource = "private static let memberNames: MemberNames = ["
    let names = plan.wireMembers.map { SwiftText.literal($0.wireName) }
    let line = head + names.joined(separator: ", ") + "]"
    if line.count <= CodeWriter.width - 4 {
      writer.add(line)
      return
    }
    writer.add(head)
    writer.indented { $0.add(names.map { $0 + "," }) }
    writer.add("]")
  }

  private func addWritingBody(_ plan: StructurePlan, to writer: inout CodeWriter) {
    writer.add("json.beginObject()")
    for member in plan.wireMembers {
      let name = stored(member)
      let key: SwiftSource = "json.rawKey(\(SwiftText.key(member.wireName)))"
      switch member.presence {
      case .required:
        writer.add(key)
        write(name, member.type, to: &writer)
      case .constant(let value):
        writer.add(key)
        write(constant(member, value), member.type, to: &writer)
      case .optional, .defaulted:
        writer.block("if let \(name)") { writer in
          writer.add(key)
          write(name, member.type, to: &writer)
        }
      case .optionalOrNull:
        writer.block("if \(name).isPresent") { writer in
          writer.add(key)
          write("\(name).value", .optional(member.type), to: &writer)
        }
      }
    }
    switch plan.additional {
    case .typed(let reference) where reference.models.contains(where: { localOnly.contains($0) }):
      // Local-only values have no writer that a map could call.
      writer.block("for jsonMember in additionalMembers") { writer in
        writer.add("json.key(jsonMember.key)")
        write("jsonMember.value", reference, to: &writer)
      }
    case .kept, .typed: writer.add("additionalMembers.writeMembers(to: &json)")
    case .refused: break
    }
    writer.add("json.endObject()")
  }

  private func addEncoding(_ plan: StructurePlan, to writer: inout CodeWriter) {
    let isEmpty = plan.wireMembers.isEmpty
    if case .refused = plan.additional, isEmpty {
      writer.add("_ = coder.container(keyedBy: AnyCodingKey.self)")
      return
    }
    writer.add("var jsonMembers = coder.container(keyedBy: AnyCodingKey.self)")
    for member in plan.wireMembers {
      let name = stored(member)
      let key = SwiftText.literal(member.wireName)
      switch member.presence {
      case .required: writer.add("try jsonMembers.encode(\(encodable(name, member.type)), forKey: \(key))")
      case .constant(let value): writer.add("try jsonMembers.encode(\(constant(member, value)), forKey: \(key))")
      case .optional, .defaulted:
        let value = encodable(name, .optional(member.type))
        writer.add("try jsonMembers.encodeIfPresent(\(value), forKey: \(key))")
      case .optionalOrNull:
        let value = encodable(name + ".value", .optional(member.type))
        writer.add("if \(name).isPresent { try jsonMembers.encode(\(value), forKey: \(key)) }")
      }
    }
    if case .refused = plan.additional { return }
    writer.block("for jsonMember in additionalMembers") { writer in
      let type: TypeReference =
        if case .typed(let reference) = plan.additional { reference } else { .scalar("JSONValue") }
      let value = encodable("jsonMember.value", type)
      writer.add("try jsonMembers.encode(\(value), forKey: AnyCodingKey(jsonMember.key))")
    }
  }

  private func addUnvalidated(_ plan: StructurePlan, to writer: inout CodeWriter) {
    writer.add("let jsonMembers = try coder.container(keyedBy: AnyCodingKey.self)")
    for member in plan.members {
      let name = stored(member)
      let key = SwiftText.literal(member.wireName)
      let (text, unwrap) = decodable(member.type)
      let value: SwiftSource = "try jsonMembers.decode(\(text).self, forKey: \(key))"
      if member.isLocalOnly {
        let absent: SwiftSource = if case .optionalOrNull = member.presence { ".absent" } else { "nil" }
        writer.add("\(name) = \(absent)")
        continue
      }
      switch member.presence {
      case .required: writer.add("\(name) = \(unwrap(value))")
      case .optional, .defaulted:
        let found: SwiftSource = "try jsonMembers.decodeUnlessAbsent(\(text).self, forKey: \(key))"
        writer.add("\(name) = \(unwrapOptional(member.type, found))")
      case .optionalOrNull:
        let found: SwiftSource = "try jsonMembers.decodePresence(\(text).self, forKey: \(key))"
        let isPlain = member.type.isPlain
        writer.add("\(name) = \(found)\(isPlain ? "" : ".map { \(unwrap("$0")) }")")
      case .constant(let constant):
        // Swift's == compares by canonical equivalence.
        let isText = member.type == .scalar("String")
        let comparison: SwiftSource = isText ? ".utf8.elementsEqual(\(constant).utf8)" : "== \(constant)"
        let space: SwiftSource = isText ? "" : " "
        if value.count + space.count + comparison.count <= 100 {
          writer.add("guard \(value)\(space)\(comparison) else {")
        } else {
          writer.add("guard", "  \(value)", "    \(comparison)", "else {")
        }
        let expected = SwiftText.literal("expected " + constant.text)
        writer.add(
          "  throw DecodingError.dataCorruptedError(forKey: \(key), in: jsonMembers, debugDescription: \(expected))",
          "}")
      }
    }
    addUnvalidatedRest(plan, to: &writer)
  }

  /// Returns an optional value from `Decoder`, converted to an optional `type`.
  private func unwrapOptional(_ type: TypeReference, _ value: SwiftSource) -> SwiftSource {
    if type.isPlain { return value }
    if case .model = type { return value + "?.model" }
    return "\(value).map { \(decodable(type).unwrap("$0")) }"
  }

  private func addUnvalidatedRest(_ plan: StructurePlan, to writer: inout CodeWriter) {
    switch plan.additional {
    case .kept:
      writer.add("additionalMembers = try Self.memberNames.others(in: jsonMembers)")
    case .typed(let reference):
      let (text, unwrap) = decodable(reference)
      writer.add("additionalMembers = [:]")
      writer.block("for jsonKey in jsonMembers.allKeys where !Self.memberNames.contains(jsonKey.stringValue)") {
        $0.add("let jsonValue = try jsonMembers.decode(\(text).self, forKey: jsonKey)")
        $0.add("additionalMembers.append(jsonKey.stringValue, \(unwrap("jsonValue")))")
      }
    case .refused:
      writer.add("try Self.memberNames.refuseOthers(in: jsonMembers)")
    }
  }

  // MARK: - Decoding

  private func decoding(_ plan: StructurePlan, _ type: TypeDeclaration) -> SwiftSource {
    section(type) { writer in
      writer.block("\(access)init(decoding json: JSONNode) throws(DecodingFailure)") { writer in
        addDecoding(plan, type, to: &writer)
      }
      writer.add("")
      validators.addMemberIndex(of: type, to: &writer)
    }
  }

  /// Finds the index entry of each member first, then decodes the values, and creates the model last, where nothing
  /// can fail any more: Swift copies a model that may be destroyed half-initialized.
  private func addDecoding(_ plan: StructurePlan, _ type: TypeDeclaration, to writer: inout CodeWriter) {
    var read: [(member: MemberPlan, index: Int)] = []
    for member in plan.members where !isConstant(member) {
      if !member.isLocalOnly,
        let index = validators.memberNames(of: type).firstIndex(spelledLike: member.wireName)
      {
        read.append((member, index))
        writer.add("var index\(index) = 0")
      }
    }
    var additional: SwiftSource?
    switch plan.additional {
    case .kept: additional = "JSONObject"
    case .typed(let reference): additional = TypeReference.map(reference).source
    case .refused: break
    }
    if let type = additional {
      writer.add("var others = \(type)()")
      additional = "others"
    }
    addDecodingLoop(plan, type, read.map(\.index), to: &writer)
    let required = read.filter { if case .required = $0.member.presence { true } else { false } }
    if !required.isEmpty {
      let conditions: [SwiftSource] = required.map { "index\($0.index) > 0" }
      let failure: SwiftSource = "throw DecodingFailure(json, \(SwiftText.literal(type.name.qualified)))"
      if conditions.count <= 6 {
        writer.add("guard \(conditions.joined(separator: ", ")) else { \(failure) }")
      } else {
        writer.add("guard")
        writer.add(conditions.enumerated().map { "  " + $1 + ($0 < conditions.count - 1 ? "," : "") })
        writer.add("else { \(failure) }")
      }
    }
    for (member, index) in read {
      let value: SwiftSource = "\(TypeReference.text(of: member))(decoding: json[at: index\(index)])"
      switch member.presence {
      case .required: writer.add("let value\(index) = try \(value)")
      case .optionalOrNull: writer.add("let value\(index) = try index\(index) > 0 ? \(value) : .absent")
      // Not nil, which would be converted to a JSONValue.
      case .optional, .defaulted, .constant:
        writer.add("let value\(index) = try index\(index) > 0 ? \(value) : Optional.none")
      }
    }
    if hasMemberwise(plan) {
      var values = plan.members.filter { !isConstant($0) }.map { member -> (storage: String, value: SwiftSource) in
        let absent: SwiftSource = if case .optionalOrNull = member.presence { ".absent" } else { "nil" }
        let index = read.first { $0.member.name == member.name }?.index
        return (storage: storage(member), value: index.map { "value\($0)" } ?? absent)
      }
      if let additional { values.append(("additionalMembers", additional)) }
      addMemberwiseCall(values, to: &writer)
      return
    }
    var arguments: [SwiftSource] = plan.members.compactMap { member in
      read.first { $0.member.name == member.name }.map { "\(SwiftNames.label(member.name)): value\($0.index)" }
    }
    if let additional { arguments.append("additionalMembers: \(additional)") }
    addCall("self.init", arguments, to: &writer)
  }

  private func addCall(_ function: SwiftSource, _ arguments: [SwiftSource], to writer: inout CodeWriter) {
    let line: SwiftSource = "\(function)(\(arguments.joined(separator: ", ")))"
    if line.count <= 100 {
      writer.add(line)
    } else {
      writer.add("\(function)(")
      writer.add(arguments.enumerated().map { "  " + $1 + ($0 < arguments.count - 1 ? "," : "") })
      writer.add(")")
    }
  }

  private func addDecodingLoop(
    _ plan: StructurePlan, _ type: TypeDeclaration, _ indexes: [Int], to writer: inout CodeWriter
  ) {
    var rest: SwiftSource?
    switch plan.additional {
    case .kept: rest = "others.append(jsonName.string, JSONValue(jsonValue))"
    case .typed(let reference):
      rest = "others.append(jsonName.string, try \(initializer(reference))(decoding: jsonValue))"
    case .refused: break
    }
    if indexes.isEmpty, rest == nil { return }
    let hasConstants = plan.members.contains { isConstant($0) }
    writer.block("for (jsonName, jsonValue) in json.members") { writer in
      if indexes.isEmpty, !hasConstants, plan.wireMembers.isEmpty, let rest {
        writer.add(rest)
        return
      }
      writer.add("switch Self.memberIndex(of: jsonName) {")
      for index in indexes { writer.add("case \(index): index\(index) = jsonValue.index") }
      if let rest {
        // Constants, and names mentioned only by `required` or a dependency.
        let others = validators.memberNames(of: type).enumerated().filter { name in
          plan.members.contains { $0.wireName.isSpelled(like: name.element) && (isConstant($0) || $0.isLocalOnly) }
        }
        if !others.isEmpty {
          writer.add("case \(others.map { SwiftSource($0.offset) }.joined(separator: ", ")): break")
        }
        writer.add("default: \(rest)")
      } else {
        writer.add("default: break")
      }
      writer.add("}")
    }
  }

  /// Returns the value of a constant member where it is written: the literal if the member is deprecated.
  private func constant(_ member: MemberPlan, _ value: SwiftSource) -> SwiftSource {
    member.isDeprecated ? "(\(value) as \(member.type.source))" : SwiftNames.escaped(member.name)
  }

  /// Returns the value of a member for generated code, which must not mention a deprecated property.
  private func undeprecated(_ member: MemberPlan) -> SwiftSource {
    switch member.presence {
    case .constant(let value): constant(member, value)
    case .defaulted(let value): "\(stored(member)) ?? \(value)"
    case .required, .optional, .optionalOrNull: stored(member)
    }
  }

  private func isConstant(_ member: MemberPlan) -> Bool {
    if case .constant = member.presence { true } else { false }
  }

  /// Returns a type's name in a call of its initializer: `Optional<T>` for `T?`.
  func initializer(_ type: TypeReference) -> SwiftSource {
    if case .optional(let wrapped) = type { "Optional<\(wrapped.source)>" } else { type.source }
  }
}

extension TypeReference {
  /// Returns the type whose `init(decoding:)` reads a member.
  fileprivate static func text(of member: MemberPlan) -> SwiftSource {
    if case .optionalOrNull = member.presence { return "Presence<\(member.type.source)>" }
    if case .optional(let wrapped) = member.type { return "Optional<\(wrapped.source)>" }
    return member.type.source
  }
}
