internal import CJSONScan

/// The stack of the calling thread.
///
/// The depth of a payload determines how much stack its decoder, its validator or a comparison takes, and some systems
/// give a thread half a megabyte. Functions that call themselves for nested values ask for room first, and continue on
/// another stack without it.
///
///     guard CallStack.hasRoom else { return CallStack.onAnother { isValid(json) } }
@_spi(Generated) public enum CallStack {
  /// The size of another stack. Only used pages are committed.
  private static let byteCount = 64 << 20

  /// Whether there is room for the functions of some levels: 128 KB, or on a smaller stack a quarter of it.
  public static var hasRoom: Bool { json_stack_has_room() != 0 }

  /// The number of levels of a recursion for which there is room.
  ///
  /// - Parameters:
  ///   - optimized: the bytes that a level takes in optimized code.
  ///   - unoptimized: the bytes that it takes otherwise.
  static func levels(ofOptimizedSize optimized: Int, otherwise unoptimized: Int, atMost maximum: Int) -> Int {
    min(maximum, Int(clamping: json_stack_room()) / (_isDebugAssertConfiguration() ? unoptimized : optimized))
  }

  /// Returns the result of `body`, which is called on another stack while the calling thread waits.
  ///
  /// If the system has no memory for a stack, `body` is called on this one.
  @inline(never)
  public static func onAnother<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var result: Swift.Result<Result, Failure>?
    let isDone = call {
      do throws(Failure) { result = .success(try body()) } catch { result = .failure(error) }
    }
    guard isDone, let result else { return try body() }
    return try result.get()
  }

  /// Calls `body` on another stack. Returns false, without calling it, if there is none.
  @inline(never)
  static func call(_ body: () -> Void) -> Bool {
    withoutActuallyEscaping(body) { body in
      var body = body
      return withUnsafeMutablePointer(to: &body) { body in
        json_stack_call(byteCount, { $0.assumingMemoryBound(to: (() -> Void).self).pointee() }, body) != 0
      }
    }
  }
}
