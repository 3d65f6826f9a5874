public import CollaborationModels
public import SchemaRuntime

/// Why a request about user attributes failed: the service's code (``code``), with who, what and which limit.
public enum UserInfoError: Error, Hashable, Sendable {
  /// 205: there is nothing to read or write, or what is given has no meaning.
  case illegalArgument(IllegalArgument)
  /// 201: nobody is logged in.
  case notLoggedIn
  /// 202: the caller is not allowed to do this.
  case authenticationFailed(AuthenticationFailure)
  /// 204: the service has no such user. Reading an unknown user is no error: the record is empty.
  case userNotFound(UserID)
  /// 900: one request names more users than it may.
  case userCountExceeded(limit: Int, actual: Int)
  /// 901: so many bytes may not be stored.
  case dataLengthExceeded(DataScope, limit: Int, actual: Int)
  /// 4: too many requests in too short a time.
  case serviceLimitExceeded
  /// 1: what came back, or what is stored, makes no sense; in words.
  case general(String)
  /// 300: the store could not be reached or failed; in its words.
  case storeFailed(String)

  /// What has no meaning about an argument.
  public enum IllegalArgument: Hashable, Sendable {
    /// An update without any attribute.
    case noAttributes
    /// A fetch of no users.
    case noUsers
    /// A fetch of no attributes.
    case noAttributeTypes
    /// Not 1 to 64 of the characters of an id.
    case malformedUserID(String)
    /// Not "0", "1" or "2".
    case malformedGender(found: String, at: JSONPointer)
    /// An attribute that is not text: the service stores text alone.
    case notText(name: String, at: JSONPointer)
    /// An undeclared attribute whose name is that of a declared one in the other form.
    case misspelledName(name: String, at: JSONPointer)
    /// Anything else that a schema refuses, in its words.
    case invalid(String)
  }

  /// Why somebody may not do something.
  public enum AuthenticationFailure: Hashable, Sendable {
    /// A user's record is written by another.
    case foreignRecord(owner: String, author: String)
    /// The service did not accept the credentials; in its words.
    case refused(String)
  }

  /// Whose bytes are too many.
  public enum DataScope: Hashable, Sendable {
    case attribute(UserAttributeType)
    /// All attributes of one user together.
    case user(UserID)
    /// All users of the application together.
    case application
    /// One request.
    case request
  }

  /// The number by which the service's clients know the error.
  public var code: UserInfoErrorCode {
    switch self {
    case .illegalArgument: .illegalArgument
    case .notLoggedIn: .notLoggedIn
    case .authenticationFailed: .authenticationFailed
    case .userNotFound: .userNotFound
    case .userCountExceeded: .userCountExceeded
    case .dataLengthExceeded: .dataLengthExceeded
    case .serviceLimitExceeded: .serviceLimitExceeded
    case .general: .general
    case .storeFailed: .serverUnreachable
    }
  }
}

// MARK: - What a schema refuses

extension UserInfoError {
  /// The error that says what a schema of user attributes refused: the byte limits and the genders have cases of their
  /// own, so that the limits stand in the schemas alone.
  init(_ error: SchemaError, of type: UserAttributeType? = nil) {
    guard case .invalid(let issues) = error else {
      self = .illegalArgument(.invalid(error.description))
      return
    }
    for issue in issues.flatMap(Self.leaves) {
      let attribute = type ?? issue.instanceLocation.tokens.last.flatMap(UserAttributeType.init(memberName:))
      guard let attribute else { continue }
      if case .length(.utf8Bytes, .atMost(let limit), let actual) = issue.kind {
        self = .dataLengthExceeded(.attribute(attribute), limit: limit, actual: actual)
        return
      }
      if case .enumeration(_, let actual) = issue.kind, attribute == .gender {
        self = .illegalArgument(.malformedGender(found: actual.string ?? "\(actual)", at: issue.instanceLocation))
        return
      }
    }
    self = .illegalArgument(.invalid(error.description))
  }

  private static func leaves(_ issue: ValidationIssue) -> [ValidationIssue] {
    issue.causes.isEmpty ? [issue] : issue.causes.flatMap(leaves)
  }
}

// MARK: - Words

extension UserInfoError: CustomStringConvertible {
  /// The code and one sentence.
  public var description: String { "\(code.rawValue): \(sentence)" }

  /// What went wrong, without the code.
  var sentence: String {
    switch self {
    case .illegalArgument(let argument): argument.description
    case .notLoggedIn: "expected a user to be logged in"
    case .authenticationFailed(.foreignRecord(let owner, let author)):
      "expected the author of a record to be its owner '\(owner)', found '\(author)'"
    case .authenticationFailed(.refused(let words)): words
    case .userNotFound(let user): "there is no user '\(user)'"
    case .userCountExceeded(let limit, let actual): "expected at most \(limit) users in a request, found \(actual)"
    case .dataLengthExceeded(let scope, let limit, let actual):
      "expected at most \(limit) bytes for \(scope), found \(actual)"
    case .serviceLimitExceeded: "expected fewer requests in this time"
    case .general(let words), .storeFailed(let words): words
    }
  }
}

extension UserInfoError.IllegalArgument: CustomStringConvertible {
  public var description: String {
    switch self {
    case .noAttributes: "expected at least one attribute to write"
    case .noUsers: "expected at least one user id"
    case .noAttributeTypes: "expected at least one attribute to read"
    case .malformedUserID(let id):
      "expected an id of 1 to \(UserID.maximumLength) of the characters a-z, 0-9, '_', '.', '-', found '\(id)'"
    case .malformedGender(let found, let place): "\(place): expected the gender '0', '1' or '2', found '\(found)'"
    case .notText(let name, let place): "\(place): expected the attribute '\(name)' to be text"
    case .misspelledName(let name, let place): "\(place): expected no attribute called '\(name)' in this form"
    case .invalid(let words): words
    }
  }
}

extension UserInfoError.DataScope: CustomStringConvertible {
  public var description: String {
    switch self {
    case .attribute(let type): "the attribute '\(type.name.rawValue)'"
    case .user(let user): "all attributes of '\(user)'"
    case .application: "all users together"
    case .request: "a request"
    }
  }
}
