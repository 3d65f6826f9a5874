public import CollaborationModels

extension RGBColor {
  /// A colour of channels from 0 to 255. What comes after the point is cut off, as the service does; nil when a channel
  /// is out of range or not a number.
  public init?(red: Double, green: Double, blue: Double) {
    let channels = [red, green, blue].compactMap { Int(exactly: $0.rounded(.towardZero)) }
    guard channels.count == 3, channels.allSatisfy((0...255).contains) else { return nil }
    self.init(channels)
  }
}
