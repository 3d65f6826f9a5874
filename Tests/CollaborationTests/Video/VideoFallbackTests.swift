import Collaboration
import CollaborationModels
import SchemaRuntime
import Testing

@Suite struct VideoFallbackTests {
  private static func context(
    _ name: String = "anna", hasTrack: Bool = true, localCamera: VideoFallbackContext.LocalCamera? = nil,
    customData: JSONObject = [:], count: Int = 2, _ change: (inout CallParticipant) -> Void = { _ in }
  ) throws -> VideoFallbackContext {
    var participant = VideoSamples.participant(
      "c41d7a", name: name, hasVideo: true, hasAudio: true, joinedAt: try #require(VideoSamples.time))
    change(&participant)
    return VideoFallbackContext(
      participant: participant, hasTrack: hasTrack, localCamera: localCamera, participantCount: count,
      customData: customData)
  }

  // MARK: Decision

  @Test("2a: a track is displayed if it is sent, wanted, available, and not paused: all sixteen cases")
  func displaysTracks() throws {
    for bits in 0..<16 {
      let flags = (0..<4).map { bits >> $0 & 1 == 1 }
      let context = try Self.context(hasTrack: flags[2]) {
        $0.hasVideo = flags[0]
        $0.showTrack = flags[1]
        $0.pausedTracks = flags[3] ? [.audio, .screenshare] : [.video]
      }
      #expect(context.participant.shouldDisplayTrack(hasTrack: flags[2]) == (bits == 15))
      #expect(context.showsVideo == (bits == 15))
    }
  }

  struct CustomDataRow: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var view: JSONObject = [:]
    var own: JSONObject = [:]
    var expected: Bool
  }

  static let customData: [CustomDataRow] = [
    CustomDataRow(testDescription: "2b: videoOn true shows the video", view: ["videoOn": true], expected: true),
    CustomDataRow(testDescription: "2b: videoOn false shows none", view: ["videoOn": false], expected: false),
    CustomDataRow(testDescription: "2b: no custom data shows none", expected: false),
    CustomDataRow(testDescription: "2a: the text 'true' is no Boolean", view: ["videoOn": "true"], expected: false),
    CustomDataRow(testDescription: "2a: the number 1 is no Boolean", view: ["videoOn": 1], expected: false),
    CustomDataRow(testDescription: "2a: null is no Boolean", view: ["videoOn": nil], expected: false),
    CustomDataRow(testDescription: "2a: an array is no Boolean", view: ["videoOn": [true]], expected: false),
    CustomDataRow(testDescription: "2b: names are exact", view: ["videoon": true], expected: false),
    CustomDataRow(
      testDescription: "2b: the participant's own custom data does not count", own: ["videoOn": true],
      expected: false),
    CustomDataRow(
      testDescription: "2b: only the view's counts", view: ["videoOn": true], own: ["videoOn": false],
      expected: true),
  ]

  @Test(arguments: customData)
  func readsCustomData(_ row: CustomDataRow) throws {
    let context = try Self.context(hasTrack: false, customData: row.view) { $0.customData = row.own }
    #expect(context.showsVideo == row.expected)
    // Custom data never hides a track that is to be displayed.
    #expect(try Self.context(customData: row.view) { $0.customData = row.own }.showsVideo)
  }

  @Test("2b: the local participant's video is the camera's, if it is on and permitted")
  func followsLocalCamera() throws {
    for (isOn, isPermitted) in [(true, true), (true, false), (false, true), (false, false)] {
      for hasTrack in [true, false] {
        let camera = VideoFallbackContext.LocalCamera(isOn: isOn, isPermitted: isPermitted)
        #expect(try Self.context(hasTrack: hasTrack, localCamera: camera).showsVideo == (isOn && isPermitted))
      }
    }
    let off = VideoFallbackContext.LocalCamera(isOn: false)
    #expect(try Self.context(localCamera: off, customData: ["videoOn": true]).showsVideo)
  }

  // MARK: Default fallback

  @Test("2b: a picture is shown in a circle over a blurred copy")
  func showsPicture() throws {
    let url = "https://faces.example/anna.png"
    let placeholder = DefaultVideoFallback().placeholder(for: try Self.context { $0.profileImageURL = url })
    #expect(placeholder.content == .image(url: url))
    #expect(placeholder.background == .blurredImage(url: url))
    #expect(placeholder.contentSize == 138)
  }

