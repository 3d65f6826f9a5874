import SchemaRuntime

/// Unavailable documents that are referenced, each with a document that replaces it.
///
/// A replacement has a schema at each referenced location. Its only keyword is the URI of that location, in a dialect
/// with an unknown vocabulary: two schemas with the same URI are equal, and nothing else is known about them.
struct UnavailableDocuments {
  static let dialect = Dialect(
    .draft2020, name: "unavailable", uri: "urn:schemata:unavailable", rules: Dialect.draft2020.rules,
    hasUnknownVocabularies: true)

  /// The fragments to which references lead, by the URIs of the documents.
  private var fragments: [String: Set<String>] = [:]

  var uris: [String] { fragments.keys.sorted() }

  /// Adds the documents that errors report as missing.
  /// - Returns: whether that is all that is wrong, and it was not known before.
  mutating func add(_ errors: [ResolveError]) -> Bool {
    var added = fragments
    for error in errors {
      guard case .unresolvable(let fact) = error.kind, let uri = URIReference(fact.uri), uri.isAbsolute,
        uri.scheme != "file"
      else { return false }
      let document = uri.withoutFragment.description
      switch fact.reason {
      case .noDocument: break
      // Another reference to a document that has a replacement.
      case .noAnchor, .noValue, .notASchema: guard fragments[document] != nil else { return false }
      case .noScope, .malformedPointer, .malformedEncoding, .noSchemaAtRoot: return false
      }
      guard let fragment = URIReference.percentDecoded(uri.fragment ?? "") else { return false }
      added[document, default: []].insert(fragment)
    }
    defer { fragments = added }
    return added != fragments
  }

  /// The replacement of a document; nil for one that is not known to be missing.
  func document(at uri: String) -> SchemaDocument? {
    guard let fragments = fragments[uri] else { return nil }
    var root = JSONObject()
    for fragment in fragments.sorted() {
      let whole = fragment.isEmpty ? uri : uri + "#" + fragment
      if fragment.isEmpty {
        root[whole] = true
      } else if let pointer = JSONPointer(fragment), fragment.hasPrefix("/") {
        root = Self.adding([whole: true], to: root, at: pointer.tokens[...])
      } else {
        root = Self.adding(["$anchor": .string(fragment), whole: true], to: root, at: ["$defs", fragment])
      }
    }
    root["$schema"] = .string(Self.dialect.uri)
    guard let source = try? JSONDocument(parsing: JSONValue.object(root).json()) else { return nil }
    return SchemaDocument(uri: uri, name: uri, source: source)
  }

  private static func adding(
    _ members: KeyValuePairs<String, JSONValue>, to object: JSONObject, at path: ArraySlice<String>
  ) -> JSONObject {
    var changed = object
    if let token = path.first {
      changed[token] = .object(adding(members, to: object[token]?.object ?? JSONObject(), at: path.dropFirst()))
    } else {
      for member in members { changed[member.key] = member.value }
    }
    return changed
  }
}
