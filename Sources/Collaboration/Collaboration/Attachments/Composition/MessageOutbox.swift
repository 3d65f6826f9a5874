import CollaborationModels
import SchemaRuntime

/// The rules of a composer: uploads and messages on their way, as a state machine without clock or tasks.
///
/// Uploads have attempts, and messages have numbers, so that late and doubled answers only have the effect that the
/// first one would have had. A message that was not sent, or for which there is no answer, is restored to the draft.
/// Sent again unchanged, it has the same id, by which a service recognizes a message that arrived after all.
struct MessageOutbox: Sendable {
  typealias Stamp = @Sendable () -> (id: String, time: Timestamp)

  enum Effect: Sendable {
    case upload(Attachment, id: Int, attempt: Int)
    /// The upload goes on: its deadline starts again.
    case uploadAdvanced(id: Int, attempt: Int)
    /// The upload is over, or no longer wanted.
    case endUpload(id: Int)
    case send(Message, number: Int)
    /// Nobody waits for the answer any longer.
    case cancelSend(number: Int)
    case answer(Result<Message, MessageCompositionError>, number: Int)
    case publish(MessageComposer.Event)
  }

  private enum Sending: Sendable {
    /// Waits for the uploads of these attachments.
    case waiting(Set<Int>, JSONObject)
    case underWay(Unsent)
  }

  /// A message that was taken from the draft.
  private struct Unsent: Sendable {
    var content: MessageDraft
    var message: Message
  }

  private(set) var draft: MessageDraft
  private let user: MessageUser
  private let stamp: Stamp
  /// The latest attempt to upload each attachment.
  private var attempts: [Int: Int] = [:]
  /// The attachments that are being uploaded.
  private var uploading: Set<Int> = []
  private var lastAttempt = 0
  private var sendings: [Int: Sending] = [:]
  private var lastNumber = 0
  /// The latest messages that were restored to the draft, oldest first, by number.
  private var restored: [(number: Int, unsent: Unsent)] = []

  /// The number of restored messages whose late answers are heard.
  static let restoredLimit = 16

  init(draft: MessageDraft, user: MessageUser, stamp: @escaping Stamp) {
    self.draft = draft
    self.user = user
    self.stamp = stamp
  }

  /// The number of messages that wait for uploads or an answer.
  var pendingCount: Int { sendings.count }
}

// MARK: - The draft

extension MessageOutbox {
  mutating func setText(_ text: String) -> [Effect] { change { $0.text = text } }

  mutating func add(
    _ attachment: Attachment, fileSize: Int
  ) throws(MessageCompositionError) -> (id: Int, effects: [Effect]) {
    let id = try draft.add(attachment, fileSize: fileSize)
    return (id, startUpload(of: id))
  }

  mutating func remove(_ id: Int) -> [Effect] {
    uploading.remove(id)
    attempts[id] = nil
    return [.endUpload(id: id)] + change { $0.remove(id) } + composeReady()
  }

  mutating func retryUpload(of id: Int) throws(MessageCompositionError) -> [Effect] {
    guard let item = draft.items.first(where: { $0.id == id }) else { throw .unknownAttachment(id: id) }
    return item.upload?.state.state == .uploadingFailed ? startUpload(of: id) : []
  }

  private mutating func change(_ change: (inout MessageDraft) -> Void) -> [Effect] {
    change(&draft)
    return [.publish(.draft(draft))]
  }
}

// MARK: - Uploads

extension MessageOutbox {
  private mutating func startUpload(of id: Int) -> [Effect] {
    guard let index = draft.items.firstIndex(where: { $0.id == id }) else { return [] }
    let attachment = draft.items[index].attachment
    guard !attachment.isWithoutFile else { return change { $0.items[index].upload = nil } }
    lastAttempt &+= 1
    attempts[id] = lastAttempt
    uploading.insert(id)
    return advance(id, by: .start) + [.upload(attachment, id: id, attempt: lastAttempt)]
  }

  mutating func progress(_ progress: Double, of id: Int, attempt: Int) -> [Effect] {
    guard uploading.contains(id), attempts[id] == attempt else { return [] }
    let former = draft.items.first { $0.id == id }?.upload?.state.progress
    let effects = advance(id, by: .progress(progress))
    // Progress that does not grow does not count as an answer.
    let now = draft.items.first { $0.id == id }?.upload?.state.progress
    return effects + (former == now ? [] : [.uploadAdvanced(id: id, attempt: attempt)])
  }

  /// Ends an attempt in one step, so that the next one cannot start in between. The file of an attempt that was given
  /// up is accepted unless there is a later attempt.
  /// - Parameter address: nil if the upload failed or took too long.
  mutating func uploadEnded(_ id: Int, attempt: Int, address: String?) -> [Effect] {
    guard attempts[id] == attempt else { return [] }
    let isLate = uploading.remove(id) == nil
    guard let item = draft.items.first(where: { $0.id == id }) else { return [] }
    var effects: [Effect] = isLate ? [] : [.endUpload(id: id)]
    if let address {
      if isLate {
        guard item.upload?.state.state == .uploadingFailed else { return [] }
        effects += advance(id, by: .start)
      }
      do {
        try draft.replaceAddress(of: id, with: address)
        effects += advance(id, by: .succeed)
      } catch {
        // An address that the schema rejects counts as a failed upload.
        effects += advance(id, by: .fail)
      }
    } else if !isLate {
      effects += advance(id, by: .fail)
    }
    return effects + composeReady()
  }

