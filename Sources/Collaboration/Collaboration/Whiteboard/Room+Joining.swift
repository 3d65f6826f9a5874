import CollaborationModels
import SchemaRuntime

extension Room {
  /// Joins the room.
  /// - Throws: ``WhiteboardFailure/joinFailed(_:)``, ``WhiteboardFailure/joinTimedOut(after:)``, or
  ///   `CancellationError` when the task is cancelled.
  func join() async throws {
    try change { state throws(WhiteboardFailure) in
      // Among the deliveries, because the end of the last stay may still be delivered.
      deliveries.add(.begin)
      state.error = nil
      try process(.join(timeout: config.timeout), &state)
      state.joinResult = nil
    }
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let ended = change { state -> Result<Void, WhiteboardFailure>? in
          // The timeout may have passed already, or the first callback may have left.
          if let result = state.joinResult { return result }
          state.joining = continuation
          operate(.join(config, session: ClientLine<RoomWire>.newSession()), &state)
          return nil
        }
        if let ended { continuation.resume(returning: ended) }
      }
    } onCancel: {
      giveUpJoining()
    }
    if case .failure = result { try Task.checkCancellation() }
    try result.get()
  }

  private func giveUpJoining() {
    change { state in
      // Cancelled too late: a member who has joined stays in the room.
      if state.machine.phase == .connecting { try? process(.leave, &state) }
    }
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
    change { state in
      // The service may have begun to end the connection without an end.
      if state.machine.phase == .disconnecting { operate(.leave, &state) }
    }
    await withCheckedContinuation { continuation in
      let isOver = guarded.withLock { state in
        if state.machine.phase == .disconnected { return true }
        state.leaving.append(continuation)
        return false
      }
      if isOver { continuation.resume() }
    }
  }
}
