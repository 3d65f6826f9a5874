@_spi(Generated) import SchemaRuntime

/// Reads the keywords of object schemas, one after another, into ``Keywords`` according to their dialects' tables, and
/// reports values that do not have the required form.
struct KeywordReader {
  let isStrict: Bool
  var findings = Findings(limit: 0)
  var keywords = Keywords()
  private(set) var dialect: Dialect
  private(set) var document = 0
  /// Whether the dialect ignores everything next to `$ref`.
  private(set) var isReferenceAlone = false
  /// Whether a keyword with a mistake is ignored.
  private(set) var isLenient = false
  let unknownNames = UnknownNames()
  /// Whether to report only errors of the meta-schema, because the dialect ignores the keyword.
  private var readsForm = false
  /// Whether the schema has a keyword that the dialect does not read.
  private var hasOthers = false
  private let schemas: (NodeLocation) -> SchemaID?

  /// - Parameter schemas: returns the schema at a location.
  init(isStrict: Bool, _ dialect: Dialect, schemas: @escaping (NodeLocation) -> SchemaID?) {
    self.isStrict = isStrict
    self.dialect = dialect
    self.schemas = schemas
  }

  /// Returns the schema at an entry of the document's index.
  func schema(_ entry: Int) -> SchemaID? { schemas(NodeLocation(document: document, entry: entry)) }

  /// Reads a schema. Its ``keywords`` may say already what else is known of it.
  mutating func read(_ schema: SchemaSurvey.Schema, _ node: UnsafeJSONNode, isLenient: Bool) {
    dialect = schema.dialect
    document = schema.location.document
    isReferenceAlone = schema.isReferenceAlone
    self.isLenient = isLenient
    hasOthers = false
    read(node)
  }

  /// Returns the keywords, and begins with none. They are moved, not copied: they are large.
  mutating func takeKeywords() -> Keywords {
    var taken = Keywords()
    swap(&taken, &keywords)
    return taken
  }

  private mutating func read(_ node: UnsafeJSONNode) {
    if !node.isObject { return readTypeAlone(node) }
    var ignored: [String] = []
    var hasCompanions = false
    for (name, value) in node.members {
      guard let rule = dialect.keyword(name) else {
        hasOthers = true
        reportUnknown(name.string, at: name, value, of: node)
        continue
      }
      hasCompanions = hasCompanions || rule.companion != nil
      if case .retired = rule.value { reportUnknown(rule.name, at: name, value, of: node) }
      if !isReferenceAlone || rule.standsBesideReference {
        read(rule, value)
      } else {
        check(rule, value)
        if rule.matters { ignored.append(rule.name) }
      }
    }
    if !ignored.isEmpty, let reference = node.member("$ref") {
      report(.ignoredBesideReference(names: ignored, dialect: dialect.name), at: reference, severity: .warning)
    }
    readTuple(node)
    readExclusiveFlags()
    readFormatOfDraft3()
    readNullable()
    readExample(node)
    if hasOthers { readWordsOfOthers() }
    checkPatterns(node)
    if hasCompanions { checkCompanions(node) }
    checkEnumerationNames(node)
  }

  /// Checks the form of a keyword that the dialect ignores next to `$ref`, and of all keywords inside it: the
  /// meta-schema makes no such exception.
  private mutating func check(_ rule: KeywordRule, _ value: UnsafeJSONNode) {
    let kept = keywords
    readsForm = true
    // An explicit stack: input determines the depth.
    var pending: [UnsafeJSONNode] = []
    check(rule, value, &pending)
    while let schema = pending.popLast() {
      for (name, value) in schema.members {
        if let rule = dialect.keyword(name) { check(rule, value, &pending) }
      }
      checkCompanions(schema)
    }
    readsForm = false
    keywords = kept
  }

  /// Checks the form of a keyword, and collects the schemas in its value.
  private mutating func check(_ rule: KeywordRule, _ value: UnsafeJSONNode, _ schemas: inout [UnsafeJSONNode]) {
    read(rule, value)
    rule.forEachSubschema(in: value) { _, schema in
      // A schema that a reference creates is parsed separately.
      if self.schema(schema.index) != nil { return }
      if rule.isTypeAlone(schema), let type = dialect.keyword(named: "type") {
        check(type, schema, &schemas)
      } else if !schema.isObject, !(schema.isBoolean && dialect.allowsBooleanSchema(under: rule.name)) {
        report(.notASchema(actual: schema.type, keyword: nil), at: schema)
      }
      schemas.append(schema)
    }
  }

