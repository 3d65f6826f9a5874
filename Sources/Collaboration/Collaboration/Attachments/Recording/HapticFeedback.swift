/// Gives haptic feedback for the recording flow. The document's feedback generator, which can be replaced or disabled.
public protocol HapticFeedback: Sendable {
  func play(_ strength: HapticStrength) async
}

/// The strength of haptic feedback.
public enum HapticStrength: Hashable, Sendable, CaseIterable {
  /// The button was touched.
  case light
  /// A recording begins.
  case medium
  /// A recording is discarded.
  case heavy
}

/// No feedback.
public struct NoHapticFeedback: HapticFeedback {
  /// Creates a generator without feedback.
  public init() {}
  public func play(_ strength: HapticStrength) async {}
}
