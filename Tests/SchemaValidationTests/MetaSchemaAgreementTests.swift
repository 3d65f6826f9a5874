import JSONSchema
import SchemaRuntime
import SchemaTestSuite
import SchemaValidation
import TestSupport
import Testing

/// The reader of keywords and the meta-schemas refuse the same schemas. Both come from the dialects' tables: the reader
/// in Swift with messages, the meta-schemas in JSON Schema.
@Suite struct MetaSchemaAgreementTests {
  /// Files of the suite with schemas in unknown locations, which a check of a document's root does not reach.
  private static let schemasElsewhere: Set = ["optional/refOfUnknownKeyword", "optional/unknownKeyword"]

  @Test(
    "reader and meta-schema agree on the suite's schemas and on thousands of mutations of them",
    .enabled(if: OfficialSuite.isPresent, Comment(rawValue: OfficialSuite.instructions)),
    arguments: OfficialSuite.drafts)
  func agree(_ draft: OfficialSuite.Draft) throws {
    let validator = try MetaSchemaValidator(draft.dialect)
    var mutations = MetaSchemaMutations(seed: 1)
    var verdicts: [Bool: Int] = [:]
    for file in try OfficialSuite.files(of: draft, withOptional: true) where !Self.schemasElsewhere.contains(file.name)
    {
      for schema in file.cases.compactMap({ $0["schema"] }) where Self.isWritten(in: draft.dialect, schema) {
        for round in 0..<Effort.rounds(quick: 2, thorough: 8) {
          let candidate = round == 0 ? schema : mutations.mutated(schema)
          guard Self.isWritten(in: draft.dialect, candidate) else { continue }
          let findings = try Self.findings(candidate, draft.dialect)
          let issues = validator.issues(candidate)
          verdicts[findings.isEmpty, default: 0] += 1
          #expect(findings.isEmpty == issues.isEmpty, "\(candidate): \(findings), \(issues)")
          #expect(round > 0 || findings.isEmpty, "\(file.name): the suite's schemas are valid")
        }
      }
    }
    let least = Effort.isThorough ? 300 : 60
    #expect(verdicts[true, default: 0] > least)
    #expect(verdicts[false, default: 0] > least)
  }

  @Test("reader and meta-schema agree on every odd value of every keyword", arguments: Dialect.all)
  func agreeOnEveryKeyword(_ dialect: Dialect) throws {
    let validator = try MetaSchemaValidator(dialect)
    for keyword in dialect.keywordNames where !["$schema", "$vocabulary"].contains(keyword) {
      for value in MetaSchemaMutations.odd {
        let schema: JSONValue = .object([keyword: value])
        let findings = try Self.findings(schema, dialect)
        let issues = validator.issues(schema)
        #expect(findings.isEmpty == issues.isEmpty, "\(schema): \(findings), \(issues)")
      }
    }
  }

  @Test("our vocabulary's meta-schema and the reader agree on its keywords")
  func agreeOnOurKeywords() throws {
    let validator = try MetaSchemaValidator(VendorVocabulary.uri)
    var refused = 0
    for keyword in Dialect.draft2020.keywordNames where keyword.hasPrefix("x-") {
      for value in MetaSchemaMutations.odd + [["name": ""], ["name": "A", "id": 1], ["other": 1]] {
        let schema: JSONValue = .object([keyword: value])
        let errors = try Self.errors(schema, .draft2020)
        #expect(errors.isEmpty == validator.issues(schema).isEmpty, "\(schema): \(errors)")
        refused += errors.isEmpty ? 0 : 1
      }
    }
    #expect(refused > 100)
  }

  @Test("every meta-schema is a valid schema of its own dialect", arguments: MetaSchema.uris)
  func areValid(uri: String) throws {
    let document = try #require(MetaSchema.document(at: uri))
    #expect(try SchemaResolver.resolve([document]).diagnostics.isEmpty)
    let dialect = try #require(Dialect.named(document.root["$schema"]?.string ?? ""))
    #expect(try MetaSchemaValidator(dialect).issues(document.root).isEmpty)
  }

  /// Whether all of a schema is meant for one dialect, as far as it tells.
  private static func isWritten(in dialect: Dialect, _ schema: JSONValue) -> Bool {
    switch schema {
    case .array(let elements): elements.allSatisfy { isWritten(in: dialect, $0) }
    case .object(let object):
      object.allSatisfy { member in
        if member.key == "$schema", let name = member.value.string { return Dialect.named(name) == dialect }
        return isWritten(in: dialect, member.value)
      }
    case .null, .bool, .number, .string: true
    }
  }

  /// The resolver's errors and warnings that a meta-schema could have found.
  private static func findings(_ schema: JSONValue, _ dialect: Dialect) throws -> [String] {
    let (errors, others) = try facts(schema, dialect)
    return (errors + others).filter(\.kind.concernsMetaSchema).map(\.description)
  }

  private static func errors(_ schema: JSONValue, _ dialect: Dialect) throws -> [ResolveError] {
    try facts(schema, dialect).errors
  }

  private static func facts(
    _ schema: JSONValue, _ dialect: Dialect
  ) throws -> (errors: [ResolveError], others: [ResolveError]) {
    let source = try JSONDocument(parsing: schema.json())
    let document = SchemaDocument(uri: "test:schema", name: "schema", source: source)
    do {
      let resolution = try SchemaResolver.resolve(
        [document], options: SchemaResolver.Options(defaultDialect: dialect, requiresSchemas: false)
      ) { OfficialSuite.remotes[$0] }
      return ([], resolution.facts.filter { $0.document == "schema" })
    } catch {
      return (error.errors.filter { $0.document == "schema" }, error.facts.filter { $0.document == "schema" })
    }
  }
}

/// The evaluator with a built-in meta-schema.
private struct MetaSchemaValidator {
  private let validator: SchemaValidator

  init(_ dialect: Dialect) throws { try self.init(dialect.uri) }

  init(_ uri: String) throws {
    let document = try #require(MetaSchema.document(at: uri))
    let graph = try SchemaResolver.resolve([document]).graph
    validator = try SchemaValidator(graph: graph, schema: graph.roots[0])
  }

  func issues(_ schema: JSONValue) -> [ValidationIssue] {
    switch validator.validate(schema.json()) {
    case .valid: []
    case .invalid(let issues), .undecided(let issues): issues
    case .unreadable(let error): preconditionFailure("written text is read: \(error)")
    }
  }
}
