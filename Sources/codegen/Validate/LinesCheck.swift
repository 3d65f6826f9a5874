import Foundation
import SchemaRuntime
import SchemaValidation

/// `codegen validate --lines`: a payload a line, on all cores, in bounded memory.
struct LinesCheck {
  private let check: PayloadCheck
  private let terminal: Terminal

  init(_ check: PayloadCheck, _ terminal: Terminal) {
    self.check = check
    self.terminal = terminal
  }

  /// Lines that one thread validates in one go.
  private struct Batch: Sendable {
    var bytes: [UInt8] = []
    var lines: [(end: Int, origin: PayloadOrigin)] = []
  }

  /// What there is to say of a batch.
  private struct Words: Sendable {
    var text: [UInt8] = []
    var lineCount = 0
    var invalidCount = 0
  }

  /// Bytes at which a batch is full: many small lines, or one large one.
  private static let batchSize = 1 << 17

  /// Validates every line; whether any is invalid.
  func run(_ payloads: inout PayloadReader) throws(FileError) -> Bool {
    let (check, output) = (check, terminal.output)
    var progress = LineProgress(terminal)
    let workers = LineWorkers<Batch, Words>(count: max(ProcessInfo.processInfo.activeProcessorCount, 1)) {
      let reader = SharedReader(check.makeReader())
      return { batch in Self.words(on: batch, check, reader) }
    } finish: { words in
      output.write(words.text)
      progress.add(words.lineCount, words.invalidCount)
    }
    defer { workers.close() }
    var batch = Batch()
    var line: [UInt8] = []
    while let origin = try payloads.nextLine(into: &line) {
      batch.bytes += line
      batch.lines.append((batch.bytes.count, origin))
      // Nothing that is known is kept back while the input has to be waited for.
      let waits = payloads.mustWait
      if batch.bytes.count >= Self.batchSize || waits {
        workers.add(batch)
        batch = Batch()
        progress.show(bytes: origin.bytesBefore)
      }
      if waits {
        workers.drain()
        output.flush()
      }
    }
    workers.add(batch)
    workers.drain()
    progress.end()
    return progress.invalidCount > 0
  }

  private static func words(on batch: Batch, _ check: PayloadCheck, _ shared: SharedReader) -> Words {
    var words = Words()
    var begin = 0
    batch.bytes.withUnsafeBufferPointer { bytes in
      for (end, origin) in batch.lines {
        let payload = UnsafeBufferPointer(rebasing: bytes[begin..<end])
        let line = origin.linesBefore + 1
        if !check.isValid(payload, at: origin, line: line, using: &shared.reader, words: &words.text) {
          words.invalidCount += 1
        }
        begin = end
      }
    }
    words.lineCount = batch.lines.count
    return words
  }
}

/// The reader of one thread, which keeps its memory from batch to batch.
private final class SharedReader {
  var reader: JSONReader

  init(_ reader: consuming JSONReader) { self.reader = reader }
}

/// A line about how far the run is, for a person who looks on while results go elsewhere.
private struct LineProgress {
  private let terminal: Terminal
  private let isShown: Bool
  private var lineCount = 0
  private(set) var invalidCount = 0
  private var shown = ContinuousClock.now

  init(_ terminal: Terminal) {
    self.terminal = terminal
    isShown = terminal.errors.isTerminal && !terminal.output.isTerminal
  }

  mutating func add(_ lines: Int, _ invalid: Int) {
    lineCount += lines
    invalidCount += invalid
  }

  mutating func show(bytes: Int) {
    guard isShown, ContinuousClock.now - shown > .milliseconds(250) else { return }
    shown = .now
    terminal.errors.writeStatus("\(lineCount) lines, \(bytes / 1_000_000) MB, \(invalidCount) invalid")
  }

  func end() {
    if isShown { terminal.errors.writeStatus("") }
  }
}
