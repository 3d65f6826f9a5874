public import CollaborationModels
import SchemaRuntime

extension CallParticipant {
  /// A participant of whom only the coordinating service has told, without tracks yet. The user's role in the call and
  /// custom data are kept.
  public init(_ session: SessionParticipant) {
    let user = session.user
    self.init(
      id: session.userSessionID, userId: user.id, name: user.name ?? "", roles: [session.role],
      sessionId: session.userSessionID, hasVideo: false, hasAudio: false, showTrack: true, isSpeaking: false,
      pausedTracks: [], connectionQuality: .unknown, customData: user.custom ?? [:], joinedAt: session.joinedAt,
      audioLevels: [])
    // An empty text, which services send for users without a picture, is no address.
    profileImageURL = user.image
    profileImageURL = pictureURL
  }
}
