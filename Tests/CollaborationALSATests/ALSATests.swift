import Collaboration
import CollaborationALSA
import Foundation
import SchemaRuntime
import SwiftCompilation
import Testing

/// A configuration of ALSA with devices that need no hardware, and a folder for their files.
private enum Devices {
  static let rate = 12_000

  /// A tone of two seconds, twice as loud in the second one.
  static let tone = (0..<2 * rate).map { index in
    Int16((index < rate ? 8_000 : 16_000) * sin(2 * .pi * 440 * Double(index) / Double(rate)))
  }

  /// A folder that is removed with its owner.
  final class Folder: Sendable {
    let url: URL

    init() throws {
      url = FileManager.default.temporaryDirectory.appending(path: "alsa-tests-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    var path: String { url.path }
    func appending(path: String) -> URL { url.appending(path: path) }
  }

  /// The name of a microphone that hears the tone. ALSA reads the variable when it opens a device.
  static let toneMicrophone: String? = {
    do {
      // The same for all runs.
      let folder = FileManager.default.temporaryDirectory.appending(path: "schemata-alsa-tests")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let samples = folder.appending(path: "tone.raw")
      try Data(tone.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }).write(
        to: samples, options: .atomic)
      let file = folder.appending(path: "asound.conf")
      try """
      pcm.schemata_tone { type file slave.pcm null file "/dev/null" infile "\(samples.path)" format raw }
      """.write(to: file, atomically: true, encoding: .utf8)
      setenv("ALSA_CONFIG_PATH", "/usr/share/alsa/alsa.conf:\(file.path)", 1)
      return "schemata_tone"
    } catch { return nil }
  }()

