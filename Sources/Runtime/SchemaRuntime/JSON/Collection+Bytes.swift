extension Collection where Element == UInt8 {
  /// Calls `body` with the bytes: in place if they are contiguous, as in arrays, slices, buffers and Foundation's
  /// `Data`, and otherwise with a copy.
  @inlinable
  package func withContiguousBytes<Result, Failure: Error>(
    _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var result: Result?
    var failure: Failure?
    // A `Swift.Result` would be copied, and all that a decoded model refers to be counted once more.
    let isInPlace: Void? = withContiguousStorageIfAvailable { bytes in
      do throws(Failure) { result = try body(bytes) } catch { failure = error }
    }
    if let failure { throw failure }
    if isInPlace != nil, let result { return result }
    return try Array(self).withUnsafeBufferPointer(body)
  }
}
