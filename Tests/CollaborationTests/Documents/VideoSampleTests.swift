import Collaboration
import CollaborationModels
import SchemaRuntime
import Testing

/// The samples of the third document: a fallback for videos, in Swift with views. Here, a fallback is a value to draw.
@Suite struct VideoSampleTests {
  /// Sample 2.1: the factory's function, which makes the tile of a participant.
  private struct CustomViewFactory {
    func makeVideoParticipantView(
      participant: CallParticipant,
      id: String,
      availableFrame: TrackSize,
      customData: JSONObject,
      call: VideoCall?
    ) -> ParticipantTile {
      CustomVideoCallParticipantView(
        participant: participant,
        id: id,
        availableFrame: availableFrame,
        customData: customData,
        call: call
      ).body
    }
  }

  /// Sample 2.2.
  private struct CustomVideoCallParticipantView {
    let participant: CallParticipant
    var id: String
    var availableFrame: TrackSize
    var customData: JSONObject
    var call: VideoCall?

    init(
      participant: CallParticipant,
      id: String? = nil,
      availableFrame: TrackSize,
      customData: JSONObject = [:],
      call: VideoCall?
    ) {
      self.participant = participant
      self.id = id ?? participant.id
      self.availableFrame = availableFrame
      self.customData = customData
      self.call = call
    }

    var context: VideoFallbackContext {
      VideoFallbackContext(
        participant: participant, id: id, hasTrack: participant.hasVideo, participantCount: 2, customData: customData,
        availableSize: availableFrame)
    }

    var body: ParticipantTile { GradientMicrophoneFallback().tile(for: context) }

    func handleRendering() async {
      await call?.updateTrackSize(availableFrame, for: participant)
    }

    var showVideo: Bool {
      context.shouldDisplayTrack || customData["videoOn"]?.bool == true
    }
  }

  static let rows: [Named<(hasVideo: Bool, customData: JSONObject, shows: Bool)>] = [
    Named("a video that is sent", (true, [:], true)), Named("no video", (false, [:], false)),
    Named("custom data that turns the video on", (false, ["videoOn": true], true)),
    Named("custom data with a text", (false, ["videoOn": "true"], false)),
  ]

  @Test("samples 2.1 and 2.2: the tile shows the video, or a gradient with a microphone", arguments: rows)
  func makesTiles(_ row: Named<(hasVideo: Bool, customData: JSONObject, shows: Bool)>) throws {
    let time = try #require(VideoSamples.time)
    var participant = VideoSamples.participant("a", hasVideo: row.value.hasVideo, joinedAt: time)
    participant.isSpeaking = true
    let tile = CustomViewFactory().makeVideoParticipantView(
      participant: participant, id: "tile", availableFrame: TrackSize(width: 64, height: 48),
      customData: row.value.customData, call: nil)
    let view = CustomVideoCallParticipantView(
      participant: participant, availableFrame: TrackSize(), customData: row.value.customData, call: nil)
    #expect(view.showVideo == row.value.shows && tile.showsVideo == row.value.shows && view.id == "a")
    #expect(tile.id == "tile" && tile.accessibilityIdentifier == "callParticipantView")
    #expect(tile.accessibilityValue == (row.value.shows ? "1" : "0"))
    if case .placeholder(let placeholder) = tile.content {
      #expect(placeholder.background == .gradient([.green, .black]) && placeholder.content == .microphone)
      #expect(placeholder.border?.target == .content && placeholder.border?.color == .green)
    }
  }

  @Test("sample 2.2: rendering tells the call the size of the video")
  func updatesSize() async throws {
    let call = VideoCall(callCID: "a:b", clock: VirtualClock())
    let state = VideoSamples.state("a", hasVideo: true, joinedAt: try #require(VideoSamples.time))
    await call.receive(.participantJoined(state, isPinned: false, at: state.participant.joinedAt))
    let size = TrackSize(width: 64, height: 48)
    await CustomVideoCallParticipantView(participant: state.participant, availableFrame: size, call: call)
      .handleRendering()
    #expect(await call.participant(sessionID: "a")?.tracks.trackSize == size)
  }
}
