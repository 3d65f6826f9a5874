package import SchemaRuntime

/// What payloads have in common, and the schema that says so.
///
///     var inference = SchemaInference()
///     inference.observe(document)
///     inference.schema(title: "Order")     // {"$schema": …, "title": "Order", "type": "object", …}
///
/// A summary, not a collection: what it holds grows with the structure of the payloads and not with their number.
/// Summaries of parts are joined by ``merge(_:)``, in any grouping; the order of the parts decides the order of members.
package struct SchemaInference: Sendable {
  package let options: InferenceOptions
  /// How many payloads were seen.
  package private(set) var count = 0
  private(set) var summary = ValueSummary()

  package init(options: InferenceOptions = InferenceOptions()) { self.options = options }

  /// Takes in a payload. Of equal names in one object each counts; a caller that refuses them asks first.
  package mutating func observe(_ payload: JSONNode) {
    count += 1
    summary.observe(payload, options, depth: 0)
  }

  /// Takes in a payload.
  package mutating func observe(_ document: JSONDocument) {
    document.withRoot { observe($0) }
  }

  /// Takes in what another summary, made with the same options, has seen.
  package mutating func merge(_ other: SchemaInference) {
    count += other.count
    summary.merge(other.summary, options)
  }

  /// A schema of draft 2020-12 that accepts everything that was seen.
  package func schema(title: String) -> JSONValue {
    var shaper = Shaper(options: options)
    let root = shaper.sketch(summary, hint: NameHint(title))
    let sharing = Sharing(root: root, objects: shaper.objects, options: options)
    var writer = SchemaWriter(sharing: sharing, options: options)
    return writer.document(root, title: title)
  }

  /// A schema that was inferred before, changed as little as it takes to accept everything that was seen.
  ///
  /// Kinds, values and members are added; what is required, a format or a bound goes where a payload is without it.
  package func widening(_ schema: JSONValue) throws(WideningError) -> JSONValue {
    var widener = try SchemaWidener(schema, options: options)
    return try widener.widened(with: summary)
  }

  /// A name as a title: `room-members` gives `Room Members`.
  package static func title(of name: String) -> String {
    NameHint.words(of: name).isEmpty ? "" : NameHint(name).title
  }
}
