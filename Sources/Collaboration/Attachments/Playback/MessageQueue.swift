public import CollaborationModels

/// The messages of a channel or thread as the data source of a queue player.
public struct MessageQueue: AudioQueuePlayerDataSource {
  private let provider: any AudioQueuePlayerNextItemProvider
  private let lookupScope: AudioLookupScope
  private let currentUserID: String?
  private let messages: @Sendable () async -> [Message]

  /// - Parameter messages: returns the messages at the end of a recording, newest first.
  public init(
    provider: any AudioQueuePlayerNextItemProvider = DefaultNextItemProvider(),
    lookupScope: AudioLookupScope = .subsequentMessagesFromUser,
    currentUserID: String?,
    messages: @escaping @Sendable () async -> [Message]
  ) {
    self.provider = provider
    self.lookupScope = lookupScope
    self.currentUserID = currentUserID
    self.messages = messages
  }

  public func nextAsset(after location: String) async -> String? {
    provider.findNextItem(
      in: await messages(), currentVoiceRecordingURL: location, lookupScope: lookupScope, currentUserID: currentUserID)
  }
}
