public import CollaborationModels
public import SchemaRuntime

/// Composes messages: collects text and attachments, uploads files, and sends the message when all is there.
///
///     let composer = MessageComposer(user: temur, transport: cdn, sender: channel, makeID: …, now: …)
///     let id = try await composer.add(.file(minutes), fileSize: 48_213)
///     let message = try await composer.send()
///
/// It is the delegate of the recording flow as well: with confirmation a recording waits among the attachments, and
/// without it the message is sent at once. An actor, because files are uploaded while more is added.
public actor MessageComposer: VoiceRecordingDelegate {
  /// What happens to the draft.
  public enum Event: Hashable, Sendable {
    case draft(MessageDraft)
    case sent(Message)
  }

  private let user: MessageUser
  private let transport: any AttachmentTransport
  private let sender: any MessageSending
  private let makeID: @Sendable () -> String
  private let now: @Sendable () -> Timestamp
  private let broadcast = EventBroadcast<Event>()
  private let recordedFile: @Sendable (RecordedVoice) async -> RecordedFile

  /// The message in the making.
  public private(set) var draft: MessageDraft
  /// Whether a recording is being made, during which nothing else can be added in a view.
  public private(set) var isRecording = false
  /// The uploads that are under way, by attachment, each with the number of its attempt.
  private var uploads: [Int: (attempt: Int, task: Task<Void, Never>)] = [:]
  private var lastAttempt = 0

  /// What is known about the file of a recording.
  public struct RecordedFile: Hashable, Sendable {
    /// The name to show; nil for none.
    public var title: String?
    /// In bytes.
    public var size: Int
    /// The media type; nil when it is not known.
    public var mimeType: String?

    /// What is known, at least the size.
    public init(title: String? = nil, size: Int, mimeType: String? = nil) {
      self.title = title
      self.size = size
      self.mimeType = mimeType
    }
  }

  /// - Parameter makeID: a new id for each message.
  /// - Parameter now: the time at which a message is sent.
  /// - Parameter recordedFile: looks at the file of a recording.
  public init(
    limits: AttachmentLimits = AttachmentLimits(),
    configuration: VoiceRecordingConfiguration,
    user: MessageUser,
    transport: any AttachmentTransport,
    sender: any MessageSending,
    makeID: @escaping @Sendable () -> String,
    now: @escaping @Sendable () -> Timestamp,
    recordedFile: @escaping @Sendable (RecordedVoice) async -> RecordedFile
  ) {
    self.user = user
    self.transport = transport
    self.sender = sender
    self.makeID = makeID
    self.now = now
    self.recordedFile = recordedFile
    draft = MessageDraft(limits: limits, configuration: configuration)
  }

  deinit { for upload in uploads.values { upload.task.cancel() } }

  /// What happens from now on.
  public func events() -> AsyncStream<Event> { broadcast.events() }

  /// Replaces the text of the draft.
  public func setText(_ text: String) { change { $0.text = text } }

  /// Adds an attachment and begins to upload its file.
  /// - Returns: the number of the attachment in the draft.
  @discardableResult
  public func add(_ attachment: Attachment, fileSize: Int) throws(MessageCompositionError) -> Int {
    let id = try draft.add(attachment, fileSize: fileSize)
    startUpload(of: id)
    return id
  }

  /// Takes an attachment away and gives up its upload.
  public func remove(_ id: Int) {
    uploads.removeValue(forKey: id)?.task.cancel()
    change { $0.remove(id) }
  }

  /// Begins an upload again that has failed.
  public func retryUpload(of id: Int) throws(MessageCompositionError) {
    guard let item = draft.items.first(where: { $0.id == id }) else { throw .unknownAttachment(id: id) }
    guard item.upload?.state.state == .uploadingFailed else { return }
    startUpload(of: id)
  }

  /// Waits for the uploads of the attachments there are and sends the message with them; the next draft has nothing but
  /// what was added meanwhile.
  /// - Throws: when an upload has failed, and what is wrong with the message. Then the draft stays.
  @discardableResult
  public func send(additionalMembers: JSONObject = [:]) async throws(MessageCompositionError) -> Message {
    let ids = Set(draft.items.map(\.id))
    // Each ends its own entry, and one that is begun again has a new one.
    while let upload = uploads.first(where: { ids.contains($0.key) })?.value { await upload.task.value }
    var rest = draft
    let sent = rest.take(ids)
    let message = try sent.message(id: makeID(), user: user, at: now(), additionalMembers: additionalMembers)
    change { $0 = rest }
    do { try await sender.send(message) } catch {
      // Another message may have been begun meanwhile; nothing of either is lost.
      change { $0.restore(sent) }
      throw .notSent(reason: String(describing: error))
    }
    broadcast.send(.sent(message))
    return message
  }

  private func change(_ change: (inout MessageDraft) -> Void) {
    change(&draft)
    broadcast.send(.draft(draft))
  }
}

