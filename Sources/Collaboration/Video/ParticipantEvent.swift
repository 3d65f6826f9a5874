public import CollaborationModels
public import SchemaRuntime

/// What the media server or this device tells of the participants of a call. Participants are told apart by session.
public enum ParticipantEvent: Hashable, Sendable {
  case connectionQualityChanged([ConnectionQualityChange])
  case audioLevelChanged([AudioLevelChange])
  /// Somebody joined; with a pin, for all who take part.
  case participantJoined(ParticipantState, isPinned: Bool, at: Timestamp)
  /// Somebody is known better now.
  case participantUpdated(ParticipantState)
  case participantLeft(sessionID: String)
  case dominantSpeakerChanged(sessionID: String)
  case trackPublished(TrackType, sessionID: String)
  case trackUnpublished(TrackType, sessionID: String)
  /// These are pinned for all who take part, and nobody else is.
  case pinsChanged(sessionIDs: [String], at: Timestamp)
  /// Tracks that the server stops sending to this device, or sends again.
  case inboundStateChanged([InboundStateChange])
  /// This device pins somebody for itself, or takes the pin away.
  case locallyPinned(sessionID: String, isPinned: Bool, at: Timestamp)
  /// This device wants to show a video, or not.
  case showTrackChanged(sessionID: String, showTrack: Bool)
  /// A video has this size on this device.
  case trackSizeChanged(sessionID: String, TrackSize)
  /// A kind of event that is not known here, kept as it came.
  case unknown(type: String, payload: JSONValue)

  /// How good a connection is now.
  public struct ConnectionQualityChange: Hashable, Sendable {
    /// Whose it is.
    public var sessionID: String
    /// How good the connection is.
    public var quality: ConnectionQuality

    public init(sessionID: String, quality: ConnectionQuality) {
      self.sessionID = sessionID
      self.quality = quality
    }
  }

  /// A measurement of how loud a participant is.
  public struct AudioLevelChange: Hashable, Sendable {
    /// Whose it is.
    public var sessionID: String
    /// How loud the participant is, from 0 to 1; what is beyond is taken for the nearer of both, and NaN for none.
    public var level: Double
    /// Whether the sound is speech.
    public var isSpeaking: Bool

    public init(sessionID: String, level: Double, isSpeaking: Bool) {
      self.sessionID = sessionID
      self.level = level
      self.isSpeaking = isSpeaking
    }
  }

  /// Whether a track reaches this device.
  public struct InboundStateChange: Hashable, Sendable {
    /// Whose it is.
    public var sessionID: String
    /// The kind of track.
    public var track: TrackType
    /// Whether the server has stopped sending the track to this device.
    public var isPaused: Bool

    public init(sessionID: String, track: TrackType, isPaused: Bool) {
      self.sessionID = sessionID
      self.track = track
      self.isPaused = isPaused
    }
  }
}

/// What an event came to.
public enum ParticipantChange: Hashable, Sendable {
  case joined(sessionID: String)
  case updated(sessionID: String)
  case left(sessionID: String)
  /// An event of an unknown kind, for the app to look at.
  case unhandled(type: String, payload: JSONValue)
}
