public import CollaborationModels

extension RGBColor {
  /// Creates a color from channels from 0 to 255. Fractions are truncated, as the service does; nil if a channel is
  /// out of range or NaN.
  public init?(red: Double, green: Double, blue: Double) {
    let channels = [red, green, blue].compactMap { Int(exactly: $0.rounded(.towardZero)) }
    guard channels.count == 3, channels.allSatisfy((0...255).contains) else { return nil }
    self.init(channels)
  }
}
