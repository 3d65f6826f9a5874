// The messages of all issues: a table, one row per keyword.
extension ValidationIssue.Kind {
  /// The keyword in the newest dialect.
  public var keyword: String {
    switch self {
    case .never(let keyword): keyword
    case .type: "type"
    case .enumeration: "enum"
    case .const: "const"
    case .multipleOf: "multipleOf"
    case .bound(let limit, _, _): limit.keyword
    case .length(let measure, let limit, _): measure.keyword(of: limit)
    case .pattern, .patternExhausted: "pattern"
    case .format: "format"
    case .contentEncoding: "contentEncoding"
    case .contentMediaType: "contentMediaType"
    case .contentSchema: "contentSchema"
    case .uniqueItems: "uniqueItems"
    case .contains(.atLeast, _): "minContains"
    case .contains(.atMost, _): "maxContains"
    case .required: "required"
    case .dependentRequired: "dependentRequired"
    case .localOnly: "x-localOnly"
    case .anyOf: "anyOf"
    case .oneOf: "oneOf"
    case .not: "not"
    case .uniqueNames: "uniqueNames"
    case .sensitive(let keyword, _, _, _): keyword
    case .schemaNesting: "schemaNesting"
    case .contentNesting: "contentMediaType"
    case .unusableSchema: "unusableSchema"
    case .internalInconsistency: "internalInconsistency"
    }
  }

  /// The value that the schema requires, as JSON; nil if there is no single value.
  public var expected: JSONValue? {
    switch self {
    case .type(let expected, _):
      expected.count == 1
        ? .string(expected[0].rawValue) : .array(expected.map { .string($0.rawValue) })
    case .enumeration(let expected, _): .array(expected)
    case .const(let expected, _): expected
    case .multipleOf(let expected, _), .bound(_, let expected, _): .number(expected)
    case .length(_, let expected, _), .contains(let expected, _): .number(JSONNumber(expected.count))
    case .schemaNesting(let limit), .contentNesting(let limit): .number(JSONNumber(limit))
    case .sensitive(_, _, let expected, _): expected
    case .pattern(let expected, _), .patternExhausted(let expected, _), .format(let expected, _),
      .contentEncoding(let expected, _),
      .contentMediaType(let expected, _):
      .string(expected)
    case .required(let missing), .dependentRequired(_, let missing): .array(missing.map { .string($0) })
    case .never, .contentSchema, .uniqueItems, .localOnly, .anyOf, .oneOf, .not, .uniqueNames, .unusableSchema,
      .internalInconsistency:
      nil
    }
  }

  /// The value found in the instance, as JSON; nil if there is no single value.
  public var actual: JSONValue? {
    switch self {
    case .type(_, let actual): .string(actual.rawValue)
    case .enumeration(_, let actual), .const(_, let actual): actual
    case .multipleOf(_, let actual), .bound(_, _, let actual): .number(actual)
    case .length(_, _, let actual), .contains(_, let actual): .number(JSONNumber(actual))
    case .pattern(_, let actual), .format(_, let actual), .contentEncoding(_, let actual),
      .contentMediaType(_, let actual):
      .string(actual)
    case .uniqueItems(let first, let second): .array([.number(JSONNumber(first)), .number(JSONNumber(second))])
    case .localOnly(let name), .uniqueNames(let name), .dependentRequired(let name, _): .string(name)
    case .oneOf(let matching): .array(matching.map { .number(JSONNumber($0)) })
    case .sensitive: .redacted
    case .never, .patternExhausted, .contentSchema, .required, .anyOf, .not, .schemaNesting, .contentNesting,
      .unusableSchema, .internalInconsistency:
      nil
    }
  }

  /// Whether ``actual`` is content of the instance, as opposed to a count or a type.
  var showsContent: Bool {
    switch self {
    case .enumeration, .const, .multipleOf, .bound, .pattern, .format, .contentEncoding, .contentMediaType:
      true
    case .never, .type, .length, .patternExhausted, .contentSchema, .uniqueItems, .contains, .required,
      .dependentRequired, .localOnly, .anyOf, .oneOf, .not, .uniqueNames, .sensitive, .schemaNesting, .contentNesting,
      .unusableSchema, .internalInconsistency:
      false
    }
  }

