/// The rules of a player: the transitions between states, and the resulting commands for the output.
///
/// Each load and each seek has a number. Responses to earlier ones are ignored.
struct AudioPlaybackMachine: Hashable, Sendable {
  enum Event: Hashable, Sendable {
    case load(String)
    case loaded(duration: Duration, load: Int)
    case loadFailed(load: Int)
    case play, pause, stop
    case rate(AudioPlaybackRate)
    case seek(to: Duration)
    case seekFinished(seek: Int)
    case output(AudioOutputEvent)
    case next(String?, load: Int)
    case movedToBackground, movedToForeground
  }

  enum Effect: Hashable, Sendable {
    case load(String, load: Int)
    case play(AudioPlaybackRate)
    case pause
    case seek(to: Duration, seek: Int)
    case unload
    /// Requests the sound that follows one that has finished.
    case findNext(after: String, load: Int)
    case publish(AudioPlaybackContext)
  }

  private(set) var context = AudioPlaybackContext()
  /// Whether the sound's duration is known and it can be played.
  private(set) var isLoaded = false
  /// Whether to request the next sound when a sound finishes.
  let asksForNext: Bool
  private var load = 0
  private var seek = 0
  /// The rate of the next `play`. It applies to one sound, whose view shows the button.
  private var chosenRate = AudioPlaybackRate.normal
  private var playsAfterSeek = false
  private var resumesInForeground = false
  private var isWaitingForNext = false
  /// Whether the application moved to the background while the next sound was requested. Then that sound is loaded, but
  /// played later.
  private var holdsNext = false

  init(asksForNext: Bool) { self.asksForNext = asksForNext }

  mutating func receive(_ event: Event) -> [Effect] {
    let before = context
    let effects = apply(event)
    return context == before ? effects : effects + [.publish(context)]
  }

  private mutating func apply(_ event: Event) -> [Effect] {
    switch event {
    case .load(let location): return load(location)
    case .loaded(let duration, load): return loaded(duration)
    case .loadFailed(load): return loadFailed()
    case .play: return play()
    case .pause: return pause()
    case .stop: return stop()
    case .rate(let rate): return update(rate)
    case .seek(let time): return seek(to: time)
    case .seekFinished(seek): return seekFinished()
    case .output(let event): return hear(event)
    case .next(let location, load): return goOn(with: location)
    case .movedToBackground:
      let wasPlaying = context.state == .playing || context.state == .loading || playsAfterSeek
      let effects = wasPlaying ? pause() : []
      resumesInForeground = wasPlaying
      holdsNext = isWaitingForNext
      return effects
    case .movedToForeground:
      holdsNext = false
      defer { resumesInForeground = false }
      return resumesInForeground && context.state == .paused ? play() : []
    case .loaded, .loadFailed, .seekFinished, .next: return []  // an answer to an earlier question
    }
  }
}

// MARK: - Loading

extension AudioPlaybackMachine {
  private mutating func load(_ location: String) -> [Effect] {
    isWaitingForNext = false
    guard location == context.assetLocation, context.state != .notLoaded else { return loadOther(location) }
    switch context.state {
    case .paused: return play()
    case .stopped: return reload(location)
    case .playing, .loading, .notLoaded: return []
    }
  }

  private mutating func loadOther(_ location: String) -> [Effect] {
    let stopping = context.assetLocation == nil ? [] : stop()
    let stopped = context
    chosenRate = .normal
    context = AudioPlaybackContext(assetLocation: location)
    // Views of the sound that ends here see that it has stopped.
    return stopping + (stopping.isEmpty ? [] : [.publish(stopped)]) + reload(location)
  }

  private mutating func reload(_ location: String) -> [Effect] {
    load &+= 1
    endSeeking()
    isLoaded = false
    resumesInForeground = false
    context.state = .loading
    context.currentTime = .zero
    context.rate = .zero
    return [.load(location, load: load)]
  }

