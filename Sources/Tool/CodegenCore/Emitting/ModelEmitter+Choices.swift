import JSONSchema
import SchemaRuntime

// Enumerations, unions, and wrappers of documents whose root is neither of these nor an object.
extension ModelEmitter {
  // MARK: - Enumerations

  func emit(_ plan: EnumerationPlan, _ type: TypeDeclaration) -> EmittedType {
    emitted(type, plan.isOpen ? openModel(plan, type) : closedModel(plan, type)) {
      addDecoding(plan, type, to: &$0)
    } writing: {
      $0.add(plan.rawType == "JSONValue" ? "rawValue.write(to: &json)" : "json.write(rawValue)")
    } table: { writer in
      if plan.rawType == "String" { addTable("jsonValues", plan.cases.map(\.literal), to: &writer) }
    }
  }

  private func closedModel(_ plan: EnumerationPlan, _ type: TypeDeclaration) -> SwiftSource {
    if plan.rawType == "JSONValue" { return mixedModel(plan, type) }
    let head: SwiftSource =
      "enum \(SwiftNames.escaped(type.name.name)): \(plan.rawType), \(conformance(type)), CaseIterable"
    return declaration(type, head) { writer in
      for item in plan.cases {
        let isNamedLikeValue = plan.rawType == "String" && item.literal == SwiftText.literal(item.name)
        addCase(item, isNamedLikeValue ? "" : " = \(item.literal)", to: &writer)
      }
      if plan.cases.contains(where: \.hasAvailability) {
        // Swift synthesizes none beside an attribute.
        writer.add("")
        writer.block("\(access)static var allCases: [Self]") {
          $0.list("[", plan.cases.map(\.literal), "].compactMap { Self(rawValue: $0) }")
        }
      }
      addFormerNames(plan, to: &writer)
    }
  }

  /// Returns an enum of values of several types. Swift has no literals of type `JSONValue` for raw values.
  private func mixedModel(_ plan: EnumerationPlan, _ type: TypeDeclaration) -> SwiftSource {
    let head: SwiftSource =
      "enum \(SwiftNames.escaped(type.name.name)): \(conformance(type)), CaseIterable, RawRepresentable"
    return declaration(type, head) { writer in
      for item in plan.cases { addCase(item, "", to: &writer) }
      writer.add("")
      writer.block("\(access)init?(rawValue: JSONValue)") { writer in
        writer.add("guard let value = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }")
        writer.add("self = value")
      }
      writer.add("")
      writer.block("\(access)var rawValue: JSONValue") { writer in
        writer.add("switch self {")
        for item in plan.cases { writer.add("case .\(SwiftNames.escaped(item.name)): \(item.literal)") }
        writer.add("}")
      }
      addFormerNames(plan, to: &writer)
    }
  }

  private func addCase(_ item: EnumerationPlan.Case, _ value: SwiftSource, to writer: inout CodeWriter) {
    let warning: [MarkdownSource] =
      item.isDeprecated ? (item.documentation.isEmpty ? [] : [""]) + ["- Warning: Deprecated."] : []
    writer.add(SwiftText.comment(item.documentation + (item.hasAvailability ? [] : warning)))
    if item.hasAvailability { writer.add("@available(*, deprecated)") }
    writer.add("case \(SwiftNames.escaped(item.name))\(value)")
  }

  private func openModel(_ plan: EnumerationPlan, _ type: TypeDeclaration) -> SwiftSource {
    let literal: SwiftSource = plan.rawType == "String" ? "String" : "Integer"
    let head: SwiftSource =
      "enum \(SwiftNames.escaped(type.name.name)): OpenEnumeration, \(conformance(type)), ExpressibleBy\(literal)Literal"
    return declaration(type, head) { writer in
      for item in plan.cases { addCase(item, "", to: &writer) }
      writer.add("/// A value that the schema does not list.", "case unknown(\(plan.rawType))", "")
      writer.block("\(access)init(rawValue: \(plan.rawType))") { writer in
        writer.add("switch rawValue {")
        for item in plan.cases { writer.add("case \(item.literal): self = .\(SwiftNames.escaped(item.name))") }
        writer.add("default: self = .unknown(rawValue)", "}")
        if plan.rawType == "String" {
          writer.add("// Swift's == treats canonically equivalent strings as equal.")
          writer.add("if !self.rawValue.utf8.elementsEqual(rawValue.utf8) { self = .unknown(rawValue) }")
        }
      }
      writer.add("")
      writer.block("\(access)var rawValue: \(plan.rawType)") { writer in
        writer.add("switch self {")
        for item in plan.cases { writer.add("case .\(SwiftNames.escaped(item.name)): \(item.literal)") }
        writer.add("case .unknown(let value): value", "}")
      }
      addKnownCases(plan, to: &writer)
      addFormerNames(plan, to: &writer)
    }
  }

