import CollaborationCompatibility
import CollaborationModels
import Testing

@testable import Collaboration

private typealias Machine = AudioRecorderMachine

extension AudioRecorderMachine {
  /// A machine in a phase; its run is 1.
  static func inPhase(_ phase: Phase) -> AudioRecorderMachine {
    var machine = AudioRecorderMachine()
    let begun: [Event] = [
      .begin(session: 7), .sessionActivated(true, run: 1), .permission(true, run: 1), .started(true, run: 1),
    ]
    let events: [Event] =
      switch phase {
      case .stopped: []
      case .activatingSession: Array(begun.prefix(1))
      case .requestingPermission: Array(begun.prefix(2))
      case .starting: Array(begun.prefix(3))
      case .recording: begun
      case .paused: begun + [.pause]
      case .resuming: begun + [.pause, .resume]
      case .stopping: begun + [.stop]
      case .saving: begun + [.stop, .captureFinished(isWhole: true, run: 1)]
      case .cancelling: begun.prefix(3) + [.stop]
      }
    for event in events { _ = machine.receive(event) }
    return machine
  }
}

private func context(_ state: RecordingState, duration: Double = 0, power: Double = 0) -> Machine.Effect {
  .report(.context(RecordingContext(state: state, duration: duration, averagePower: power), session: 7))
}

private func refusal(_ error: AudioRecorderError, run: Int = 1, session: Int = 7) -> [Machine.Effect] {
  [.report(.failed(error, session: session)), .answerBegin(error, run: run)]
}

@Suite struct AudioRecorderMachineTests {
  struct Row: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let from: AudioRecorderMachine.Phase
    let event: AudioRecorderMachine.Event
    let effects: [AudioRecorderMachine.Effect]
    let phase: AudioRecorderMachine.Phase

