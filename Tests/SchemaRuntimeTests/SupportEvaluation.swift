import Testing

@testable import SchemaRuntime

/// A program, an instance, and the expected issues.
struct EvaluatorRow: Sendable, CustomTestStringConvertible {
  let name: String
  /// The text of the program.
  let program: String
  let instance: String
  /// One text per issue: see `ValidationIssue.summary`.
  let issues: [String]

  /// - Parameter schemas: the steps of each schema, without the surrounding brackets; the first is evaluated. Locations
  ///   are `urn:s#`, `urn:s#/1` and so on.
  init(_ name: String, _ schemas: [String], _ instance: String, _ issues: [String] = []) {
    let rows = schemas.enumerated().map { index, steps in "[\"urn:s#\(index == 0 ? "" : "/\(index)")\",[\(steps)]]" }
    self.init(name, program: "[\(rows.joined(separator: ","))]", instance, issues)
  }

  init(_ name: String, program: String, _ instance: String, _ issues: [String]) {
    self.name = name
    self.program = program
    self.instance = instance
    self.issues = issues
  }

  var testDescription: String { name }

  /// The maximum nesting of schemas; only rows that never end need as many.
  static let maximumNesting = 3_000

  private static func evaluator(_ program: String, maximumIssueCount: Int = 100) throws -> Evaluator {
    var evaluator = Evaluator(try Program(json: program), maximumIssueCount: maximumIssueCount)
    evaluator.maximumNesting = maximumNesting
    return evaluator
  }

  /// Returns the evaluator's issues for the instance.
  func evaluate(maximumIssueCount: Int = 100) throws -> [ValidationIssue] {
    try Self.evaluator(program, maximumIssueCount: maximumIssueCount).issues(in: Array(instance.utf8))
  }

  /// Checks the issues, and that the verdict agrees with them, also for the program after a round trip.
  func check() throws {
    let written = try Program(json: program).json.text()
    for program in [program, written] {
      let evaluator = try Self.evaluator(program)
      let document = try JSONDocument(parsing: Array(instance.utf8))
      #expect(try evaluator.issues(in: document.text).isEmpty == issues.isEmpty)
      let (found, verdict) = document.withRoot {
        (evaluator.explanation(of: $0, in: document), evaluator.isValid($0))
      }
      #expect(found.map(\.summary) == issues)
      #expect(verdict == issues.isEmpty)
    }
  }
}

extension Evaluator {
  /// Returns the issues of the explaining engine, which is not used for valid instances.
  func explanation(of root: UnsafeJSONNode, in document: JSONDocument, schema: Program.SchemaID = 0)
    -> [ValidationIssue]
  {
    document.text.withUnsafeBufferPointer { explanation(of: root, $0, schema: schema) }
  }
}

extension ValidationIssue {
  /// `#instance #keywordLocation keyword expected actual line:column message`, with `-` for nil.
  var summary: String {
    let facts = [expected, actual].map { $0?.text() ?? "-" }.joined(separator: " ")
    let position = position.map { "\($0.line):\($0.column)" } ?? "-"
    return "#\(instanceLocation) #\(keywordLocation) \(keyword) \(facts) \(position) \(message)"
  }
}

/// The cases of `ValidationIssue.Kind`: a new one does not compile until it has a name here, and then it needs a row.
enum IssueKindName: String, CaseIterable {
  case never, type, enumeration, const, multipleOf, bound, length, pattern, patternExhausted, format, uniqueItems,
    minContains, maxContains, contentEncoding, contentMediaType, contentSchema, required, dependentRequired, localOnly,
    anyOf, oneOf, onlyOne, not, excluded, uniqueNames, sensitive, schemaNesting, contentNesting, unusableSchema,
    tooMuchToHold, internalInconsistency, truncated

