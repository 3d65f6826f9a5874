import CollaborationModels
import TestSupport
import Testing

@testable import Collaboration

/// Feeds a machine many short random sequences of events.
///
/// Returns a sentence for each sequence that reached an illegal state, or another state when it was replayed.
private func failures<Machine: Hashable, Event>(
  sequences: Int = 100_000, seed: UInt64, start: Machine, events: [Event], receive: (inout Machine, Event) -> String?
) -> [String] {
  var random = SeededRandom(seed: seed)
  var failures: [String] = []
  for sequence in 0..<sequences {
    let picked = (0..<4).map { _ in events[Int(random.next() % UInt64(events.count))] }
    var machine = start
    for event in picked {
      if let failure = receive(&machine, event) { failures.append("\(sequence): \(failure) after \(picked)") }
    }
    // Every tenth sequence is replayed: the same events lead to the same state.
    guard sequence % 10 == 0 else { continue }
    var again = start
    for event in picked { _ = receive(&again, event) }
    if again != machine { failures.append("\(sequence): not the same again: \(picked)") }
  }
  return failures
}

@Suite struct AttachmentsPropertyTests {
  @Test("no events bring the recording flow into an impossible state", arguments: [true, false])
  func flow(_ confirms: Bool) {
    let location = VoiceRecordingFlow.location
    let events: [VoiceRecordingEvent] =
      VoiceRecordingAction.allCases.map { .action($0) } + [
        .slide(.horizontal(80)), .slide(.horizontal(.nan)), .slide(.upwards(60)), .tipExpired(tip: 1),
        .recorder(.context(.half, session: 1)), .recorder(.finished(location: location, session: 1)),
        .recorder(.finished(location: "no URI", session: 1)), .recorder(.failed(.unknown, session: 1)),
        .recorder(.context(.half, session: 2)), .analyzed(.success([0.5, .nan]), session: 1),
        .analyzed(.failure(.failedToReadAsset), session: 1), .analyzed(.success([]), session: 2),
        .playback(AudioPlaybackContext(assetLocation: location, state: .playing, rate: .normal)),
        .playback(AudioPlaybackContext()),
      ]
    // Most states are close to the end of a recording.
    var start = VoiceRecordingFlow.inState(.locked, confirms: confirms)
    start.receive(all: [.recorder(.finished(location: location, session: 1))])
    for (seed, start) in [(1, .enabled(confirms: confirms)), (2, start)] as [(UInt64, VoiceRecordingFlow)] {
      let found = failures(sequences: 25_000, seed: seed, start: start, events: events) { flow, event in
        let before = flow.content
        let effects = flow.receive(event)
        let content = flow.content
        let shows = effects.contains { if case .contentChanged = $0 { true } else { false } }
        if shows != (content != before) { return "content changed in silence" }
        if content.location != nil, content.state != .preview, content.state != .locked {
          return "a location too early"
        }
        if content.state == .preview, content.location == nil { return "a preview of nothing" }
        if content.state == .idle || content.state == .showingTip {
          if content.duration != 0 || !content.waveform.isEmpty || flow.isPlaying { return "something left behind" }
        }
        if !content.waveform.allSatisfy({ 0...1 ~= $0 }) { return "a height outside of 0…1" }
        return 0...1 ~= flow.slideToCancelOpacity ? nil : "an opacity outside of 0…1"
      }
      #expect(found.prefix(3) == [])
    }
  }

  @Test("no events bring the recorder into an impossible state")
  func recorder() {
    var events: [AudioRecorderMachine.Event] = [
      .begin(session: 1), .begin(session: 2), .pause, .resume, .stop, .interrupted, .captureEnded(isWhole: true),
      .captureEnded(isWhole: false), .measured(power: .nan, run: 1), .measured(power: 9, run: 1),
      .elapsed(duration: 2, run: 1), .elapsed(duration: -1, run: 1), .saved(location: nil, run: 1),
      .saved(location: "file:///tmp/1.aac", run: 1), .saved(location: "file:///tmp/1.aac", run: 2),
    ]
    for succeeds in [true, false] {
      events += [
        .sessionActivated(succeeds, run: 1), .permission(succeeds, run: 1), .started(succeeds, run: 1),
        .resumed(succeeds, run: 1), .captureFinished(isWhole: succeeds, run: 1), .sessionActivated(succeeds, run: 2),
      ]
    }
    for phase in AudioRecorderMachine.Phase.allCases {
      let found = failures(
        sequences: 10_000, seed: 3, start: AudioRecorderMachine.inPhase(phase), events: events
      ) { machine, event in
        _ = machine.receive(event)
        let expected: RecordingState? =
          switch machine.phase {
          case .recording: .recording
          case .paused, .resuming: .paused
          case .stopped, .stopping, .saving, .cancelling, .activatingSession, .requestingPermission, .starting: .stopped
          }
        if machine.context.state != expected { return "\(machine.phase) reported as \(machine.context.state)" }
        if !(0...1 ~= machine.context.averagePower) || !machine.context.duration.isFinite { return "no measurement" }
        if machine.next != nil, ![.stopping, .saving, .cancelling].contains(machine.phase) {
          return "one waits in vain"
        }
        return machine.context.duration < 0 ? "a length below 0" : nil
      }
      #expect(found.prefix(3) == [])
    }
  }

