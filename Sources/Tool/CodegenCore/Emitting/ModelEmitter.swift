import JSONSchema
import SchemaRuntime

/// One generated type, as finished text for the template.
struct EmittedType {
  /// The type with its members.
  var declaration: SwiftSource
  /// The members of an extension that read and write.
  var coding: SwiftSource
  /// The members of an extension that validate.
  var validation: SwiftSource
}

/// Prints a planned type as Swift: one function per section, one file per kind of type.
struct ModelEmitter {
  let plan: TypePlan
  let access: SwiftSource
  let validators: ValidatorEmitter
  /// The keys of the types that are never sent.
  let localOnly: Set<TypeKey>
  /// The types whose values may contain numbers with more digits than `Double`, each with the expression for that type.
  private let exactNumbers: [TypeKey: SwiftSource]
  /// The structs by key.
  let structures: [TypeKey: StructurePlan]
  /// The structs and unions that share a JSON object with other types.
  let parts: Set<TypeKey>
  /// The partial-update twins of types with required members, at any depth, that null resets.
  let completed: Set<TypeKey>

  init(plan: TypePlan, accessLevel: Configuration.AccessLevel, validators: ValidatorEmitter) {
    self.plan = plan
    access = accessLevel.prefix
    self.validators = validators
    localOnly = Set(plan.files.flatMap(\.types).filter(\.isLocalOnly).map(\.key))
    exactNumbers = plan.exactNumbers
    structures = plan.files.structures
    parts = plan.parts
    completed = plan.completedPatches
  }

  func emit(_ type: TypeDeclaration) -> EmittedType {
    switch type.kind {
    case .structure(let structure): emit(structure, type)
    case .enumeration(let enumeration): emit(enumeration, type)
    case .tuple(let tuple): emit(tuple, type)
    case .union(let union): emit(union, type)
    case .wrapper(let reference): emit(wrapper: reference, type)
    }
  }

  // MARK: - All kinds

  /// Returns a declaration, inside an extension of the enclosing type if there is one.
  func declaration(
    _ type: TypeDeclaration, _ head: SwiftSource, _ body: (inout CodeWriter) -> Void
  ) -> SwiftSource {
    var writer = CodeWriter()
    func declare(_ writer: inout CodeWriter) {
      writer.add(SwiftText.comment(type.documentation + (type.isDeprecated ? ["", "- Warning: Deprecated."] : [])))
      writer.block(access + head, body)
    }
    add(in: type.name.enclosing, to: &writer, declare)
    for former in type.formerNames { addFormerName(former, of: type, to: &writer) }
    return writer.source
  }

  /// Returns the protocol of a struct's members.
  func declaration(_ offered: MemberProtocol, of type: TypeDeclaration) -> SwiftSource {
    var writer = CodeWriter()
    func declare(_ writer: inout CodeWriter) {
      writer.add("/// The members that ``\(type.name.source)`` shares with the types that include them.")
      writer.block("nonisolated \(access)protocol \(offered.name): SchemaModel") { writer in
        for member in offered.members {
          writer.add(SwiftText.comment(Array(member.documentation.prefix { !$0.isEmpty })))
          writer.add("var \(SwiftNames.escaped(member.name)): \(member.propertyType) { get }")
        }
      }
    }
    add(in: type.name.enclosing, to: &writer, declare)
    return writer.source
  }

  /// Adds a declaration inside an extension of the enclosing type if there is one.
  private func add(in enclosing: String, to writer: inout CodeWriter, _ declare: (inout CodeWriter) -> Void) {
    if enclosing.isEmpty {
      declare(&writer)
    } else {
      writer.block("extension \(SwiftNames.path(enclosing))", declare)
    }
  }

