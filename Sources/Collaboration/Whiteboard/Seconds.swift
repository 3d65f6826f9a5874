public import CollaborationModels

// The wire has milliseconds, the document's properties have seconds. 1.5 s are 1500 ms, exactly: nothing is cut off to
// whole seconds.

extension Int {
  /// A number of seconds in milliseconds, rounded to the nearest one; nil when it is not finite or out of range.
  init?(millisecondsIn seconds: Double) {
    let milliseconds = (seconds * 1000).rounded()
    // Int(exactly:) refuses what is not finite and what is out of range.
    self.init(exactly: milliseconds)
  }

  /// A number of milliseconds in seconds.
  var seconds: Double { Double(self) / 1000 }
}

extension TimeInfo {
  /// How far the playback has come, in seconds.
  public var scheduleTimeInSeconds: Double { scheduleTime.seconds }
  /// How long the recording is, in seconds.
  public var timeDurationInSeconds: Double { timeDuration.seconds }
  /// When the recording begins, in seconds since 1970-01-01 UTC.
  public var beginTimestampInSeconds: Double { beginTimestamp.seconds }
}

extension PlayerConfig {
  /// How often the time is reported, in milliseconds.
  /// - Throws: ``WhiteboardFailure/invalidConfiguration(_:)`` when it is less than one, not finite, or too long.
  var stepMilliseconds: Int {
    get throws(WhiteboardFailure) {
      guard let step = Int(millisecondsIn: step), step > 0 else { throw .invalidConfiguration("step") }
      return step
    }
  }

  /// How much is played, in milliseconds; nil is all of it.
  /// - Throws: ``WhiteboardFailure/invalidConfiguration(_:)`` when it is negative, not finite, or too long.
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
