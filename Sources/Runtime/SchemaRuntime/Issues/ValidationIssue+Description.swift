// What is said of issues: a row for each kind.
extension ValidationIssue.Kind {
  /// Computed where it is asked for: only shown issues need words.
  private struct Row {
    /// The keyword in the newest dialect.
    var keyword: String
    var expectation: () -> String
    var expected: () -> JSONValue?
    /// The finding in words; nil if it follows from the expectation.
    var finding: () -> String?
    var actual: () -> JSONValue?
    /// The expectation for a sensitive value, if the usual one contains values, patterns or names of the schema: any of
    /// them may be the sensitive value or reveal something about it.
    var discreet: String?
    var showsContent: Bool
    var isUndecided: Bool

    init(
      _ keyword: String, expects expectation: @autoclosure @escaping () -> String,
      _ expected: @autoclosure @escaping () -> JSONValue? = nil, finds finding: @autoclosure @escaping () -> String?,
      _ actual: @autoclosure @escaping () -> JSONValue? = nil, discreet: String? = nil, showsContent: Bool = false,
      isUndecided: Bool = false
    ) {
      (self.keyword, self.expectation, self.expected) = (keyword, expectation, expected)
      (self.finding, self.actual, self.discreet) = (finding, actual, discreet)
      (self.showsContent, self.isUndecided) = (showsContent, isUndecided)
    }
  }

  /// A flat switch: a row for each kind.
  private var row: Row {
    switch self {
    case .never(let keyword): Row(keyword, expects: "no value here", finds: "one")
    case .undeclared(let keyword, let name, let nearest):
      Row(
        keyword, expects: "a declared member",
        finds: Self.quoted(name) + (nearest.map { "; did you mean \(Self.quoted($0))?" } ?? ""), .string(name),
        discreet: "no value here")
    case .type(let expected, let actual):
      Row(
        "type", expects: Self.list(expected.map(\.rawValue)),
        expected.count == 1 ? .string(expected[0].rawValue) : .array(expected.map { .string($0.rawValue) }),
        finds: actual.rawValue, .string(actual.rawValue))
    case .enumeration(let expected, let actual):
      Row(
        "enum", expects: Self.choice(expected), .array(expected),
        finds: Self.short(actual) + Self.suggestion(for: actual, of: expected), actual,
        discreet: "one of the schema's values", showsContent: true)
    case .const(let expected, let actual):
      Row(
        "const", expects: Self.short(expected), expected, finds: Self.short(actual), actual,
        discreet: "the schema's value", showsContent: true)
    case .multipleOf(let expected, let actual):
      Row(
        "multipleOf", expects: "a multiple of \(expected)", .number(expected), finds: Self.short(.number(actual)),
        .number(actual), showsContent: true)
    case .bound(let limit, let expected, let actual):
      Row(
        limit.keyword, expects: limit.words(expected), .number(expected), finds: Self.short(.number(actual)),
        .number(actual), showsContent: true)
    case .length(let measure, let limit, let actual):
      Row(
        measure.keyword(of: limit), expects: measure.words(limit), .number(JSONNumber(limit.count)),
        finds: String(actual), .number(JSONNumber(actual)))
    case .text(let keyword, let expected, let actual):
      Row(
        keyword.word, expects: keyword.expectation(expected.abbreviated(to: keyword.mostShown)), .string(expected),
        finds: Self.short(.string(actual)),
        .string(actual), discreet: keyword.discreet, showsContent: true)
    case .patternExhausted(let expected, let limit):
      Row(
        "pattern", expects: "a result for the pattern \(Self.pattern(expected)) within \(limit) steps",
        .string(expected), finds: "none", discreet: "a match for the schema's pattern", isUndecided: true)
    case .contentSchema:
      Row("contentSchema", expects: "content that satisfies its schema", finds: "content that does not")
    case .uniqueItems(let first, let second):
      Row(
        "uniqueItems", expects: "unique items", finds: "equal items at \(first) and \(second)",
        .array([.number(JSONNumber(first)), .number(JSONNumber(second))]))
    case .contains(let limit, let actual):
      Row(
        limit.isUpper ? "maxContains" : "minContains", expects: Measure.items.words(limit) + " matching 'contains'",
        .number(JSONNumber(limit.count)), finds: String(actual), .number(JSONNumber(actual)))
    case .required(let missing):
      Row(
        "required", expects: Self.members(missing), .array(missing.map { .string($0) }), finds: "none",
        discreet: "all required members")
    case .dependentRequired(let name, let missing):
      Row(
        "dependentRequired", expects: "\(Self.members(missing)) when \(Self.quoted(name)) is present",
        .array(missing.map { .string($0) }), finds: "none", .string(name),
        discreet: "the members that another one requires")
    case .localOnly(let name):
      Row(
        "x-localOnly", expects: "no member \(Self.quoted(name)), which never leaves the device", finds: nil,
        .string(name), discreet: "no member that is local to the device")
    case .anyOf: Row("anyOf", expects: "at least one matching alternative", finds: "none")
    case .oneOf(let matching):
      Row(
        "oneOf", expects: "exactly one matching alternative",
        finds: matching.isEmpty
          ? "none"
          : "\(matching.count): "
            + Self.shown(matching, words: String.init) { "\($0) others" }.joined(separator: ", "),
        .array(matching.map { .number(JSONNumber($0)) }))
    case .alternatives(let types, let values, let actual):
      Row(
        "anyOf",
        expects: Self.list(
          types.map(\.rawValue) + Self.shown(values, words: Self.short) { "one of \($0) other values" }),
        .array(types.map { .string($0.rawValue) } + values), finds: Self.short(actual), actual,
        discreet: "one of the schema's values", showsContent: true)
    case .anyRequired(let missing):
      Row(
        "anyOf", expects: "one of the members " + Self.list(Self.shown(missing, words: Self.quoted) { "\($0) others" }),
        .array(missing.map { .string($0) }), finds: "none", discreet: "one of the required members")
    case .closest(let branch):
      Row(
        "anyOf", expects: "a match for one of the alternatives", finds: "none; \(branch) is closest",
        discreet: "a match for one of the alternatives")
    case .not: Row("not", expects: "no match for the schema under 'not'", finds: "one")
    case .uniqueNames(let name):
      Row(
        "uniqueNames", expects: "unique member names", finds: "\(Self.quoted(name)) twice in one object",
        .string(name))
    case .sensitive(let keyword, let expectation, let expected, let isUndecided):
      Row(
        keyword, expects: expectation, expected, finds: "a sensitive value", .redacted, isUndecided: isUndecided)
    case .schemaNesting(let limit):
      Row(
        "schemaNesting", expects: "at most \(limit) schemas applied inside one another", .number(JSONNumber(limit)),
        finds: "more", isUndecided: true)
    case .contentNesting(let limit):
      Row(
        "contentMediaType", expects: "content with at most \(limit) levels of nesting", .number(JSONNumber(limit)),
        finds: "more", isUndecided: true)
    case .unusableSchema(let location, let reason):
      Row(
        "unusableSchema", expects: "a usable schema at '\(location)'", finds: reason, discreet: "a usable schema",
        isUndecided: true)
    case .internalInconsistency(let state):
      Row("internalInconsistency", expects: "a consistent program", finds: state)
    }
  }

