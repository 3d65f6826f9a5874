// MARK: - duration

extension Format {
  /// `duration`: RFC 3339, appendix A: `P` and then only weeks, or years, months and days, and after `T` hours, minutes
  /// and seconds. No unit may be skipped between others, so `P1Y2D` and `PT1H2S` are invalid, and there are no
  /// fractions. The letters are uppercase, as in ISO 8601.
  @usableFromInline
  static func isDuration(_ utf8: UnsafeBufferPointer<UInt8>) -> Bool {
    guard utf8.byte(at: 0) == UInt8(ascii: "P") else { return false }
    var index = 1
    if utf8.byte(at: index) != UInt8(ascii: "T") {
      let afterWeeks = endOfUnits("W", in: utf8, from: index)
      if let afterWeeks, afterWeeks == utf8.count { return true }
      guard let end = endOfUnits("YMD", in: utf8, from: index) else { return false }
      index = end
    }
    if index == utf8.count { return true }
    guard utf8[index] == UInt8(ascii: "T") else { return false }
    return endOfUnits("HMS", in: utf8, from: index + 1) == utf8.count
  }

  /// Reads numbers, each followed by a unit. The first unit may be any of `units`; each subsequent one must be the next
  /// of them. Returns nil if there is no number, or if one lacks its unit.
  private static func endOfUnits(
    _ units: StaticString, in utf8: UnsafeBufferPointer<UInt8>, from start: Int
  ) -> Int? {
    var index = start
    var expected: Int?
    while true {
      let unitIndex = utf8.end(of: .digits, from: index)
      if unitIndex == index { return index == start ? nil : index }
      guard let unit = utf8.byte(at: unitIndex) else { return nil }
      let candidates = expected.map { $0..<min($0 + 1, units.utf8CodeUnitCount) } ?? 0..<units.utf8CodeUnitCount
      guard let found = candidates.first(where: { units.utf8Start[$0] == unit }) else { return nil }
      expected = found + 1
      index = unitIndex + 1
    }
  }
}
