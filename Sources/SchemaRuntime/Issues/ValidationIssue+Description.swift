// The words of every issue. The first comment of a flat switch: a table, one row a keyword.
extension ValidationIssue.Kind {
  /// The keyword as the newest dialect writes it.
  public var keyword: String {
    switch self {
    case .never(let keyword): keyword
    case .type: "type"
    case .enumeration: "enum"
    case .const: "const"
    case .multipleOf: "multipleOf"
    case .maximum: "maximum"
    case .exclusiveMaximum: "exclusiveMaximum"
    case .minimum: "minimum"
    case .exclusiveMinimum: "exclusiveMinimum"
    case .maxLength: "maxLength"
    case .minLength: "minLength"
    case .maxUTF8Bytes: "x-maxUTF8Bytes"
    case .minUTF8Bytes: "x-minUTF8Bytes"
    case .pattern, .patternExhausted: "pattern"
    case .format: "format"
    case .contentEncoding: "contentEncoding"
    case .contentMediaType: "contentMediaType"
    case .contentSchema: "contentSchema"
    case .maxItems: "maxItems"
    case .minItems: "minItems"
    case .uniqueItems: "uniqueItems"
    case .minContains: "minContains"
    case .maxContains: "maxContains"
    case .maxProperties: "maxProperties"
    case .minProperties: "minProperties"
    case .required: "required"
    case .dependentRequired: "dependentRequired"
    case .localOnly: "x-localOnly"
    case .anyOf: "anyOf"
    case .oneOf: "oneOf"
    case .not: "not"
    case .uniqueNames: "uniqueNames"
    case .schemaNesting: "schemaNesting"
    case .contentNesting: "contentMediaType"
    case .internalInconsistency: "internalInconsistency"
    }
  }

  /// What the schema asks for, as JSON; nil where there is no single value to name.
  public var expected: JSONValue? {
    switch self {
    case .type(let expected, _):
      expected.count == 1
        ? .string(expected[0].rawValue) : .array(expected.map { .string($0.rawValue) })
    case .enumeration(let expected, _): .array(expected)
    case .const(let expected, _): expected
    case .multipleOf(let expected, _), .maximum(let expected, _), .exclusiveMaximum(let expected, _),
      .minimum(let expected, _), .exclusiveMinimum(let expected, _):
      .number(expected)
    case .maxLength(let expected, _), .minLength(let expected, _), .maxUTF8Bytes(let expected, _),
      .minUTF8Bytes(let expected, _), .maxItems(let expected, _), .minItems(let expected, _),
      .minContains(let expected, _), .maxContains(let expected, _), .maxProperties(let expected, _),
      .minProperties(let expected, _):
      .number(JSONNumber(expected))
    case .schemaNesting(let limit), .contentNesting(let limit): .number(JSONNumber(limit))
    case .pattern(let expected, _), .patternExhausted(let expected, _), .format(let expected, _),
      .contentEncoding(let expected, _),
      .contentMediaType(let expected, _):
      .string(expected)
    case .required(let missing), .dependentRequired(_, let missing): .array(missing.map { .string($0) })
    case .never, .contentSchema, .uniqueItems, .localOnly, .anyOf, .oneOf, .not, .uniqueNames, .internalInconsistency:
      nil
    }
  }