  @Test("each caller who starts a recording is answered once", arguments: [7, 8, 9] as [UInt64])
  func answers(_ seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var wrong = 0
    for _ in 0..<10_000 {
      var machine = AudioRecorderMachine()
      var begun: [Int] = []
      var answered: [Int] = []
      func note(_ effects: [AudioRecorderMachine.Effect]) {
        for case .answerBegin(_, let run) in effects { answered.append(run) }
      }
      for _ in 0..<12 {
        let (run, succeeds) = (machine.run, random.next() % 4 > 0)
        switch random.next() % 8 {
        case 0:
          begun.append(machine.upcomingRun)
          note(machine.receive(.begin(session: 1)))
        case 1: note(machine.receive(.stop))
        case 2: note(machine.receive(.captureFinished(isWhole: succeeds, run: run)))
        case 3: note(machine.receive(.saved(location: nil, run: run)))
        case 4, 5: note(machine.receive(.sessionActivated(succeeds, run: run)))
        case 6: note(machine.receive(.permission(succeeds, run: run)))
        default: note(machine.receive(.started(succeeds, run: run)))
        }
      }
      // Ends the recording; no caller may be left waiting.
      for _ in 0..<3 {
        note(machine.receive(.stop))
        note(machine.receive(.captureFinished(isWhole: false, run: machine.run)))
        note(machine.receive(.saved(location: nil, run: machine.run)))
      }
      if answered.sorted() != begun || machine.phase != .stopped { wrong += 1 }
    }
    #expect(wrong == 0)
  }

  @Test("no events bring the player into an impossible state", arguments: [true, false])
  func player(_ asksForNext: Bool) {
    let (a, b) = ("https://voice.example/a.aac", "https://voice.example/b.aac")
    let events: [AudioPlaybackMachine.Event] = [
      .load(a), .load(a), .load(b), .loaded(duration: 10, load: 1), .loaded(duration: 10, load: 2),
      .loaded(duration: -1, load: 3), .loadFailed(load: 1), .loadFailed(load: 2), .play, .play, .pause, .stop,
      .rate(.zero), .rate(.double), .seek(to: 5), .seek(to: 1e9), .seek(to: -1), .seekFinished(seek: 2),
      .seekFinished(seek: 3), .output(.time(3, location: a)), .output(.time(1e9, location: a)),
      .output(.playedToEnd(location: a)), .next(b, load: 1), .next(nil, load: 1), .next(a, load: 1),
      .movedToBackground, .movedToForeground,
    ]
    for state in AudioPlaybackState.allCases {
      let start = AudioPlaybackMachine.inState(state, asksForNext: asksForNext)
      let found = failures(sequences: 10_000, seed: 4, start: start, events: events) { machine, event in
        let before = machine.context
        let effects = machine.receive(event)
        let context = machine.context
        if context != before, effects.last != .publish(context) { return "context changed in silence" }
        if (context.state == .playing) != (context.rate != .zero) { return "rate \(context.rate) in \(context.state)" }
        if context.state == .playing, !machine.isLoaded { return "playing what is not loaded" }
        if context.isSeeking, context.state != .paused { return "seeking in \(context.state)" }
        if context.state == .stopped || context.state == .loading, context.currentTime != .zero {
          return "time at rest"
        }
        if context.duration < .zero || context.currentTime < .zero { return "no time" }
        return context.assetLocation == nil && context.state != .notLoaded ? "a state of no sound" : nil
      }
      #expect(found.prefix(3) == [])
    }
  }

  @Test("no events bring an upload into an impossible state")
  func upload() {
    let events: [AttachmentUploadEvent] = [
      .start, .progress(0), .progress(0.5), .progress(1), .progress(.nan), .progress(-.infinity), .fail, .succeed,
      .retry,
    ]
    let found = failures(seed: 5, start: AttachmentUpload(), events: events) { upload, event in
      let before = upload
      let isTaken = (try? upload.receive(event)) != nil
      if !isTaken, upload != before { return "changed by what was refused" }
      if before.state.state == .uploaded, upload != before { return "uploaded twice" }
      guard upload.state.state == .uploading else { return upload.state.progress == nil ? nil : "progress at rest" }
      guard let progress = upload.state.progress, 0...1 ~= progress else { return "no progress" }
      if before.state.state == .uploading, progress < before.state.progress ?? 0 { return "progress went back" }
      return nil
    }
    #expect(found.prefix(3) == [])
  }
}
