import SchemaAnalysis

// The rules and messages for differences of data.
extension Gap {
  /// The rejecting side: the new schema rejects values of the old one, or vice versa.
  enum Direction: Hashable {
    case newRefuses, oldRefuses
  }

  /// Returns the rule and the message. A flat table over subjects.
  ///
  /// - Parameters:
  ///   - isShown: Whether a value is known that one side accepts and the other rejects.
  ///   - isSensitive: Whether values and patterns must not be shown.
  func words(_ direction: Direction, isShown: Bool, isSensitive: Bool = false) -> (rule: ChangeRule, message: String) {
    let isNew = direction == .newRefuses
    if isSensitive, case .keyword(let keyword) = subject, Self.valueKeywords.contains(keyword) {
      var gap = self
      (gap.given, gap.demanded) = (given.map { _ in "" }, demanded.map { _ in "" })
      let plain = gap.words(direction, isShown: isShown)
      if plain.rule == .named(.undecided) { return plain }
      return (
        plain.rule, "'\(keyword)' of a sensitive value is \(given == nil ? isNew ? "new" : "removed" : "changed")"
      )
    }
    let member = (name ?? "").quoted
    switch subject {
    case .property where given != nil:
      return isNew
        ? (.named(.propertyAdded), "member \(member) is now declared; before, it could have any value")
        : (.named(.propertyRemoved), "member \(member) is no longer declared and can have any value")
    case .property:
      return isNew
        ? (.named(.propertyRemoved), "member \(member) is now rejected")
        : (.named(.propertyAdded), "member \(member) is new; the old schema rejects it")
    case .closed:
      return isNew
        ? (.named(.closed), "undeclared members are now rejected")
        : (.named(.opened), "undeclared members are now accepted")
    case .closedItems:
      return isNew
        ? (.named(.itemsClosed), "additional elements are now rejected")
        : (.named(.itemsOpened), "additional elements are now accepted")
    case .never:
      return isNew
        ? (.named(.schemaClosed), "no value is valid now; before, some were")
        : (.named(.schemaOpened), "some values are now valid; before, none were")
    case .unknown(let keyword):
      return (.named(.undecided), "undecided, because diff does not know which values \(keyword.quoted) rejects")
    case .branch where !isShown, .overlap where !isShown:
      return (.named(.undecided), "undecided whether the branches accept the same values")
    case .branch:
      return isNew
        ? (.named(.branchRemoved), "some values no longer match any branch")
        : (.named(.branchAdded), "a branch accepts values that no branch accepted before")
    case .overlap:
      return isNew
        ? (.named(.branchesOverlap), "some values now satisfy several branches of 'oneOf'")
        : (.named(.branchesApart), "some values satisfied several branches of 'oneOf' before")
    case .keyword(let keyword): return keywordWords(keyword, isNew)
    }
  }

  /// The types that one side has and the other lacks, if that has no others; nil if they differ in another way.
  private var lackingTypes: String? {
    func list(_ words: String?) -> [String] {
      (words ?? "").replacing(" or ", with: ", ").split(separator: ", ").map(String.init)
    }
    let (all, known) = (list(given), Set(list(demanded)))
    let lacking = all.filter { !known.contains($0) }
    guard !lacking.isEmpty, known.isSubset(of: all), !known.isEmpty else { return nil }
    return lacking.count == 1
      ? lacking[0] : lacking.dropLast().joined(separator: ", ") + " or " + lacking[lacking.count - 1]
  }

  /// The keywords whose messages show values, patterns or matching names.
  private static let valueKeywords: Set<String> = [
    "enum", "const", "pattern", "patternProperties", "propertyNames", "not", "schema",
  ]

  private func keywordWords(_ keyword: String, _ isNew: Bool) -> (rule: ChangeRule, message: String) {
    // The words of the old and the new side.
    let (old, new) = isNew ? (given, demanded) : (demanded, given)
    func words(_ text: String?) -> String { text.map { " \($0.onOneLine)" } ?? "" }
    let member = (name ?? "").quoted
    switch keyword {
    case "required":
      return isNew
        ? (.keyword(keyword, .added), "member \(member) is now required")
        : (.keyword(keyword, .removed), "member \(member) is no longer required")
    case "dependentRequired":
      let other = (demanded ?? "").quoted
      return isNew
        ? (.keyword(keyword, .added), "member \(member) is now required if \(other) is present")
        : (.keyword(keyword, .removed), "member \(member) is no longer required if \(other) is present")
    case "x-localOnly":
      return isNew
        ? (.keyword(keyword, .added), "member \(member) is now 'x-localOnly', so it is no longer sent")
        : (.keyword(keyword, .removed), "member \(member) is no longer 'x-localOnly', so it is now sent")
    case "type":
      let rule = ChangeRule.named(isNew ? .typeNarrowed : .typeWidened)
      if let types = lackingTypes { return (rule, "values of type \(types) are \(isNew ? "no longer" : "now") valid") }
      return (rule, "the type changes from\(words(old)) to\(words(new))")
    case "enum" where given != nil:
      let values = given ?? ""
      return isNew
        ? (.named(.enumValueRemoved), "values are no longer valid: \(values.onOneLine)")
        : (.named(.enumValueAdded), "values are now valid: \(values.onOneLine)")
    // Listed names; other schemas of names have no short words.
    case "propertyNames" where given?.first == "\"":
      return (
        .keyword(keyword, .changed),
        "names of members are \(isNew ? "no longer" : "now") valid: \((given ?? "").onOneLine)"
      )
    case "enum", "const":
      return isNew
        ? (.keyword(keyword, .added), "only\(words(demanded)) is now valid")
        : (.keyword(keyword, .removed), "values other than\(words(demanded)) are now valid")
    case "schema":
      return (.named(.undecided), "undecided whether the old and the new version of this schema accept the same values")
    default: break
    }
    if isUndecided {
      return (.named(.undecided), "undecided whether \(keyword.quoted) accepts the same values as before")
    }
    if given == "" { return (.keyword(keyword, .changed), "'\(keyword)' is changed") }
    if given == nil {
      return isNew
        ? (.keyword(keyword, .added), "'\(keyword)'\(words(new)) is new")
        : (.keyword(keyword, .removed), "'\(keyword)'\(words(old)) is removed")
    }
    let change = KeywordChange.isUpperLimit(keyword).map { $0 == isNew ? KeywordChange.lowered : .raised } ?? .changed
    return (.keyword(keyword, change), "'\(keyword)' is \(change.rawValue) from\(words(old)) to\(words(new))")
  }
}