  struct TextRow: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var name: String
    var content: VideoPlaceholder.Content
    var bar: String
    var text: String
  }

  static let texts: [TextRow] = [
    TextRow(
      testDescription: "2b: the first letter of the name in upper case", name: "anna lee", content: .initials("A"),
      bar: "anna lee", text: "A"),
    TextRow(
      testDescription: "2b: without a name the id as it is", name: "", content: .name("c41d7a"), bar: "c41d7a",
      text: "c41d7a"),
    TextRow(
      testDescription: "2b: a name of blanks is none", name: " \t", content: .name("c41d7a"), bar: "c41d7a",
      text: "c41d7a"),
    TextRow(
      testDescription: "2b: blanks before a name are no letter", name: " émile", content: .initials("É"), bar: " émile",
      text: "É"),
    TextRow(
      testDescription: "2b: a letter of several scalars is one letter", name: "👩‍👧 family", content: .initials("👩‍👧"),
      bar: "👩‍👧 family", text: "👩‍👧"),
    TextRow(
      testDescription: "2b: a letter with two in upper case", name: "ß", content: .initials("SS"), bar: "ß", text: "SS"),
  ]

  @Test(arguments: texts)
  func showsText(_ row: TextRow) throws {
    let context = try Self.context(row.name, hasTrack: false)
    let placeholder = DefaultVideoFallback().placeholder(for: context)
    #expect(placeholder.content == row.content)
    #expect(placeholder.background == .color(.black))
    #expect(placeholder.infoBar.name == row.bar)
    #expect(context.fallbackState.text == row.text)
    try context.fallbackState.validate()
    #expect(try VideoFallbackState(json: context.fallbackState.json()) == context.fallbackState)
  }

  @Test("2c: an empty address, or one that is not absolute, is no picture", arguments: ["", " ", "a.png", "not a uri"])
  func refusesAddresses(_ url: String) throws {
    let context = try Self.context { $0.profileImageURL = url }
    let placeholder = DefaultVideoFallback().placeholder(for: context)
    #expect(placeholder.content == .initials("A"))
    #expect(context.fallbackState.imageURL == nil)
  }

  @Test("2b: the speaker has a border, unless there are no other participants")
  func marksSpeakers() throws {
    for (isSpeaking, count, expected) in [(true, 2, true), (true, 1, false), (false, 2, false), (true, 0, false)] {
      let context = try Self.context(count: count) { $0.isSpeaking = isSpeaking }
      #expect((DefaultVideoFallback().placeholder(for: context).border != nil) == expected)
    }
    let border = DefaultVideoFallback().placeholder(for: try Self.context { $0.isSpeaking = true }).border
    #expect(border?.target == .tile)
  }

  @Test("2b: the microphone is muted without sound, otherwise on or speaking")
  func indicatesMicrophone() throws {
    func microphone(_ change: (inout CallParticipant) -> Void) throws -> VideoPlaceholder.MicrophoneIndicator {
      DefaultVideoFallback().placeholder(for: try Self.context { change(&$0) }).microphone
    }
    #expect(try microphone { _ in } == .on)
    #expect(try microphone { $0.isSpeaking = true } == .speaking)
    #expect(
      try microphone {
        $0.hasAudio = false
        $0.isSpeaking = true
      } == .muted)
    #expect(try microphone { $0.pausedTracks = [.audio] } == .muted)
  }

  @Test("2b: the bar shows when the video is paused")
  func showsPause() throws {
    func bar(_ paused: [TrackType]) throws -> VideoPlaceholder.InfoBar {
      DefaultVideoFallback().placeholder(for: try Self.context { $0.pausedTracks = paused }).infoBar
    }
    #expect(try bar([.video]).showsPausedVideo)
    #expect(try !bar([.audio, .screenshare]).showsPausedVideo)
  }

  // MARK: Replacing

  @Test("2c: the document's example has a gradient, a microphone, and a green border only while speaking")
  func drawsExample() throws {
    for isSpeaking in [true, false] {
      for count in [1, 2] {
        let context = try Self.context(hasTrack: false, count: count) {
          $0.isSpeaking = isSpeaking
          $0.profileImageURL = "https://faces.example/anna.png"
        }
        let placeholder = GradientMicrophoneFallback().placeholder(for: context)
        #expect(placeholder.background == .gradient([.green, .black]))
        #expect(placeholder.content == .microphone)
        let border = VideoPlaceholder.Border(target: .content, color: .green)
        #expect(placeholder.border == (isSpeaking ? border : nil))
      }
    }
  }

  struct OwnFallback: VideoFallbackProvider {
    func placeholder(for context: VideoFallbackContext) -> VideoPlaceholder {
      var placeholder = DefaultVideoFallback().placeholder(for: context)
      placeholder.content = .name("Back soon")
      return placeholder
    }
  }

  @Test("2b: a tile has the video, or the app's placeholder, and the value '1' or '0'")
  func replacesFallback() throws {
    let providers: [any VideoFallbackProvider] = [DefaultVideoFallback(), GradientMicrophoneFallback(), OwnFallback()]
    for provider in providers {
      let shown = provider.tile(for: try Self.context())
      #expect(shown.content == .video)
      #expect(shown.accessibilityValue == "1")
      let context = try Self.context(hasTrack: false)
      let hidden = provider.tile(for: context)
      #expect(hidden.content == .placeholder(provider.placeholder(for: context)))
      #expect(hidden.accessibilityValue == "0")
      #expect(hidden.accessibilityIdentifier == "callParticipantView")
    }
    let tile = OwnFallback().tile(for: try Self.context(hasTrack: false))
    guard case .placeholder(let placeholder) = tile.content else { return #expect(Bool(false), "a placeholder") }
    #expect(placeholder.content == .name("Back soon"))
  }

  @Test("2b: the default id of a tile is the participant's")
  func hasID() throws {
    var context = try Self.context()
    #expect(DefaultVideoFallback().tile(for: context).id == "c41d7a")
    context = VideoFallbackContext(
      participant: context.participant, id: "spotlight", hasTrack: true, participantCount: 1)
    #expect(DefaultVideoFallback().tile(for: context).id == "spotlight")
  }

  @Test("2c: custom data never traps: indices and numbers out of range are nil")
  func asksSafely() throws {
    let data = try JSONValue(parsing: #"{"list":[1],"huge":1e400,"big":9223372036854775808,"text":"true"}"#)
    #expect(data[try #require(JSONPointer("/list/1"))] == nil)
    #expect(data[try #require(JSONPointer("/list/0"))]?.int == 1)
    #expect(data["huge"]?.int == nil && data["huge"]?.double == nil)
    #expect(data["big"]?.int == nil)
    #expect(data["text"]?.bool == nil)
  }
}
