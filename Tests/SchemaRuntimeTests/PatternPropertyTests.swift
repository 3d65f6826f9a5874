import Testing

@_spi(Generated) @testable import SchemaRuntime

/// `\p{…}` agrees with the standard library for every code point, as far as the versions match.
@Suite struct PatternPropertyTests {
  @Test("Every general category is found by all its names", arguments: categories)
  func category(_ names: [String]) throws {
    let patterns = try names.flatMap {
      ["\\p{\($0)}", "\\p{gc=\($0)}", "\\p{General_Category=\($0)}", "[^\\P{\($0)}]"]
    }
    .map { try Self.pattern($0) }
    for scalar in Self.samples {
      #expect(Set(patterns.map { $0.outcome(of: String(scalar)) }).count == 1, "\(names), \(scalar.value)")
    }
  }

  @Test("The categories are a partition of all code points")
  func partition() throws {
    let patterns = try Self.categories.filter { $0[1].count == 2 && $0[1] != "LC" }.map {
      try #require(try Pattern("^\\p{\($0[1])}$").automaton)
    }
    #expect(patterns.count == 30)
    for value in stride(from: UInt32(0), to: 0x3_2000, by: 397) {
      guard let scalar = Unicode.Scalar(value) else { continue }
      #expect(patterns.count { $0.matches(String(scalar)) } == 1, "\(value)")
    }
  }

  @Test("Letters match those of the standard library, sampled over all code points")
  func letters() throws {
    let pattern = try #require(try Pattern("^\\p{L}$").automaton)
    var differing: [UInt32] = []
    for value in stride(from: UInt32(0), through: 0x10_ffff, by: 29) {
      guard let scalar = Unicode.Scalar(value), scalar.category != .unassigned else { continue }
      let isLetter =
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter: true
        default: false
        }
      if pattern.matches(String(scalar)) != isLetter { differing.append(value) }
    }
    #expect(differing.isEmpty)
  }

  @Test("Binary properties have both their names", arguments: binaryProperties)
  func binary(_ name: String, _ alias: String) throws {
    let long = try Self.pattern("\\p{\(name)}")
    let short = try Self.pattern("\\p{\(alias)}")
    let other = try Self.pattern("\\P{\(alias)}")
    for scalar in Self.samples {
      #expect(long.outcome(of: String(scalar)) == short.outcome(of: String(scalar)))
      #expect(long.outcome(of: String(scalar)) != other.outcome(of: String(scalar)))
    }
  }

  private static func pattern(_ source: String) throws -> Pattern {
    try #require(try Pattern(source, options: PatternOptions(), engine: .backtracker))
  }

  private static let samples: [Unicode.Scalar] = [
    "a", "A", "1", "_", "-", " ", "\n", "é", "ǅ", "ʰ", "漢", "\u{301}", "\u{903}", "\u{20dd}", "Ⅷ", "²", "(", ")", "«",
    "»", "!", "+",
    "$", "^", "©", "\u{2028}", "\u{2029}", "\u{ad}", "\u{e000}", "\u{378}", "🐲", "🏽", "٣", "\u{200d}", "\u{fffd}",
  ]

  private static let binaryProperties: [(String, String)] = [
    ("Alphabetic", "Alpha"), ("Case_Ignorable", "CI"), ("Changes_When_Casefolded", "CWCF"), ("Dash", "Dash"),
    ("Default_Ignorable_Code_Point", "DI"), ("Emoji_Presentation", "EPres"), ("Grapheme_Base", "Gr_Base"),
    ("ID_Start", "IDS"), ("Ideographic", "Ideo"), ("Lowercase", "Lower"), ("Noncharacter_Code_Point", "NChar"),
    ("Pattern_White_Space", "Pat_WS"), ("Uppercase", "Upper"), ("XID_Continue", "XIDC"),
  ]

  private static let categories: [[String]] = [
    ["Cased_Letter", "LC"], ["Close_Punctuation", "Pe"], ["Connector_Punctuation", "Pc"], ["Control", "Cc", "cntrl"],
    ["Currency_Symbol", "Sc"], ["Dash_Punctuation", "Pd"], ["Decimal_Number", "Nd", "digit"], ["Enclosing_Mark", "Me"],
    ["Final_Punctuation", "Pf"], ["Format", "Cf"], ["Initial_Punctuation", "Pi"], ["Letter", "L"],
    ["Letter_Number", "Nl"],
    ["Line_Separator", "Zl"], ["Lowercase_Letter", "Ll"], ["Mark", "M", "Combining_Mark"], ["Math_Symbol", "Sm"],
    ["Modifier_Letter", "Lm"], ["Modifier_Symbol", "Sk"], ["Nonspacing_Mark", "Mn"], ["Number", "N"],
    ["Open_Punctuation", "Ps"], ["Other", "C"], ["Other_Letter", "Lo"], ["Other_Number", "No"],
    ["Other_Punctuation", "Po"],
    ["Other_Symbol", "So"], ["Paragraph_Separator", "Zp"], ["Private_Use", "Co"], ["Punctuation", "P", "punct"],
    ["Separator", "Z"], ["Space_Separator", "Zs"], ["Spacing_Mark", "Mc"], ["Surrogate", "Cs"], ["Symbol", "S"],
    ["Titlecase_Letter", "Lt"], ["Unassigned", "Cn"], ["Uppercase_Letter", "Lu"],
  ]
}
