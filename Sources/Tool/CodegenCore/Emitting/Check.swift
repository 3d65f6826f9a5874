/// A condition on a value, before it is Swift: what holds always or never is known as such, so that nothing has to be
/// decided by its text.
indirect enum Check: Hashable {
  case always
  case never
  /// A condition in Swift with one operand, such as a call.
  case test(SwiftSource)
  /// A condition in Swift with an operator that binds more tightly than `&&`.
  case comparison(SwiftSource)
  case not(Check)
  case all([Check])
  case any([Check])

  /// Returns the check that all of these hold, without repetitions and without those that always do.
  static func all(of checks: [Check]) -> Check {
    let parts = unique(checks.flatMap { if case .all(let inner) = $0 { inner } else { [$0] } }, without: .always)
    if parts.contains(.never) { return .never }
    return parts.count == 1 ? parts[0] : parts.isEmpty ? .always : .all(parts)
  }

  /// Returns the check that any of these holds, without repetitions and without those that never do.
  static func any(of checks: [Check]) -> Check {
    let parts = unique(checks.flatMap { if case .any(let inner) = $0 { inner } else { [$0] } }, without: .never)
    if parts.contains(.always) { return .always }
    return parts.count == 1 ? parts[0] : parts.isEmpty ? .never : .any(parts)
  }

  private static func unique(_ checks: [Check], without idle: Check) -> [Check] {
    var known: Set = [idle]
    return checks.filter { known.insert($0).inserted }
  }

  static prefix func ! (check: Check) -> Check {
    switch check {
    case .always: .never
    case .never: .always
    case .not(let inner): inner
    case .test, .comparison, .all, .any: .not(check)
    }
  }

  /// Whether the verdict depends on the value.
  var isOpen: Bool { self != .always && self != .never }

  /// The condition in Swift.
  var source: SwiftSource {
    switch self {
    case .always: "true"
    case .never: "false"
    case .test(let source), .comparison(let source): source
    case .not(let check): if case .test = check { "!\(check.source)" } else { "!(\(check.source))" }
    case .all(let checks):
      checks.map { if case .any = $0 { "(\($0.source))" } else { $0.source } }.joined(separator: " && ")
    case .any(let checks): checks.map(\.source).joined(separator: " || ")
    }
  }

  /// The conditions in Swift that a guard lists; none if there is nothing to check.
  var conditions: [SwiftSource] {
    switch self {
    case .always: []
    case .all(let checks): checks.map(\.source)
    case .never, .test, .comparison, .not, .any: [source]
    }
  }
}