  private func addKnownCases(_ plan: EnumerationPlan, to writer: inout CodeWriter) {
    writer.add("", "/// The values that the schema lists.")
    let head: SwiftSource = "\(access)static var allKnownCases: [Self]"
    let cases = plan.cases.map { "." + SwiftNames.escaped($0.name) }
    let line = head + " { [" + cases.joined(separator: ", ") + "] }"
    if line.count <= CodeWriter.width - 4 {
      writer.add(line)
      return
    }
    writer.block(head) { writer in
      writer.add("[")
      writer.indented { $0.add(cases.map { $0 + "," }) }
      writer.add("]")
    }
  }

  /// Adds the former names of cases.
  private func addFormerNames(_ plan: EnumerationPlan, to writer: inout CodeWriter) {
    for item in plan.cases {
      for former in item.formerNames {
        writer.add("", "/// The former name of ``\(SwiftNames.path(item.name))``.")
        writer.add("@available(*, deprecated, renamed: \(SwiftText.literal(item.name)))")
        writer.add("\(access)static var \(SwiftNames.escaped(former)): Self { .\(SwiftNames.escaped(item.name)) }")
      }
    }
  }

  private func addDecoding(_ plan: EnumerationPlan, _ type: TypeDeclaration, to writer: inout CodeWriter) {
    let failure: SwiftSource = "throw DecodingFailure(json, \(SwiftText.literal(type.name.qualified)))"
    if plan.rawType == "JSONValue" {
      writer.add("guard let value = Self(rawValue: JSONValue(json)) else { \(failure) }", "self = value")
      return
    }
    if plan.rawType == "Int" {
      if plan.isOpen {
        writer.add("self.init(rawValue: try Int(decoding: json))")
      } else {
        writer.add("guard let rawValue = json.int, let value = Self(rawValue: rawValue) else { \(failure) }")
        writer.add("self = value")
      }
      return
    }
    writer.add("switch Self.jsonValues.index(of: json) {")
    for (index, item) in plan.cases.enumerated() {
      if item.hasAvailability {
        writer.add("case \(index):")
        writer.add("  guard let value = Self(rawValue: \(item.literal)) else { \(failure) }", "  self = value")
      } else {
        writer.add("case \(index): self = .\(SwiftNames.escaped(item.name))")
      }
    }
    writer.add("default: \(plan.isOpen ? "self = .unknown(json.string)" : failure)", "}")
  }

  // MARK: - Unions

  func emit(_ plan: UnionPlan, _ type: TypeDeclaration) -> EmittedType {
    emitted(type, model(plan, type)) {
      if plan.isPart {
        $0.add("var read = ReadMembers(json)", "try self.init(decoding: json, noting: &read)", "try read.checkOthers()")
      } else {
        addDecoding(plan, type, to: &$0)
      }
    } writing: {
      if plan.isPart {
        $0.add("json.beginObject()", "writeMembers(to: &json)", "json.endObject()")
      } else {
        addWriting(plan, to: &$0)
      }
    } table: { writer in
      guard plan.choosesBest else { return }
      for (index, item) in plan.cases.enumerated() where !item.names.isEmpty {
        addNames(item.names, index, to: &writer)
      }
    } ofPart: { writer in
      guard plan.isPart else { return }
      addPartFunctions(to: &writer) {
        addDecoding(plan, type, to: &$0)
      } writing: {
        addWritingOfMembers(plan, to: &$0)
      }
    }
  }

  private func addNames(_ names: UnionPlan.BranchNames, _ index: Int, to writer: inout CodeWriter) {
    func list(_ names: [String]) -> SwiftSource {
      "[" + names.map { SwiftText.literal($0) }.joined(separator: ", ") + "]"
    }
    let head: SwiftSource = "private static let branchNames\(index) = BranchNames("
    if names.members.isEmpty { return writer.list(head + "[", names.own.map { SwiftText.literal($0) }, "])") }
    let members = names.members.map { "\(SwiftText.literal($0.name)): \(list($0.names))" as SwiftSource }
    writer.list(head + (names.own.isEmpty ? "" : "\(list(names.own)), ") + "members: [", members, "])")
  }

