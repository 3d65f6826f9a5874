public import CollaborationModels

/// The messages of a channel or thread as what a queue player plays.
public struct MessageQueue: AudioQueuePlayerDataSource {
  private let provider: any AudioQueuePlayerNextItemProvider
  private let lookupScope: AudioLookupScope
  private let currentUserID: String?
  private let messages: @Sendable () async -> [Message]

  /// - Parameter messages: those that there are when a recording ends, newest first.
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