  private mutating func loaded(_ duration: Duration) -> [Effect] {
    guard !isLoaded, context.state == .loading || context.state == .paused else { return [] }
    isLoaded = true
    context.duration = max(duration, .zero)
    return context.state == .loading ? start() : []
  }

  private mutating func loadFailed() -> [Effect] {
    guard !isLoaded, context.state == .loading || context.state == .paused else { return [] }
    context.state = .notLoaded
    context.duration = .zero
    return []
  }
}

// MARK: - Playing

extension AudioPlaybackMachine {
  private mutating func start() -> [Effect] {
    context.state = .playing
    context.rate = chosenRate
    return [.play(chosenRate)]
  }

  private mutating func play() -> [Effect] {
    switch context.state {
    case .notLoaded, .loading, .playing: return []
    case .stopped: return context.assetLocation.map { reload($0) } ?? []
    case .paused:
      resumesInForeground = false
      isWaitingForNext = false
      if context.isSeeking {
        playsAfterSeek = true
        return []
      }
      guard isLoaded else {
        context.state = .loading
        return []
      }
      return start()
    }
  }

  private mutating func pause() -> [Effect] {
    resumesInForeground = false
    playsAfterSeek = false
    isWaitingForNext = false
    guard context.state == .playing || context.state == .loading else { return [] }
    let wasPlaying = context.state == .playing
    context.state = .paused
    context.rate = .zero
    return wasPlaying ? [.pause] : []
  }

  private mutating func stop() -> [Effect] {
    guard context.state != .notLoaded, context.state != .stopped else { return [] }
    load &+= 1
    endSeeking()
    isLoaded = false
    isWaitingForNext = false
    resumesInForeground = false
    context.state = .stopped
    context.currentTime = .zero
    context.rate = .zero
    return [.pause, .unload]
  }

  private mutating func update(_ rate: AudioPlaybackRate) -> [Effect] {
    guard rate != .zero else { return pause() }
    chosenRate = rate
    guard context.state == .playing else { return [] }
    context.rate = rate
    return [.play(rate)]
  }

  private mutating func hear(_ event: AudioOutputEvent) -> [Effect] {
    switch event {
    case .time(let time, context.assetLocation):
      guard context.state == .playing else { return [] }
      context.currentTime = clamped(time)
      return []
    case .playedToEnd(context.assetLocation):
      guard context.state == .playing, let location = context.assetLocation else { return [] }
      guard asksForNext else { return stop() }
      isWaitingForNext = true
      context.state = .paused
      context.rate = .zero
      context.currentTime = context.duration
      return [.pause, .findNext(after: location, load: load)]
    case .time, .playedToEnd: return []  // the last words of another sound
    }
  }

  private mutating func goOn(with location: String?) -> [Effect] {
    guard isWaitingForNext else { return [] }
    let stopping = stop()
    guard let location else { return stopping }
    let effects = stopping + [.publish(context)] + load(location)
    if holdsNext {
      context.state = .paused
      resumesInForeground = true
    }
    return effects
  }
}

// MARK: - Seeking

extension AudioPlaybackMachine {
  private mutating func seek(to time: Duration) -> [Effect] {
    guard isLoaded, context.state == .playing || context.state == .paused else { return [] }
    let pausing = pause()
    seek &+= 1
    context.currentTime = clamped(time)
    context.isSeeking = true
    return pausing + [.seek(to: context.currentTime, seek: seek)]
  }

  private mutating func seekFinished() -> [Effect] {
    guard context.isSeeking else { return [] }
    context.isSeeking = false
    defer { playsAfterSeek = false }
    return playsAfterSeek ? start() : []
  }

  private mutating func endSeeking() {
    context.isSeeking = false
    playsAfterSeek = false
    seek &+= 1
  }

  /// Returns a time within the sound; if its duration is unknown, a time that is not negative.
  private func clamped(_ time: Duration) -> Duration {
    let time = max(time, .zero)
    return context.duration > .zero ? min(time, context.duration) : time
  }
}
