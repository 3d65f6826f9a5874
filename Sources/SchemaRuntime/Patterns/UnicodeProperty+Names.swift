// A table: the property names of ECMA-262 (2023), tables 67 and 68, with the accessors of the standard library.

extension UnicodeProperty {
  struct Row: Sendable {
    var name: String
    var alias: String?
    var property: UnicodeProperty

    init(_ name: String, _ alias: String?, _ property: UnicodeProperty) {
      self.name = name
      self.alias = alias
      self.property = property
    }

    init(_ name: String, _ alias: String?, _ holds: @escaping @Sendable (Unicode.Scalar.Properties) -> Bool) {
      self.init(name, alias, .binary(holds))
    }
  }

  static let binaryProperties: [Row] = [
    Row("ASCII", nil, .ascii),
    Row("ASCII_Hex_Digit", "AHex") { $0.isASCIIHexDigit },
    Row("Alphabetic", "Alpha") { $0.isAlphabetic },
    Row("Any", nil, .any),
    Row("Assigned", nil, .assigned),
    Row("Bidi_Control", "Bidi_C") { $0.isBidiControl },
    Row("Bidi_Mirrored", "Bidi_M") { $0.isBidiMirrored },
    Row("Case_Ignorable", "CI") { $0.isCaseIgnorable },
    Row("Cased", nil) { $0.isCased },
    Row("Changes_When_Casefolded", "CWCF") { $0.changesWhenCaseFolded },
    Row("Changes_When_Casemapped", "CWCM") { $0.changesWhenCaseMapped },
    Row("Changes_When_Lowercased", "CWL") { $0.changesWhenLowercased },
    Row("Changes_When_NFKC_Casefolded", "CWKCF") { $0.changesWhenNFKCCaseFolded },
    Row("Changes_When_Titlecased", "CWT") { $0.changesWhenTitlecased },
    Row("Changes_When_Uppercased", "CWU") { $0.changesWhenUppercased },
    Row("Dash", nil) { $0.isDash },
    Row("Default_Ignorable_Code_Point", "DI") { $0.isDefaultIgnorableCodePoint },
    Row("Deprecated", "Dep") { $0.isDeprecated },
    Row("Diacritic", "Dia") { $0.isDiacritic },
    Row("Emoji", nil) { $0.isEmoji },
    Row("Emoji_Component", "EComp", .fixed(emojiComponents)),
    Row("Emoji_Modifier", "EMod") { $0.isEmojiModifier },
    Row("Emoji_Modifier_Base", "EBase") { $0.isEmojiModifierBase },
    Row("Emoji_Presentation", "EPres") { $0.isEmojiPresentation },
    Row("Extender", "Ext") { $0.isExtender },
    Row("Grapheme_Base", "Gr_Base") { $0.isGraphemeBase },
    Row("Grapheme_Extend", "Gr_Ext") { $0.isGraphemeExtend },
    Row("Hex_Digit", "Hex") { $0.isHexDigit },
    Row("IDS_Binary_Operator", "IDSB") { $0.isIDSBinaryOperator },
    Row("IDS_Trinary_Operator", "IDST") { $0.isIDSTrinaryOperator },
    Row("ID_Continue", "IDC") { $0.isIDContinue },
    Row("ID_Start", "IDS") { $0.isIDStart },
    Row("Ideographic", "Ideo") { $0.isIdeographic },
    Row("Join_Control", "Join_C") { $0.isJoinControl },
    Row("Logical_Order_Exception", "LOE") { $0.isLogicalOrderException },
    Row("Lowercase", "Lower") { $0.isLowercase },
    Row("Math", nil) { $0.isMath },
    Row("Noncharacter_Code_Point", "NChar") { $0.isNoncharacterCodePoint },
    Row("Pattern_Syntax", "Pat_Syn") { $0.isPatternSyntax },
    Row("Pattern_White_Space", "Pat_WS") { $0.isPatternWhitespace },
    Row("Quotation_Mark", "QMark") { $0.isQuotationMark },
    Row("Radical", nil) { $0.isRadical },
    Row("Regional_Indicator", "RI", .fixed(ScalarSet([0x1f1e6...0x1f1ff]))),
    Row("Sentence_Terminal", "STerm") { $0.isSentenceTerminal },
    Row("Soft_Dotted", "SD") { $0.isSoftDotted },
    Row("Terminal_Punctuation", "Term") { $0.isTerminalPunctuation },
    Row("Unified_Ideograph", "UIdeo") { $0.isUnifiedIdeograph },
    Row("Uppercase", "Upper") { $0.isUppercase },
    Row("Variation_Selector", "VS") { $0.isVariationSelector },
    Row("White_Space", "space") { $0.isWhitespace },
    Row("XID_Continue", "XIDC") { $0.isXIDContinue },
    Row("XID_Start", "XIDS") { $0.isXIDStart },
  ]

