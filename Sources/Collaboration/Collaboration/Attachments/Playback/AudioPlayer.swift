/// Plays a sound to its end and stops: the document's plain player.
///
///     let player = AudioPlayer(output: speaker)
///     for await context in await player.contexts() { show(context.progress) }
///     await player.loadAsset("https://voice.example/a/7f3c.aac")
///
/// An actor, because loading, seeking and the output's reports are asynchronous. The rules are those of
/// ``AudioPlaybackMachine``.
public actor AudioPlayer: AudioPlaying {
  private typealias Machine = AudioPlaybackMachine

  private let output: any AudioOutput
  private let timeouts: AudioDeviceTimeouts
  private let clock: any Clock<Duration>
  /// Returns the sound that follows one that was played to its end.
  private let findNext: (@Sendable (String) async -> String?)?
  private let broadcast = CurrentValueBroadcast(AudioPlaybackContext())
  private var machine: AudioPlaybackMachine
  private let pumps = OwnedTasks()
  /// The task that loads the current sound.
  private var loading: Task<Void, Never>?
  /// Pending effects with the player that performs them, which keeps it alive until they are done.
  private let work: AsyncStream<(owner: AudioPlayer, effect: AudioPlaybackMachine.Effect)>.Continuation

  /// - Parameter output: produces the sound. It must not be shared with another player.
  /// - Parameter timeouts: the deadlines of the output.
  /// - Parameter clock: measures the deadlines.
  public init(
    output: any AudioOutput, timeouts: AudioDeviceTimeouts = AudioDeviceTimeouts(),
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.init(output: output, timeouts: timeouts, clock: clock, findNext: nil)
  }

  init(
    output: any AudioOutput, timeouts: AudioDeviceTimeouts, clock: any Clock<Duration>,
    findNext: (@Sendable (String) async -> String?)?
  ) {
    self.output = output
    self.timeouts = timeouts
    self.clock = clock
    self.findNext = findNext
    machine = AudioPlaybackMachine(asksForNext: findNext != nil)
    let (effects, work) = AsyncStream.makeStream(of: (owner: AudioPlayer, effect: AudioPlaybackMachine.Effect).self)
    self.work = work
    let events = output.events()
    pumps.add { for await (owner, effect) in effects { await owner.run(effect) } }
    pumps.add { [weak self] in for await event in events { await self?.receive(.output(event)) } }
  }

  deinit {
    work.finish()
    loading?.cancel()
    switch machine.context.state {
    case .notLoaded, .stopped: break
    case .loading, .paused, .playing:
      // Nothing else can stop the sound after this.
      Task { [output] in
        await output.pause()
        await output.unload()
      }
    }
  }

  /// The current sound and progress.
  public var context: AudioPlaybackContext { machine.context }

  /// Returns the current context, followed by each later one, until the player is closed. Of contexts that wait for a slow
  /// listener, the newest 64 are kept.
  public func contexts() -> AsyncStream<AudioPlaybackContext> { broadcast.values() }

  /// Stops the sound, and ends the sequences of contexts.
  public func close() {
    receive(.stop)
    broadcast.endSequences()
  }

  public func loadAsset(_ location: String) { receive(.load(location)) }
  public func play() { receive(.play) }
  public func pause() { receive(.pause) }
  public func stop() { receive(.stop) }
  public func updateRate(_ rate: AudioPlaybackRate) { receive(.rate(rate)) }
  public func seek(to time: Duration) { receive(.seek(to: time)) }

  /// Pauses while the application is in the background.
  public func moveToBackground() { receive(.movedToBackground) }

  /// Resumes the sound that ``moveToBackground()`` paused.
  public func moveToForeground() { receive(.movedToForeground) }

  private func receive(_ event: Machine.Event) {
    for effect in machine.receive(event) {
      if case .publish(let context) = effect { broadcast.send(context) } else { work.yield((self, effect)) }
    }
  }

  private func run(_ effect: Machine.Effect) async {
    let output = output
    switch effect {
    case .load(let location, let load):
      // In parallel to the other work, so that a slow load can be cancelled.
      loading?.cancel()
      loading = Task { [weak self, timeouts, clock] in
        let outcome = await waitForResult(within: timeouts.requestTimeout, on: clock) {
          try await output.load(location)
        }
        switch outcome {
        case .answered(.success(let duration)): await self?.receive(.loaded(duration: duration, load: load))
        case .answered(.failure), .timedOut, .cancelled: await self?.receive(.loadFailed(load: load))
        }
      }
    case .findNext(let location, let load):
      Task { [weak self, findNext, timeouts, clock] in
        let outcome = await waitForAnswer(within: timeouts.requestTimeout, on: clock) { await findNext?(location) }
        let next: String? = if case .answered(let next) = outcome { next } else { nil }
        await self?.receive(.next(next, load: load))
      }
    case .play(let rate): await wait { await output.play(rate: rate.rawValue) }
    case .pause: await wait { await output.pause() }
    case .seek(let time, let seek):
      await wait { await output.seek(to: time) }
      receive(.seekFinished(seek: seek))
    case .unload:
      loading?.cancel()
      await wait { await output.unload() }
    case .publish: break
    }
  }

  /// Waits for the output. One that does not answer in time does not hold up later commands.
  private func wait(for work: @escaping @Sendable () async -> Void) async {
    _ = await waitForAnswer(within: timeouts.requestTimeout, on: clock, work)
  }
}
