public import CollaborationModels

/// Raw ids: identifiers as text.
///
///     CommunicationIdentifier(rawID: "4:14255550123")      // a phone number, "+14255550123"
///     CommunicationIdentifier(rawID: "8:orgid:45ab2481")   // a Teams user of the public cloud
extension CommunicationIdentifier {
  /// Creates the identifier for a raw id, which is kept unchanged.
  ///
  /// A text that is not a raw id of a known kind is not an error: its kind is `unknown`, and it still identifies one
  /// participant, because participants are distinguished by raw id alone.
  public init(rawID: String) {
    // In UTF-8, because a colon and a following combining mark would be one Character.
    let segments = rawID.utf8.split(separator: UInt8(ascii: ":"), maxSplits: 2, omittingEmptySubsequences: false)
      .map { String(Substring($0)) }
    if segments.count >= 2, segments[0] == "4" {
      self = Self.phoneNumber(rawID, digits: segments.dropFirst().joined(separator: ":"))
    } else if segments.count == 3, !segments[2].isEmpty {
      self = Self.parsed(rawID, prefix: "\(segments[0]):\(segments[1])", suffix: segments[2])
    } else {
      self = .unknown(UnknownIdentifier(rawID: rawID))
    }
  }

  /// The identifier as text: the raw id if there is one, or else the kind's own member. Empty if there is neither,
  /// which identifies nobody.
  public var resolvedRawID: String {
    switch self {
    case .communicationUser(let user): user.rawID ?? user.communicationUser?.id ?? ""
    case .phoneNumber(let number): number.rawID ?? number.phoneNumber.map { "4:\($0.value)" } ?? ""
    case .microsoftTeamsUser(let user): user.rawID ?? user.microsoftTeamsUser?.rawID ?? ""
    case .microsoftTeamsApp(let app): app.rawID ?? app.microsoftTeamsApp?.rawID ?? ""
    case .teamsExtensionUser(let user): user.rawID ?? user.teamsExtensionUser?.rawID ?? ""
    case .unknown(let unknown): unknown.rawID ?? ""
    }
  }
}

// MARK: - Parsing

extension CommunicationIdentifier {
  private static func phoneNumber(_ rawID: String, digits: String) -> CommunicationIdentifier {
    let number = digits.utf8.first == UInt8(ascii: "+") ? digits.utf8.dropFirst() : digits.utf8[...]
    guard !number.isEmpty, number.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) else {
      return .unknown(UnknownIdentifier(rawID: rawID))
    }
    let value = PhoneNumber(value: "+\(Substring(number))")
    return .phoneNumber(PhoneNumberIdentifier(rawID: rawID, phoneNumber: value))
  }

  private static func parsed(_ rawID: String, prefix: String, suffix: String) -> CommunicationIdentifier {
    switch prefix {
    case "8:teamsvisitor": teamsUser(rawID, MicrosoftTeamsUser(userID: suffix, isAnonymous: true))
    case "8:orgid": teamsUser(rawID, MicrosoftTeamsUser(userID: suffix, cloud: .public))
    case "8:dod": teamsUser(rawID, MicrosoftTeamsUser(userID: suffix, cloud: .dod))
    case "8:gcch": teamsUser(rawID, MicrosoftTeamsUser(userID: suffix, cloud: .gcch))
    case "28:orgid": teamsApp(rawID, MicrosoftTeamsApp(appID: suffix, cloud: .public))
    case "28:dod": teamsApp(rawID, MicrosoftTeamsApp(appID: suffix, cloud: .dod))
    case "28:gcch": teamsApp(rawID, MicrosoftTeamsApp(appID: suffix, cloud: .gcch))
    case "8:acs": user(rawID, suffix: suffix, cloud: .public)
    case "8:dod-acs": user(rawID, suffix: suffix, cloud: .dod)
    case "8:gcch-acs": user(rawID, suffix: suffix, cloud: .gcch)
    case "8:spool": communicationUser(rawID)
    default: .unknown(UnknownIdentifier(rawID: rawID))
    }
  }

  private static func teamsUser(_ rawID: String, _ user: MicrosoftTeamsUser) -> CommunicationIdentifier {
    .microsoftTeamsUser(MicrosoftTeamsUserIdentifier(rawID: rawID, microsoftTeamsUser: user))
  }

  private static func teamsApp(_ rawID: String, _ app: MicrosoftTeamsApp) -> CommunicationIdentifier {
    .microsoftTeamsApp(MicrosoftTeamsAppIdentifier(rawID: rawID, microsoftTeamsApp: app))
  }

  private static func communicationUser(_ rawID: String) -> CommunicationIdentifier {
    .communicationUser(
      CommunicationUserIdentifier(rawID: rawID, communicationUser: CommunicationUser(id: rawID)))
  }

  /// Creates a user of the service, or one who takes part through a resource. In the latter case the suffix consists of
  /// the ids of resource, tenant and user, whereas that of a user of the service has at most two ids.
  private static func user(_ rawID: String, suffix: String, cloud: CloudEnvironment) -> CommunicationIdentifier {
    let ids = suffix.utf8.split(separator: UInt8(ascii: "_"), omittingEmptySubsequences: false)
      .map { String(Substring($0)) }
    guard ids.count == 3, ids.allSatisfy({ !$0.isEmpty }) else { return communicationUser(rawID) }
    let user = TeamsExtensionUser(userID: ids[2], tenantID: ids[1], resourceID: ids[0], cloud: cloud)
    return .teamsExtensionUser(TeamsExtensionUserIdentifier(rawID: rawID, teamsExtensionUser: user))
  }
}

// MARK: - Writing

extension MicrosoftTeamsUser {
  fileprivate var rawID: String {
    if isAnonymous { return "8:teamsvisitor:\(userID)" }
    return switch cloud {
    case .public: "8:orgid:\(userID)"
    case .dod: "8:dod:\(userID)"
    case .gcch: "8:gcch:\(userID)"
    }
  }
}

extension MicrosoftTeamsApp {
  fileprivate var rawID: String {
    switch cloud {
    case .public: "28:orgid:\(appID)"
    case .dod: "28:dod:\(appID)"
    case .gcch: "28:gcch:\(appID)"
    }
  }
}

extension TeamsExtensionUser {
  fileprivate var rawID: String {
    let ids = "\(resourceID)_\(tenantID)_\(userID)"
    return switch cloud {
    case .public: "8:acs:\(ids)"
    case .dod: "8:dod-acs:\(ids)"
    case .gcch: "8:gcch-acs:\(ids)"
    }
  }
}
