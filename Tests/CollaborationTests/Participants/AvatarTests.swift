import Collaboration
import CollaborationModels
import TestSupport
import Testing

@Suite struct AvatarTests {
  @Test("bytes of any length survive view data, with content type and scale type")
  func roundTrips() throws {
    var random = SeededRandom(seed: 5)
    for count in 0..<70 {
      let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
      let scaleType = try #require(AvatarScaleType.allCases.randomElement(using: &random))
      let avatar = try #require(Avatar(bytes: bytes, contentType: "image/svg+xml;charset=utf-8", scaleType: scaleType))
      let viewData = ParticipantViewData(displayName: "Asha", avatar: avatar)
      try viewData.validate()
      #expect(viewData.avatarSource == .data(avatar))
      #expect(viewData.scaleType == scaleType)
    }
  }

  @Test("0a: the default scale type is to stretch")
  func hasDefaultScale() {
    #expect(Avatar(bytes: [], contentType: "image/png")?.scaleType == .fitXY)
  }

  struct Row: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var uri: String
    var expected: AvatarSource
  }

  private static func data(_ text: String, _ contentType: String) -> AvatarSource {
    Avatar(bytes: Array(text.utf8), contentType: contentType).map { .data($0) } ?? .none
  }

  static let rows: [Row] = [
    Row(testDescription: "a picture in base64", uri: "data:image/png;base64,Zm9v", expected: data("foo", "image/png")),
    Row(testDescription: "padding", uri: "data:image/png;base64,Zg==", expected: data("f", "image/png")),
    Row(
      testDescription: "percent-encoded base64", uri: "data:image/png;base64,Zg%3D%3d", expected: data("f", "image/png")
    ),
    Row(
      testDescription: "percent-encoded text", uri: "DATA:image/svg+xml,%3Ca%3E", expected: data("<a>", "image/svg+xml")
    ),
    Row(testDescription: "no content type", uri: "data:,x", expected: data("x", "text/plain;charset=US-ASCII")),
    Row(
      testDescription: "an address", uri: "https://faces.example/a.png",
      expected: .reference(uri: "https://faces.example/a.png", scaleType: .fitXY)),
    Row(
      testDescription: "a file", uri: "file:///a.png", expected: .reference(uri: "file:///a.png", scaleType: .fitXY)),
    Row(testDescription: "an empty text is no picture", uri: "", expected: .none),
    Row(testDescription: "a relative address is no picture", uri: "a.png", expected: .none),
    Row(testDescription: "broken base64 is no picture", uri: "data:image/png;base64,Zg", expected: .none),
    Row(testDescription: "half a percent sign is no picture", uri: "data:image/png,%3", expected: .none),
    Row(testDescription: "no comma is no picture", uri: "data:image/png", expected: .none),
    Row(testDescription: "a content type without a subtype is none", uri: "data:image,x", expected: .none),
  ]

  @Test(arguments: rows)
  func reads(_ row: Row) { #expect(ParticipantViewData(avatar: row.uri).avatarSource == row.expected) }

  @Test("no avatar means no picture")
  func readsNone() { #expect(ParticipantViewData().avatarSource == .none) }

  @Test(
    "an invalid content type makes no avatar",
    arguments: [
      "", "image", "image/", "/png", "image/png,x", "image/p ng", "image/png;", "image/png;a", "a/b/c", "é/x",
    ])
  func refuses(_ contentType: String) { #expect(Avatar(bytes: [1], contentType: contentType) == nil) }
}
