import CodegenProject
import CommandLineTool
import Foundation
import SchemaRuntime
import SchemaValidation

/// `codegen validate --lines`: validates a payload per line, on all cores, in bounded memory.
struct LinesCheck {
  let check: PayloadCheck
  let terminal: Terminal

  /// The maximum number of lines in a batch.
  private struct Batch: Sendable {
    var bytes: [UInt8] = []
    var lines: [(end: Int, origin: PayloadOrigin)] = []

    /// Empties the batch, whose memory is used for further lines.
    mutating func removeLines() {
      bytes.removeAll(keepingCapacity: true)
      lines.removeAll(keepingCapacity: true)
    }
  }

  private struct Output: Sendable {
    var findings = PayloadFindings()
    var lineCount = 0
    var invalidCount = 0
    /// The batch, which is no longer needed.
    var batch: Batch
  }

  /// The size of a full batch in bytes: many short lines, or one long line.
  private static let batchSize = 1 << 17

  /// Validates every line; true if all are valid.
  func run(_ payloads: inout PayloadReader, _ report: PayloadReport) throws(FileError) -> Bool {
    let (check, output) = (check, terminal.output)
    var (lineCount, invalidCount, byteCount) = (0, 0, 0)
    // Fresh memory would be mapped for each batch, by the thread that all others wait for.
    var done: [Batch] = []
    let start = ContinuousClock.now
    var lastShown = start
    func summary() -> String {
      let seconds = Double((ContinuousClock.now - start) / .milliseconds(1)) / 1_000
      let rate = seconds > 0 ? ", \(Int(Double(byteCount) / 1e6 / seconds)) MB/s" : ""
      return "\(lineCount.grouped) lines, \((byteCount / 1_000_000).grouped) MB\(rate), \(invalidCount.grouped) invalid"
    }
    let workers = LineWorkers<Batch, Output>(count: max(ProcessInfo.processInfo.activeProcessorCount, 1)) {
      let reader = SharedReader(check.limits)
      return { batch in Self.validate(batch, check, reader) }
    } finish: { result in
      report.add(result.findings)
      lineCount += result.lineCount
      invalidCount += result.invalidCount
      if result.batch.bytes.capacity <= 4 * Self.batchSize { done.append(result.batch) }
    }
    defer { workers.close() }
    var batch = Batch()
    while let origin = try payloads.nextLine(after: &batch.bytes) {
      batch.lines.append((batch.bytes.count, origin))
      // Results are not delayed while the input is slow.
      let mustWait = payloads.mustWait
      if batch.bytes.count >= Self.batchSize || mustWait {
        workers.add(batch)
        batch = done.popLast() ?? Batch()
        batch.removeLines()
        if ContinuousClock.now - lastShown > .milliseconds(250) {
          lastShown = .now
          byteCount = origin.bytesBefore
          terminal.showProgress(summary())
        }
      }
      if mustWait {
        workers.drain()
        output.flush()
      }
    }
    workers.add(batch)
    workers.drain()
    byteCount = payloads.bytesRead
    if lineCount == 0 { terminal.report("note: no payload, because there are no lines") }
    if terminal.isInteractive, terminal.verbosity != .quiet { terminal.report("validated \(summary())") }
    return invalidCount == 0
  }

  private static func validate(_ batch: Batch, _ check: PayloadCheck, _ shared: SharedReader) -> Output {
    var output = Output(lineCount: batch.lines.count, batch: batch)
    var start = 0
    batch.bytes.withUnsafeBufferPointer { bytes in
      for (end, origin) in batch.lines {
        let payload = UnsafeBufferPointer(rebasing: bytes[start..<end])
        let line = origin.linesBefore + 1
        if !check.isValid(payload, at: origin, line: line, using: &shared.reader, &output.findings) {
          output.invalidCount += 1
        }
        start = end
      }
    }
    return output
  }
}

/// The reader of one thread, which reuses its memory between batches.
private final class SharedReader {
  var reader: JSONReader

  init(_ limits: JSONLimits) { reader = JSONReader(limits: limits) }
}
