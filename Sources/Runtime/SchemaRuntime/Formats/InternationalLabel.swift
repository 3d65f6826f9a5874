/// A label of a host name in Unicode, such as `münchen`, possibly decoded from `xn--mnchen-3ya`.
///
/// Created by ``HostName``. ``isValid`` implements RFC 5891, section 5.4. The rules for each scalar are in the tables
/// derived according to RFC 5892 and in `InternationalLabel+Context.swift`; the rule for right-to-left labels is in
/// `InternationalLabel+Direction.swift`.
struct InternationalLabel {
  let scalars: [Unicode.Scalar]

  /// The maximum length of an ASCII label.
  static let maximumByteCount = 63
  /// The length of `xn--`.
  static let prefixByteCount = 4

  /// Whether the label begins with `xn--`, in any case.
  static func hasPrefix(_ label: UnsafeBufferPointer<UInt8>) -> Bool {
    label.has("--", at: 2) && label[0] | 0x20 == UInt8(ascii: "x") && label[1] | 0x20 == UInt8(ascii: "n")
  }

  /// Decodes a label of at most 63 bytes that begins with `xn--`; nil if the rest is not Punycode, represents only
  /// ASCII, or does not reencode to the same label (RFC 5891, section 5.4).
  init?(aLabel: UnsafeBufferPointer<UInt8>) {
    let punycode = aLabel.slice(Self.prefixByteCount)
    guard let scalars = Punycode.decode(punycode), scalars.contains(where: { !$0.isASCII }),
      let encoded = Punycode.encode(scalars, maximumByteCount: punycode.count),
      encoded.elementsEqual(punycode.lazy.map { $0 &- 0x41 < 26 ? $0 | 0x20 : $0 })
    else { return nil }
    self.scalars = scalars
  }

  /// Reads a label in UTF-8; nil if it is certainly too long.
  init?(uLabel: UnsafeBufferPointer<UInt8>, normalizes: Bool) {
    // Each scalar of the normalized form takes at least one byte of the A-label, and results from at most four scalars.
    let maximumCount = 4 * (Self.maximumByteCount - Self.prefixByteCount)
    guard uLabel.count <= 4 * maximumCount else { return nil }
    var scalars: [Unicode.Scalar] = []
    var index = 0
    while let (value, length) = uLabel.scalar(at: index), let scalar = Unicode.Scalar(value) {
      scalars.append(scalar)
      index += length
    }
    guard index == uLabel.count, scalars.count <= maximumCount else { return nil }
    self.scalars = normalizes ? Normalization.formC.normalize(scalars) : scalars
  }

  /// The length of the A-label; nil if it exceeds the limit.
  var aLabelByteCount: Int? {
    let maximum = Self.maximumByteCount - Self.prefixByteCount
    return Punycode.encode(scalars, maximumByteCount: maximum).map { $0.count + Self.prefixByteCount }
  }

  /// Whether RFC 5891, section 5.4, is satisfied, except for the rules for the complete name: direction and length.
  var isValid: Bool {
    guard let first = scalars.first, let last = scalars.last, first != "-", last != "-", !first.isMark else {
      return false
    }
    if scalars.count >= 4, scalars[2] == "-", scalars[3] == "-" { return false }
    return scalars.indices.allSatisfy(isAllowed) && Normalization.formC.normalize(scalars) == scalars
  }

  private func isAllowed(at index: Int) -> Bool {
    switch scalars[index].identifierClass {
    case .valid: true
    case .contextJoiner, .contextOther: isAllowedByContext(at: index)
    case .disallowed, .unassigned: false
    }
  }
}
