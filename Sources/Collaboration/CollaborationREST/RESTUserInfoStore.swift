public import Collaboration
import CollaborationModels
public import Foundation
import SchemaRuntime

/// The attributes of all users in the service, over its REST interface.
///
///     let credential = CommunicationTokenCredential { try await tokens.next() }
///     let store = try RESTUserInfoStore(url: URL(string: "https://rest.example/org/app")!, credential: credential)
///     let manager = UserInfoManager(currentUser: user, store: store)
///
/// ## What the service cannot do
///
/// - It changes one user per request, with at most 4,096 bytes, and knows no transactions. A change in one request is
///   performed completely or not at all. If ``apply(_:by:)`` needs several requests, because of several changes or of a long
///   one, the stored records are read and all limits are checked before the first one is sent. If a request fails after
///   another one was performed, the error is 300, and its text says how many were performed.
/// - After an error 300 of a write, it may have been performed, unless the text says otherwise.
/// - Records have no times of their own. Their timestamp is that of the response, and an unknown user has an empty record,
///   like one whose attributes were deleted.
///
/// A token that the service refuses (401) is renewed once per request. Redirects are not followed, because they could hand
/// the token to another host.
public final class RESTUserInfoStore: UserInfoStore {
  /// Limits for requests and responses.
  public struct Settings: Hashable, Sendable {
    /// The maximum time for a call with all its requests.
    public var requestTimeout: Duration
    /// The maximum size of a response.
    public var maximumResponseBytes: Int
    /// The maximum total size of all users, which the service enforces; for the text of errors.
    public var maximumBytes: Int

    public init(
      requestTimeout: Duration = .seconds(15), maximumResponseBytes: Int = 4 << 20,
      maximumBytes: Int = 10_000_000_000
    ) {
      self.requestTimeout = requestTimeout
      self.maximumResponseBytes = maximumResponseBytes
      self.maximumBytes = maximumBytes
    }
  }

  /// What client libraries ignore or do not expect in a user's record.
  public struct Warning: Hashable, Sendable {
    public var user: UserID
    public var warning: UserInfoRESTWarning
  }

  private let service: UserInfoService
  private let settings: Settings
  private let broadcast = EventBroadcast<Warning>()

  /// - Parameters:
  /// - url: the application's address, such as `https://rest.example/org/app`. HTTP without encryption is only accepted for
  ///   this machine, because requests contain the token.
  /// - credential: returns the tokens, and renews them.
  /// - Throws: 205 for another address.
  public init(
    url: URL, credential: CommunicationTokenCredential, settings: Settings = Settings()
  ) throws(UserInfoError) {
    guard let host = url.host, !host.isEmpty, url.user == nil, url.query == nil, url.fragment == nil,
      url.scheme == "https" || url.scheme == "http" && ["localhost", "127.0.0.1", "::1"].contains(host)
    else { throw .illegalArgument(.invalid("expected an address with https, without user, query and fragment")) }
    service = UserInfoService(
      url: url, credential: credential, transport: HTTPTransport(maximumResponseBytes: settings.maximumResponseBytes),
      maximumResponseBytes: settings.maximumResponseBytes)
    self.settings = settings
  }

  /// Returns the warnings about all records that are read from now on. The sequence ends when the store is closed, and
  /// after 1,024 warnings that waited for a slow listener.
  public func warnings() -> AsyncStream<Warning> { broadcast.events() }

  /// Ends the sequences of warnings.
  public func close() { broadcast.endSequences() }

  public func records(
    of users: [UserID], attributes: UserAttributeSelection
  ) async throws(UserInfoError) -> [UserID: UserInfoRecord] {
    try await read(users, attributes, call())
  }

  public func apply(
    _ changes: [UserInfoChange], by author: UserInfoAuthor
  ) async throws(UserInfoError) -> [UserInfoRecord] {
    for change in changes { try author.mayWrite(recordOf: change.user) }
    var requests: [[String]] = []
    for change in changes {
      guard change.attributes.additionalMembers[""] == nil else {
        throw .illegalArgument(.invalid("expected a name of an attribute, found an empty one"))
      }
      try service.checkPath(of: change.user)
      requests.append(try UserInfoREST(change.attributes).forms())
    }
    let call = call()
    let count = requests.reduce(0) { $0 + $1.count }
    if count > 1 { try await checkLimits(changes, call) }
    var records: [UserInfoRecord] = []
    var performed = 0
    for (change, forms) in zip(changes, requests) {
      do throws(UserInfoError) {
        for form in forms {
          try await write(change, form, call)
          performed += 1
        }
        // The response to a write contains the attributes that were written. The record has others as well.
        guard let record = try await read([change.user], .all, call)[change.user] else {
          throw .general("expected the record of '\(change.user)' in a response, found none")
        }
        records.append(record)
      } catch {
        if performed == 0 { throw error }
        throw .storeFailed("\(performed) of \(count) requests were performed, then: \(error)")
      }
    }
    return records
  }

