import SchemaRuntime

/// Shortens the names of branches to what tells them apart in their union.
enum BranchLabels {
  /// Returns names without their common leading and trailing words and those of the union: in a union `Attachment`,
  /// `ImageAttachment` and `FileAttachment` become `Image` and `File`. The last word of a union is dropped if several of
  /// them end in it: in `ServerResult`, `ListToolsResult` becomes `ListTools`.
  ///
  /// - Parameter keepsCommon: whether words stay that all names have, but not the union.
  static func distinctParts(
    of names: [String?], in union: String, keepsCommon: Bool = false
  ) -> [String?] {
    let whole = NameWords.withHumps(union).map { $0.lowercased() }
    let known = names.compactMap { $0 }
    guard known.count > 1 else { return names.map { $0.map { withoutWords(of: whole, $0) } } }
    let all = known.map { NameWords.withHumps($0) }
    let endings = endings(of: whole, in: all)
    // Arrays and scalars have no name.
    guard known.count == names.count else {
      let parts = zip(known, zip(all, endings)).map { name, words in
        let (words, ending) = words
        return withoutFirstWords(
          of: whole, ending > 0 ? words.dropLast(ending).joined(separator: "-") : withoutWords(of: whole, name))
      }
      var rest = (Set(parts).count == parts.count ? parts : known)[...]
      return names.map { $0.flatMap { _ in rest.popFirst() } }
    }
    let words = zip(all, endings).map { words, ending in
      let isWhole = words.count > whole.count && words.suffix(whole.count).map { $0.lowercased() } == whole
      return words.dropLast(isWhole ? whole.count : ending)
    }
    let shortest = keepsCommon ? 0 : words.map(\.count).min() ?? 0
    var start = 0
    while start < shortest - 1, Set(words.map { $0[start].lowercased() }).count == 1 { start += 1 }
    var end = 0
    while start + end < shortest - 1, Set(words.map { $0[$0.count - 1 - end].lowercased() }).count == 1 { end += 1 }
    let whatDiffers = withoutInnerWords(of: whole, words.map { $0[start..<($0.count - end)] })
    let short = whatDiffers.map { withoutFirstWords(of: whole, $0) }
    let parts = Set(short).count == short.count ? short : whatDiffers
    let isClear = parts.allSatisfy { $0.unicodeScalars.first?.properties.isXIDStart ?? false }
    return isClear && Set(parts).count == parts.count ? parts : names
  }

  /// Returns labels without the words with which all begin or end, if the union has one of these: in `RunStepEvent`,
  /// `thread.run.step.created` is `created`.
  static func withoutCommonWords(of union: String, _ labels: [String]) -> [String] {
    func stem(_ word: String) -> String { (NameWords.singular(word) ?? word).lowercased() }
    let whole = Set(NameWords.withHumps(union).filter { !SwiftNames.joins($0) }.map(stem))
    let words = labels.map { NameWords.withHumps($0) }
    let stems = words.map { $0.map(stem) }
    let most = (stems.map(\.count).min() ?? 0) - 1
    guard labels.count > 1, most > 0, let first = stems.first, let shortest = stems.min(by: { $0.count < $1.count }),
      // Of `Record` and `MobileRecord`, nothing is left.
      !stems.allSatisfy({ $0.starts(with: shortest) || $0.suffix(shortest.count) == shortest[...] })
    else { return labels }
    func isCommon(_ index: Int) -> Bool { stems.allSatisfy { $0[index] == first[index] } }
    func isCommonFromEnd(_ index: Int) -> Bool {
      stems.allSatisfy { $0[$0.count - 1 - index] == first[first.count - 1 - index] }
    }
    var start = (0..<most).first { !isCommon($0) } ?? most
    if whole.isDisjoint(with: first[..<start]) { start = 0 }
    var end = (0..<(most - start)).first { !isCommonFromEnd($0) } ?? (most - start)
    if whole.isDisjoint(with: first.suffix(end)) { end = 0 }
    let parts = words.map { $0[start..<($0.count - end)] }
    let isClear = parts.allSatisfy { part in
      part.first?.unicodeScalars.first?.properties.isXIDStart ?? false
        && (start == 0 || part.first.map { $0 == "in" || !SwiftNames.joins($0) } ?? false)
        && (end == 0 || !(part.last.map(SwiftNames.joins) ?? true))
        && !SwiftNames.reservedTypes.contains(SwiftNames.typeWords(part.joined(separator: "-")))
        && part.map { $0.lowercased() } != ["value"]
    }
    let short = parts.map { $0.joined(separator: "-") }
    let names = Set(short.map { SwiftNames.enumerationCase($0) })
    return start + end > 0 && isClear && names.count == labels.count ? short : labels
  }

