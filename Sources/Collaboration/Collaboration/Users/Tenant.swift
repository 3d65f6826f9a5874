/// An app of an organization. Each has user attributes and rooms of its own: one user may have other attributes in every
/// tenant.
public struct Tenant: Hashable, Sendable, CustomStringConvertible {
  /// The maximum number of bytes of each name.
  public static let maximumLength = 128

  public let organization: String
  public let app: String

  /// No tenant: the records of a store that serves one app.
  public static let none = Tenant(validOrganization: "", app: "")

  private init(validOrganization organization: String, app: String) {
    self.organization = organization
    self.app = app
  }

  /// - Returns: nil unless both names have 1 to ``maximumLength`` bytes of UTF-8, without `/` and control characters.
  public init?(organization: String, app: String) {
    for name in [organization, app] {
      guard (1...Self.maximumLength).contains(name.utf8.count), !name.utf8.contains(UInt8(ascii: "/")),
        !name.unicodeScalars.contains(where: \.isControl)
      else { return nil }
    }
    self.init(validOrganization: organization, app: app)
  }

  /// Reads `organization/app`.
  public init?(_ text: String) {
    let names = text.split(separator: "/", omittingEmptySubsequences: false)
    guard names.count == 2 else { return nil }
    self.init(organization: String(names[0]), app: String(names[1]))
  }

  public var description: String { "\(organization)/\(app)" }

  // MARK: Rooms

  /// Separates a tenant from the id of a room, which has no control characters.
  private static let separator: Character = "\u{1F}"

  /// Returns the key of a room in the logs of rooms: its id, for ``none``.
  package func roomKey(_ id: String) -> String {
    self == .none ? id : "\(Self.separator)\(self)\(Self.separator)\(id)"
  }

  /// Returns the key that precedes those of the tenant's rooms that follow one, or of all its rooms.
  package func firstRoomKey(after id: String?) -> String {
    // Keys without a tenant follow all others.
    if self == .none, id?.isEmpty ?? true { return "\(Self.separator)\u{10FFFF}" }
    return roomKey(id ?? "")
  }

  /// Returns the id of a room of this tenant; nil if the key is that of a room of another one.
  package func roomID(ofKey key: String) -> String? {
    if self == .none { return key.first == Self.separator ? nil : key }
    let start = roomKey("").utf8
    return key.utf8.starts(with: start) ? String(decoding: key.utf8.dropFirst(start.count), as: UTF8.self) : nil
  }

  /// Returns the id of a room of any tenant.
  package static func roomID(ofKey key: String) -> String {
    key.first == separator ? String(key.dropFirst().drop { $0 != separator }.dropFirst()) : key
  }
}

extension Unicode.Scalar {
  /// U+0000 to U+001F, and U+007F to U+009F.
  var isControl: Bool { properties.generalCategory == .control }
}
