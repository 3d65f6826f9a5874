public import CollaborationModels
public import SchemaRuntime

/// The information about a participant's tile that a fallback may depend on.
public struct VideoFallbackContext: Hashable, Sendable {
  /// The state of the local participant's camera.
  public struct LocalCamera: Hashable, Sendable {
    /// Whether the participant wants the camera on.
    public var isOn: Bool
    /// Whether the system permits the app to use it.
    public var isPermitted: Bool

    public init(isOn: Bool, isPermitted: Bool = true) {
      self.isOn = isOn
      self.isPermitted = isPermitted
    }
  }

  /// The tile's participant.
  public var participant: CallParticipant
  /// Identifies the tile; default: the participant's id.
  public var id: String
  /// Whether there is currently a video track to draw.
  public var hasTrack: Bool
  /// The camera, for the tile of the local participant; nil for other tiles.
  public var localCamera: LocalCamera?
  /// The number of participants in the call, including the local one.
  public var participantCount: Int
  /// Custom data for the tile; `videoOn` is read. The participant's own custom data does not count.
  public var customData: JSONObject
  /// The size that is available for the tile, in points; nil if it is not known.
  public var availableSize: TrackSize?

  public init(
    participant: CallParticipant, id: String? = nil, hasTrack: Bool, localCamera: LocalCamera? = nil,
    participantCount: Int, customData: JSONObject = [:], availableSize: TrackSize? = nil
  ) {
    self.participant = participant
    self.id = id ?? participant.id
    self.hasTrack = hasTrack
    self.localCamera = localCamera
    self.participantCount = participantCount
    self.customData = customData
    self.availableSize = availableSize
  }
}

extension VideoFallbackContext {
  /// Whether the video is drawn rather than its fallback.
  ///
  /// The document's rule comes first: custom data of the tile with `videoOn` true shows the video. Only a Boolean counts; the text
  /// "true" and the number 1 do not. For the local participant the camera decides next, because the own track may exist
  /// before or after the camera is on. For all others it depends on whether there is a track to show.
  public var showsVideo: Bool {
    if customData["videoOn"]?.bool == true { return true }
    if let localCamera { return localCamera.isOn && localCamera.isPermitted }
    return participant.shouldDisplayTrack(hasTrack: hasTrack)
  }

  /// Whether the participant's video is sent, requested, available, and not paused.
  public var shouldDisplayTrack: Bool { participant.shouldDisplayTrack(hasTrack: hasTrack) }

  /// The decision and the main parts of the default fallback as a payload, for views in another process.
  public var fallbackState: VideoFallbackState {
    VideoFallbackState(
      participantID: participant.id, showsVideo: showsVideo, imageURL: participant.pictureURL,
      text: participant.fallbackText, isSpeaking: participant.isSpeaking)
  }
}

extension CallParticipant {
  /// Whether to draw the participant's video: it is sent, requested, available, and not paused.
  public func shouldDisplayTrack(hasTrack: Bool) -> Bool {
    hasVideo && showTrack && hasTrack && !pausedTracks.contains(.video)
  }

  /// The name, or the participant's id if the name is blank.
  public var displayName: String { name.isBlank ? id : name }

  /// The fallback for a picture: the first letter of the name in upper case, or the id if there is no name.
  public var fallbackText: String { initial ?? id }

  /// The first letter of the name in upper case; nil if the name is blank.
  var initial: String? { name.first { !$0.isWhitespace }.map { $0.uppercased() } }

  /// The address of the picture, if any. Only absolute addresses count.
  public var pictureURL: String? { profileImageURL.flatMap { Format.uri.isValid($0) ? $0 : nil } }
}
