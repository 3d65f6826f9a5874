package import JSONSchema
import SchemaRuntime

extension SchemaGraph {
  /// The names in schemas from which Swift names are derived.
  package struct WrittenNames: Sendable {
    /// Properties, definitions, and files.
    package fileprivate(set) var identifiers: Set<String> = []
    /// Strings listed in `enum` and `const`.
    package fileprivate(set) var values: Set<String> = []
  }

  package var writtenNames: WrittenNames {
    var names = WrittenNames()
    names.identifiers.formUnion(documents.map(FileStem.of))
    for node in nodes {
      names.identifiers.formUnion((node.keywords.properties + node.keywords.defs).map(\.name))
      let listed = (node.keywords.enumeration ?? []) + (node.keywords.const.map { [$0] } ?? [])
      names.values.formUnion(listed.compactMap(\.string))
    }
    return names
  }
}

extension SchemaGraph {
  /// What is left of definitions' names that are paths when the part that tells nothing is dropped:
  /// `io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta` is `ObjectMeta` if no other ends so, or else `v1.ObjectMeta`, and
  /// `vector::gcp::GcpAuthConfig` is `GcpAuthConfig`.
  var shortDefinitionNames: [SchemaID: String] {
    var groups: [String: [(schema: SchemaID, name: String)]] = [:]
    for (index, document) in documents.enumerated() {
      if let part = document.part {
        groups[self[roots[index]].absoluteLocation.base, default: []].append((roots[index], part.name))
      }
      for definition in self[roots[index]].keywords.defs {
        groups["\(index)#", default: []].append((definition.schema, definition.name))
      }
    }
    return groups.values.reduce(into: [:]) { short, group in
      let names = Self.fitting(Self.shortened(group.map(\.name)))
      for (row, name) in zip(group, names) where name != row.name { short[row.schema] = name }
    }
  }

  /// Returns names; of those that are too long, without words that only join others, then those that they repeat, and
  /// then those that most others have, except the last one and those that tell it from another.
  private static func fitting(_ names: [String]) -> [String] {
    if names.allSatisfy({ SwiftNames.otherCuts(of: $0).isEmpty }) { return names }
    let all = names.map(NameWords.withHumps)
    let known = Set(all)
    let uses = Dictionary(all.flatMap(Set.init).map { ($0, 1) }, uniquingKeysWith: +)
    func without(_ index: Int, _ words: [String]) -> [String] { Array(words[..<index] + words[(index + 1)...]) }
    return zip(names, all).map { name, words in
      if SwiftNames.otherCuts(of: name).isEmpty { return name }
      let loose = words.indices.dropLast().filter { !known.contains(without($0, words)) }
      let joiners = loose.filter { SwiftNames.joins(words[$0]) && words[$0].lowercased() != "or" }
      let repeated = loose.filter { words[($0 + 1)...].contains(words[$0]) }
      let commonest = loose.sorted { uses[words[$0], default: 0] > uses[words[$1], default: 0] }
      for order in [joiners, repeated, commonest] {
        for last in order.indices {
          let dropped = Set(order[...last])
          let left = words.indices.filter { !dropped.contains($0) }.map { words[$0] }
          let short = left.joined(separator: "-")
          if !known.contains(left), SwiftNames.otherCuts(of: short).isEmpty { return short }
        }
      }
      return name
    }
  }

  private static func shortened(_ names: [String]) -> [String] {
    // Names of a programming language; those without a path are of its standard library.
    if names.contains(where: { $0.contains("::") }) {
      let short = withoutPaths(names.map(segments))
      let plain = short.map(withoutInnerPaths)
      let uses = Dictionary(plain.map { ($0, 1) }, uniquingKeysWith: +)
      return zip(short, plain).map { uses[$1] == 1 ? $1 : $0 }
    }
    let paths = names.map { name in
      let isAddress = name.contains("://")
      var parts = name.split(separator: isAddress ? "/" : ".").map(String.init)
      if isAddress, let last = parts.popLast() {
        parts.append(NameWords.ofFile(last).joined(separator: "-"))
      }
      return parts
    }
    let isPath = zip(names, paths).allSatisfy { name, parts in
      parts.count > 2 && parts[0] == paths[0][0] && !parts.contains { $0.isEmpty }
    }
    guard names.count > 1, isPath else { return names }
    return withoutPaths(paths)
  }

