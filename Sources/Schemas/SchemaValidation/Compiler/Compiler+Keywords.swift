import JSONSchema
import SchemaAnalysis
@_spi(Generated) import SchemaRuntime

// One method per group of keywords; within it, one line per keyword, in the order of the issues.
extension Compiler {
  mutating func addReference(_ node: SchemaNode, to body: inout Body) {
    let keywords = node.keywords
    if let ref = keywords.ref { body.add(&program, "$ref", .inPlace(.ref(index(of: ref)))) }
    // The resolver has determined the target.
    if let ref = keywords.dynamicRef {
      let isOld = node.dialect.draft == .draft2019
      body.add(&program, isOld ? "$recursiveRef" : "$dynamicRef", .inPlace(.ref(index(of: ref))))
    }
  }

  mutating func addValues(_ node: SchemaNode, to body: inout Body) {
    let keywords = node.keywords
    if let types = node.types { body.add(&program, "type", .anyType(.type(types))) }
    if let values = keywords.enumeration {
      let run = program.add(values: values)
      body.add(&program, "enum", .anyType(.enumeration(run)))
    }
    if let value = keywords.const {
      let constant = program.add(value: value)
      body.add(&program, "const", .anyType(.const(constant)))
    }
  }

  mutating func addNumbers(_ node: SchemaNode, to body: inout Body) {
    let keywords = node.keywords
    if let divisor = keywords.multipleOf {
      let constant = program.add(number: divisor)
      body.add(&program, node.spelling(of: "multipleOf"), .number(.multipleOf(constant)))
    }
    for (limit, number) in keywords.bounds.all {
      let constant = program.add(number: number)
      body.add(&program, limit.keyword, .number(.bound(limit, constant)))
    }
  }

  /// Adds the length limits for values of one type.
  private mutating func addLengths(_ type: JSONType, _ lengths: Keywords.Lengths, to body: inout Body) {
    // Most have none.
    if lengths.isEmpty { return }
    for (measure, limit) in lengths.all where measure.type == type {
      body.add(&program, measure.keyword(of: limit), .length(measure, limit))
    }
  }

  mutating func addStrings(_ node: SchemaNode, to body: inout Body) throws(CompileError) {
    let keywords = node.keywords
    addLengths(.string, keywords.lengths, to: &body)
    if let source = keywords.pattern {
      do {
        let constant = try program.add(pattern: source, options: options.patterns)
        body.add(&program, "pattern", .text(.pattern(constant)))
      } catch {
        throw invalidPattern(source, error, "pattern", of: node)
      }
    }
    if let name = keywords.format, let check = options.customFormats[name] {
      program.customFormats.append(Program.CustomFormat(name: name, isValid: check))
      body.add(&program, "format", .text(.customFormat(Instruction.Constant(program.customFormats.count - 1))))
    } else if let format = keywords.format.flatMap(Format.init(keyword:)),
      node.dialect.assertsFormat || options.assertedFormats.contains(format)
    {
      body.add(&program, "format", .text(.format(format)))
    }
    try checkFormat(of: node)
    if node.isBytes, !(options.assertsContent && keywords.format != "byte") {
      let keyword = keywords.format == "byte" ? "format" : "contentEncoding"
      body.add(&program, keyword, .text(.content(.base64, nil, nil)))
    } else {
      addContent(node, to: &body)
    }
  }

  /// Adds the content keywords of a string.
  mutating func addContent(_ node: SchemaNode, to body: inout Body) {
    guard options.assertsContent else { return }
    let keywords = node.keywords
    let encoding = keywords.contentEncoding.map(ContentEncoding.init(keyword:))
    // Content in an unknown encoding cannot be checked.
    if case .some(nil) = encoding { return }
    let mediaType = keywords.contentMediaType.flatMap(ContentMediaType.init(keyword:))
    let schema = mediaType == nil ? nil : keywords.contentSchema
    guard encoding != nil || mediaType != nil else { return }
    let content = schema.map { index(of: $0) }
    let keyword = encoding == nil ? "contentMediaType" : "contentEncoding"
    body.add(&program, keyword, .text(.content(encoding.flatMap { $0 }, mediaType, content)))
  }

