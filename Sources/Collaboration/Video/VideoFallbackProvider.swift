import CollaborationModels

/// Decides what stands in for a video. Apps supply their own; ``DefaultVideoFallback`` is used otherwise.
///
///     struct InitialsOnly: VideoFallbackProvider {
///       func placeholder(for context: VideoFallbackContext) -> VideoPlaceholder {
///         var placeholder = DefaultVideoFallback().placeholder(for: context)
///         placeholder.content = .initials(context.participant.fallbackText)
///         return placeholder
///       }
///     }
public protocol VideoFallbackProvider: Sendable {
  /// What stands in for the video of a participant. It is asked only while the video is not drawn.
  func placeholder(for context: VideoFallbackContext) -> VideoPlaceholder
}

extension VideoFallbackProvider {
  /// The tile of a participant: the video where it is to be drawn, or else what this provider puts in its place.
  public func tile(for context: VideoFallbackContext) -> ParticipantTile {
    ParticipantTile(
      id: context.id, content: context.showsVideo ? .video : .placeholder(placeholder(for: context)))
  }
}

/// One participant's place on the screen.
public struct ParticipantTile: Hashable, Sendable, Identifiable {
  /// What the tile shows.
  public enum Content: Hashable, Sendable {
    case video
    case placeholder(VideoPlaceholder)
  }

  /// Tells this tile from others.
  public var id: String
  /// What the tile shows.
  public var content: Content

  public init(id: String, content: Content) {
    self.id = id
    self.content = content
  }

  /// Whether the video is drawn.
  public var showsVideo: Bool { content == .video }

  /// What user-interface tests find the tile by.
  public var accessibilityIdentifier: String { "callParticipantView" }

  /// "1" while the video is drawn, else "0".
  public var accessibilityValue: String { showsVideo ? "1" : "0" }
}

/// The picture of the participant in a circle before the same picture blurred; without one, the first letter of the
/// name, or the id. The speaker has a border, unless there is nobody else.
public struct DefaultVideoFallback: VideoFallbackProvider {
  /// Behind a letter.
  public var backgroundColor: TileColor
  /// Marks the speaker.
  public var borderColor: TileColor

  public init(backgroundColor: TileColor = .black, borderColor: TileColor = .green) {
    self.backgroundColor = backgroundColor
    self.borderColor = borderColor
  }

  /// What stands in for the participant's video.
  public func placeholder(for context: VideoFallbackContext) -> VideoPlaceholder {
    let participant = context.participant
    let isMarked = participant.isSpeaking && context.participantCount > 1
    let content: VideoPlaceholder.Content =
      if let url = participant.pictureURL {
        .image(url: url)
      } else if let initial = participant.initial {
        .initials(initial)
      } else {
        .name(participant.id)
      }
    return VideoPlaceholder(
      background: participant.pictureURL.map { .blurredImage(url: $0) } ?? .color(backgroundColor), content: content,
      border: isMarked ? VideoPlaceholder.Border(place: .tile, color: borderColor) : nil,
      microphone: VideoPlaceholder.MicrophoneIndicator(of: context), infoBar: VideoPlaceholder.InfoBar(of: context))
  }
}

/// The document's example: a gradient from green to black with the microphone in a circle, which has a green border
/// exactly while the participant speaks.
public struct GradientMicrophoneFallback: VideoFallbackProvider {
  /// From the top to the bottom.
  public var colors: [TileColor]
  /// Marks the speaker.
  public var borderColor: TileColor

  public init(colors: [TileColor] = [.green, .black], borderColor: TileColor = .green) {
    self.colors = colors
    self.borderColor = borderColor
  }

  /// What stands in for the participant's video.
  public func placeholder(for context: VideoFallbackContext) -> VideoPlaceholder {
    let border = VideoPlaceholder.Border(place: .content, color: borderColor)
    return VideoPlaceholder(
      background: .gradient(colors), content: .microphone, border: context.participant.isSpeaking ? border : nil,
      microphone: VideoPlaceholder.MicrophoneIndicator(of: context), infoBar: VideoPlaceholder.InfoBar(of: context))
  }
}

extension VideoPlaceholder.MicrophoneIndicator {
  /// A participant who sends no sound is muted, whatever the last measurement of loudness was.
  public init(of context: VideoFallbackContext) {
    let participant = context.participant
    let isAudible = participant.hasAudio && !participant.pausedTracks.contains(.audio)
    self = !isAudible ? .muted : participant.isSpeaking ? .speaking : .on
  }
}

extension VideoPlaceholder.InfoBar {
  public init(of context: VideoFallbackContext) {
    self.init(
      name: context.participant.displayName, showsPausedVideo: context.participant.pausedTracks.contains(.video))
  }
}