  /// Reads the samples of a WAV file.
  static func samples(at location: String) throws -> [Int16] {
    let url = location.hasPrefix("file:") ? URL(string: location) : URL(fileURLWithPath: location)
    let file = try WAVFile(Array(Data(contentsOf: try #require(url))))
    return file.int16s(0..<file.sampleCount)
  }
}

/// Devices of ALSA without hardware: `null`, and files.
@Suite(.serialized, .timeLimit(.minutes(20))) struct ALSATests {
  private let clock = VirtualClock()

  /// Lets time pass in the steps of the devices.
  private func advance(milliseconds: Int, sleepers: Int = 1) async {
    for _ in 0..<milliseconds / 20 {
      await clock.sleepers(sleepers)
      clock.advance(by: .milliseconds(20))
    }
  }

  // MARK: Recording

  @Test("a recording has what the device delivers while it is not paused")
  func records() async throws {
    let folder = try Devices.Folder()
    defer { withExtendedLifetime(folder) {} }
    let device = ALSACaptureDevice(device: try #require(Devices.toneMicrophone), folder: folder.path, clock: clock)
    try await device.activateSession()
    #expect(await device.requestPermission())
    try await device.start(AudioCaptureSettings())
    await advance(milliseconds: 500)
    await device.pause()
    let time = await device.currentTime()
    #expect(time >= .milliseconds(500) && time <= .milliseconds(510))
    clock.advance(by: .seconds(5))
    #expect(await device.currentTime() == time)
    try await device.resume()
    await advance(milliseconds: 1_000)
    #expect(await device.averagePower() > 0.7)
    #expect(await device.stop())
    let kept = try await device.keepRecording(name: "kept.wav")
    let samples = try Devices.samples(at: kept)
    #expect(18_000...18_180 ~= samples.count)
    #expect(samples == Array(Devices.tone.prefix(samples.count)))
    #expect(try Devices.samples(at: folder.appending(path: "recording.wav").path) == samples)
  }

  @Test("a recorder records silence from the device 'null'")
  func recordsSilence() async throws {
    let folder = try Devices.Folder()
    defer { withExtendedLifetime(folder) {} }
    let device = ALSACaptureDevice(device: "null", folder: folder.path, clock: clock)
    let recorder = AudioRecorder(device: device, clock: clock) { "1.wav" }
    let events = await recorder.events()
    try await recorder.beginRecording(session: 1)
    await advance(milliseconds: 1_000, sleepers: 3)
    await recorder.stop()
    var location: String?
    for await event in events {
      if case .finished(let kept, _) = event { location = kept }
      if case .failed(let error, _) = event { throw error }
      if location != nil { break }
    }
    let samples = try Devices.samples(at: try #require(location))
    #expect(12_000...12_120 ~= samples.count)
    #expect(samples.allSatisfy { $0 == 0 })
  }

  @Test("in real time, nothing is lost either")
  func recordsInRealTime() async throws {
    let folder = try Devices.Folder()
    defer { withExtendedLifetime(folder) {} }
    let device = ALSACaptureDevice(device: try #require(Devices.toneMicrophone), folder: folder.path)
    try await device.start(AudioCaptureSettings())
    while await device.currentTime() < .milliseconds(300) { try await Task.sleep(for: .milliseconds(10)) }
    #expect(await device.stop())
    let samples = try Devices.samples(at: folder.appending(path: "recording.wav").path)
    #expect(samples.count >= 3_600 && samples == Array(Devices.tone.prefix(samples.count)))
  }

  // MARK: Playing

  private func play(
    _ samples: [Int16], channelCount: Int = 1, _ steps: (ALSAAudioOutput) async throws -> Void
  ) async throws -> (heard: [Int16], events: [AudioOutputEvent]) {
    let folder = try Devices.Folder()
    defer { withExtendedLifetime(folder) {} }
    let (source, sink) = (folder.appending(path: "source.wav"), folder.appending(path: "sink.wav"))
    try Data(try #require(WAVFile.bytes(of: samples, sampleRate: Devices.rate, channelCount: channelCount)))
      .write(to: source)
    let output = ALSAAudioOutput(device: "file:'\(sink.path)',wav", clock: clock)
    let events = output.events()
    let duration = Double(samples.count / channelCount) / Double(Devices.rate)
    #expect(try await output.load(source.absoluteString) == .seconds(duration))
    try await steps(output)
    var heard: [AudioOutputEvent] = []
    for await event in events {
      heard.append(event)
      if case .playedToEnd = event { break }
    }
    await output.unload()
    return (try Devices.samples(at: sink.path), heard)
  }

  @Test("what is played reaches the device, with the time about every 0.1 seconds")
  func plays() async throws {
    let (heard, events) = try await play(Devices.tone) { output in
      await output.play(rate: 1)
      await advance(milliseconds: 2_000)
    }
    #expect(heard == Devices.tone)
    let times = events.compactMap { if case .time(let time, _) = $0 { time } else { nil } }
    #expect(20...22 ~= times.count && times == times.sorted() && times.last == .seconds(2))
  }

  @Test("two channels stay apart, and a sound shorter than the buffer is played")
  func playsStereo() async throws {
    let samples = (0..<1_200).flatMap { [Int16($0), Int16(-$0)] }
    let (heard, _) = try await play(samples, channelCount: 2) { output in
      await output.play(rate: 1)
      await advance(milliseconds: 100)
    }
    #expect(heard == samples)
  }

  @Test("at rate 2, every other frame is played")
  func playsFaster() async throws {
    let (heard, _) = try await play(Devices.tone) { output in
      await output.play(rate: 2)
      await advance(milliseconds: 1_000)
    }
    #expect(heard == stride(from: 0, to: Devices.tone.count, by: 2).map { Devices.tone[$0] })
  }

  @Test("a pause continues where it was, and seeking moves")
  func pausesAndSeeks() async throws {
    let (heard, events) = try await play(Devices.tone) { output in
      await output.play(rate: 1)
      await advance(milliseconds: 500)
      await output.pause()
      clock.advance(by: .seconds(9))
      await output.seek(to: .milliseconds(1_500))
      await output.play(rate: 1)
      await advance(milliseconds: 500)
    }
    // The buffer of the device has 0.2 seconds more than what was heard.
    #expect(Array(heard.suffix(6_000)) == Array(Devices.tone.suffix(6_000)))
    #expect(heard.starts(with: Devices.tone.prefix(6_000)))
    #expect(
      !events.contains {
        if case .time(let time, _) = $0 { time >= .milliseconds(520) && time < .milliseconds(1_500) } else { false }
      })
  }

  @Test("a player plays to the device")
  func worksWithPlayer() async throws {
    let folder = try Devices.Folder()
    defer { withExtendedLifetime(folder) {} }
    let source = folder.appending(path: "source.wav")
    try Data(try #require(WAVFile.bytes(of: Devices.tone, sampleRate: Devices.rate))).write(to: source)
    let player = AudioPlayer(output: ALSAAudioOutput(device: "null", clock: clock), clock: VirtualClock())
    let contexts = await player.contexts()
    await player.loadAsset(source.absoluteString)
    await advance(milliseconds: 2_000)
    for await context in contexts where context.state == .stopped { break }
  }

  // MARK: Errors

  @Test("an unknown device, an unknown format and a missing file are refused with their names")
  func refuses() async throws {
    let folder = try Devices.Folder()
    defer { withExtendedLifetime(folder) {} }
    let device = ALSACaptureDevice(device: "nowhere", folder: folder.path, clock: clock)
    var error = await #expect(throws: ALSAError.self) { try await device.activateSession() }
    #expect(
      error?.description
        == "ALSA device 'nowhere': expected to open it for recording, found 'No such file or directory'")
    error = await #expect(throws: ALSAError.self) { try await device.start(AudioCaptureSettings()) }
    #expect(error?.operation == .openForRecording && error?.code == -2)
    await #expect(throws: SoundFileError.unsupportedFormat(fileExtension: "aac")) {
      try await device.start(AudioCaptureSettings(fileName: "recording.aac"))
    }
    #expect(await !device.stop())
    let source = folder.appending(path: "source.wav")
    try Data(try #require(WAVFile.bytes(of: [1, 2], sampleRate: Devices.rate))).write(to: source)
    let output = ALSAAudioOutput(device: "nowhere", clock: clock)
    error = await #expect(throws: ALSAError.self) { try await output.load(source.path) }
    #expect(error?.operation == .openForPlayback && error?.device == "nowhere")
    await #expect(throws: SoundFileError.unreadable(location: "/nowhere.wav")) { try await output.load("/nowhere.wav") }
  }

  @Test("the error for a format that cannot be recorded names the format", arguments: [0, -1, .nan, .infinity, 1e300])
  func describesFormat(_ sampleRate: Double) async throws {
    let folder = try Devices.Folder()
    defer { withExtendedLifetime(folder) {} }
    let device = ALSACaptureDevice(device: "null", folder: folder.path, clock: clock)
    let error = await #expect(throws: ALSAError.self) {
      try await device.start(AudioCaptureSettings(sampleRate: sampleRate, channelCount: 2))
    }
    #expect(error?.reason == "Invalid argument")
    #expect(error?.description.contains("frames per second on 2 channels") == true)
  }

  // MARK: The page

  @Test(
    "the code for ALSA on the page about sound compiles",
    .enabled(if: SwiftCompiler() != nil, "needs the modules that 'swift build' makes"))
  func compilesPage() async throws {
    let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Sources/Collaboration/Collaboration/Documentation.docc/Sound.md").standardized
    let text = try String(contentsOf: page, encoding: .utf8)
    let block = try #require(text.firstMatch(of: /(?s)```swift alsa\n(.*?)```/)).output.1
    let folder = try Devices.Folder()
    defer { withExtendedLifetime(folder) {} }
    let file = folder.appending(path: "page.swift")
    try String(block).write(to: file, atomically: false, encoding: .utf8)
    let result = try await #require(SwiftCompiler()).typecheck(
      [file], languageMode: "6", libraries: ["CALSA"])
    #expect(result.status == 0, "\(result.output)")
  }
}
