import JSONSchema
import SchemaRuntime

// Enumerations, unions, and wrappers of documents whose root is neither of these nor an object.
extension ModelEmitter {
  // MARK: - Enumerations

  func emit(_ plan: EnumerationPlan, _ type: TypeDeclaration) -> EmittedType {
    EmittedType(
      declaration: plan.isOpen ? openModel(plan, type) : closedModel(plan, type), coding: coding(plan, type),
      decoding: decoding(plan, type), validation: validation(type))
  }

  private func closedModel(_ plan: EnumerationPlan, _ type: TypeDeclaration) -> SwiftSource {
    let head: SwiftSource =
      "enum \(SwiftNames.escaped(type.name.name)): \(plan.rawType), \(conformance(type)), CaseIterable"
    return declaration(type, head) { writer in
      for item in plan.cases { writer.add("case \(SwiftNames.escaped(item.name)) = \(item.literal)") }
      addFormerNames(plan, to: &writer)
    }
  }

  private func openModel(_ plan: EnumerationPlan, _ type: TypeDeclaration) -> SwiftSource {
    let literal: SwiftSource = plan.rawType == "String" ? "String" : "Integer"
    let head: SwiftSource =
      "enum \(SwiftNames.escaped(type.name.name)): OpenEnumeration, \(conformance(type)), ExpressibleBy\(literal)Literal"
    return declaration(type, head) { writer in
      for item in plan.cases { writer.add("case \(SwiftNames.escaped(item.name))") }
      writer.add("/// A value that the schema does not list.", "case unknown(\(plan.rawType))", "")
      writer.block("\(access)init(rawValue: \(plan.rawType))") { writer in
        writer.add("switch rawValue {")
        for item in plan.cases { writer.add("case \(item.literal): self = .\(SwiftNames.escaped(item.name))") }
        writer.add("default: self = .unknown(rawValue)", "}")
        if plan.rawType == "String" {
          writer.add("// Swift's == takes canonically equivalent texts for one.")
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

  private func coding(_ plan: EnumerationPlan, _ type: TypeDeclaration) -> SwiftSource {
    section(type) { writer in
      addWriting(type, to: &writer) { $0.add("rawValue.write(to: &json)") }
      writer.add("")
      if !type.isLocalOnly {
        writer.block("\(access)func encode(to coder: any Encoder) throws") { writer in
          writer.add("var container = coder.singleValueContainer()", "try container.encode(rawValue)")
        }
        writer.add("")
      }
      writer.block("\(access)init(unvalidated coder: any Decoder) throws") { writer in
        writer.add("let container = try coder.singleValueContainer()")
        writer.add("let rawValue = try container.decode(\(plan.rawType).self)")
        if plan.isOpen {
          writer.add("self.init(rawValue: rawValue)")
          return
        }
        // Swift's == compares by canonical equivalence.
        let isSpelled: SwiftSource =
          plan.rawType == "String" ? ", value.rawValue.utf8.elementsEqual(rawValue.utf8)" : ""
        writer.block("guard let value = Self(rawValue: rawValue)\(isSpelled) else") { writer in
          writer.add("throw DecodingError.unlisted(rawValue, for: Self.self, in: container)")
        }
        writer.add("self = value")
      }
      writer.add("")
      writer.block("\(access)init(from coder: any Decoder) throws") { $0.add("try self.init(unvalidated: coder)") }
    }
  }

  private func decoding(_ plan: EnumerationPlan, _ type: TypeDeclaration) -> SwiftSource {
    section(type) { writer in
      writer.block("\(access)init(decoding json: JSONNode) throws(DecodingFailure)") { writer in
        let failure: SwiftSource = "throw DecodingFailure(json, \(SwiftText.literal(type.name.qualified)))"
        if plan.rawType == "Int" {
          if plan.isOpen {
            writer.add("self.init(rawValue: try Int(decoding: json))")
          } else {
            writer.add("guard let rawValue = json.int, let value = Self(rawValue: rawValue) else { \(failure) }")
            writer.add("self = value")
          }
          return
        }
        // Compare only values of the same length.
        var byLength: [Int: [EnumerationPlan.Case]] = [:]
        for item in plan.cases { byLength[item.value.string?.utf8.count ?? 0, default: []].append(item) }
        writer.add("switch json.utf8Count {")
        for length in byLength.keys.sorted() {
          writer.add("case \(length):")
          writer.indented { writer in
            for item in byLength[length] ?? [] {
              writer.block("if json.equals(\(item.literal))") { writer in
                writer.add("self = .\(SwiftNames.escaped(item.name))", "return")
              }
            }
          }
        }
        writer.add("default: break", "}")
        writer.add(plan.isOpen ? "self = .unknown(json.string)" : failure)
      }
    }
  }

  // MARK: - Unions

  func emit(_ plan: UnionPlan, _ type: TypeDeclaration) -> EmittedType {
    EmittedType(
      declaration: model(plan, type), coding: coding(plan, type), decoding: decoding(plan, type),
      validation: validation(type))
  }

  private func model(_ plan: UnionPlan, _ type: TypeDeclaration) -> SwiftSource {
    let indirect: SwiftSource = plan.isIndirect ? "indirect " : ""
    return declaration(type, "\(indirect)enum \(SwiftNames.escaped(type.name.name)): \(conformance(type))") { writer in
      for item in plan.cases { writer.add("case \(SwiftNames.escaped(item.name))(\(item.type.source))") }
    }
  }

  private func coding(_ plan: UnionPlan, _ type: TypeDeclaration) -> SwiftSource {
    section(type) { writer in
      addWriting(type, to: &writer) { writer in
        writer.add("switch self {")
        for item in plan.cases {
          writer.add("case .\(SwiftNames.escaped(item.name))(let value):")
          var body = CodeWriter()
          write("value", item.type, to: &body)
          writer.add(body.lines.map { "  " + $0 })
        }
        writer.add("}")
      }
      writer.add("")
      if !type.isLocalOnly {
        writer.block("\(access)func encode(to coder: any Encoder) throws") { writer in
          writer.add("switch self {")
          for item in plan.cases {
            writer.add(
              "case .\(SwiftNames.escaped(item.name))(let value): try \(encodable("value", item.type)).encode(to: coder)"
            )
          }
          writer.add("}")
        }
        writer.add("")
      }
      writer.block("\(access)init(unvalidated coder: any Decoder) throws") { addUnvalidated(plan, type, to: &$0) }
    }
  }

  private func addUnvalidated(_ plan: UnionPlan, _ type: TypeDeclaration, to writer: inout CodeWriter) {
    func choose(_ index: Int) -> SwiftSource {
      guard case .model(_, let name) = plan.cases[index].type else { return "" }
      return "self = .\(SwiftNames.escaped(plan.cases[index].name))(try \(name)(unvalidated: coder))"
    }
    let areModels = plan.cases.allSatisfy { if case .model = $0.type { true } else { false } }
    switch plan.dispatch {
    case .tag(let member, let values) where areModels && Self.areApart(values):
      let key = SwiftText.literal(member)
      writer.add("let jsonMembers = try coder.container(keyedBy: AnyCodingKey.self)")
      writer.add("switch try jsonMembers.decode(String.self, forKey: \(key)) {")
      for (index, tags) in values.enumerated() {
        guard let tags else { continue }
        let literals = tags.compactMap(\.string).map { SwiftText.literal($0) }
        writer.add("case \(literals.joined(separator: ", ")): \(choose(index))")
      }
      if let open = values.firstIndex(where: { $0 == nil }) {
        writer.add("default: \(choose(open))")
      } else {
        writer.add("default:")
        writer.add(
          "  throw DecodingError.dataCorruptedError(forKey: \(key), in: jsonMembers, "
            + "debugDescription: \"expected the tag of a known alternative\")")
      }
      writer.add("}")
    case .members(let names) where areModels:
      writer.add("let jsonMembers = try coder.container(keyedBy: AnyCodingKey.self)")
      for (index, name) in names.enumerated() {
        let head: SwiftSource = index < names.count - 1 ? "if jsonMembers.contains(\(SwiftText.literal(name)))" : "do"
        writer.block(head) { $0.add(choose(index), "return") }
      }
    case .tag, .members, .types, .validators:
      writer.add("self = try Self.reading(try JSONValue(from: coder), for: coder)")
    }
  }

  /// Whether distinct tags also differ under Swift's ==, which compares by canonical equivalence.
  private static func areApart(_ values: [[JSONValue]?]) -> Bool {
    let texts = values.flatMap { $0 ?? [] }.compactMap(\.string)
    return Set(texts).count == texts.count
  }

  private func decoding(_ plan: UnionPlan, _ type: TypeDeclaration) -> SwiftSource {
    section(type) { writer in
      writer.block("\(access)init(decoding json: JSONNode) throws(DecodingFailure)") { writer in
        let choose: [SwiftSource] = plan.cases.map { item in
          "self = .\(SwiftNames.escaped(item.name))(try \(initializer(item.type))(decoding: json))"
        }
        let failure: SwiftSource = "throw DecodingFailure(json, \(SwiftText.literal(type.name.qualified)))"
        switch plan.dispatch {
        case .tag(let member, let values): addTagDispatch(member, values, choose, failure, to: &writer)
        case .types(let types): addTypeDispatch(types, choose, failure, to: &writer)
        case .members(let names):
          for (index, name) in names.enumerated() {
            let condition: SwiftSource = "json.hasMember(\(SwiftText.literal(name)))"
            writer.block((index == 0 ? "if " : "else if ") + condition) { $0.add(choose[index]) }
          }
          writer.block("else") { $0.add(failure) }
        case .validators: addValidatorDispatch(plan, choose, failure, to: &writer)
        }
      }
    }
  }

  /// Adds the first branch whose validator accepts; branches after one that always accepts are unreachable.
  private func addValidatorDispatch(
    _ plan: UnionPlan, _ choose: [SwiftSource], _ failure: SwiftSource, to writer: inout CodeWriter
  ) {
    var isFirst = true
    for (index, item) in plan.cases.enumerated() {
      let condition = item.schema.map { validators.condition($0, on: "json") } ?? "true"
      if condition == "true", isFirst {
        writer.add(choose[index])
        return
      }
      if condition == "true" {
        writer.block("else") { $0.add(choose[index]) }
        return
      }
      writer.block((isFirst ? "if " : "else if ") + condition) { $0.add(choose[index]) }
      isFirst = false
    }
    writer.block("else") { $0.add(failure) }
  }

  private func addTagDispatch(
    _ member: String, _ values: [[JSONValue]?], _ choose: [SwiftSource], _ failure: SwiftSource,
    to writer: inout CodeWriter
  ) {
    writer.add("guard let tag = json.firstMember(\(SwiftText.literal(member))) else { \(failure) }")
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

  private func addTypeDispatch(
    _ types: [Set<JSONType>], _ choose: [SwiftSource], _ failure: SwiftSource, to writer: inout CodeWriter
  ) {
    for (index, types) in types.enumerated() {
      let condition = ValidatorEmitter.typeCondition(TypeSet(types), on: "json")
      writer.block((index == 0 ? "if " : "else if ") + condition) { $0.add(choose[index]) }
    }
    writer.block("else") { $0.add(failure) }
  }

  // MARK: - Wrappers

  func emit(wrapper reference: TypeReference, _ type: TypeDeclaration) -> EmittedType {
    let declaration = declaration(type, "struct \(SwiftNames.escaped(type.name.name)): \(conformance(type))") {
      writer in
      writer.add("/// The value that the schema describes.", "\(access)var value: \(reference.source)", "")
      writer.add("\(access)init(_ value: \(reference.source)) { self.value = value }")
    }
    let coding = section(type) { writer in
      addWriting(type, to: &writer) { write("value", reference, to: &$0) }
      writer.add("")
      if !type.isLocalOnly {
        writer.add(
          "\(access)func encode(to coder: any Encoder) throws { try \(encodable("value", reference)).encode(to: coder) }",
          "")
      }
      let (text, unwrap) = decodable(reference)
      writer.block("\(access)init(unvalidated coder: any Decoder) throws") { writer in
        writer.add("value = \(unwrap("try coder.singleValueContainer().decode(\(text).self)"))")
      }
    }
    let decoding = section(type) { writer in
      writer.block("\(access)init(decoding json: JSONNode) throws(DecodingFailure)") { writer in
        writer.add("value = try \(initializer(reference))(decoding: json)")
      }
    }
    return EmittedType(declaration: declaration, coding: coding, decoding: decoding, validation: validation(type))
  }
}
