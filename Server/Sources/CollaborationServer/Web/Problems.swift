import Collaboration
import CollaborationModels
import SchemaRuntime

extension ProblemDocument {
  static func unauthorized(_ detail: String) -> ProblemDocument {
    ProblemDocument(status: 401, title: "Unauthorized", detail: detail)
  }
  static func forbidden(_ detail: String) -> ProblemDocument {
    ProblemDocument(status: 403, title: "Forbidden", detail: detail)
  }
  static func notFound(_ detail: String) -> ProblemDocument {
    ProblemDocument(status: 404, title: "Not Found", detail: detail)
  }
  static func methodNotAllowed(_ detail: String) -> ProblemDocument {
    ProblemDocument(status: 405, title: "Method Not Allowed", detail: detail)
  }
  static func lengthRequired(_ detail: String) -> ProblemDocument {
    ProblemDocument(status: 411, title: "Length Required", detail: detail)
  }
  static func tooManyRequests(_ detail: String) -> ProblemDocument {
    ProblemDocument(status: 429, title: "Too Many Requests", detail: detail)
  }
  static func unavailable(_ detail: String) -> ProblemDocument {
    ProblemDocument(status: 503, title: "Service Unavailable", detail: detail)
  }

  /// The response to what is no request.
  init(_ failure: RequestFailure) {
    self.init(status: failure.status, title: StatusPhrase.of(failure.status), detail: failure.detail)
  }

  /// The response for a failure of the user attributes, with the statuses of the documents.
  init(_ error: UserInfoError) {
    let (status, title) =
      switch error.code {
      case .illegalArgument: (422, "Unprocessable Content")
      case .notLoggedIn: (401, "Unauthorized")
      case .authenticationFailed: (403, "Forbidden")
      case .userNotFound: (404, "Not Found")
      case .userCountExceeded: (400, "Bad Request")
      case .dataLengthExceeded: (413, "Content Too Large")
      case .serviceLimitExceeded: (429, "Too Many Requests")
      case .serverUnreachable: (503, "Service Unavailable")
      case .general: (500, "Internal Server Error")
      }
    // What went wrong inside the server is in its log, and nobody else's business.
    let detail = status < 500 ? "\(error)" : "the store failed"
    self.init(status: status, title: title, detail: detail)
  }
}

extension UserInfoError {
  /// What the log says of a failure: nothing of what the store contains.
  var loggedText: String {
    switch self {
    case .storeFailed, .timedOut: "\(self)"
    // Its description quotes the invalid record.
    case .general: "a stored record is invalid"
    case .illegalArgument, .notLoggedIn, .authenticationFailed, .userNotFound, .userCountExceeded, .dataLengthExceeded,
      .serviceLimitExceeded, .cancelled:
      "\(code.rawValue)"
    }
  }
}