  /// Adds a former name of the type in its former enclosing type.
  private func addFormerName(_ former: FormerName, of type: TypeDeclaration, to writer: inout CodeWriter) {
    // The text that the compiler's fix-it substitutes for the name.
    let renamed = former.enclosing == type.name.enclosing ? type.name.name : type.name.qualified
    func declare(_ writer: inout CodeWriter) {
      writer.add("/// The former name of ``\(type.name.source)``.")
      writer.add("@available(*, deprecated, renamed: \(SwiftText.literal(renamed)))")
      writer.add("\(access)typealias \(SwiftNames.escaped(former.name)) = \(type.name.source)")
    }
    writer.add("")
    add(in: former.enclosing, to: &writer, declare)
  }

  /// Returns an extension of the type.
  func section(_ type: TypeDeclaration, _ body: (inout CodeWriter) -> Void) -> SwiftSource {
    var writer = CodeWriter()
    writer.block("extension \(type.name.source)", body)
    return writer.source
  }

  /// Returns the protocols of a type. A model with a member called `description` does not conform to
  /// `CustomStringConvertible`, which the member would satisfy.
  func conformance(_ type: TypeDeclaration) -> SwiftSource {
    guard type.isModel else { return "Codable, Sendable, JSONDecodable, JSONWritable" }
    var hasDescription = false
    if case .structure(let plan) = type.kind { hasDescription = plan.members.contains { $0.name == "description" } }
    let description: SwiftSource = hasDescription ? "TextOutputStreamable" : "CustomStringConvertible"
    let model: SwiftSource = type.isLocalOnly ? "SchemaModel" : type.base != nil ? "MergePatch" : "WritableModel"
    return "\(model), \(description)"
  }

  /// Adds `func write(to:)`, or for a local-only type an internal form that other modules cannot call, with its
  /// `validate()`.
  func addWriting(_ type: TypeDeclaration, to writer: inout CodeWriter, _ body: (inout CodeWriter) -> Void) {
    guard type.isLocalOnly else {
      writer.function("\(access)func write(to json: inout JSONWriter)", body)
      return
    }
    writer.add("/// Writes the value only for ``validate()``: it never leaves the device.")
    writer.function("func writeLocally(to json: inout JSONWriter)", body)
    writer.add("")
    writer.block("\(access)func validate() throws(SchemaError)") { writer in
      writer.add("var json = JSONWriter()")
      writer.add("writeLocally(to: &json)")
      writer.add("let text: [UInt8]")
      writer.add("do { text = try json.finish() } catch { throw .unwritable(error) }")
      writer.add("try Self.validate(written: text)")
    }
    writer.add("", "\(access)var redactedJSON: JSONValue { Self.redactedJSON { writeLocally(to: &$0) } }")
  }

  /// Returns statements that write `value` of a type.
  func write(_ value: SwiftSource, _ type: TypeReference, to writer: inout CodeWriter) {
    guard type.models.contains(where: { localOnly.contains($0) }) else {
      writer.add("\(value).write(to: &json)")
      return
    }
    switch type {
    case .scalar: writer.add("\(value).write(to: &json)")
    case .model(let key, _):
      writer.add(localOnly.contains(key) ? "\(value).writeLocally(to: &json)" : "\(value).write(to: &json)")
    case .array(let element):
      writer.add("json.beginArray()")
      writer.block("for jsonValue in \(value)") { write("jsonValue", element, to: &$0) }
      writer.add("json.endArray()")
    case .map(let inner):
      writer.add("json.beginObject()")
      writer.block("for jsonMember in \(value)") { writer in
        writer.add("json.key(jsonMember.key)")
        write("jsonMember.value", inner, to: &writer)
      }
      writer.add("json.endObject()")
    case .optional(let inner):
      writer.block("if let jsonValue = \(value)") { write("jsonValue", inner, to: &$0) }
      writer.block("else") { $0.add("json.writeNull()") }
    }
  }

  /// Returns a statement that continues a function on another stack if this one has no room.
  static func room(for call: SwiftSource) -> SwiftSource {
    "guard CallStack.hasRoom else { return CallStack.onAnother { \(call) } }"
  }

