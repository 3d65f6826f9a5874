import CollaborationModels

/// Provides the fallback for a video. Apps can supply their own; the default is ``DefaultVideoFallback``.
///
///     struct InitialsOnly: VideoFallbackProvider {
///       func placeholder(for context: VideoFallbackContext) -> VideoPlaceholder {
///         var placeholder = DefaultVideoFallback().placeholder(for: context)
///         placeholder.content = .initials(context.participant.fallbackText)
///         return placeholder
///       }
///     }
public protocol VideoFallbackProvider: Sendable {
  /// Returns the fallback for a participant's video. Called only while the video is not drawn.
  func placeholder(for context: VideoFallbackContext) -> VideoPlaceholder
}

extension VideoFallbackProvider {
  /// Returns the tile of a participant: the video if it is to be drawn, or else this provider's placeholder.
  public func tile(for context: VideoFallbackContext) -> ParticipantTile {
    ParticipantTile(
      id: context.id, content: context.showsVideo ? .video : .placeholder(placeholder(for: context)))
  }
}

/// A participant's tile on the screen.
public struct ParticipantTile: Hashable, Sendable, Identifiable {
  /// The content of a tile.
  public enum Content: Hashable, Sendable {
    case video
    case placeholder(VideoPlaceholder)
  }

  /// Identifies the tile.
  public var id: String
  /// The content of the tile.
  public var content: Content

  public init(id: String, content: Content) {
    self.id = id
    self.content = content
  }

  /// Whether the video is drawn.
  public var showsVideo: Bool { content == .video }

  /// The identifier for user-interface tests.
  public var accessibilityIdentifier: String { "callParticipantView" }

  /// "1" while the video is drawn, otherwise "0".
  public var accessibilityValue: String { showsVideo ? "1" : "0" }
}

/// Shows the participant's picture in a circle over a blurred copy; without a picture, the first letter of the name, or
/// the id. The speaker has a border, unless there are no other participants.
public struct DefaultVideoFallback: VideoFallbackProvider {
  /// The background of a letter.
  public var backgroundColor: TileColor
  /// The border color of the speaker.
  public var borderColor: TileColor

  public init(backgroundColor: TileColor = .black, borderColor: TileColor = .green) {
    self.backgroundColor = backgroundColor
    self.borderColor = borderColor
  }

  /// Returns the fallback for the participant's video.
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
      border: isMarked ? VideoPlaceholder.Border(target: .tile, color: borderColor) : nil,
      microphone: VideoPlaceholder.MicrophoneIndicator(of: context), infoBar: VideoPlaceholder.InfoBar(of: context))
  }
}

/// The document's example: a gradient from green to black with the microphone in a circle, which has a green border
/// only while the participant speaks.
public struct GradientMicrophoneFallback: VideoFallbackProvider {
  /// The colors from top to bottom.
  public var colors: [TileColor]
  /// The border color of the speaker.
  public var borderColor: TileColor

  public init(colors: [TileColor] = [.green, .black], borderColor: TileColor = .green) {
    self.colors = colors
    self.borderColor = borderColor
  }

  /// Returns the fallback for the participant's video.
  public func placeholder(for context: VideoFallbackContext) -> VideoPlaceholder {
    let border = VideoPlaceholder.Border(target: .content, color: borderColor)
    return VideoPlaceholder(
      background: .gradient(colors), content: .microphone, border: context.participant.isSpeaking ? border : nil,
      microphone: VideoPlaceholder.MicrophoneIndicator(of: context), infoBar: VideoPlaceholder.InfoBar(of: context))
  }
}

extension VideoPlaceholder.MicrophoneIndicator {
  /// Creates the indicator. A participant who sends no sound is muted, regardless of the last loudness measurement.
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
