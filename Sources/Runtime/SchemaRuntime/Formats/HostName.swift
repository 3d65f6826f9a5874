/// A host name, checked label by label: shared by the formats of host names and mailboxes.
enum HostName {
  /// The differences between the formats.
  struct Rules {
    var labels: Labels
    var separators: Separators

    enum Labels {
      /// ASCII; only the syntax is checked.
      case opaque
      /// ASCII with valid A-labels.
      case ascii
      /// A-labels, U-labels, and ASCII labels that RFC 5890, section 2.3.1, does not reserve.
      case unicode
      /// The same, after normalization to form C.
      case normalized
    }

    enum Separators {
      case fullStop
      /// U+002E, U+3002, U+FF0E and U+FF61.
      case anyFullStop
    }
  }

  /// Whether `utf8` is a host name whose ASCII form has at most 253 bytes and, if it contains right-to-left characters,
  /// all of whose labels satisfy the Bidi rule (RFC 5893, section 2).
  static func isValid(_ utf8: UnsafeBufferPointer<UInt8>, _ rules: Rules) -> Bool {
    var byteCount = 0
    var isRightToLeft = false
    var satisfiesBidiRule = true
    var start = 0
    while true {
      let (end, next) = endOfLabel(utf8, from: start, rules.separators)
      guard let label = Label(utf8.slice(start, end), rules.labels) else { return false }
      byteCount += label.byteCount
      isRightToLeft = isRightToLeft || label.isRightToLeft
      satisfiesBidiRule = satisfiesBidiRule && label.satisfiesBidiRule
      guard byteCount <= 253 else { return false }
      guard let next else { return satisfiesBidiRule || !isRightToLeft }
      byteCount += 1
      start = next
    }
  }

  /// The end of the label that begins at `start`, and the start of the next one, if there is a separator.
  private static func endOfLabel(
    _ utf8: UnsafeBufferPointer<UInt8>, from start: Int, _ separators: Rules.Separators
  ) -> (end: Int, next: Int?) {
    var index = start
    while index < utf8.count {
      switch utf8[index] {
      case UInt8(ascii: "."): return (index, index + 1)
      case 0xE3 where separators == .anyFullStop:  // U+3002
        if utf8.has("\u{3002}", at: index) { return (index, index + 3) }
      case 0xEF where separators == .anyFullStop:  // U+FF0E and U+FF61
        if utf8.has("\u{FF0E}", at: index) || utf8.has("\u{FF61}", at: index) { return (index, index + 3) }
      default: break
      }
      index += 1
    }
    return (index, nil)
  }
}

// MARK: - Labels

extension HostName {
  /// A valid label and its contribution to the complete name.
  private struct Label {
    /// The length of its ASCII form.
    let byteCount: Int
    let isRightToLeft: Bool
    let satisfiesBidiRule: Bool

    init?(_ utf8: UnsafeBufferPointer<UInt8>, _ rules: Rules.Labels) {
      switch rules {
      case .opaque: self.init(ascii: utf8, checksALabels: false)
      case .ascii: self.init(ascii: utf8, checksALabels: true)
      case .unicode, .normalized:
        if utf8.contains(where: { $0 >= 0x80 }) {
          self.init(uLabel: utf8, isNormalized: rules == .normalized)
        } else {
          // Labels with two hyphens here are reserved; only A-labels have a meaning.
          guard !utf8.has("--", at: 2) || InternationalLabel.hasPrefix(utf8) else { return nil }
          self.init(ascii: utf8, checksALabels: true)
        }
      }
    }

    private init?(ascii utf8: UnsafeBufferPointer<UInt8>, checksALabels: Bool) {
      guard 1...63 ~= utf8.count, utf8[0] != UInt8(ascii: "-"), utf8[utf8.count - 1] != UInt8(ascii: "-"),
        utf8.end(of: .labelCharacters, from: 0) == utf8.count
      else { return nil }
      byteCount = utf8.count
      if checksALabels, InternationalLabel.hasPrefix(utf8) {
        guard let label = InternationalLabel(aLabel: utf8), label.isValid else { return nil }
        isRightToLeft = label.isRightToLeft
        satisfiesBidiRule = label.satisfiesBidiRule
      } else {
        isRightToLeft = false
        // Labels of letters, digits and hyphens that do not end in a hyphen can only fail by their first character.
        satisfiesBidiRule = ASCIISet.letters.contains(utf8[0])
      }
    }

    private init?(uLabel utf8: UnsafeBufferPointer<UInt8>, isNormalized: Bool) {
      guard let label = InternationalLabel(uLabel: utf8, normalizes: isNormalized), label.isValid,
        let aLabelByteCount = label.aLabelByteCount
      else { return nil }
      byteCount = aLabelByteCount
      isRightToLeft = label.isRightToLeft
      satisfiesBidiRule = label.satisfiesBidiRule
    }
  }
}

extension ASCIISet {
  fileprivate static let labelCharacters = lettersAndDigits.union(ASCIISet("-"))
}
