import SchemaRuntime

extension ModelEmitter {
  func emit(_ plan: StructurePlan, _ type: TypeDeclaration) -> EmittedType {
    let isPart = parts.contains(type.key)
    return emitted(type, model(plan, type)) {
      if isPart { addDecodingOfWhole(plan, to: &$0) } else { addDecoding(plan, type, to: &$0) }
    } writing: {
      $0.add("json.beginObject()")
      if isPart { $0.add("writeMembers(to: &json)") } else { addWritingOfMembers(plan, type, to: &$0) }
      addWritingOfOthers(plan, to: &$0)
      $0.add("json.endObject()")
    } table: { writer in
      let names = validators.memberNames(of: type)
      if names.isEmpty, case .refused = plan.additional { return }
      addTable("jsonNames", names.map { SwiftText.literal($0) }, to: &writer)
    } ofPart: { writer in
      guard isPart else { return }
      addPartFunctions(to: &writer) {
        addDecoding(plan, type, to: &$0)
      } writing: {
        addWritingOfMembers(plan, type, to: &$0)
      }
    }
  }

  /// Adds the functions that read and write members of an object shared with other types.
  func addPartFunctions(
    to writer: inout CodeWriter, decoding: (inout CodeWriter) -> Void, writing: (inout CodeWriter) -> Void
  ) {
    writer.add("", "/// Reads its members from an object that also has members of other types.")
    writer.function(
      "init(decoding json: UnsafeJSONNode, noting read: inout ReadMembers) throws(DecodingFailure)", decoding)
    writer.add("", "/// Writes its members into an object that also has members of other types.")
    writer.function("func writeMembers(to json: inout JSONWriter)", writing)
  }

  /// Adds the decoding of an object that also has members of other types.
  private func addDecodingOfWhole(_ plan: StructurePlan, to writer: inout CodeWriter) {
    writer.add("var read = ReadMembers(json)", "try self.init(decoding: json, noting: &read)")
    let isMatch = plan.patterned.map { validators.match($0.patterns, on: "$0") }
    if let patterned = plan.patterned, let isMatch {
      writer.add("patternMembers = try read.others(\(initializer(patterned.type)).self, where: { \(isMatch) })")
    }
    switch plan.additional {
    case .kept:
      writer.add("additionalMembers = \(isMatch.map { "read.others(except: { \($0) })" } ?? "read.others()")")
    case .typed(let reference):
      writer.add("additionalMembers = try read.others(\(initializer(reference)).self)")
    case .refused: if plan.patterned == nil { writer.add("try read.checkOthers()") }
    }
  }

  // MARK: - Model

  private func model(_ plan: StructurePlan, _ type: TypeDeclaration) -> SwiftSource {
    var conformances = conformance(type)
    if plan.identity != nil { conformances += ", Identifiable" }
    for one in plan.protocols { conformances += ", \(one.source)" }
    var structure = declaration(type, "struct \(SwiftNames.escaped(type.name.name)): \(conformances)") { writer in
      for member in plan.members { addProperty(member, plan, to: &writer) }
      for member in plan.members { addFormerNames(member, to: &writer) }
      for variant in plan.variants {
        writer.add("/// The members of one branch, which are part of the same JSON object.")
        addProperty(variant.name, variant.type, isShared: plan.isShared, to: &writer)
      }
      if let patterned = plan.patterned {
        writer.add(SwiftText.comment(patterned.documentation))
        let type = TypeReference.map(patterned.type).source
        addProperty("patternMembers", type, isShared: plan.isShared, to: &writer)
      }
      switch plan.additional {
      case .kept:
        writer.add("/// Members not declared in the schema, which are preserved when the value is written.")
        addProperty("additionalMembers", "JSONObject", isShared: plan.isShared, to: &writer)
      case .typed(let reference):
        writer.add("/// The additional members, in order.")
        let type = TypeReference.map(reference).source
        addProperty("additionalMembers", type, isShared: plan.isShared, to: &writer)
      case .refused: break
      }
      if let identity = plan.identity, identity != "id" {
        if let member = plan.members.first(where: { $0.name == identity }) {
          let value = undeprecated(member, plan)
          let qualifier: SwiftSource = SwiftNames.accessors.contains(value.text) ? "self." : ""
          writer.add("\(access)var id: \(member.propertyType) { \(qualifier)\(value) }", "")
        }
      }
      if plan.keepsNulls, !plan.isShared {
        writer.add("/// The members that were null and have no value.", "private var nullMembers = NullMembers()", "")
      }
      if plan.isShared {
        addSharedMembers(storedProperties(plan), to: &writer)
      } else if hasMemberwise(plan) {
        writer.add("/// Makes the initializer synthesized by Swift private to this file.")
        writer.add("private var memberwise = Memberwise()")
      } else {
        addInitializer(plan, to: &writer)
      }
      if let base = type.base { addPatch(plan, base, type, to: &writer) }
    }
    if let offered = plan.offered { structure += "\n\n" + declaration(offered, of: type) }
    guard plan.isShared || hasMemberwise(plan) else { return structure }
    return structure + "\n\n" + section(type) { addInitializer(plan, to: &$0) }
  }

