import SchemaRuntime

/// Reads the keywords of one object schema into ``Keywords``, after its dialect's table, and reports
/// values that are not of the form that the table asks for.
struct KeywordReader {
  let dialect: Dialect
  let document: Int
  /// Whether `$ref` makes the dialect ignore everything else.
  let isReferenceAlone: Bool
  let isStrict: Bool
  var keywords: Keywords
  var findings = Findings(limit: 0)
  /// The schema at a place of the document's index.
  let schema: (Int) -> SchemaID?

  init(
    dialect: Dialect, document: Int, isReferenceAlone: Bool, isStrict: Bool, keywords: Keywords,
    schema: @escaping (Int) -> SchemaID?
  ) {
    self.dialect = dialect
    self.document = document
    self.isReferenceAlone = isReferenceAlone
    self.isStrict = isStrict
    self.keywords = keywords
    self.schema = schema
  }

  mutating func read(_ node: JSONNode) {
    var ignored: [String] = []
    for (name, value) in node.members {
      let keyword = name.string
      guard let rule = dialect.keyword(named: keyword) else {
        reportUnknown(keyword, at: name)
        continue
      }
      if !isReferenceAlone || rule.standsBesideReference {
        read(rule, value)
      } else if rule.matters {
        ignored.append(keyword)
      }
    }
    if !ignored.isEmpty, let reference = node.member("$ref") {
      report(.ignoredBesideReference(names: ignored, dialect: dialect.name), at: reference, severity: .warning)
    }
    readTuple(node)
    readExclusiveFlags()
    checkEnumerationNames(node)
  }

  /// A flat switch over the forms of values.
  private mutating func read(_ rule: KeywordRule, _ value: JSONNode) {
    switch rule.value {
    case .identifier: readIdentifier(rule, value)
    case .anchor, .dynamicAnchor:
      expect(.anchor, rule, value, when: value.isString && SchemaSurvey.isAnchor(value.string))
    case .recursiveAnchor: expect(.boolean, rule, value, when: value.isBoolean)
    case .reference(let kind): readReference(kind, rule, value)
    case .dialect: expect(.dialectURI, rule, value, when: value.isString)
    case .vocabulary:
      expect(.flags, rule, value, when: value.isObject && value.members.allSatisfy { $0.value.isBoolean })
    case .schema(let field): keywords[keyPath: field] = schema(value.index)
    case .schemas(let field): keywords[keyPath: field] = readSchemas(rule, value)
    case .namedSchemas(let field): keywords[keyPath: field] += readMembers(rule, value)
    case .itemsOrTuple, .additionalItems: break  // Together, in readTuple.
    case .dependencies: readDependencies(rule, value)
    case .type: readType(rule, value)
    case .any(let field): keywords[keyPath: field] = JSONValue(value)
    case .values(let field):
      if expect(.array, rule, value, when: value.isArray) {
        keywords[keyPath: field] = value.elements.map { JSONValue($0) }
      }
    case .enumeration(let field):
      if expect(.enumeration, rule, value, when: value.isArray) {
        keywords[keyPath: field] = value.elements.map { JSONValue($0) }
      }
    case .number(let field):
      if expect(.number, rule, value, when: value.isNumber) { keywords[keyPath: field] = value.number }
    case .positiveNumber(let field):
      if expect(.positiveNumber, rule, value, when: value.number.map { $0 > 0 } ?? false) {
        keywords[keyPath: field] = value.number
      }
    case .exclusiveFlag: expect(.boolean, rule, value, when: value.isBoolean)
    case .count(let field): keywords[keyPath: field] = readCount(rule, value)
    case .string(let field):
      if expect(.string, rule, value, when: value.isString) { keywords[keyPath: field] = value.string }
    case .flag(let field):
      if expect(.boolean, rule, value, when: value.isBoolean) { keywords[keyPath: field] = value.bool ?? false }
    case .names(let field): keywords[keyPath: field] = readNames(rule, value)
    case .namesByName: readDependentNames(rule, value)
    case .swiftHints: readHints(rule, value)
    }
  }
}

// MARK: - Reporting

extension KeywordReader {
  mutating func report(
    _ kind: ResolveError.Kind, at node: JSONNode, severity: Diagnostic.Severity = .error
  ) {
    findings.add(kind, at: Place(document: document, entry: node.index), severity: severity)
  }

  /// Reports a value that is not of the form that its keyword asks for; returns whether it is.
  @discardableResult
  mutating func expect(
    _ expected: ResolveError.Expectation, _ rule: KeywordRule, _ value: JSONNode, when holds: Bool
  ) -> Bool {
    if !holds {
      report(.keywordValue(keyword: rule.name, expected: expected, actual: JSONValue(value)), at: value)
    }
    return holds
  }

  private mutating func reportUnknown(_ keyword: String, at name: JSONNode) {
    if let home = Dialect.homes(of: keyword) {
      let kind = ResolveError.Kind.foreignKeyword(name: keyword, dialect: dialect.name, home: home)
      report(kind, at: name, severity: .warning)
    } else if let nearest = Spelling.nearest(to: keyword, among: dialect.rules.map(\.name)) {
      report(.unknownKeyword(name: keyword, nearest: nearest), at: name, severity: isStrict ? .error : .warning)
    }
  }

  /// Whether `x-enum-varnames` has a name for each value.
  private mutating func checkEnumerationNames(_ node: JSONNode) {
    let names = keywords.vendor.enumVarnames
    guard !names.isEmpty, let values = keywords.enumeration, values.count != names.count,
      let place = node.member("x-enum-varnames")
    else { return }
    report(.nameCount(keyword: "x-enum-varnames", expected: values.count, actual: names.count), at: place)
  }
}
