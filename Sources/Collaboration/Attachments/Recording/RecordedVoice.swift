public import CollaborationModels
public import SchemaRuntime

/// A finished recording on this device, before it is uploaded.
public struct RecordedVoice: Hashable, Sendable {
  /// The absolute URI of the sound on this device.
  public var location: String
  /// In seconds.
  public var duration: Double
  /// Heights from 0 to 1.
  public var waveform: [Double]

  /// A recording; its numbers are made fit for a payload later.
  public init(location: String, duration: Double, waveform: [Double]) {
    self.location = location
    self.duration = duration
    self.waveform = waveform
  }

  /// The payload of the recording.
  /// - Parameter extraMembers: the sender's own; those of the names that voice recordings declare are left out.
  /// - Throws: what the schema says against it, such as a location that is no URI.
  public func attachment(
    title: String? = nil, fileSize: Int? = nil, mimeType: String? = nil, extraMembers: JSONObject = [:]
  ) throws(SchemaError) -> VoiceRecording {
    var recording = VoiceRecording(
      assetURL: location, title: title, fileSize: fileSize, mimeType: mimeType,
      duration: duration.isFinite ? duration : nil, waveformData: waveform.map(Waveform.height))
    recording.setExtraMembers(extraMembers)
    try recording.validate()
    return recording
  }
}
