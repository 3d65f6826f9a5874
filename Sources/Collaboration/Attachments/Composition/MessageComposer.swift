public import CollaborationModels
public import SchemaRuntime

/// Composes messages: collects text and attachments, uploads files, and sends the message once they are uploaded.
///
///     let composer = MessageComposer(user: temur, transport: cdn, sender: channel, makeID: …, now: …)
///     let id = try await composer.add(.file(minutes), fileSize: 48_213)
///     let message = try await composer.send()
///
/// It is also the delegate of the recording flow: with confirmation, a recording is added to the attachments; without,
/// the message is sent immediately. An actor, because files are uploaded while more are added.
public actor MessageComposer: VoiceRecordingDelegate {
  /// An event in the composition of a message.
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

  /// The current draft.
  public private(set) var draft: MessageDraft
  /// Whether a recording is in progress. While it is, views cannot add anything else.
  public private(set) var isRecording = false
  /// The uploads in progress by attachment, with the number of the attempt.
  private var uploads: [Int: (attempt: Int, task: Task<Void, Never>)] = [:]
  private var lastAttempt = 0

  /// Properties of a recording's file.
  public struct RecordedFile: Hashable, Sendable {
    /// The display name, if any.
    public var title: String?
    /// The size in bytes.
    public var size: Int
    /// The media type, if known.
    public var mimeType: String?

    /// Creates the properties; the size is required.
    public init(title: String? = nil, size: Int, mimeType: String? = nil) {
      self.title = title
      self.size = size
      self.mimeType = mimeType
    }
  }

  /// - Parameter makeID: returns a new id for each message.
  /// - Parameter now: returns the time at which a message is sent.
  /// - Parameter recordedFile: returns the properties of a recording's file.
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

  /// Returns all events from now on.
  public func events() -> AsyncStream<Event> { broadcast.events() }

  /// Replaces the text of the draft.
  public func setText(_ text: String) { change { $0.text = text } }

  /// Adds an attachment and starts to upload its file.
  /// - Returns: the number of the attachment in the draft.
  @discardableResult
  public func add(_ attachment: Attachment, fileSize: Int) throws(MessageCompositionError) -> Int {
    let id = try draft.add(attachment, fileSize: fileSize)
    startUpload(of: id)
    return id
  }

  /// Removes an attachment and cancels its upload.
  public func remove(_ id: Int) {
    uploads.removeValue(forKey: id)?.task.cancel()
    change { $0.remove(id) }
  }

  /// Restarts a failed upload.
  public func retryUpload(of id: Int) throws(MessageCompositionError) {
    guard let item = draft.items.first(where: { $0.id == id }) else { throw .unknownAttachment(id: id) }
    guard item.upload?.state.state == .uploadingFailed else { return }
    startUpload(of: id)
  }

  /// Waits for the uploads of the current attachments and sends the message with them. The next draft contains only
  /// what was added in the meantime.
  /// - Throws: if an upload failed or the message is invalid. Then the draft is kept.
  @discardableResult
  public func send(additionalMembers: JSONObject = [:]) async throws(MessageCompositionError) -> Message {
    let ids = Set(draft.items.map(\.id))
    // Each upload removes its own entry, and a restarted one has a new entry.
    while let upload = uploads.first(where: { ids.contains($0.key) })?.value { await upload.task.value }
    var rest = draft
    let sent = rest.take(ids)
    let message = try sent.message(id: makeID(), user: user, at: now(), additionalMembers: additionalMembers)
    change { $0 = rest }
    do { try await sender.send(message) } catch {
      // Another message may have been started in the meantime; nothing of either is lost.
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
    guard let index = draft.items.firstIndex(where: { $0.id == id }) else { return }
    let attachment = draft.items[index].attachment
    guard !attachment.isWithoutFile else {
      change { $0.items[index].upload = nil }
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

  /// Ends an attempt in one step, so that the next one cannot start in between.
  /// - Parameter address: nil if the upload failed.
  private func endUpload(of id: Int, _ attempt: Int, at address: String?) {
    guard uploads[id]?.attempt == attempt else { return }
    uploads[id] = nil
    guard let address else { return advance(id, by: .fail) }
    do {
      try draft.replaceAddress(of: id, with: address)
      advance(id, by: .succeed)
    } catch {
      // An address that the schema rejects counts as a failed upload.
      advance(id, by: .fail)
    }
  }

  /// Late reports, and those of removed attachments, are ignored.
  private func advance(_ id: Int, by event: AttachmentUploadEvent) {
    guard let index = draft.items.firstIndex(where: { $0.id == id }) else { return }
    var upload = draft.items[index].upload
    guard (try? upload?.receive(event)) != nil else { return }
    change { $0.items[index].upload = upload }
  }
}

extension Attachment {
  /// Whether there is no file to upload.
  fileprivate var isWithoutFile: Bool {
    switch self {
    case .giphy, .linkPreview, .unknown: true
    case .image, .file, .video, .audio, .voiceRecording: false
    }
  }
}

// MARK: - Voice recordings

extension MessageComposer {
  /// Records that a recording has started; see ``isRecording``.
  public func voiceRecordingWillBegin() { isRecording = true }
  /// Records that the recording has ended, whether it was kept or discarded.
  public func voiceRecordingDidStop() { isRecording = false }

  /// Adds a recording to the attachments and starts to upload its file.
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