// MARK: - Uploads

extension MessageComposer {
  private func startUpload(of id: Int) {
    guard let place = draft.items.firstIndex(where: { $0.id == id }) else { return }
    let attachment = draft.items[place].attachment
    guard !attachment.isWithoutFile else {
      change { $0.items[place].upload = nil }
      return
    }
    advance(id, by: .start)
    lastAttempt += 1
    let attempt = lastAttempt
    let task = Task { [weak self, transport] in
      let address = try? await transport.upload(attachment) { [weak self] progress in
        await self?.hear(progress, of: id, attempt)
      }
      await self?.endUpload(of: id, attempt, at: address)
    }
    uploads[id] = (attempt, task)
  }

  private func hear(_ progress: Double, of id: Int, _ attempt: Int) {
    guard uploads[id]?.attempt == attempt else { return }
    advance(id, by: .progress(progress))
  }

  /// Ends an attempt in one step, so that the next one cannot begin in between.
  /// - Parameter address: nil when the upload has failed.
  private func endUpload(of id: Int, _ attempt: Int, at address: String?) {
    guard uploads[id]?.attempt == attempt else { return }
    uploads[id] = nil
    guard let address else { return advance(id, by: .fail) }
    do {
      try draft.replaceAddress(of: id, with: address)
      advance(id, by: .succeed)
    } catch {
      // An address that the schema refuses is no upload.
      advance(id, by: .fail)
    }
  }

  /// Late reports, and those of attachments that were removed, change nothing.
  private func advance(_ id: Int, by event: AttachmentUploadEvent) {
    guard let place = draft.items.firstIndex(where: { $0.id == id }) else { return }
    var upload = draft.items[place].upload
    guard (try? upload?.receive(event)) != nil else { return }
    change { $0.items[place].upload = upload }
  }
}

extension Attachment {
  /// Whether there is nothing to upload.
  fileprivate var isWithoutFile: Bool {
    switch self {
    case .giphy, .linkPreview, .other: true
    case .image, .file, .video, .audio, .voiceRecording: false
    }
  }
}

// MARK: - Voice recordings

extension MessageComposer {
  /// A recording begins; see ``isRecording``.
  public func voiceRecordingWillBegin() { isRecording = true }
  /// The recording is over, kept or thrown away.
  public func voiceRecordingDidStop() { isRecording = false }

  /// Puts a recording among the attachments and begins to upload its file.
  public func addAttachment(_ voice: RecordedVoice) async throws(MessageCompositionError) {
    let file = await recordedFile(voice)
    let recording: VoiceRecording
    do throws(SchemaError) {
      recording = try voice.attachment(title: file.title, fileSize: file.size, mimeType: file.mimeType)
    } catch {
      throw .invalid(error)
    }
    try add(.voiceRecording(recording), fileSize: file.size)
  }

  public func publishMessage() async throws(MessageCompositionError) { try await send() }
}