  /// Returns for each name how many words at its end the union says already: its last one if several names have it, and
  /// a word after it that these have, too (in `Item`, `ToolCallItemParam` is `ToolCall`), or any of its words in which
  /// most names end (in `TaskDef`, `ShellTask` is `Shell`).
  private static func endings(of union: [String], in names: [[String]]) -> [Int] {
    let names = names.map { $0.map { $0.lowercased() } }
    func uses(_ end: [String]) -> Int { names.count { $0.count > end.count && $0.suffix(end.count) == end[...] } }
    let followers = names.filter { $0.count > 2 && $0[$0.count - 2] == union.last }.map { Array($0.suffix(1)) }
    let endings = names.map { words in
      [2, 1].first { count in
        // `TaskWith` is no name.
        guard words.count > count, !SwiftNames.joins(words[words.count - count - 1]) else { return false }
        let end = Array(words.suffix(count))
        // `Param` of all, if some are `ItemParam`.
        if count == 1, followers.contains(end), names.allSatisfy({ $0.last == end[0] }) { return true }
        if end[0] == union.last { return uses(end) > 1 }
        let isAmongAll = names.count > 2 && names.allSatisfy { $0.last == end[0] }
        return count == 1 && union.contains(end[0]) && (uses(end) * 2 > names.count || isAmongAll)
      } ?? 0
    }
    let parts = zip(names, endings).map { $0.dropLast($1) }
    let counts = Dictionary(parts.map { ($0, 1) }, uniquingKeysWith: +)
    return zip(endings, parts).map { counts[$1] == 1 ? $0 : 0 }
  }

  /// Returns a name without the words of the union, if it has them all at its ends: in `ShowAs<time>`,
  /// `ShowAsValue<time>` is `Value`.
  private static func withoutWords(of union: [String], _ name: String) -> String {
    let words = NameWords.withHumps(name)
    let lowercased = words.map { $0.lowercased() }
    let start = zip(lowercased, union).prefix { $0 == $1 }.count
    guard union.count > 1, words.count > union.count, start > 0,
      lowercased.suffix(union.count - start) == union[start...],
      words[start].unicodeScalars.first?.properties.isXIDStart ?? false
    else { return name }
    return words[start..<(words.count - union.count + start)].joined(separator: "-")
  }

  /// Returns a name without its first words if the union has two or more of them in a row: in `APIResponseFormatOption`,
  /// `ResponseFormatText` is `Text`.
  private static func withoutFirstWords(of union: [String], _ name: String) -> String {
    let words = NameWords.withHumps(name)
    let lowercased = words.map { $0.lowercased() }
    let longest = union.indices.map { start in zip(lowercased, union[start...]).prefix { $0 == $1 }.count }.max() ?? 0
    guard longest > 1, longest < words.count, !SwiftNames.joins(words[longest]),
      words[longest].unicodeScalars.first?.properties.isXIDStart ?? false
    else { return name }
    return words[longest...].joined(separator: "-")
  }

  /// Returns names without type arguments if the others have no such name: `VConcatSpec<GenericSpec>` is `VConcatSpec`.
  /// Of `Dict<Element>`, nothing would be left but the kind.
  static func withoutArguments(_ names: [String?]) -> [String?] {
    let short = names.map { name in
      name.map { name in
        let stem = name.prefix { $0 != "<" }
        let hasWords = !stem.contains("::") && NameWords.withHumps(String(stem)).count > 1
        return name.hasSuffix(">") && hasWords ? String(stem) : name
      }
    }
    let known = short.compactMap { $0?.lowercased() }
    return Set(known).count == known.count ? short : names
  }

  /// Returns labels without a last word that the branch's tag does not have, if most of them end as their tags do:
  /// `ContentDoneStreaming` with the tag `content.done` is `ContentDone`.
  static func withoutWords(beyond tags: [String?], _ labels: [String]) -> [String] {
    func words(_ text: String) -> [String] { NameWords.withHumps(text).map { $0.lowercased() } }
    func isEnd(_ label: ArraySlice<String>, of tag: [String]) -> Bool { tag.suffix(label.count) == label }
    let rows = zip(labels, tags).map { (words: words($0)[...], tag: words($1 ?? "")) }
    guard rows.count(where: { isEnd($0.words, of: $0.tag) }) * 2 > labels.count else { return labels }
    let short = zip(labels, rows).map { label, row in
      row.words.count > 2 && isEnd(row.words.dropLast(), of: row.tag)
        ? NameWords.withHumps(label).dropLast().joined(separator: "-") : label
    }
    return Set(short.map { SwiftNames.enumerationCase($0) }).count == labels.count ? short : labels
  }

  /// Returns labels in which a list of what another branch has is called so: `numbers` beside `number`.
  static func withPlurals(_ labels: [String], _ payloads: [ShapeClassifier.Payload?]) -> [String] {
    labels.indices.map { index in
      guard labels[index] == JSONType.array.rawValue, case .array(let element) = payloads[index],
        let one = payloads.firstIndex(of: element), JSONType(rawValue: labels[one]) != nil, one != index
      else { return labels[index] }
      let plural = NameWords.plural(labels[one])
      return labels.contains(plural) ? labels[index] : plural
    }
  }

  /// Returns names without two or more words in a row that the union and all names have.
  private static func withoutInnerWords(of union: [String], _ names: [ArraySlice<String>]) -> [String] {
    let lowercased = names.map { $0.map { $0.lowercased() } }
    for count in stride(from: union.count, to: 1, by: -1) {
      for start in 0...(union.count - count) {
        let run = Array(union[start..<(start + count)])
        let ranges = lowercased.map { $0.firstRange(of: run) }
        if ranges.contains(where: { $0 == nil }) { continue }
        let parts = zip(names, ranges).map { name, range in
          let words = Array(name)
          return (words[..<(range?.lowerBound ?? 0)] + words[(range?.upperBound ?? 0)...]).joined(separator: "-")
        }
        if parts.allSatisfy({ !$0.isEmpty }) { return parts }
      }
    }
    return names.map { $0.joined(separator: "-") }
  }
}
