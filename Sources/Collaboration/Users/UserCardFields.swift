public import CollaborationModels
public import SchemaRuntime

/// The forms in which a user's card has been published. All values are text.
public enum UserCardShape: Hashable, Sendable, CaseIterable {
  /// `uid`, `nickname`, `avatar`: the form of the overview, and of ``UserCard``.
  case uid
  /// `userId`, `nickname`, `avatar`: the form of the mobile clients.
  case userId
  /// `nickname`, `avatarurl` and the other attributes by their REST names, without an id: the form of the web client.
  case attributes
}

/// Why a message is no user's card, or a card no message.
public enum UserCardError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The event of the message is another one.
  case otherEvent(String)
  /// The card names no user, and the message no sender.
  case noUser
  /// The message has no card in it.
  case noCard
  /// Body and extension of the message together are too long; the service answers 14007.
  case tooLarge(limit: Int, actual: Int)
  /// The message breaks its schema.
  case invalid(SchemaError)

  public var description: String {
    switch self {
    case .otherEvent(let event): "expected the event 'userCard', found '\(event)'"
    case .noUser: "expected a card with the id of a user, or a message with its sender"
    case .noCard: "expected a message with a card"
    case .tooLarge(let limit, let actual): "expected at most \(limit) bytes in a message, found \(actual)"
    case .invalid(let error): error.description
    }
  }
}

extension UserCard {
  /// The event that marks a custom message as a card.
  public static var event: String { "userCard" }

  /// The card of a user: the id, and the chosen attributes as far as they are known and not empty.
  /// - Parameter attributes: the nickname and the avatar, unless more are wanted; those stand among the other fields by
  ///   their REST names, as in the web client's shape.
  /// - Throws: ``UserCardError/noUser`` when the attributes carry no id.
  public init(_ info: UserInfo, with attributes: [UserAttributeType] = [.nickName, .avatarURL]) throws(UserCardError) {
    guard let id = info.userId, !id.isEmpty else { throw .noUser }
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

  /// Reads the fields of a card in any of its published shapes.
  ///
  /// Where two shapes are mixed, `uid` goes before `userId` and `avatar` before `avatarurl`; what is not used stays
  /// among the other fields.
  /// - Parameter sender: whose card it is when the fields do not say so.
  /// - Throws: ``UserCardError/noUser`` when nobody does.
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
    // Declared names that are left are empty: as absent as if they were not there.
    for name in ["uid", "nickname", "avatar"] { rest[name] = nil }
    self.init(uid: id, nickname: nickname, avatar: avatar, additionalMembers: rest)
  }

  /// The card's fields in one of the published shapes, with the other fields behind. The shape without an id leaves it
  /// to the sender of the message.
  public func fields(_ shape: UserCardShape = .uid) -> JSONMap<String> {
    var fields = JSONMap<String>()
    switch shape {
    case .uid: fields["uid"] = uid
    case .userId: fields["userId"] = uid
    case .attributes: break
    }
    fields["nickname"] = nickname
    fields[shape == .attributes ? "avatarurl" : "avatar"] = avatar
    for member in additionalMembers where fields[member.name] == nil {
      // A second id, of a card whose shapes were mixed, would be taken for the card's own where that is not written.
      if shape == .attributes, member.name == "userId" || member.name == "uid" { continue }
      fields[member.name] = member.value
    }
    return fields
  }
}
