import CollaborationModels
import SchemaRuntime

/// Participants for the tests of the video system.
enum VideoSamples {
  static let time = Timestamp("2026-04-02T17:50:00Z")
  static let later = Timestamp("2026-04-02T17:51:00.123456789Z")

  static func participant(
    _ id: String, name: String = "", hasVideo: Bool = false, hasAudio: Bool = false, joinedAt: Timestamp
  ) -> CallParticipant {
    CallParticipant(
      id: id, userID: "user-\(id)", name: name, roles: [], sessionID: id, hasVideo: hasVideo, hasAudio: hasAudio,
      showTrack: true, isSpeaking: false, pausedTracks: [], connectionQuality: .unknown, customData: [:],
      joinedAt: joinedAt, audioLevels: [])
  }

  static func state(
    _ id: String, name: String = "", hasVideo: Bool = false, hasAudio: Bool = false, isScreensharing: Bool = false,
    joinedAt: Timestamp
  ) -> ParticipantState {
    ParticipantState(
      participant: participant(id, name: name, hasVideo: hasVideo, hasAudio: hasAudio, joinedAt: joinedAt),
      tracks: TrackState(hasVideo: hasVideo, hasAudio: hasAudio, isScreensharing: isScreensharing))
  }
}
