import CollaborationModels
import SchemaRuntime

extension Room {
  /// Joins the room through a transport.
  /// - Throws: ``WhiteboardFailure/joinFailed(_:)``, also when the task is cancelled, or
  ///   ``WhiteboardFailure/joinTimedOut(milliseconds:)``.
  func join(by transport: any RoomTransport) async throws(WhiteboardFailure) {
    try process(.join(timeout: config.timeout))
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let ended = guarded.withLock { state -> Result<Void, WhiteboardFailure>? in
          // The timeout may have passed already, or the first callback may have left.
          if state.joinResult == nil { state.joining = continuation }
          return state.joinResult
        }
        if let ended { continuation.resume(returning: ended) } else { connect(by: transport) }
      }
    } onCancel: {
      giveUpJoining()
    }
    try result.get()
  }

  private func giveUpJoining() {
    guarded.withLock { state in
      // Cancelled too late: a member who has joined stays in the room.
      guard state.machine.phase == .connecting, let effects = try? state.machine.receive(.leave) else { return }
      for effect in effects { perform(effect, &state) }
    }
    deliver()
  }

  private func connect(by transport: any RoomTransport) {
    // Under the lock, so that this task is stored before the task for messages replaces it.
    guarded.withLock { state in
      if state.machine.phase != .connecting { return }
      state.messages = Task { await self.connect(by: transport, config) }
    }
  }

  private func connect(by transport: any RoomTransport, _ config: RoomConfig) async {
    do {
      let connection = try await transport.join(config)
      do {
        try enter(connection)
      } catch {
        // Too late, or with an unreadable state.
        await connection.leave()
        throw error
      }
    } catch {
      // Refused if joining has already ended.
      try? process(.joinFailed("\(error)"))
    }
  }

  /// Enters the room.
  private func enter(_ connection: any RoomConnection) throws(WhiteboardFailure) {
    let initial: RoomState
    do { initial = try RoomState(json: connection.state) } catch { throw .invalidPayload(error) }
    try guarded.withLock { state throws(WhiteboardFailure) in
      let effects = try state.machine.receive(
        .joined(memberId: connection.memberId, isWritable: connection.isWritable, state: initial))
      state.connection = connection
      for effect in effects { perform(effect, &state) }
      let messages = connection.messages
      state.messages = Task { [weak self] in
        for await frame in messages {
          guard let self else { return }
          self.receive(frame)
        }
        if !Task.isCancelled { self?.end() }
      }
    }
    deliver()
  }

  /// Handles the end of the messages, which is an error unless the room is being left.
  private func end() {
    switch phase {
    case .connected, .reconnecting:
      try? process(.message(.disconnect(DisconnectError(error: WhiteboardFailure.connectionEnded.description))))
    case .disconnecting: try? process(.left)
    case .connecting, .disconnected: break
    }
  }

  /// Leaves the room and returns when this is done; the state can still be read afterwards.
  public func disconnect() async {
    try? process(.leave)
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
