import SchemaRuntime

/// A JSON value of a document: its place in the document's structural index.
struct Place: Hashable, Comparable {
  /// The place of the document in the bundle.
  let document: Int
  /// ``JSONNode/index``.
  let entry: Int

  static func < (a: Place, b: Place) -> Bool { (a.document, a.entry) < (b.document, b.entry) }
}

/// What a resolver has found so far; errors and the rest, in any order.
struct Findings {
  struct Finding {
    let severity: Diagnostic.Severity
    let place: Place
    let kind: ResolveError.Kind
  }

  /// Findings after this many are left out.
  let limit: Int
  private(set) var all: [Finding] = []
  // Errors are counted apart, so that warnings never hide one.
  private(set) var errorCount = 0
  private var otherCount = 0

  init(limit: Int) { self.limit = limit }

  var hasErrors: Bool { errorCount > 0 }
  /// Whether another error would be kept.
  var hasRoom: Bool { errorCount < max(limit, 1) }

  mutating func add(_ kind: ResolveError.Kind, at place: Place, severity: Diagnostic.Severity = .error) {
    if severity == .error { errorCount += 1 } else { otherCount += 1 }
    guard (severity == .error ? errorCount : otherCount) <= max(limit, 1) else { return }
    all.append(Finding(severity: severity, place: place, kind: kind))
  }

  /// The findings with their places worked out, by document and position.
  func located(in documents: [SchemaDocument]) -> Located {
    var located = Located()
    // Findings about one place stay in the order in which they were made.
    let order = all.indices.sorted { (all[$0].place, $0) < (all[$1].place, $1) }
    // Most documents mark nothing as sensitive: skip the search.
    var mentions: [Int: Bool] = [:]
    for finding in order.map({ all[$0] }) {
      let document = documents[finding.place.document]
      let location = document.location(ofEntry: finding.place.entry)
      let place = finding.place.document
      let isMentioned = mentions[place] ?? document.source.mentions("x-sensitive")
      mentions[place] = isMentioned
      let isSensitive = isMentioned && document.source.isSensitive(location.pointer)
      let kind = isSensitive ? finding.kind.redacted : finding.kind
      let fact = ResolveError(location: location, kind: kind)
      if finding.severity == .error {
        located.errors.append(fact)
      } else {
        located.others.append(fact)
        located.diagnostics.append(
          Diagnostic(severity: finding.severity, location: location, message: kind.message))
      }
    }
    return located
  }

  /// Findings with their places.
  struct Located {
    var errors: [ResolveError] = []
    /// Those that are no errors, as facts.
    var others: [ResolveError] = []
    /// ``others`` in words.
    var diagnostics: [Diagnostic] = []
  }
}

extension SchemaDocument {
  /// The place of a value or of a member's name.
  func location(ofEntry entry: Int) -> SourceLocation {
    source.withRoot { root in
      SourceLocation(
        document: name, pointer: root.pointer(toEntry: entry), position: source.position(at: root[at: entry].offset))
    }
  }
}

extension ResolveError.Kind {
  /// The kind without a value that the schema gives.
  fileprivate var redacted: Self {
    switch self {
    case .keywordValue(let keyword, let expected, _):
      .keywordValue(keyword: keyword, expected: expected, actual: .redacted)
    case .malformedReference(let keyword, let expected, _):
      .malformedReference(keyword: keyword, expected: expected, actual: .redacted)
    case .repeatedValue(let keyword, _): .repeatedValue(keyword: keyword, value: .redacted)
    case .repeatedMember, .notASchema, .noSchema, .unknownType, .repeatedName, .missingCompanion, .nameCount,
      .swiftType,
      .unknownDialect,
      .unusableDialect, .repeatedIdentifier, .repeatedAnchor, .unresolvable, .referenceCycle, .dynamicScopes,
      .unknownKeyword, .foreignKeyword, .ignoredBesideReference, .documentURI, .hostVersion, .noEmbeddedSchemas:
      self
    }
  }
}

extension JSONNode {
  /// The way from this value down to the one at `target` in the index; a member's name counts as its value.
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
      for (place, element) in node.elements.enumerated() where element.index <= target && target < element.nextIndex {
        pointer.tokens.append(String(place))
        node = element
        continue descent
      }
      break
    }
    return pointer
  }
}
