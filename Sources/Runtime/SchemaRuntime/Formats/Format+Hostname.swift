// MARK: - hostname and idn-hostname

extension Format {
  /// `hostname`: RFC 1123, section 2.1: labels of letters, digits and inner hyphens, at most 63 bytes each and 253 in
  /// total. A label that begins with `xn--` must be a valid A-label (RFC 5890, section 2.3.2.1).
  @usableFromInline
  static func isHostname(_ utf8: UnsafeBufferPointer<UInt8>) -> Bool {
    HostName.isValid(utf8, HostName.Rules(labels: .ascii, separators: .fullStop))
  }

  /// `idn-hostname`: a `hostname`, or RFC 5890, section 2.3.2.3: labels as in `hostname` or in Unicode (U-labels),
  /// separated by any of the four full stops of RFC 3490, section 3.1. RFC 5890 reserves labels such as `ab--c`, which
  /// RFC 1123 does not (2020-12 validation, section 7.3.3, allows either).
  @usableFromInline
  static func isIDNHostname(_ utf8: UnsafeBufferPointer<UInt8>) -> Bool {
    isHostname(utf8) || HostName.isValid(utf8, HostName.Rules(labels: .unicode, separators: .anyFullStop))
  }

  /// Whether the bytes are labels of letters, digits and inner hyphens, without further checks of `xn--` labels.
  static func isDomain(_ utf8: UnsafeBufferPointer<UInt8>) -> Bool {
    HostName.isValid(utf8, HostName.Rules(labels: .opaque, separators: .fullStop))
  }
}
