import CollaborationModels
import SchemaRuntime

// What happens in a room: inputs go to the machine and to the link, and their effects are performed under the lock.
// Callbacks and waiting callers run outside it, in order.

extension Room {
  /// Passes an input to the machine and performs its effects.
  func process(_ input: RoomMachine.Input) throws(WhiteboardFailure) {
    try change { state throws(WhiteboardFailure) in try process(input, &state) }
  }

  /// Passes an input to the machine and performs its effects. The lock must be held, as in all functions with a state.
  func process(_ input: RoomMachine.Input, _ state: inout State) throws(WhiteboardFailure) {
    let effects = try state.machine.receive(input)
    if let log { note(effects, of: input, state, in: log) }
    for effect in effects { perform(effect, &state) }
    guard effects.contains(.close) else { return }
    // After the last events, such as the reason for a kick.
    deliveries.add(.end)
    for resume in state.released { deliveries.add(.resume(resume)) }
    state.released = []
  }

  /// Notes that the machine gives up the room. What the link gives up, it has noted.
  private func note(_ effects: [RoomMachine.Effect], of input: RoomMachine.Input, _ state: State, in log: ClientLog) {
    if input == .leave { return }
    for effect in effects {
      switch effect {
      case .joinEnded(let failure?):
        if state.line.link.phase != .idle { log.note(.failed(reason: failure.description)) }
      case .notify(.disconnected(let error)): log.note(.failed(reason: error))
      case .notify, .report, .startTimer, .stopTimer, .startInterval, .send, .answered, .joinEnded(nil), .leave, .close:
        break
      }
    }
  }

  func didChange() {
    sendSnapshot()
    deliveries.run { delivery in
      switch delivery {
      case .event(let event):
        callbacks?.fire(event, in: self)
        broadcast.send(event)
      case .error(let error): context.throwError(error)
      case .resume(let resume): resume()
      case .begin: broadcast.resume()
      case .end: broadcast.finish()
      }
    }
  }
}

// MARK: - The machine's effects

extension Room {
  func perform(_ effect: RoomMachine.Effect, _ state: inout State) {
    switch effect {
    case .notify(let event):
      state.error = event.error ?? state.error
      deliveries.add(.event(event))
    case .report(let error): report(error, &state)
    case .startTimer(let timer, let milliseconds):
      state.timer?.cancel()
      state.timer = wake(after: milliseconds, with: .timeUp(timer: timer))
    case .stopTimer:
      state.timer?.cancel()
      state.timer = nil
    case .startInterval(let timer, let milliseconds):
      state.intervals[timer] = wake(after: milliseconds, with: .intervalEnded(timer: timer))
    case .send(let id, let request): operate(.send(id: id, request), &state)
    case .answered(let id, let error): answer(id, error, &state)
    case .joinEnded(let failure): endJoining(failure.map { .failure($0) } ?? .success(()), &state)
    case .leave: operate(.leave, &state)
    case .close: close(&state)
    }
  }

  private func report(_ error: WhiteboardError, _ state: inout State) {
    state.error = .service(error)
    deliveries.add(.error(error))
  }

  private func wake(after milliseconds: Int, with input: RoomMachine.Input) -> Task<Void, Never> {
    let time = timeline.now() + Int(Duration.timer(milliseconds: milliseconds).wholeMilliseconds)
    return Task { [weak self, timeline] in
      do { try await timeline.sleep(time) } catch { return }
      if case .intervalEnded(let timer) = input {
        self?.guarded.withLock { _ = $0.intervals.removeValue(forKey: timer) }
      }
      // The machine never refuses the end of a timer.
      try? self?.process(input)
    }
  }

  private func endJoining(_ result: Result<Void, WhiteboardFailure>, _ state: inout State) {
    guard let joining = state.joining else {
      state.joinResult = result
      return
    }
    state.joining = nil
    deliveries.add(.resume { joining.resume(returning: result) })
  }

  private func answer(_ id: Int, _ error: WhiteboardError?, _ state: inout State) {
    var answer = Answer(value: state.answers.removeValue(forKey: id))
    let waiting = takeWaiting(id, &state)
    // Here, not in the waiting caller: the next change by others must see these values.
    if let store = state.changing.removeValue(forKey: id), error == nil {
      if waiting != nil {
        answer.diff = changeOwn(store, to: answer.value?.object, &state)
      } else {
        // Nobody waits any longer, so the change is told like those of others.
        changeStores(store.name, to: answer.value?.object, &state)
      }
    }
    let result = error.map { Result<Answer, any Error>.failure(WhiteboardFailure.service($0)) } ?? .success(answer)
    if let waiting { deliveries.add(.resume { waiting.resume(returning: result) }) }
  }

