public import CollaborationModels
internal import SchemaRuntime

/// The kind of view that shows a message's attachments.
public enum AttachmentViewChoice: Hashable, Sendable, CaseIterable {
  case poll
  /// Attachments of several kinds.
  case mixed
  /// Images and videos.
  case gallery
  case giphy
  case file
  /// Audio files, and voice recordings if that feature is disabled.
  case audio
  case link
  case voiceRecording
  /// Attachments that cannot be shown.
  case unsupported

  /// Returns the view for some attachments; nil if there is nothing to show.
  public static func choice(
    for attachments: [Attachment], hasPoll: Bool = false, isVoiceRecordingEnabled: Bool
  ) -> AttachmentViewChoice? {
    if hasPoll { return .poll }
    let kinds = Set(attachments.map { $0.shown(isVoiceRecordingEnabled: isVoiceRecordingEnabled).viewKind })
    if kinds.contains(.media) {
      return kinds.isDisjoint(with: [.file, .voice, .audio, .unknown]) ? .gallery : .mixed
    }
    if kinds.contains(.voice), kinds.count > 1 { return .mixed }
    if kinds.contains(.giphy) { return .giphy }
    if kinds.contains(.file) { return .file }
    if kinds.contains(.link) { return .link }
    if kinds.contains(.voice) { return .voiceRecording }
    if kinds.contains(.audio) { return .audio }
    return kinds.isEmpty ? nil : .unsupported
  }
}

extension Attachment {
  fileprivate enum ViewKind { case media, file, voice, giphy, link, audio, unknown }

  fileprivate var viewKind: ViewKind {
    switch self {
    case .image, .video: .media
    case .file: .file
    case .voiceRecording: .voice
    case .giphy: .giphy
    case .linkPreview: .link
    case .audio: .audio
    case .unknown: .unknown
    }
  }

  /// Returns the attachment as it is shown: a voice recording becomes an audio file if the feature is disabled, and
  /// everything else is unchanged.
  public func shown(isVoiceRecordingEnabled: Bool) -> Attachment {
    guard case .voiceRecording(let recording) = self, !isVoiceRecordingEnabled else { return self }
    return .audio(AudioAttachment(recording))
  }
}

extension AudioAttachment {
  /// Creates an audio attachment from a voice recording. Duration and waveform, which only recordings have, become
  /// additional members, so that nothing is lost.
  public init(_ recording: VoiceRecording) {
    var members = recording.additionalMembers
    members["duration"] = recording.duration.flatMap { JSONNumber($0) }.map(JSONValue.number)
    members["waveform_data"] = recording.waveformData.map { heights in
      .array(heights.compactMap { JSONNumber($0) }.map(JSONValue.number))
    }
    self.init(
      assetURL: recording.assetURL, title: recording.title, fileSize: recording.hasFileSize ? recording.fileSize : nil,
      mimeType: recording.mimeType, additionalMembers: members)
  }
}
