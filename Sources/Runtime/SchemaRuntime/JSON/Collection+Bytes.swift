extension Collection where Element == UInt8 {
  /// Calls `body` with the bytes: in place if they are contiguous, as in arrays, slices, buffers and Foundation's
  /// `Data`, and otherwise with a copy.
  @inlinable
  package func withContiguousBytes<Result, Failure: Error>(
    _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let inPlace = withContiguousStorageIfAvailable { bytes in
      Swift.Result<Result, Failure> { () throws(Failure) in try body(bytes) }
    }
    if let inPlace { return try inPlace.get() }
    return try Array(self).withUnsafeBufferPointer(body)
  }
}
