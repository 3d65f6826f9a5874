import CodegenCore
import JSONSchema
import SchemaRuntime

extension PageBuilder {
  // MARK: - Enumerations

  /// The number of characters of a value.
  private static let longestValue = 2_000

  /// Returns the values for which Swift has cases.
  func values(_ shape: EnumerationShape, of schema: SchemaID) -> DocumentationPage.Content {
    for type in site.types(of: schema) {
      guard case .enumeration(let plan) = type.kind else { continue }
      let values = plan.cases.prefix(Self.tableLimit).map { value in
        DocumentationPage.Value(json: value.value.text().shortened(to: Self.longestValue), name: value.name)
      }
      return .values(values, names: DocumentationPage.ValueNames(areCases: true, isOpen: plan.isOpen))
    }
    return named(shape.values.map(\.json), shape.values.map { $0.name ?? "" }, isOpen: shape.isOpen)
  }

  /// Returns values that no Swift enumeration can have.
  func values(_ values: [JSONValue], of schema: SchemaID) -> DocumentationPage.Content {
    let keywords = graph.conjunction(of: schema).map { graph[$0].keywords }.first { $0.enumeration == values }
    return named(values, keywords?.vendor.enumVarnames ?? [], isOpen: false)
  }

  private func named(_ values: [JSONValue], _ names: [String], isOpen: Bool) -> DocumentationPage.Content {
    let rows = values.prefix(Self.tableLimit).enumerated().map { index, value in
      DocumentationPage.Value(
        json: value.text().shortened(to: Self.longestValue),
        name: index < names.count ? VisibleText.of(names[index]) : "")
    }
    return .values(rows, names: DocumentationPage.ValueNames(areCases: false, isOpen: isOpen))
  }

  // MARK: - Alternatives

  func alternatives(_ shape: UnionShape, of schema: SchemaID) -> [DocumentationPage.Alternative] {
    var cases: [UnionPlan.Case] = []
    for type in site.types(of: schema) {
      if case .union(let plan) = type.kind { cases = plan.cases }
    }
    return shape.branches.prefix(Self.tableLimit).enumerated().map { index, branch in
      let keywords = branch.schema.map { graph[$0].keywords }
      return DocumentationPage.Alternative(
        type: titled(
          keywords?.selection != nil && branch.schema != nil
            ? types.phrase(for: branch.schema ?? schema) : words(for: branch.shape, of: schema), keywords?.title),
        tag: tag(shape, index),
        // A case is named after its tag's value.
        caseName: index < cases.count && !graph[schema].keywords.vendor.sensitive ? cases[index].name : "",
        description: branch.schema.map { text(words(about: $0)).summary } ?? Phrase(),
        limits: branch.schema.map { limits.limits(of: $0) } ?? [])
    }
  }

  /// Names an alternative in a sentence: by its title, the value of its tag, or what it requires.
  func name(ofBranch number: Int, _ shape: UnionShape, in schema: SchemaID) -> Phrase {
    let branch = shape.branches[number]
    if let title = branch.schema.flatMap({ graph[types.resolve($0).end].keywords.title }) { return "\(title)" }
    if case .tag(_, let values, _) = shape.dispatch, number < values.count, let value = values[number]?.first {
      return "\(code: LimitWords.text(value))"
    }
    if let target = branch.schema.map({ types.resolve($0) }), target.isLink { return "\(site.title(of: target.end))" }
    return types.phrase(for: branch.schema ?? schema, isOwn: branch.schema == nil)
  }

  /// Returns the type of an alternative with the title of one that is described here and has no link.
  private func titled(_ type: Phrase, _ title: String?) -> Phrase {
    let isLink = type.runs.contains { if case .link = $0 { true } else { false } }
    guard let title, !isLink else { return type }
    return "\(title.shortened(to: 300)): \(type)"
  }

  /// Describes one of the types in a schema's list.
  private func words(for shape: Shape, of schema: SchemaID) -> Phrase {
    switch shape {
    case .any: "any value"
    case .null: "null"
    case .boolean: "boolean"
    case .integer: "integer"
    case .number: "number"
    case .string: "string"
    case .array(let items): "array of \(types.phrase(for: items))"
    case .map(let values?): "map of \(types.phrase(for: values))"
    case .map(nil), .object: "object"
    case .custom("[JSONValue]"), .tuple: "array"
    case .nullable(let inner): "\(words(for: inner, of: schema)) or null"
    case .reference(let target): types.phrase(for: target)
    case .custom, .enumeration, .union: types.phrase(for: schema, isOwn: true)
    }
  }

  /// Describes how to recognize an alternative.
  private func tag(_ shape: UnionShape, _ index: Int) -> Phrase {
    switch shape.dispatch {
    case .tag(let member, let values, _):
      guard index < values.count, let listed = values[index] else { return "any other \(code: member)" }
      return "\(code: member) is \(Phrase.list(listed.map { "\(code: LimitWords.text($0))" }, last: "or"))"
    case .types: return "its type"
    case .members(let names): return index < names.count ? "\(code: names[index]) is present" : ""
    case .validators: return ""
    }
  }
}
