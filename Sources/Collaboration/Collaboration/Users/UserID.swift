/// The id of a user: 1 to 64 lowercase letters, digits, `_`, `.` and `-`, or any other text by which a service knows the
/// user (``init(subject:)``).
///
///     let ana = try UserID("ana.b")
///     try UserID("Ana B")             // UserInfoError.illegalArgument(.malformedUserID("Ana B"))
public struct UserID: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The maximum length of an id in characters; all of them are ASCII, so this is the number of bytes as well.
  public static var maximumLength: Int { 64 }

  /// The text of the id.
  public let text: String

  /// Validates an id. Uppercase letters are refused rather than converted: two spellings would be two keys elsewhere.
  /// - Throws: ``UserInfoError/illegalArgument(_:)`` with the id.
  public init(_ text: String) throws(UserInfoError) {
    guard (1...Self.maximumLength).contains(text.utf8.count), text.utf8.allSatisfy(Self.isAllowed) else {
      throw .illegalArgument(.malformedUserID(text))
    }
    self.text = text
  }

  /// The maximum number of bytes of the id of ``init(subject:)``.
  public static var maximumSubjectBytes: Int { 255 }

  /// Takes an id that another service has chosen, such as the subject of an access token (RFC 7519, section 4.1.2):
  /// `auth0|5f7c8ec7`, `Ana@example.com`.
  /// - Throws: ``UserInfoError/illegalArgument(_:)`` unless it has 1 to ``maximumSubjectBytes`` bytes of UTF-8, without
  ///   control characters.
  public init(subject text: String) throws(UserInfoError) {
    guard (1...Self.maximumSubjectBytes).contains(text.utf8.count), !text.unicodeScalars.contains(where: \.isControl)
    else { throw .illegalArgument(.malformedUserID(text)) }
    self.text = text
  }

  public var description: String { text }

  public static func < (a: UserID, b: UserID) -> Bool { a.text < b.text }

  private static func isAllowed(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
    case UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "-"): true
    default: false
    }
  }
}