    init(
      _ testDescription: String, _ from: AudioRecorderMachine.Phase, _ event: AudioRecorderMachine.Event,
      _ effects: [AudioRecorderMachine.Effect], _ phase: AudioRecorderMachine.Phase
    ) {
      self.testDescription = testDescription
      self.from = from
      self.event = event
      self.effects = effects
      self.phase = phase
    }
  }

  static let rows: [Row] = [
    Row("4b: first the session", .stopped, .begin(session: 7), [.activateSession(run: 1)], .activatingSession),
    Row(
      "4b: then the permission", .activatingSession, .sessionActivated(true, run: 1), [.requestPermission(run: 1)],
      .requestingPermission),
    Row("4b: then the device", .requestingPermission, .permission(true, run: 1), [.startCapture(run: 1)], .starting),
    Row(
      "4b: then the context and the completion", .starting, .started(true, run: 1),
      [.startMeasuring(run: 1), context(.recording), .answerBegin(nil, run: 1)], .recording),
    Row("4b: no session", .activatingSession, .sessionActivated(false, run: 1), refusal(.failedToBegin), .stopped),
    Row("4b: no permission", .requestingPermission, .permission(false, run: 1), refusal(.noRecordPermission), .stopped),
    Row("4b: no device", .starting, .started(false, run: 1), refusal(.failedToBegin), .stopped),
    Row("4b: pause", .recording, .pause, [.stopMeasuring, .pauseCapture, context(.paused)], .paused),
    Row("4b: pause only if recording", .paused, .pause, [], .paused),
    Row("4b: pause means nothing at rest", .stopped, .pause, [], .stopped),
    Row("4b: resume", .paused, .resume, [.resumeCapture(run: 1)], .resuming),
    Row("4b: resume only if not recording", .recording, .resume, [], .recording),
    Row("4b: resuming at rest does nothing", .stopped, .resume, [], .stopped),
    Row("4b: resumed", .resuming, .resumed(true, run: 1), [.startMeasuring(run: 1), context(.recording)], .recording),
    Row(
      "4b: not resumed", .resuming, .resumed(false, run: 1), [.report(.failed(.failedToResume, session: 7))], .paused),
    Row(
      "4b: stop changes the context as well", .recording, .stop,
      [.stopMeasuring, .stopCapture(run: 1), context(.stopped)], .stopping),
    Row(
      "4b: an interruption stops", .recording, .interrupted,
      [.stopMeasuring, .stopCapture(run: 1), context(.stopped)], .stopping),
    Row("4b: an interruption means nothing at rest", .stopped, .interrupted, [], .stopped),
    Row("stop means nothing twice", .stopping, .stop, [], .stopping),
    Row("stop before the user has answered", .requestingPermission, .stop, refusal(.failedToBegin), .stopped),
    Row(
      "stop while the device starts", .starting, .stop, [.stopCapture(run: 1)] + refusal(.failedToBegin), .cancelling),
    Row("what starts after that is not recording", .cancelling, .started(true, run: 1), [], .cancelling),
    Row("and is not kept", .cancelling, .captureFinished(isWhole: true, run: 1), [], .stopped),
    Row(
      "4b: a whole file is copied", .stopping, .captureFinished(isWhole: true, run: 1), [.keepRecording(run: 1)],
      .saving),
    Row(
      "4b: finish(false)", .stopping, .captureFinished(isWhole: false, run: 1),
      [.report(.failed(.failedToSave, session: 7))], .stopped),
    Row(
      "4b: the copy is the recording", .saving, .saved(location: "file:///tmp/1.aac", run: 1),
      [.report(.finished(location: "file:///tmp/1.aac", session: 7))], .stopped),
    Row(
      "4b: no copy", .saving, .saved(location: nil, run: 1), [.report(.failed(.failedToSave, session: 7))], .stopped),
    Row(
      "the device finishes by itself", .paused, .captureEnded(isWhole: true),
      [.stopMeasuring, context(.stopped), .keepRecording(run: 1)], .saving),
    Row("it cannot finish twice", .saving, .captureEnded(isWhole: false), [], .saving),
    Row(
      "4b: a measurement", .recording, .measured(power: 0.25, run: 1), [context(.recording, power: 0.25)], .recording),
    Row(
      "loudness stays within 0…1", .recording, .measured(power: 7, run: 1), [context(.recording, power: 1)], .recording),
    Row("NaN is not a measurement", .recording, .measured(power: .nan, run: 1), [], .recording),
    Row("nothing is measured while paused", .paused, .measured(power: 0.25, run: 1), [], .paused),
    Row(
      "4b: a length", .recording, .elapsed(duration: 0.5, run: 1), [context(.recording, duration: 0.5)], .recording),
    Row("a length below 0 is none", .recording, .elapsed(duration: -1, run: 1), [], .recording),
    Row(
      "another recording during a recording", .recording, .begin(session: 8),
      refusal(.failedToBegin, run: 2, session: 8), .recording),
    Row("another recording waits for the previous file", .saving, .begin(session: 8), [], .saving),
    Row("an answer of another run", .activatingSession, .sessionActivated(true, run: 0), [], .activatingSession),
  ]

  @Test("each event has its effects or is ignored", arguments: rows)
  func acts(_ row: Row) {
    var machine = AudioRecorderMachine.inPhase(row.from)
    #expect(machine.phase == row.from)
    #expect(machine.receive(row.event) == row.effects)
    #expect(machine.phase == row.phase)
  }

  @Test(
    "an answer to another run is ignored in every phase that waits for one",
    arguments: [
      (.activatingSession, .sessionActivated(true, run: 0)), (.requestingPermission, .permission(true, run: 2)),
      (.starting, .started(true, run: 0)), (.resuming, .resumed(true, run: 0)),
      (.recording, .measured(power: 0.5, run: 0)), (.recording, .elapsed(duration: 5, run: 2)),
      (.stopping, .captureFinished(isWhole: true, run: 0)), (.cancelling, .captureFinished(isWhole: true, run: 0)),
      (.saving, .saved(location: "file:///tmp/1.aac", run: 0)),
    ] as [(AudioRecorderMachine.Phase, AudioRecorderMachine.Event)])
  func ignores(_ phase: AudioRecorderMachine.Phase, _ event: AudioRecorderMachine.Event) {
    var machine = AudioRecorderMachine.inPhase(phase)
    let before = machine
    #expect(machine.receive(event) == [])
    #expect(machine == before)
  }

  @Test("a waiting recording starts when the last one is stored, and can be cancelled")
  func waits() {
    var machine = AudioRecorderMachine.inPhase(.saving)
    #expect(machine.receive(.begin(session: 8)) == [])
    #expect(machine.receive(.begin(session: 9)) == refusal(.failedToBegin, run: 2, session: 8))
    var calledOff = machine
    #expect(calledOff.receive(.stop) == refusal(.failedToBegin, run: 3, session: 9))
    #expect(
      machine.receive(.saved(location: "file:///tmp/1.aac", run: 1))
        == [.report(.finished(location: "file:///tmp/1.aac", session: 7)), .activateSession(run: 3)])
    #expect(machine.session == 9)
    #expect(machine.receive(.saved(location: "file:///tmp/2.aac", run: 1)) == [])
  }

  @Test(
    "4b: errors have the documented texts",
    arguments: [(AudioRecorderError.noRecordPermission, "Missing permission to record.")])
  func says(_ error: AudioRecorderError, _ words: String) {
    #expect(error.description == words)
  }
}

