/// A label of a host name in Unicode, such as `münchen`, also out of `xn--mnchen-3ya`.
///
/// Made by ``HostName``. ``isValid`` is RFC 5891, section 5.4: what each scalar may be and where it may stand is in the
/// tables that RFC 5892 derives, and in `InternationalLabel+Context.swift`; the rule for labels that are written from
/// right to left is in `InternationalLabel+Direction.swift`.
struct InternationalLabel {
  let scalars: [Unicode.Scalar]

  /// Bytes of an ASCII label.
  static let maximumByteCount = 63
  /// Bytes of `xn--`.
  static let prefixByteCount = 4

  /// Whether the label begins with `xn--`, in any case.
  static func hasPrefix(_ label: UnsafeBufferPointer<UInt8>) -> Bool {
    label.has("--", at: 2) && label[0] | 0x20 == UInt8(ascii: "x") && label[1] | 0x20 == UInt8(ascii: "n")
  }

  /// Decodes a label of at most 63 bytes that begins with `xn--`; nil when what follows is no Punycode, stands for ASCII
  /// alone, or is not what its meaning is encoded as (RFC 5891, section 5.4).
  init?(aLabel: UnsafeBufferPointer<UInt8>) {
    let punycode = aLabel.slice(Self.prefixByteCount)
    guard let scalars = Punycode.decode(punycode), scalars.contains(where: { !$0.isASCII }),
      let encoded = Punycode.encode(scalars, maximumByteCount: punycode.count),
      encoded.elementsEqual(punycode.lazy.map { $0 &- 0x41 < 26 ? $0 | 0x20 : $0 })
    else { return nil }
    self.scalars = scalars
  }

  /// Reads a label in UTF-8; nil when it is surely too long.
  init?(uLabel: UnsafeBufferPointer<UInt8>, normalizes: Bool) {
    // Each scalar of the normalized form takes a byte of the A-label at least, and is made of four scalars at most.
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

  /// The length of the A-label; nil when it is more than a label may have.
  var aLabelByteCount: Int? {
    let maximum = Self.maximumByteCount - Self.prefixByteCount
    return Punycode.encode(scalars, maximumByteCount: maximum).map { $0.count + Self.prefixByteCount }
  }

  /// Whether RFC 5891, section 5.4, holds, but for what concerns the whole name: direction and length.
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
