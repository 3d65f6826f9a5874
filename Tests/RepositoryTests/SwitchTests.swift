import Testing

/// The cases of enumerations, and the switches with both a `default:` and cases of one of them.
struct SwitchSurvey {
  /// A `default:`, and the enumerations that contain all cases of the same switch.
  struct Default: Equatable {
    let line: Int
    let enumerations: [String]
  }

  private var cases: [String: Set<String>] = [:]

  /// Records the enumerations that a source declares. Cases of enumerations with the same name are merged.
  mutating func addEnumerations(of lines: [String]) {
    var open: [(indentation: Int, name: String)] = []
    for line in lines {
      if line.allSatisfy({ $0 == " " }) { continue }
      let indentation = line.prefix { $0 == " " }.count
      open.removeAll { $0.indentation >= indentation }
      if line.contains("enum "), let match = line.firstMatch(of: /\benum (\w+)/) {
        open.append((indentation, String(match.1)))
      } else if let enumeration = open.last, indentation == enumeration.indentation + 2 {
        cases[enumeration.name, default: []].formUnion(Self.declaredCases(line))
      }
    }
  }

  /// The `default:`s of a source whose switches otherwise contain only cases of a known enumeration.
  func defaults(in lines: [String]) -> [Default] {
    lines.indices.compactMap { index in
      let indentation = lines[index].prefix { $0 == " " }.count
      guard lines[index].dropFirst(indentation).hasPrefix("default:") else { return nil }
      let labels = Self.labels(above: index, indentation: indentation, in: lines)
      let names = labels.map(Self.names)
      guard !names.isEmpty, names.allSatisfy({ !$0.isEmpty }) else { return nil }
      let all = Set(names.joined())
      let enumerations = cases.filter { all.isSubset(of: $0.value) }.map(\.key).sorted()
      return enumerations.isEmpty ? nil : Default(line: index + 1, enumerations: enumerations)
    }
  }

  private static func declaredCases(_ line: String) -> [String] {
    guard let match = line.firstMatch(of: /^ *(?:indirect )?case (\w.*)$/), !line.hasSuffix(":") else { return [] }
    return flat(match.1).split(separator: ",").compactMap { $0.firstMatch(of: /^ *(\w+)/).map { String($0.1) } }
  }

  /// The labels of the switch that a `default:` ends, each as one line.
  private static func labels(above index: Int, indentation: Int, in lines: [String]) -> [String] {
    let prefix = String(repeating: " ", count: indentation)
    var labels: [String] = []
    for start in lines[..<index].indices.reversed() where lines[start].hasPrefix(prefix) {
      let line = lines[start].dropFirst(indentation)
      if line.hasPrefix("case ") {
        let end = lines[start...index].firstIndex { $0.contains(/:( |$)/) } ?? start
        labels.append(String(lines[start...end].joined(separator: " ").drop { $0 == " " }))
      } else if !line.hasPrefix(" "), line.contains("switch ") {
        break
      }
    }
    return labels
  }

  /// The names of the patterns of a label; empty if one of them is not the case of an enumeration.
  private static func names(_ label: String) -> [String] {
    let patterns = flat(label.dropFirst("case ".count)).split(separator: /:( |$)/, maxSplits: 1).first ?? ""
    let names = patterns.split(separator: " where ").first.map { $0.split(separator: ",") } ?? []
    let found = names.compactMap { $0.firstMatch(of: /^ *(?:let )?\.(\w+)/).map { String($0.1) } }
    return found.count == names.count ? found : []
  }

  /// Text without the contents of parentheses.
  private static func flat(_ text: some StringProtocol) -> String {
    var depth = 0
    var flat = ""
    for character in text {
      if character == ")" { depth -= 1 }
      if depth == 0, character != ")", character != "(" { flat.append(character) }
      if character == "(" { depth += 1 }
    }
    return flat
  }
}

/// A case added to one of our enumerations is a compiler error wherever it needs attention.
@Suite struct SwitchTests {
  private static let survey: SwitchSurvey = {
    var survey = SwitchSurvey()
    for file in Repository.swiftFiles where file.path.hasPrefix("Sources/") {
      survey.addEnumerations(of: file.outline.lines)
    }
    return survey
  }()

  @Test(
    "no switch over one of our enumerations has a default",
    arguments: Repository.swiftFiles.filter { $0.path.hasPrefix("Sources/") })
  func isExhaustive(_ file: Repository.File) {
    let found = Self.survey.defaults(in: file.outline.lines)
    #expect(found.isEmpty, "name the other cases at \(found.map { "\(file.path):\($0.line)" })")
  }

  @Test(
    "a default next to cases of a declared enumeration is found, and no other",
    arguments: [
      ("switch a {\ncase .one: 1\ndefault: 2\n}", [3]),
      ("switch a {\ncase .one(.any(let x)),\n  .two: 1\ndefault:\n  2\n}", [4]),
      ("switch a {\ncase .one where b == c: 1\ndefault: 2\n}", [3]),
      ("switch a {\ncase .one: 1\ncase .elsewhere: 2\ndefault: 3\n}", []),
      ("switch a {\ncase .one: 1\ncase 5: 2\ndefault: 3\n}", []),
      ("switch a {\ncase (.one, 5): 2\ndefault: 3\n}", []),
      ("switch a {\ncase .one: 1\ncase .two: 2\n}", []),
      ("switch b {\ncase 1: 1\ndefault:\n  switch a {\n  case .one: 1\n  case .two: 2\n  }\n}", []),
    ])
  func finds(_ source: String, _ lines: [Int]) {
    var survey = SwitchSurvey()
    survey.addEnumerations(of: ["enum Number {", "  case one(Int, of: [Int]), two", "  case three = 3", "}"])
    #expect(survey.defaults(in: SwiftOutline(source).lines).map(\.line) == lines)
  }
}