  /// Whether a limit was reached, so that it is unknown whether the instance satisfies the keyword.
  var isUndecided: Bool {
    switch self {
    case .patternExhausted, .schemaNesting, .contentNesting, .unusableSchema: true
    case .sensitive(_, _, _, let isUndecided): isUndecided
    case .never, .type, .enumeration, .const, .multipleOf, .bound, .length, .pattern, .format, .contentEncoding,
      .contentMediaType, .contentSchema, .uniqueItems, .contains, .required, .dependentRequired, .localOnly, .anyOf,
      .oneOf, .not, .uniqueNames, .internalInconsistency:
      false
    }
  }

  /// The sentence: what was expected, then what was found.
  package var message: String { "expected \(expectation)" + (finding.map { ", found \($0)" } ?? "") }

  /// The expectation in words.
  private var expectation: String {
    switch self {
    case .never: "no value here"
    case .type(let expected, _): Self.list(expected.map(\.rawValue))
    case .enumeration(let expected, _): Self.choice(expected)
    case .const(let expected, _): Self.short(expected)
    case .multipleOf(let expected, _): "a multiple of \(expected)"
    case .bound(let limit, let expected, _): limit.words(expected)
    case .length(let measure, let limit, _): measure.words(limit)
    case .contains(let limit, _): Measure.items.words(limit) + " matching 'contains'"
    case .pattern(let expected, _): "a match for the pattern \(Self.pattern(expected))"
    case .patternExhausted(let expected, let limit):
      "a result for the pattern \(Self.pattern(expected)) within \(limit) steps"
    case .format(let expected, _): "the format '\(expected)'"
    case .contentEncoding(let expected, _): "text in the encoding '\(expected)'"
    case .contentMediaType(let expected, _): "content of the type '\(expected)'"
    case .contentSchema: "content that satisfies its schema"
    case .uniqueItems: "unique items"
    case .required(let missing): Self.members(missing)
    case .dependentRequired(let name, let missing): "\(Self.members(missing)) when \(Self.quoted(name)) is present"
    case .localOnly(let name): "no member \(Self.quoted(name)), which never leaves the device"
    case .anyOf: "at least one matching alternative"
    case .oneOf: "exactly one matching alternative"
    case .not: "no match for the schema under 'not'"
    case .uniqueNames: "unique member names"
    case .sensitive(_, let expectation, _, _): expectation
    case .schemaNesting(let limit): "at most \(limit) schemas applied inside one another"
    case .contentNesting(let limit): "content with at most \(limit) levels of nesting"
    case .unusableSchema(let location, _): "a usable schema at '\(location)'"
    case .internalInconsistency: "a consistent program"
    }
  }

  /// The finding in words; nil if it follows from the expectation.
  private var finding: String? {
    switch self {
    case .never: "one"
    case .type(_, let actual): actual.rawValue
    case .enumeration(_, let actual), .const(_, let actual): Self.short(actual)
    case .multipleOf(_, let actual), .bound(_, _, let actual): Self.short(.number(actual))
    case .pattern(_, let actual), .format(_, let actual), .contentEncoding(_, let actual),
      .contentMediaType(_, let actual):
      Self.short(.string(actual))
    case .length(_, _, let actual), .contains(_, let actual): String(actual)
    case .contentSchema: "content that does not"
    case .uniqueItems(let first, let second): "equal items at \(first) and \(second)"
    case .oneOf(let matching) where !matching.isEmpty:
      "\(matching.count): " + Self.shown(matching, words: String.init) { "\($0) others" }.joined(separator: ", ")
    case .patternExhausted, .required, .dependentRequired, .anyOf, .oneOf: "none"
    case .localOnly: nil
    case .not: "one"
    case .uniqueNames(let name): "\(Self.quoted(name)) twice in one object"
    case .sensitive: "a sensitive value"
    case .schemaNesting, .contentNesting: "more"
    case .unusableSchema(_, let reason): reason
    case .internalInconsistency(let state): state
    }
  }

