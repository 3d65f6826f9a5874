public import CollaborationModels
public import SchemaRuntime

/// The reason why a request about user attributes failed: the service's code (``code``), with the user, attribute and
/// limit concerned.
public enum UserInfoError: Error, Hashable, Sendable {
  /// 205: there is nothing to read or write, or an argument is invalid.
  case illegalArgument(IllegalArgument)
  /// 201: no user is logged in.
  case notLoggedIn
  /// 202: the caller is not allowed to do this.
  case authenticationFailed(AuthenticationFailure)
  /// 204: the service has no such user. Reading an unknown user is not an error: the record is empty.
  case userNotFound(UserID)
  /// 900: too many users in one request.
  case userCountExceeded(limit: Int, actual: Int)
  /// 901: too many bytes to store.
  case dataLengthExceeded(DataScope, limit: Int, actual: Int)
  /// 4: too many requests in too short a time.
  case serviceLimitExceeded
  /// 1: a response or a stored record is invalid, with a description.
  case general(String)
  /// 300: the store could not be reached or failed, with its reason.
  case storeFailed(String)
  /// 300: the store did not answer in time (``UserInfoManager/Options/requestTimeout``). Whether it performs a write is
  /// unknown.
  case timedOut(after: Duration)
  /// 1: the calling task was cancelled before the store answered. Whether it performs a write is unknown.
  case cancelled

  /// The reason why an argument is invalid.
  public enum IllegalArgument: Hashable, Sendable {
    /// An update without attributes.
    case noAttributes
    /// A fetch without users.
    case noUsers
    /// A fetch without attributes.
    case noAttributeTypes
    /// Not an id of 1 to 64 valid characters.
    case malformedUserID(String)
    /// Not "0", "1" or "2".
    case malformedGender(found: String, at: JSONPointer)
    /// An attribute that is not text: the service only stores text.
    case notText(name: String, at: JSONPointer)
    /// An undeclared attribute with the name that a declared one has in the other form.
    case misspelledName(name: String, at: JSONPointer)
    /// Anything else that a schema refuses, with a description.
    case invalid(String)
  }

  /// The reason why an operation is not permitted.
  public enum AuthenticationFailure: Hashable, Sendable {
    /// A user tries to write another user's record.
    case foreignRecord(owner: String, author: String)
    /// The service rejected the credentials, with its reason.
    case refused(String)
  }

  /// The scope whose size limit was exceeded.
  public enum DataScope: Hashable, Sendable {
    /// One attribute, for which the documents recommend a length; writing does not enforce it.
    case attribute(UserAttributeType)
    /// All attributes of one user.
    case user(UserID)
    /// All users of the application.
    case application
    /// One request.
    case request
  }

  /// The error code of the service's clients.
  public var code: UserInfoErrorCode {
    switch self {
    case .illegalArgument: .illegalArgument
    case .notLoggedIn: .notLoggedIn
    case .authenticationFailed: .authenticationFailed
    case .userNotFound: .userNotFound
    case .userCountExceeded: .userCountExceeded
    case .dataLengthExceeded: .dataLengthExceeded
    case .serviceLimitExceeded: .serviceLimitExceeded
    case .general, .cancelled: .general
    case .storeFailed, .timedOut: .serverUnreachable
    }
  }
}

// MARK: - What a schema refuses

extension UserInfoError {
  /// Creates the error for a refusal by a schema of user attributes. Byte limits and genders have their own cases, so
  /// that only the schemas contain the limits.
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
  /// The code and a sentence.
  public var description: String { "\(code.rawValue): \(sentence)" }

  /// The description without the code.
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
    case .timedOut(let limit): "expected an answer of the store within \(limit), found none"
    case .cancelled: "the task was cancelled"
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
    case .malformedGender(let found, let location): "\(location): expected the gender '0', '1' or '2', found '\(found)'"
    case .notText(let name, let location): "\(location): expected the attribute '\(name)' to be text"
    case .misspelledName(let name, let location): "\(location): expected no attribute called '\(name)' in this form"
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
