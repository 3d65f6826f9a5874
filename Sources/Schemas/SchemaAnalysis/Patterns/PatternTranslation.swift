import SchemaRuntime

/// A pattern of another kind of regular expressions in the form of ECMAScript with flag `u`, which JSON Schema has
/// (core, section 6.4).
///
/// It translates what authors commonly write: brackets and braces without escapes, and `-` next to `\w` in a class (as
/// ECMAScript permits without flag `u`; ECMA-262, annex B.1.2); `\A`, `\Z` and `\z`; `(?i)` at the start and `(?i:…)`
/// for ASCII letters; and groups with the same name.
package struct PatternTranslation {
  package private(set) var text = ""
  private let source: [Unicode.Scalar]
  private var index = 0
  /// Whether letters match in both cases, in each open group.
  private var ignoresCase = [false]
  private var names: Set<String> = []

  /// Returns nil for a text that remains invalid.
  package init?(_ source: String) {
    self.source = Array(source.unicodeScalars)
    if starts(with: "(?i)") {
      ignoresCase = [true]
      index = 4
    }
    while index < self.source.count { translateTerm() }
    guard (try? Pattern(text)) != nil else { return nil }
  }

  private func starts(with prefix: String) -> Bool { source[index...].starts(with: prefix.unicodeScalars) }

  private mutating func copy(_ count: Int = 1) {
    for scalar in source[index..<min(index + count, source.count)] { text.unicodeScalars.append(scalar) }
    index += count
  }

  private mutating func replace(_ count: Int, with other: String) {
    text += other
    index += count
  }

  private mutating func translateTerm() {
    switch source[index] {
    case "\\": translateEscape()
    case "[": translateClass()
    case "(": translateGroup()
    case ")":
      if ignoresCase.count > 1 { ignoresCase.removeLast() }
      copy()
    case "]": replace(1, with: "\\]")
    case "}": replace(1, with: "\\}")
    case "{": if let count = quantifierLength { copy(count) } else { replace(1, with: "\\{") }
    default:
      let cases = cases(of: source[index])
      if cases.count > 1 { replace(1, with: "[\(cases)]") } else { copy() }
    }
  }

  private mutating func translateEscape() {
    switch index + 1 < source.count ? source[index + 1] : nil {
    case "A": replace(2, with: "^")
    case "Z", "z": replace(2, with: "$")
    default: copy(2)
    }
  }

  /// The length of the quantifier `{2}`, `{2,}` or `{2,3}` that begins here; nil if there is none.
  private var quantifierLength: Int? {
    guard index > 0, let end = source[index...].firstIndex(of: "}") else { return nil }
    let bounds = source[(index + 1)..<end].split(separator: ",", maxSplits: 1, omittingEmptySubsequences: false)
    let areNumbers = bounds.allSatisfy { $0.allSatisfy { "0"..."9" ~= $0 } }
    return areNumbers && bounds.first?.isEmpty == false ? end - index + 1 : nil
  }

  private mutating func translateGroup() {
    let current = ignoresCase.last ?? false
    if starts(with: "(?i:") {
      ignoresCase.append(true)
      replace(4, with: "(?:")
    } else if starts(with: "(?-i:") {
      ignoresCase.append(false)
      replace(5, with: "(?:")
    } else {
      ignoresCase.append(current)
      if let name = groupName, !names.insert(name).inserted {
        var number = 2
        while !names.insert(name + String(number)).inserted { number += 1 }
        replace(3 + name.unicodeScalars.count, with: "(?<\(name)\(number)")
      } else {
        copy()
      }
    }
  }

  private var groupName: String? {
    guard starts(with: "(?<"), !starts(with: "(?<="), !starts(with: "(?<!"),
      let end = source[index...].firstIndex(of: ">")
    else { return nil }
    var name = ""
    name.unicodeScalars.append(contentsOf: source[(index + 3)..<end])
    return name
  }

  private mutating func translateClass() {
    copy()
    if index < source.count, source[index] == "^" { copy() }
    // Whether the last atom is a set, which no range can begin with.
    var isAfterSet = false
    while index < source.count, source[index] != "]" {
      switch source[index] {
      case "\\":
        isAfterSet = isSet(at: index)
        copy(2)
        if isAfterSet, "pP".unicodeScalars.contains(source[index - 1]), index < source.count, source[index] == "{" {
          copy((source[index...].firstIndex(of: "}") ?? index) - index + 1)
        }
      case "-":
        let isLast = index + 1 == source.count || source[index + 1] == "]"
        if !isLast, isAfterSet || isSet(at: index + 1) { replace(1, with: "\\-") } else { copy() }
        isAfterSet = false
      default:
        isAfterSet = false
        translateRange()
      }
    }
    copy()
  }

  /// Copies a character of a class, or a range of letters, in both cases.
  private mutating func translateRange() {
    let first = source[index]
    if index + 2 < source.count, source[index + 1] == "-", cases(of: first).count > 1,
      cases(of: source[index + 2]).count > 1
    {
      let lower = zip(cases(of: first), cases(of: source[index + 2])).map { "\($0)-\($1)" }
      return replace(3, with: lower.joined())
    }
    replace(1, with: cases(of: first))
  }

  /// Whether an escape that stands for several characters begins at an index.
  private func isSet(at index: Int) -> Bool {
    index + 1 < source.count && source[index] == "\\" && "dDsSwWpP".unicodeScalars.contains(source[index + 1])
  }

  /// The character, or a letter in both cases where case is ignored.
  private func cases(of scalar: Unicode.Scalar) -> String {
    let text = String(Character(scalar))
    guard ignoresCase.last ?? false, scalar.isASCII, scalar.properties.isAlphabetic else { return text }
    return text.lowercased() + text.uppercased()
  }
}
