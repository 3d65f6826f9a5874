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

  /// Returns fewer heights: each is the mean of its share of the time, in which a height at the border counts by the
  /// part that lies inside. 1…10 to three is 2.2, 5.5, 8.8.
  ///
  /// The mean, not the peak, because heights are loudness averaged in decibels (``WaveformAnalyzer``): the mean of
  /// neighbors is the height of a longer run of samples, and a picture with fewer bars is as loud as one with many. An
  /// equal, larger or non-positive count changes nothing.
  public static func downsampled(_ heights: [Double], to count: Int) -> [Double] {
    guard count > 0, count < heights.count else { return heights }
    // In units in which a height is `count` wide, and a share of the time `heights.count`: all borders are integers.
    let width = heights.count
    return (0..<count).map { index in
      let (start, end) = (index * width, (index + 1) * width)
      let first = heights[start / count]
      var sum = 0.0
      for position in start / count...(end - 1) / count {
        let weight = min(end, (position + 1) * count) - max(start, position * count)
        // Differences, so that a constant stays exactly what it is.
        if heights[position] != first { sum += Double(weight) * (heights[position] - first) }
      }
      return first + sum / Double(width)
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