  /// What the instance has, as JSON; nil where there is no single value to name.
  public var actual: JSONValue? {
    switch self {
    case .type(_, let actual): .string(actual.rawValue)
    case .enumeration(_, let actual), .const(_, let actual): actual
    case .multipleOf(_, let actual), .maximum(_, let actual), .exclusiveMaximum(_, let actual),
      .minimum(_, let actual), .exclusiveMinimum(_, let actual):
      .number(actual)
    case .maxLength(_, let actual), .minLength(_, let actual), .maxUTF8Bytes(_, let actual),
      .minUTF8Bytes(_, let actual), .maxItems(_, let actual), .minItems(_, let actual),
      .minContains(_, let actual), .maxContains(_, let actual), .maxProperties(_, let actual),
      .minProperties(_, let actual):
      .number(JSONNumber(actual))
    case .pattern(_, let actual), .format(_, let actual), .contentEncoding(_, let actual),
      .contentMediaType(_, let actual):
      .string(actual)
    case .uniqueItems(let first, let second): .array([.number(JSONNumber(first)), .number(JSONNumber(second))])
    case .localOnly(let name), .uniqueNames(let name), .dependentRequired(let name, _): .string(name)
    case .oneOf(let matching): .array(matching.map { .number(JSONNumber($0)) })
    case .never, .patternExhausted, .contentSchema, .required, .anyOf, .not, .schemaNesting, .contentNesting,
      .internalInconsistency:
      nil
    }
  }

  /// Whether ``actual`` is content of the instance, which `x-sensitive` hides, and not a count or a type.
  var showsContent: Bool {
    switch self {
    case .enumeration, .const, .multipleOf, .maximum, .exclusiveMaximum, .minimum, .exclusiveMinimum, .pattern,
      .format, .contentEncoding, .contentMediaType:
      true
    case .never, .type, .maxLength, .minLength, .maxUTF8Bytes, .minUTF8Bytes, .patternExhausted, .contentSchema,
      .maxItems, .minItems,
      .uniqueItems, .minContains, .maxContains, .maxProperties, .minProperties, .required, .dependentRequired,
      .localOnly, .anyOf, .oneOf, .not, .uniqueNames, .schemaNesting, .contentNesting, .internalInconsistency:
      false
    }
  }

  /// Whether a limit ran out, so that nobody knows whether the instance satisfies the keyword.
  var isUndecided: Bool {
    switch self {
    case .patternExhausted, .schemaNesting, .contentNesting: true
    case .never, .type, .enumeration, .const, .multipleOf, .maximum, .exclusiveMaximum, .minimum, .exclusiveMinimum,
      .maxLength, .minLength, .maxUTF8Bytes, .minUTF8Bytes, .pattern, .format, .contentEncoding, .contentMediaType,
      .contentSchema, .maxItems, .minItems, .uniqueItems, .minContains, .maxContains, .maxProperties, .minProperties,
      .required, .dependentRequired, .localOnly, .anyOf, .oneOf, .not, .uniqueNames, .internalInconsistency:
      false
    }
  }