  mutating func addArrays(_ node: SchemaNode, to body: inout Body) {
    let keywords = node.keywords
    addLengths(.array, keywords.lengths, to: &body)
    if keywords.uniqueItems { body.add(&program, "uniqueItems", .array(.uniqueItems)) }
    // Before 2020-12, a tuple is an array under `items`, and `additionalItems` applies to the rest.
    let isOldTuple =
      node.dialect.draft < .draft2020
      && (!keywords.prefixItems.isEmpty || keywords.items != nil && keywords.written["items"] == [])
    if !keywords.prefixItems.isEmpty {
      let run = program.add(list: keywords.prefixItems.map { index(of: $0) })
      body.add(&program, isOldTuple ? "items" : "prefixItems", .array(.prefixItems(run)))
    }
    if let items = keywords.items {
      let keyword = isOldTuple ? "additionalItems" : "items"
      body.add(&program, keyword, .array(.items(index(of: items), from: keywords.prefixItems.count)))
    }
    if let item = keywords.contains {
      let range = (min: keywords.minContains ?? 1, max: keywords.maxContains ?? -1)
      // 2020-12 core, section 10.3.1.3: matching elements count as evaluated only since this draft.
      let evaluates = (tracksEvaluation || options.hasAnnotations) && node.dialect.draft >= .draft2020
      body.add(
        &program, "contains", .array(.contains(index(of: item), min: range.min, max: range.max, evaluates: evaluates))
      )
    }
  }

  mutating func addObjects(_ node: SchemaNode, to body: inout Body) throws(CompileError) {
    let keywords = node.keywords
    if let localNames = localOnlyNames[node.id] {
      let run = program.add(names: localNames)
      body.add(&program, "x-localOnly", .object(.localOnly(run)))
    }
    addLengths(.object, keywords.lengths, to: &body)
    if !keywords.required.isEmpty {
      let run = program.add(names: keywords.required)
      body.add(&program, node.spelling(of: "required"), .object(.required(run)))
    }
    if !keywords.dependentRequired.isEmpty {
      let run = program.add(dependencies: keywords.dependentRequired.map { ($0.name, $0.required) })
      let isOld = node.dialect.draft < .draft2019 || keywords.written["dependentRequired"] == nil
      body.add(&program, isOld ? "dependencies" : "dependentRequired", .object(.dependentRequired(run)))
    }
    try addMembers(node, to: &body)
    for keyword in MemberKeyword.allCases {
      guard let schema = keywords.schema(of: keyword) else { continue }
      body.add(&program, keyword.rawValue, .object(.applied(keyword, index(of: schema))))
    }
    if !keywords.dependentSchemas.isEmpty {
      let run = program.add(rows: named(keywords.dependentSchemas))
      let isOld = node.dialect.draft < .draft2019 || keywords.written["dependentSchemas"] == nil
      body.add(&program, isOld ? "dependencies" : "dependentSchemas", .inPlace(.dependentSchemas(run)))
    }
  }

  private mutating func named(_ members: [Keywords.Member]) -> [Program.Row] {
    members.map { Program.Row(name: program.add(name: $0.name), schema: index(of: $0.schema)) }
  }

  private mutating func addMembers(_ node: SchemaNode, to body: inout Body) throws(CompileError) {
    let keywords = node.keywords
    let named = program.add(rows: named(keywords.properties))
    if named.count > 0 { body.add(&program, "properties", .object(.properties(named))) }
    var rows: [Program.Row] = []
    for member in keywords.patternProperties {
      do {
        let pattern = try program.add(pattern: member.name, options: options.patterns)
        rows.append(Program.Row(name: pattern, schema: index(of: member.schema)))
      } catch {
        throw invalidPattern(member.name, error, "patternProperties", of: node)
      }
    }
    let patterned = program.add(rows: rows)
    if patterned.count > 0 { body.add(&program, "patternProperties", .object(.patternProperties(patterned))) }
    if let additional = keywords.additionalProperties {
      let schema = index(of: additional)
      body.add(
        &program, "additionalProperties", .object(.additionalProperties(schema, named: named, patterned: patterned)))
    }
  }

