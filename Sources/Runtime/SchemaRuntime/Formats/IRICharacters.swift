/// The non-ASCII characters allowed in an IRI: RFC 3987, section 2.2.
enum IRICharacters {
  /// `ucschar` without the seven bidirectional formatting characters that section 4.1 forbids.
  static func isAllowed(_ value: UInt32) -> Bool {
    switch value {
    case 0x200E, 0x200F, 0x202A...0x202E: false
    case 0xA0...0xD7FF, 0xF900...0xFDCF, 0xFDF0...0xFFEF: true
    // The supplementary planes up to 14, without the last two code points of each, and without the tags of plane 14.
    case 0x1_0000...0xD_FFFD, 0xE_1000...0xE_FFFD: value & 0xFFFF <= 0xFFFD
    default: false
    }
  }

  /// `iprivate`, only for queries.
  static func isPrivateUse(_ value: UInt32) -> Bool {
    switch value {
    case 0xE000...0xF8FF, 0xF_0000...0xF_FFFD, 0x10_0000...0x10_FFFD: true
    default: false
    }
  }
}
