import CodegenCore
import JSONSchema
import SchemaRuntime

extension LimitWords {
  func arrays(_ keywords: Keywords, _ scope: Scope) -> [Phrase] {
    var found: [Phrase] = []
    found += lengths(.array, keywords)
    if keywords.uniqueItems { found.append("no two items equal") }
    let isListed = scope.omissions.contains(.items)
    for (index, item) in keywords.prefixItems.enumerated() where !isListed {
      found += element("item \(index + 1)", item, scope)
    }
    if let items = keywords.items {
      let number = keywords.prefixItems.count
      if graph[items].boolean == false, isListed || !scope.elements.contains(items) {
        found.append(number == 0 ? "no items" : "at most \(number) items")
      }
      if !isListed { found += element(number == 0 ? "each item" : "each further item", items, scope) }
    }
    if let contained = keywords.contains {
      if let number = Measure.items.words(least: keywords.minContains ?? 1, most: keywords.maxContains) {
        found.append("\(number) of this kind: \(condition(contained, required: [], depth: scope.depth + 1))")
      }
    }
    if let items = keywords.unevaluatedItems {
      let words = summary(of: items, depth: scope.depth + 1)
      found.append(graph[items].boolean == false ? "no other items" : "other items: \(words)")
    }
    return found
  }

  /// Returns the constraints on undeclared members.
  func members(_ keywords: Keywords, of schema: SchemaID, _ scope: Scope) -> [Phrase] {
    var found = lengths(.object, keywords)
    if let names = keywords.propertyNames {
      let isDeep = scope.depth >= Self.depthLimit
      let limits = isDeep ? [pointer(to: names)] : limits(of: names, depth: scope.depth + 1)
      if graph[names].boolean == false { found.append("no members") }
      if !limits.isEmpty { found.append("names of members: \(limits.joined(by: ", "))") }
    }
    for member in keywords.patternProperties {
      let isForbidden = graph[member.schema].boolean == false
      let words = isForbidden ? "not allowed" : summary(of: member.schema, depth: scope.depth + 1)
      found.append("members whose name matches \(code: member.name): \(words)")
    }
    for member in keywords.properties where graph[member.schema].boolean == false {
      found.append("no member \(code: member.name)")
    }
    let isMap = types.site.facts(of: schema).properties.isEmpty && keywords.patternProperties.isEmpty
    if let others = keywords.additionalProperties { found += self.others(others, isMap: isMap, scope) }
    if let others = keywords.unevaluatedProperties { found += self.others(others, isMap: false, scope) }
    return found
  }

  private func others(_ schema: SchemaID, isMap: Bool, _ scope: Scope) -> [Phrase] {
    if let verdict = graph[schema].boolean { return verdict ? [] : [isMap ? "no members" : "no additional properties"] }
    if isMap { return element("each value", schema, scope) }
    return ["additional properties: \(summary(of: schema, depth: scope.depth + 1))"]
  }

  /// Returns the limits of an element as one phrase, with its type unless the surrounding text names it.
  private func element(_ noun: Phrase, _ schema: SchemaID, _ scope: Scope) -> [Phrase] {
    guard graph[schema].boolean == nil else { return [] }
    guard scope.depth < Self.depthLimit else {
      return scope.elements.contains(schema) && isPlain(schema) ? [] : ["\(noun): \(pointer(to: schema))"]
    }
    if !scope.elements.contains(schema) {
      let words = summary(of: schema, depth: scope.depth + 1)
      return words == "any value" ? [] : ["\(noun): \(words)"]
    }
    let limits = limits(of: schema, depth: scope.depth + 1)
    return limits.isEmpty ? [] : ["\(noun): \(limits.joined(by: ", "))"]
  }
}
