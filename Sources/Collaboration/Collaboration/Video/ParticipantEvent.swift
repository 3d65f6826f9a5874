public import CollaborationModels
public import SchemaRuntime

/// An event about a call's participants, from the media server or this device. Participants are distinguished by
/// session.
public enum ParticipantEvent: Hashable, Sendable {
  case connectionQualityChanged([ConnectionQualityChange])
  case audioLevelChanged([AudioLevelChange])
  /// A participant joined, possibly pinned for everyone.
  case participantJoined(ParticipantState, isPinned: Bool, at: Timestamp)
  /// More is known about a participant.
  case participantUpdated(ParticipantState)
  case participantLeft(sessionID: String)
  case dominantSpeakerChanged(sessionID: String)
  case trackPublished(TrackType, sessionID: String)
  case trackUnpublished(TrackType, sessionID: String)
  /// These participants are pinned for everyone, and no others.
  case pinsChanged(sessionIDs: [String], at: Timestamp)
  /// The server pauses or resumes sending tracks to this device.
  case inboundStateChanged([InboundStateChange])
  /// A participant is pinned or unpinned on this device only.
  case locallyPinned(sessionID: String, isPinned: Bool, at: Timestamp)
  /// Whether this device requests a video has changed.
  case showTrackChanged(sessionID: String, showTrack: Bool)
  /// The size of a video on this device has changed.
  case trackSizeChanged(sessionID: String, TrackSize)
  /// An event of unknown kind, kept unchanged.
  case unknown(type: String, payload: JSONValue)

  /// A change of a participant's connection quality.
  public struct ConnectionQualityChange: Hashable, Sendable {
    /// The participant's session.
    public var sessionID: String
    /// The new quality.
    public var quality: ConnectionQuality

    public init(sessionID: String, quality: ConnectionQuality) {
      self.sessionID = sessionID
      self.quality = quality
    }
  }

  /// A measurement of a participant's loudness.
  public struct AudioLevelChange: Hashable, Sendable {
    /// The participant's session.
    public var sessionID: String
    /// The loudness from 0 to 1; values outside are clamped, and NaN counts as no measurement.
    public var level: Double
    /// Whether the sound is speech.
    public var isSpeaking: Bool

    public init(sessionID: String, level: Double, isSpeaking: Bool) {
      self.sessionID = sessionID
      self.level = level
      self.isSpeaking = isSpeaking
    }
  }

  /// A change of a track's delivery to this device.
  public struct InboundStateChange: Hashable, Sendable {
    /// The participant's session.
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

/// The result of an event.
public enum ParticipantChange: Hashable, Sendable {
  case joined(sessionID: String)
  case updated(sessionID: String)
  case left(sessionID: String)
  /// An event of unknown kind, for the app to handle.
  case unhandled(type: String, payload: JSONValue)
}