  private func takeWaiting(_ request: Int, _ state: inout State) -> Waiting? {
    state.waits.removeValue(forKey: request).flatMap { state.waiting.removeValue(forKey: $0) }
  }

  private func close(_ state: inout State) {
    operate(.close, &state)
    for interval in state.intervals.values { interval.cancel() }
    for stores in state.stores.values { for store in stores { store.store?.close() } }
    for waiting in state.waiting.values {
      state.released.append { waiting.resume(returning: .failure(WhiteboardFailure.connectionEnded)) }
    }
    for leaving in state.leaving { state.released.append { leaving.resume() } }
    (state.waiting, state.waits, state.leaving, state.intervals) = ([:], [:], [], [:])
    (state.stores, state.answers, state.changing, state.offline) = ([:], [:], [:], SizedQueue())
  }

  /// Fails the waiting call, because its response cannot be read or did not arrive in time.
  private func fail(_ request: Int, _ failure: WhiteboardFailure, _ state: inout State) {
    guard let waiting = takeWaiting(request, &state) else { return }
    deliveries.add(.resume { waiting.resume(returning: .failure(failure)) })
  }
}

// MARK: - What the link reports

extension Room {
  func receive(_ event: LinkEvent<RoomWire>, _ state: inout State) {
    switch event {
    case .frame(let frame): receive(frame, &state)
    case .unreadable(let text, let error): refuse(text, error, &state)
    case .interrupted: follow(.reconnecting, &state)
    case .resumed: follow(.connected, &state)
    case .failed(let reason): try? process(.joinFailed(reason), &state)
    case .overdue(let id):
      let milliseconds = state.line.link.timing.request
      fail(id, .requestTimedOut(after: .milliseconds(milliseconds)), &state)
      try? process(.overdue(id: id, milliseconds: milliseconds), &state)
    case .left: try? process(.left, &state)
    }
  }

  private func follow(_ phase: RoomPhase, _ state: inout State) {
    // A room that the service is closing does not reconnect.
    if state.machine.phase == .disconnecting {
      try? process(.left, &state)
    } else {
      try? process(.frame(.phase(revision: 0, payload: RoomPhaseChange(phase: phase))), &state)
    }
  }

  /// Reports an invalid frame, which changes nothing. One with a revision counts as received, so that the room does not
  /// ask for it for ever; one that answers a request fails it.
  private func refuse(_ text: [UInt8], _ error: SchemaError, _ state: inout State) {
    let failure = WhiteboardFailure.invalidPayload(error)
    let members = try? JSONValue(parsing: text).object
    if state.machine.phase == .connecting {
      try? process(.joinFailed(failure.description), &state)
      return
    }
    let isInRoom = state.machine.phase == .connected || state.machine.phase == .reconnecting
    if isInRoom { report(failure.uncaught, &state) }
    let request = members?["request"]?.int
    if let request { fail(request, failure, &state) }
    guard let revision = members?["revision"]?.int, revision > 0 else { return }
    // In its place, what the service said of it: nothing, or that the request has failed.
    let frame =
      request.map { RoomFrame.refused(revision: revision, request: $0, payload: failure.error) }
      ?? .state(revision: revision, payload: RoomState.Patch())
    operate(.frame(frame), &state)
  }

  /// Processes a frame whose turn it is. One that does not fit changes nothing and is reported to the common callbacks,
  /// unless the room is being left or was left: messages about other members may still arrive then, which is not an
  /// error.
  private func receive(_ frame: RoomFrame, _ state: inout State) {
    do throws(WhiteboardFailure) {
      if case .snapshot(let snapshot) = frame { return try adopt(snapshot, &state) }
      if case .accepted(let answer) = frame { state.answers[answer.request] = answer.value }
      try process(.frame(frame), &state)
      if case .store(let store) = frame { changeStores(store.payload.name, to: store.payload.state, &state) }
    } catch {
      let phase = state.machine.phase
      if phase != .connected, phase != .reconnecting { return }
      log?.note(.dropped(reason: error.description))
      report(error.uncaught, &state)
    }
  }

  private func adopt(_ snapshot: RoomFrame.Snapshot, _ state: inout State) throws(WhiteboardFailure) {
    if state.machine.phase == .connecting {
      try process(
        .joined(memberID: snapshot.memberID, isWritable: snapshot.isWritable, state: snapshot.state), &state)
      return
    }
    for answer in snapshot.answers { state.answers[answer.request] = answer.value }
    try process(.frame(.snapshot(snapshot)), &state)
    for (name, values) in snapshot.stores { changeStores(name, to: values, &state) }
  }
}
