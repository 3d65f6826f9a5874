package import Mustache

/// Source text of one language, which only that language's functions can create.
package protocol TemplateSource {
  var text: String { get }
}

extension SwiftSource: TemplateSource {}
extension MarkdownSource: TemplateSource {}

typealias SwiftTemplateValue = SourceTemplateValue<SwiftSource>
package typealias MarkdownTemplateValue = SourceTemplateValue<MarkdownSource>

/// Template data of one language: source text and Booleans, never unescaped text.
package enum SourceTemplateValue<Source: TemplateSource> {
  case text(Source)
  case flag(Bool)
  case list([SourceTemplateValue])
  case object([String: SourceTemplateValue])

  /// The same value for the template engine, which does not escape it.
  package var value: TemplateValue {
    switch self {
    case .text(let source): .text(source.text)
    case .flag(let flag): .flag(flag)
    case .list(let list): .list(list.map { $0.value })
    case .object(let members): .object(members.mapValues { $0.value })
    }
  }
}
