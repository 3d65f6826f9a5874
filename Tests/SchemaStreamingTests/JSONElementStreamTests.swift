import CollaborationModels
@_spi(Generated) import SchemaRuntime
import SchemaStreaming
import TestSupport
import Testing

/// Elements of payloads, as they arrive.
@Suite struct JSONElementStreamTests {
  static func payload(_ count: Int, invalidAt invalid: Int? = nil, rest: String = "2") -> [UInt8] {
    let users = (0..<count).map { #""user\#($0)": {"nickName": \#($0 == invalid ? "1" : "\"Ana \($0)\"")}"# }
    return Array(#"{"timestamp": 1, "data": {\#(users.joined(separator: ", "))}, "duration": \#(rest)}"#.utf8)
  }

  @Test("each element is given when it is complete, and the verdict is that of the whole text")
  func givesElements() throws {
    var stream = try JSONElementStream(UserInfoREST.self, of: UserInfoFetchResponse.self, at: "/data")
    #expect(stream.holdingKeyword == nil)
    let payload = Self.payload(100)
    let whole = try UserInfoFetchResponse(json: payload)
    var found: [JSONElement<UserInfoREST>] = []
    for byte in payload {
      stream.append([byte])
      let element = try stream.next()
      #expect((element != nil) == (byte == UInt8(ascii: "}") && found.count < 100 && element != nil))
      if let element { found.append(element) }
    }
    try stream.finish()
    #expect(found.map(\.key) == (0..<100).map { "user\($0)" })
    #expect(found.allSatisfy { whole.data[$0.key] == $0.value })
  }

  @Test("an invalid element ends the stream, with the issues of the whole text")
  func refusesElement() throws {
    let payload = Self.payload(10, invalidAt: 4)
    var stream = try JSONElementStream(UserInfoREST.self, of: UserInfoFetchResponse.self, at: "/data")
    stream.append(payload)
    for _ in 0..<4 { #expect(try stream.next() != nil) }
    let whole = #expect(throws: SchemaError.self) { _ = try UserInfoFetchResponse(json: payload) }
    do {
      _ = try stream.next()
      #expect(Bool(false))
    } catch { #expect(error == whole) }
  }

  @Test("what is around the elements is checked too", arguments: [#"2, "duration": 3"#, #""x""#, "2}", "2,"])
  func refusesRest(rest: String) throws {
    let payload = Self.payload(2, rest: rest)
    var stream = try JSONElementStream(UserInfoREST.self, of: UserInfoFetchResponse.self, at: "/data")
    stream.append(payload)
    for _ in 0..<2 { #expect(try stream.next() != nil) }
    let whole = #expect(throws: SchemaError.self) { _ = try UserInfoFetchResponse(json: payload) }
    do {
      try stream.finish()
      #expect(Bool(false))
    } catch { #expect(error == whole) }
  }

  @Test("a path to values of another model is refused", arguments: ["/dat", "", "/data/ana", "data"])
  func refusesPath(path: String) {
    #expect(throws: JSONElementPathError.self) {
      _ = try JSONElementStream(UserInfoREST.self, of: UserInfoFetchResponse.self, at: path)
    }
  }

  @Test("elements arrive from a sequence of chunks, and an error ends it")
  func isSequence() async throws {
    func chunks(_ payload: [UInt8]) -> AsyncStream<[UInt8]> {
      AsyncStream { continuation in
        for start in stride(from: 0, to: payload.count, by: 7) {
          continuation.yield(Array(payload[start..<min(start + 7, payload.count)]))
        }
        continuation.finish()
      }
    }
    var names: [String] = []
    let valid = try UserInfoFetchResponse.elements(UserInfoREST.self, at: "/data", of: chunks(Self.payload(20)))
    for try await element in valid { names.append(element.key) }
    #expect(names == (0..<20).map { "user\($0)" })
    var count = 0
    let invalid = try UserInfoFetchResponse.elements(
      UserInfoREST.self, at: "/data", of: chunks(Self.payload(20, invalidAt: 15)))
    await #expect(throws: SchemaError.self) { for try await _ in invalid { count += 1 } }
    #expect(count == 15)
  }

  @Test("elements that are no models are values")
  func givesValues() throws {
    var stream = try JSONElementStream(JSONValue.self, of: UserInfoFetchResponse.self, at: "/data")
    stream.append(Self.payload(1))
    #expect(try stream.next()?.value == ["nickName": "Ana 0"])
  }
}
