import CJSONScan

/// An additional stack for schemas nested deeper than the current stack has room for.
///
/// The depth of a run depends on the payload and the program, and may exceed a thread's stack. So a run counts its
/// levels and continues on an additional stack when needed.
enum AdditionalStack {
  /// The size of such a stack. Only used pages are committed.
  private static let byteCount = 64 << 20

  /// Calls `body` on a new stack. Returns false, without calling it, if there is none.
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
