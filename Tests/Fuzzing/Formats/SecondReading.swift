import FuzzSupport
import JSONSchema
import SchemaAnalysis

@testable import SchemaRuntime

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A second implementation of a format: its grammar as a regular expression, the system's own parser, the Swift type,
/// or a format that includes it.
struct SecondReading {
  let text: String
  let bytes: [UInt8]

  func check(_ format: Format, _ isValid: Bool) {
    if isValid {
      let facts = format.facts
      let count = text.unicodeScalars.count
      FuzzSupport.check(facts.lengths ~= count, "'\(text)' has \(count) characters")
      FuzzSupport.check(!facts.isASCII || bytes.allSatisfy { $0 < 0x80 }, "'\(text)' is beyond ASCII")
      for wider in facts.wider { FuzzSupport.check(wider.isValid(text), "'\(text)' is no \(wider.keyword)") }
    }
    switch format {
    case .dateTime:
      checkEqual(Timestamp(text) != nil, isValid, "'\(text)' as Timestamp")
      checkGrammar(\.dateTime, isValid, isExact: false)
      if isValid, let timestamp = Timestamp(text) { checkParts(timestamp) }
    case .date:
      checkEqual(CalendarDate(text) != nil, isValid, "'\(text)' as CalendarDate")
      checkEqual(Format.dateTime.isValid(text + "T00:00:00Z"), isValid, "'\(text)' within a date-time")
      checkGrammar(\.date, isValid, isExact: false)
    case .time:
      checkGrammar(\.time, isValid, isExact: false)
      // Whether there is a leap second depends only on the time of day in UTC.
      checkEqual(Format.dateTime.isValid("1998-06-15T" + text), isValid, "'\(text)' within a date-time")
    case .duration: checkGrammar(\.duration, isValid)
    case .email, .idnEmail, .hostname, .idnHostname: break
    case .ipv4: checkAddress(AF_INET, isValid)
    case .ipv6: checkAddress(AF_INET6, isValid)
    case .uri:
      checkGrammar(\.uri, isValid)
      if isValid { FuzzSupport.check(URIReference(text)?.scheme != nil, "'\(text)' as URIReference") }
    case .uriReference:
      checkGrammar(\.uriReference, isValid)
      if isValid { checkReference() }
    case .iri, .iriReference: break
    case .uuid: checkGrammar(\.uuid, isValid)
    case .uriTemplate: break
    case .jsonPointer:
      checkEqual(JSONPointer(text) != nil, isValid, "'\(text)' as JSONPointer")
      checkGrammar(\.jsonPointer, isValid)
      if isValid { checkEqual(JSONPointer(text)?.description, text, "the text of a pointer") }
    case .relativeJSONPointer: checkGrammar(\.relativeJSONPointer, isValid)
    case .regex: checkPattern(isValid)
    case .int64: checkEqual(Int64(text).map(\.description) == text, isValid, "'\(text)' as Int64")
    case .uint64: checkEqual(UInt64(text).map(\.description) == text, isValid, "'\(text)' as UInt64")
    case .decimal: checkEqual(JSONNumber(text) != nil, isValid, "'\(text)' as JSONNumber")
    }
  }

  private func checkPattern(_ isValid: Bool) {
    do throws(PatternError) {
      _ = try Pattern(text, options: PatternOptions(maximumAutomatonByteCount: 0))
      // Patterns may escape more than the format permits.
      FuzzSupport.check(isValid == Pattern.needlessEscapes(in: text).isEmpty, "'\(text)' is a Pattern")
    } catch {
      switch error.kind {
      // A pattern beyond our limits is still a regular expression.
      case .tooDeep, .tooLarge: break
      default: FuzzSupport.check(!isValid, "'\(text)' is no Pattern: \(error)")
      }
    }
  }

  /// - Parameter isExact: whether everything that the grammar admits is valid for the format.
  private func checkGrammar(_ grammar: KeyPath<Grammars, Pattern?>, _ isValid: Bool, isExact: Bool = true) {
    guard let pattern = Grammars.all[keyPath: grammar], let matches = try? pattern.matches(text) else {
      reportFinding("a grammar is no pattern")
    }
    if isExact {
      checkEqual(isValid, matches, "'\(text)' and its grammar")
    } else {
      FuzzSupport.check(!isValid || matches, "'\(text)' is not in the grammar")
    }
  }

  private func checkAddress(_ family: Int32, _ isValid: Bool) {
    guard !bytes.contains(0) else { return FuzzSupport.check(!isValid, "an address with a NUL") }
    var address = in6_addr()
    let isAddress = inet_pton(family, text, &address) == 1
    checkEqual(isValid, isAddress, "'\(text)' and inet_pton")
  }

  private func checkParts(_ timestamp: Timestamp) {
    guard let date = CalendarDate(year: timestamp.year, month: timestamp.month, day: timestamp.day) else {
      reportFinding("'\(text)' has a date that does not exist")
    }
    FuzzSupport.check(text.hasPrefix(date.text), "'\(text)' has the date \(date.text)")
  }

