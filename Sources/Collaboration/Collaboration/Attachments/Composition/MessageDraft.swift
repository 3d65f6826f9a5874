public import CollaborationModels
public import SchemaRuntime

/// An unfinished message: its text, and its attachments with their uploads, within limits.
///
///     var draft = MessageDraft(limits: AttachmentLimits(maximumCount: 10))
///     let id = try draft.add(.voiceRecording(recording), fileSize: 67_411)
///     try draft.replaceAddress(of: id, with: "https://voice.example/a/7f3c.aac")
///     let message = try draft.message(id: "temur-77", user: temur, at: now)
public struct MessageDraft: Hashable, Sendable {
  /// An attachment of the draft.
  public struct Item: Hashable, Sendable, Identifiable {
    /// The number of the attachment in this draft.
    public let id: Int
    /// The payload. Its address is replaced once the file is uploaded.
    public internal(set) var attachment: Attachment
    /// The size of the file in bytes.
    public let fileSize: Int
    /// The state of the upload; nil for an attachment that is already on a server.
    public internal(set) var upload: AttachmentUpload?
  }

  /// Limits on the number and size of attachments.
  public let limits: AttachmentLimits
  /// Whether voice recordings are allowed.
  public let configuration: VoiceRecordingConfiguration
  /// The text of the message; may be empty if there are attachments.
  public var text = ""
  /// The attachments in the order in which they were added.
  public internal(set) var items: [Item] = []
  private var lastID = 0

  /// Creates an empty draft.
  public init(
    limits: AttachmentLimits = AttachmentLimits(),
    configuration: VoiceRecordingConfiguration = VoiceRecordingConfiguration()
  ) {
    self.limits = limits
    self.configuration = configuration
  }

  /// Adds an attachment. If it throws, the draft is unchanged.
  /// - Parameter fileSize: the size in bytes; 0 for an attachment without a file.
  /// - Parameter isUploaded: whether its file is already on a server.
  /// - Returns: the number of the attachment.
  @discardableResult
  public mutating func add(
    _ attachment: Attachment, fileSize: Int, isUploaded: Bool = false
  ) throws(MessageCompositionError) -> Int {
    if case .voiceRecording = attachment, !configuration.isVoiceRecordingEnabled { throw .voiceRecordingDisabled }
    guard items.count < limits.maximumCount else {
      throw .maxAttachmentsCountPerMessageExceeded(limit: limits.maximumCount)
    }
    guard fileSize >= 0 else { throw .invalidFileSize(fileSize) }
    guard fileSize <= limits.maximumFileSize else {
      throw .maxFileSizeExceeded(limit: limits.maximumFileSize, actual: fileSize)
    }
    do { try attachment.validate() } catch { throw .invalid(error) }
    lastID &+= 1
    items.append(
      Item(id: lastID, attachment: attachment, fileSize: fileSize, upload: isUploaded ? nil : AttachmentUpload()))
    return lastID
  }

  /// Removes an attachment, if there is one with this number.
  public mutating func remove(_ id: Int) { items.removeAll { $0.id == id } }

  /// Moves the text and some attachments out of the draft. Their numbers are not reused, so late reports about one of
  /// them never affect another.
  mutating func take(_ ids: Set<Int>) -> MessageDraft {
    var taken = self
    taken.items.removeAll { !ids.contains($0.id) }
    text = ""
    items.removeAll { ids.contains($0.id) }
    return taken
  }

  /// Restores what was taken from an earlier state of this draft, before anything added since.
  mutating func restore(_ earlier: MessageDraft) {
    text = [earlier.text, text].filter { !$0.isEmpty }.joined(separator: "\n")
    items = earlier.items + items
  }

  /// Sets the address of an attachment's file on the server. If the schema rejects it, the attachment is unchanged.
  public mutating func replaceAddress(of id: Int, with address: String) throws(MessageCompositionError) {
    guard let index = items.firstIndex(where: { $0.id == id }) else { throw .unknownAttachment(id: id) }
    var attachment = items[index].attachment
    attachment.replaceAddress(with: address)
    do { try attachment.validate() } catch { throw .invalid(error) }
    items[index].attachment = attachment
  }

  /// Returns the message, checked against its schema.
  /// - Parameter additionalMembers: the sender's own data.
  public func message(
    id: String, user: MessageUser, at time: Timestamp, parentID: String? = nil, additionalMembers: JSONObject = [:]
  ) throws(MessageCompositionError) -> Message {
    guard !items.isEmpty || text.contains(where: { !$0.isWhitespace }) else { throw .emptyMessage }
    for item in items {
      if let upload = item.upload, upload.state.state != .uploaded { throw .notUploaded(id: item.id) }
    }
    let message = Message(
      id: id, type: parentID == nil ? "regular" : "reply", user: user, text: text, createdAt: time, updatedAt: time,
      replyCount: 0, attachments: items.map(\.attachment), mentionedUsers: [], latestReactions: [], ownReactions: [],
      parentID: parentID, additionalMembers: additionalMembers)
    do { try message.validate() } catch { throw .invalid(error) }
    return message
  }
}

extension Attachment {
  /// Sets the address of the file. Giphys, links and unknown attachments have none.
  mutating func replaceAddress(with address: String) {
    switch self {
    case .image(var value):
      value.imageURL = address
      self = .image(value)
    case .file(var value):
      value.assetURL = address
      self = .file(value)
    case .video(var value):
      value.assetURL = address
      self = .video(value)
    case .audio(var value):
      value.assetURL = address
      self = .audio(value)
    case .voiceRecording(var value):
      value.assetURL = address
      self = .voiceRecording(value)
    case .giphy, .linkPreview, .unknown: break
    }
  }
}
