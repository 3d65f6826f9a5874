/// An app of an organization. Each has user attributes of its own: one user may have other attributes in every tenant.
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
}

extension Unicode.Scalar {
  /// U+0000 to U+001F, and U+007F to U+009F.
  var isControl: Bool { properties.generalCategory == .control }
}
