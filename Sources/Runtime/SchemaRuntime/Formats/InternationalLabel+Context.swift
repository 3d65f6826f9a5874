// The rules of RFC 5892, appendix A.

extension InternationalLabel {
  /// Whether the scalar at `index`, which is only allowed in some contexts, is allowed in this one.
  func isAllowedByContext(at index: Int) -> Bool {
    switch scalars[index] {
    case "\u{200C}": isAfterVirama(index) || joinsLetters(index)  // A.1, zero width non-joiner
    case "\u{200D}": isAfterVirama(index)  // A.2, zero width joiner
    case "\u{B7}": scalar(at: index - 1) == "l" && scalar(at: index + 1) == "l"  // A.3, middle dot
    case "\u{375}": isScalar(at: index + 1, in: .greek)  // A.4, keraia
    case "\u{5F3}", "\u{5F4}": isScalar(at: index - 1, in: .hebrew)  // A.5 and A.6, geresh, gershayim
    case "\u{30FB}": scalars.contains { ScalarSet.japanese.contains($0.value) }  // A.7, Katakana middle dot
    case "\u{660}"..."\u{669}": !scalars.contains { "\u{6F0}"..."\u{6F9}" ~= $0 }  // A.8, Arabic-Indic digits
    case "\u{6F0}"..."\u{6F9}": !scalars.contains { "\u{660}"..."\u{669}" ~= $0 }  // A.9, the extended ones
    default: false
    }
  }

  private func scalar(at index: Int) -> Unicode.Scalar? { scalars.indices.contains(index) ? scalars[index] : nil }

  private func isScalar(at index: Int, in set: ScalarSet) -> Bool {
    scalar(at: index).map { set.contains($0.value) } ?? false
  }

  private func isAfterVirama(_ index: Int) -> Bool { scalar(at: index - 1)?.combiningClass == 9 }

  /// Whether the letters before and after would be joined if it were not for the scalar at `index`. Transparent scalars
  /// between them are skipped.
  private func joinsLetters(_ index: Int) -> Bool {
    let before = scalars[..<index].last { $0.joiningType != .transparent }?.joiningType
    let after = scalars[(index + 1)...].first { $0.joiningType != .transparent }?.joiningType
    return (before == .leftJoining || before == .dualJoining) && (after == .rightJoining || after == .dualJoining)
  }
}

extension ScalarSet {
  fileprivate static let greek = script("Greek")
  fileprivate static let hebrew = script("Hebrew")
  fileprivate static let japanese = ScalarSet(
    script("Hiragana").ranges + script("Katakana").ranges + script("Han").ranges)

  private static func script(_ name: String) -> ScalarSet {
    UnicodeProperty.scalars(name: "Script", value: name) ?? ScalarSet()
  }
}
