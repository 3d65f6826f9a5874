public import CollaborationModels
public import SchemaRuntime

extension VoiceRecording {
  /// The names of the members that a voice recording declares. All others belong to the sender.
  public static let declaredMembers = [
    "type", "asset_url", "title", "file_size", "mime_type", "duration", "waveform_data",
  ]

  /// Replaces the sender's own members. Declared names are skipped, because their members are written by the
  /// corresponding properties, and only once: a payload with `waveform_data` among the extra members still has one
  /// waveform.
  ///
  /// The service also removes `name`, `url`, `text` and more, which voice recordings do not have. They are the sender's
  /// own data, and the document promises to keep those.
  public mutating func setExtraMembers(_ members: JSONObject) {
    additionalMembers = members.filter { !Self.declaredMembers.contains($0.key) }
  }
}