  mutating func addLogic(_ node: SchemaNode, to body: inout Body) {
    let keywords = node.keywords
    // In draft-03, perhaps not in an array.
    let isAlone = node.dialect.draft == .draft3 && keywords.written["extends"]?.object != nil
    let base = isAlone ? keywords.allOf.first : nil
    if let base { body.add(&program, "extends", .inPlace(.ref(index(of: base)))) }
    func add(_ keyword: String, _ schemas: [SchemaID], _ instruction: (Instruction.Run) -> Instruction) {
      if schemas.isEmpty { return }
      let run = program.add(list: schemas.map { index(of: $0) })
      body.add(&program, node.spelling(of: keyword), instruction(run))
    }
    if base == nil { add("allOf", keywords.allOf) { .inPlace(.allOf($0)) } }
    if !keywords.isOpenEnumeration || options.hasAnnotations { add("anyOf", keywords.anyOf) { .inPlace(.anyOf($0)) } }
    add("oneOf", keywords.oneOf) { .inPlace(.oneOf($0)) }
    if let negated = keywords.not { body.add(&program, node.spelling(of: "not"), .inPlace(.not(index(of: negated)))) }
    if let condition = keywords.if,
      keywords.then != nil || keywords.else != nil || tracksEvaluation || options.hasAnnotations
    {
      let then = keywords.then.map { index(of: $0) }
      let otherwise = keywords.else.map { index(of: $0) }
      body.add(&program, "if", .inPlace(.conditional(if: index(of: condition), then: then, else: otherwise)))
    }
  }

  /// Added last, because they depend on the children that all other keywords of the schema have evaluated.
  mutating func addUnevaluated(_ node: SchemaNode, to body: inout Body) {
    let keywords = node.keywords
    if let items = keywords.unevaluatedItems {
      body.add(&program, "unevaluatedItems", .array(.unevaluatedItems(index(of: items))))
    }
    if let members = keywords.unevaluatedProperties {
      body.add(&program, "unevaluatedProperties", .object(.unevaluatedProperties(index(of: members))))
    }
  }

  /// Adds the members that a view lacks, as no keyword does: they are checked, and do not count as evaluated.
  mutating func addHidden(_ node: SchemaNode, to body: inout Body) {
    guard let hidden = node.twin?.hidden else { return }
    body.add(&program, nil, .inPlace(.ref(index(of: hidden))))
  }

  /// Refuses a format that the dialect does not define, and no option asserts, where the dialect demands it (v1
  /// validation, section 7.1).
  private func checkFormat(of node: SchemaNode) throws(CompileError) {
    guard node.dialect.draft >= .v1, let name = node.keywords.format, options.customFormats[name] == nil else { return }
    if let format = Format(keyword: name), format.facts.draft != nil || options.assertedFormats.contains(format) {
      return
    }
    throw CompileError(
      schema: node.id, keyword: "format", kind: .unknownFormat(name: name, dialect: node.dialect.name))
  }

  /// The error for a pattern, without the pattern if the value is sensitive.
  private func invalidPattern(
    _ source: String, _ error: PatternError, _ keyword: String, of node: SchemaNode
  ) -> CompileError {
    let isSensitive = graph.sensitiveSchemas.contains(node.id)
    return CompileError(
      schema: node.id, keyword: keyword,
      kind: isSensitive
        ? .invalidPattern(source: "(redacted)", reason: "a sensitive value's pattern is not shown")
        : .invalidPattern(source: source, reason: error.description))
  }

  /// Adds annotation keywords, in the order of the text: those of the dialect's annotation vocabularies, and unknown
  /// ones.
  mutating func addAnnotations(_ node: SchemaNode, to body: inout Body) {
    let keywords = node.keywords
    if node.dialect.ignoresSiblingsOfReference, keywords.ref != nil { return }
    for (name, value) in keywords.written {
      let onStrings: Bool
      switch node.dialect.keyword(named: name)?.vocabulary {
      case .metaData, .format, nil: onStrings = false
      case .content:
        // 2020-12 validation, section 8.5: without a media type, the schema applies to nothing.
        if name == "contentSchema", keywords.contentMediaType == nil { continue }
        onStrings = true
      case .core, .applicator, .unevaluated, .validation, .swift: continue
      }
      let constant = program.add(value: value)
      body.add(&program, name, .anyType(.annotation(constant, onStrings: onStrings)))
    }
  }
}
