import Testing

@testable import SchemaRuntime

/// Refused texts, with the positions and messages of the errors.
@Suite struct JSONSyntaxErrorTests {
  @Test("a text that is not JSON gives one error with its position", arguments: Self.rows)
  func refuses(_ row: Row) {
    let error = row.error
    #expect(error.map { "\($0.position.offset) \($0)" } == row.expected)
  }

  @Test("every kind of error, and every expectation, has a row", arguments: KindName.allCases)
  func isCovered(_ name: KindName) {
    let kinds = Self.rows.compactMap(\.error).map(\.kind)
    #expect(kinds.contains { KindName($0) == name })
  }

  @Test("a value and a document refuse what a reader refuses, with the same message", arguments: Self.rows)
  func agrees(_ row: Row) {
    let fromValue = #expect(throws: JSONSyntaxError.self) { try JSONValue(parsing: row.text, limits: row.limits) }
    let fromDocument = #expect(throws: JSONSyntaxError.self) { try JSONDocument(parsing: row.text, limits: row.limits) }
    #expect(fromValue == row.error)
    #expect(fromDocument == row.error)
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let name: String
    let text: [UInt8]
    let limits: JSONLimits
    let expected: String

    init(_ name: String, _ text: String, limits: JSONLimits = JSONLimits(), _ expected: String) {
      self.name = name
      self.text = bytes(text)
      self.limits = limits
      self.expected = expected
    }

    var testDescription: String { name }

    var error: JSONSyntaxError? {
      var reader = JSONReader(limits: limits)
      return text.withUnsafeBufferPointer { text -> JSONSyntaxError? in
        do throws(JSONSyntaxError) {
          _ = try reader.read(text)
          return nil
        } catch {
          return error
        }
      }
    }
  }

  /// The cases of `JSONSyntaxError.Kind`, those with an expectation once for each. A new one does not compile until it
  /// has a name here, and then it needs a row. A literal never meets the end: it is refused at its beginning.
  enum KindName: CaseIterable {
    case emptyText, byteOrderMark, contentAfterValue, controlCharacterInString, invalidEscape, invalidUnicodeEscape,
      loneSurrogate, invalidUTF8, tooDeep, tooLong, endForValue, endForMemberName, endForMemberNameOrEnd,
      endForValueOrEnd, endForColon, endForCommaOrObjectEnd, endForCommaOrArrayEnd, endForDigit, endForStringEnd,
      byteForValue, byteForMemberName, byteForMemberNameOrEnd, byteForValueOrEnd, byteForColon,
      byteForCommaOrObjectEnd, byteForCommaOrArrayEnd, byteForDigit, byteForLiteral

    init?(_ kind: JSONSyntaxError.Kind) {
      switch kind {
      // Readers of other formats have it.
      case .notConvertible: return nil
      case .emptyText: self = .emptyText
      case .byteOrderMark: self = .byteOrderMark
      case .unexpectedEnd(let expected):
        switch expected {
        case .value: self = .endForValue
        case .memberName: self = .endForMemberName
        case .memberNameOrEnd: self = .endForMemberNameOrEnd
        case .valueOrEnd: self = .endForValueOrEnd
        case .colon: self = .endForColon
        case .commaOrObjectEnd: self = .endForCommaOrObjectEnd
        case .commaOrArrayEnd: self = .endForCommaOrArrayEnd
        case .digit: self = .endForDigit
        case .stringEnd: self = .endForStringEnd
        case .literal: return nil
        }
      case .unexpectedByte(_, let expected):
        switch expected {
        case .value: self = .byteForValue
        case .memberName: self = .byteForMemberName
        case .memberNameOrEnd: self = .byteForMemberNameOrEnd
        case .valueOrEnd: self = .byteForValueOrEnd
        case .colon: self = .byteForColon
        case .commaOrObjectEnd: self = .byteForCommaOrObjectEnd
        case .commaOrArrayEnd: self = .byteForCommaOrArrayEnd
        case .digit: self = .byteForDigit
        case .literal: self = .byteForLiteral
        case .stringEnd: return nil
        }
      case .contentAfterValue: self = .contentAfterValue
      case .controlCharacterInString: self = .controlCharacterInString
      case .invalidEscape: self = .invalidEscape
      case .invalidUnicodeEscape: self = .invalidUnicodeEscape
      case .loneSurrogate: self = .loneSurrogate
      case .invalidUTF8: self = .invalidUTF8
      case .tooDeep: self = .tooDeep
      case .tooLong: self = .tooLong
      }
    }
  }
}
