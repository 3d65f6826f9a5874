extension RandomAccessCollection where Index == Int {
  /// The index of the first element that satisfies a condition; the end if none does. All elements after one that
  /// satisfies it must do so, too: this is a binary search.
  @inline(__always)
  package func partitioningIndex(where isBeyond: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = low + (high - low) / 2
      if isBeyond(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
