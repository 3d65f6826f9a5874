package import SchemaRuntime

/// The schemas and references in texts as they are written, for tools that change the texts: without copies, and before
/// a practice gives schemas another form.
package struct SchemaOutline {
  package struct Schema: Sendable {
    /// The index in ``documents``.
    package let document: Int
    /// The entry in the text's index.
    package let entry: Int
    package let pointer: JSONPointer
    package let dialect: Dialect
    /// Whether it is an object, not a Boolean.
    package let isObject: Bool
    /// Whether the dialect ignores everything next to `$ref`.
    package let isReferenceAlone: Bool
    /// The index in ``resources``.
    package let resource: Int
    package let references: [Reference]
    /// The members that must be there because their own schemas say so, as in draft-03.
    package let requiredMembers: [String]
  }

  package struct Reference: Sendable {
    package let keyword: KeywordRule.Reference
    package let text: String
    /// The index in ``schemas``; nil if it leads nowhere.
    package let target: Int?
    /// The dynamic anchor by which a dynamic scope may redirect it; empty for `$recursiveAnchor`.
    package let dynamicAnchor: String?
  }

  package struct Resource: Sendable {
    package let uri: URIReference
    package let document: Int
    package let pointer: JSONPointer
    package let dynamicAnchors: Set<String>
  }

  package let documents: [SchemaDocument]
  package let schemas: [Schema]
  package let resources: [Resource]

  /// Finds the schemas of documents, and of all others that these reach.
  package init(
    of given: [SchemaDocument], options: SchemaResolver.Options = SchemaResolver.Options(),
    lookup: @escaping (String) -> SchemaDocument? = { _ in nil }
  ) {
    var options = options
    let reading = options.reading
    options.reading = { document in
      var reading = reading(document)
      reading.operations = .forComparison
      return reading
    }
    var survey = SchemaSurvey(
      options: options, registry: DocumentRegistry(given: given, options: options, lookup: lookup))
    for document in given { survey.add(document, isGiven: true) }
    survey.connect()
    documents = survey.documents
    let required = survey.schemas.indices.map(survey.requiredMembers)
    schemas = zip(survey.schemas, required).map { schema, required in
      Schema(
        document: schema.location.document, entry: schema.location.entry, pointer: schema.pointer,
        dialect: schema.dialect, isObject: schema.boolean == nil && !schema.isTypeAlone,
        isReferenceAlone: schema.isReferenceAlone,
        resource: schema.resource,
        references: schema.references.map {
          Reference(
            keyword: $0.kind, text: $0.text, target: $0.target?.schema, dynamicAnchor: $0.target?.dynamicAnchor)
        }, requiredMembers: required)
    }
    resources = survey.resources.map { resource in
      Resource(
        uri: resource.uri, document: resource.root.document, pointer: resource.rootPointer,
        dynamicAnchors: Set(resource.anchors.filter(\.value.isDynamic).keys))
    }
  }

  /// Returns the dialects of the schemas in one text, by their entries. The text is known to be a schema, or a document
  /// of a format that contains some; mistakes, and references to other documents, do not matter.
  package static func dialects(in document: SchemaDocument, default: Dialect) -> [Int: Dialect] {
    var options = SchemaResolver.Options(defaultDialect: `default`, requiresSchemas: false, maximumFindings: 1)
    options.reading = { _ in SchemaResolver.Reading(isLenient: true) }
    var dialects: [Int: Dialect] = [:]
    for schema in SchemaOutline(of: [document], options: options).schemas where schema.document == 0 && schema.isObject
    {
      dialects[schema.entry] = schema.dialect
    }
    return dialects
  }
}
