import CollaborationModels
import SchemaRuntime

extension Room {
  /// Joins the room.
  /// - Throws: ``WhiteboardFailure/joinFailed(_:)``, ``WhiteboardFailure/joinTimedOut(milliseconds:)``, or
  ///   `CancellationError` when the task is cancelled.
  func join() async throws {
    let session = Room.newSession()
    defer { deliver() }
    try guarded.withLock { state in
      // Among the deliveries, because the end of the last stay may still be delivered.
      deliveries.add(.begin)
      try process(.join(timeout: config.timeout), &state)
      state.joinResult = nil
    }
    deliver()
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let ended = guarded.withLock { state -> Result<Void, WhiteboardFailure>? in
          // The timeout may have passed already, or the first callback may have left.
          if let result = state.joinResult { return result }
          state.joining = continuation
          operate(.join(config, session: session), &state)
          return nil
        }
        if let ended { continuation.resume(returning: ended) }
        deliver()
      }
    } onCancel: {
      giveUpJoining()
    }
    if case .failure = result { try Task.checkCancellation() }
    try result.get()
  }

  private static func newSession() -> String {
    // 128 random bits: the session is a secret of its member.
    [UInt64.random(in: .min ... .max), UInt64.random(in: .min ... .max)].map { String($0, radix: 36) }.joined()
  }

  private func giveUpJoining() {
    guarded.withLock { state in
      // Cancelled too late: a member who has joined stays in the room.
      if state.machine.phase == .connecting { try? process(.leave, &state) }
    }
    deliver()
  }

  /// Joins the room again after it was left or the connection was lost for good, with the same configuration and
  /// callbacks.
  ///
  /// The member is a new one for the service. Events are listened to as before; ``events()`` has to be called again, and
  /// synced stores have to be connected again.
  /// - Throws: ``WhiteboardFailure/illegalRoomPhase(from:to:)`` if the room was not left, and as joining does.
  public func rejoin() async throws { try await join() }

  /// Leaves the room and returns when this is done, after the timeout for leaving at the latest. Earlier requests are
  /// answered first. The state can still be read afterwards.
  public func disconnect() async {
    try? process(.leave)
    guarded.withLock { state in
      // The service may have begun to end the connection without an end.
      if state.machine.phase == .disconnecting { operate(.leave, &state) }
    }
    deliver()
    await withCheckedContinuation { continuation in
      let isOver = guarded.withLock { state in
        if state.machine.phase == .disconnected { return true }
        state.leaving.append(continuation)
        return false
      }
      if isOver { continuation.resume() }
    }
  }

  /// Leaves the room and calls a handler once when this is done.
  public func disconnect(completion: @escaping @Sendable () -> Void) {
    Task {
      await disconnect()
      completion()
    }
  }
}
