/// Lets the user feel what the recording flow does. The document's feedback generator, which may be replaced by another
/// or by none.
public protocol HapticFeedback: Sendable {
  func play(_ strength: HapticStrength) async
}

/// How strong a feedback is.
public enum HapticStrength: Hashable, Sendable, CaseIterable {
  /// The button was touched.
  case light
  /// A recording begins.
  case medium
  /// A recording is thrown away.
  case heavy
}

/// No feedback.
public struct NoHapticFeedback: HapticFeedback {
  /// Feels like nothing.
  public init() {}
  public func play(_ strength: HapticStrength) async {}
}
