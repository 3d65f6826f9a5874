public import CollaborationModels

/// The messages of a channel or thread as the data source of a queue player.
public struct MessageQueue: AudioQueuePlayerDataSource {
  private let provider: any AudioQueuePlayerNextItemProvider
  private let lookupScope: AudioLookupScope
  private let currentUserID: String?
  private let messages: @Sendable () async -> [Message]
  private let timeout: Duration
  private let clock: any Clock<Duration>

  /// - Parameter timeout: the maximum time for `messages`. Afterwards, the queue ends.
  /// - Parameter clock: measures that time.
  /// - Parameter messages: returns the messages at the end of a recording, newest first.
  public init(
    provider: any AudioQueuePlayerNextItemProvider = DefaultNextItemProvider(),
    lookupScope: AudioLookupScope = .subsequentMessagesFromUser,
    currentUserID: String?,
    timeout: Duration = .seconds(15),
    clock: any Clock<Duration> = ContinuousClock(),
    messages: @escaping @Sendable () async -> [Message]
  ) {
    self.provider = provider
    self.lookupScope = lookupScope
    self.currentUserID = currentUserID
    self.messages = messages
    self.timeout = timeout
    self.clock = clock
  }

  public func nextAsset(after location: String) async -> String? {
    guard case .answered(let messages) = await waitForAnswer(within: timeout, on: clock, messages) else { return nil }
    return provider.findNextItem(
      in: messages, currentVoiceRecordingURL: location, lookupScope: lookupScope, currentUserID: currentUserID)
  }
}
