import JSONSchema
import SchemaRuntime

/// Documents of a test: one or more JSON texts, the first called `a.json` at `https://example.com/a.json`,
/// the next `b.json`, and so on.
func documents(_ texts: [String]) throws -> [SchemaDocument] {
  try texts.enumerated().map { index, text in
    let name = String(UnicodeScalar(UInt8(ascii: "a") + UInt8(index))) + ".json"
    return SchemaDocument(
      uri: "https://example.com/\(name)", name: name, source: try JSONDocument(parsing: Array(text.utf8)))
  }
}

/// Resolves texts; the ones after `given` are only provided on request.
func resolve(
  _ texts: [String], given: Int? = nil, options: SchemaResolver.Options = SchemaResolver.Options()
) throws -> SchemaResolver.Resolution {
  let all = try documents(texts)
  return try SchemaResolver.resolve(Array(all.prefix(given ?? all.count)), options: options) { uri in
    all.first { $0.uri == uri }
  }
}

/// The dialects by the names used in the tests' rows.
let dialects: [String: Dialect] = [
  "3": .draft3, "4": .draft4, "6": .draft6, "7": .draft7, "2019": .draft2019, "2020": .draft2020, "v1": .v1,
]