  private func addWritingOfMembers(_ plan: UnionPlan, to writer: inout CodeWriter) {
    writer.add("switch self {")
    for item in plan.cases {
      let name = SwiftNames.escaped(item.name)
      guard case .model(let key, _)? = item.type else {
        writer.add("case .\(name): break")
        continue
      }
      guard let part = structures[key], part.hasAdditional || part.patterned != nil else {
        writer.add("case .\(name)(let value): value.writeMembers(to: &json)")
        continue
      }
      let others = (part.patterned == nil ? [] : ["patternMembers"]) + (part.hasAdditional ? ["additionalMembers"] : [])
      let isEmpty: [SwiftSource] = others.map { "value.\(SwiftNames.path($0)).isEmpty" }
      writer.add("case .\(name)(let value):")
      writer.indented { writer in
        let property = SwiftText.literal(item.name)
        writer.add("if !(\(isEmpty.joined(separator: " && "))) { json.refuse(.membersOfBranch(\(property))) }")
        writer.add("value.writeMembers(to: &json)")
      }
    }
    writer.add("}")
  }

  private func model(_ plan: UnionPlan, _ type: TypeDeclaration) -> SwiftSource {
    declaration(type, "enum \(SwiftNames.escaped(type.name.name)): \(conformance(type))") { writer in
      for item in plan.cases {
        let payload: SwiftSource = item.type.map { "(\($0.source))" } ?? ""
        writer.add(SwiftText.comment(item.documentation))
        writer.add("case \(SwiftNames.escaped(item.name))\(payload)")
      }
      writer.add("")
      for item in plan.branchProperties {
        let name = SwiftNames.escaped(item.name)
        writer.function("\(access)var \(name): \(item.type)") {
          $0.add("if case .\(name)(let value) = self { value } else { nil }")
        }
      }
      if plan.cases.contains(where: { $0.parameters != nil }) { writer.add("") }
      for item in plan.cases { addFactory(of: item, to: &writer) }
      for member in plan.sharedMembers { addShared(member, plan, to: &writer) }
      if let tag = plan.tag {
        writer.add("")
        writer.block("\(access)var \(SwiftNames.escaped(tag.name)): \(tag.type)") { writer in
          writer.add("switch self {")
          for (item, value) in zip(plan.cases, tag.values) {
            writer.add("case .\(SwiftNames.escaped(item.name)): \(value)")
          }
          writer.add("}")
        }
      }
    }
  }

  /// Adds a function that makes a case from the members of its struct.
  private func addFactory(of item: UnionPlan.Case, to writer: inout CodeWriter) {
    guard let type = item.type, let members = item.parameters else { return }
    let name = SwiftNames.escaped(item.name)
    func tag(_ member: MemberPlan) -> SwiftSource? {
      guard let tag = item.tag, tag.member.isSpelled(like: member.wireName), member.type.source == "String" else {
        return nil
      }
      return tag.values.first?.string.map { SwiftText.literal($0) }
    }
    let parameters = members.compactMap { tag($0) == nil ? parameter($0) : nil }
    let arguments: [SwiftSource] = members.map {
      "\(SwiftNames.label($0.name)): \(tag($0) ?? SwiftNames.escaped($0.name))"
    }
    let start: SwiftSource = "\(access)static func \(name)("
    func addValue(_ writer: inout CodeWriter) {
      let value: SwiftSource = ".\(name)(\(type.source)(\(arguments.joined(separator: ", "))))"
      if writer.fits(value + "  ") { return writer.add(value) }
      writer.add(".\(name)(")
      writer.indented { $0.list("\(type.source)(", arguments, ")") }
      writer.add(")")
    }
    let head: SwiftSource = "\(start)\(parameters.joined(separator: ", "))) -> Self"
    writer.add(SwiftText.comment(item.documentation))
    if writer.fits(head + " {") { return writer.function(head, addValue) }
    writer.list(start, parameters, ") -> Self {")
    writer.indented(addValue)
    writer.add("}")
  }