  private mutating func advance(_ id: Int, by event: AttachmentUploadEvent) -> [Effect] {
    guard let index = draft.items.firstIndex(where: { $0.id == id }) else { return [] }
    var upload = draft.items[index].upload
    guard (try? upload?.receive(event)) != nil else { return [] }
    return change { $0.items[index].upload = upload }
  }
}

// MARK: - Messages

extension MessageOutbox {
  /// Sends the current draft once its attachments are uploaded.
  /// - Returns: the number of the message.
  mutating func send(_ additionalMembers: JSONObject) -> (number: Int, effects: [Effect]) {
    lastNumber &+= 1
    sendings[lastNumber] = .waiting(Set(draft.items.map(\.id)), additionalMembers)
    return (lastNumber, composeReady())
  }

  /// Stops waiting: the caller was cancelled, or there is no answer in time.
  mutating func giveUp(_ number: Int, _ error: MessageCompositionError) -> [Effect] {
    switch sendings.removeValue(forKey: number) {
    case nil: return []
    case .waiting: return [.answer(.failure(error), number: number)]
    case .underWay(let unsent):
      return [.cancelSend(number: number)] + restore(unsent, number, error)
    }
  }

  /// Hears the sender's answer, possibly after its message was given up.
  /// - Parameter failure: the sender's reason; nil if the message was sent.
  mutating func answered(_ number: Int, failure: String?) -> [Effect] {
    if case .underWay(let unsent) = sendings[number] {
      sendings[number] = nil
      if let failure { return restore(unsent, number, .notSent(reason: failure)) }
      restored.removeAll { $0.unsent.message.id == unsent.message.id }
      return [.publish(.sent(unsent.message)), .answer(.success(unsent.message), number: number)]
    }
    guard failure == nil, let late = restored.first(where: { $0.number == number })?.unsent else { return [] }
    return sentAfterAll(late)
  }

  /// The messages whose uploads are finished, or have failed, go on.
  private mutating func composeReady() -> [Effect] {
    var effects: [Effect] = []
    for number in sendings.keys.sorted() {
      guard case .waiting(let ids, let additionalMembers) = sendings[number], uploading.isDisjoint(with: ids) else {
        continue
      }
      effects += compose(number, ids, additionalMembers)
    }
    return effects
  }

  private mutating func compose(_ number: Int, _ ids: Set<Int>, _ additionalMembers: JSONObject) -> [Effect] {
    var rest = draft
    let content = rest.take(ids)
    let message: Message
    do throws(MessageCompositionError) {
      let (id, time) = stamp()
      let new = try content.message(id: id, user: user, at: time, additionalMembers: additionalMembers)
      message = restored.last { $0.unsent.message.hasSameContent(as: new) }?.unsent.message ?? new
    } catch {
      sendings[number] = nil
      return [.answer(.failure(error), number: number)]
    }
    sendings[number] = .underWay(Unsent(content: content, message: message))
    return change { $0 = rest } + [.send(message, number: number)]
  }

  /// Another message may have been started in the meantime; nothing of either is lost.
  private mutating func restore(_ unsent: Unsent, _ number: Int, _ error: MessageCompositionError) -> [Effect] {
    restored.append((number, unsent))
    if restored.count > Self.restoredLimit { restored.removeFirst() }
    return change { $0.restore(unsent.content) }
      + [.publish(.notSent(unsent.message, error)), .answer(.failure(error), number: number)]
  }

  /// Takes a restored message out of the draft again, as far as it has not changed, and ends later attempts to send it.
  private mutating func sentAfterAll(_ late: Unsent) -> [Effect] {
    restored.removeAll { $0.unsent.message.id == late.message.id }
    let repeated = sendings.keys.sorted().filter { number in
      if case .underWay(let unsent) = sendings[number] { unsent.message.id == late.message.id } else { false }
    }
    var effects: [Effect] = [.publish(.sent(late.message))]
    if repeated.isEmpty { effects += change { $0.withdraw(late.content) } }
    for number in repeated {
      sendings[number] = nil
      effects += [.cancelSend(number: number), .answer(.success(late.message), number: number)]
    }
    for number in sendings.keys.sorted() {
      // A message that only waited to send the same again.
      guard case .waiting(let ids, _) = sendings[number], draft.isEmpty(within: ids) else { continue }
      sendings[number] = nil
      effects.append(.answer(.success(late.message), number: number))
    }
    return effects
  }
}

extension Message {
  /// Whether sending one message after the other would only repeat it.
  fileprivate func hasSameContent(as other: Message) -> Bool {
    text == other.text && attachments == other.attachments && additionalMembers == other.additionalMembers
  }
}

extension MessageDraft {
  /// Removes the text and the attachments of a message that was restored to the draft.
  fileprivate mutating func withdraw(_ sent: MessageDraft) {
    let ids = Set(sent.items.map(\.id))
    items.removeAll { ids.contains($0.id) }
    if text == sent.text {
      text = ""
    } else if !sent.text.isEmpty, text.hasPrefix(sent.text + "\n") {
      text = String(text.dropFirst(sent.text.count + 1))
    }
  }

  /// Whether a message of these attachments and the text would be empty.
  fileprivate func isEmpty(within ids: Set<Int>) -> Bool {
    text.allSatisfy(\.isWhitespace) && !items.contains { ids.contains($0.id) }
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