  /// A reference resolved against itself, and against a base, is a reference.
  private func checkReference() {
    guard let reference = URIReference(text) else { reportFinding("'\(text)' as URIReference") }
    guard let base = URIReference("http://a/b/c/d;p?q") else { return }
    let resolved = reference.resolved(against: base)
    checkEqual(URIReference(resolved.description)?.description, resolved.description, "a resolved reference")
    checkEqual(URIReference(reference.description)?.description, reference.description, "a normalized reference")
  }
}

/// The grammars of formats as regular expressions, written after the ABNF of each.
struct Grammars: Sendable {
  static let all = Grammars()

  let date = Self.pattern("[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])")
  let time = Self.pattern(Self.timeText)
  let dateTime = Self.pattern("[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])[Tt]\(Self.timeText)")
  let duration = Self.pattern(Self.durationText)
  let uuid = Self.pattern("[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")
  let jsonPointer = Self.pattern(Self.pointerText)
  let relativeJSONPointer = Self.pattern("(0|[1-9][0-9]*)([+\\-](0|[1-9][0-9]*))?(#|\(Self.pointerText))")
  let uri = Self.pattern("\(Self.scheme):(//\(Self.authority)(/\(Self.segment))*|\(Self.pathWithScheme))\(Self.tail)")
  let uriReference = Self.pattern(
    "(\(Self.scheme):(//\(Self.authority)(/\(Self.segment))*|\(Self.pathWithScheme))"
      + "|//\(Self.authority)(/\(Self.segment))*|\(Self.pathWithoutScheme))\(Self.tail)")

  private static func pattern(_ text: String) -> Pattern? {
    try? Pattern("^(?:\(text))$", options: PatternOptions(maximumAutomatonByteCount: 1 << 22))
  }

  private static let timeText =
    #"([01][0-9]|2[0-3]):[0-5][0-9]:([0-5][0-9]|60)(\.[0-9]+)?([Zz]|[+-]([01][0-9]|2[0-3]):[0-5][0-9])"#
  private static let pointerText = "(/([^/~]|~[01])*)*"
  // RFC 3339, appendix A.
  private static let durationText = {
    let second = "[0-9]+S", day = "[0-9]+D"
    let minute = "[0-9]+M(\(second))?"
    let hour = "[0-9]+H(\(minute))?"
    let time = "T(\(hour)|\(minute)|\(second))"
    let month = "[0-9]+M(\(day))?"
    let year = "[0-9]+Y(\(month))?"
    return "P((\(day)|\(month)|\(year))(\(time))?|\(time)|[0-9]+W)"
  }()

  // RFC 3986, appendix A.
  private static let unreserved = "A-Za-z0-9._~\\-"
  private static let subDelims = "!$&'()*+,;="
  private static let encoded = "%[0-9A-Fa-f]{2}"
  private static let pchar = "([\(unreserved)\(subDelims):@]|\(encoded))"
  private static let segment = "\(pchar)*"
  private static let scheme = "[A-Za-z][A-Za-z0-9+.\\-]*"
  private static let hex = "[0-9A-Fa-f]{1,4}"
  private static let octet = "([0-9]|[1-9][0-9]|1[0-9]{2}|2[0-4][0-9]|25[0-5])"
  private static let ipv4 = "\(octet)(\\.\(octet)){3}"
  private static let last = "(\(hex):\(hex)|\(ipv4))"
  private static let ipv6 =
    "((\(hex):){6}\(last)|::(\(hex):){5}\(last)|(\(hex))?::(\(hex):){4}\(last)"
    + "|((\(hex):){0,1}\(hex))?::(\(hex):){3}\(last)|((\(hex):){0,2}\(hex))?::(\(hex):){2}\(last)"
    + "|((\(hex):){0,3}\(hex))?::\(hex):\(last)|((\(hex):){0,4}\(hex))?::\(last)"
    + "|((\(hex):){0,5}\(hex))?::\(hex)|((\(hex):){0,6}\(hex))?::)"
  private static let future = "[vV][0-9A-Fa-f]+\\.[\(unreserved)\(subDelims):]+"
  private static let authority =
    "(([\(unreserved)\(subDelims):]|\(encoded))*@)?(\\[(\(ipv6)|\(future))\\]|([\(unreserved)\(subDelims)]|\(encoded))*)"
    + "(:[0-9]*)?"
  private static let pathWithScheme = "(/(\(pchar)+(/\(segment))*)?|\(pchar)+(/\(segment))*|)"
  private static let pathWithoutScheme =
    "(/(\(pchar)+(/\(segment))*)?|([\(unreserved)\(subDelims)@]|\(encoded))+(/\(segment))*|)"
  private static let tail = "(\\?(\(pchar)|[/?])*)?(#(\(pchar)|[/?])*)?"
}
