import Testing

@testable import SchemaRuntime

/// The Unicode tables agree with the standard library, where it has the property and the version matches.
@Suite struct UnicodeDataTests {
  @Test("General categories match the standard library")
  func generalCategories() {
    let differing = Self.assigned.filter { $0.category != Self.category($0.properties.generalCategory) }
    #expect(differing.map(\.value) == Self.changedCategories)
  }

  @Test("Canonical combining classes match the standard library")
  func combiningClasses() {
    let differing = Self.assigned.filter { $0.combiningClass != $0.properties.canonicalCombiningClass.rawValue }
    #expect(differing.map(\.value) == [])
  }

  @Test("Binary properties match the standard library", arguments: BinaryProperty.all)
  func binaryProperties(_ property: BinaryProperty) throws {
    let set = try #require(UnicodeProperty.scalars(name: property.name, value: nil))
    var differing = Self.samples.filter { set.contains($0.value) != property.holds($0.properties) }
    for value in set.ranges.flatMap({ [$0.lowerBound &- 1, $0.lowerBound, $0.upperBound, $0.upperBound + 1] }) {
      guard let scalar = Unicode.Scalar(value), scalar.category != .unassigned else { continue }
      if set.contains(value) != property.holds(scalar.properties) { differing.append(scalar) }
    }
    #expect(Set(differing.map(\.value)).sorted() == property.changed)
  }

  @Test("Every set consists of ascending ranges that do not touch")
  func rangesAreApart() throws {
    let names = BinaryProperty.all.map { ($0.name, nil as String?) } + [("scx", "Latn"), ("sc", "Zzzz"), ("gc", "L")]
    for (name, value) in names {
      let ranges = try #require(UnicodeProperty.scalars(name: name, value: value)).ranges
      #expect(!ranges.isEmpty)
      #expect(zip(ranges, ranges.dropFirst()).allSatisfy { $0.upperBound + 1 < $1.lowerBound }, "\(name)")
      #expect(ranges.allSatisfy { $0.upperBound <= ScalarSet.last })
    }
  }

  @Test("Every code point has exactly one script")
  func scriptsArePartition() {
    let sets = Self.scripts.compactMap { UnicodeProperty.scalars(name: "Script", value: $0) }
    #expect(sets.count == Self.scripts.count)
    #expect(sets.map { $0.ranges.map(\.count).reduce(0, +) }.reduce(0, +) == 0x11_0000)
    #expect(ScalarSet(sets.flatMap(\.ranges)) == .all)
  }

  @Test("A scalar's scripts", arguments: scriptRows)
  func scripts(_ row: ScriptRow) throws {
    for (name, expected) in [("sc", row.isScript), ("scx", row.isExtension)] {
      let set = try #require(UnicodeProperty.scalars(name: name, value: row.script))
      #expect(set.contains(row.scalar.value) == expected, "\(name)=\(row.script)")
    }
  }

  @Test("Names that ECMA-262 does not list are unknown", arguments: ["", "a", "Latin", "latn", "LATIN", "Latn Latin"])
  func unknownNames(_ name: String) {
    #expect(UnicodeProperty.scalars(name: name, value: nil) == nil)
    if name != "Latin" { #expect(UnicodeProperty.scalars(name: "sc", value: name) == nil) }
  }

  @Test("Bidi classes and joining types", arguments: classRows)
  func classes(_ row: ClassRow) {
    #expect(row.scalar.bidiClass == row.bidiClass)
    #expect(row.scalar.joiningType == row.joiningType)
  }

  @Test("The code points of labels are those that RFC 5892 derives from the standard library's properties")
  func identifierClasses() {
    let differing = Self.assigned.filter { $0.identifierClass != IdentifierRules.identifierClass(of: $0) }
    #expect(differing.map(\.value) == [])
    for value: UInt32 in [0x378, 0x2_FFFD, 0x3_134B, 0xE_0FFF] {
      #expect(Unicode.Scalar(value)?.identifierClass == .unassigned)
    }
    #expect(Unicode.Scalar(0xFDD0 as UInt32)?.identifierClass == .disallowed)
  }

  /// Scalars in Unicode 15.0.
  private static let assigned: [Unicode.Scalar] = (0...ScalarSet.last).lazy.compactMap(Unicode.Scalar.init).filter {
    $0.category != .unassigned && $0.category != .privateUse
  }

  /// A sample: all of the first blocks, and steps through the rest.
  private static let samples = assigned.filter { $0.value < 0x800 || $0.value % 67 == 0 }

  /// Scalars whose category changed in a later version.
  private static let changedCategories: [UInt32] = [0x295, 0x1171E]

  private static func category(_ category: Unicode.GeneralCategory) -> GeneralCategory? {
    // Both use the database's names, but the library has its own names for two.
    switch category {
    case .closePunctuation: .closePunctuation
    case .connectorPunctuation: .connectorPunctuation
    case .control: .control
    case .currencySymbol: .currencySymbol
    case .dashPunctuation: .dashPunctuation
    case .decimalNumber: .decimalNumber
    case .enclosingMark: .enclosingMark
    case .finalPunctuation: .finalPunctuation
    case .format: .format
    case .initialPunctuation: .initialPunctuation
    case .letterNumber: .letterNumber
    case .lineSeparator: .lineSeparator
    case .lowercaseLetter: .lowercaseLetter
    case .mathSymbol: .mathSymbol
    case .modifierLetter: .modifierLetter
    case .modifierSymbol: .modifierSymbol
    case .nonspacingMark: .nonspacingMark
    case .openPunctuation: .openPunctuation
    case .otherLetter: .otherLetter
    case .otherNumber: .otherNumber
    case .otherPunctuation: .otherPunctuation
    case .otherSymbol: .otherSymbol
    case .paragraphSeparator: .paragraphSeparator
    case .privateUse: .privateUse
    case .spaceSeparator: .spaceSeparator
    case .spacingMark: .spacingMark
    case .surrogate: .surrogate
    case .titlecaseLetter: .titlecaseLetter
    case .unassigned: .unassigned
    case .uppercaseLetter: .uppercaseLetter
    @unknown default: nil
    }
  }
}

// MARK: - Rows

extension UnicodeDataTests {
  struct ScriptRow: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var scalar: Unicode.Scalar
    var script: String
    var isScript: Bool
    var isExtension: Bool