  @discardableResult
  public func deleteRecord(
    of user: UserID, by author: UserInfoAuthor
  ) async throws(UserInfoError) -> UserInfoRecord? {
    try author.mayWrite(recordOf: user)
    try service.checkPath(of: user)
    let response = try await service.send(.delete(user), UserInfoDeleteResponse.self, call())
    return UserInfoRecord(user: user, version: response.timestamp)
  }

  public func capacity() async throws(UserInfoError) -> Int { try await capacity(call()) }

  private func call() -> UserInfoCall { UserInfoCall(timeout: settings.requestTimeout) }
}

// MARK: - Requests

extension RESTUserInfoStore {
  /// Reads any number of users, at most 100 per request.
  private func read(
    _ users: [UserID], _ attributes: UserAttributeSelection, _ call: UserInfoCall
  ) async throws(UserInfoError) -> [UserID: UserInfoRecord] {
    var records: [UserID: UserInfoRecord] = [:]
    var rest = Array(Set(users)).sorted()[...]
    // Undeclared attributes are only sent with all others.
    let names =
      attributes.contains(.undeclared) || attributes.types.isEmpty ? nil : attributes.types.map(\.name)
    while !rest.isEmpty {
      let batch = Array(rest.prefix(UserInfoManager.maximumUsersOfFetch))
      rest = rest.dropFirst(batch.count)
      let fetch = UserInfoFetch(targets: batch.map(\.text), properties: names)
      let response = try await service.send(.fetch(batch, fetch), UserInfoFetchResponse.self, call)
      let asked = Set(batch)
      for member in response.data {
        let user: UserID
        do { user = try UserID(member.key) } catch {
          throw .general("expected ids of users in a response, found '\(member.key)'")
        }
        guard asked.contains(user) else { continue }
        let reading = member.value.readLossily(of: user, at: JSONPointer(["data", member.key]))
        records[user] = UserInfoRecord(user: user, info: reading.info, version: response.timestamp).filtered(
          attributes)
        for warning in reading.warnings { broadcast.send(Warning(user: user, warning: warning)) }
      }
    }
    return records
  }

  private func write(_ change: UserInfoChange, _ form: String, _ call: UserInfoCall) async throws(UserInfoError) {
    do throws(UserInfoError) {
      _ = try await service.send(.update(change.user, form: form), UserInfoResponse.self, call)
    } catch {
      guard case .dataLengthExceeded = error else { throw error }
      throw try await reason(for: change, call)
    }
  }

  /// Returns the limit that a refused change (403 or 413) would have exceeded.
  private func reason(for change: UserInfoChange, _ call: UserInfoCall) async throws(UserInfoError) -> UserInfoError {
    let stored = try await read([change.user], .all, call)[change.user]
    let record: UserInfoRecord
    do { record = try change.applied(to: stored, at: .now) } catch { return error }
    let growth = record.info.attributeBytes - (stored?.info.attributeBytes ?? 0)
    let total = try await capacity(call) + growth
    if growth > 0, total > settings.maximumBytes {
      return .dataLengthExceeded(.application, limit: settings.maximumBytes, actual: total)
    }
    // No limit is exceeded, so the service refuses for another reason.
    return .storeFailed("the service refuses the write (403): attributes may be disabled. Nothing was written")
  }

  /// Checks that the records stay within their limits.
  private func checkLimits(_ changes: [UserInfoChange], _ call: UserInfoCall) async throws(UserInfoError) {
    let stored = try await read(changes.map(\.user), .all, call)
    var records = stored
    for change in changes { records[change.user] = try change.applied(to: records[change.user], at: .now) }
    var growth = 0
    for (user, record) in records {
      growth += record.info.attributeBytes - (stored[user]?.info.attributeBytes ?? 0)
    }
    if growth <= 0 { return }
    let total = try await capacity(call) + growth
    guard total <= settings.maximumBytes else {
      throw .dataLengthExceeded(.application, limit: settings.maximumBytes, actual: total)
    }
  }

  private func capacity(_ call: UserInfoCall) async throws(UserInfoError) -> Int {
    try await service.send(.capacity, UserCapacityResponse.self, call).data
  }
}
