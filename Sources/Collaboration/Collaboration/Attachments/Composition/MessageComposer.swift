public import CollaborationModels
public import SchemaRuntime

/// Composes messages: collects text and attachments, uploads files, and sends the message once they are uploaded.
///
///     let composer = MessageComposer(user: temur, transport: cdn, sender: channel, makeID: …, …)
///     let id = try await composer.add(.file(minutes), fileSize: 48_213)
///     let message = try await composer.send()
///
/// It is also the delegate of the recording flow: with confirmation, a recording is added to the attachments; without,
/// the message is sent immediately. An actor, because files are uploaded while more are added. The rules are those of
/// ``MessageOutbox``.
///
/// Every wait has a deadline (``Options``). A message for which there is no answer is restored to the draft. Sent again
/// unchanged, it has the same id. If the answer comes after all, it is removed from the draft.
public actor MessageComposer: VoiceRecordingDelegate {
  /// An event in the composition of a message.
  public enum Event: Hashable, Sendable {
    case draft(MessageDraft)
    case sent(Message)
    /// A message that was taken from the draft was refused, or there is no answer: it is in the draft again. If the
    /// answer comes after all, ``sent(_:)`` follows.
    case notSent(Message, MessageCompositionError)
  }

  /// The deadlines of a composer.
  public struct Options: Hashable, Sendable {
    /// The maximum time between two reports of progress of an upload. Afterwards, the upload counts as failed.
    public var uploadTimeout: Duration
    /// The maximum time for the sender to send a message, and for the properties of a recording's file.
    public var requestTimeout: Duration

    public init(uploadTimeout: Duration = .seconds(60), requestTimeout: Duration = .seconds(15)) {
      self.uploadTimeout = uploadTimeout
      self.requestTimeout = requestTimeout
    }
  }

  private typealias Answer = Result<Message, MessageCompositionError>

  private let transport: any AttachmentTransport
  private let sender: any MessageSending
  private let options: Options
  private let clock: any Clock<Duration>
  private let broadcast = EventBroadcast<Event>()
  private let recordedFile: @Sendable (RecordedVoice) async -> RecordedFile

  private var outbox: MessageOutbox
  /// Whether a recording is in progress. While it is, views cannot add anything else.
  public private(set) var isRecording = false
  /// The uploads in progress by attachment, with the tasks that end them if they make no progress.
  private var uploads: [Int: (task: Task<Void, Never>, watch: Task<Void, Never>)] = [:]
  private var sends: [Int: Task<Void, Never>] = [:]
  private var continuations: [Int: CheckedContinuation<Answer, Never>] = [:]

  /// The current draft.
  public var draft: MessageDraft { outbox.draft }

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
  /// - Parameter options: the deadlines.
  /// - Parameter clock: measures the deadlines.
  /// - Parameter recordedFile: returns the properties of a recording's file.
  public init(
    limits: AttachmentLimits = AttachmentLimits(),
    configuration: VoiceRecordingConfiguration,
    user: MessageUser,
    transport: any AttachmentTransport,
    sender: any MessageSending,
    makeID: @escaping @Sendable () -> String,
    now: @escaping @Sendable () -> Timestamp = { .now },
    options: Options = Options(),
    clock: any Clock<Duration> = ContinuousClock(),
    recordedFile: @escaping @Sendable (RecordedVoice) async -> RecordedFile
  ) {
    self.transport = transport
    self.sender = sender
    self.options = options
    self.clock = clock
    self.recordedFile = recordedFile
    outbox = MessageOutbox(draft: MessageDraft(limits: limits, configuration: configuration), user: user) {
      (makeID(), now())
    }
  }

  deinit {
    for upload in uploads.values {
      upload.task.cancel()
      upload.watch.cancel()
    }
  }

  /// Returns all events from now on. The sequence ends when the composer is closed, and after 1,024 events that waited
  /// for a slow listener.
  public func events() -> AsyncStream<Event> { broadcast.events() }

  /// Ends the sequences of events. Uploads and messages under way go on.
  public func close() { broadcast.endSequences() }

  /// Replaces the text of the draft.
  public func setText(_ text: String) { perform(outbox.setText(text)) }

  /// Adds an attachment and starts to upload its file.
  /// - Returns: the number of the attachment in the draft.
  @discardableResult
  public func add(_ attachment: Attachment, fileSize: Int) throws(MessageCompositionError) -> Int {
    let (id, effects) = try outbox.add(attachment, fileSize: fileSize)
    perform(effects)
    return id
  }

  /// Removes an attachment and cancels its upload.
  public func remove(_ id: Int) { perform(outbox.remove(id)) }

  /// Restarts a failed upload.
  public func retryUpload(of id: Int) throws(MessageCompositionError) { perform(try outbox.retryUpload(of: id)) }

  /// Waits for the uploads of the current attachments and sends the message with them. The next draft contains only
  /// what was added in the meantime.
  /// - Throws: if an upload failed, the message is invalid or was not sent, there was no answer in time, or the calling
  ///   task was cancelled. Then the draft is kept.
  @discardableResult
  public func send(additionalMembers: JSONObject = [:]) async throws(MessageCompositionError) -> Message {
    guard !Task.isCancelled else { throw .cancelled }
    let (number, effects) = outbox.send(additionalMembers)
    let answer = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        continuations[number] = continuation
        perform(effects)
      }
    } onCancel: {
      Task { await self.giveUp(number, .cancelled) }
    }
    return try answer.get()
  }
}