  /// Adds a member that all branches share.
  private func addShared(_ member: UnionPlan.SharedMember, _ plan: UnionPlan, to writer: inout CodeWriter) {
    let name = SwiftNames.escaped(member.name)
    func addSwitch(_ writer: inout CodeWriter, _ statement: (SwiftSource) -> SwiftSource) {
      writer.add("switch self {")
      for item in plan.cases {
        let branch = SwiftNames.escaped(item.name)
        writer.add("case .\(branch)(let value): \(statement(branch))")
      }
      writer.add("}")
    }
    writer.add("")
    writer.add(SwiftText.comment(member.documentation))
    writer.block("\(access)var \(name): \(member.type)") { writer in
      guard member.isSettable else {
        addSwitch(&writer) { _ in "value.\(name)" }
        return
      }
      writer.block("get") { addSwitch(&$0) { _ in "value.\(name)" } }
      writer.block("set") {
        addSwitch(&$0) { branch in "self = .\(branch)(value.changing { $0.\(name) = newValue })" }
      }
    }
  }

  private func addWriting(_ plan: UnionPlan, to writer: inout CodeWriter) {
    writer.add("switch self {")
    for item in plan.cases {
      guard let type = item.type else {
        if let constant = item.constant {
          writer.add("case .\(SwiftNames.escaped(item.name)): json.write(\(constant))")
        }
        continue
      }
      var body = CodeWriter()
      if let tag = item.tag {
        let tags = tag.values.map { SwiftText.literal($0.text()) }
        let others: SwiftSource = tags.count > 1 ? ", or: [\(tags.dropFirst().joined(separator: ", "))]" : ""
        body.add(
          "json.write(value, tag: \(SwiftText.literal(JSONValue.string(tag.member).text())), \(tags[0])\(others))")
      } else {
        write("value", type, to: &body)
      }
      let head: SwiftSource = "case .\(SwiftNames.escaped(item.name))(let value):"
      if body.lines.count == 1, head.count + body.lines[0].count < 100 {
        writer.add(head + " " + body.lines[0])
      } else {
        writer.add(head)
        writer.add(body.lines.map { "  " + $0 })
      }
    }
    writer.add("}")
  }

  private func addDecoding(_ plan: UnionPlan, _ type: TypeDeclaration, to writer: inout CodeWriter) {
    let rest: SwiftSource = plan.isPart ? ", noting: &read" : ""
    let choose: [SwiftSource] = plan.cases.map { item in
      let value: SwiftSource = item.type.map { "(try \(initializer($0))(decoding: json\(rest)))" } ?? ""
      return "self = .\(SwiftNames.escaped(item.name))\(value)"
    }
    let failure: SwiftSource = "throw DecodingFailure(json, \(SwiftText.literal(type.name.qualified)))"
    switch plan.dispatch {
    case .tag(let member, let values, false): addOptionalTagDispatch(plan, member, values, choose, failure, to: &writer)
    case .tag(let member, let values, true):
      let isOptional = plan.isPart && values.contains { $0 == nil }
      addTagDispatch(member, values, choose, failure, isOptional: isOptional, to: &writer)
    case .types(let types): addTypeDispatch(types, plan, choose, failure, to: &writer)
    case .members(let names):
      for (index, name) in names.enumerated() {
        let condition: SwiftSource = "json.hasMember(\(SwiftText.literal(name)))"
        writer.block((index == 0 ? "if " : "else if ") + condition) { $0.add(choose[index]) }
      }
      writer.block("else") { $0.add(failure) }
    case .validators: addValidatorDispatch(plan, choose, failure, to: &writer)
    }
  }

  /// Adds the first branch whose validator accepts, or of several, the one that declares most of the members.
  private func addValidatorDispatch(
    _ plan: UnionPlan, _ choose: [SwiftSource], _ failure: SwiftSource, to writer: inout CodeWriter
  ) {
    if plan.choosesBest { return addBestBranch(of: plan, plan.order, choose, failure, to: &writer) }
    var isFirst = true
    for index in plan.order {
      let check = check(of: plan.cases[index])
      // Branches after one that always accepts are unreachable.
      if check == .always {
        if isFirst { writer.add(choose[index]) } else { writer.block("else") { $0.add(choose[index]) } }
        return
      }
      writer.block((isFirst ? "if " : "else if ") + check.source) { $0.add(choose[index]) }
      isFirst = false
    }
    writer.block("else") { $0.add(failure) }
  }

  private func check(of item: UnionPlan.Case) -> Check {
    item.schemas.isEmpty ? .always : Check.any(of: item.schemas.map { validators.check($0, on: "json") })
  }

