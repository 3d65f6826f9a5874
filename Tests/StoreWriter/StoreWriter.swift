import Collaboration
import CollaborationModels
import CollaborationSQLite
import Foundation

/// A process that uses a store on disk, for tests that kill it or measure it.
///
///     StoreWriter write FILE FIRST    # numbered records until it is killed; prints each number that was acknowledged
///     StoreWriter load FILE COUNT     # writes and reads back so many users; prints the seconds
@main
struct StoreWriter {
  /// The number of records, so that most writes replace one.
  static let slots = 50
  /// The number of users to write or read concurrently under load.
  static let batch = 1_000

  static func main() async throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 4, let number = Int(arguments[3]) else {
      throw Usage(message: "usage: StoreWriter write|load FILE NUMBER")
    }
    let store = try SQLiteUserInfoStore(path: arguments[2])
    switch arguments[1] {
    case "write": try await write(to: store, from: number)
    case "load": try await load(store, number)
    default: throw Usage(message: "expected 'write' or 'load', found '\(arguments[1])'")
    }
  }

  struct Usage: Error { var message: String }

  static func write(to store: SQLiteUserInfoStore, from first: Int) async throws {
    // Printed once the file is open, so that readers can tell a slow start from slow writes.
    print("open")
    fflush(nil)
    for number in first... {
      let user = try UserID("slot-\(number % slots)")
      let change = try UserInfoChange(user: user, attributes: record(number))
      _ = try await store.apply([change], by: .user(user))
      print(number)
      fflush(nil)
    }
  }

  /// A record whose parts all contain its number.
  static func record(_ number: Int) -> UserInfo {
    UserInfo(
      nickName: "\(number)", sign: "sign of \(number)",
      ext: "\(number):" + String(repeating: "\(number % 10)", count: number % 700))
  }

  static func load(_ store: SQLiteUserInfoStore, _ count: Int) async throws {
    let clock = ContinuousClock()
    let writing = try await clock.measure {
      for start in stride(from: 0, to: count, by: batch) {
        let changes = try (start..<min(start + batch, count)).map {
          try UserInfoChange(user: UserID("user-\($0)"), attributes: person($0))
        }
        _ = try await store.apply(changes, by: .service)
      }
    }
    var wrong = 0
    let reading = try await clock.measure {
      for start in stride(from: 0, to: count, by: batch) {
        let range = start..<min(start + batch, count)
        let users = try range.map { try UserID("user-\($0)") }
        let records = try await store.records(of: users, attributes: .all)
        for (number, user) in zip(range, users) {
          var expected = person(number)
          expected.userID = user.text
          if records[user]?.info != expected { wrong += 1 }
        }
      }
    }
    func seconds(_ duration: Duration) -> Double { duration / .seconds(1) }
    print("RESULT {\"write\": \(seconds(writing)), \"read\": \(seconds(reading)), \"wrong\": \(wrong)}")
  }

  static func person(_ number: Int) -> UserInfo {
    UserInfo(
      nickName: "Person \(number)", avatarURL: "https://faces.example/\(number % 1000)/\(number).webp",
      mail: "person.\(number)@example.org", phone: "+49 30 \(number)", gender: number % 3 == 0 ? .female : .male,
      sign: "Number \(number) of many", birth: "\(1940 + number % 70)-05-17",
      ext: "{\"city\":\"Town \(number % 500)\",\"badges\":\(number % 9)}")
  }
}