  /// Whether the type is initialized through SchemaRuntime's `Memberwise`. Swift copies the result of an explicit
  /// initializer if it exceeds six words, and a String alone has two. The synthesized initializer omits private members
  /// with a property wrapper.
  private func hasMemberwise(_ plan: StructurePlan) -> Bool {
    var rest = (plan.patterned == nil ? 0 : 1) + plan.variants.count
    if plan.hasAdditional { rest += 1 }
    return !plan.isShared && plan.members.count { !$0.isConstant } + rest > 3
  }

  /// Adds the struct of a model's stored properties, and the model's reference to one.
  func addSharedMembers(_ properties: [(name: String, type: SwiftSource)], to writer: inout CodeWriter) {
    writer.add("/// The members, which copies share until one of them is changed.")
    writer.add("private var sharedMembers: CopyOnWrite<SharedMembers>", "")
    writer.block("nonisolated private struct SharedMembers: Hashable, Sendable") { writer in
      for property in properties { writer.add("var \(SwiftNames.escaped(property.name)): \(property.type)") }
    }
  }

  /// Adds a statement that initializes a model from its shared members, to be wrapped in a call of an initializer unless
  /// it is in the type's own.
  func addShared(_ arguments: [SwiftSource], isInType: Bool, to writer: inout CodeWriter) {
    let head: SwiftSource = isInType ? "sharedMembers = " : "sharedMembers: "
    let whole: SwiftSource = "\(head)CopyOnWrite(SharedMembers(\(arguments.joined(separator: ", "))))"
    let line: SwiftSource = isInType ? whole : "self.init(\(whole))"
    if writer.fits(line + "  ") {
      writer.add(line)
      return
    }
    func add(_ writer: inout CodeWriter) {
      writer.add("\(head)CopyOnWrite(")
      writer.indented { $0.list("SharedMembers(", arguments, ")") }
      writer.add(")")
    }
    guard !isInType else { return add(&writer) }
    writer.add("self.init(")
    writer.indented(add)
    writer.add(")")
  }

  /// Adds a property of its own, or one of the shared members.
  func addProperty(_ name: String, _ type: SwiftSource, isShared: Bool, to writer: inout CodeWriter) {
    let head: SwiftSource = "\(access)var \(SwiftNames.escaped(name)): \(type)"
    guard isShared else {
      writer.add(head, "")
      return
    }
    let place: SwiftSource = "sharedMembers.value.\(SwiftNames.path(name))"
    writer.block(head) { $0.add("get { \(place) }", "_modify { yield &\(place) }") }
    writer.add("")
  }

