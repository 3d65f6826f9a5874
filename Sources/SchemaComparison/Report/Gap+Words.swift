import JSONSchema
import SchemaAnalysis
import SchemaRuntime

// The rules' names and messages for differences of data.
extension Gap {
  /// The rejecting side: the new schema rejects values of the old one, or vice versa.
  enum Direction: Hashable {
    case newRefuses, oldRefuses
  }

  /// Returns the rule's name and the message. A flat table over subjects.
  ///
  /// - Parameters:
  ///   - isShown: Whether a value is known that one side accepts and the other rejects.
  ///   - isSensitive: Whether values and patterns must not be shown.
  func words(_ direction: Direction, isShown: Bool, isSensitive: Bool = false) -> (rule: String, message: String) {
    let isNew = direction == .newRefuses
    if isSensitive, case .keyword(let keyword) = subject, Self.valueKeywords.contains(keyword) {
      var gap = self
      (gap.given, gap.demanded) = (given.map { _ in "" }, demanded.map { _ in "" })
      let plain = gap.words(direction, isShown: isShown)
      if plain.rule == "undecided" { return plain }
      return (
        plain.rule, "'\(keyword)' of a sensitive value is \(given == nil ? isNew ? "new" : "removed" : "changed")"
      )
    }
    let member = (name ?? "").quoted
    switch subject {
    case .property where given != nil:
      return isNew
        ? ("property-added", "member \(member) is now declared; before, it could have any value")
        : ("property-removed", "member \(member) is no longer declared and can have any value")
    case .property:
      return isNew
        ? ("property-removed", "member \(member) is now rejected")
        : ("property-added", "member \(member) is new; the old schema rejects it")
    case .closed:
      return isNew
        ? ("closed", "undeclared members are now rejected")
        : ("opened", "undeclared members are now accepted")
    case .closedItems:
      return isNew
        ? ("items-closed", "additional elements are now rejected")
        : ("items-opened", "additional elements are now accepted")
    case .never:
      return isNew
        ? ("schema-closed", "no value is valid any more")
        : ("schema-opened", "some values are now valid; before, none were")
    case .unknown(let keyword):
      return ("undecided", "undecided which values \(keyword.quoted) rejects")
    case .branch where !isShown, .overlap where !isShown:
      return ("undecided", "undecided whether the branches accept the same values")
    case .branch:
      return isNew
        ? ("branch-removed", "some values no longer match any branch")
        : ("branch-added", "a branch accepts values that no branch accepted before")
    case .overlap:
      return isNew
        ? ("branches-overlap", "some values now satisfy several branches of 'oneOf'")
        : ("branches-apart", "some values satisfied several branches of 'oneOf' before")
    case .keyword(let keyword): return keywordWords(keyword, isNew)
    }
  }

  /// The keywords whose messages show values, patterns or matching names.
  private static let valueKeywords: Set<String> = [
    "enum", "const", "pattern", "patternProperties", "propertyNames", "not", "schema",
  ]

  private func keywordWords(_ keyword: String, _ isNew: Bool) -> (rule: String, message: String) {
    let stem = Self.kebab(keyword)
    // The words of the old and the new side.
    let (old, new) = isNew ? (given, demanded) : (demanded, given)
    func words(_ text: String?) -> String { text.map { " \($0.onOneLine)" } ?? "" }
    let member = (name ?? "").quoted
    switch keyword {
    case "required":
      return isNew
        ? ("required-added", "member \(member) is now required")
        : ("required-removed", "member \(member) is no longer required")
    case "dependentRequired":
      let other = (demanded ?? "").quoted
      return isNew
        ? ("dependent-required-added", "member \(member) is now required if \(other) is present")
        : ("dependent-required-removed", "member \(member) is no longer required if \(other) is present")
    case "x-localOnly":
      return isNew
        ? ("local-only-added", "member \(member) is now local only and not sent")
        : ("local-only-removed", "member \(member) is now sent; it was local only")
    case "type":
      return (isNew ? "type-narrowed" : "type-widened", "the type changes from\(words(old)) to\(words(new))")
    case "enum" where given != nil:
      let values = given ?? ""
      return isNew
        ? ("enum-value-removed", "values are no longer valid: \(values.onOneLine)")
        : ("enum-value-added", "values are now valid: \(values.onOneLine)")
    case "enum", "const":
      return isNew
        ? ("\(stem)-added", "only\(words(demanded)) is now valid")
        : ("\(stem)-removed", "values other than\(words(demanded)) are now valid")
    case "schema":
      return ("undecided", "undecided whether this schema accepts the same values as the other one")
    default: break
    }
    if isUndecided { return ("undecided", "undecided whether \(keyword.quoted) accepts the same values as before") }
    let length = Measure.limited(by: keyword)?.limit(keyword: keyword, 0)
    let isUpper = length?.isUpper ?? ["maximum", "maxContains"].contains(keyword)
    let isLower = length.map { !$0.isUpper } ?? ["minimum", "minContains"].contains(keyword)
    if given == "" { return ("\(stem)-changed", "'\(keyword)' is changed") }
    if given == nil {
      return isNew
        ? ("\(stem)-added", "'\(keyword)'\(words(new)) is new")
        : ("\(stem)-removed", "'\(keyword)'\(words(old)) is removed")
    }
    let verb =
      isUpper == isNew && isUpper
      ? "lowered" : isUpper ? "raised" : isLower ? (isNew ? "raised" : "lowered") : "changed"
    return ("\(stem)-\(verb)", "'\(keyword)' is \(verb) from\(words(old)) to\(words(new))")
  }

  /// Returns `maxLength` as `max-length`, `x-maxUTF8Bytes` as `max-utf8-bytes`, `$id` as `id`.
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
