// Errors of Codable: where they are, and what a decoder has changed before.

extension DecodingError {
  /// The error of a model that begins at `start`, at the coding path of its first issue.
  init(_ error: SchemaError, from start: [any CodingKey]) {
    let location: JSONPointer
    switch error {
    case .invalid(let issues): location = issues.first?.instanceLocation ?? JSONPointer()
    case .notRepresentable(let fact): location = fact.instanceLocation
    case .syntax, .unwritable, .internalInconsistency: location = JSONPointer()
    }
    self = .dataCorrupted(
      Context(
        codingPath: start + location.tokens.map { TokenKey(stringValue: $0) }, debugDescription: error.description,
        underlyingError: error))
  }

  /// The error with a sentence about `JSONDecoder.KeyDecodingStrategy.convertFromSnakeCase`, if a member is missing
  /// because the decoder has converted its name.
  func explainingConvertedName(of decoder: any Decoder) -> DecodingError {
    guard case .keyNotFound(let key, let context) = self, let name = ConvertedName(key.stringValue),
      let keys = try? decoder.names(at: context.codingPath.dropFirst(decoder.codingPath.count)),
      keys.contains(name.found)
    else { return self }
    return .keyNotFound(
      key,
      Context(
        codingPath: context.codingPath, debugDescription: name.message, underlyingError: context.underlyingError))
  }
}

/// The name of a member that `JSONDecoder.KeyDecodingStrategy.convertFromSnakeCase` changes.
struct ConvertedName {
  let declared: String
  /// The name after conversion.
  let found: String

  /// The conversion of a name; nil if it changes nothing.
  init?(_ declared: String) {
    let start = declared.prefix { $0 == "_" }
    let rest = declared.dropFirst(start.count)
    let end = rest.reversed().prefix { $0 == "_" }
    let words = rest.dropLast(end.count).split(separator: "_")
    guard let first = words.first, words.count > 1 else { return nil }
    self.declared = declared
    found = start + first.lowercased() + words.dropFirst().map { Self.capitalized($0) }.joined() + String(end)
  }

  private static func capitalized(_ word: Substring) -> String {
    word.prefix(1).uppercased() + word.dropFirst().lowercased()
  }

  var message: String {
    "expected member '\(declared)', found '\(found)', as if the decoder converted names from snake case: "
      + "models have the names of their schemas, so leave keyDecodingStrategy as it is"
  }
}

extension Decoder {
  /// The names in the object at a path below this decoder's value.
  fileprivate func names(at path: ArraySlice<any CodingKey>) throws -> Set<String> {
    guard let key = path.first else {
      return Set(try container(keyedBy: AnyCodingKey.self).allKeys.map(\.stringValue))
    }
    return try child(at: key).names(at: path.dropFirst())
  }

  private func child(at key: any CodingKey) throws -> any Decoder {
    guard let index = key.intValue, var elements = try? unkeyedContainer() else {
      return try container(keyedBy: AnyCodingKey.self).superDecoder(forKey: AnyCodingKey(key.stringValue))
    }
    while elements.currentIndex < index { _ = try elements.superDecoder() }
    return try elements.superDecoder()
  }
}

/// A reference token of a JSON Pointer as a `CodingKey`, which may be a name or an index.
private struct TokenKey: CodingKey {
  let stringValue: String

  var intValue: Int? { JSONPointer.arrayIndex(stringValue) }

  init(stringValue: String) { self.stringValue = stringValue }

  init?(intValue: Int) { stringValue = String(intValue) }
}