  /// The keyword in the newest dialect.
  package var keyword: String { row.keyword }
  /// The value that the schema requires, as JSON; nil if there is no single value.
  package var expected: JSONValue? { row.expected() }
  /// The value found in the instance, as JSON; nil if there is no single value.
  package var actual: JSONValue? { row.actual() }
  /// Whether ``actual`` is content of the instance, as opposed to a count or a type.
  var showsContent: Bool { row.showsContent }
  /// Whether a limit was reached, so that it is unknown whether the instance satisfies the keyword.
  var isUndecided: Bool { row.isUndecided }

  /// The sentence: what was expected, then what was found.
  package var message: String {
    let row = row
    return "expected \(row.expectation())" + (row.finding().map { ", found \($0)" } ?? "")
  }

  /// The kind without any information about the instance, and without values, patterns or names of the schema.
  package func redacted(as keyword: String) -> Self {
    let row = row
    return .sensitive(
      keyword: keyword, expectation: row.discreet ?? row.expectation(),
      expected: row.discreet == nil ? row.expected() : nil, isUndecided: row.isUndecided)
  }

  private static func members(_ names: [String]) -> String {
    (names.count == 1 ? "member " : "members ")
      + shown(names, words: quoted) { "\($0) others" }.joined(separator: ", ")
  }

  /// The most values that a message lists; of more, it lists fewer. ``expected`` has all.
  private static let maximumValueCount = 20

  private static func suggestion(for value: JSONValue, of values: [JSONValue]) -> String {
    guard let text = value.string,
      let nearest = Spelling.nearest(to: text, among: values.compactMap(\.string))
    else { return "" }
    return "; did you mean \(short(.string(nearest)))?"
  }

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
    case .never, .undeclared, .uniqueNames, .sensitive, .schemaNesting, .unusableSchema, .internalInconsistency:
      kind.keyword
    case .type, .enumeration, .const, .multipleOf, .bound, .length, .text, .patternExhausted, .contentSchema,
      .uniqueItems, .contains, .required, .dependentRequired,
      .localOnly, .anyOf, .oneOf, .alternatives, .anyRequired, .closest, .not, .contentNesting:
      keywordLocation.tokens.last ?? kind.keyword
    }
  }

  /// What the keyword requires, as JSON.
  public var expected: JSONValue? { kind.expected }
  /// The value found in the instance; `"(redacted)"` for a sensitive value.
  public var actual: JSONValue? { kind.actual }

  /// A sentence in lowercase without full stop: what was expected, then what was found.
  public var message: String { kind.message }
}

extension ValidationIssue: CustomStringConvertible {
  /// `line:column: /instance/location: message (keyword)`; for a value in memory, without line and column. Long names
  /// and values are abbreviated. If all alternatives fail, the reasons of the closest one, separated by semicolons.
  public var description: String {
    [self].withClosestCauses.map { issue in
      "\(issue.position.prefix)\(issue.instanceLocation.prefix)\(issue.message) (\(issue.keyword))"
    }.joined(separator: "; ")
  }
}
