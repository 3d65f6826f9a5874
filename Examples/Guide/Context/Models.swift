import Foundation

private let bytes = Array(#"{"userId":"oriana_97","gender":2,"city":"Chania"}"#.utf8)
private var patch = User.Patch(address: .value(User.Address.Patch(street: "Main Street")))
private var identifier = CommunicationIdentifier.phoneNumber(
  rawID: "4:+4911", phoneNumber: PhoneNumber(value: "+4911"))
private let chunks = AsyncStream<[UInt8]> { stream in
  stream.yield(Array("{\"userId\":\"amal\"}\n{\"userId\":1}".utf8))
  stream.finish()
}
private let url = {
  let url = FileManager.default.temporaryDirectory.appending(path: "users-\(UUID().uuidString).ndjson")
  FileManager.default.createFile(atPath: url.path, contents: Data("{\"userId\":\"temur\"}\n".utf8))
  return url
}()
private func greet(_ user: UserInfo) { print("hello", user.userID ?? "") }
private var purchase = Purchase(placed: Timestamp(validated: "2026-01-02T03:04:05Z"), total: Textual(9))
