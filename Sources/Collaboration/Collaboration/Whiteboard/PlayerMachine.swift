import CollaborationModels
import SchemaRuntime

/// The complete behavior of a playback, without clock, network and tasks.
///
/// It takes inputs and returns effects. A refused input changes nothing. Times are milliseconds from the beginning of
/// the playback.
struct PlayerMachine: Hashable, Sendable {
  /// An input of a playback.
  enum Input: Hashable, Sendable {
    case play
    case pause
    case stop
    /// The viewer seeks to a time; a time past the end is the end.
    case seek(id: Int, to: Int)
    /// The data requested with `prepare` is available.
    case prepared(load: Int)
    /// The requested data cannot be loaded.
    case preparingFailed(load: Int, reason: String)
    /// This much time has passed since the last time.
    case timePassed(milliseconds: Int)
    /// The viewer changes how the room is shown.
    case setObserverMode(ObserverMode)
  }

  /// An effect to perform, in order.
  enum Effect: Hashable, Sendable {
    /// Notify the listeners of an event.
    case notify(PlayerEvent)
    /// Prepare to play from this time. Only the latest request counts.
    case prepare(load: Int, at: Int)
    /// A seek has ended.
    case seekEnded(id: Int, SeekingResult)
    /// Start the time.
    case startTime
    /// Stop the time.
    case stopTime
  }

  private struct Load: Hashable {
    var number: Int
    var target: Int
    /// The seek that waits for this load, if any.
    var seek: Int?
  }

  /// The current phase.
  private(set) var phase = PlayerPhase.waitingFirstFrame
  /// The visible state; nil before the first frame.
  private(set) var state: PlayerState?
  /// The current playback time.
  private(set) var position = 0
  private let recording: RoomRecording
  private let step: Int
  private let hasMedia: Bool
  private var nextFrame = 0
  private var lastReport = 0
  /// Whether to resume once missing data is available.
  private var wantsToPlay = false
  private var load: Load?
  private var lastLoad = 0
  private var slice: String?
  private var observerMode: ObserverMode?

  /// Creates a playback that waits for its first frame.
  /// - Parameters:
  /// - step: The interval between time reports, in milliseconds; at least 1.
  /// - hasMedia: Whether sound or video is played along. Then a seek does not wait for the whiteboard.
  init(_ recording: RoomRecording, step: Int = 500, hasMedia: Bool = false) {
    self.recording = recording
    self.step = max(step, 1)
    self.hasMedia = hasMedia
  }

  /// The playback time.
  var timeInfo: TimeInfo {
    TimeInfo(
      scheduleTime: position, timeDuration: recording.length, framesCount: recording.framesCount,
      beginTimestamp: recording.begin)
  }

  /// The time until the next event; nil while the time is stopped.
  var timeToNext: Int? {
    guard phase == .playing else { return nil }
    var next = recording.length - position
    if nextFrame < recording.frames.count { next = min(next, recording.frames[nextFrame].time - position) }
    // Only the time left until the step counts, so that no sum can overflow.
    return max(0, min(next, step - (position - lastReport)))
  }

  /// Processes an input.
  /// - Throws: ``WhiteboardFailure/illegalPlayerPhase(from:to:)`` for a stopped playback, and
  ///   ``WhiteboardFailure/invalidTime(_:)`` for a negative time; then nothing has changed.
  mutating func receive(_ input: Input) throws(WhiteboardFailure) -> [Effect] {
    switch input {
    case .play: return try play()
    case .pause: return try pause()
    case .stop: return stop()
    case .seek(let id, let target): return try seek(id, to: target)
    case .prepared(let number): return prepared(number)
    case .preparingFailed(let number, let reason): return preparingFailed(number, reason)
    case .timePassed(let milliseconds): return passTime(milliseconds)
    case .setObserverMode(let mode):
      guard phase != .stopped else { throw .illegalPlayerPhase(from: .stopped, to: .stopped) }
      observerMode = mode
      // A viewer's own change does not cause a callback.
      state?.observerMode = mode
      return []
    }
  }
}

// MARK: - Commands

