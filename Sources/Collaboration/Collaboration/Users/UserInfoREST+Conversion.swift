public import CollaborationModels
public import SchemaRuntime

/// An entry in a record of the REST form that client libraries ignore.
public enum UserInfoRESTWarning: Hashable, Sendable {
  /// An attribute with its client library name, or `avatar`: the service stores it, but no client reads it.
  case misspelledName(String, expected: UserAttributeName?, at: JSONPointer)
  /// An attribute that is longer than recommended; it was read.
  case longerThanRecommended(UserAttributeName, limit: Int, actual: Int, at: JSONPointer)
  /// An attribute with a value that client libraries do not allow; it was skipped.
  case unreadable(UserAttributeName, UserInfoError)
}

/// A record of the REST form as client libraries represent it, with warnings.
public struct UserInfoRESTReading: Hashable, Sendable {
  public var info: UserInfo
  public var warnings: [UserInfoRESTWarning]
}

extension UserInfoREST {
  /// Creates the REST form of attributes: every value is text, the gender a digit. Absent attributes and the id are not
  /// sent.
  /// - Throws: 205 for an undeclared attribute that is not text or has the name of a declared one.
  public init(_ info: UserInfo) throws(UserInfoError) {
    self.init()
    for type in UserAttributeType.allCases { self[type.name] = info.text(of: type) }
    for (name, value) in info.additionalMembers {
      let location = JSONPointer([name])
      guard !UserInfoChange.reservedNames.contains(name) else {
        throw .illegalArgument(.misspelledName(name: name, at: location))
      }
      guard let text = value.string else {
        throw .illegalArgument(.notText(name: name, at: location))
      }
      additionalMembers[name] = text
    }
  }

  /// Returns one attribute by its name.
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

  /// Returns the attributes as client libraries represent them; fails for invalid values.
  /// - Parameter location: the location of the record in its payload.
  /// - Throws: 205 with the location for a gender other than "0", "1", "2".
  public func read(
    of user: UserID? = nil, at location: JSONPointer = JSONPointer()
  ) throws(UserInfoError) -> UserInfoRESTReading {
    let reading = readLossily(of: user, at: location)
    for case .unreadable(_, let error) in reading.warnings { throw error }
    return reading
  }

  /// Returns the attributes as client libraries represent them. Invalid ones are skipped with a warning, so that one
  /// record with a gender of "female" does not invalidate those of the other 99 users. Values that are longer than
  /// recommended are read, with a warning.
  ///
  /// The service checks no values and accepts any name: it stores attributes called `avatar` or `avatarURL`, but no
  /// client reads them as the avatar, and neither does this method. Names that are declared in ``UserInfo`` are
  /// skipped, because a record cannot have two members of the same name; the others stay among the undeclared
  /// attributes.
  public func readLossily(of user: UserID? = nil, at location: JSONPointer = JSONPointer()) -> UserInfoRESTReading {
    var info = UserInfo(userID: user?.text)
    var warnings: [UserInfoRESTWarning] = []
    for type in UserAttributeType.allCases {
      guard let text = self[type.name] else { continue }
      let location = location.appending(type.name.rawValue)
      switch Self.error(of: type, text, at: location) {
      case nil: info.set(type, to: text)
      case .dataLengthExceeded(_, let limit, let actual):
        info.set(type, to: text)
        warnings.append(.longerThanRecommended(type.name, limit: limit, actual: actual, at: location))
      case let error?: warnings.append(.unreadable(type.name, error))
      }
    }
    for (name, value) in additionalMembers {
      let type = name == "avatar" ? .avatarURL : UserAttributeType(memberName: name)
      let isReserved = UserInfoChange.reservedNames.contains(name)
      if isReserved || type != nil {
        warnings.append(
          .misspelledName(name, expected: type?.name, at: location.appending(name)))
      }
      if !isReserved { info.additionalMembers[name] = .string(value) }
    }
    return UserInfoRESTReading(info: info, warnings: warnings)
  }

  /// Returns the error for a value that the schema of single attributes, which defines the limits, refuses.
  private static func error(of type: UserAttributeType, _ text: String, at location: JSONPointer) -> UserInfoError? {
    do {
      try UserInfoUpdate.SingleAttributeUpdate(type: type, value: text).validate()
      return nil
    } catch {
      let error = UserInfoError(error, of: type)
      guard case .illegalArgument(.malformedGender(let found, _)) = error else { return error }
      return .illegalArgument(.malformedGender(found: found, at: location))
    }
  }
}
