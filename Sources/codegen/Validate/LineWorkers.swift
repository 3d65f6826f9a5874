import Foundation

/// Work on lines, batch by batch, on all cores; results come out in the order of the lines.
///
/// At most a few batches a core are in hand at a time: whoever adds one waits for that, so that memory stays bounded
/// however long the input is.
final class LineWorkers<Batch: Sendable, Result: Sendable>: @unchecked Sendable {
  private let condition = NSCondition()
  private let makeWork: @Sendable () -> (Batch) -> Result
  private let finish: (Result) -> Void
  private let capacity: Int
  // All that follows is touched with the condition's lock held.
  private var waiting: [(number: Int, batch: Batch)] = []
  private var done: [Int: Result] = [:]
  private var added = 0
  private var finished = 0
  private var isClosed = false
  private var running = 0

  /// - Parameters:
  ///   - count: threads.
  ///   - makeWork: makes what each of them does with its batches; called once a thread.
  ///   - finish: takes the results in the order of their batches; called by ``add(_:)`` and ``drain()`` alone.
  init(count: Int, makeWork: @escaping @Sendable () -> (Batch) -> Result, finish: @escaping (Result) -> Void) {
    self.makeWork = makeWork
    self.finish = finish
    capacity = 4 * count
    running = count
    for _ in 0..<count {
      let thread = Thread { self.run() }
      // Validation goes as deep as payloads do.
      thread.stackSize = 16 << 20
      thread.start()
    }
  }

  /// Adds a batch, and takes what is done; waits while too many are in hand.
  func add(_ batch: Batch) {
    condition.lock()
    waiting.append((added, batch))
    added += 1
    condition.broadcast()
    while added - finished > capacity, done[finished] == nil { condition.wait() }
    takeResults()
    condition.unlock()
  }

  /// Takes everything that has been added, as it is done.
  func drain() {
    condition.lock()
    while finished < added {
      while done[finished] == nil { condition.wait() }
      takeResults()
    }
    condition.unlock()
  }

  /// Drains, and ends the threads.
  func close() {
    drain()
    condition.lock()
    isClosed = true
    condition.broadcast()
    while running > 0 { condition.wait() }
    condition.unlock()
  }

  /// Hands out the results whose turn it is. The lock is given up meanwhile: writing may take long.
  private func takeResults() {
    while let result = done.removeValue(forKey: finished) {
      finished += 1
      condition.unlock()
      finish(result)
      condition.lock()
    }
  }

  private func run() {
    let work = makeWork()
    condition.lock()
    while true {
      while waiting.isEmpty, !isClosed { condition.wait() }
      if waiting.isEmpty { break }
      let (number, batch) = waiting.removeFirst()
      condition.unlock()
      let result = work(batch)
      condition.lock()
      done[number] = result
      condition.broadcast()
    }
    running -= 1
    condition.broadcast()
    condition.unlock()
  }
}
