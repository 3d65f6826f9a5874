// For the logarithm.
internal import Foundation

/// Loudness in decibels below full scale, within the range that a waveform shows.
package enum Decibels {
  /// The level that counts as silence.
  static let floor: Float = -50

  /// Returns the loudness of a 16-bit sample: -50 for silence, 0 for full scale.
  static func of(_ sample: Int16) -> Float {
    // The magnitude of the lowest sample does not fit into Int16, so it is computed as a Float. The logarithm of 0 is
    // -∞, which is clipped like everything below the floor.
    min(max(20 * log10(abs(Float(sample)) / 32767), floor), 0)
  }

  /// Returns a loudness as a height from 0 to 1; NaN counts as silence.
  static func normalized(_ decibels: Float) -> Float {
    if decibels.isNaN || decibels < floor { return 0 }
    if decibels > 0 { return 1 }
    return abs((decibels - floor) / floor)
  }

  /// Returns the average loudness of samples as a height from 0 to 1; 0 without samples.
  package static func height(of samples: some Collection<Int16>) -> Double {
    guard !samples.isEmpty else { return 0 }
    let sum = samples.reduce(0) { $0 + Double(of($1)) }
    return Double(normalized(Float(sum / Double(samples.count))))
  }
}
