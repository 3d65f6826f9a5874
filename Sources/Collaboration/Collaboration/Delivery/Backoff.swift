import SchemaRuntime

/// The waits between the attempts of a client: random up to a limit that doubles with every attempt (full jitter), so
/// that clients that have lost a service together do not return together.
///
/// The waits follow from the seed alone: a link remains a value that tests can replay.
struct Backoff: Hashable, Sendable {
  private var attempts = 0
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  /// Returns the next wait in milliseconds.
  /// - Parameter first: the limit of the first wait.
  /// - Parameter maximum: the limit of all waits.
  mutating func next(first: Int, maximum: Int) -> Int {
    let (doubled, overflows) = first.multipliedReportingOverflow(by: 1 << attempts)
    let limit = overflows ? maximum : min(doubled, max(first, maximum))
    attempts = min(attempts + 1, 32)
    // Splitmix64 (Steele, Lea and Flood, 2014), whose successive states are far apart.
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ bits >> 30) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
    return 1 + Int((bits ^ bits >> 31) % UInt64(max(1, limit)))
  }

  /// Begins with the first wait again.
  mutating func reset() { attempts = 0 }
}

/// The generator of a client's random waits, which its sessions share.
final class BackoffSeeds: Sendable {
  private let generator: Mutex<any RandomNumberGenerator & Sendable>

  init(_ generator: any RandomNumberGenerator & Sendable) { self.generator = Mutex(generator) }

  func next() -> UInt64 { generator.withLock { $0.next() } }
}
