// Codable errors: their locations, and changes made by a decoder beforehand.

extension DecodingError {
  /// The error of a model that begins at `start`, at the coding path of its first issue.
  ///
  /// - Parameter name: the name whose conversion explains the error.
  init(_ error: SchemaError, from start: [any CodingKey], explaining name: ConvertedName?) {
    let location: JSONPointer
    switch error {
    case .invalid(let issues): location = issues.first?.instanceLocation ?? JSONPointer()
    case .notRepresentable(let fact): location = fact.instanceLocation
    case .syntax, .unwritable, .internalInconsistency: location = JSONPointer()
    }
    func context(_ location: JSONPointer, _ description: String) -> Context {
      Context(
        codingPath: start + location.tokens.map { TokenKey(stringValue: $0) }, debugDescription: description,
        underlyingError: error)
    }
    if let name, name.isMissing {
      self = .keyNotFound(AnyCodingKey(name.declared), context(name.object, name.message))
    } else {
      self = .dataCorrupted(context(name?.object ?? location, name?.message ?? error.description))
    }
  }
}

/// The name of a member that `JSONDecoder.KeyDecodingStrategy.convertFromSnakeCase` has changed.
struct ConvertedName {
  let declared: String
  /// The name after conversion.
  let found: String
  /// The object with that name.
  let object: JSONPointer
  /// Whether the error is the missing member, or else the member that was not expected.
  let isMissing: Bool

  /// The conversion that explains an error; nil if there is none.
  init?(explaining error: SchemaError, in text: [UInt8], _ guide: CodingGuide?) {
    guard case .invalid(let issues) = error, let value = try? JSONValue(parsing: text) else { return nil }
    for issue in issues {
      let location = issue.instanceLocation
      if case .required(let missing) = issue.kind, case .object(let members)? = value[location] {
        for declared in missing {
          guard let found = Self.converted(declared), members[found] != nil else { continue }
          (self.declared, self.found, object, isMissing) = (declared, found, location, true)
          return
        }
      } else if issue.refusesMember, let found = location.tokens.last {
        let tokens = location.tokens.dropLast()
        for declared in guide?.descendant(tokens)?.names ?? [] where Self.converted(declared) == found {
          (self.declared, self.found, object, isMissing) = (declared, found, JSONPointer(Array(tokens)), false)
          return
        }
      }
    }
    return nil
  }

  /// The name after conversion; nil if that changes nothing.
  private static func converted(_ name: String) -> String? {
    let start = name.prefix { $0 == "_" }
    let rest = name.dropFirst(start.count)
    let end = rest.reversed().prefix { $0 == "_" }
    let words = rest.dropLast(end.count).split(separator: "_")
    guard let first = words.first, words.count > 1 else { return nil }
    return start + first.lowercased() + words.dropFirst().map { capitalized($0) }.joined() + String(end)
  }

  private static func capitalized(_ word: Substring) -> String {
    word.prefix(1).uppercased() + word.dropFirst().lowercased()
  }

  var message: String {
    "expected member '\(declared)', found '\(found)', as if the decoder converted names from snake case; "
      + "models use the names in their schemas, so do not set keyDecodingStrategy"
  }
}

/// A reference token of a JSON Pointer as a `CodingKey`, which may be a name or an index.
private struct TokenKey: CodingKey {
  let stringValue: String

  var intValue: Int? { JSONPointer.arrayIndex(stringValue) }

  init(stringValue: String) { self.stringValue = stringValue }

  init?(intValue: Int) { stringValue = String(intValue) }
}