  /// A flat switch.
  init(_ kind: ValidationIssue.Kind) {
    switch kind {
    case .never, .undeclared: self = .never
    case .type: self = .type
    case .enumeration: self = .enumeration
    case .const: self = .const
    case .multipleOf: self = .multipleOf
    case .bound: self = .bound
    case .length: self = .length
    case .text(.pattern, _, _): self = .pattern
    case .text(.format, _, _): self = .format
    case .text(.contentEncoding, _, _): self = .contentEncoding
    case .text(.contentMediaType, _, _): self = .contentMediaType
    case .patternExhausted: self = .patternExhausted
    case .uniqueItems: self = .uniqueItems
    case .contentSchema: self = .contentSchema
    case .contains(.atLeast, _): self = .minContains
    case .contains(.atMost, _): self = .maxContains
    case .required: self = .required
    case .dependentRequired: self = .dependentRequired
    case .localOnly: self = .localOnly
    case .alternatives, .anyPattern, .anyRequired, .closest, .anyOf: self = .anyOf
    case .oneOf: self = .oneOf
    case .onlyOne: self = .onlyOne
    case .not: self = .not
    case .excluded, .excludedMember: self = .excluded
    case .uniqueNames: self = .uniqueNames
    case .sensitive: self = .sensitive
    case .schemaNesting: self = .schemaNesting
    case .contentNesting: self = .contentNesting
    case .unusableSchema: self = .unusableSchema
    case .tooMuchToHold: self = .tooMuchToHold
    case .internalInconsistency: self = .internalInconsistency
    case .truncated: self = .truncated
    }
  }
}

/// The cases of `Instruction`, likewise.
enum InstructionName: String, CaseIterable {
  case never, type, enumeration, const, multipleOf, bound, length, pattern, format, content, uniqueItems, prefixItems,
    items, contains, required, dependentRequired, properties, patternProperties, additionalProperties, propertyNames,
    dependentSchemas, unevaluatedItems, unevaluatedProperties, localOnly, ref, allOf, anyOf, oneOf, not, conditional,
    annotation, unusable

  /// A flat switch.
  init(_ instruction: Instruction) {
    switch instruction {
    case .anyType(.never): self = .never
    case .anyType(.type): self = .type
    case .anyType(.enumeration): self = .enumeration
    case .anyType(.const): self = .const
    case .number(.multipleOf): self = .multipleOf
    case .number(.bound): self = .bound
    case .length: self = .length
    case .text(.pattern): self = .pattern
    case .text(.format), .text(.customFormat): self = .format
    case .text(.content): self = .content
    case .array(.uniqueItems): self = .uniqueItems
    case .array(.prefixItems): self = .prefixItems
    case .array(.items): self = .items
    case .array(.contains): self = .contains
    case .object(.required): self = .required
    case .object(.dependentRequired): self = .dependentRequired
    case .object(.properties): self = .properties
    case .object(.patternProperties): self = .patternProperties
    case .object(.additionalProperties): self = .additionalProperties
    case .object(.applied(.propertyNames, _)): self = .propertyNames
    case .inPlace(.dependentSchemas): self = .dependentSchemas
    case .array(.unevaluatedItems): self = .unevaluatedItems
    case .object(.unevaluatedProperties): self = .unevaluatedProperties
    case .object(.localOnly): self = .localOnly
    case .inPlace(.ref): self = .ref
    case .inPlace(.allOf): self = .allOf
    case .inPlace(.anyOf): self = .anyOf
    case .inPlace(.oneOf): self = .oneOf
    case .inPlace(.not): self = .not
    case .inPlace(.conditional): self = .conditional
    case .anyType(.annotation): self = .annotation
    case .anyType(.unusable): self = .unusable
    }
  }
}

/// The keywords of all limits of numbers and lengths: each needs rows, like a case of the two enumerations.
let limitKeywords =
  NumberLimit.allCases.map(\.keyword)
  + Measure.allCases.flatMap { [$0.keyword(of: .atMost(0)), $0.keyword(of: .atLeast(0))] }
