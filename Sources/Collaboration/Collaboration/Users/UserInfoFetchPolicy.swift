/// Whether a fetch may be answered with attributes that are already known.
public enum UserInfoFetchPolicy: Hashable, Sendable {
  /// Known attributes are used until they expire (``UserInfoManager/Options/cacheLifetime``).
  case cached
  /// The default. The store is always asked, and after the call: a fetch that is already under way does not count.
  case refresh
  /// Attributes that were read or confirmed less than this time ago are used.
  case maxAge(Duration)

  /// The age from which attributes are not used; nil if only their lifetime counts.
  var maximumAge: Duration? {
    switch self {
    case .cached: nil
    case .refresh: .zero
    case .maxAge(let age): age
    }
  }
}