// MARK: - Effects

extension MessageComposer {
  private func perform(_ effects: [MessageOutbox.Effect]) {
    for effect in effects {
      switch effect {
      case .upload(let attachment, let id, let attempt): upload(attachment, id, attempt)
      case .uploadAdvanced(let id, let attempt):
        uploads[id]?.watch.cancel()
        uploads[id]?.watch = watch(id, attempt)
      case .endUpload(let id):
        let upload = uploads.removeValue(forKey: id)
        upload?.task.cancel()
        upload?.watch.cancel()
      case .send(let message, let number): send(message, number)
      case .cancelSend(let number): sends.removeValue(forKey: number)?.cancel()
      case .answer(let answer, let number): continuations.removeValue(forKey: number)?.resume(returning: answer)
      case .publish(let event): broadcast.send(event)
      }
    }
  }

  private func upload(_ attachment: Attachment, _ id: Int, _ attempt: Int) {
    let task = Task { [weak self, transport] in
      let address = try? await transport.upload(attachment) { [weak self] progress in
        await self?.hear(progress, of: id, attempt)
      }
      await self?.endUpload(id, attempt, at: address)
    }
    uploads[id] = (task, watch(id, attempt))
  }

  /// Ends an upload that makes no progress.
  private func watch(_ id: Int, _ attempt: Int) -> Task<Void, Never> {
    Task { [weak self, clock, options] in
      do { try await clock.sleep(for: options.uploadTimeout) } catch { if Task.isCancelled { return } }
      await self?.endUpload(id, attempt, at: nil)
    }
  }

  private func hear(_ progress: Double, of id: Int, _ attempt: Int) {
    perform(outbox.progress(progress, of: id, attempt: attempt))
  }

  private func endUpload(_ id: Int, _ attempt: Int, at address: String?) {
    perform(outbox.uploadEnded(id, attempt: attempt, address: address))
  }

  private func send(_ message: Message, _ number: Int) {
    sends[number] = Task { [weak self, sender, clock, options] in
      let outcome = await waitForResult(
        within: options.requestTimeout, on: clock,
        late: { [weak self] (result: Result<Void, any Error>) in await self?.hear(result, of: number) }
      ) { try await sender.send(message) }
      switch outcome {
      case .answered(let result): await self?.hear(result, of: number)
      case .timedOut: await self?.giveUp(number, .timedOut(after: options.requestTimeout))
      case .cancelled: break
      }
    }
  }

  private func hear(_ result: Result<Void, any Error>, of number: Int) {
    sends[number] = nil
    let failure: String? =
      switch result {
      case .success: nil
      case .failure(let error): String(describing: error)
      }
    perform(outbox.answered(number, failure: failure))
  }

  private func giveUp(_ number: Int, _ error: MessageCompositionError) { perform(outbox.giveUp(number, error)) }
}

// MARK: - Voice recordings

extension MessageComposer {
  /// Records that a recording has started; see ``isRecording``.
  public func voiceRecordingWillBegin() { isRecording = true }
  /// Records that the recording has ended, whether it was kept or discarded.
  public func voiceRecordingDidStop() { isRecording = false }

  /// Adds a recording to the attachments and starts to upload its file.
  public func addAttachment(_ voice: RecordedVoice) async throws(MessageCompositionError) {
    let file: RecordedFile
    switch await waitForAnswer(
      within: options.requestTimeout, on: clock, { [recordedFile] in await recordedFile(voice) })
    {
    case .answered(let answer): file = answer
    case .timedOut: throw .timedOut(after: options.requestTimeout)
    case .cancelled: throw .cancelled
    }
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
