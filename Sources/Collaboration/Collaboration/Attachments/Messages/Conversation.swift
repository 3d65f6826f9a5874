public import CollaborationModels
import SchemaRuntime

/// The messages of a channel, sent and received, in the order in which they appeared here.
///
///     let conversation = Conversation(client, user: MessageUser(id: "amal"))
///     try await conversation.send("Hello")
///     for await snapshot in conversation.snapshots() { … }
///
/// It is also a sender for ``MessageComposer``.
public final class Conversation: SnapshotSource, MessageSending {
  /// What is known of a message.
  public enum Delivery: Hashable, Sendable {
    /// It is from someone else.
    case received
    /// It waits for the answer of the service.
    case sending
    case sent
    /// It was not sent, or there was no answer. ``Conversation/resend(_:)`` sends it again.
    case failed(MessageDeliveryError)
  }

  /// A message with its delivery.
  public struct Entry: Hashable, Sendable, Identifiable {
    public var message: Message
    public var delivery: Delivery

    public var id: String { message.id }

    public init(message: Message, delivery: Delivery) {
      self.message = message
      self.delivery = delivery
    }
  }

  /// The state of a conversation at one moment.
  public struct Snapshot: Hashable, Sendable {
    /// The newest messages, oldest first.
    public var entries: [Entry] = []
    /// Whether messages arrive. If not, ``Conversation/open()`` starts again.
    public var isOpen = false
    /// The latest error of sending or receiving.
    public var error: MessageDeliveryError?

    public init(entries: [Entry] = [], isOpen: Bool = false, error: MessageDeliveryError? = nil) {
      self.entries = entries
      self.isOpen = isOpen
      self.error = error
    }
  }

  private let client: MessageClient
  private let user: MessageUser
  private let limit: Int
  private let state = Mutex(Snapshot())
  private let broadcast = SnapshotBroadcast<Snapshot>()
  private let listening = OwnedTasks()

  /// Opens the conversation.
  /// - Parameters:
  ///   - client: the client of the channel, for this conversation alone.
  ///   - user: the author of the messages that are sent here.
  ///   - limit: the maximum number of messages that are kept.
  public init(_ client: MessageClient, user: MessageUser, limit: Int = 1_000) {
    self.client = client
    self.user = user
    self.limit = max(1, limit)
    open()
  }

  deinit { listening.cancelAll() }

  public var snapshot: Snapshot { state.withLock { $0 } }

  /// Returns the current snapshot, followed by later ones until the conversation is closed, or ended by the service.
  public func snapshots() -> AsyncStream<Snapshot> { broadcast.values(isLast: { !$0.isOpen }) { snapshot } }

  public func clearError() { change { $0.error = nil } }

  /// Listens again after the service has rejected the client, or after ``close()``. Does nothing if it is open.
  public func open() {
    let wasOpen = state.withLock { state in
      defer { (state.isOpen, state.error) = (true, state.isOpen ? state.error : nil) }
      return state.isOpen
    }
    if wasOpen { return }
    let messages = client.channelMessages()
    listening.add { [weak self] in
      for await message in messages { self?.add(message, .received) }
      self?.end()
    }
  }

  /// Closes the client and ends the snapshots.
  public func close() async { await client.close() }

  /// Sends a text. It is in the snapshots at once.
  @discardableResult
  public func send(_ text: String) async throws(MessageDeliveryError) -> Message {
    let id = (0..<2).map { _ in String(UInt64.random(in: .min ... .max), radix: 36) }.joined()
    let message = Message(id: id, user: user, text: text)
    try await deliver(message)
    return message
  }

  /// Sends a message, for example one with attachments. It is in the snapshots at once.
  public func send(_ message: Message) async throws { try await deliver(message) }

  /// Sends a message that has failed again. It has the same id, so that it arrives once.
  public func resend(_ id: String) async throws(MessageDeliveryError) {
    let entry = state.withLock { state in state.entries.first { $0.id == id } }
    guard let entry, case .failed = entry.delivery else { return }
    try await deliver(entry.message)
  }

  private func deliver(_ message: Message) async throws(MessageDeliveryError) {
    open()
    add(message, .sending)
    do throws(MessageDeliveryError) {
      try await client.deliver(message)
      add(message, .sent)
    } catch {
      change { $0.error = error }
      add(message, .failed(error))
      throw error
    }
  }

  /// Adds a message, or replaces an older version of it.
  private func add(_ message: Message, _ delivery: Delivery) {
    change { [limit] state in
      let entry = Entry(message: message, delivery: delivery)
      if let index = state.entries.lastIndex(where: { $0.id == message.id }) {
        state.entries[index] = entry
      } else {
        state.entries.append(entry)
        if state.entries.count > limit { state.entries.removeFirst(state.entries.count - limit) }
      }
    }
  }

  private func end() {
    change { [client] state in
      state.isOpen = false
      state.error = client.failure ?? state.error
    }
  }

  private func change(_ body: (inout Snapshot) -> Void) {
    state.withLock { body(&$0) }
    broadcast.update(isLast: { !$0.isOpen }) { snapshot }
  }
}
