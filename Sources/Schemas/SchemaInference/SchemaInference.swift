package import SchemaRuntime

/// Collects the common structure of payloads and writes it as a schema.
///
///     var inference = SchemaInference()
///     inference.observe(document)
///     inference.schema(title: "Order")     // {"$schema": …, "title": "Order", "type": "object", …}
///
/// A summary, not a collection: its size depends on the structure of the payloads, not on their number. Summaries of
/// parts can be merged with ``merge(_:)`` in any grouping; the order of the parts determines the order of members.
package struct SchemaInference: Sendable {
  private(set) package var options: InferenceOptions
  /// The number of observed payloads.
  package private(set) var count = 0
  private(set) var summary = ValueSummary()

  package init(options: InferenceOptions = InferenceOptions()) { self.options = options }

  /// Observes a payload. Each of several equal names in one object counts; callers that reject them must check first.
  package mutating func observe(_ payload: UnsafeJSONNode) {
    count += 1
    summary.observe(payload, options, depth: 0)
  }

  /// Observes a payload.
  package mutating func observe(_ document: JSONDocument) {
    document.withRoot { observe($0) }
  }

  /// Merges another summary that was made with the same options.
  package mutating func merge(_ other: SchemaInference) {
    count += other.count
    summary.merge(other.summary, options)
  }

  /// Returns a schema of draft 2020-12 that accepts all observed payloads.
  package func schema(title: String) -> JSONValue {
    var shaper = Shaper(options: options)
    let root = shaper.sketch(summary, hint: NameHint(title))
    let sharing = Sharing(root: root, objects: shaper.objects, options: options)
    var writer = SchemaWriter(sharing: sharing, options: options)
    return writer.document(root, title: title)
  }

  /// Returns how many members a schema of this inference requires, and how many it would require if one object were
  /// evidence enough.
  package var requiredMembers: (known: Int, possible: Int) {
    var lavish = self
    lavish.options.minimumRequiredEvidence = 1
    return (Self.requiredCount(schema(title: "")), Self.requiredCount(lavish.schema(title: "")))
  }

  private static func requiredCount(_ value: JSONValue) -> Int {
    switch value {
    case .array(let elements): elements.reduce(0) { $0 + requiredCount($1) }
    case .object(let object):
      object.reduce(0) { sum, member in
        sum + (member.key == "required" ? member.value.array?.count ?? 0 : 0) + requiredCount(member.value)
      }
    case .null, .bool, .number, .string: 0
    }
  }

  /// Returns a previously inferred schema, changed as little as necessary to accept all observed payloads.
  ///
  /// Adds kinds, values and members. Drops `required` names, formats and bounds that a payload contradicts.
  package func widening(_ schema: JSONValue) throws(WideningError) -> JSONValue {
    var widener = try SchemaWidener(schema, options: options)
    return try widener.widened(with: summary)
  }

  /// Returns a name as a title: `room-members` becomes `Room Members`.
  package static func title(of name: String) -> String {
    NameHint.words(of: name).isEmpty ? "" : NameHint(name).title
  }
}
