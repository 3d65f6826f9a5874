import SchemaRuntime

/// A cache of analyzed patterns, and their products.
package struct PatternLibrary: Sendable {
  /// The texts that match all of some patterns and none of others: the union of the products.
  package struct Products: Sendable {
    package fileprivate(set) var products: [PatternProduct]
    /// Whether all texts of the products are such texts.
    package fileprivate(set) var isExact = true
    /// Whether all such texts are texts of the products.
    package fileprivate(set) var isCovering = true
  }

  private let byteCount: Int
  private let maximumStates: Int
  private let maximumGraphs: Int
  private var parts: [ExactName: PatternGraph.Parts?] = [:]

  /// - Parameters:
  ///   - byteCount: the maximum size of an automaton's table.
  ///   - maximumStates: the maximum number of states of a product.
  ///   - maximumGraphs: the maximum number of automata in a product.
  package init(
    byteCount: Int = PatternOptions().maximumAutomatonByteCount, maximumStates: Int = 12_000, maximumGraphs: Int = .max
  ) {
    self.byteCount = byteCount
    self.maximumStates = maximumStates
    self.maximumGraphs = maximumGraphs
  }

  /// A pattern as graphs; nil if they would be too large, or if the text is not a pattern.
  package mutating func parts(of source: String) -> PatternGraph.Parts? {
    if let known = parts[ExactName(source)] { return known }
    let made = PatternGraph.Parts(of: source, byteCount: byteCount)
    parts[ExactName(source)] = .some(made)
    return made
  }

  /// The products of patterns; nil if a pattern has no graphs, or if there are too many products.
  ///
  /// - Parameter isExplored: whether to explore the products immediately.
  package mutating func products(required: [String], forbidden: [String], isExplored: Bool = false) -> Products? {
    var isExact = true
    var isCovering = true
    var alternatives: [(required: [PatternGraph], forbidden: [PatternGraph])] = [([], [])]
    for source in required {
      guard let parts = parts(of: source) else { return nil }
      alternatives[0].required += parts.required
      alternatives[0].forbidden += parts.forbidden
      isExact = isExact && parts.isExact
    }
    for source in forbidden {
      guard let parts = parts(of: source) else { return nil }
      // More texts match the parts than the pattern, so too many are excluded.
      isCovering = isCovering && parts.isExact
      // It suffices if one part fails.
      var failing = parts.required.map { (required: [PatternGraph](), forbidden: [$0]) }
      failing += parts.forbidden.map { ([$0], []) }
      if alternatives.count * failing.count > 8 {
        failing = Array(failing.prefix(1))
        isCovering = false
      }
      alternatives = alternatives.flatMap { known in
        failing.map { (known.required + $0.required, known.forbidden + $0.forbidden) }
      }
    }
    if alternatives.contains(where: { $0.required.count + $0.forbidden.count > maximumGraphs }) { return nil }
    let products = alternatives.map {
      var product = PatternProduct(required: $0.required, forbidden: $0.forbidden, maximumStates: maximumStates)
      if isExplored { product.explore() }
      return product
    }
    return Products(products: products, isExact: isExact, isCovering: isCovering)
  }
}
