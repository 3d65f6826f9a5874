// The Bidi rule of RFC 5893, section 2.

extension InternationalLabel {
  /// Whether a scalar is right-to-left or an Arabic digit, which makes the name a Bidi domain name.
  var isRightToLeft: Bool {
    scalars.contains {
      switch $0.bidiClass {
      case .rightToLeft, .arabicLetter, .arabicNumber: true
      default: false
      }
    }
  }

  /// Whether the label is allowed in a Bidi domain name: all six conditions.
  var satisfiesBidiRule: Bool {
    let classes = scalars.map(\.bidiClass)
    switch classes.first {
    case .rightToLeft, .arabicLetter:
      return classes.allSatisfy(Self.isAllowedFromRightToLeft) && !mixesDigits(classes)
        && Self.ends(classes, in: [.rightToLeft, .arabicLetter, .europeanNumber, .arabicNumber])
    case .leftToRight:
      return classes.allSatisfy(Self.isAllowedFromLeftToRight)
        && Self.ends(classes, in: [.leftToRight, .europeanNumber])
    default: return false
    }
  }

  /// Condition 2.
  private static func isAllowedFromRightToLeft(_ bidiClass: BidiClass) -> Bool {
    switch bidiClass {
    case .rightToLeft, .arabicLetter, .arabicNumber: true
    default: isNeutral(bidiClass)
    }
  }

  /// Condition 5.
  private static func isAllowedFromLeftToRight(_ bidiClass: BidiClass) -> Bool {
    bidiClass == .leftToRight || isNeutral(bidiClass)
  }

  /// Classes that both directions allow.
  private static func isNeutral(_ bidiClass: BidiClass) -> Bool {
    switch bidiClass {
    case .europeanNumber, .europeanSeparator, .commonSeparator, .europeanTerminator, .otherNeutral, .boundaryNeutral,
      .nonspacingMark:
      true
    default: false
    }
  }

  /// Condition 4.
  private func mixesDigits(_ classes: [BidiClass]) -> Bool {
    classes.contains(.europeanNumber) && classes.contains(.arabicNumber)
  }

  /// Conditions 3 and 6: the last class, not counting marks, is one of `allowed`.
  private static func ends(_ classes: [BidiClass], in allowed: [BidiClass]) -> Bool {
    classes.last { $0 != .nonspacingMark }.map(allowed.contains) ?? false
  }
}
