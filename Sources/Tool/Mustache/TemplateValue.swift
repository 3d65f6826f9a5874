/// The data for rendering a template, for example `["name": "Ada", "tags": ["x", "y"], "isLast": true]`.
///
/// Created by callers, read by the renderer. Numbers are text, so that callers determine their format.
package enum TemplateValue: Sendable {
  /// A known key without a value: renders as nothing, and is false as a section.
  case null
  /// Text for interpolation. Empty text is false as a section.
  case text(String)
  /// A condition. As text it is `true` or `false`.
  case flag(Bool)
  /// Values that a section renders one after another. An empty list is false as a section.
  case list([TemplateValue])
  /// Named values. An object is true as a section, even without members.
  case object(TemplateObject)
  /// A list of objects with the same names.
  case table(TemplateTable)
}

extension TemplateValue {
  /// Whether a section with this value renders its body.
  var isTruthy: Bool {
    switch self {
    case .null: false
    case .text(let text): !text.isEmpty
    case .flag(let flag): flag
    case .list(let items): !items.isEmpty
    case .table(let table): !table.values.isEmpty
    case .object: true
    }
  }

  /// Whether the value has no parts.
  var isScalar: Bool {
    switch self {
    case .null, .text, .flag: true
    case .list, .object, .table: false
    }
  }

  /// The members of an object, by name; nil for other values.
  package var members: [String: TemplateValue]? {
    switch self {
    case .null, .text, .flag, .list, .table: nil
    case .object(let object): Dictionary(object.members.map { ($0.0.text, $0.1) }) { _, later in later }
    }
  }

  /// Returns a member of an object.
  subscript(name: TemplateName) -> TemplateValue? {
    if case .object(let object) = self { object[name] } else { nil }
  }
}

extension TemplateValue: ExpressibleByStringInterpolation {
  /// Creates `.text`.
  package init(stringLiteral value: String) {
    self = .text(value)
  }
}

extension TemplateValue: ExpressibleByBooleanLiteral {
  /// Creates `.flag`.
  package init(booleanLiteral value: Bool) {
    self = .flag(value)
  }
}

extension TemplateValue: ExpressibleByArrayLiteral {
  /// Creates `.list`.
  package init(arrayLiteral elements: TemplateValue...) {
    self = .list(elements)
  }
}

extension TemplateValue: ExpressibleByDictionaryLiteral {
  /// Creates `.object`. If keys are equal, the last one counts.
  package init(dictionaryLiteral elements: (TemplateName, TemplateValue)...) {
    self = .object(TemplateObject(elements))
  }
}
