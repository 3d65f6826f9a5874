/// The data for rendering a template, for example `["name": "Ada", "tags": ["x", "y"], "isLast": true]`.
///
/// Created by callers, read by the renderer. Numbers are text, so that callers determine their format.
package enum TemplateValue: Sendable, Hashable {
  /// A known key without a value: renders as nothing, and is false as a section.
  case null
  /// Text for interpolation. Empty text is false as a section.
  case text(String)
  /// A condition. As text it is `true` or `false`.
  case flag(Bool)
  /// Values that a section renders one after another. An empty list is false as a section.
  case list([TemplateValue])
  /// Named values. An object is true as a section, even without members.
  case object([String: TemplateValue])
  /// An object as the values of names that many objects share, in the same order.
  case row([String], [TemplateValue])
}

extension TemplateValue {
  /// Whether a section with this value renders its body.
  var isTruthy: Bool {
    switch self {
    case .null: false
    case .text(let text): !text.isEmpty
    case .flag(let flag): flag
    case .list(let items): !items.isEmpty
    case .object, .row: true
    }
  }

  /// Whether the value has no parts.
  var isScalar: Bool {
    switch self {
    case .null, .text, .flag: true
    case .list, .object, .row: false
    }
  }

  /// The members of an object, by name; nil for other values.
  package var members: [String: TemplateValue]? {
    switch self {
    case .null, .text, .flag, .list: nil
    case .object(let members): members
    case .row(let names, let values): Dictionary(zip(names, values)) { _, later in later }
    }
  }

  /// Returns a member of an object.
  subscript(name: String) -> TemplateValue? {
    switch self {
    case .null, .text, .flag, .list: nil
    case .object(let members): members[name]
    case .row(let names, let values): names.firstIndex(of: name).map { values[$0] }
    }
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
  package init(dictionaryLiteral elements: (String, TemplateValue)...) {
    self = .object(Dictionary(elements) { _, later in later })
  }
}
