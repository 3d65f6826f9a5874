import Foundation

/// Threads that process batches; results come out in the order of the batches.
///
/// Only a few batches per thread are in progress at a time. Adding another one waits, so that memory use does not
/// depend on the length of the input.
final class LineWorkers<Batch: Sendable, Result: Sendable>: @unchecked Sendable {
  private let condition = NSCondition()
  private let makeWork: @Sendable () -> (Batch) -> Result
  private let finish: (Result) -> Void
  private let capacity: Int
  // The condition's lock guards all following properties.
  private var waiting: [(number: Int, batch: Batch)] = []
  private var done: [Int: Result] = [:]
  private var added = 0
  private var finished = 0
  private var isClosed = false
  private var running: Int

  /// Starts threads, each with a function from `makeWork`. `finish` is called on the caller's thread.
  init(count: Int, makeWork: @escaping @Sendable () -> (Batch) -> Result, finish: @escaping (Result) -> Void) {
    self.makeWork = makeWork
    self.finish = finish
    capacity = 4 * count
    running = count
    for _ in 0..<count {
      let thread = Thread { self.run() }
      // Validation recurses as deeply as payloads are nested.
      thread.stackSize = 16 << 20
      thread.start()
    }
  }

  /// Adds a batch and finishes results; waits while too many batches are in progress.
  func add(_ batch: Batch) {
    condition.withLock {
      waiting.append((added, batch))
      added += 1
      condition.broadcast()
      finishResults(leaving: capacity)
    }
  }

  /// Finishes the results of everything that has been added.
  func drain() { condition.withLock { finishResults(leaving: 0) } }

  /// Finishes all results and ends the threads.
  func close() {
    condition.withLock {
      finishResults(leaving: 0)
      isClosed = true
      condition.broadcast()
      while running > 0 { condition.wait() }
    }
  }

  /// Finishes the available results in order, and waits until at most `count` batches are in progress.
  private func finishResults(leaving count: Int) {
    while finished < added {
      guard let result = done.removeValue(forKey: finished) else {
        if added - finished <= count { return }
        condition.wait()
        continue
      }
      finished += 1
      // Writing may take a long time.
      condition.unlock()
      finish(result)
      condition.lock()
    }
  }

  private func run() {
    let work = makeWork()
    condition.withLock {
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
    }
  }
}
