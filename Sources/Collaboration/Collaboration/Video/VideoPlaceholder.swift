/// The fallback for a video, as a value that any view layer can draw: a background, a circle or text in the center, and
/// a bar with the name.
public struct VideoPlaceholder: Hashable, Sendable {
  /// The background of a tile.
  public enum Background: Hashable, Sendable {
    case color(TileColor)
    /// The picture at this address, blurred, over the entire tile.
    case blurredImage(url: String)
    /// Colors from top to bottom.
    case gradient([TileColor])
  }

  /// The content in the center of the tile.
  public enum Content: Hashable, Sendable {
    /// The picture at this address, clipped to a circle.
    case image(url: String)
    /// One or two letters in a circle.
    case initials(String)
    /// A longer text, unchanged.
    case name(String)
    /// A microphone symbol in a circle.
    case microphone
  }

  /// A ring around the content or the tile.
  public struct Border: Hashable, Sendable {
    /// The shape that the ring surrounds.
    public enum Target: Hashable, Sendable {
      case tile
      case content
    }

    /// The shape that the ring surrounds.
    public var target: Target
    /// The ring's color.
    public var color: TileColor
    /// The width in points.
    public var width: Double

    public init(target: Target, color: TileColor, width: Double = 2) {
      self.target = target
      self.color = color
      self.width = width
    }
  }

  /// The state of the microphone indicator.
  public enum MicrophoneIndicator: Hashable, Sendable {
    /// No audio track is sent, or it is paused.
    case muted
    case on
    case speaking
  }

  /// The bar at the edge of the tile.
  public struct InfoBar: Hashable, Sendable {
    /// The name of the participant.
    public var name: String
    /// Whether to show that the video is paused because of the connection.
    public var showsPausedVideo: Bool

    public init(name: String, showsPausedVideo: Bool) {
      self.name = name
      self.showsPausedVideo = showsPausedVideo
    }
  }

  /// The background of the tile.
  public var background: Background
  /// The content in the center of the tile.
  public var content: Content
  /// The width and height of the content, in points.
  public var contentSize: Double
  /// The ring, if any; none while the participant is silent.
  public var border: Border?
  /// The microphone indicator.
  public var microphone: MicrophoneIndicator
  /// The bar at the edge of the tile.
  public var infoBar: InfoBar

  public init(
    background: Background, content: Content, contentSize: Double = VideoPlaceholder.standardContentSize,
    border: Border? = nil, microphone: MicrophoneIndicator, infoBar: InfoBar
  ) {
    self.background = background
    self.content = content
    self.contentSize = contentSize
    self.border = border
    self.microphone = microphone
    self.infoBar = infoBar
  }

  /// The width and height of a picture or letter, in points.
  public static let standardContentSize = 138.0
}

/// A color in sRGB: red, green, blue and opacity, each from 0 to 1.
public struct TileColor: Hashable, Sendable {
  /// The red component.
  public var red: Double
  /// The green component.
  public var green: Double
  /// The blue component.
  public var blue: Double
  /// The opacity; 1 is opaque.
  public var opacity: Double

  public init(red: Double, green: Double, blue: Double, opacity: Double = 1) {
    self.red = red
    self.green = green
    self.blue = blue
    self.opacity = opacity
  }

  /// Black.
  public static let black = TileColor(red: 0, green: 0, blue: 0)
  /// The green of the example and of the speaker's border.
  public static let green = TileColor(red: 0, green: 0.8, blue: 0.2)
}