    init(_ name: String, _ scalar: Unicode.Scalar, _ script: String, sc isScript: Bool, scx isExtension: Bool) {
      testDescription = name
      self.scalar = scalar
      self.script = script
      self.isScript = isScript
      self.isExtension = isExtension
    }
  }

  private static let scriptRows = [
    ScriptRow("a Latin letter is Latin", "a", "Latin", sc: true, scx: true),
    ScriptRow("a Latin letter is not a Greek one", "a", "Greek", sc: false, scx: false),
    ScriptRow("a digit is common", "1", "Common", sc: true, scx: true),
    ScriptRow("the prolonged sound mark is common", "\u{30FC}", "Zyyy", sc: true, scx: false),
    ScriptRow("the prolonged sound mark is used with Katakana", "\u{30FC}", "Kana", sc: false, scx: true),
    ScriptRow("the prolonged sound mark is used with Hiragana", "\u{30FC}", "Hira", sc: false, scx: true),
    ScriptRow("a circumflex of Greek is inherited", "\u{342}", "Qaai", sc: true, scx: false),
    ScriptRow("a circumflex of Greek is used with Greek", "\u{342}", "Grek", sc: false, scx: true),
    ScriptRow("a Coptic letter by the script's other name", "\u{2C80}", "Qaac", sc: true, scx: true),
    ScriptRow("private use has no script", "\u{E000}", "Unknown", sc: true, scx: true),
    ScriptRow("no scalar is Katakana or Hiragana", "\u{30A2}", "Hrkt", sc: false, scx: false),
    ScriptRow("an ideograph of plane 3", "\u{31350}", "Han", sc: true, scx: true),
    ScriptRow("a script of Unicode 15", "\u{11F00}", "Kawi", sc: true, scx: true),
  ]

  struct ClassRow: Sendable, CustomTestStringConvertible {
    var scalar: Unicode.Scalar
    var bidiClass: BidiClass
    var joiningType: JoiningType

    var testDescription: String { "U+\(String(scalar.value, radix: 16, uppercase: true))" }

    init(_ scalar: Unicode.Scalar, _ bidiClass: BidiClass, _ joiningType: JoiningType) {
      self.scalar = scalar
      self.bidiClass = bidiClass
      self.joiningType = joiningType
    }
  }

  private static let classRows = [
    ClassRow("a", .leftToRight, .nonJoining), ClassRow("1", .europeanNumber, .nonJoining),
    ClassRow("-", .europeanSeparator, .nonJoining), ClassRow("\u{5D0}", .rightToLeft, .nonJoining),
    ClassRow("\u{628}", .arabicLetter, .dualJoining), ClassRow("\u{627}", .arabicLetter, .rightJoining),
    ClassRow("\u{660}", .arabicNumber, .nonJoining), ClassRow("\u{6F0}", .europeanNumber, .nonJoining),
    ClassRow("\u{301}", .nonspacingMark, .transparent), ClassRow("\u{200C}", .boundaryNeutral, .nonJoining),
    ClassRow("\u{200D}", .boundaryNeutral, .joinCausing), ClassRow("\u{A872}", .leftToRight, .leftJoining),
    // Unassigned code points are decided by their blocks.
    ClassRow("\u{5FF}", .rightToLeft, .nonJoining), ClassRow("\u{1EEFF}", .arabicLetter, .nonJoining),
  ]

