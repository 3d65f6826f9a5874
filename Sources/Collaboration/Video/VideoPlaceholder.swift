/// What stands in for a video, as a value that any view layer can draw: a background, on it a circle or text in the
/// middle, and a bar with the name.
public struct VideoPlaceholder: Hashable, Sendable {
  /// What fills the tile.
  public enum Background: Hashable, Sendable {
    case color(TileColor)
    /// The picture at this address, blurred, over the whole tile.
    case blurredImage(url: String)
    /// Colours from the top to the bottom.
    case gradient([TileColor])
  }

  /// What is in the middle of the tile.
  public enum Content: Hashable, Sendable {
    /// The picture at this address, cut to a circle.
    case image(url: String)
    /// A letter or two in a circle.
    case initials(String)
    /// A longer text as it is.
    case name(String)
    /// The microphone's symbol in a circle.
    case microphone
  }

  /// A ring around the content or the tile.
  public struct Border: Hashable, Sendable {
    /// What the ring is around.
    public enum Place: Hashable, Sendable {
      case tile
      case content
    }

    /// What the ring is around.
    public var place: Place
    /// The ring's colour.
    public var color: TileColor
    /// In points.
    public var width: Double

    public init(place: Place, color: TileColor, width: Double = 2) {
      self.place = place
      self.color = color
      self.width = width
    }
  }

  /// What is shown of the microphone.
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
    /// Whether to show that the video is paused for the sake of the connection.
    public var showsPausedVideo: Bool

    public init(name: String, showsPausedVideo: Bool) {
      self.name = name
      self.showsPausedVideo = showsPausedVideo
    }
  }

  /// What fills the tile.
  public var background: Background
  /// What is in the middle of the tile.
  public var content: Content
  /// The width and height of the content, in points.
  public var contentSize: Double
  /// Nil when there is none, as while the participant is silent.
  public var border: Border?
  /// What is shown of the microphone.
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

/// A colour: parts of red, green, blue and opacity, each from 0 to 1, in sRGB.
public struct TileColor: Hashable, Sendable {
  /// The part of red.
  public var red: Double
  /// The part of green.
  public var green: Double
  /// The part of blue.
  public var blue: Double
  /// 1 where nothing shines through.
  public var opacity: Double

  public init(red: Double, green: Double, blue: Double, opacity: Double = 1) {
    self.red = red
    self.green = green
    self.blue = blue
    self.opacity = opacity
  }

  /// No light at all.
  public static let black = TileColor(red: 0, green: 0, blue: 0)
  /// The green of the example and of the speaker.
  public static let green = TileColor(red: 0, green: 0.8, blue: 0.2)
}
