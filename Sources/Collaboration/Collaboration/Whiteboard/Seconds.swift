public import CollaborationModels
public import SchemaRuntime

// The wire has milliseconds and seconds. 1.5 s is exactly 1500 ms: fractions of seconds are not truncated.

extension Int {
  /// Converts seconds to milliseconds, rounded to the nearest; nil if not finite or out of range.
  package init?(millisecondsIn seconds: Double) {
    let milliseconds = (seconds * 1000).rounded()
    // Int(exactly:) fails for values that are not finite or out of range.
    self.init(exactly: milliseconds)
  }
}

extension TimeInfo {
  /// The playback time.
  public var time: Duration { .milliseconds(scheduleTime) }
  /// The duration of the recording.
  public var duration: Duration { .milliseconds(timeDuration) }
  /// The start of the recording.
  public var begin: Timestamp { Timestamp(millisecondsSinceEpoch: beginTimestamp) }
}

extension PlayerConfig {
  /// The interval between time reports, in milliseconds.
  /// - Throws: ``WhiteboardFailure/invalidConfiguration(_:)`` if it is less than one, not finite, or too long.
  var stepMilliseconds: Int {
    get throws(WhiteboardFailure) {
      guard let step = Int(millisecondsIn: step), step > 0 else { throw .invalidConfiguration("step") }
      return step
    }
  }

  /// The duration to play, in milliseconds; nil for the entire recording.
  /// - Throws: ``WhiteboardFailure/invalidConfiguration(_:)`` if it is negative, not finite, or too long.
  var durationMilliseconds: Int? {
    get throws(WhiteboardFailure) {
      guard let seconds = duration else { return nil }
      guard let duration = Int(millisecondsIn: seconds), duration >= 0 else {
        throw .invalidConfiguration("duration")
      }
      return duration
    }
  }
}
