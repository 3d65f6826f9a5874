public import CollaborationModels
public import SchemaRuntime

/// What is known when a participant's tile is drawn: all that a fallback may depend on.
public struct VideoFallbackContext: Hashable, Sendable {
  /// Where the pictures of the local participant come from.
  public struct LocalCamera: Hashable, Sendable {
    /// Whether the participant wants the camera on.
    public var isOn: Bool
    /// Whether the system lets the app use it.
    public var isPermitted: Bool

    public init(isOn: Bool, isPermitted: Bool = true) {
      self.isOn = isOn
      self.isPermitted = isPermitted
    }
  }

  /// Whose tile it is.
  public var participant: CallParticipant
  /// Tells this tile from others; that of the participant unless it is said otherwise.
  public var id: String
  /// Whether there is a video track to draw at this moment.
  public var hasTrack: Bool
  /// The camera, for the tile of the local participant; nil for those of others.
  public var localCamera: LocalCamera?
  /// How many take part in the call, the local participant included.
  public var participantCount: Int
  /// What the place of the tile has to say; `videoOn` is read. It goes before the custom data of the participant.
  public var customData: JSONObject

  public init(
    participant: CallParticipant, id: String? = nil, hasTrack: Bool, localCamera: LocalCamera? = nil,
    participantCount: Int, customData: JSONObject = [:]
  ) {
    self.participant = participant
    self.id = id ?? participant.id
    self.hasTrack = hasTrack
    self.localCamera = localCamera
    self.participantCount = participantCount
    self.customData = customData
  }
}

extension VideoFallbackContext {
  /// Whether the video is drawn, rather than what stands in for it.
  ///
  /// The document's rule comes first: custom data with `videoOn` true shows the video. Only a Boolean counts; the text
  /// "true" and the number 1 do not. For the local participant the camera decides next, as an own track may be there
  /// before or after the camera is on. For all others it is whether there is a track to show.
  public var showsVideo: Bool {
    if (customData["videoOn"] ?? participant.customData["videoOn"])?.bool == true { return true }
    if let localCamera { return localCamera.isOn && localCamera.isPermitted }
    return participant.shouldDisplayTrack(hasTrack: hasTrack)
  }

  /// The decision and the main parts of the default fallback as a payload, for views in another process.
  public var fallbackState: VideoFallbackState {
    VideoFallbackState(
      participantId: participant.id, showsVideo: showsVideo, imageURL: participant.pictureURL,
      text: participant.fallbackText, isSpeaking: participant.isSpeaking)
  }
}

extension CallParticipant {
  /// Whether the participant's video is to be drawn: it is sent, wanted, there, and not paused.
  public func shouldDisplayTrack(hasTrack: Bool) -> Bool {
    hasVideo && showTrack && hasTrack && !pausedTracks.contains(.video)
  }

  /// The name; the participant's id when nothing of the name can be seen.
  public var displayName: String { name.isBlank ? id : name }

  /// What stands in for a picture: the first letter of the name in upper case; without a name, the id.
  public var fallbackText: String { initial ?? id }

  /// The first letter of the name in upper case; nil when nothing of the name can be seen.
  var initial: String? { name.first { !$0.isWhitespace }.map { $0.uppercased() } }

  /// The address of the picture; nil when there is none. An empty text is no address, and only absolute ones count.
  public var pictureURL: String? { profileImageURL.flatMap { Format.uri.isValid($0) ? $0 : nil } }
}
