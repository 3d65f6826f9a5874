/// A label of a host name in Unicode, such as `münchen` out of `xn--mnchen-3ya`.
///
/// Made from an A-label by the format `hostname`. It is checked by RFC 5891, section 5.4: every scalar is allowed by the
/// properties that RFC 5892 derives, or by its context. Two checks are missing, because the standard library offers
/// neither: that the label is in normalization form C, and the rule for bidirectional labels of RFC 5893.
struct InternationalLabel {
  let scalars: [Unicode.Scalar]

  /// Whether the label begins with `xn--`, in any case.
  static func hasPrefix(_ label: UnsafeBufferPointer<UInt8>) -> Bool {
    label.has("--", at: 2) && label[0] | 0x20 == UInt8(ascii: "x") && label[1] | 0x20 == UInt8(ascii: "n")
  }

  /// Decodes a label that begins with `xn--`; nil when what follows is no Punycode or stands for ASCII alone.
  init?(aLabel: UnsafeBufferPointer<UInt8>) {
    guard let scalars = Punycode.decode(aLabel.slice(4)), scalars.contains(where: { !$0.isASCII }) else { return nil }
    self.scalars = scalars
  }

  /// Whether all of RFC 5891, section 5.4, holds, but for what is said above.
  var isValid: Bool {
    guard let first = scalars.first, let last = scalars.last, first != "-", last != "-" else { return false }
    if scalars.count >= 4, scalars[2] == "-", scalars[3] == "-" { return false }
    switch first.properties.generalCategory {
    case .spacingMark, .nonspacingMark, .enclosingMark: return false
    default: return scalars.indices.allSatisfy(isAllowed)
    }
  }

  private func isAllowed(at index: Int) -> Bool {
    switch ScalarClass(scalars[index]) {
    case .allowed: true
    case .disallowed: false
    case .byContext: isAllowedByContext(at: index)
    }
  }
}

// MARK: - Context

extension InternationalLabel {
  /// RFC 5892, appendix A.
  private func isAllowedByContext(at index: Int) -> Bool {
    switch scalars[index] {
    case "\u{200C}": isAfterVirama(index) || joinsLetters(index)  // A.1, zero width non-joiner
    case "\u{200D}": isAfterVirama(index)  // A.2, zero width joiner
    case "\u{B7}": scalar(at: index - 1) == "l" && scalar(at: index + 1) == "l"  // A.3, middle dot
    case "\u{375}": isScalar(at: index + 1, in: UnicodeRanges.greek)  // A.4, keraia
    case "\u{5F3}", "\u{5F4}": isScalar(at: index - 1, in: UnicodeRanges.hebrew)  // A.5 and A.6, geresh, gershayim
    case "\u{30FB}": scalars.contains { UnicodeRanges.contains($0, UnicodeRanges.hiraganaKatakanaHan) }  // A.7
    case "\u{660}"..."\u{669}": !scalars.contains { "\u{6F0}"..."\u{6F9}" ~= $0 }  // A.8, Arabic-Indic digits
    case "\u{6F0}"..."\u{6F9}": !scalars.contains { "\u{660}"..."\u{669}" ~= $0 }  // A.9, the extended ones
    default: false
    }
  }

  private func scalar(at index: Int) -> Unicode.Scalar? { scalars.indices.contains(index) ? scalars[index] : nil }

  private func isScalar(at index: Int, in ranges: [ClosedRange<UInt32>]) -> Bool {
    scalar(at: index).map { UnicodeRanges.contains($0, ranges) } ?? false
  }

  private func isAfterVirama(_ index: Int) -> Bool {
    scalar(at: index - 1)?.properties.canonicalCombiningClass == .virama
  }

  /// Whether the letters before and after would be joined, were it not for what stands at `index`. Nonspacing marks
  /// between them are passed over.
  private func joinsLetters(_ index: Int) -> Bool {
    let before = scalars[..<index].last { $0.properties.generalCategory != .nonspacingMark }
    let after = scalars[(index + 1)...].first { $0.properties.generalCategory != .nonspacingMark }
    guard let before, let after else { return false }
    return UnicodeRanges.contains(before, UnicodeRanges.joinsOnTheLeft)
      && UnicodeRanges.contains(after, UnicodeRanges.joinsOnTheRight)
  }
}

// MARK: - Scalars

/// What RFC 5892, section 3, derives for a scalar.
private enum ScalarClass {
  /// PVALID
  case allowed
  /// CONTEXTJ and CONTEXTO
  case byContext
  /// DISALLOWED and UNASSIGNED
  case disallowed

  init(_ scalar: Unicode.Scalar) {
    if let exception = Self.exception(scalar) {
      self = exception
    } else if scalar.isASCII {
      // Capitals are not stable: they change when their case is folded.
      self = "a"..."z" ~= scalar || "0"..."9" ~= scalar || scalar == "-" ? .allowed : .disallowed
    } else {
      self =
        Self.isUnstable(scalar) || Self.isIgnorable(scalar) || !Self.isLetterOrDigit(scalar) ? .disallowed : .allowed
    }
  }

  /// Section 2.6, and the two joiners of section 2.8.
  private static func exception(_ scalar: Unicode.Scalar) -> ScalarClass? {
    switch scalar {
    case "\u{DF}", "\u{3C2}", "\u{6FD}", "\u{6FE}", "\u{F0B}", "\u{3007}": .allowed
    case "\u{B7}", "\u{375}", "\u{5F3}", "\u{5F4}", "\u{30FB}", "\u{660}"..."\u{669}", "\u{6F0}"..."\u{6F9}": .byContext
    case "\u{200C}", "\u{200D}": .byContext
    case "\u{640}", "\u{7FA}", "\u{302E}", "\u{302F}", "\u{3031}"..."\u{3035}", "\u{303B}": .disallowed
    default: nil
    }
  }

  /// Section 2.2: what becomes something else when its case is folded and it is normalized.
  private static func isUnstable(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.changesWhenNFKCCaseFolded }

  /// Sections 2.3, 2.4 and 2.9: ignorable properties and blocks, and the parts of old Hangul syllables.
  private static func isIgnorable(_ scalar: Unicode.Scalar) -> Bool {
    let properties = scalar.properties
    if properties.isDefaultIgnorableCodePoint || properties.isWhitespace || properties.isNoncharacterCodePoint {
      return true
    }
    switch scalar.value {
    case 0x20D0...0x20FF, 0x1_D100...0x1_D1FF, 0x1_D200...0x1_D24F: return true
    case 0x1100...0x11FF, 0xA960...0xA97F, 0xD7B0...0xD7FF: return true
    default: return false
    }
  }

  /// Section 2.1.
  private static func isLetterOrDigit(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .lowercaseLetter, .uppercaseLetter, .otherLetter, .decimalNumber, .modifierLetter, .nonspacingMark,
      .spacingMark:
      true
    default: false
    }
  }
}
