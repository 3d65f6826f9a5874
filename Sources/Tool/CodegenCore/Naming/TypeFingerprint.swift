import JSONSchema
import SchemaRuntime

/// The qualified name of a type, and two hashes of its schema: of all keywords except names and annotations, and of
/// the names of its members or values only. Schemas that share either hash are considered the same schema, moved.
struct TypeFingerprint: Hashable {
  var qualifiedName: String
  var content: UInt64
  /// nil with fewer than two names, which are too few to identify it.
  var outline: UInt64?

  /// The form in the lock: `Order.Status 5a0f… c01d…`.
  var text: String {
    ([qualifiedName] + [content, outline].map { $0.map { String(hexadecimal: $0, width: 16) } ?? "-" })
      .joined(separator: " ")
  }
}

extension TypeFingerprint {
  /// Parses a row of the lock; nil for other text.
  init?(text: String) {
    let parts = text.split(separator: " ", omittingEmptySubsequences: false)
    guard parts.count == 3, let content = UInt64(parts[1], radix: 16) else { return nil }
    self.init(qualifiedName: String(parts[0]), content: content, outline: UInt64(parts[2], radix: 16))
  }
}

/// Hashes the schemas of a graph.
struct SchemaFingerprints {
  private let graph: SchemaGraph
  /// The content hash of each schema, by schema index.
  private var contents: [UInt64]

  /// Keywords that locate, name or describe a schema.
  private static let leftOut: Set<String> = [
    "$schema", "$id", "id", "$anchor", "$dynamicAnchor", "$recursiveAnchor", "$vocabulary", "$defs", "definitions",
    "title", "description", "examples", "$comment", "deprecated", "x-swift", "x-enum-varnames",
  ]

  init(_ graph: SchemaGraph) {
    self.graph = graph
    contents = Array(repeating: 0, count: graph.nodes.count)
    // Subschemas follow their parents. Iterating backwards therefore finds each hash computed, without recursion.
    for node in graph.nodes.reversed() { contents[node.id.index] = content(of: node) }
  }

  /// Returns the fingerprint of a type.
  func fingerprint(of schema: SchemaID, called qualifiedName: String) -> TypeFingerprint {
    let facts = Facts(of: schema, in: graph)
    var words = facts.properties.map { "m" + $0.name }
    words += facts.values?.map { "v" + $0.text() } ?? []
    var content = contents[schema.index]
    if let twin = graph[schema].twin {
      // Those of the original, and one for each view.
      var hash = Hash()
      hash.add(twin.mark)
      hash.add(contents[graph.written(schema).index])
      content = hash.value
      if !words.isEmpty { words.append("t" + twin.mark) }
    }
    var outline = Hash()
    for word in words.sorted() { outline.add(word) }
    return TypeFingerprint(
      qualifiedName: qualifiedName, content: content, outline: words.count > 1 ? outline.value : nil)
  }

  private func content(of node: SchemaNode) -> UInt64 {
    var hash = Hash()
    hash.add(node.boolean.map { "\($0)" } ?? "{")
    let subschemas = Dictionary(grouping: node.subschemas) { $0.path.first ?? "" }
    let written = node.keywords.written.sorted { $0.key < $1.key }
    for member in written where !Self.leftOut.contains(member.key) {
      hash.add(member.key)
      if member.key == "$ref" || member.key == "$dynamicRef" {
        // Only the definition's own name: its path differs between files.
        hash.add(member.value.string?.split { $0 == "/" || $0 == "#" }.last.map(String.init) ?? "#")
      } else if let inside = subschemas[member.key] {
        for subschema in inside.sorted(by: { $0.path.lexicographicallyPrecedes($1.path) }) {
          for word in subschema.path { hash.add(word) }
          hash.add(contents[subschema.schema.index])
        }
      } else {
        hash.add(member.value.text(.sortedKeys))
      }
    }
    return hash.value
  }

  /// 64-bit FNV-1a, the same on every machine and in every version.
  private struct Hash {
    private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

    mutating func add(_ text: String) {
      for byte in text.utf8 { add(byte) }
      add(0xff as UInt8)
    }

    mutating func add(_ number: UInt64) {
      for shift in stride(from: 0, to: 64, by: 8) { add(UInt8(truncatingIfNeeded: number >> UInt64(shift))) }
    }

    private mutating func add(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x100_0000_01b3 }
  }
}
