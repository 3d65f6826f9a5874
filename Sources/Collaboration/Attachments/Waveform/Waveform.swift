/// Waveforms for display: as many heights as there is room for.
public enum Waveform {
  /// The most heights that ``upsampled(_:to:)`` makes; more than any view can show.
  public static let maximumCount = 1 << 20

  /// The width of a bar with the gap beside it, in points.
  public static let barWidth = 3.5

  /// How many bars fit a width in points; 0 for a width that is no number.
  public static func barCount(width: Double) -> Int {
    guard width > 0 else { return 0 }
    return Int(min(width / barWidth, Double(maximumCount)))
  }

  /// Fewer heights: each the sum of a whole run of neighbours over the exact width of a run.
  ///
  /// Where the count is no multiple the run is cut to whole heights while the divisor is not, and what is left at the
  /// end does not count: 1…10 to three is 1.8, 4.5, 7.2. As many heights, or none asked for, change nothing.
  public static func downsampled(_ heights: [Double], to count: Int) -> [Double] {
    guard count > 0, count < heights.count else { return heights }
    let width = Double(heights.count) / Double(count)
    let stride = heights.count / count
    return (0..<count).map { place in
      heights[place * stride..<(place + 1) * stride].reduce(0, +) / width
    }
  }

  /// More heights, on straight lines between neighbours: 1, 2 to four is 1, 1.5, 2, 2. No heights stay none, and no
  /// more than ``maximumCount`` are made.
  public static func upsampled(_ heights: [Double], to count: Int) -> [Double] {
    guard !heights.isEmpty, count > heights.count else { return heights }
    let count = max(heights.count, min(count, maximumCount))
    let scale = Double(count) / Double(heights.count)
    return (0..<count).map { place in
      let position = Double(place) / scale
      let lower = min(Int(position), heights.count - 1)
      let upper = min(lower + 1, heights.count - 1)
      let fraction = position - Double(lower)
      // A line from a height to itself is that height, also for one that is not finite.
      return fraction == 0 ? heights[lower] : heights[lower] + (heights[upper] - heights[lower]) * fraction
    }
  }

  /// As many heights as asked for, of more or of fewer.
  public static func resampled(_ heights: [Double], to count: Int) -> [Double] {
    count < heights.count ? downsampled(heights, to: count) : upsampled(heights, to: count)
  }

  /// A measured loudness as a height that a payload can hold: within 0…1, 0 for what is no number.
  static func height(_ power: Double) -> Double { power.isNaN ? 0 : min(max(power, 0), 1) }
}
