public import CollaborationModels

// The service uses milliseconds, the document's properties use seconds. 1.5 s is exactly 1500 ms: fractions of seconds
// are not truncated.

extension Int {
  /// Converts seconds to milliseconds, rounded to the nearest; nil if not finite or out of range.
  init?(millisecondsIn seconds: Double) {
    let milliseconds = (seconds * 1000).rounded()
    // Int(exactly:) fails for values that are not finite or out of range.
    self.init(exactly: milliseconds)
  }

  /// The milliseconds converted to seconds.
  var seconds: Double { Double(self) / 1000 }
}

extension TimeInfo {
  /// The playback time in seconds.
  public var scheduleTimeInSeconds: Double { scheduleTime.seconds }
  /// The duration of the recording in seconds.
  public var timeDurationInSeconds: Double { timeDuration.seconds }
  /// The start of the recording, in seconds since 1970-01-01 UTC.
  public var beginTimestampInSeconds: Double { beginTimestamp.seconds }
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