@Suite struct AudioRecorderTests {
  @Test("4b: the defaults are 12,000 Hz on one channel, measured every 0.1 s and 0.5 s")
  func defaults() {
    let settings = AudioCaptureSettings()
    #expect(settings.sampleRate == 12_000)
    #expect(settings.channelCount == 1)
    #expect(settings.fileName == "recording.wav")
    #expect(settings.fileExtension == "wav")
    #expect(settings.meteringInterval == .milliseconds(100))
    #expect(settings.durationInterval == .milliseconds(500))
  }

  @Test("a recording from start to file, measured by the clock")
  func records() async throws {
    let (device, clock) = (FakeCaptureDevice(), VirtualClock())
    let recorder = AudioRecorder(device: device, clock: clock) { "1.aac" }
    var events = await recorder.events().makeAsyncIterator()
    var calls = device.calls().makeAsyncIterator()
    try await recorder.beginRecording(session: 7)
    #expect(
      await events.next() == .context(RecordingContext(state: .recording, duration: 0, averagePower: 0), session: 7))
    await clock.sleepers(2)
    clock.advance(by: .milliseconds(100))
    #expect(
      await events.next() == .context(RecordingContext(state: .recording, duration: 0, averagePower: 0.5), session: 7))
    for tick in 2...5 {
      await clock.sleepers(2)
      clock.advance(by: .milliseconds(100))
      // At the fifth interval, the duration is measured as well, in either order.
      if tick < 5 { #expect(await recorder.context.duration == 0) }
    }
    await clock.sleepers(2)
    #expect(await recorder.context.duration == 1.5)
    await recorder.stop()
    while let event = await events.next() {
      guard case .finished(let location, let session) = event else { continue }
      #expect(location == "file:///tmp/1.aac")
      #expect(session == 7)
      break
    }
    for call in [.activate, .permission, .start, .stop, .keep("1.aac")] as [FakeCaptureDevice.Call] {
      #expect(await calls.next() == call)
    }
    #expect(clock.sleeperCount == 0)
  }

  @Test(
    "a failure to record is thrown and reported",
    arguments: [
      (.activate, .failedToBegin), (.permission, .noRecordPermission), (.start, .failedToBegin),
    ] as [(FakeCaptureDevice.Call, AudioRecorderError)])
  func refuses(_ call: FakeCaptureDevice.Call, _ error: AudioRecorderError) async {
    let recorder = AudioRecorder(device: FakeCaptureDevice(failing: [call]), clock: VirtualClock()) { "1.aac" }
    var events = await recorder.events().makeAsyncIterator()
    await #expect(throws: error) { try await recorder.beginRecording(session: 7) }
    #expect(await events.next() == .failed(error, session: 7))
    let (results, continuation) = AsyncStream.makeStream(of: String.self)
    recorder.beginRecording(session: 8) { result in
      switch result {
      case .success: continuation.yield("begun")
      case .failure(let error): continuation.yield(error.description)
      }
    }
    var answers = results.makeAsyncIterator()
    #expect(await answers.next() == error.description)
  }

  @Test(
    "4b: system events end a recording",
    arguments: [.interrupted, .movedToBackground, .finished(isWhole: true)] as [AudioCaptureEvent])
  func isInterrupted(_ event: AudioCaptureEvent) async throws {
    let device = FakeCaptureDevice()
    let recorder = AudioRecorder(device: device, clock: VirtualClock()) { "1.aac" }
    let events = await recorder.events()
    try await recorder.beginRecording(session: 7)
    device.happen(event)
    for await event in events {
      guard case .finished(let location, _) = event else { continue }
      #expect(location == "file:///tmp/1.aac")
      break
    }
  }

  @Test(
    "an incomplete file, or one that was not copied, is not a recording",
    arguments: [.stop, .keep("1.aac")] as [FakeCaptureDevice.Call])
  func loses(_ call: FakeCaptureDevice.Call) async throws {
    let recorder = AudioRecorder(device: FakeCaptureDevice(failing: [call]), clock: VirtualClock()) { "1.aac" }
    let events = await recorder.events()
    try await recorder.beginRecording(session: 7)
    await recorder.stop()
    for await event in events {
      guard case .failed(let error, _) = event else { continue }
      #expect(error == .failedToSave)
      break
    }
  }

  @Test("a paused recording resumes, and reports a failure to do so")
  func pauses() async throws {
    let recorder = AudioRecorder(device: FakeCaptureDevice(failing: [.resume]), clock: VirtualClock()) { "1.aac" }
    var events = await recorder.events().makeAsyncIterator()
    try await recorder.beginRecording(session: 7)
    await recorder.pause()
    await recorder.resume()
    _ = await events.next()
    #expect(await events.next() == .context(RecordingContext(state: .paused, duration: 0, averagePower: 0), session: 7))
    #expect(await events.next() == .failed(.failedToResume, session: 7))
    #expect(await recorder.context.state == .paused)
  }
}