extension PlayerMachine {
  private mutating func play() throws(WhiteboardFailure) -> [Effect] {
    switch phase {
    case .waitingFirstFrame:
      wantsToPlay = true
      return load == nil ? prepare(position, seek: nil) : []
    case .playing: return []
    case .paused: return enter(.playing)
    case .buffering:
      wantsToPlay = true
      return []
    case .ended:
      // Restarts from the beginning.
      wantsToPlay = true
      return enter(.buffering) + prepare(0, seek: nil)
    case .stopped: throw .illegalPlayerPhase(from: .stopped, to: .playing)
    }
  }

  private mutating func pause() throws(WhiteboardFailure) -> [Effect] {
    wantsToPlay = false
    switch phase {
    case .playing: return enter(.paused)
    case .waitingFirstFrame, .paused, .buffering, .ended: return []
    case .stopped: throw .illegalPlayerPhase(from: .stopped, to: .paused)
    }
  }

  private mutating func stop() -> [Effect] {
    guard phase != .stopped else { return [] }
    let waiting = load?.seek
    load = nil
    return enter(.stopped) + (waiting.map { [.seekEnded(id: $0, .stopped)] } ?? [])
  }

  private mutating func seek(_ id: Int, to target: Int) throws(WhiteboardFailure) -> [Effect] {
    guard target >= 0 else { throw .invalidTime(.milliseconds(target)) }
    guard phase != .stopped else { return [.seekEnded(id: id, .stopped)] }
    let target = min(target, recording.length)
    let isThere = target == position && load == nil && phase != .waitingFirstFrame
    if isThere { return [.seekEnded(id: id, .successButUnnecessary)] }
    var effects: [Effect] = []
    if let waiting = load?.seek { effects.append(.seekEnded(id: waiting, .overridden)) }
    if phase == .playing || phase == .paused || phase == .ended {
      wantsToPlay = phase == .playing
      effects += enter(.buffering)
    }
    effects += prepare(target, seek: hasMedia ? nil : id)
    // Sound or video seeks immediately, and the whiteboard follows as soon as possible.
    return hasMedia ? effects + [.seekEnded(id: id, .success)] : effects
  }

  private mutating func prepare(_ target: Int, seek: Int?) -> [Effect] {
    lastLoad &+= 1
    load = Load(number: lastLoad, target: target, seek: seek)
    return [.prepare(load: lastLoad, at: target)]
  }

  private mutating func enter(_ next: PlayerPhase) -> [Effect] {
    guard phase.canBecome(next) else { return [] }
    let wasPlaying = phase == .playing
    phase = next
    var effects = [Effect.notify(.phaseChanged(next))]
    if wasPlaying { effects.append(.stopTime) }
    if next == .playing { effects.append(.startTime) }
    return effects
  }
}

// MARK: - Loading

extension PlayerMachine {
  private mutating func prepared(_ number: Int) -> [Effect] {
    guard let load, load.number == number else { return [] }
    self.load = nil
    let isFirst = phase == .waitingFirstFrame
    var effects = jump(to: load.target)
    if isFirst { effects.append(.notify(.firstFrameLoaded)) }
    effects += enter(wantsToPlay ? .playing : .paused)
    if let seek = load.seek { effects.append(.seekEnded(id: seek, .success)) }
    return effects
  }

  /// Pauses the playback after a failure to load; it may be resumed. Without a first frame, keeps waiting.
  private mutating func preparingFailed(_ number: Int, _ reason: String) -> [Effect] {
    guard let load, load.number == number else { return [] }
    self.load = nil
    wantsToPlay = false
    var effects = phase == .waitingFirstFrame ? [] : enter(.paused)
    effects.append(.notify(.stoppedWithError(WhiteboardFailure.replayFailed(reason).error)))
    // Of the possible results, this one means that the time was not reached.
    if let seek = load.seek { effects.append(.seekEnded(id: seek, .stopped)) }
    return effects
  }

