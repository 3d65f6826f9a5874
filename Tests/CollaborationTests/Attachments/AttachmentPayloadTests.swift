import CollaborationModels
import SchemaRuntime
import Testing

@testable import Collaboration

private let address = #""asset_url":"https://voice.example/a/7f3c.aac""#

@Suite struct AttachmentPayloadTests {
  struct Row: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let members: String
    let expected: String
  }

  static let rows: [Row] = [
    Row(testDescription: "4a: no size is 0", members: "", expected: #""file_size":0"#),
    Row(
      testDescription: "4a: a size with a fraction is rounded", members: #""file_size":12.6"#,
      expected: #""file_size":13"#),
    Row(testDescription: "4a: an integral size", members: #""file_size":67411.0"#, expected: #""file_size":67411"#),
    Row(
      testDescription: "4a: a size that is text is 0", members: #""file_size":"445149""#, expected: #""file_size":0"#),
    Row(testDescription: "4a: a size of null is 0", members: #""file_size":null"#, expected: #""file_size":0"#),
    Row(
      testDescription: "a size beyond all integers is 0", members: #""file_size":1e300"#, expected: #""file_size":0"#),
    Row(
      testDescription: "4a: a media type of another type is absent", members: #""file_size":1,"mime_type":7"#,
      expected: #""file_size":1"#),
    Row(
      testDescription: "4c: explicit nulls are absent",
      members: #""title":null,"file_size":1,"mime_type":null,"duration":null,"waveform_data":null"#,
      expected: #""file_size":1"#),
    Row(
      testDescription: "4a: a waveform of another type is absent", members: #""file_size":1,"waveform_data":["a"]"#,
      expected: #""file_size":1"#),
    Row(
      testDescription: "4c: an empty waveform stays", members: #""file_size":1,"waveform_data":[]"#,
      expected: #""file_size":1,"waveform_data":[]"#),
    Row(
      testDescription: "4a: floats widened to doubles are kept exactly",
      members: #""file_size":1,"duration":43.007999420166016,"waveform_data":[0.2663217782974243]"#,
      expected: #""file_size":1,"duration":43.007999420166016,"waveform_data":[0.2663217782974243]"#),
    Row(
      testDescription: "heights outside of 0…1 are clipped", members: #""file_size":1,"waveform_data":[-1,0.5,7]"#,
      expected: #""file_size":1,"waveform_data":[0,0.5,1]"#),
    Row(
      testDescription: "4c: the sender's own name, url and text are kept",
      members: #""file_size":1,"name":"n","url":"u","text":"t","author_name":{"a":[1]}"#,
      expected: #""file_size":1,"name":"n","url":"u","text":"t","author_name":{"a":[1]}"#),
  ]

  @Test("a payload is read as the service's clients read it, and written according to the schema", arguments: rows)
  func reads(_ row: Row) throws {
    let text = #"{"type":"voiceRecording",\#(address)"# + (row.members.isEmpty ? "" : "," + row.members) + "}"
    let expected = #"{"type":"voiceRecording",\#(address),\#(row.expected)}"#
    let recording = try VoiceRecording(lenient: Array(text.utf8))
    let written = try recording.json()
    #expect(try JSONValue(parsing: written) == JSONValue(parsing: expected))
    #expect(try VoiceRecording(json: written) == recording)
  }

  @Test(
    "a payload without an address, or that is not a recording, is refused",
    arguments: [
      "", "{", "[]", "1", "{}", #"{"type":"voiceRecording"}"#, #"{"type":"file",\#(address)}"#,
      #"{"type":"voiceRecording","asset_url":"no URI"}"#, #"{"type":"voiceRecording","asset_url":null}"#,
    ])
  func refuses(_ text: String) {
    #expect(throws: SchemaError.self) { try VoiceRecording(lenient: Array(text.utf8)) }
  }

  @Test("4c: the waveform is written once, even if the sender's own members contain it")
  func writesOnce() throws {
    let recording = try RecordedVoice.sample.attachment(
      fileSize: 5, extraMembers: ["waveform_data": [1], "type": "x", "file_size": 7, "name": "n", "note": 1])
    #expect(recording.additionalMembers == ["name": "n", "note": 1])
    let text = String(decoding: try recording.json(), as: UTF8.self)
    #expect(text.components(of: "waveform_data") == 1)
    #expect(recording.waveformData == [0.25, 1])
    // The generated type alone would write it twice, as its validation reports.
    var broken = recording
    broken.additionalMembers["waveform_data"] = [1]
    #expect(throws: SchemaError.self) { try broken.validate() }
  }

  @Test("a recording's numbers are adapted to the payload, and its location has to be a URI")
  func builds() throws {
    let voice = RecordedVoice(location: "file:///tmp/1.aac", duration: -1, waveform: [.nan, 7, -1])
    let recording = try voice.attachment()
    #expect(recording.duration == nil)
    #expect(recording.waveformData == [0, 1, 0])
    #expect(throws: SchemaError.self) {
      try RecordedVoice(location: "no URI", duration: 1, waveform: []).attachment()
    }
  }

  @Test(
    "4a: the kind of an attachment follows from its link or its type, or is unknown",
    arguments: [
      (#"{"og_scrape_url":"https://a.example/","type":"image"}"#, .linkPreview),
      (#"{"type":"image","image_url":"https://a.example/1.jpg"}"#, .image),
      (#"{"type":"voiceRecording",\#(address),"file_size":"7"}"#, .voiceRecording),
      (#"{"type":"poster","size":"A2"}"#, .unknown("poster")), (#"{"size":"A2"}"#, .unknown("unknown")),
      ("{}", .unknown("unknown")), (#"{"type":null}"#, .unknown("unknown")),
    ] as [(String, AttachmentType)])
  func tells(_ text: String, _ type: AttachmentType) throws {
    #expect(try CollaborationModels.Attachment(lenient: JSONValue(parsing: text)).type == type)
  }

  @Test(
    "an attachment that is not an object, or is invalid for a known kind, is refused",
    arguments: ["1", "[]", "null", #"{"type":"image"}"#])
  func refusesAttachment(_ text: String) {
    #expect(throws: SchemaError.self) { try CollaborationModels.Attachment(lenient: JSONValue(parsing: text)) }
  }

  @Test(
    "4a: file types are recognized by extension and by media type",
    arguments: [
      ("jpg", "image/jpeg", .jpeg), ("JPEG", "image/jpg; q=1", .jpeg), ("7z", "application/x-7z-compressed", .x7z),
      ("aac", "audio/aac", .aac), ("wav", "audio/x-wav", .wav), ("nothing", "nothing/at-all", .generic),
      ("", "", .generic),
      ("unknown", "application/octet-stream", .generic),
    ] as [(String, String, AttachmentFileType)])
  func tellsFile(_ fileExtension: String, _ mimeType: String, _ type: AttachmentFileType) {
    #expect(AttachmentFileType(fileExtension: fileExtension) == type)
    #expect(AttachmentFileType(mimeType: mimeType) == type)
  }

  @Test("4a: five of the file types are audio")
  func tellsSound() {
    #expect(AttachmentFileType.allCases.filter(\.isAudio) == [.mp3, .wav, .ogg, .m4a, .aac])
    #expect(AttachmentFileType.allCases.count == 36)
  }
}

// MARK: - Lists

@Suite struct LossyMessageListTests {
  static let user =
    #""user":{"id":"temur","role":"user","created_at":"2025-09-01T08:00:00Z","#
    + #""updated_at":"2026-02-11T19:05:44.123456789Z","online":false}"#

  static func message(_ id: String, attachments: String = "", more: String = "", user: String = user) -> String {
    #"{"id":"\#(id)","type":"regular",\#(user),"text":"","created_at":"2026-04-17T06:31:00Z","#
      + #""updated_at":"2026-04-17T06:31:00Z","reply_count":0,"attachments":[\#(attachments)],"mentioned_users":[],"#
      + #""latest_reactions":[],"own_reactions":[]\#(more)}"#
  }

  struct Row: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let messages: [String]
    let kept: [String]
    let dropped: [Int]
    let locations: [String]
  }

  static let rows: [Row] = [
    Row(testDescription: "an empty list", messages: [], kept: [], dropped: [], locations: []),
    Row(
      testDescription: "4b: a message whose user lacks updated_at is dropped alone",
      messages: [
        message("1"),
        message("2", user: #""user":{"id":"x","role":"user","created_at":"2025-09-01T08:00:00Z","online":true}"#),
        message("3"),
      ], kept: ["1", "3"], dropped: [1], locations: []),
    Row(
      testDescription: "4c: a quoted message without a user costs that message only",
      messages: [message("1"), message("2", more: #","quoted_message":\#(message("0", user: #""user":null"#))"#)],
      kept: ["1"], dropped: [1], locations: []),
    Row(
      testDescription: "4c: a broken attachment does not hide its message",
      messages: [message("1", attachments: #"{"type":"image"},{"type":"poster"},{}"#), message("2")],
      kept: ["1", "2"], dropped: [], locations: ["/0/attachments/0", "/0/attachments/2"]),
    Row(
      testDescription: "4c: a fraction of nine digits is a time", messages: [message("1")], kept: ["1"], dropped: [],
      locations: []),
    Row(
      testDescription: "elements that are no messages, with spaces around them",
      messages: [" 1 ", " \(message("1")) ", "[1,2]", #""a,]""#, "null "], kept: ["1"], dropped: [0, 2, 3, 4],
      locations: []),
    Row(
      testDescription: "equal names in one message cost that message",
      messages: [message("1", more: #","id":"9""#), message("2")],
      kept: ["2"], dropped: [0], locations: []),
  ]

  @Test("one invalid element never invalidates the list", arguments: rows)
  func drops(_ row: Row) throws {
    let list = try LossyMessageList(json: Array(("[" + row.messages.joined(separator: ",") + "] \n").utf8))
    #expect(list.messages.map(\.id) == row.kept)
    #expect(list.droppedMessages.map(\.index) == row.dropped)
    #expect(list.lossReport.drops.map(\.instanceLocation.description) == row.locations)
    #expect(list.lossReport.drops.allSatisfy { !$0.issues.isEmpty })
  }

  @Test("a payload that is not a list is refused")
  func refuses() {
    #expect(throws: LossyMessageList.ReadingError.notAList(actual: .object)) {
      try LossyMessageList(json: Array("{}".utf8))
    }
    #expect(throws: LossyMessageList.ReadingError.self) { try LossyMessageList(json: Array("[1,".utf8)) }
    #expect(throws: LossyMessageList.ReadingError.self) { try LossyMessageList(json: []) }
  }
}

extension String {
  /// Returns the number of occurrences of a text in this one.
  fileprivate func components(of text: String) -> Int {
    split(separator: text, omittingEmptySubsequences: false).count - 1
  }
}