  /// Emoji_Component (UTS #51, emoji-data.txt), which the standard library leaves out.
  private static let emojiComponents = ScalarSet([
    0x23...0x23, 0x2a...0x2a, 0x30...0x39, 0x200d...0x200d, 0x20e3...0x20e3, 0xfe0f...0xfe0f, 0x1f1e6...0x1f1ff,
    0x1f3fb...0x1f3ff, 0x1f9b0...0x1f9b3, 0xe0020...0xe007f,
  ])
}

extension GeneralCategorySet {
  struct Row: Sendable {
    var names: [String]
    var categories: GeneralCategorySet

    init(_ names: [String], _ categories: Unicode.GeneralCategory...) {
      self.names = names
      self.categories = categories.reduce(into: []) { $0.insert(GeneralCategorySet($1)) }
    }
  }

  /// Which bit stands for which category.
  static let order: [Unicode.GeneralCategory] = [
    .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
    .spacingMark, .enclosingMark, .decimalNumber, .letterNumber, .otherNumber, .connectorPunctuation,
    .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation, .finalPunctuation,
    .otherPunctuation, .mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol, .spaceSeparator,
    .lineSeparator, .paragraphSeparator, .control, .format, .surrogate, .privateUse, .unassigned,
  ]

  static let names: [Row] = [
    Row(["Cased_Letter", "LC"], .lowercaseLetter, .titlecaseLetter, .uppercaseLetter),
    Row(["Close_Punctuation", "Pe"], .closePunctuation),
    Row(["Connector_Punctuation", "Pc"], .connectorPunctuation),
    Row(["Control", "Cc", "cntrl"], .control),
    Row(["Currency_Symbol", "Sc"], .currencySymbol),
    Row(["Dash_Punctuation", "Pd"], .dashPunctuation),
    Row(["Decimal_Number", "Nd", "digit"], .decimalNumber),
    Row(["Enclosing_Mark", "Me"], .enclosingMark),
    Row(["Final_Punctuation", "Pf"], .finalPunctuation),
    Row(["Format", "Cf"], .format),
    Row(["Initial_Punctuation", "Pi"], .initialPunctuation),
    Row(["Letter", "L"], .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter),
    Row(["Letter_Number", "Nl"], .letterNumber),
    Row(["Line_Separator", "Zl"], .lineSeparator),
    Row(["Lowercase_Letter", "Ll"], .lowercaseLetter),
    Row(["Mark", "M", "Combining_Mark"], .nonspacingMark, .spacingMark, .enclosingMark),
    Row(["Math_Symbol", "Sm"], .mathSymbol),
    Row(["Modifier_Letter", "Lm"], .modifierLetter),
    Row(["Modifier_Symbol", "Sk"], .modifierSymbol),
    Row(["Nonspacing_Mark", "Mn"], .nonspacingMark),
    Row(["Number", "N"], .decimalNumber, .letterNumber, .otherNumber),
    Row(["Open_Punctuation", "Ps"], .openPunctuation),
    Row(["Other", "C"], .control, .format, .surrogate, .privateUse, .unassigned),
    Row(["Other_Letter", "Lo"], .otherLetter),
    Row(["Other_Number", "No"], .otherNumber),
    Row(["Other_Punctuation", "Po"], .otherPunctuation),
    Row(["Other_Symbol", "So"], .otherSymbol),
    Row(["Paragraph_Separator", "Zp"], .paragraphSeparator),
    Row(["Private_Use", "Co"], .privateUse),
    Row(
      ["Punctuation", "P", "punct"], .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation,
      .initialPunctuation, .finalPunctuation, .otherPunctuation),
    Row(["Separator", "Z"], .spaceSeparator, .lineSeparator, .paragraphSeparator),
    Row(["Space_Separator", "Zs"], .spaceSeparator),
    Row(["Spacing_Mark", "Mc"], .spacingMark),
    Row(["Surrogate", "Cs"], .surrogate),
    Row(["Symbol", "S"], .mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol),
    Row(["Titlecase_Letter", "Lt"], .titlecaseLetter),
    Row(["Unassigned", "Cn"], .unassigned),
    Row(["Uppercase_Letter", "Lu"], .uppercaseLetter),
  ]
}