  /// Seeks to a time and restores the state that the recording had then. Events in between are not reported; events at
  /// exactly that time are reported when the playback continues.
  private mutating func jump(to target: Int) -> [Effect] {
    if target < position { nextFrame = 0 }
    var new = nextFrame == 0 ? nil : state
    var newSlice = nextFrame == 0 ? nil : slice
    frames: while nextFrame < recording.frames.count, recording.frames[nextFrame].time <= target {
      let frame = recording.frames[nextFrame]
      switch frame.content {
      case .success(.state(let whole)): new = whole
      case .success(.stateChange(let patch)): try? new?.apply(patch)
      case .success(.slice(let change)): newSlice = change.slice
      case .success, .failure: if frame.time == target { break frames }
      }
      nextFrame += 1
    }
    if let observerMode { new?.observerMode = observerMode }
    var effects: [Effect] = []
    if let newSlice, newSlice != slice { effects.append(.notify(.sliceChanged(newSlice))) }
    slice = newSlice
    // The first state is set without a callback about its changes.
    if let new { effects = show(new) + effects }
    let hasMoved = position != target
    (position, lastReport) = (target, target)
    return hasMoved ? effects + [.notify(.scheduleTimeChanged(.milliseconds(target)))] : effects
  }

  private mutating func show(_ new: PlayerState) -> [Effect] {
    guard let old = state else {
      state = new
      return []
    }
    let patch = try? PlayerState.Patch(from: old, to: new, globalNames: nil)
    state = new
    guard let patch, !patch.isEmpty else { return [] }
    return [.notify(.playerStateChanged(patch))]
  }
}

// MARK: - Time

extension PlayerMachine {
  private mutating func passTime(_ milliseconds: Int) -> [Effect] {
    guard phase == .playing else { return [] }
    let target = position + min(max(milliseconds, 0), recording.length - position)
    var effects: [Effect] = []
    while nextFrame < recording.frames.count, recording.frames[nextFrame].time <= target {
      let frame = recording.frames[nextFrame]
      position = frame.time
      nextFrame += 1
      effects += append(frame.content)
      // A frame may pause the playback; later frames wait.
      guard phase == .playing else { return effects }
    }
    position = target
    let isEnd = position == recording.length
    if position - lastReport >= step || (isEnd && position != lastReport) {
      lastReport = position
      effects.append(.notify(.scheduleTimeChanged(.milliseconds(position))))
    }
    return isEnd ? effects + enter(.ended) : effects
  }

  private mutating func append(_ content: Result<PlayerMessage, WhiteboardFailure>) -> [Effect] {
    switch content {
    case .failure(let failure): return [.notify(.appendFrameFailed(failure.whenAppending))]
    case .success(.state(let whole)): return change { $0 = whole }
    case .success(.stateChange(let patch)):
      guard var new = state else { return [] }
      do { try new.apply(patch) } catch {
        return [.notify(.appendFrameFailed(WhiteboardFailure.invalidPayload(error).whenAppending))]
      }
      return change { $0 = new }
    case .success(.phaseChange(let change)): return follow(change.phase)
    case .success(.slice(let change)):
      slice = change.slice
      return [.notify(.sliceChanged(change.slice))]
    case .success(.event(let event)): return [.notify(heard(event))]
    case .success(.stop(let error)):
      // The document promises a pause, so that the viewer can try again; stopping is permanent.
      return enter(.paused) + [.notify(.stoppedWithError(error))]
    case .success(.appendError(let error)): return [.notify(.appendFrameFailed(error))]
    case .success(.renderError(let error)): return [.notify(.renderFailed(error))]
    }
  }

  private mutating func change(_ body: (inout PlayerState) -> Void) -> [Effect] {
    guard var new = state else { return [] }
    body(&new)
    if let observerMode { new.observerMode = observerMode }
    return show(new)
  }

  private func heard(_ event: WhiteboardEvent) -> PlayerEvent {
    switch event.scope {
    case .system, .app: return .magixEvent(event)
    case .custom, .magix:
      let isKnown = state?.roomMembers.contains { $0.memberID == event.authorID } ?? false
      let failure = WhiteboardFailure.unknownMember(event.authorID)
      return isKnown ? .magixEvent(event) : .appendFrameFailed(failure.whenAppending)
    }
  }

  private mutating func follow(_ next: PlayerPhase) -> [Effect] {
    if next == phase { return [] }
    guard phase.canBecome(next) else {
      let failure = WhiteboardFailure.illegalPlayerPhase(from: phase, to: next)
      return [.notify(.appendFrameFailed(failure.whenAppending))]
    }
    guard next == .buffering else { return enter(next) }
    wantsToPlay = true
    return enter(.buffering) + prepare(position, seek: nil)
  }
}
