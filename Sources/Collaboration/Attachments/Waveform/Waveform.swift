/// Resamples waveforms for display to the number of heights that fit.
public enum Waveform {
  /// The maximum number of heights that ``upsampled(_:to:)`` returns; more than any view can show.
  public static let maximumCount = 1 << 20

  /// The width of a bar including the gap, in points.
  public static let barWidth = 3.5

  /// Returns the number of bars that fit a width in points; 0 for NaN.
  public static func barCount(width: Double) -> Int {
    guard width > 0 else { return 0 }
    return Int(min(width / barWidth, Double(maximumCount)))
  }

  /// Returns fewer heights: the sum of each run of neighbors, divided by the exact run width.
  ///
  /// If the count is not a divisor, the run is truncated to integral heights while the divisor is exact, and the rest
  /// at the end is dropped: 1…10 to three is 1.8, 4.5, 7.2. An equal or non-positive count changes nothing.
  public static func downsampled(_ heights: [Double], to count: Int) -> [Double] {
    guard count > 0, count < heights.count else { return heights }
    let width = Double(heights.count) / Double(count)
    let stride = heights.count / count
    return (0..<count).map { index in
      heights[index * stride..<(index + 1) * stride].reduce(0, +) / width
    }
  }

  /// Returns more heights, interpolated linearly between neighbors: 1, 2 to four is 1, 1.5, 2, 2. An empty waveform
  /// stays empty. Returns at most ``maximumCount`` heights.
  public static func upsampled(_ heights: [Double], to count: Int) -> [Double] {
    guard !heights.isEmpty, count > heights.count else { return heights }
    let count = max(heights.count, min(count, maximumCount))
    let scale = Double(count) / Double(heights.count)
    return (0..<count).map { index in
      let position = Double(index) / scale
      let lower = min(Int(position), heights.count - 1)
      let upper = min(lower + 1, heights.count - 1)
      let fraction = position - Double(lower)
      // A position exactly at a height gives that height, even if it is not finite.
      return fraction == 0 ? heights[lower] : heights[lower] + (heights[upper] - heights[lower]) * fraction
    }
  }

  /// Returns the given number of heights, downsampled or upsampled.
  public static func resampled(_ heights: [Double], to count: Int) -> [Double] {
    count < heights.count ? downsampled(heights, to: count) : upsampled(heights, to: count)
  }

  /// Returns a measured loudness as a valid height for a payload: within 0…1, 0 for NaN.
  static func height(_ power: Double) -> Double { power.isNaN ? 0 : min(max(power, 0), 1) }
}
