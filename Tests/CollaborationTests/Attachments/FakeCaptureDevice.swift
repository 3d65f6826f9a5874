import SchemaRuntime

@testable import Collaboration

/// A microphone controlled by the test that records its calls.
final class FakeCaptureDevice: AudioCaptureDevice {
  struct Refused: Error {}

  enum Call: Hashable, Sendable {
    case activate, permission, start, pause, resume, stop, keep(String)
  }

  /// The calls that fail.
  private let failing: Set<Call>
  private let asked = EventBroadcast<Call>()
  private let happened = EventBroadcast<AudioCaptureEvent>()
  private let isRunning = Mutex(false)
  /// The loudness and duration that it measures.
  let power: Double
  let time: Duration

  init(failing: Set<Call> = [], power: Double = 0.5, time: Duration = 1.5) {
    self.failing = failing
    self.power = power
    self.time = time
  }

  func calls() -> AsyncStream<Call> { asked.events() }
  func happen(_ event: AudioCaptureEvent) { happened.send(event) }
  /// Whether a file is being written.
  var isCapturing: Bool { isRunning.withLock { $0 } }

  private func ask(_ call: Call) throws {
    asked.send(call)
    if failing.contains(call) { throw Refused() }
  }

  func activateSession() async throws { try ask(.activate) }
  func requestPermission() async -> Bool { (try? ask(.permission)) != nil }

  func start(_ settings: AudioCaptureSettings) async throws {
    try ask(.start)
    isRunning.withLock { $0 = true }
  }

  func pause() async { try? ask(.pause) }
  func resume() async throws { try ask(.resume) }

  func stop() async -> Bool {
    isRunning.withLock { $0 = false }
    return (try? ask(.stop)) != nil
  }

  func keepRecording(name: String) async throws -> String {
    try ask(.keep(name))
    return "file:///tmp/\(name)"
  }

  func averagePower() async -> Double { power }
  func currentTime() async -> Duration { time }
  func events() -> AsyncStream<AudioCaptureEvent> { happened.events() }
}
