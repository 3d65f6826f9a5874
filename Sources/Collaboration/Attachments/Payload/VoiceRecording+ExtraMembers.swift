public import CollaborationModels
public import SchemaRuntime

extension VoiceRecording {
  /// The names of the members that a voice recording declares. All others are the sender's own.
  public static let declaredMembers = [
    "type", "asset_url", "title", "file_size", "mime_type", "duration", "waveform_data",
  ]

  /// Replaces the sender's own members. A declared name is left out, because its member is written by the property of
  /// that name, and once: a payload with `waveform_data` among the extra members still has one waveform.
  ///
  /// The service removes `name`, `url`, `text` and more as well, which voice recordings do not have. They are the
  /// sender's own data, and the document promises that those are kept.
  public mutating func setExtraMembers(_ members: JSONObject) {
    additionalMembers = JSONObject(
      members.lazy.map { ($0.name, $0.value) }.filter { !Self.declaredMembers.contains($0.0) })
  }
}