  /// The sentence, with `found` in the place of the instance's content.
  func message(found: String) -> String {
    switch self {
    case .never: "expected nothing here, found a value"
    case .type(let expected, let actual):
      "expected \(Self.list(expected.map(\.rawValue))), found \(actual.rawValue)"
    case .enumeration(let expected, _): "expected \(Self.list(expected.map { Self.short($0) })), found \(found)"
    case .const(let expected, _): "expected \(Self.short(expected)), found \(found)"
    case .multipleOf(let expected, _): "expected a multiple of \(expected), found \(found)"
    case .maximum(let expected, _): "expected at most \(expected), found \(found)"
    case .exclusiveMaximum(let expected, _): "expected less than \(expected), found \(found)"
    case .minimum(let expected, _): "expected at least \(expected), found \(found)"
    case .exclusiveMinimum(let expected, _): "expected more than \(expected), found \(found)"
    case .maxLength(let expected, let actual): "expected at most \(Self.count(expected, "character")), found \(actual)"
    case .minLength(let expected, let actual): "expected at least \(Self.count(expected, "character")), found \(actual)"
    case .maxUTF8Bytes(let expected, let actual):
      "expected at most \(Self.count(expected, "byte")) of UTF-8, found \(actual)"
    case .minUTF8Bytes(let expected, let actual):
      "expected at least \(Self.count(expected, "byte")) of UTF-8, found \(actual)"
    case .pattern(let expected, _): "expected a match of the pattern '\(expected)', found \(found)"
    case .patternExhausted(let expected, let limit):
      "expected an answer of the pattern '\(expected)' within \(limit) steps, found none"
    case .format(let expected, _): "expected the format '\(expected)', found \(found)"
    case .contentEncoding(let expected, _): "expected text in the encoding '\(expected)', found \(found)"
    case .contentMediaType(let expected, _): "expected content of the type '\(expected)', found \(found)"
    case .contentSchema: "expected content that its schema describes, found other"
    case .maxItems(let expected, let actual): "expected at most \(Self.count(expected, "item")), found \(actual)"
    case .minItems(let expected, let actual): "expected at least \(Self.count(expected, "item")), found \(actual)"
    case .uniqueItems(let first, let second): "expected unique items, found equal ones at \(first) and \(second)"
    case .minContains(let expected, let actual):
      "expected at least \(Self.count(expected, "item")) that 'contains' describes, found \(actual)"
    case .maxContains(let expected, let actual):
      "expected at most \(Self.count(expected, "item")) that 'contains' describes, found \(actual)"
    case .maxProperties(let expected, let actual): "expected at most \(Self.count(expected, "member")), found \(actual)"
    case .minProperties(let expected, let actual):
      "expected at least \(Self.count(expected, "member")), found \(actual)"
    case .required(let missing): "expected \(Self.members(missing)), found none"
    case .dependentRequired(let name, let missing):
      "expected \(Self.members(missing)) beside '\(name)', found none"
    case .localOnly(let name): "expected no member '\(name)', which never leaves the device"
    case .anyOf: "expected a match of at least one of the alternatives, found none"
    case .oneOf(let matching):
      matching.isEmpty
        ? "expected a match of exactly one of the alternatives, found none"
        : "expected a match of exactly one of the alternatives, found \(matching.count): "
          + matching.map(String.init).joined(separator: ", ")
    case .not: "expected no match of the schema under 'not', found one"
    case .uniqueNames(let name): "expected unique member names, found '\(name)' twice in one object"
    case .schemaNesting(let limit): "expected at most \(limit) schemas applied inside one another, found more"
    case .contentNesting(let limit): "expected content with at most \(limit) levels of nesting, found more"
    case .internalInconsistency(let state): "expected a consistent program, found \(state)"
    }
  }

  private static func count(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }

  private static func members(_ names: [String]) -> String {
    (names.count == 1 ? "member " : "members ") + names.map { "'\($0)'" }.joined(separator: ", ")
  }

  private static func list(_ words: [String]) -> String {
    words.count < 2 ? words.joined() : words.dropLast().joined(separator: ", ") + " or " + words[words.count - 1]
  }

  /// A value in at most some sixty characters.
  static func short(_ value: JSONValue) -> String {
    let text = value.text()
    return text.unicodeScalars.count <= 60
      ? text : String(String.UnicodeScalarView(text.unicodeScalars.prefix(57))) + "..."
  }
}

extension ValidationIssue {
  /// The keyword that failed, as the schema's dialect writes it.
  public var keyword: String {
    switch kind {
    case .never, .uniqueNames, .schemaNesting, .internalInconsistency: kind.keyword
    default: keywordLocation.tokens.last ?? kind.keyword
    }
  }

  public var expected: JSONValue? { kind.expected }
  /// What the instance has; `"(redacted)"` where a sensitive value would show.
  public var actual: JSONValue? {
    isRedacted && kind.showsContent ? .string("(redacted)") : kind.actual
  }

  /// The sentence: lower case, no full stop, what was expected before what was found.
  public var message: String {
    kind.message(found: isRedacted ? "a sensitive value" : kind.actual.map { Kind.short($0) } ?? "none")
  }
}

extension ValidationIssue: CustomStringConvertible {
  /// `line:column: /instance/location: message (keyword)`.
  public var description: String {
    let place = instanceLocation.tokens.isEmpty ? "" : "\(instanceLocation): "
    return "\(position.line):\(position.column): \(place)\(message) (\(keyword))"
  }
}
