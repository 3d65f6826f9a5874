import Foundation

/// The allocations of the process, where `Costs/allocations.c` was loaded before it (`LD_PRELOAD`).
struct AllocationCounter {
  private let startCounting: @convention(c) () -> Void
  private let count: @convention(c) () -> Int
  private let peak: @convention(c) () -> Int

  /// Nil where nothing counts.
  init?() {
    func function<Function>(_ name: String) -> Function? {
      dlsym(nil, name).map { unsafeBitCast($0, to: Function.self) }
    }
    guard let start: @convention(c) () -> Void = function("allocations_start"),
      let count: @convention(c) () -> Int = function("allocations_count"),
      let peak: @convention(c) () -> Int = function("allocations_peak_bytes")
    else { return nil }
    (startCounting, self.count, self.peak) = (start, count, peak)
  }

  /// Counts from here.
  func start() { startCounting() }

  /// Calls that allocated since the start, and the most bytes that were in use at once beyond those before it.
  var figures: (count: Int, peakBytes: Int) { (count(), peak()) }
}