  /// The kind without any information about the instance, and without values, patterns or names of the schema: any of
  /// them may be the sensitive value or reveal something about it.
  package func redacted(as keyword: String) -> Self {
    let shown: (expectation: String, expected: JSONValue?)
    switch self {
    case .enumeration: shown = ("one of the schema's values", nil)
    case .const: shown = ("the schema's value", nil)
    case .pattern, .patternExhausted: shown = ("a match for the schema's pattern", nil)
    case .required: shown = ("all required members", nil)
    case .dependentRequired: shown = ("the members that another one requires", nil)
    case .unusableSchema: shown = ("a usable schema", nil)
    case .localOnly: shown = ("no member that is local to the device", nil)
    case .never, .type, .multipleOf, .bound, .length, .format, .contentEncoding, .contentMediaType, .contentSchema,
      .uniqueItems, .contains, .anyOf, .oneOf, .not, .uniqueNames, .sensitive, .schemaNesting, .contentNesting,
      .internalInconsistency:
      shown = (expectation, expected)
    }
    return .sensitive(
      keyword: keyword, expectation: shown.expectation, expected: shown.expected, isUndecided: isUndecided)
  }

  private static func members(_ names: [String]) -> String {
    (names.count == 1 ? "member " : "members ")
      + shown(names, words: quoted) { "\($0) others" }.joined(separator: ", ")
  }

  /// The most values that a message lists; of more, it lists fewer. ``expected`` has all.
  private static let maximumValueCount = 20

  private static func choice(_ values: [JSONValue]) -> String {
    list(shown(values, words: short) { "one of \($0) other values" })
  }

  /// The first values in words, followed by words for the number of those left out, if any.
  private static func shown<Value>(
    _ values: [Value], words: (Value) -> String, others: (Int) -> String
  ) -> [String] {
    if values.count <= maximumValueCount { return values.map(words) }
    let shown = values.prefix(maximumValueCount - 4)
    return shown.map(words) + [others(values.count - shown.count)]
  }

  private static func list(_ words: [String]) -> String {
    words.count < 2 ? words.joined() : words.dropLast().joined(separator: ", ") + " or " + words[words.count - 1]
  }

  /// A value, abbreviated if it is long.
  static func short(_ value: JSONValue) -> String { value.text().abbreviated(to: 60) }

  /// A name, abbreviated if it is long.
  private static func quoted(_ name: String) -> String { "'\(name.abbreviated(to: 60))'" }

  private static func pattern(_ text: String) -> String { "'\(text.abbreviated(to: 200))'" }
}

extension ValidationIssue {
  /// The keyword that failed, as written in the schema's dialect.
  public var keyword: String {
    switch kind {
    case .never, .uniqueNames, .sensitive, .schemaNesting, .unusableSchema, .internalInconsistency: kind.keyword
    case .type, .enumeration, .const, .multipleOf, .bound, .length, .pattern, .patternExhausted, .format,
      .contentEncoding, .contentMediaType, .contentSchema, .uniqueItems, .contains, .required, .dependentRequired,
      .localOnly, .anyOf, .oneOf, .not, .contentNesting:
      keywordLocation.tokens.last ?? kind.keyword
    }
  }

  public var expected: JSONValue? { kind.expected }
  /// The value found in the instance; `"(redacted)"` for a sensitive value.
  public var actual: JSONValue? { kind.actual }

  /// A sentence in lowercase without full stop: what was expected, then what was found.
  public var message: String { kind.message }
}

extension ValidationIssue: CustomStringConvertible {
  /// `line:column: /instance/location: message (keyword)`; for a value in memory, without line and column. Long names
  /// and values are abbreviated.
  public var description: String { "\(position.prefix)\(instanceLocation.prefix)\(message) (\(keyword))" }
}
