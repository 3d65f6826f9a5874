public import CollaborationModels
public import SchemaRuntime

/// The published shapes of a user's card. All values are text.
public enum UserCardShape: Hashable, Sendable, CaseIterable {
  /// `uid`, `nickname`, `avatar`: the shape in the overview, and of ``UserCard``.
  case uid
  /// `userID`, `nickname`, `avatar`: the shape of the mobile clients.
  case userID
  /// `nickname`, `avatarurl` and the other attributes by their REST names, without an id: the shape of the web client.
  case attributes
}

/// The reason why a message is not a valid user card, or a card not a valid message.
public enum UserCardError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The message has another event.
  case otherEvent(String)
  /// Neither the card nor the message's sender identifies a user.
  case noUser
  /// The message has no card.
  case noCard
  /// The message's body and extension together are too long; the service responds with 14007.
  case tooLarge(limit: Int, actual: Int)
  /// A card to send has no text for these fields, which the document requires.
  case missingFields([String])
  /// The transport failed, with its reason.
  case notSent(reason: String)
  /// The transport did not answer in time. The card may have been sent nevertheless.
  case timedOut(after: Duration)
  /// The calling task was cancelled. The card may have been sent nevertheless.
  case cancelled
  /// The message is invalid.
  case invalid(SchemaError)

  public var description: String {
    switch self {
    case .otherEvent(let event): "expected the event 'userCard', found '\(event)'"
    case .noUser: "expected a card with the id of a user, or a message with its sender"
    case .noCard: "expected a message with a card"
    case .tooLarge(let limit, let actual): "expected at most \(limit) bytes in a message, found \(actual)"
    case .missingFields(let names): "expected a card with \(names.joined(separator: ", "))"
    case .notSent(let reason): "the card was not sent: \(reason)"
    case .timedOut(let limit): "expected an answer within \(limit), found none"
    case .cancelled: "the task was cancelled"
    case .invalid(let error): error.description
    }
  }
}

extension UserCard {
  /// The event that marks a custom message as a card.
  public static var event: String { "userCard" }

  /// Creates the card of a user: the id, and the chosen attributes unless they are missing or empty.
  /// - Parameter attributes: the attributes to include; default: nickname and avatar. Others are stored in the other
  ///   fields by their REST names, as in the web client's shape.
  /// - Throws: ``UserCardError/noUser`` if the attributes have no id.
  public init(_ info: UserInfo, with attributes: [UserAttributeType] = [.nickName, .avatarURL]) throws(UserCardError) {
    guard let id = info.userID, !id.isEmpty else { throw .noUser }
    self.init(uid: id)
    for type in UserAttributeType.allCases where attributes.contains(type) {
      guard let text = info.text(of: type), !text.isEmpty else { continue }
      switch type {
      case .nickName: nickname = text
      case .avatarURL: avatar = text
      case .phone, .mail, .gender, .sign, .birth, .ext: additionalMembers[type.name.rawValue] = text
      }
    }
  }

  /// Reads the fields of a card in any published shape.
  ///
  /// If two shapes are mixed, `uid` takes precedence over `userID`, and `avatar` over `avatarurl`; the unused ones stay
  /// among the other fields.
  /// - Parameter sender: the user if the fields do not identify one.
  /// - Throws: ``UserCardError/noUser`` if neither does.
  public init(fields: JSONMap<String>, sender: String? = nil) throws(UserCardError) {
    var rest = fields
    func take(_ names: [String]) -> String? {
      for name in names {
        guard let value = rest[name], !value.isEmpty else { continue }
        rest[name] = nil
        return value
      }
      return nil
    }
    guard let id = take(["uid", "userId"]) ?? sender, !id.isEmpty else { throw .noUser }
    let nickname = take(["nickname"])
    let avatar = take(["avatar", "avatarurl"])
    // The remaining declared names are empty, which counts as absent.
    for name in ["uid", "nickname", "avatar"] { rest[name] = nil }
    self.init(uid: id, nickname: nickname, avatar: avatar, additionalMembers: rest)
  }

  /// Returns the card's fields in one of the published shapes, followed by the other fields. The shape without an id
  /// leaves it to the sender of the message.
  public func fields(_ shape: UserCardShape = .uid) -> JSONMap<String> {
    var fields = JSONMap<String>()
    switch shape {
    case .uid: fields["uid"] = uid
    case .userID: fields["userId"] = uid
    case .attributes: break
    }
    fields["nickname"] = nickname
    fields[shape == .attributes ? "avatarurl" : "avatar"] = avatar
    for (name, value) in additionalMembers where fields[name] == nil {
      // A second id, from a card of mixed shapes, would be taken for the card's own id where that is not written.
      if shape == .attributes, name == "userId" || name == "uid" { continue }
      fields[name] = value
    }
    return fields
  }
}
