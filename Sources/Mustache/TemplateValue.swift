/// The data a template is rendered with, for example `["name": "Ada", "tags": ["x", "y"], "isLast": true]`.
///
/// Callers build it; the renderer reads it. Numbers enter as text, so that their form is the caller's decision.
package indirect enum TemplateValue: Sendable, Hashable {
  /// A key that is known and has no value: renders as nothing, and is false as a section.
  case null
  /// Text for interpolation. Empty text is false as a section.
  case text(String)
  /// A condition. As text it reads `true` or `false`.
  case flag(Bool)
  /// Values that a section renders one after the other. An empty list is false as a section.
  case list([TemplateValue])
  /// Named values. An object is true as a section, even without members.
  case object([String: TemplateValue])
}

extension TemplateValue {
  /// Whether a section with this value renders its body.
  var isTruthy: Bool {
    switch self {
    case .null: false
    case .text(let text): !text.isEmpty
    case .flag(let flag): flag
    case .list(let items): !items.isEmpty
    case .object: true
    }
  }
}

extension TemplateValue: ExpressibleByStringInterpolation {
  /// Makes `.text`.
  package init(stringLiteral value: String) {
    self = .text(value)
  }
}

extension TemplateValue: ExpressibleByBooleanLiteral {
  /// Makes `.flag`.
  package init(booleanLiteral value: Bool) {
    self = .flag(value)
  }
}

extension TemplateValue: ExpressibleByArrayLiteral {
  /// Makes `.list`.
  package init(arrayLiteral elements: TemplateValue...) {
    self = .list(elements)
  }
}

extension TemplateValue: ExpressibleByDictionaryLiteral {
  /// Makes `.object`. Of two equal keys the later one counts.
  package init(dictionaryLiteral elements: (String, TemplateValue)...) {
    self = .object(Dictionary(elements) { _, later in later })
  }
}