  /// The scripts of ISO 15924 in Unicode 15.0, by the short names of PropertyValueAliases.txt.
  private static let scripts = """
    Adlm Aghb Ahom Arab Armi Armn Avst Bali Bamu Bass Batk Beng Bhks Bopo Brah Brai Bugi Buhd Cakm Cans Cari Cham Cher
    Chrs Copt Cpmn Cprt Cyrl Deva Diak Dogr Dsrt Dupl Egyp Elba Elym Ethi Geor Glag Gong Gonm Goth Gran Grek Gujr Guru
    Hang Hani Hano Hatr Hebr Hira Hluw Hmng Hmnp Hrkt Hung Ital Java Kali Kana Kawi Khar Khmr Khoj Kits Knda Kthi Lana
    Laoo Latn Lepc Limb Lina Linb Lisu Lyci Lydi Mahj Maka Mand Mani Marc Medf Mend Merc Mero Mlym Modi Mong Mroo Mtei
    Mult Mymr Nagm Nand Narb Nbat Newa Nkoo Nshu Ogam Olck Orkh Orya Osge Osma Ougr Palm Pauc Perm Phag Phli Phlp Phnx
    Plrd Prti Rjng Rohg Runr Samr Sarb Saur Sgnw Shaw Shrd Sidd Sind Sinh Sogd Sogo Sora Soyo Sund Sylo Syrc Tagb Takr
    Tale Talu Taml Tang Tavt Telu Tfng Tglg Thaa Thai Tibt Tirh Tnsa Toto Ugar Vaii Vith Wara Wcho Xpeo Xsux Yezi Yiii
    Zanb Zinh Zyyy Zzzz
    """.split(whereSeparator: \.isWhitespace).map(String.init)
}

/// A binary property of ECMA-262, and the corresponding property of the standard library.
struct BinaryProperty: Sendable, CustomTestStringConvertible {
  var name: String
  var holds: @Sendable (Unicode.Scalar.Properties) -> Bool
  /// Scalars whose property changed in a later version.
  var changed: [UInt32]

  var testDescription: String { name }

  init(_ name: String, changed: [UInt32] = [], _ holds: @escaping @Sendable (Unicode.Scalar.Properties) -> Bool) {
    self.name = name
    self.changed = changed
    self.holds = holds
  }

