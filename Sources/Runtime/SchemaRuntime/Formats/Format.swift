/// A value of the keyword `format` that this library can check.
///
///     Format(keyword: "ipv4")?.isValid("192.168.0.1")   // true
///
/// Schema compilers create it from the keyword; the evaluator and generated validators call ``isValid(_:)``, only on
/// strings, because other types are always valid. A keyword without a case is an annotation. There is a case for every
/// format in draft 2020-12, and for numbers in strings.
public enum Format: UInt8, Sendable, CaseIterable {
  /// A point in time with its zone: RFC 3339.
  case dateTime
  /// A day of the calendar: RFC 3339.
  case date
  /// A time of day with its zone: RFC 3339.
  case time
  /// A span of time: RFC 3339, appendix A.
  case duration
  /// A mailbox: RFC 5321.
  case email
  /// A mailbox with Unicode characters: RFC 6531.
  case idnEmail
  /// A host name, A-labels included: RFC 1123 and RFC 5890.
  case hostname
  /// A host name with Unicode characters: RFC 5890 to RFC 5893.
  case idnHostname
  /// Four decimal numbers separated by dots: RFC 2673.
  case ipv4
  /// An IPv6 address without zone: RFC 4291.
  case ipv6
  /// A URI with its scheme: RFC 3986.
  case uri
  /// A URI or a relative reference: RFC 3986.
  case uriReference
  /// A URI with Unicode characters: RFC 3987.
  case iri
  /// An IRI or a relative reference: RFC 3987.
  case iriReference
  /// A UUID of any version: RFC 9562.
  case uuid
  /// A URI with expressions in braces: RFC 6570.
  case uriTemplate
  /// A path through a JSON value: RFC 6901.
  case jsonPointer
  /// A path relative to a location in a JSON value: draft-bhutton-relative-json-pointer-00.
  case relativeJSONPointer
  /// A regular expression: ECMA-262, flag `u`.
  case regex
  /// A string with an integer of 64 bits: OpenAPI's registry.
  case int64
  /// A string with an integer of 64 bits that is not negative: OpenAPI's registry.
  case uint64
  /// A string with a number of any size: OpenAPI's registry.
  case decimal

  /// The format with this name in a schema; nil for a name that is not checked.
  public init?(keyword: String) {
    guard let format = Self.allCases.first(where: { $0.keyword == keyword }) else { return nil }
    self = format
  }

  /// The format's name in a schema, such as `date-time`.
  public var keyword: String {
    switch self {
    case .dateTime: "date-time"
    case .date: "date"
    case .time: "time"
    case .duration: "duration"
    case .email: "email"
    case .idnEmail: "idn-email"
    case .hostname: "hostname"
    case .idnHostname: "idn-hostname"
    case .ipv4: "ipv4"
    case .ipv6: "ipv6"
    case .uri: "uri"
    case .uriReference: "uri-reference"
    case .iri: "iri"
    case .iriReference: "iri-reference"
    case .uuid: "uuid"
    case .uriTemplate: "uri-template"
    case .jsonPointer: "json-pointer"
    case .relativeJSONPointer: "relative-json-pointer"
    case .regex: "regex"
    case .int64: "int64"
    case .uint64: "uint64"
    case .decimal: "decimal"
    }
  }

  /// Whether a string's bytes, which must be valid UTF-8 with all escapes decoded, have this format.
  ///
  /// If the format is a constant in the source, this switch is optimized to a direct call.
  @inlinable
  package func isValid(_ utf8: UnsafeBufferPointer<UInt8>) -> Bool {
    switch self {
    case .dateTime: Self.isDateTime(utf8)
    case .date: Self.isDate(utf8)
    case .time: Self.isTime(utf8)
    case .duration: Self.isDuration(utf8)
    case .email: Self.isEmail(utf8)
    case .idnEmail: Self.isIDNEmail(utf8)
    case .hostname: Self.isHostname(utf8)
    case .idnHostname: Self.isIDNHostname(utf8)
    case .ipv4: Self.isIPv4(utf8)
    case .ipv6: Self.isIPv6(utf8)
    case .uri: Self.isURI(utf8)
    case .uriReference: Self.isURIReference(utf8)
    case .iri: Self.isIRI(utf8)
    case .iriReference: Self.isIRIReference(utf8)
    case .uuid: Self.isUUID(utf8)
    case .uriTemplate: Self.isURITemplate(utf8)
    case .jsonPointer: Self.isJSONPointer(utf8)
    case .relativeJSONPointer: Self.isRelativeJSONPointer(utf8)
    case .regex: Self.isRegex(utf8)
    case .int64: Self.isInt64(utf8)
    case .uint64: Self.isUInt64(utf8)
    case .decimal: Self.isDecimal(utf8)
    }
  }

  /// Whether a string has this format.
  public func isValid(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { isValid($0) }
  }
}
