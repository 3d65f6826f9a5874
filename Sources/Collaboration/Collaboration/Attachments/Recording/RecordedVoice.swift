public import CollaborationModels
public import SchemaRuntime

/// A finished recording on this device, before it is uploaded.
public struct RecordedVoice: Hashable, Sendable {
  /// The absolute URI of the sound on this device.
  public var location: String
  /// The duration.
  public var duration: Duration
  /// Heights from 0 to 1.
  public var waveform: [Double]

  /// Creates a recording. Its numbers are adapted to the payload's ranges later.
  public init(location: String, duration: Duration, waveform: [Double]) {
    self.location = location
    self.duration = duration
    self.waveform = waveform
  }

  /// Returns the payload of the recording.
  /// - Parameter extraMembers: the sender's own members; those with declared names of voice recordings are skipped.
  /// - Throws: if the schema rejects it, for instance a location that is not a URI.
  public func attachment(
    title: String? = nil, fileSize: Int? = nil, mimeType: String? = nil, extraMembers: JSONObject = [:]
  ) throws(SchemaError) -> VoiceRecording {
    var recording = VoiceRecording(
      assetURL: location, title: title, fileSize: fileSize, mimeType: mimeType,
      duration: duration < .zero ? nil : duration.inSeconds, waveformData: waveform.map(Waveform.height))
    recording.setExtraMembers(extraMembers)
    try recording.validate()
    return recording
  }
}
