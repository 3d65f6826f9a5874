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
  public init(output: any AudioOutput) { self.init(output: output, findNext: nil) }

  init(output: any AudioOutput, findNext: (@Sendable (String) async -> String?)?) {
    self.output = output
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

  public func contexts() -> AsyncStream<AudioPlaybackContext> { broadcast.values() }
  public func loadAsset(_ location: String) { receive(.load(location)) }
  public func play() { receive(.play) }
  public func pause() { receive(.pause) }
  public func stop() { receive(.stop) }
  public func updateRate(_ rate: AudioPlaybackRate) { receive(.rate(rate)) }
  public func seek(to time: Double) { receive(.seek(to: time)) }

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
    switch effect {
    case .load(let location, let load):
      // In parallel to the other work, so that a slow load can be cancelled.
      loading?.cancel()
      loading = Task { [weak self, output] in
        let duration = try? await output.load(location)
        await self?.receive(duration.map { .loaded(duration: $0, load: load) } ?? .loadFailed(load: load))
      }
    case .findNext(let location, let load):
      Task { [weak self, findNext] in
        let next = await findNext?(location)
        await self?.receive(.next(next, load: load))
      }
    case .play(let rate): await output.play(rate: rate.rawValue)
    case .pause: await output.pause()
    case .seek(let time, let seek):
      await output.seek(to: time)
      receive(.seekFinished(seek: seek))
    case .unload:
      loading?.cancel()
      await output.unload()
    case .publish: break
    }
  }
}