  /// Returns the stored properties of a struct, in order.
  private func storedProperties(_ plan: StructurePlan) -> [(name: String, type: SwiftSource)] {
    var properties = plan.members.filter { !$0.isConstant }.map { (name: storage($0), type: storedType($0)) }
    properties += plan.variants.map { ($0.name, $0.type) }
    if let patterned = plan.patterned {
      properties.append(("patternMembers", TypeReference.map(patterned.type).source))
    }
    switch plan.additional {
    case .kept: properties.append(("additionalMembers", "JSONObject"))
    case .typed(let reference): properties.append(("additionalMembers", TypeReference.map(reference).source))
    case .refused: break
    }
    if plan.keepsNulls { properties.append(("nullMembers", "NullMembers")) }
    return properties
  }

  /// Adds the parts of a partial-update twin that depend on the type that it updates.
  private func addPatch(
    _ plan: StructurePlan, _ base: StructurePlan, _ type: TypeDeclaration, to writer: inout CodeWriter
  ) {
    let model = type.name.enclosingSource
    writer.add("", "\(access)typealias PatchedModel = \(model)")
    if completed.contains(type.key) {
      writer.add("", "/// Adds the required members that null has reset.")
      writer.block("\(access)static func addRequiredMembers(to object: inout JSONObject)") { writer in
        for reset in type.resets {
          let member: SwiftSource = "object[\(SwiftText.literal(reset.name))]"
          writer.block("if \(member) == nil") { $0.add(reset.value, after: "\(member) = ") }
        }
        for member in plan.members {
          let name = SwiftText.literal(member.wireName)
          switch member.type {
          case .model(let key, let patch) where completed.contains(key):
            writer.add("object.addRequired(in: \(name), \(patch).self)")
          case .map(.optional(.model(let key, let patch))) where completed.contains(key):
            writer.add("object.addRequired(inEachOf: \(name), \(patch).self)")
          case .scalar, .model, .array, .map, .optional: break
          }
        }
      }
    }
    let local = base.members.filter(\.isLocalOnly)
    if local.isEmpty { return }
    writer.add("", "/// Copies the members that are not part of the JSON.")
    writer.block("\(access)static func keepLocalMembers(of old: \(model), in new: inout \(model))") { writer in
      for member in local { writer.add("new.\(place(member, base)) = old.\(place(member, base))") }
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

  /// Returns the stored property as code.
  private func place(_ member: MemberPlan, _ plan: StructurePlan) -> SwiftSource {
    let name = storage(member)
    return plan.isShared ? "sharedMembers.value.\(SwiftNames.path(name))" : SwiftNames.escaped(name)
  }

  private func storedType(_ member: MemberPlan) -> SwiftSource {
    member.withoutDefault.propertyType
  }

  private func addProperty(_ member: MemberPlan, _ plan: StructurePlan, to writer: inout CodeWriter) {
    let name = SwiftNames.escaped(member.name)
    let stored = place(member, plan)
    let stem = SwiftNames.part(member.stem)
    writer.add(SwiftText.comment(member.documentation))
    if member.isLocalOnly { writer.add("/// - Note: Local only: never decoded or encoded.") }
    if member.isDeprecated {
      let message: SwiftSource = member.deprecationMessage.map { ", message: \(SwiftText.literal($0))" } ?? ""
      writer.add("@available(*, deprecated\(message))")
    }
    switch member.presence {
    case .constant(let value):
      writer.add("\(access)var \(name): \(member.type.source) { \(value) }", "")
      return
    case .defaulted(let value):
      writer.block("\(access)var \(name): \(member.type.source)") { writer in
        addGetter(of: member, value, plan, to: &writer)
        writer.add("set { \(stored) = \(member.hasPresence ? "Presence(newValue)" : "newValue") }")
      }
      writer.add(
        "", "/// Whether ``\(SwiftNames.path(member.name))`` is present. When absent, it reads as its default.")
      writer.add(
        "\(access)var has\(stem): Bool { \(stored)\(member.hasPresence ? ".isPresent" : " != nil") }", "")
      writer.add("/// Makes ``\(SwiftNames.path(member.name))`` absent.")
      writer.add(
        "\(access)mutating func clear\(stem)() { \(stored) = \(member.hasPresence ? ".absent" : "nil") }", "")
      if !plan.isShared { writer.add("private var \(stored): \(storedType(member))", "") }
    case .required, .optional, .optionalOrNull:
      if isStoredApart(member) {
        writer.block("\(access)var \(name): \(member.propertyType)") { writer in
          writer.add("get { \(stored) }", "set { \(stored) = newValue }")
        }
        writer.add("")
        if !plan.isShared { writer.add("private var \(stored): \(storedType(member))", "") }
      } else {
        addProperty(member.name, member.propertyType, isShared: plan.isShared, to: &writer)
      }
    }
  }

  /// Adds the former names of a member as computed properties.
  private func addFormerNames(_ member: MemberPlan, to writer: inout CodeWriter) {
    let name: SwiftSource = "self." + SwiftNames.escaped(member.name)
    for former in member.formerNames {
      writer.add("/// The former name of ``\(SwiftNames.path(member.name))``.")
      writer.add("@available(*, deprecated, renamed: \(SwiftText.literal(member.name)))")
      let head: SwiftSource = "\(access)var \(SwiftNames.escaped(former)): \(member.propertyType)"
      if case .constant = member.presence {
        writer.add("\(head) { \(name) }", "")
      } else {
        writer.block(head) { $0.add("get { \(name) }", "set { \(name) = newValue }") }
        writer.add("")
      }
    }
  }

  /// Returns the parameter that takes a member's value; nil for a computed one.
  func parameter(_ member: MemberPlan) -> SwiftSource? {
    let name = SwiftNames.escaped(member.name)
    return switch member.presence {
    case .constant: nil
    case .required: "\(name): \(member.type.source)"
    case .optional, .optionalOrNull, .defaulted:
      "\(name): \(storedType(member)) = \(member.hasPresence ? ".absent" : "nil")"
    }
  }

  private func addInitializer(_ plan: StructurePlan, to writer: inout CodeWriter) {
    var parameters: [SwiftSource] = []
    var values: [(storage: String, value: SwiftSource)] = []
    for member in plan.members {
      guard let parameter = parameter(member) else { continue }
      parameters.append(parameter)
      values.append((storage(member), SwiftNames.escaped(member.name)))
    }
    for variant in plan.variants {
      let name = SwiftNames.escaped(variant.name)
      parameters.append("\(name): \(variant.type)")
      values.append((variant.name, name))
    }
    if let patterned = plan.patterned {
      parameters.append("patternMembers: \(TypeReference.map(patterned.type).source) = [:]")
      values.append(("patternMembers", "patternMembers"))
    }
    if case .refused = plan.additional {
    } else {
      let type: TypeReference =
        if case .typed(let reference) = plan.additional { .map(reference) } else { .map(.scalar("JSONValue")) }
      parameters.append("additionalMembers: \(type.source) = [:]")
      values.append(("additionalMembers", "additionalMembers"))
    }
    if plan.keepsNulls, plan.isShared { values.append(("nullMembers", "NullMembers()")) }
    writer.list("\(access)init(", parameters, ") {")
    writer.indented { writer in
      if plan.isShared || hasMemberwise(plan) {
        addMemberwiseCall(values, plan, to: &writer)
      } else {
        writer.add(values.map { "self.\(SwiftNames.path($0.storage)) = \($0.value)" })
      }
    }
    writer.add("}")
  }

  /// Returns a call of the memberwise initializer with the stored properties, in order.
  private func addMemberwiseCall(
    _ values: [(storage: String, value: SwiftSource)], _ plan: StructurePlan, to writer: inout CodeWriter
  ) {
    let arguments: [SwiftSource] = values.map { "\(SwiftNames.label($0.storage)): \($0.value)" }
    if plan.isShared {
      addShared(arguments, isInType: false, to: &writer)
    } else {
      writer.list("self.init(", arguments + ["memberwise: Memberwise()"], ")")
    }
  }

  // MARK: - Writing

  private func addWritingOfMembers(_ plan: StructurePlan, _ type: TypeDeclaration, to writer: inout CodeWriter) {
    let nulls: SwiftSource = plan.isShared ? "sharedMembers.value.nullMembers" : "nullMembers"
    for item in plan.wireMembers {
      let name = place(item, plan)
      let member = item.withoutDefault
      let key = SwiftText.memberName(member.wireName)
      let isSimple = scalarReader(member.type) != nil
      switch member.presence {
      case .required where isSimple, .optional where isSimple:
        writer.add("json.member(\(key), \(name))")
        if let index = nullIndex(of: member, type) {
          writer.add("if \(nulls)[\(index)], \(name) == nil { json.null(\(key)) }")
        }
      case .constant(let value) where isSimple:
        writer.add("json.member(\(key), \(constant(member, value)))")
      case .required:
        writer.add("json.name(\(key))")
        write(name, member.type, to: &writer)
      case .constant(let value):
        writer.add("json.name(\(key))")
        write(constant(member, value), member.type, to: &writer)
      case .optional:
        let value: SwiftSource = plan.isShared ? "value" : name
        writer.block("if let \(plan.isShared ? "value = \(name)" : name)") { writer in
          writer.add("json.name(\(key))")
          write(value, member.type, to: &writer)
        }
        if let index = nullIndex(of: member, type) {
          writer.add("if \(nulls)[\(index)], \(name) == nil { json.null(\(key)) }")
        }
      case .optionalOrNull, .defaulted:
        writer.block("if \(name).isPresent") { writer in
          writer.add("json.name(\(key))")
          write("\(name).value", .optional(member.type), to: &writer)
        }
      }
    }
    for variant in plan.variants { writer.add("\(SwiftNames.escaped(variant.name)).writeMembers(to: &json)") }
  }

  private func addWritingOfOthers(_ plan: StructurePlan, to writer: inout CodeWriter) {
    if let patterned = plan.patterned { addWriting("patternMembers", patterned.type, to: &writer) }
    switch plan.additional {
    case .kept: writer.add("json.writeMembers(of: additionalMembers)")
    case .typed(let reference): addWriting("additionalMembers", reference, to: &writer)
    case .refused: break
    }
  }

  /// Adds statements that write the members of a map.
  private func addWriting(_ map: SwiftSource, _ type: TypeReference, to writer: inout CodeWriter) {
    guard type.models.contains(where: { localOnly.contains($0) }) else {
      writer.add("\(map).writeMembers(to: &json)")
      return
    }
    // Local-only values have no writer that a map could call.
    writer.block("for jsonMember in \(map)") { writer in
      writer.add("json.key(jsonMember.key)")
      write("jsonMember.value", type, to: &writer)
    }
  }

  /// Returns the index of a member among those whose nulls are kept; nil if its null is none of them.
  private func nullIndex(of member: MemberPlan, _ type: TypeDeclaration) -> Int? {
    member.keepsNull ? validators.memberNames(of: type).firstIndex(spelledLike: member.wireName) : nil
  }

  // MARK: - Decoding

  /// Creates the model in one step from located members. Values that cannot be represented are only detected
  /// afterwards, so that Swift need not destroy a partly initialized model.
  private func addDecoding(_ plan: StructurePlan, _ type: TypeDeclaration, to writer: inout CodeWriter) {
    if plan.isUntyped {
      let name = SwiftText.literal(type.name.qualified)
      writer.add("guard json.isObject else { throw DecodingFailure(json, \(name)) }")
    }
    let names = validators.memberNames(of: type)
    var arguments: [(storage: String, label: String, value: SwiftSource)] = []
    var mayFail = false
    for member in plan.members where !member.isConstant {
      let absent: SwiftSource = if case .optionalOrNull = member.presence { ".absent" } else { "nil" }
      var value = absent
      if !member.isLocalOnly, let index = names.firstIndex(spelledLike: member.wireName) {
        value = reading(member, at: index)
        if let reader = scalarReader(member.type), reader.mayFail || isRequired(member) { mayFail = true }
      } else if !plan.isShared, !hasMemberwise(plan) {
        continue
      }
      arguments.append((storage(member), member.name, value))
    }
    let isPart = parts.contains(type.key)
    for variant in plan.variants {
      let value: SwiftSource = "try \(variant.type)(decoding: json, noting: &read)"
      arguments.append((variant.name, variant.name, value))
    }
    if isPart {
      if plan.patterned != nil { arguments.append(("patternMembers", "patternMembers", "[:]")) }
      if plan.hasAdditional { arguments.append(("additionalMembers", "additionalMembers", "[:]")) }
    } else {
      addOthers(plan, to: &arguments)
    }
    let isExact = validators.exactTypes.contains(type.key)
    if arguments.contains(where: { $0.value.contains("members.") }) || isPart && !names.isEmpty || isExact {
      let rest: SwiftSource = plan.members.count < names.count ? ", first: \(plan.members.count)" : ""
      writer.add("var members = json.located(Self.jsonNames\(rest))")
      for member in plan.members where member.isConditional && !member.isLocalOnly {
        let check = validators.check(member.schema, on: "$0")
        guard check != .always, let index = names.firstIndex(spelledLike: member.wireName) else { continue }
        writer.add("members.keep(\(index)) { \(check.source) }")
      }
      if isExact {
        for (index, member) in plan.members.enumerated() where member.isConstant {
          writer.add("members.check(\(index)) { \(validators.check(member.schema, on: "$0").source) }")
        }
      }
      if isPart { writer.add("members.note(in: &read)") }
    }
    if plan.keepsNulls {
      let indices = plan.members.compactMap { nullIndex(of: $0, type) }
      var masks = Array(repeating: UInt64(0), count: (indices.max() ?? 0) / 64 + 1)
      for index in indices { masks[index / 64] |= 1 << UInt64(index % 64) }
      let words = masks.map(SwiftSource.hexadecimal)
      let mask: SwiftSource = words.count == 1 ? words[0] : "[\(words.joined(separator: ", "))]"
      writer.add("let nullMembers = members.takeNulls(\(mask))")
    }
    if plan.isShared || hasMemberwise(plan) {
      if plan.keepsNulls { arguments.append(("nullMembers", "nullMembers", "nullMembers")) }
      addMemberwiseCall(arguments.map { ($0.storage, $0.value) }, plan, to: &writer)
    } else {
      writer.list("self.init(", arguments.map { "\(SwiftNames.label($0.label)): \($0.value)" }, ")")
    }
    if plan.keepsNulls, !plan.isShared, !hasMemberwise(plan) { writer.add("self.nullMembers = nullMembers") }
    if isExact {
      writer.add("try members.checkAll(\(plan.namesToCheck))")
    } else if mayFail {
      writer.add("try members.check()")
    }
  }

  /// Adds the arguments for the members not declared in the schema.
  private func addOthers(
    _ plan: StructurePlan, to arguments: inout [(storage: String, label: String, value: SwiftSource)]
  ) {
    let isMatch = plan.patterned.map { validators.match($0.patterns, on: "$0") }
    if let patterned = plan.patterned, let isMatch {
      let type = initializer(patterned.type)
      arguments.append(
        ("patternMembers", "patternMembers", "try members.others(\(type).self, where: { \(isMatch) })"))
    }
    switch plan.additional {
    case .kept:
      let others: SwiftSource = isMatch.map { "members.others(except: { \($0) })" } ?? "members.others()"
      arguments.append(("additionalMembers", "additionalMembers", others))
    case .typed(let reference):
      let type = initializer(reference)
      arguments.append(("additionalMembers", "additionalMembers", "try members.others(\(type).self)"))
    case .refused: break
    }
  }

  /// Returns the expression that reads a member.
  private func reading(_ item: MemberPlan, at index: Int) -> SwiftSource {
    let member = item.withoutDefault
    if let reader = scalarReader(member.type) {
      switch member.presence {
      case .required, .constant: return "members.\(reader.name)(\(index))"
      case .optional: return "members.\(reader.optionalName)(\(index))"
      case .optionalOrNull, .defaulted: break
      }
    }
    let value: SwiftSource = "\(TypeReference.text(of: member))(decoding: members.value(\(index)))"
    switch member.presence {
    case .required, .constant: return "try \(value)"
    case .optionalOrNull, .defaulted: return "try members.contains(\(index)) ? \(value) : .absent"
    // Not nil, which would be converted to a JSONValue.
    case .optional: return "try members.contains(\(index)) ? \(value) : Optional.none"
    }
  }

  private func isRequired(_ member: MemberPlan) -> Bool {
    if case .required = member.presence { true } else { false }
  }

  /// Returns the runtime's functions for reading members of a type; nil if it has none.
  private func scalarReader(_ type: TypeReference) -> (name: SwiftSource, optionalName: SwiftSource, mayFail: Bool)? {
    switch type {
    case .scalar("String"): ("string", "optionalString", false)
    case .scalar("Bool"): ("bool", "optionalBool", false)
    case .scalar("Int"): ("int", "optionalInt", true)
    case .scalar("Double"): ("double", "optionalDouble", true)
    case .array(.scalar("String")): ("strings", "optionalStrings", false)
    case .array(.scalar("Int")): ("ints", "optionalInts", true)
    case .array(.scalar("Double")): ("doubles", "optionalDoubles", true)
    case .scalar("JSONValue"): ("jsonValue", "optionalJSONValue", false)
    case .scalar, .model, .array, .map, .optional: nil
    }
  }

  /// Returns the value of a constant member at its declaration: the literal if the member is deprecated.
  private func constant(_ member: MemberPlan, _ value: SwiftSource) -> SwiftSource {
    member.isDeprecated ? "(\(value) as \(member.type.source))" : SwiftNames.escaped(member.name)
  }

  /// Returns the value of a member for generated code, which must not mention a deprecated property.
  private func undeprecated(_ member: MemberPlan, _ plan: StructurePlan) -> SwiftSource {
    switch member.presence {
    case .constant(let value): constant(member, value)
    case .defaulted(let value): defaulted(member, value.source, plan)
    case .required, .optional, .optionalOrNull: place(member, plan)
    }
  }

  private func addGetter(
    of member: MemberPlan, _ value: SwiftExpression, _ plan: StructurePlan, to writer: inout CodeWriter
  ) {
    let stored = place(member, plan)
    let line: SwiftSource = "get { \(defaulted(member, value.source, plan)) }"
    if writer.fits(line) {
      writer.add(line)
      return
    }
    writer.block("get") { writer in
      if member.hasPresence {
        writer.add("if \(stored).isPresent { return \(stored).value }")
      } else {
        writer.add(
          plan.isShared ? "if let value = \(stored) { return value }" : "if let \(stored) { return \(stored) }")
      }
      writer.add(value, after: "return ")
    }
  }

  /// Returns the value of a member with a default.
  private func defaulted(_ member: MemberPlan, _ value: SwiftSource, _ plan: StructurePlan) -> SwiftSource {
    let stored = place(member, plan)
    return member.hasPresence ? "if \(stored).isPresent { \(stored).value } else { \(value) }" : "\(stored) ?? \(value)"
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