  private mutating func set<Value>(_ field: KeywordRule.Field<Value>, _ value: Value) {
    field(&keywords) { $0 = value }
  }

  /// Reads a keyword. A flat switch over the forms of values.
  mutating func read(_ rule: KeywordRule, _ value: UnsafeJSONNode) {
    switch rule.value {
    case .identifier: readIdentifier(rule, value)
    case .anchor(let name), .dynamicAnchor(let name), .retired(.anchor(let name)):
      expect(.init(name), rule, value, when: value.isString && name.accepts(value.string))
    case .recursiveAnchor: expect(.boolean, rule, value, when: value.isBoolean)
    case .reference(let kind): readReference(kind, rule, value)
    case .retired(.reference): expect(.uriReference, rule, value, when: value.isString)
    case .dialect: if expect(.dialectURI, rule, value, when: value.isString) { _ = readIRI(.iri, rule, value) }
    case .vocabulary:
      expect(.flags, rule, value, when: value.isObject && value.members.allSatisfy { $0.value.isBoolean })
    case .schema(let field): set(field, schema(value.index))
    case .schemas(let field): set(field, readSchemas(rule, value))
    case .namedSchemas(let field):
      let members = readMembers(rule, value)
      field(&keywords) { $0 += members }
    case .itemsOrTuple:
      expect(.tuple, rule, value, when: !value.isArray || value.childCount > 0 || dialect.draft == .draft3)
    case .additionalItems: break  // Read by readTuple.
    case .dependencies(let count, _): readDependencies(rule, value, atLeast: count)
    case .oneOrMoreSchemas(let field):
      set(field, (value.isArray ? Array(value.elements) : [value]).compactMap { schema($0.index) })
    case .type: readType(rule, value)
    case .typeOrSchemas: readTypeOrSchemas(rule, value)
    case .negatedType:
      if expect(.type, rule, value, when: value.isString || value.isArray && value.childCount > 0) {
        keywords.not = schema(value.index)
      }
    case .any(let field): set(field, JSONValue(value))
    case .values(let field):
      if expect(.array, rule, value, when: value.isArray) {
        set(field, value.elements.map { JSONValue($0) })
      }
    case .enumeration(let field, let isSet): set(field, readEnumeration(rule, value, isSet: isSet))
    case .bound(let limit):
      // The form of OpenAPI 3.0, left over in a newer description; readExclusiveFlags reads it.
      if dialect.isPractice, limit.isExclusive, value.isBoolean { break }
      if expect(.number, rule, value, when: value.isNumber) { keywords.bounds[limit] = value.number }
    case .atLeast(let measure): keywords.lengths[measure].least = readCount(rule, value)
    case .atMost(let measure): keywords.lengths[measure].most = readCount(rule, value)
    case .positiveNumber(let field):
      if expect(.positiveNumber, rule, value, when: value.number.map { $0 > 0 } ?? false) {
        set(field, value.number)
      }
    case .exclusiveFlag, .memberFlag: expect(.boolean, rule, value, when: value.isBoolean)
    case .count(let field, _): set(field, readCount(rule, value))
    case .string(let field):
      if expect(.string, rule, value, when: value.isString) { set(field, value.string) }
    case .flag(let field):
      if expect(.boolean, rule, value, when: value.isBoolean) { set(field, value.bool ?? false) }
    case .names(let field, let count): set(field, readNames(rule, value, .names(atLeast: count)))
    case .words(let field): set(field, readNames(rule, value, .words))
    case .namesByName: readDependentNames(rule, value)
    case .swiftHints: readHints(rule, value)
    case .texts(let field):
      let isText = value.isString || value.isObject && value.members.allSatisfy { $1.isString || $1.isObject }
      if expect(.texts, rule, value, when: isText) { set(field, JSONValue(value)) }
    case .annotation: break  // Consumers that know the format read it as written.
    }
  }
}

// MARK: - Reporting

