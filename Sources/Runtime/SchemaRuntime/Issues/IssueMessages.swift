/// The words of messages about payloads: a template for each ``IssuePhrase``, in one language.
///
///     var german = IssueMessages(["message": "{expectation} erwartet, {finding} gefunden", "none": "nichts", …])
///     for issue in issues { print(german.text(for: issue)) }
///
/// In a template, `{name}` is the argument of that name. A key without a template is told in English.
public struct IssueMessages: Sendable {
  /// The templates by key. ``english`` has every key.
  public var templates: [String: String]

  /// - Parameter templates: the templates of the language. Keys that are missing stay English.
  public init(_ templates: [String: String]) { self.templates = templates }

  /// Returns the message of an issue in lowercase without full stop: the schema's own (`x-errorMessage`), or else what was
  /// expected and what was found.
  public func text(for issue: ValidationIssue) -> String { issue.ownMessage ?? text(for: issue.kind) }

  /// Returns what was expected, then what was found.
  public func text(for kind: ValidationIssue.Kind) -> String {
    let (expectation, finding) = (kind.expectation, kind.finding)
    guard let expectation else { return finding.map(text) ?? "" }
    let parts = ["expectation": text(expectation), "finding": finding.map(text) ?? ""]
    return filled(finding == nil ? "message.alone" : "message") { parts[$0] }
  }

  /// Returns the words for a number of errors in a payload.
  func text(forCount count: Int, isTruncated: Bool) -> String {
    filled((isTruncated ? "errors.more" : "errors") + (count == 1 ? ".one" : "")) { _ in String(count) }
  }

  /// Returns the words of a phrase.
  public func text(_ phrase: IssuePhrase) -> String {
    filled(phrase.key) { name in phrase.arguments[name].map(text) }
  }

  private func text(_ argument: IssuePhrase.Argument) -> String {
    switch argument {
    case .text(let text): text
    case .name(let name): filled("name") { _ in name.abbreviated(to: 60) }
    case .type(let type): filled("type." + type.rawValue)
    case .value(let value): value.text().abbreviated(to: 60)
    case .count(let count): String(count)
    case .phrase(let phrase): text(phrase)
    case .length(let measure, let count):
      filled("\(measure).\(count == 1 ? "one" : "other")") { _ in String(count) }
    case .list(let items, let isChoice): list(items, isChoice: isChoice)
    }
  }

  /// The most items that a message lists; of more, it lists fewer. ``ValidationIssue/expected`` has all.
  private static let mostItems = 20

  private func list(_ items: [IssuePhrase.Argument], isChoice: Bool) -> String {
    var words = items.prefix(items.count > Self.mostItems ? Self.mostItems - 4 : items.count).map(text)
    if words.count < items.count {
      let hasValues = items.contains { if case .value = $0 { true } else { false } }
      words.append(filled(hasValues ? "otherValues" : "others") { _ in String(items.count - words.count) })
    }
    let last = isChoice && words.count > 1 ? words.popLast() : nil
    return words.joined(separator: filled("separator")) + (last.map { filled("or") + $0 } ?? "")
  }

  /// Returns a template with its placeholders filled.
  private func filled(_ key: String, _ argument: (String) -> String? = { _ in nil }) -> String {
    var result = ""
    var rest = (templates[key] ?? Self.english.templates[key] ?? key)[...]
    // Braces are bytes of a template: characters are found more slowly.
    while let open = rest.utf8.firstIndex(of: UInt8(ascii: "{")),
      let close = rest.utf8[open...].firstIndex(of: UInt8(ascii: "}"))
    {
      let name = String(rest[rest.utf8.index(after: open)..<close])
      result += rest[..<open] + (argument(name) ?? "{\(name)}")
      rest = rest[rest.utf8.index(after: close)...]
    }
    return result + rest
  }

  /// The words of this library.
  public static let english = IssueMessages(
    [
      "message": "expected {expectation}, found {finding}", "message.alone": "expected {expectation}",
      "plain": "{value}", "name": "'{name}'", "none": "none", "one": "one", "more": "more",
      "separator": ", ", "or": " or ", "others": "{count} others", "otherValues": "one of {count} other values",
      "nothing": "no value here", "declared": "a declared member",
      "nearest": "{value}; did you mean {nearest}?",
      "schemaValue": "the schema's value", "schemaValues": "one of the schema's values",
      "multipleOf": "a multiple of {value}",
      "atLeast": "at least {value}", "atMost": "at most {value}",
      "contains.atLeast": "at least {value} matching 'contains'",
      "contains.atMost": "at most {value} matching 'contains'",
      "schemaPattern": "a match for the schema's pattern",
      "steps": "the pattern '{value}' takes more than {limit} steps on this text, so the result is undecided",
      "content.valid": "content that satisfies its schema", "content.invalid": "content that does not",
      "uniqueItems": "unique items", "equalItems": "equal items at {first} and {second}",
      "member": "member {names}", "members": "members {names}", "requiredMembers": "all required members",
      "member.dependent": "member {names} when {name} is present",
      "members.dependent": "members {names} when {name} is present",
      "dependentMembers": "the members that another one requires",
      "localOnly": "no member {name}, which never leaves the device",
      "localOnly.some": "no member that is local to the device",
      "anyOf": "at least one matching alternative", "oneOf": "exactly one matching alternative",
      "several": "{count}: {branches}", "several.index": "{count}: those at indices {branches}",
      "onlyOneMember": "only one of the members {names}",
      "otherValue": "a value other than {values}", "noMember": "no member {name}",
      "anyMember": "one of the members {names}",
      "anyMember.some": "one of the required members",
      "alternative": "a match for one of the alternatives", "closest": "none; {branch} is closest",
      "patterns": "a match for the pattern {patterns}", "quoted": "'{value}'",
      "closest.index": "none; the one at index {index} is closest",
      "not": "no match for the schema under 'not'",
      "uniqueNames": "unique member names", "twice": "{name} twice in one object",
      "sensitive": "a value that is not shown, because it is sensitive",
      "nesting": "at most {limit} schemas applied inside one another",
      "tooDeep": "more, so the result is undecided; the payload is nested too deeply for this schema",
      "contentNesting": "content with at most {limit} levels of nesting",
      "usable": "undecided, because the schema at '{location}' has a mistake: {reason}",
      "usable.some": "a usable schema",
      "tooMuch.bytes":
        "undecided, because '{keyword}' needs the whole value, which has more than {limit} bytes; split the payload",
      "tooMuch.values":
        "undecided, because '{keyword}' compares more than {limit} values; split the payload",
      "internalError": "internal error: {state}; generate the code again, and report the error if it remains",
      "errors.one": "the payload has an error", "errors": "the payload has {count} errors",
      "errors.more.one": "the payload has more than one error",
      "errors.more": "the payload has more than {count} errors",
      "truncated.one": "stopped after the first error; there are more",
      "truncated": "stopped after {limit} errors; there are more",
    ].merging(rows) { $1 })

  /// The words that other tables have.
  private static let rows: [String: String] = {
    var rows: [String: String] = [:]
    for type in JSONType.allCases { rows["type." + type.rawValue] = type.rawValue }
    for measure in Measure.allCases {
      rows["\(measure).one"] = measure.words("{count}", isOne: true)
      rows["\(measure).other"] = measure.words("{count}", isOne: false)
    }
    for limit in NumberLimit.allCases { rows[limit.keyword] = limit.words("{value}") }
    for keyword in TextKeyword.allCases { rows[keyword.word] = keyword.expectation("{value}") }
    return rows
  }()
}