  /// Returns of each path as few of the last segments as tell it from all others.
  private static func withoutPaths(_ paths: [[String]]) -> [String] {
    var uses: [ArraySlice<String>: Int] = [:]
    for path in paths { for start in path.indices { uses[path[start...], default: 0] += 1 } }
    return paths.map { path in
      let start = path.indices.last { uses[path[$0...]] == 1 } ?? 0
      return path[start...].joined(separator: ".")
    }
  }

  /// Returns a name without the paths of its type arguments: `Option<alloc::string::String>` is `Option<String>`.
  private static func withoutInnerPaths(_ name: String) -> String {
    let parts = name.split(separator: "::", omittingEmptySubsequences: false)
    let outer = parts.dropLast().map { part in
      String(part.reversed().drop { $0.isLetter || $0.isNumber || $0 == "_" }.reversed())
    }
    return outer.joined() + (parts.last ?? "")
  }

  /// Splits a name at `::`, except within angle brackets: of `Vec<net::Address>`, nothing is a path.
  private static func segments(_ name: String) -> [String] {
    var segments = [""]
    var depth = 0
    for character in name {
      if character == "<" { depth += 1 }
      if character == ">" { depth -= 1 }
      segments[segments.count - 1].append(character)
      if depth == 0, segments[segments.count - 1].hasSuffix("::") {
        segments[segments.count - 1].removeLast(2)
        segments.append("")
      }
    }
    return segments.filter { !$0.isEmpty }
  }
}

extension SchemaGraph {
  /// The names of definitions in containers whose keys are hashes, such as `definitions/9b9c0/full`: those of the first
  /// members that refer to them, or else their titles.
  var namesOfHashedDefinitions: [SchemaID: String] {
    let hashed = Set(nodes.filter(\.pointer.isOfHashedDefinition).map(\.id))
    if hashed.isEmpty { return [:] }
    var uses: [SchemaID: SchemaID] = [:]
    for node in nodes {
      if let target = node.keywords.ref, uses[target] == nil { uses[target] = node.id }
    }
    func name(of definition: SchemaID, depth: Int) -> String? {
      guard depth < 8, let use = uses[definition] else { return nil }
      let tokens = self[use].pointer.tokens
      if tokens.dropLast().last == "properties" { return tokens.last }
      guard let list = self[use].parent, ["items", "additionalProperties"].contains(tokens.last) else { return nil }
      let outer = self[list].pointer.tokens
      let owner =
        hashed.contains(list)
        ? name(of: list, depth: depth + 1) : outer.dropLast().last == "properties" ? outer.last : nil
      return owner.map { NameWords.singular($0) ?? $0 + (tokens.last == "items" ? "-item" : "-value") }
    }
    let names: [SchemaID: String] = hashed.reduce(into: [:]) { names, definition in
      let title = self[definition].keywords.title.flatMap { ShapeClassifier.isName($0) ? $0 : nil }
      names[definition] = name(of: definition, depth: 0) ?? title
    }
    let counts = Dictionary(names.values.map { (SwiftNames.typeWords($0), 1) }, uniquingKeysWith: +)
    return Dictionary(
      uniqueKeysWithValues: names.map { schema, name in
        var owner = uses[schema]
        while let inner = owner, names[inner] == nil { owner = self[inner].parent }
        // Members of several definitions have such a name.
        let isShared = counts[SwiftNames.typeWords(name), default: 1] > 1
        let prefix = isShared && owner != schema ? owner.flatMap { names[$0] } : nil
        return (schema, prefix.map { $0 + "-" + name } ?? name)
      })
  }
}
