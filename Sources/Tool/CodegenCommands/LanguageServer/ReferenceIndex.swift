import JSONSchema
import SchemaRuntime

/// The references of a document, and what others may refer to.
struct ReferenceIndex {
  /// A string that names a schema.
  struct Reference {
    /// The entry of the string in the outline.
    var entry: Int
    /// The absolute URI of the document or resource, without a fragment.
    var uri: String
    /// The fragment, decoded.
    var fragment: String
  }

  /// A schema with a URI of its own, or with an anchor.
  struct Name {
    var entry: Int
    var uri: String
    /// The anchor; empty for the resource itself.
    var anchor = ""
  }

  private(set) var references: [Reference] = []
  private(set) var names: [Name] = []

  init(_ outline: TextOutline, uri: String, root: JSONValue) {
    let dialect = root["$schema"]?.string.flatMap { Dialect.meant(by: $0) } ?? .draft2020
    let entries = outline.entries
    var ignored: Set<Int> = []
    var members: [(entry: Int, owner: Int, string: String)] = []
    var mappings: [(entry: Int, string: String)] = []
    for index in entries.indices {
      guard let parent = entries[index].parent else { continue }
      let isMember = entries[parent].type == .object && !Self.isMap(parent, entries)
      if ignored.contains(parent) || isMember && Self.valueKeywords.contains(entries[index].token) {
        ignored.insert(index)
      } else if let string = entries[index].string {
        if isMember { members.append((index, parent, string)) }
        if entries[parent].token == "mapping" { mappings.append((index, string)) }
      }
    }
    // Identifiers may come after references in the same object; those of outer schemas are needed first.
    var bases = [0: URIReference(uri)]
    names.append(Name(entry: 0, uri: uri))
    func base(of entry: Int) -> URIReference? {
      var around: Int? = entry
      while let next = around, bases[next] == nil { around = entries[next].parent }
      return around.flatMap { bases[$0] ?? nil }
    }
    for (entry, owner, string) in members.sorted(by: { $0.owner < $1.owner })
    where entries[entry].token == dialect.identifierKeyword && !string.hasPrefix("#") {
      guard let outer = base(of: owner), let own = URIReference(string)?.resolved(against: outer).withoutFragment else {
        continue
      }
      bases[owner] = own
      names.append(Name(entry: owner, uri: own.description))
    }
    for (entry, owner, string) in members {
      switch entries[entry].token {
      case "$anchor", "$dynamicAnchor":
        if let base = base(of: owner) { names.append(Name(entry: owner, uri: base.description, anchor: string)) }
      case "$ref", "$dynamicRef", "$recursiveRef": add(string, entry, base(of: owner))
      default: break
      }
    }
    for (entry, string) in mappings { addMapping(string, entry, base(of: entry), entries) }
  }

  private mutating func add(_ text: String, _ entry: Int, _ base: URIReference?) {
    guard let base, let target = URIReference(text)?.resolved(against: base) else { return }
    references.append(
      Reference(
        entry: entry, uri: target.withoutFragment.description,
        fragment: target.fragment.flatMap(URIReference.percentDecoded) ?? ""))
  }

  /// Adds the target of a discriminator's mapping: a reference, or the name of a component.
  private mutating func addMapping(
    _ text: String, _ entry: Int, _ base: URIReference?, _ entries: [TextOutline.Entry]
  ) {
    let isName = text.allSatisfy { $0.isLetter || $0.isNumber || "._-".contains($0) } && !text.contains(".json")
    guard let mapping = entries[entry].parent, let owner = entries[mapping].parent,
      entries[owner].token == "discriminator"
    else { return }
    add(isName ? "#/components/schemas/" + text : text, entry, base)
  }

  /// The keywords whose values are data.
  private static let valueKeywords: Set = ["enum", "const", "default", "example", "examples", "x-swift"]
  /// The keywords whose members have names of the author's choice.
  static let mapKeywords: Set = [
    "properties", "patternProperties", "$defs", "definitions", "dependentSchemas", "dependencies", "schemas",
  ]

  /// Whether the members of an object are named by the author.
  static func isMap(_ entry: Int, _ entries: [TextOutline.Entry]) -> Bool {
    guard let parent = entries[entry].parent else { return false }
    // `properties` may itself be the name of a property.
    return mapKeywords.contains(entries[entry].token) && !isMap(parent, entries)
  }
}
