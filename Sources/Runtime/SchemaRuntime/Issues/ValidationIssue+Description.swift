// What is said of issues: a row for each kind.
extension ValidationIssue.Kind {
  /// Computed where it is asked for: only shown issues need words.
  private struct Row {
    /// The keyword in the newest dialect.
    var keyword: String
    /// nil if the finding says it all.
    var expectation: () -> IssuePhrase?
    var expected: () -> JSONValue?
    /// nil if it follows from the expectation.
    var finding: () -> IssuePhrase?
    var actual: () -> JSONValue?
    /// The key of the expectation for a sensitive value, if the usual one contains values, patterns or names of the schema:
    /// any of them may be the sensitive value or reveal something about it.
    var discreet: String?
    var showsContent: Bool
    var isUndecided: Bool

    init(
      _ keyword: String, expects expectation: @autoclosure @escaping () -> IssuePhrase?,
      _ expected: @autoclosure @escaping () -> JSONValue? = nil,
      finds finding: @autoclosure @escaping () -> IssuePhrase?,
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
    typealias Phrase = IssuePhrase
    switch self {
    case .never(let keyword): return Row(keyword, expects: Phrase("nothing"), finds: .one)
    case .undeclared(let keyword, let name, let nearest):
      return Row(
        keyword, expects: Phrase("declared"), finds: Self.finding(.name(name), nearest.map { .name($0) }),
        .string(name),
        discreet: "nothing")
    case .type(let expected, let actual):
      return Row(
        "type", expects: Self.choice(expected.map { .type($0) }),
        expected.count == 1 ? .string(expected[0].rawValue) : .array(expected.map { .string($0.rawValue) }),
        finds: .plain(.type(actual)), .string(actual.rawValue))
    case .enumeration(let expected, let actual):
      return Row(
        "enum", expects: Self.choice(expected.map { .value($0) }), .array(expected),
        finds: Self.finding(.value(actual), Self.nearest(to: actual, of: expected)), actual,
        discreet: "schemaValues", showsContent: true)
    case .const(let expected, let actual):
      return Row(
        "const", expects: .plain(.value(expected)), expected, finds: .plain(.value(actual)), actual,
        discreet: "schemaValue", showsContent: true)
    case .multipleOf(let expected, let actual):
      return Row(
        "multipleOf", expects: Phrase("multipleOf", ["value": .text(expected.text)]), .number(expected),
        finds: .plain(.value(.number(actual))), .number(actual), showsContent: true)
    case .bound(let limit, let expected, let actual):
      return Row(
        limit.keyword, expects: Phrase(limit.keyword, ["value": .text(expected.text)]), .number(expected),
        finds: .plain(.value(.number(actual))), .number(actual), showsContent: true)
    case .length(let measure, let limit, let actual):
      return Row(
        measure.keyword(of: limit), expects: Self.length(measure, limit), .number(JSONNumber(limit.count)),
        finds: .plain(.count(actual)), .number(JSONNumber(actual)))
    case .text(let keyword, let expected, let actual):
      return Row(
        keyword.word, expects: Phrase(keyword.word, ["value": .text(expected.abbreviated(to: keyword.mostShown))]),
        .string(expected), finds: .plain(.value(.string(actual))), .string(actual), discreet: keyword.discreet,
        showsContent: true)
    case .patternExhausted(let expected, let limit):
      return Row(
        "pattern", expects: nil, .string(expected),
        finds: Phrase("steps", ["value": .text(expected.abbreviated(to: 200)), "limit": .count(limit)]),
        discreet: TextKeyword.pattern.discreet, isUndecided: true)
    case .contentSchema:
      return Row("contentSchema", expects: Phrase("content.valid"), finds: Phrase("content.invalid"))
    case .uniqueItems(let first, let second):
      return Row(
        "uniqueItems", expects: Phrase("uniqueItems"),
        finds: Phrase("equalItems", ["first": .count(first), "second": .count(second)]),
        .array([.number(JSONNumber(first)), .number(JSONNumber(second))]))
    case .contains(let limit, let actual):
      return Row(
        limit.isUpper ? "maxContains" : "minContains", expects: Self.length(.items, limit, "contains."),
        .number(JSONNumber(limit.count)), finds: .plain(.count(actual)), .number(JSONNumber(actual)))
    case .required(let missing):
      return Row(
        "required", expects: Self.members(missing), .array(missing.map { .string($0) }), finds: .noneFound,
        discreet: "requiredMembers")
    case .dependentRequired(let name, let missing):
      return Row(
        "dependentRequired", expects: Self.members(missing, dependingOn: name),
        .array(missing.map { .string($0) }), finds: .noneFound, .string(name), discreet: "dependentMembers")
    case .localOnly(let name):
      return Row(
        "x-localOnly", expects: Phrase("localOnly", ["name": .name(name)]), finds: nil, .string(name),
        discreet: "localOnly.some")
    case .anyOf: return Row("anyOf", expects: Phrase("anyOf"), finds: .noneFound)
    case .onlyOne(let members):
      return Row(
        "oneOf", expects: Phrase("onlyOneMember", ["names": .list(members.map { .name($0) }, isChoice: true)]),
        .array(members.map { .string($0) }), finds: .plain(.count(members.count)), discreet: "oneOf")
    case .oneOf(let matching, let names):
      let found: [IssuePhrase.Argument] = names.isEmpty ? matching.map { .count($0) } : names.map { .name($0) }
      return Row(
        "oneOf", expects: Phrase("oneOf"),
        finds: matching.isEmpty
          ? .noneFound
          : Phrase(
            names.isEmpty ? "several.index" : "several",
            ["count": .count(matching.count), "branches": .list(found, isChoice: false)]),
        .array(matching.map { .number(JSONNumber($0)) }))
    case .alternatives(let types, let values, let actual):
      return Row(
        "anyOf", expects: Self.choice(types.map { .type($0) } + values.map { .value($0) }),
        .array(types.map { .string($0.rawValue) } + values), finds: .plain(.value(actual)), actual,
        discreet: "schemaValues", showsContent: true)
    case .anyPattern(let patterns, let actual):
      let shown = patterns.map {
        IssuePhrase("quoted", ["value": .text($0.abbreviated(to: TextKeyword.pattern.mostShown))])
      }
      return Row(
        "anyOf", expects: Phrase("patterns", ["patterns": .list(shown.map { .phrase($0) }, isChoice: true)]),
        .array(patterns.map { .string($0) }), finds: .plain(.value(.string(actual))), .string(actual),
        discreet: TextKeyword.pattern.discreet, showsContent: true)
    case .anyRequired(let missing):
      return Row(
        "anyOf", expects: Phrase("anyMember", ["names": .list(missing.map { .name($0) }, isChoice: true)]),
        .array(missing.map { .string($0) }), finds: .noneFound, discreet: "anyMember.some")
    case .closest(let name, let index):
      return Row(
        "anyOf", expects: Phrase("alternative"),
        finds: name.map { Phrase("closest", ["branch": .name($0)]) }
          ?? Phrase("closest.index", ["index": .count(index)]), discreet: "alternative")
    case .not: return Row("not", expects: Phrase("not"), finds: .one)
    case .excluded(let values, let actual):
      return Row(
        "not", expects: Phrase("otherValue", ["values": .list(values.map { .value($0) }, isChoice: true)]),
        .array(values), finds: .plain(.value(actual)), actual, discreet: "not", showsContent: true)
    case .excludedMember(let name):
      return Row(
        "not", expects: Phrase("noMember", ["name": .name(name)]), finds: .one, .string(name), discreet: "not")
    case .uniqueNames(let name):
      return Row(
        "uniqueNames", expects: Phrase("uniqueNames"), finds: Phrase("twice", ["name": .name(name)]), .string(name))
    case .sensitive(let keyword, let expectation, let expected, let isUndecided):
      return Row(
        keyword, expects: expectation, expected, finds: Phrase("sensitive"), .redacted, isUndecided: isUndecided)
    case .schemaNesting(let limit):
      return Row(
        "schemaNesting", expects: Phrase("nesting", ["limit": .count(limit)]), .number(JSONNumber(limit)),
        finds: Phrase("tooDeep"), isUndecided: true)
    case .contentNesting(let limit):
      return Row(
        "contentMediaType", expects: Phrase("contentNesting", ["limit": .count(limit)]), .number(JSONNumber(limit)),
        finds: .more, isUndecided: true)
    case .unusableSchema(let location, let reason):
      return Row(
        "unusableSchema", expects: nil,
        finds: Phrase("usable", ["location": .text(location), "reason": .text(reason)]), discreet: "usable.some",
        isUndecided: true)
    case .tooMuchToHold(let keyword, let limit, let isBytes):
      return Row(
        keyword, expects: nil, .number(JSONNumber(limit)),
        finds: Phrase(
          isBytes ? "tooMuch.bytes" : "tooMuch.values", ["keyword": .text(keyword), "limit": .count(limit)]),
        isUndecided: true)
    case .internalInconsistency(let state):
      return Row(
        "internalInconsistency", expects: nil, finds: Phrase("internalError", ["state": .text(state)]),
        discreet: "usable.some")
    case .truncated(let limit):
      return Row(
        "truncated", expects: nil, finds: Phrase(limit == 1 ? "truncated.one" : "truncated", ["limit": .count(limit)]),
        isUndecided: true)
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

  /// What was expected, in words of ``IssueMessages``; nil if ``finding`` says it all.
  public var expectation: IssuePhrase? { row.expectation() }
  /// What was found; nil if it follows from the expectation.
  public var finding: IssuePhrase? { row.finding() }

  /// The kind without any information about the instance, and without values, patterns or names of the schema.
  package func redacted(as keyword: String) -> Self {
    let row = row
    return .sensitive(
      keyword: keyword, expectation: row.discreet.map { IssuePhrase($0) } ?? row.expectation(),
      expected: row.discreet == nil ? row.expected() : nil, isUndecided: row.isUndecided)
  }

  /// Whether no value may be there.
  var refusesPart: Bool {
    if case .never = self { return true }
    return if case .undeclared = self { true } else { false }
  }

  private static func choice(_ items: [IssuePhrase.Argument]) -> IssuePhrase {
    .plain(.list(items, isChoice: true))
  }

  /// A value that was found, and the one that may have been meant.
  private static func finding(_ value: IssuePhrase.Argument, _ nearest: IssuePhrase.Argument?) -> IssuePhrase {
    nearest.map { IssuePhrase("nearest", ["value": value, "nearest": $0]) } ?? .plain(value)
  }

  private static func nearest(to value: JSONValue, of values: [JSONValue]) -> IssuePhrase.Argument? {
    value.string.flatMap { Spelling.nearest(to: $0, among: values.compactMap(\.string)) }.map { .value(.string($0)) }
  }

  private static func length(_ measure: Measure, _ limit: LengthLimit, _ prefix: String = "") -> IssuePhrase {
    IssuePhrase(prefix + (limit.isUpper ? "atMost" : "atLeast"), ["value": .length(measure, limit.count)])
  }

  private static func members(_ names: [String], dependingOn name: String? = nil) -> IssuePhrase {
    let key = (names.count == 1 ? "member" : "members") + (name == nil ? "" : ".dependent")
    var arguments: [String: IssuePhrase.Argument] = ["names": .list(names.map { .name($0) }, isChoice: false)]
    arguments["name"] = name.map { .name($0) }
    return IssuePhrase(key, arguments)
  }
}

extension ValidationIssue {
  /// The keyword that failed, as written in the schema's dialect.
  public var keyword: String {
    switch kind {
    case .never, .undeclared, .uniqueNames, .sensitive, .schemaNesting, .unusableSchema, .tooMuchToHold,
      .internalInconsistency, .truncated:
      kind.keyword
    case .type, .enumeration, .const, .multipleOf, .bound, .length, .text, .patternExhausted, .contentSchema,
      .uniqueItems, .contains, .required, .dependentRequired,
      .localOnly, .anyOf, .oneOf, .onlyOne, .alternatives, .anyPattern, .anyRequired, .closest, .not, .excluded,
      .excludedMember,
      .contentNesting:
      keywordLocation.tokens.last ?? kind.keyword
    }
  }

  /// What the keyword requires, as JSON.
  public var expected: JSONValue? { kind.expected }
  /// The value found in the instance; `"(redacted)"` for a sensitive value.
  public var actual: JSONValue? { kind.actual }

  /// A sentence in lowercase without full stop: the schema's own (`x-errorMessage`), or else what was expected and what was
  /// found. In other words: ``IssueMessages/text(for:)-(ValidationIssue)``.
  public var message: String { IssueMessages.english.text(for: self) }
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
