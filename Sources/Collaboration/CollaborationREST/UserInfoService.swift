import Collaboration
import CollaborationModels
import Foundation
import SchemaRuntime

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A call of the store with its time limit.
struct UserInfoCall: Sendable {
  let timeout: Duration
  let deadline: ContinuousClock.Instant

  init(timeout: Duration) {
    // A century counts as forever: the clock cannot represent much longer times.
    self.timeout = min(max(timeout, .zero), .seconds(100 * 365 * 24 * 60 * 60))
    deadline = .now + self.timeout
  }
}

/// A request to the service.
enum UserInfoServiceRequest: Sendable {
  case update(UserID, form: String)
  case fetch([UserID], UserInfoFetch)
  case delete(UserID)
  case capacity

  var operation: UserInfoOperation {
    switch self {
    case .update, .delete: .update
    case .fetch, .capacity: .fetch
    }
  }

  /// Below the application's address.
  var path: String {
    switch self {
    case .update(let user, _), .delete(let user): "metadata/user/\(user.text)"
    case .fetch: "metadata/user/get"
    case .capacity: "metadata/capacity"
    }
  }
}

/// Sends requests with a token, and reads their responses.
struct UserInfoService: Sendable {
  let url: URL
  let credential: CommunicationTokenCredential
  let transport: HTTPTransport
  let maximumResponseBytes: Int

  /// Checks that an id can be part of a path: servers remove `.` and `..` as steps of the path.
  func checkPath(of user: UserID) throws(UserInfoError) {
    guard ![".", ".."].contains(user.text) else { throw .illegalArgument(.malformedUserID(user.text)) }
  }

  /// Sends a request, once more with another token if the service refuses the first one.
  func send<Response: SchemaModel>(
    _ request: UserInfoServiceRequest, _ type: Response.Type, _ call: UserInfoCall
  ) async throws(UserInfoError) -> Response {
    let token = try await token(call)
    var answer = try await send(request, token, call)
    if answer.status == 401 {
      credential.invalidate(token)
      answer = try await send(request, self.token(call), call)
    }
    if let code = UserInfoErrorCode(status: answer.status, of: request.operation) {
      throw error(code, answer.status, request)
    }
    var reader = JSONReader(limits: JSONLimits(maximumDepth: 64, maximumByteCount: maximumResponseBytes))
    do { return try Response(json: answer.body, using: &reader) } catch {
      throw .general("the response of the service is invalid: \(error)")
    }
  }

  private func send(
    _ request: UserInfoServiceRequest, _ token: AccessToken, _ call: UserInfoCall
  ) async throws(UserInfoError) -> HTTPAnswer {
    let prepared = try urlRequest(request, token)
    do {
      return try await transport.send(prepared, until: call.deadline)
    } catch {
      switch error {
      case .timedOut: throw .timedOut(after: call.timeout)
      case .cancelled: throw .cancelled
      case .tooLong(let limit): throw .general("expected a response of at most \(limit) bytes, found more")
      case .failed(let words): throw .storeFailed("the service did not answer: \(words)")
      }
    }
  }

  private func urlRequest(
    _ request: UserInfoServiceRequest, _ token: AccessToken
  ) throws(UserInfoError) -> URLRequest {
    var result = URLRequest(url: url.appendingPathComponent(request.path))
    switch request {
    case .update(_, let form):
      result.httpMethod = "PUT"
      result.setValue("application/x-www-form-urlencoded", forHTTPHeaderField: "Content-Type")
      result.httpBody = Data(form.utf8)
    case .fetch(_, let fetch):
      result.httpMethod = "POST"
      result.setValue("application/json", forHTTPHeaderField: "Content-Type")
      do { result.httpBody = Data(try fetch.json()) } catch { throw .illegalArgument(.invalid(error.description)) }
    case .delete: result.httpMethod = "DELETE"
    case .capacity: result.httpMethod = "GET"
    }
    result.setValue("application/json", forHTTPHeaderField: "Accept")
    result.setValue("Bearer \(token.token)", forHTTPHeaderField: "Authorization")
    return result
  }

  private func token(_ call: UserInfoCall) async throws(UserInfoError) -> AccessToken {
    let remaining = ContinuousClock.now.duration(to: call.deadline)
    let credential = credential
    let outcome = await waitForResult(within: remaining, on: ContinuousClock()) { () async throws(CallError) in
      try await credential.token()
    }
    switch outcome {
    case .answered(.success(let token)): return token
    case .cancelled, .answered(.failure(.cancelled)): throw .cancelled
    case .timedOut, .answered(.failure(.timedOut)): throw .timedOut(after: call.timeout)
    case .answered(.failure): throw .authenticationFailed(.refused("there is no token that the service accepts"))
    }
  }

  private func error(_ code: UserInfoErrorCode, _ status: Int, _ request: UserInfoServiceRequest) -> UserInfoError {
    let users: [UserID]
    switch request {
    case .update(let user, _), .delete(let user): users = [user]
    case .fetch(let all, _): users = all
    case .capacity: users = []
    }
    let other = UserInfoError.storeFailed("the service answered with the status \(status)")
    switch code {
    case .userNotFound: return users.first.map { .userNotFound($0) } ?? other
    case .authenticationFailed: return .authenticationFailed(.refused("the service refuses a renewed token"))
    case .userCountExceeded:
      return .userCountExceeded(limit: UserInfoManager.maximumUsersOfFetch, actual: users.count)
    case .dataLengthExceeded:
      // The caller finds out which limit it is.
      guard case .update(let user, let form) = request else { return other }
      return .dataLengthExceeded(.user(user), limit: UserInfoChange.maximumBytes, actual: form.utf8.count)
    case .serviceLimitExceeded: return .serviceLimitExceeded
    case .general, .illegalArgument, .notLoggedIn, .serverUnreachable: return other
    }
  }
}
