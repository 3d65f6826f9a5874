public import CollaborationModels
public import SchemaRuntime

/// Something in a record of the REST form that no client library shows.
public enum UserInfoRESTWarning: Hashable, Sendable {
  /// An attribute called as the client libraries call it, or `avatar`: the service stores it, and nobody reads it.
  case misspelledName(String, expected: UserAttributeName?, at: JSONPointer)
  /// An attribute whose value a client library may not hold; it was left out.
  case unreadable(UserAttributeName, UserInfoError)
}

/// A record of the REST form as client libraries hold it, with what was wrong with it.
public struct UserInfoRESTReading: Hashable, Sendable {
  public var info: UserInfo
  public var warnings: [UserInfoRESTWarning]
}

extension UserInfoREST {
  /// The REST form of attributes: every value is text, the gender a digit. Nothing that is absent is sent, nor is the id.
  /// - Throws: 205 for an undeclared attribute that is not text or has the name of a declared one.
  public init(_ info: UserInfo) throws(UserInfoError) {
    self.init()
    for type in UserAttributeType.allCases { self[type.name] = info.text(of: type) }
    for member in info.additionalMembers {
      let place = JSONPointer([member.name])
      guard !UserInfoChange.reservedNames.contains(member.name) else {
        throw .illegalArgument(.misspelledName(name: member.name, at: place))
      }
      guard let text = member.value.string else {
        throw .illegalArgument(.notText(name: member.name, at: place))
      }
      additionalMembers[member.name] = text
    }
  }

  /// One attribute by its name.
  public subscript(name: UserAttributeName) -> String? {
    get {
      switch name {
      case .nickName: nickname
      case .avatarURL: avatarurl
      case .phone: phone
      case .mail: mail
      case .gender: gender
      case .sign: sign
      case .birth: birth
      case .ext: ext
      }
    }
    set {
      switch name {
      case .nickName: nickname = newValue
      case .avatarURL: avatarurl = newValue
      case .phone: phone = newValue
      case .mail: mail = newValue
      case .gender: gender = newValue
      case .sign: sign = newValue
      case .birth: birth = newValue
      case .ext: ext = newValue
      }
    }
  }

  /// The attributes as client libraries hold them, strictly.
  /// - Parameter place: where the record stands in its payload.
  /// - Throws: 205 for a gender other than "0", "1", "2" with its place, 901 for an attribute that is too long.
  public func read(
    of user: UserID? = nil, at place: JSONPointer = JSONPointer()
  ) throws(UserInfoError) -> UserInfoRESTReading {
    let reading = readLossily(of: user, at: place)
    for case .unreadable(_, let error) in reading.warnings { throw error }
    return reading
  }

  /// The attributes as client libraries hold them; those that they may not hold are left out with a warning, so that
  /// one record with a gender of "female" does not cost those of the other 99 users.
  ///
  /// The service checks no value, and accepts any name: attributes called `avatar` or `avatarUrl` are stored, and no
  /// client reads them as the avatar; this does not either. Names that are declared in ``UserInfo`` are left out, as a
  /// record cannot have two members of one name; the others stay among the undeclared attributes.
  public func readLossily(of user: UserID? = nil, at place: JSONPointer = JSONPointer()) -> UserInfoRESTReading {
    var info = UserInfo(userId: user?.text)
    var warnings: [UserInfoRESTWarning] = []
    for type in UserAttributeType.allCases {
      guard let text = self[type.name] else { continue }
      if let error = Self.error(of: type, text, at: place.appending(type.name.rawValue)) {
        warnings.append(.unreadable(type.name, error))
      } else {
        info.set(type, to: text)
      }
    }
    for member in additionalMembers {
      let type = member.name == "avatar" ? .avatarURL : UserAttributeType(memberName: member.name)
      let isReserved = UserInfoChange.reservedNames.contains(member.name)
      if isReserved || type != nil {
        warnings.append(
          .misspelledName(member.name, expected: type?.name, at: place.appending(member.name)))
      }
      if !isReserved { info.additionalMembers[member.name] = .string(member.value) }
    }
    return UserInfoRESTReading(info: info, warnings: warnings)
  }

  /// What the schema of single attributes, which knows the limits, has against a value.
  private static func error(of type: UserAttributeType, _ text: String, at place: JSONPointer) -> UserInfoError? {
    do {
      try UserInfoUpdate.SingleAttributeUpdate(type: type, value: text).validate()
      return nil
    } catch {
      let error = UserInfoError(error, of: type)
      guard case .illegalArgument(.malformedGender(let found, _)) = error else { return error }
      return .illegalArgument(.malformedGender(found: found, at: place))
    }
  }
}