  /// Adds `==` and `hash(into:)`, which for a type with values of its own type inside may be deep.
  private func addComparison(_ type: TypeDeclaration, to writer: inout CodeWriter) {
    var equal = CodeWriter()
    var hash = CodeWriter()
    switch type.kind {
    case .wrapper(let reference):
      equal.add("return a.\(reference.wrapperProperty) == b.\(reference.wrapperProperty)")
      hash.add("hasher.combine(\(reference.wrapperProperty))")
    case .union(let plan):
      equal.add("switch (a, b) {")
      hash.add("switch self {")
      for (index, item) in plan.cases.enumerated() {
        let name = SwiftNames.escaped(item.name)
        let hasValue = item.type != nil
        equal.add(
          hasValue
            ? "case (.\(name)(let a), .\(name)(let b)): return a == b" : "case (.\(name), .\(name)): return true")
        hash.add(hasValue ? "case .\(name)(let value):" : "case .\(name):", "  hasher.combine(\(SwiftSource(index)))")
        if hasValue { hash.add("  hasher.combine(value)") }
      }
      if plan.cases.count > 1 { equal.add("default: return false") }
      equal.add("}")
      hash.add("}")
    case .structure, .tuple, .enumeration: return
    }
    writer.add("")
    writer.block("\(access)static func == (a: Self, b: Self) -> Bool") { writer in
      writer.add(Self.room(for: "a == b"))
      writer.add(equal.lines)
    }
    writer.add("")
    writer.block("\(access)func hash(into hasher: inout Hasher)") { writer in
      writer.add(Self.room(for: "hash(into: &hasher)"))
      writer.add(hash.lines)
    }
  }

  /// Adds a table of the texts known to decoder and validator.
  func addTable(_ name: SwiftSource, _ texts: [SwiftSource], to writer: inout CodeWriter) {
    writer.list("private static let \(name): TextTable = [", texts, "]", endsWithComma: true)
  }

  /// Returns a type with the members that read, write and validate.
  func emitted(
    _ type: TypeDeclaration, _ declaration: SwiftSource, decoding: (inout CodeWriter) -> Void,
    writing: (inout CodeWriter) -> Void, table: (inout CodeWriter) -> Void = { _ in },
    ofPart: (inout CodeWriter) -> Void = { _ in }
  ) -> EmittedType {
    var coding = CodeWriter(level: 1)
    coding.function("\(access)init(decoding json: UnsafeJSONNode) throws(DecodingFailure)") { writer in
      if type.isRecursive {
        writer.block("guard CallStack.hasRoom else") { writer in
          let decoded: SwiftSource = "try Self(decoding: json)"
          writer.add("self = try CallStack.onAnother { () throws(DecodingFailure) in \(decoded) }", "return")
        }
      }
      decoding(&writer)
    }
    coding.add("")
    addWriting(type, to: &coding) { writer in
      if type.isRecursive {
        writer.add(Self.room(for: "\(type.isLocalOnly ? "writeLocally" : "write")(to: &json)"))
      }
      writing(&writer)
    }
    if type.comparesItself { addComparison(type, to: &coding) }
    ofPart(&coding)
    var validation = CodeWriter(level: 1)
    validators.addValidators(of: type, access: access, to: &validation)
    if !validation.lines.isEmpty { validation.add("") }
    table(&validation)
    if type.isModel {
      let schema = validators.index(of: type).index
      validation.add("\(access)static var schema: ModelSchema { SchemaProgram.schema(\(schema)) }")
      if validators.checksUniqueNames(type) {
        validation.add("\(access)static var checksUniqueNames: Bool { true }")
      }
      // Of an enumeration, both read one string.
      let isEnumeration = if case .enumeration = type.kind { true } else { false }
      if validators.exactTypes.contains(type.key), !isEnumeration {
        validation.add("\(access)static var validatesByDecoding: Bool { true }")
      }
    }
    if let exact = exactNumbers[type.key] {
      validation.add("\(access)static var exactNumber: (any ExactNumber.Type)? { \(exact) }")
    }
    return EmittedType(declaration: declaration, coding: coding.source, validation: validation.source)
  }
}