  static let all = [
    BinaryProperty("ASCII_Hex_Digit") { $0.isASCIIHexDigit },
    BinaryProperty("Alphabetic", changed: Array(0x363...0x36F) + [0x1DD6, 0x1DE6]) { $0.isAlphabetic },
    BinaryProperty("Bidi_Control") { $0.isBidiControl },
    BinaryProperty("Bidi_Mirrored", changed: [0x226D]) { $0.isBidiMirrored },
    BinaryProperty("Case_Ignorable") { $0.isCaseIgnorable },
    BinaryProperty("Cased", changed: [0x295]) { $0.isCased },
    BinaryProperty("Changes_When_Casefolded") { $0.changesWhenCaseFolded },
    BinaryProperty("Changes_When_Casemapped", changed: [0x19B, 0x264, 0xA7D5]) { $0.changesWhenCaseMapped },
    BinaryProperty("Changes_When_Lowercased") { $0.changesWhenLowercased },
    BinaryProperty("Changes_When_NFKC_Casefolded") { $0.changesWhenNFKCCaseFolded },
    BinaryProperty("Changes_When_Titlecased", changed: [0x19B, 0x264]) { $0.changesWhenTitlecased },
    BinaryProperty("Changes_When_Uppercased", changed: [0x19B, 0x264]) { $0.changesWhenUppercased },
    BinaryProperty("Dash") { $0.isDash },
    BinaryProperty("Default_Ignorable_Code_Point") { $0.isDefaultIgnorableCodePoint },
    BinaryProperty("Deprecated") { $0.isDeprecated },
    BinaryProperty("Diacritic", changed: [0x5A2, 0x5C5, 0x5C7, 0xA806, 0x1133B]) { $0.isDiacritic },
    BinaryProperty("Emoji") { $0.isEmoji },
    BinaryProperty("Emoji_Modifier") { $0.isEmojiModifier },
    BinaryProperty("Emoji_Modifier_Base") { $0.isEmojiModifierBase },
    BinaryProperty("Emoji_Presentation") { $0.isEmojiPresentation },
    BinaryProperty("Extender") { $0.isExtender },
    BinaryProperty(
      "Grapheme_Base",
      changed: [
        0xCC0, 0xCC7, 0xCC8, 0xCCA, 0xCCB, 0x1715, 0x1734, 0x1B3B, 0x1B3D, 0x1B43, 0x1BAA, 0x1BF2, 0x1BF3, 0xA953,
        0x11235, 0x1134D, 0x116B6, 0x1193D, 0x11F41, 0x16FF0, 0x16FF1, 0x1D166, 0x1D16D,
      ]
    ) { $0.isGraphemeBase },
    BinaryProperty(
      "Grapheme_Extend",
      changed: [
        0xCC0, 0xCC7, 0xCCB, 0x1715, 0x1734, 0x1B3B, 0x1B3D, 0x1B43, 0x1BAA, 0x1BF2, 0x11235, 0x116B6, 0x1193D, 0x11F41,
        0x1D166, 0x1D16D,
      ]
    ) { $0.isGraphemeExtend },
    BinaryProperty("Hex_Digit") { $0.isHexDigit },
    BinaryProperty("IDS_Binary_Operator") { $0.isIDSBinaryOperator },
    BinaryProperty("IDS_Trinary_Operator") { $0.isIDSTrinaryOperator },
    BinaryProperty("ID_Continue", changed: [0x30FB, 0xFF65]) { $0.isIDContinue },
    BinaryProperty("ID_Start") { $0.isIDStart },
    BinaryProperty("Ideographic") { $0.isIdeographic },
    BinaryProperty("Join_Control") { $0.isJoinControl },
    BinaryProperty("Logical_Order_Exception") { $0.isLogicalOrderException },
    BinaryProperty("Lowercase", changed: [0x295]) { $0.isLowercase },
    BinaryProperty("Math") { $0.isMath },
    BinaryProperty("Noncharacter_Code_Point") { $0.isNoncharacterCodePoint },
    BinaryProperty("Pattern_Syntax") { $0.isPatternSyntax },
    BinaryProperty("Pattern_White_Space") { $0.isPatternWhitespace },
    BinaryProperty("Quotation_Mark") { $0.isQuotationMark },
    BinaryProperty("Radical") { $0.isRadical },
    BinaryProperty("Sentence_Terminal") { $0.isSentenceTerminal },
    BinaryProperty("Soft_Dotted") { $0.isSoftDotted },
    BinaryProperty("Terminal_Punctuation") { $0.isTerminalPunctuation },
    BinaryProperty("Unified_Ideograph") { $0.isUnifiedIdeograph },
    BinaryProperty("Uppercase") { $0.isUppercase },
    BinaryProperty("Variation_Selector") { $0.isVariationSelector },
    BinaryProperty("White_Space") { $0.isWhitespace },
    BinaryProperty("XID_Continue", changed: [0x30FB, 0xFF65]) { $0.isXIDContinue },
    BinaryProperty("XID_Start") { $0.isXIDStart },
  ]
}

/// RFC 5892, section 3, derived from the standard library's properties, to compare with the generated table.
private enum IdentifierRules {
  static func identifierClass(of scalar: Unicode.Scalar) -> IdentifierClass {
    if let exception = exception(scalar) { return exception }
    if scalar.isASCII {
      return "a"..."z" ~= scalar || "0"..."9" ~= scalar || scalar == "-" ? .valid : .disallowed
    }
    let properties = scalar.properties
    let isRefused =
      properties.changesWhenNFKCCaseFolded || properties.isDefaultIgnorableCodePoint || properties.isWhitespace
      || properties.isNoncharacterCodePoint || isInIgnorableBlock(scalar)
    return isRefused || !isLetterOrDigit(properties) ? .disallowed : .valid
  }

  private static func exception(_ scalar: Unicode.Scalar) -> IdentifierClass? {
    switch scalar {
    case "\u{DF}", "\u{3C2}", "\u{6FD}", "\u{6FE}", "\u{F0B}", "\u{3007}": .valid
    case "\u{B7}", "\u{375}", "\u{5F3}", "\u{5F4}", "\u{30FB}", "\u{660}"..."\u{669}", "\u{6F0}"..."\u{6F9}":
      .contextOther
    case "\u{200C}", "\u{200D}": .contextJoiner
    case "\u{640}", "\u{7FA}", "\u{302E}", "\u{302F}", "\u{3031}"..."\u{3035}", "\u{303B}": .disallowed
    default: nil
    }
  }

  private static func isInIgnorableBlock(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x20D0...0x20FF, 0x1_D100...0x1_D1FF, 0x1_D200...0x1_D24F: true
    case 0x1100...0x11FF, 0xA960...0xA97F, 0xD7B0...0xD7FF: true
    default: false
    }
  }

  private static func isLetterOrDigit(_ properties: Unicode.Scalar.Properties) -> Bool {
    switch properties.generalCategory {
    case .lowercaseLetter, .uppercaseLetter, .otherLetter, .decimalNumber, .modifierLetter, .nonspacingMark,
      .spacingMark:
      true
    default: false
    }
  }
}
