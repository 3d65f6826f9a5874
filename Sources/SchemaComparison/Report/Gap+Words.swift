import JSONSchema
import SchemaRuntime

// The rules' names and sentences: all words about differences of data.
extension Gap {
  /// Who refuses: the new schema values of the old one, or the other way round.
  enum Direction: Hashable {
    case newRefuses, oldRefuses
  }

  /// The rule's name and the sentence. A flat table over subjects.
  ///
  /// - Parameters:
  ///   - isShown: whether a value is known that one side takes and the other does not.
  ///   - isSensitive: whether values and patterns are not told.
  func words(_ direction: Direction, isShown: Bool, isSensitive: Bool = false) -> (rule: String, message: String) {
    let isNew = direction == .newRefuses
    if isSensitive, case .keyword(let keyword) = subject, Self.valueKeywords.contains(keyword) {
      var gap = self
      (gap.given, gap.demanded) = (given.map { _ in "" }, demanded.map { _ in "" })
      let plain = gap.words(direction, isShown: isShown)
      if plain.rule == "undecided" { return plain }
      return (plain.rule, "'\(keyword)' of a sensitive value is \(given == nil ? isNew ? "new" : "gone" : "changed")")
    }
    let member = (name ?? "").quoted
    switch subject {
    case .property where given != nil:
      return isNew
        ? ("property-added", "member \(member) is declared now; undeclared before, it could have any value")
        : ("property-removed", "member \(member) is declared no more and can have any value")
    case .property:
      return isNew
        ? ("property-removed", "member \(member) is refused now")
        : ("property-added", "member \(member) is new; the old schema refuses it")
    case .closed:
      return isNew
        ? ("closed", "members that are not declared are refused now")
        : ("opened", "members that are not declared are taken now")
    case .closedItems:
      return isNew
        ? ("items-closed", "elements that are not described are refused now")
        : ("items-opened", "elements that are not described are taken now")
    case .never:
      return isNew
        ? ("schema-closed", "no value is valid any more") : ("schema-opened", "values are valid where none was")
    case .unknown(let keyword):
      return ("undecided", "what \(keyword.quoted) refuses is not known here")
    case .branch where !isShown, .overlap where !isShown:
      return ("undecided", "whether the branches take the same values is not decided")
    case .branch:
      return isNew
        ? ("branch-removed", "no branch takes some values any more")
        : ("branch-added", "a branch takes values that none took before")
    case .overlap:
      return isNew
        ? ("branches-overlap", "some values satisfy several branches of 'oneOf' now")
        : ("branches-apart", "some values satisfied several branches of 'oneOf' before")
    case .keyword(let keyword): return keywordWords(keyword, isNew)
    }
  }

  /// The keywords whose sentences show values, patterns or names that match them.
  private static let valueKeywords: Set<String> = [
    "enum", "const", "pattern", "patternProperties", "propertyNames", "not", "schema",
  ]

  private func keywordWords(_ keyword: String, _ isNew: Bool) -> (rule: String, message: String) {
    let stem = Self.kebab(keyword)
    // The old and the new side's words.
    let (old, new) = isNew ? (given, demanded) : (demanded, given)
    func words(_ text: String?) -> String { text.map { " \($0.onOneLine)" } ?? "" }
    let member = (name ?? "").quoted
    switch keyword {
    case "required":
      return isNew
        ? ("required-added", "member \(member) is required now")
        : ("required-removed", "member \(member) is required no more")
    case "dependentRequired":
      let other = (demanded ?? "").quoted
      return isNew
        ? ("dependent-required-added", "member \(member) is required beside \(other) now")
        : ("dependent-required-removed", "member \(member) is required beside \(other) no more")
    case "x-localOnly":
      return isNew
        ? ("local-only-added", "member \(member) is local only now and no part of the wire")
        : ("local-only-removed", "member \(member) is part of the wire now; it was local only")
    case "type":
      return (isNew ? "type-narrowed" : "type-widened", "the type changes from\(words(old)) to\(words(new))")
    case "enum" where given != nil:
      let values = given ?? ""
      return isNew
        ? ("enum-value-removed", "values are valid no more: \(values.onOneLine)")
        : ("enum-value-added", "values are valid now that were not: \(values.onOneLine)")
    case "enum", "const":
      return isNew
        ? ("\(stem)-added", "nothing but\(words(demanded)) is valid now")
        : ("\(stem)-removed", "not only\(words(demanded)) is valid any more")
    case "schema":
      return ("undecided", "whether this schema takes what the other one does is not decided")
    default: break
    }
    if isUndecided { return ("undecided", "whether \(keyword.quoted) takes what it took is not decided") }
    let length = Measure.limited(by: keyword)?.limit(keyword: keyword, 0)
    let isUpper = length?.isUpper ?? ["maximum", "maxContains"].contains(keyword)
    let isLower = length.map { !$0.isUpper } ?? ["minimum", "minContains"].contains(keyword)
    if given == "" { return ("\(stem)-changed", "'\(keyword)' is changed") }
    if given == nil {
      return isNew
        ? ("\(stem)-added", "'\(keyword)'\(words(new)) is new")
        : ("\(stem)-removed", "'\(keyword)'\(words(old)) is gone")
    }
    let verb =
      isUpper == isNew && isUpper
      ? "lowered" : isUpper ? "raised" : isLower ? (isNew ? "raised" : "lowered") : "changed"
    return ("\(stem)-\(verb)", "'\(keyword)' is \(verb) from\(words(old)) to\(words(new))")
  }

  /// `maxLength` as `max-length`, `x-maxUTF8Bytes` as `max-utf8-bytes`, `$id` as `id`.
  static func kebab(_ keyword: String) -> String {
    let text = keyword.hasPrefix("x-") ? String(keyword.dropFirst(2)) : keyword.replacing("$", with: "")
    var result = ""
    var isAfterLower = false
    for character in text.replacing("UTF8", with: "Utf8") {
      if character.isUppercase, isAfterLower { result += "-" }
      result += character.lowercased()
      isAfterLower = !character.isUppercase
    }
    return result
  }
}
