import SchemaRuntime

/// The location of a JSON value: its document, and its entry in the document's structural index.
struct NodeLocation: Hashable, Comparable {
  /// The index of the document in the bundle.
  let document: Int
  /// ``UnsafeJSONNode/index``.
  let entry: Int

  static func < (a: NodeLocation, b: NodeLocation) -> Bool { (a.document, a.entry) < (b.document, b.entry) }
}

/// The findings of a resolver so far, errors and others, in any order.
struct Findings {
  struct Finding {
    let severity: Diagnostic.Severity
    let location: NodeLocation
    let kind: ResolveError.Kind
    let consequence: Consequence?

    /// Whether a verdict may depend on the finding although it is not an error.
    var isConcession: Bool {
      switch (kind, consequence) {
      case (.stub, _), (.stubDialect, _), (_, .undecided?), (_, .leftOutLeniently?),
        (_, .leftOutWithAdditionalProperties?), (_, .readAsTrue?):
        true
      case (_, .leftOut?), (_, .readOnce?), (_, .unused?), (_, nil): false
      }
    }
  }

  /// How a mistake that is only a warning is read.
  enum Consequence: String {
    case leftOut = "ignored"
    case readOnce = "counted once"
    case leftOutLeniently = "ignored, because the file is lenient"
    case leftOutWithAdditionalProperties =
      "ignored, with 'additionalProperties' and 'unevaluatedProperties' next to it, because the file is lenient"
    case readAsTrue = "treated as 'true', because the file is lenient"
    case unused = "only a warning, because no schema uses this one; validating against it gives no verdict"
    case undecided = "the file is lenient, so validating against this schema gives no verdict"
  }

  /// The maximum number of errors, and of other findings, to keep.
  let limit: Int
  private(set) var all: [Finding] = []
  // Errors are counted separately, so that warnings never displace them.
  private(set) var errorCount = 0
  private var otherCount = 0

  init(limit: Int) { self.limit = limit }

  var hasErrors: Bool { errorCount > 0 }

  mutating func add(
    _ kind: ResolveError.Kind, at location: NodeLocation, severity: Diagnostic.Severity = .error,
    consequence: Consequence? = nil
  ) {
    if severity == .error { errorCount += 1 } else { otherCount += 1 }
    guard (severity == .error ? errorCount : otherCount) <= max(limit, 1) else { return }
    all.append(Finding(severity: severity, location: location, kind: kind, consequence: consequence))
  }

  /// Returns the findings with source locations, by document and position.
  func located(in documents: [SchemaDocument]) -> Located {
    var located = Located()
    // Findings at the same location stay in the order of their creation.
    let order = all.indices.sorted { (all[$0].location, $0) < (all[$1].location, $1) }
    // Skip the search in most documents, which have no sensitive schemas.
    var last: (source: JSONDocument, isMentioned: Bool)?
    // For many findings. Many documents in a row may be parts of one text.
    let isLong = order.count > 16
    var lines: (source: JSONDocument, table: LineTable)?
    for finding in order.map({ all[$0] }) {
      let document = documents[finding.location.document]
      if isLong, lines?.source !== document.source { lines = (document.source, LineTable(document.source)) }
      let location = document.location(ofEntry: finding.location.entry, lines?.table)
      if last?.source !== document.source { last = (document.source, document.source.mentions("x-sensitive")) }
      let isSensitive = last?.isMentioned ?? false && document.source.isSensitive(location.pointer)
      let kind = isSensitive ? finding.kind.redacted : finding.kind
      let fact = ResolveError(location: location, kind: kind)
      if finding.severity == .error {
        located.errors.append(fact)
      } else {
        located.others.append(fact)
        let message = kind.message + (finding.consequence.map { "; " + $0.rawValue } ?? "")
        let diagnostic = Diagnostic(severity: finding.severity, location: location, message: message)
        located.diagnostics.append(diagnostic)
        if finding.isConcession { located.concessions.append(diagnostic) }
      }
    }
    return located
  }

  /// Findings with source locations.
  struct Located {
    var errors: [ResolveError] = []
    /// Findings that are not errors, as data.
    var others: [ResolveError] = []
    /// ``others`` as messages.
    var diagnostics: [Diagnostic] = []
    /// The ``diagnostics`` that verdicts may depend on.
    var concessions: [Diagnostic] = []
  }
}

extension SchemaDocument {
  /// Returns the source location of a value or of a member's name.
  ///
  /// - Parameter lines: the lines of the text, for many locations.
  func location(ofEntry entry: Int, _ lines: LineTable? = nil) -> SourceLocation {
    source.withRoot { root in
      let offset = root[at: entry].offset
      return SourceLocation(
        document: name, pointer: root.pointer(toEntry: entry),
        position: lines?.position(at: offset) ?? source.position(at: offset))
    }
  }
}

extension ResolveError.Kind {
  /// The kind without values from the schema.
  fileprivate var redacted: Self {
    switch self {
    case .keywordValue(let keyword, let expected, _):
      .keywordValue(keyword: keyword, expected: expected, actual: .redacted)
    case .malformedReference(let keyword, let expected, _):
      .malformedReference(keyword: keyword, expected: expected, actual: .redacted)
    case .repeatedValue(let keyword, _): .repeatedValue(keyword: keyword, value: .redacted)
    case .needlessEscapes(let keyword, _): .needlessEscapes(keyword: keyword, characters: [])
    case .foreignPattern(let keyword, _, _):
      .foreignPattern(keyword: keyword, source: "(redacted)", meant: "(redacted)")
    case .invalidPattern(let keyword, _, _):
      .invalidPattern(keyword: keyword, source: "(redacted)", reason: "the pattern of a sensitive value is not shown")
    case .repeatedMember, .notASchema, .noSchema, .unknownType, .repeatedName, .missingCompanion, .nameCount,
      .swiftType,
      .unknownDialect, .dialectSpelling,
      .unusableDialect, .repeatedIdentifier, .repeatedAnchor, .unresolvable, .foundFromFile, .stub, .stubDialect,
      .referenceCycle, .endlessRecursion,
      .dynamicScopes,
      .unknownKeyword, .refusedKeyword, .foreignKeyword, .ignoredBesideReference, .discriminatorTarget, .practice,
      .noOperation,
      .otherMediaType, .formFields, .looseText, .documentURI,
      .hostVersion, .noEmbeddedSchemas:
      self
    }
  }
}

extension UnsafeJSONNode {
  /// Returns the path from this value to the one at `target` in the index; a member's name counts as its value.
  func pointer(toEntry target: Int) -> JSONPointer {
    var pointer = JSONPointer()
    var node = self
    descent: while node.index != target {
      for (name, value) in node.members where name.index <= target && target < value.nextIndex {
        pointer.tokens.append(name.string)
        if name.index == target { return pointer }
        node = value
        continue descent
      }
      for (offset, element) in node.elements.enumerated() where element.index <= target && target < element.nextIndex {
        pointer.tokens.append(String(offset))
        node = element
        continue descent
      }
      break
    }
    return pointer
  }
}