extension KeywordReader {
  mutating func report(
    _ kind: ResolveError.Kind, at node: UnsafeJSONNode, severity: Diagnostic.Severity = .error,
    consequence: Findings.Consequence? = nil
  ) {
    guard !readsForm || kind.concernsMetaSchema else { return }
    let location = NodeLocation(document: document, entry: node.index)
    if severity == .error, isLenient, kind.mayBeLeftOut {
      findings.add(kind, at: location, severity: .warning, consequence: consequence ?? .leftOutLeniently)
    } else {
      findings.add(kind, at: location, severity: severity, consequence: consequence)
    }
  }

  /// Reports a repetition, which changes no verdict.
  mutating func reportRepetition(_ kind: ResolveError.Kind, of rule: KeywordRule, at node: UnsafeJSONNode) {
    let isOurs = rule.vocabulary == .swift
    report(kind, at: node, severity: isOurs ? .error : .warning, consequence: isOurs ? nil : .readOnce)
  }

  /// Reports a value without the form that its keyword requires; returns whether it has it. An annotation is ignored.
  @discardableResult
  mutating func expect(
    _ expected: ResolveError.Expectation, _ rule: KeywordRule, _ value: UnsafeJSONNode, when holds: Bool
  ) -> Bool {
    if !holds {
      let kind = ResolveError.Kind.keywordValue(keyword: rule.name, expected: expected, actual: JSONValue(value))
      let isHarmless = rule.isRetired || rule.effect == .annotates && rule.vocabulary != .swift
      report(kind, at: value, severity: isHarmless ? .warning : .error, consequence: isHarmless ? .leftOut : nil)
      if isHarmless || isLenient { leaveOut(rule) }
    }
    return holds
  }

  /// Removes a keyword from the text, unless schemas or other parts of it count.
  mutating func leaveOut(_ rule: KeywordRule) {
    if case .namesByName = rule.value { return }
    if rule.subschemas == nil, !readsForm { keywords.written[rule.name] = nil }
  }

  private mutating func reportUnknown(
    _ keyword: String, at name: UnsafeJSONNode, _ value: UnsafeJSONNode, of schema: UnsafeJSONNode
  ) {
    let dialect = dialect
    func nearest() -> String? {
      dialect.keyword(
        among: unknownNames.keywords(near: keyword, in: dialect), misspelledAs: keyword, value: JSONValue(value)
      ) { schema.member($0) != nil }
    }
    if !dialect.permitsUnknownKeywords, !keyword.hasPrefix("x-") {
      let home = unknownNames.homes(of: keyword)
      report(
        .refusedKeyword(name: keyword, dialect: dialect.name, home: home, nearest: home == nil ? nearest() : nil),
        at: name)
      keywords.written[keyword] = nil
    } else if let home = unknownNames.homes(of: keyword) {
      let kind = ResolveError.Kind.foreignKeyword(
        name: keyword, dialect: dialect.name, home: home, countsInPractice: dialect.gainsInPractice(keyword))
      report(kind, at: name, severity: .warning)
    } else if let nearest = nearest() {
      report(.unknownKeyword(name: keyword, nearest: nearest), at: name, severity: isStrict ? .error : .warning)
    }
  }

  /// Checks that keywords that require a sibling have it. Only the meta-schemas until draft-04 demand it; in OpenAPI, such
  /// a keyword has no effect.
  private mutating func checkCompanions(_ node: UnsafeJSONNode) {
    guard dialect.draft <= .draft4 else { return }
    let isOfDraft = dialect.uri == dialect.draft.uri
    for (name, value) in node.members {
      guard let companion = dialect.keyword(name)?.companion, node.member(companion) == nil,
        !(dialect.isPractice && companion == "type")
      else { continue }
      // The default of `nullable`, which says nothing, even where it cannot have an effect.
      if !isOfDraft, value.kind == .false { continue }
      report(
        .missingCompanion(keyword: name.string, companion: companion), at: name,
        severity: isOfDraft ? .error : .warning)
    }
  }

  /// Checks that `x-enum-varnames` has a name for each value.
  private mutating func checkEnumerationNames(_ node: UnsafeJSONNode) {
    let names = keywords.vendor.enumVarnames
    guard !names.isEmpty, let values = keywords.enumeration, values.count != names.count,
      let value = node.member("x-enum-varnames")
    else { return }
    report(.nameCount(keyword: "x-enum-varnames", expected: values.count, actual: names.count), at: value)
  }
}
