import SchemaAnalysis
import SchemaRuntime

extension ResolveError: CustomStringConvertible {
  /// `file:line:column: error: message`.
  public var description: String { diagnostic.description }
}

extension ResolveErrors: CustomStringConvertible {
  /// The errors, one per line.
  public var description: String { errors.map(\.description).joined(separator: "\n") }
}

extension ResolveError.Kind {
  /// The reason as one line, without its location. A flat switch.
  public var message: String {
    switch self {
    case .repeatedMember(let name): "expected unique member names, found \(name.quoted) twice in one object"
    case .notASchema(let actual, let keyword):
      (actual == .boolean ? "expected a schema, an object in this draft" : "expected a schema (an object or a Boolean)")
        + ", found \(actual.phrase)"
        + (actual == .array && keyword == "items"
          ? "; since draft 2020-12, 'prefixItems' has the schemas of the first items" : "")
    case .keywordValue(let keyword, let expected, let actual),
      .malformedReference(let keyword, let expected, let actual):
      "expected \(keyword.quoted) to be \(expected.rawValue), found \(Self.short(actual))"
    case .unknownType(let keyword, let actual, let nearest):
      "expected \(keyword.quoted) to be one of " + JSONType.allCases.map(\.rawValue).joined(separator: ", ")
        + ", found \(actual.quoted)" + Self.suggestion(nearest)
    case .repeatedName(let keyword, let name): "expected unique names in \(keyword.quoted), found \(name.quoted) twice"
    case .repeatedValue(let keyword, let value):
      "expected unique values in \(keyword.quoted), found \(Self.short(value)) twice"
    case .missingCompanion(let keyword, let companion):
      "expected \(companion.quoted) next to \(keyword.quoted), found none"
    case .nameCount(let keyword, let expected, let actual):
      "expected \(keyword.quoted) to have one name for each of the \(expected) values of 'enum', found \(actual)"
    case .swiftType(let keyword, let error): "expected \(keyword.quoted) to be a Swift type: \(error)"
    case .dialectSpelling(let actual, let meant): "'$schema' is \(actual.quoted), which is read as \(meant.quoted)"
    case .unknownDialect(let actual, let nearest):
      "expected '$schema' to be the URI of a known dialect, found \(actual.quoted)" + Self.suggestion(nearest)
    case .unusableDialect(let actual, let reason):
      "expected '$schema' to be the URI of a usable dialect, found \(actual.quoted), " + reason.message
    case .repeatedIdentifier(let uri, let first):
      "expected a unique URI for every schema, found \(uri.quoted) again, first used at \(first)"
    case .repeatedAnchor(let name, let first):
      "expected unique anchors in one resource, found \(name.quoted) again, first used at \(first)"
    case .unresolvable(let fact): fact.message
    case .foundFromFile(let reference, let uri, let found):
      "\(reference.quoted) resolves to \(uri.quoted), where there is no schema, so it is resolved against the path "
        + "of this file: \(found.quoted); correct '$id' or the reference"
    case .stub(let uri):
      "references to \(uri.quoted) accept every value, because 'references' maps it to null or --offline-stub names it"
    case .stubDialect(let uri, let replacement):
      "the dialect \(uri.quoted) is treated as \(replacement), because 'references' maps its meta-schema to null or "
        + "--offline-stub names it"
    case .referenceCycle(let chain):
      "these references lead back to where they began: \(Self.chain(chain)); remove one of them"
    case .endlessRecursion(let chain):
      "this schema applies itself to the same value again and again: \(Self.chain(chain)); refer to it from a "
        + "member or an element instead"
    case .dynamicScopes(let limit):
      "'$dynamicRef' and '$recursiveRef' expand to more than \(limit) schemas, which is the limit; replace some "
        + "of them with '$ref'"
    case .unknownKeyword(let name, let nearest): "unknown keyword \(name.quoted)" + Self.suggestion(nearest)
    case .refusedKeyword(let name, let dialect, let home, let nearest):
      "\(dialect) permits no other keywords than its own and those that begin with 'x-', found \(name.quoted)"
        + (home.map { ", which belongs to \($0)" } ?? Self.suggestion(nearest))
    case .foreignKeyword(let name, let dialect, let home, let countsInPractice):
      "\(dialect) ignores \(name.quoted), which belongs to \(home)"
        + (countsInPractice ? "; with \"reading\": \"practice\" in the configuration, it counts" : "")
    case .ignoredBesideReference(let names, let dialect):
      "\(dialect) ignores \(names.map(\.quoted).joined(separator: ", ")) next to '$ref'; with \"reading\": "
        + "\"practice\" in the configuration, \(names.count == 1 ? "it counts" : "they count")"
    case .practice(.null(let keyword)):
      "\(keyword.quoted) permits null here; by the specification of OpenAPI, it only adds null to a 'type' next to it; "
        + "set \"reading\": \"standard\" in the configuration to follow it"
    case .practice(.selection):
      "the discriminator selects the branch; by the specification of OpenAPI, it is only a hint"
    case .practice(.overlap):
      "the branches of 'oneOf' may overlap, so a value that satisfies several is accepted here; by the specification, "
        + "it is invalid; set \"reading\": \"standard\" in the configuration to reject it"
    case .practice(.inheritance):
      "wherever this schema is used, the discriminator may select a schema that extends it with 'allOf'; by the "
        + "specification, only this schema applies"
    case .practice(.listedExtensions):
      "schemas in 'oneOf' or 'anyOf' here refer back to this one in 'allOf', which by the specification is an endless "
        + "cycle; they are read with the members of this schema, but without its list"
    case .practice(.ownTag(let member)):
      "the discriminator has other values of \(member.quoted) for one of its schemas than that schema lists; the "
        + "schema's own are used"
    case .noOperation(let kind, let name, let nearest):
      "'operations' selects the \(kind) \(name.quoted), which no operation has" + Self.suggestion(nearest)
    case .otherMediaType(let type): "content of type \(type.quoted) has no model, because it is not JSON"
    case .formFields(let type):
      "\(type.quoted) is a form: the Swift type has its fields as members, but your own code has to read and write "
        + "that format"
    case .discriminatorTarget(let value, let target):
      (value == "defaultMapping"
        ? "'defaultMapping' of the discriminator is " : "the discriminator maps \(value.quoted) to ")
        + "\(target.quoted), which is neither a branch of 'oneOf' or 'anyOf' nor a schema that extends this one"
    case .foreignPattern(let keyword, let source, let meant):
      "\(source.quoted) is not an ECMAScript regular expression with the flag 'u', which \(keyword.quoted) requires; "
        + "it is read as \(meant.quoted)"
    case .needlessEscapes(let keyword, let characters):
      "expected \(keyword.quoted) to escape only characters with a special meaning, found "
        + (characters.isEmpty
          ? "others" : characters.map { "'\\\($0)'" }.joined(separator: ", "))
        + (characters.isEmpty ? "" : "; write " + characters.map { "'\($0)'" }.joined(separator: ", "))
    case .invalidPattern(let keyword, let source, let reason):
      "expected \(keyword.quoted) to be a regular expression, found \(Self.short(.string(source))): \(reason)"
    case .looseText(let reason): reason
    case .documentURI(let uri): "expected the document to have a URI, found \(uri.quoted)"
    case .hostVersion(let expected, let actual): "expected \(expected), found version \(actual.quoted)"
    case .noEmbeddedSchemas(let pointer, let actual):
      "expected an object of schemas at \(pointer.quoted), found " + (actual.map(\.phrase) ?? "none")
    case .noSchema("#", _, let uri?, _):
      "this is not a schema: its '$schema', \(uri.quoted), is not a dialect of JSON Schema"
    case .noSchema(let pointer, let actual, _, let inside):
      "expected a schema at \(pointer.quoted), found \(actual)"
        + (inside.isEmpty ? "" : "; its schemas are in " + inside.map(\.quoted).joined(separator: ", "))
    }
  }

