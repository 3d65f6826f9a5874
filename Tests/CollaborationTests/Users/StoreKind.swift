import Collaboration
import CollaborationModels
import CollaborationPostgreSQL
import CollaborationSQLite
import Foundation
import SchemaRuntime
import Testing

/// The stores that the suite covers. Another store is another case.
enum StoreKind: String, CaseIterable, Sendable, CustomTestStringConvertible {
  case memory, sqlite, postgresql, rest

  var testDescription: String { rawValue }

  /// An empty store.
  func make(maximumBytes: Int = 10_000_000_000, time: StoreTime = StoreTime()) async throws -> StoreUnderTest {
    let options = UserInfoStoreOptions(maximumBytes: maximumBytes) { Timestamp(millisecondsSinceEpoch: time.now()) }
    switch self {
    case .memory: return StoreUnderTest(store: InMemoryUserInfoStore(options: options), folder: nil, time: time)
    case .sqlite:
      let folder = try StoreFolder()
      let store = try SQLiteUserInfoStore(path: folder.file, options: options, settings: .patient)
      return StoreUnderTest(store: store, folder: folder, time: time)
    case .postgresql:
      let store = try await PostgreSQLUserInfoStore(pool: PostgreSQLEngine.pool(), options: options)
      return StoreUnderTest(store: store, folder: nil, time: time)
    case .rest:
      let service = try ServiceInMemory(options: options)
      let store = RESTStoreUnderTest(service: service, store: try service.store(maximumBytes: maximumBytes))
      return StoreUnderTest(store: store, folder: nil, time: time)
    }
  }
}

extension SQLiteUserInfoStore.Settings {
  /// Waits for other connections long enough for a busy machine.
  static var patient: Self { Self(busyTimeout: 20 * 60 * 1_000) }
}

/// A store with the resources that it needs.
struct StoreUnderTest: Sendable {
  let store: any UserInfoStore
  let folder: StoreFolder?
  let time: StoreTime

  /// Returns a user's current record, with all attributes.
  func record(_ id: String) async throws -> UserInfoRecord? {
    let user = try UserID(id)
    return try await store.records(of: [user], attributes: .all)[user]
  }

  @discardableResult
  func write(_ id: String, _ attributes: UserInfo) async throws -> UserInfoRecord {
    let user = try UserID(id)
    let change = try UserInfoChange(user: user, attributes: attributes)
    return try #require(try await store.apply([change], by: .user(user)).first)
  }
}

/// Milliseconds that pass on demand.
final class StoreTime: Sendable {
  private let milliseconds: Mutex<Int>

  init(_ start: Int = 1_000) { milliseconds = Mutex(start) }

  func now() -> Int { milliseconds.withLock { $0 } }
  func set(_ value: Int) { milliseconds.withLock { $0 = value } }
}

/// A folder for a store's file that is removed with its owner.
final class StoreFolder: Sendable {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "store-tests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  var file: String { url.appending(path: "users.sqlite").path }
}
