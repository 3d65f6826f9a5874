import SchemaRuntime

// Which schemas a schema applies, and to what: the only place that says so.
extension Keywords {
  /// The targets of the references.
  package var references: [SchemaID] { [ref, dynamicRef].compactMap { $0 } }

  /// The schemas that apply to the same value whenever this one does: references and `allOf`.
  package var conjuncts: [SchemaID] { references + allOf }

  /// The schemas that may apply to the same value where this one holds.
  package var possibleConjuncts: [SchemaID] {
    conjuncts + anyOf + oneOf + dependentSchemas.map(\.schema) + [self.if, then, self.else].compactMap { $0 }
  }

  /// The schemas that are asked about the same value, whether it has to satisfy them or not.
  package var appliedInPlace: [SchemaID] { possibleConjuncts + [not].compactMap { $0 } }

  /// The schemas that the keywords apply to the value or to parts of it: all but definitions. Some may stand twice.
  package var applied: [SchemaID] {
    var keywords = self
    var applied: [SchemaID] = []
    keywords.replaceApplied {
      applied.append($0)
      return $0
    }
    return applied
  }
}

extension SchemaGraph {
  /// A schema and all that apply to the same value whenever it does, the nearest first; at most `limit`.
  package func conjunction(of schema: SchemaID, limit: Int = .max) -> [SchemaID] {
    Closure.of([schema], limit: limit) { self[$0].keywords.conjuncts }
  }

  /// All schemas, those that a schema applies before it, as far as they do not lead back to it.
  package var partsFirst: [SchemaID] { Closure.partsFirst(nodes.map(\.id)) { self[$0].keywords.applied } }
}

/// What leads from one to the next.
package enum Closure {
  /// Some elements and all that follow from them, each once, and right behind what it follows from; at most `limit`.
  package static func of<Element: Hashable>(
    _ start: [Element], limit: Int = .max, next: (Element) -> [Element]
  ) -> [Element] {
    var found: [Element] = []
    var seen: Set<Element> = []
    var pending = Array(start.reversed())
    while let element = pending.popLast(), found.count < limit {
      guard seen.insert(element).inserted else { continue }
      found.append(element)
      pending += next(element).reversed()
    }
    return found
  }

  /// The same, each behind all that follows from it, as far as that does not lead back to it.
  package static func partsFirst<Element: Hashable>(_ start: [Element], next: (Element) -> [Element]) -> [Element] {
    var found: [Element] = []
    var seen: Set<Element> = []
    var pending = start.reversed().map { (element: $0, isOpened: false) }
    while let (element, isOpened) = pending.popLast() {
      if isOpened {
        found.append(element)
      } else if seen.insert(element).inserted {
        pending.append((element, true))
        pending += next(element).reversed().map { ($0, false) }
      }
    }
    return found
  }
}

extension SchemaNode {
  /// The keywords that refuse values, or may, as they are written; what no dialect knows is none.
  package var asserting: Set<String> {
    Set(
      keywords.written.names.filter { name in
        guard let effect = dialect.keyword(named: name)?.effect else { return dialect.hasUnknownVocabularies }
        return effect == .asserts || effect == .applies
      })
  }

  /// The target of a reference that stands alone: nothing beside it refuses anything.
  package var loneReference: SchemaID? {
    let references = keywords.references
    return references.count == 1 && asserting.count == 1 ? references[0] : nil
  }
}
