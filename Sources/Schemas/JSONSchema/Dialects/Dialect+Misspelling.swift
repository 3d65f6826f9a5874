import SchemaAnalysis
package import SchemaRuntime

// Misspelled keywords, as opposed to annotations with a similar name.
extension Dialect {
  /// Returns the keyword that an unknown name in a schema is likely to misspell.
  ///
  /// Similar names are common among annotations (`typeof`, `refs`, `example`). So the name must be close for its length,
  /// the keyword must be missing from the schema, and the value must have the form that the keyword requires.
  ///
  /// - Parameters:
  ///   - value: the value of the name.
  ///   - isPresent: whether the schema has a member with a name.
  package func keyword(
    misspelledAs name: String, value: @autoclosure () -> JSONValue, isPresent: (String) -> Bool
  ) -> String? {
    keyword(among: keywords(near: name), misspelledAs: name, value: value(), isPresent: isPresent)
  }

  /// A keyword with a name close to another.
  struct NearKeyword {
    let rule: KeywordRule
    let distance: Int
  }

  /// Returns the keywords that are closest to an unknown name, and close enough for its length.
  func keywords(near name: String) -> [NearKeyword] {
    let near = rules.compactMap { rule in
      Spelling.misspelling(of: rule.name, in: name).map { NearKeyword(rule: rule, distance: $0) }
    }
    // Many schemas are extracts of a description of an API.
    if near.isEmpty || Self.hosts.contains(where: { $0.keyword(named: name) != nil }) { return [] }
    let least = near.map(\.distance).min()
    return near.filter { $0.distance == least }
  }

  /// Returns the first of the keywords near a name that the schema lacks and that may have the value.
  func keyword(
    among near: [NearKeyword], misspelledAs name: String, value: @autoclosure () -> JSONValue,
    isPresent: (String) -> Bool
  ) -> String? {
    if near.isEmpty { return nil }
    let value = value()
    return near.first { row in
      guard !isPresent(row.rule.name), row.rule.mayHave(value) else { return false }
      // Any value has the form: only the name can tell, and `defaults` is one of its own.
      if row.rule.takesAnyValue, row.distance > 0, name.count > row.rule.name.count || name.count < 6 { return false }
      return row.rule.name != "then" && row.rule.name != "else" || isPresent("if")
    }?.rule.name
  }
}

/// What dialects say about names that are not their keywords. Authors use few such names, but often.
final class UnknownNames {
  private struct Near {
    var dialect: Dialect
    var rows = Lookup<ExactName, [Dialect.NearKeyword]>()
  }

  private var near: [Near] = []
  private var homes = Lookup<ExactName, String?>()

  func keywords(near name: String, in dialect: Dialect) -> [Dialect.NearKeyword] {
    let place = near.firstIndex { $0.dialect == dialect && $0.dialect.isPractice == dialect.isPractice }
    if place == nil { near.append(Near(dialect: dialect)) }
    return near[place ?? near.count - 1].rows.value(of: ExactName(name), or: dialect.keywords(near: name))
  }

  /// See ``Dialect/homes(of:)``.
  func homes(of name: String) -> String? {
    homes.value(of: ExactName(name), or: Dialect.homes(of: name))
  }
}

extension Spelling {
  /// Returns the distance between a keyword and a name that is likely to misspell it; nil for a name of its own.
  fileprivate static func misspelling(of keyword: String, in name: String) -> Int? {
    // Two edits change at most four of the letters that a word has.
    guard abs(keyword.utf8.count - name.utf8.count) <= 2,
      (letters(of: keyword) ^ letters(of: name)).nonzeroBitCount <= 4, sign(of: keyword) == sign(of: name)
    else { return nil }
    let (word, other) = (keyword.dropFirst(sign(of: keyword).count), name.dropFirst(sign(of: keyword).count))
    guard word != other else { return nil }
    if word.lowercased() == other.lowercased() { return 0 }
    // `typ` and `enu` are words of nothing else.
    if word.count == 4, other.count == 3, word.hasPrefix(other) { return 1 }
    // Short words have neighbors that are words, too: `not` and `note`, `type` and `typeof`.
    let limit =
      switch min(word.count, other.count) {
      case ...3: 0
      case 4...7: 1
      default: 2
      }
    return limit > 0 ? editDistance(String(word), String(other), limit: limit) : nil
  }

  /// The letters of a word, a bit each, whatever their case.
  private static func letters(of word: String) -> UInt32 { word.utf8.reduce(0) { $0 | 1 << UInt32($1 & 31) } }

  /// The part of a name that authors write on purpose.
  private static func sign(of name: String) -> String {
    name.hasPrefix("x-") ? "x-" : String(name.prefix { !$0.isLetter && !$0.isNumber })
  }
}

extension KeywordRule {
  fileprivate var takesAnyValue: Bool { if case .any = value { true } else { false } }

  /// Whether a value may be meant for the keyword: whether its form is right, without that of schemas inside. A flat
  /// switch.
  fileprivate func mayHave(_ value: JSONValue) -> Bool {
    func isSchema(_ value: JSONValue) -> Bool { value.object != nil || value.bool != nil }
    switch self.value {
    case .identifier, .anchor, .dynamicAnchor, .reference, .retired, .dialect, .string:
      return value.string != nil
    case .recursiveAnchor, .exclusiveFlag, .flag, .memberFlag: return value.bool != nil
    case .vocabulary, .swiftHints: return value.object != nil
    case .schema, .additionalItems: return isSchema(value)
    case .schemas: return value.array.map { !$0.isEmpty && $0.allSatisfy(isSchema) } ?? false
    case .itemsOrTuple, .oneOrMoreSchemas: return isSchema(value) || value.array?.allSatisfy(isSchema) ?? false
    case .namedSchemas: return value.object?.allSatisfy { isSchema($0.value) } ?? false
    case .dependencies, .namesByName:
      return value.object?.allSatisfy { isSchema($0.value) || $0.value.array != nil } ?? false
    case .type, .typeOrSchemas, .negatedType:
      let names = value.array ?? [value]
      return !names.isEmpty && names.allSatisfy { $0.string.flatMap(JSONType.init(rawValue:)) != nil }
    case .any, .annotation: return true
    case .texts: return value.string != nil || value.object != nil
    case .values, .enumeration: return value.array != nil
    case .bound, .positiveNumber: return value.number != nil
    case .atLeast, .atMost, .count: return value.number?.isInteger ?? false
    case .names, .words: return value.array?.allSatisfy { $0.string != nil } ?? false
    }
  }
}
