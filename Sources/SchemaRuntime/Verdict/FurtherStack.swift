import CJSONScan

/// Where schemas go on that are applied inside one another deeper than the stack at hand has room for.
///
/// How deep a run goes follows from the payload and the program, and may be more than a thread's stack holds: so a run
/// counts its levels, and continues on a stack of its own after some of them.
enum FurtherStack {
  /// Bytes of such a stack. Only those that are used become memory.
  private static let byteCount = 64 << 20

  /// Calls `body` on a stack of its own; false when there is none, and then it was not called.
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
