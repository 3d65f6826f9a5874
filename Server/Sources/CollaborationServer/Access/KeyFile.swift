import Foundation
import SchemaRuntime
import ServerModels
import Synchronization

/// The public keys of a JWK Set in a file (RFC 7517, section 5), which is read again when it changes.
final class KeyFile: Sendable {
  /// What tells one version of a file from another.
  private struct Version: Equatable {
    var modified: Date?
    var size: Int?
    var file: Int?
  }

  private struct State {
    var keys: [VerificationKey]
    var version: Version?
    var looked: ContinuousClock.Instant
    var reread: ContinuousClock.Instant
  }

  /// How often the file is looked at.
  static let lookInterval = Duration.seconds(1)
  /// How often it is read for a token with an unknown key id, which anyone can send.
  static let rereadInterval = Duration.seconds(10)
  static let maximumBytes = 1 << 20

  let path: String
  private let state: Mutex<State>
  private let report: @Sendable (String) -> Void

  /// - Parameter report: receives why a changed file cannot be used. The former keys stay.
  /// - Throws: ``KeyFileError`` for a file that is not a set with at least one usable key.
  init(_ path: String, report: @escaping @Sendable (String) -> Void = { _ in }) throws(KeyFileError) {
    self.path = path
    self.report = report
    let now = ContinuousClock.now
    let version = Self.version(of: path)
    let keys = try Self.read(path)
    state = Mutex(State(keys: keys, version: version, looked: now, reread: now - Self.rereadInterval))
  }

  /// Returns the keys of an algorithm with an id, or, if the id is nil, all of the algorithm.
  func keys(
    for algorithm: VerificationKey.Algorithm, id: String?, at now: ContinuousClock.Instant = .now
  ) -> [VerificationKey] {
    let (keys, failure) = state.withLock { state -> ([VerificationKey], KeyFileError?) in
      var failure: KeyFileError?
      if now - state.looked >= Self.lookInterval {
        state.looked = now
        let version = Self.version(of: path)
        if version != state.version { failure = Self.read(path, version, into: &state) }
      }
      var keys = state.keys.matching(algorithm, id)
      if keys.isEmpty, now - state.reread >= Self.rereadInterval {
        state.reread = now
        failure = Self.read(path, Self.version(of: path), into: &state)
        keys = state.keys.matching(algorithm, id)
      }
      return (keys, failure)
    }
    if let failure { report(failure.description) }
    return keys
  }

  /// Whether there is a key of the algorithm.
  func contains(_ algorithm: VerificationKey.Algorithm) -> Bool {
    state.withLock { $0.keys.contains { $0.algorithm == algorithm } }
  }

  private static func read(_ path: String, _ version: Version, into state: inout State) -> KeyFileError? {
    // Also after a failure, so that it is reported once.
    state.version = version
    do {
      state.keys = try read(path)
      return nil
    } catch {
      return error
    }
  }

  private static func version(of path: String) -> Version {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return Version(
      modified: attributes?[.modificationDate] as? Date, size: (attributes?[.size] as? NSNumber)?.intValue,
      file: (attributes?[.systemFileNumber] as? NSNumber)?.intValue)
  }

  private static func read(_ path: String) throws(KeyFileError) -> [VerificationKey] {
    guard let file = FileHandle(forReadingAtPath: path), let data = try? file.read(upToCount: maximumBytes + 1) else {
      throw KeyFileError(description: "\(path): the keys cannot be read")
    }
    guard data.count <= maximumBytes else {
      throw KeyFileError(description: "\(path): expected a JWK Set of at most \(maximumBytes) bytes")
    }
    let set: JWKSet
    do { set = try JWKSet(json: Array(data)) } catch {
      throw KeyFileError(description: "\(path): expected a JWK Set: \(error)")
    }
    let keys = set.keys.compactMap { VerificationKey($0) }
    guard !keys.isEmpty else {
      throw KeyFileError(
        description: "\(path): expected a key for RS256 (RSA of 2048 bits and more) or ES256 (P-256), found none")
    }
    return keys
  }
}

/// Why a JWK Set cannot be used.
struct KeyFileError: Error, Hashable, Sendable, CustomStringConvertible {
  let description: String
}

extension [VerificationKey] {
  /// The keys of an algorithm with an id, or without one.
  func matching(_ algorithm: VerificationKey.Algorithm, _ id: String?) -> [VerificationKey] {
    filter { $0.algorithm == algorithm && (id == nil || $0.id == nil || $0.id == id) }
  }
}
