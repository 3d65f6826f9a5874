import CMemory
import Foundation

/// Keeps the memory of a process that runs for months from growing with gaps.
///
/// What is kept for members lives for seconds or minutes, and is allocated and freed on different threads. Without this,
/// the gaps between it make up a third of the process, and still grow after ten minutes (`make load`).
enum Memory {
  /// Lets threads share heaps. To be called before there are other threads.
  static func prepare() { memory_limit_heaps(Int32(max(2, ProcessInfo.processInfo.activeProcessorCount))) }

  /// Returns unused memory to the system.
  static func release() { memory_release() }

  /// Returns unused memory to the system from time to time, until the task is cancelled.
  static func releaseRegularly() async {
    while (try? await Task.sleep(for: .seconds(20))) != nil { memory_release() }
  }
}
