import Synchronization

/// Limits how often each of many senders may do something, with bursts: a token bucket for each.
final class RateLimiter: Sendable {
  private struct Bucket {
    var tokens: Double
    var updated: ContinuousClock.Instant
  }

  /// More senders than these are forgotten.
  private static let senderLimit = 10_000

  private let rate: Double
  private let burst: Double
  private let buckets = Mutex<[String: Bucket]>([:])

  /// - Parameters:
  /// - rate: how often a second.
  /// - burst: how often at once, after a pause.
  init(rate: Double, burst: Double) {
    self.rate = rate
    self.burst = burst
  }

  /// Whether a sender may do it now.
  /// - Parameter amount: how much of it, at most the burst.
  func admits(_ sender: String, amount: Double = 1, at now: ContinuousClock.Instant = .now) -> Bool {
    buckets.withLock { buckets in
      if buckets.count >= Self.senderLimit { forgetFull(&buckets, now) }
      var bucket = buckets[sender] ?? Bucket(tokens: burst, updated: now)
      bucket.tokens = tokens(of: bucket, at: now)
      bucket.updated = now
      defer { buckets[sender] = bucket }
      guard bucket.tokens >= amount else { return false }
      bucket.tokens -= amount
      return true
    }
  }

  private func tokens(of bucket: Bucket, at now: ContinuousClock.Instant) -> Double {
    min(burst, bucket.tokens + bucket.updated.duration(to: now) / .seconds(1) * rate)
  }

  /// A full bucket is like a new one.
  private func forgetFull(_ buckets: inout [String: Bucket], _ now: ContinuousClock.Instant) {
    buckets = buckets.filter { tokens(of: $0.value, at: now) < burst }
    if buckets.count >= Self.senderLimit { buckets = [:] }
  }
}
