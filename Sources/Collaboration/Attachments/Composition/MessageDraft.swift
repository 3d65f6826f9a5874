public import CollaborationModels
public import SchemaRuntime

/// A message in the making: its text, and its attachments with their uploads, within limits.
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
    /// The payload; its address is replaced when the file is uploaded.
    public internal(set) var attachment: Attachment
    /// In bytes.
    public let fileSize: Int
    /// How far the file is uploaded; nil for an attachment that is on a server already.
    public internal(set) var upload: AttachmentUpload?
  }

  /// How many attachments there may be, and how large.
  public let limits: AttachmentLimits
  /// Whether voice recordings are taken.
  public let configuration: VoiceRecordingConfiguration
  /// What the message says; it may be empty where there are attachments.
  public var text = ""
  /// In the order in which they were added.
  public internal(set) var items: [Item] = []
  private var lastID = 0

  /// An empty draft.
  public init(
    limits: AttachmentLimits = AttachmentLimits(),
    configuration: VoiceRecordingConfiguration = VoiceRecordingConfiguration()
  ) {
    self.limits = limits
    self.configuration = configuration
  }

  /// Adds an attachment, or throws and stays as it is.
  /// - Parameter fileSize: in bytes; 0 for an attachment without a file.
  /// - Parameter isUploaded: whether its file is on a server already.
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

  /// Takes an attachment away; nothing happens when there is none of this number.
  public mutating func remove(_ id: Int) { items.removeAll { $0.id == id } }

  /// Takes the text and some attachments out of the draft. Their numbers are not given again, so that what is reported
  /// about one of them never touches another.
  mutating func take(_ ids: Set<Int>) -> MessageDraft {
    var taken = self
    taken.items.removeAll { !ids.contains($0.id) }
    text = ""
    items.removeAll { ids.contains($0.id) }
    return taken
  }

  /// Puts back what was taken out of an earlier state of this draft, in front of what has been added since.
  mutating func restore(_ earlier: MessageDraft) {
    text = [earlier.text, text].filter { !$0.isEmpty }.joined(separator: "\n")
    items = earlier.items + items
  }

  /// Gives an attachment the address of its file on the server, and leaves it as it is when the schema refuses that.
  public mutating func replaceAddress(of id: Int, with address: String) throws(MessageCompositionError) {
    guard let place = items.firstIndex(where: { $0.id == id }) else { throw .unknownAttachment(id: id) }
    var attachment = items[place].attachment
    attachment.replaceAddress(with: address)
    do { try attachment.validate() } catch { throw .invalid(error) }
    items[place].attachment = attachment
  }

  /// The message, checked against its schema.
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
  /// Points to a file at another address; giphys, links and unknown attachments have none of their own.
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
    case .giphy, .linkPreview, .other: break
    }
  }
}
