import SchemaDemands
import SchemaRuntime

/// The graphs of a program's patterns and what they make together, each worked out when it is first asked for.
struct PatternWalks: Sendable {
  /// What a walk is made of: places of patterns.
  private struct Key: Hashable {
    var required: [Int32]
    var forbidden: [Int32]
  }

  /// Texts within limits of their length.
  struct Lengths: Hashable {
    var min: Int
    var max: Int
    var preferred: Int
  }

  /// The texts that match some patterns and do not match others, and those of some lengths among them.
  struct Found {
    var walk: PatternWalk
    var reach: PatternWalk.Reach
    /// Whether those are all texts that do; otherwise there may be fewer or more.
    var isExact: Bool
  }

  private struct ReachKey: Hashable {
    var walk: Key
    var lengths: Lengths
  }

  /// Tables that are kept; each takes up to some megabytes.
  private static let maximumKept = 32

  private let program: Program
  private var parts: [Int32: PatternGraph.Parts?] = [:]
  private var walks: [Key: (walk: PatternWalk, isExact: Bool)?] = [:]
  private var reaches: [ReachKey: PatternWalk.Reach] = [:]

  init(_ program: Program) { self.program = program }

  /// The texts of some lengths that match the first patterns and none of the others; nil where an automaton would be
  /// too large.
  mutating func find(required: [Int32], forbidden: [Int32], _ lengths: Lengths) -> Found? {
    let key = Key(required: Array(Set(required)).sorted(), forbidden: Array(Set(forbidden)).sorted())
    let made = walks[key] ?? make(key)
    walks[key] = .some(made)
    guard let (walk, isExact) = made else { return nil }
    let place = ReachKey(walk: key, lengths: lengths)
    if let known = reaches[place] { return Found(walk: walk, reach: known, isExact: isExact) }
    let reach = walk.reach(min: lengths.min, max: lengths.max, preferred: lengths.preferred)
    if reaches.count >= Self.maximumKept { reaches = [:] }
    reaches[place] = reach
    return Found(walk: walk, reach: reach, isExact: isExact)
  }

  private mutating func make(_ key: Key) -> (walk: PatternWalk, isExact: Bool)? {
    var required: [PatternGraph] = []
    var forbidden: [PatternGraph] = []
    var isExact = true
    for place in key.required {
      guard let parts = graphs(of: place) else { return nil }
      required += parts.required
      forbidden += parts.forbidden
      isExact = isExact && parts.isExact
    }
    for place in key.forbidden {
      // Of several parts it is enough that one fails, which no single walk shows; the first must do.
      guard let parts = graphs(of: place), let first = parts.required.first else { return nil }
      forbidden.append(first)
      isExact = isExact && parts.isExact && parts.required.count == 1 && parts.forbidden.isEmpty
    }
    // Too many at once have too many states; the evaluator looks at all of them.
    if required.count + forbidden.count > 12 { return nil }
    return (PatternWalk(required: required, forbidden: forbidden), isExact)
  }

  private mutating func graphs(of place: Int32) -> PatternGraph.Parts? {
    if let known = parts[place] { return known }
    let graphs =
      program.patterns.indices.contains(Int(place)) ? PatternGraph.Parts(of: program.patterns[Int(place)].source) : nil
    parts[place] = graphs
    return graphs
  }
}
