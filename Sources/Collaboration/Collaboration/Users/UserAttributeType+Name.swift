public import CollaborationModels

extension UserAttributeType {
  /// The attribute's name in the REST form.
  public var name: UserAttributeName {
    switch self {
    case .nickName: .nickName
    case .avatarURL: .avatarURL
    case .phone: .phone
    case .mail: .mail
    case .gender: .gender
    case .sign: .sign
    case .birth: .birth
    case .ext: .ext
    }
  }

  /// The attribute's name in ``UserInfo``.
  var memberName: String {
    switch self {
    case .nickName: "nickName"
    case .avatarURL: "avatarUrl"
    case .phone, .mail, .gender, .sign, .birth, .ext: name.rawValue
    }
  }

  /// Creates the attribute with this name in ``UserInfo``.
  init?(memberName: String) {
    guard let type = Self.allCases.first(where: { $0.memberName == memberName }) else { return nil }
    self = type
  }
}

extension UserAttributeName {
  /// The number that identifies the attribute when it is written alone.
  public var type: UserAttributeType {
    switch self {
    case .nickName: .nickName
    case .avatarURL: .avatarURL
    case .phone: .phone
    case .mail: .mail
    case .gender: .gender
    case .sign: .sign
    case .birth: .birth
    case .ext: .ext
    }
  }
}