  static func suggestion(_ nearest: String?) -> String { nearest.map { "; did you mean \($0.quoted)?" } ?? "" }

  /// Returns a value in about sixty characters at most.
  private static func short(_ value: JSONValue) -> String {
    let text = value.text().onOneLine.unicodeScalars
    return text.count <= 60 ? String(text) : String(text.prefix(57)) + "..."
  }

  /// Describes the path of a cycle; omits the middle if it is long.
  private static func chain(_ chain: [String]) -> String {
    let shown = chain.count <= 8 ? chain : chain.prefix(5) + ["... (\(chain.count - 7) more)"] + chain.suffix(2)
    return shown.joined(separator: " -> ")
  }
}

extension ResolveError.DialectReason {
  var message: String {
    switch self {
    case .requiredVocabulary(let name, let location):
      "whose meta-schema requires the unknown vocabulary \(name.quoted), at \(location)"
    case .baseDialect(let actual, let location):
      "a meta-schema that is based on \(actual.quoted), which leads to no known dialect; correct '$schema' at "
        + location.description
    case .notAnObject(let location): "which is not an object, at \(location)"
    }
  }
}

extension ResolveError.Unresolvable {
  /// The reason as one line, without its location.
  public var message: String {
    let found = reference == uri ? "\(reference.quoted)" : "\(reference.quoted), which resolves to \(uri.quoted)"
    return "expected \(keyword.quoted) to name a schema, found \(found): " + reason.message
  }
}

extension ResolveError.Unresolvable.Reason {
  var message: String {
    switch self {
    case .noDocument(let nearest): "no schema has this URI" + ResolveError.Kind.suggestion(nearest)
    case .noAnchor(let name, let nearest): "no anchor is called \(name.quoted)" + ResolveError.Kind.suggestion(nearest)
    case .noScope(let name): "no schema that leads here has the dynamic anchor \(name.quoted)"
    case .malformedPointer: "a pointer must begin with '/' and have 0 or 1 after each '~'"
    case .malformedEncoding: "the percent-encoding after '#' is not UTF-8"
    case .noValue(let deepest, let missing, let nearest):
      "\(deepest.quoted) exists but has no \(missing.quoted)" + ResolveError.Kind.suggestion(nearest)
    case .notASchema(let actual): "the value there is \(Self.phrase(actual))"
    case .noSchemaAtRoot(let actual):
      "the document is \(actual), not a schema; add the path of a schema in it after '#'"
    }
  }

  private static func phrase(_ type: JSONType) -> String {
    switch type {
    case .null: "null, not a schema"
    case .boolean: "a Boolean, which is not a schema there"
    case .object: "an object in a file that is not a schema"
    case .integer, .number: "a number, not a schema"
    case .string: "a string, not a schema"
    case .array: "an array, not a schema"
    }
  }
}
