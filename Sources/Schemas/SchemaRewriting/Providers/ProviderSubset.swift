package import JSONSchema
import SchemaAnalysis
package import SchemaRuntime

/// A schema in the subset of JSON Schema that a provider of language models documents.
///
///     let subset = try ProviderSubset(of: document, for: ProviderProfile(.gemini)) { loader.document(at: $0) }
package struct ProviderSubset: Sendable {
  /// What the subset says in another way than the schema.
  package struct Note: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable, CaseIterable {
      /// An assertion is left out.
      case removed
      /// Another keyword says less.
      case widened
      /// Members that may be absent have to be null instead.
      case nullable
      /// Values of the schema cannot be written.
      case lost
      /// The schema is larger than the provider permits.
      case limit
    }

    package let kind: Kind
    package let message: String
    /// The location in ``original``.
    package let pointer: JSONPointer
  }

  /// The schema as one document of draft 2020-12 without identifiers.
  package let original: JSONValue
  /// The schema in the subset.
  package let schema: JSONValue
  /// The schema in the subset in which members may be absent as in the original: what a proof compares.
  package let relaxed: JSONValue
  package let notes: [Note]

  /// Rewrites a schema; throws the reason that it has no form in the subset.
  ///
  /// - Parameter lookup: finds documents by their absolute URIs.
  package init(
    of document: SchemaDocument, for profile: ProviderProfile,
    options: SchemaResolver.Options = SchemaResolver.Options(),
    lookup: @escaping (String) -> SchemaDocument?
  ) throws(RewritingError) {
    if case .members(let container) = document.extent {
      let advice = "name one of its schemas with --root \("#\(container.appending("NAME"))".quoted)"
      throw RewritingError(
        "expected one schema, found \(DocumentContent(of: document.root)); \(advice)", document, JSONPointer())
    }
    // 1. One document of the newest draft.
    var bundle = try Bundler.bundle(document, keepsIdentifiers: false, options: options, lookup: lookup)
    var current = try Self.document(bundle, like: document)
    let outline = SchemaOutline(of: [current], options: options)
    if outline.schemas.contains(where: { $0.dialect.draft < .draft2020 }) {
      let texts = try SchemaUpgrader.upgrade([current], options: options) { _ in nil }.texts
      bundle = texts.first.flatMap { try? JSONValue(parsing: $0.text, limits: .widest) } ?? bundle
      current = try Self.document(bundle, like: document)
    }
    original = bundle
    // 2. Each schema in the subset, for the provider and for the proof.
    if profile.keywords == nil {
      schema = try Self.withObjectRoot(bundle, document)
      (relaxed, notes) = (schema, [])
      return
    }
    let survey = SubsetSurvey(current, options)
    var writer = survey.writer(profile, isRelaxed: false)
    schema = try writer.document(document)
    var other = survey.writer(profile, isRelaxed: true)
    relaxed = try other.document(document)
    notes = writer.notes + SubsetSize(schema).notes(profile.limits)
  }

  private static func document(_ value: JSONValue, like document: SchemaDocument) throws(RewritingError)
    -> SchemaDocument
  {
    guard let source = try? JSONDocument(parsing: value.json(.pretty), limits: .widest) else {
      throw RewritingError("the schema would be nested too deeply", document, JSONPointer())
    }
    return SchemaDocument(uri: document.uri, name: document.name, source: source)
  }

  /// Returns a schema that states that its values are objects.
  private static func withObjectRoot(_ schema: JSONValue, _ document: SchemaDocument) throws(RewritingError)
    -> JSONValue
  {
    guard case .object(var object) = schema else {
      return schema.bool == true ? ["type": "object"] : schema
    }
    let types = SubsetWriter.typeNames(object["type"])
    guard types.isEmpty || types.contains("object") else {
      throw RewritingError(
        "expected a schema for objects at the root, found one for \(types.joined(separator: ", "))", document,
        JSONPointer(["type"]))
    }
    object["type"] = "object"
    return .object(object)
  }
}

/// The schemas and references of a document, for its rewriting.
private struct SubsetSurvey {
  private var root: JSONValue
  private var targets: [JSONPointer: JSONPointer] = [:]
  private var recursive: Set<JSONPointer> = []

  init(_ document: SchemaDocument, _ options: SchemaResolver.Options) {
    let schemas = SchemaOutline(of: [document], options: options).schemas
    root = document.root.marking(Set(schemas.filter(\.isObject).map(\.pointer)), at: JSONPointer())
    let indices = Dictionary(schemas.enumerated().map { ($1.pointer, $0) }) { first, _ in first }
    var next: [[Int]] = Array(repeating: [], count: schemas.count)
    for (index, schema) in schemas.enumerated() {
      var around = schema.pointer.parent
      while let pointer = around {
        if let parent = indices[pointer] {
          next[parent].append(index)
          break
        }
        around = pointer.parent
      }
      for reference in schema.references {
        guard let target = reference.target else { continue }
        next[index].append(target)
        if reference.keyword == .ref { targets[schema.pointer] = schemas[target].pointer }
      }
    }
    for list in StrongComponents(next).lists where list.count > 1 {
      for index in list { recursive.insert(schemas[index].pointer) }
    }
  }

  func writer(_ profile: ProviderProfile, isRelaxed: Bool) -> SubsetWriter {
    SubsetWriter(root: root, targets: targets, recursive: recursive, profile: profile, isRelaxed: isRelaxed)
  }
}

extension JSONValue {
  /// Returns the value with the pointer of each schema in it.
  fileprivate func marking(_ schemas: Set<JSONPointer>, at pointer: JSONPointer) -> JSONValue {
    switch self {
    case .null, .bool, .number, .string: return self
    case .array(let elements):
      return .array(elements.enumerated().map { $1.marking(schemas, at: pointer.appending($0)) })
    case .object(let object):
      var new = JSONObject()
      for (name, member) in object { new[name] = member.marking(schemas, at: pointer.appending(name)) }
      if schemas.contains(pointer) { new[SubsetWriter.place] = .string(pointer.description) }
      return .object(new)
    }
  }
}
