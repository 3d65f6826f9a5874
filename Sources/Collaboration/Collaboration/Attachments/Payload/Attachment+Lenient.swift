public import CollaborationModels
public import SchemaRuntime

extension Attachment {
  /// Reads an attachment by the rules of the service's own clients: one with `og_scrape_url` is a link preview whatever
  /// its `type`, one without `type` is of unknown kind, and voice recordings are read leniently.
  /// - Throws: if the value is invalid even by these rules, for instance if it is not an object.
  public init(lenient value: JSONValue) throws(SchemaError) {
    guard var object = value.object else {
      self = try Attachment(json: value.json())
      return
    }
    if object["og_scrape_url"]?.string != nil {
      object["type"] = "linkPreview"
    } else if object["type"]?.string == nil {
      object["type"] = "unknown"
    } else if object["type"] == "voiceRecording" {
      self = .voiceRecording(try VoiceRecording(lenient: value))
      return
    }
    self = try Attachment(json: JSONValue.object(object).json())
  }

  /// The kind of the attachment.
  public var type: AttachmentType {
    switch self {
    case .image: .image
    case .file: .file
    case .giphy: .giphy
    case .video: .video
    case .audio: .audio
    case .voiceRecording: .voiceRecording
    case .linkPreview: .linkPreview
    case .unknown(let attachment): .unknown(attachment.type)
    }
  }
}