  private func addBestBranch(
    of plan: UnionPlan, _ order: [Int], _ choose: [SwiftSource], _ failure: SwiftSource, to writer: inout CodeWriter
  ) {
    writer.add("var best = BestBranch()")
    for index in order {
      let item = plan.cases[index]
      let names: SwiftSource = item.names.isEmpty ? "" : ", Self.branchNames\(index)"
      let check = check(of: item)
      let isValid: SwiftSource = check == .always ? "" : ", \(check.source)"
      writer.block("if best.isBetter(json\(names))\(isValid)") { $0.add("best.choose(\(index))") }
    }
    writer.add("switch best.index {")
    for index in order { writer.add("case \(index): \(choose[index])") }
    writer.add("default: \(failure)", "}")
  }

  private func addTagDispatch(
    _ member: String, _ values: [[JSONValue]?], _ choose: [SwiftSource], _ failure: SwiftSource, isOptional: Bool,
    to writer: inout CodeWriter
  ) {
    let value: SwiftSource = "json.firstMember(\(SwiftText.literal(member)))"
    writer.add(isOptional ? "let tag = \(value) ?? json" : "guard let tag = \(value) else { \(failure) }")
    var isFirst = true
    for (index, tags) in values.enumerated() {
      guard let tags else { continue }
      let condition: [SwiftSource] = tags.compactMap(\.string).map { "tag.equals(\(SwiftText.literal($0)))" }
      writer.block((isFirst ? "if " : "else if ") + condition.joined(separator: " || ")) { $0.add(choose[index]) }
      isFirst = false
    }
    let open = values.firstIndex { $0 == nil }
    writer.block("else") { $0.add(open.map { choose[$0] } ?? failure) }
  }

  /// Adds the branch that the tag selects; without a tag, or with that of another schema, the first that accepts.
  private func addOptionalTagDispatch(
    _ plan: UnionPlan, _ member: String, _ values: [[JSONValue]?], _ choose: [SwiftSource], _ failure: SwiftSource,
    to writer: inout CodeWriter
  ) {
    let open = values.firstIndex { $0 == nil }
    writer.add("let tag = json.firstMember(\(SwiftText.literal(member))) ?? json")
    var isFirst = true
    func addBranch(_ index: Int, _ condition: SwiftSource) {
      writer.block((isFirst ? "if " : "else if ") + condition) { $0.add(choose[index]) }
      isFirst = false
    }
    let others = values.firstIndex { $0?.isEmpty ?? false }
    for (index, tags) in values.enumerated() {
      guard let tags, !tags.isEmpty else { continue }
      let equals: [SwiftSource] = tags.compactMap(\.string).map { "tag.equals(\(SwiftText.literal($0)))" }
      let isTagged = equals.joined(separator: " || ")
      if open == nil {
        addBranch(index, isTagged)
      } else {
        let check = check(of: plan.cases[index])
        addBranch(index, (equals.count > 1 ? "(\(isTagged))" : isTagged) + " && \(check.source)")
      }
    }
    if let open { return writer.block("else") { $0.add(choose[open]) } }
    if let others { addBranch(others, "json.hasMember(\(SwiftText.literal(member)))") }
    let rest = plan.order.filter { $0 != others }
    if plan.mayOverlap {
      return writer.block("else") { addBestBranch(of: plan, rest, choose, failure, to: &$0) }
    }
    for index in rest { addBranch(index, check(of: plan.cases[index]).source) }
    writer.block("else") { $0.add(failure) }
  }

  private func addTypeDispatch(
    _ types: [Set<JSONType>], _ plan: UnionPlan, _ choose: [SwiftSource], _ failure: SwiftSource,
    to writer: inout CodeWriter
  ) {
    for (index, types) in types.enumerated() {
      let constant = plan.cases[index].constant.map { value -> SwiftSource in
        types == [.string] ? "json.equals(\(value))" : "json.int == \(value)"
      }
      let condition = constant ?? ValidatorEmitter.typeCheck(TypeSet(Array(types)), on: "json").source
      writer.block((index == 0 ? "if " : "else if ") + condition) { $0.add(choose[index]) }
    }
    writer.block("else") { $0.add(failure) }
  }

  // MARK: - Wrappers

  func emit(wrapper reference: TypeReference, _ type: TypeDeclaration) -> EmittedType {
    let name = reference.wrapperProperty
    let declaration = declaration(type, "struct \(SwiftNames.escaped(type.name.name)): \(conformance(type))") {
      writer in
      writer.add("/// The value described by the schema.", "\(access)var \(name): \(reference.source)", "")
      writer.add("\(access)init(_ \(name): \(reference.source)) { self.\(name) = \(name) }")
    }
    return emitted(type, declaration) {
      $0.add("self.init(try \(initializer(reference))(decoding: json))")
    } writing: {
      write(name, reference, to: &$0)
    }
  }
}
