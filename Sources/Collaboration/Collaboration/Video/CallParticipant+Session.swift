public import CollaborationModels
import SchemaRuntime

extension CallParticipant {
  /// Creates a participant who is only known from the coordinating service, without tracks yet. Keeps the user's role
  /// in the call and custom data.
  public init(_ session: SessionParticipant) {
    let user = session.user
    self.init(
      id: session.userSessionID, userID: user.id, name: user.name ?? "", roles: [session.role],
      sessionID: session.userSessionID, hasVideo: false, hasAudio: false, showTrack: true, isSpeaking: false,
      pausedTracks: [], connectionQuality: .unknown, customData: user.custom ?? [:], joinedAt: session.joinedAt,
      audioLevels: [])
    // An empty text, which services send for users without a picture, is not an address.
    profileImageURL = user.image
    profileImageURL = pictureURL
  }
}
