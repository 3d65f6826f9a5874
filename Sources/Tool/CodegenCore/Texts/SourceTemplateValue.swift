package import Mustache

/// Source text of one language, which only that language's functions can create.
package protocol TemplateSource {
  var text: String { get }
}

extension SwiftSource: TemplateSource {}
extension MarkdownSource: TemplateSource {}

typealias SwiftTemplateValue = SourceTemplateValue<SwiftSource>
package typealias MarkdownTemplateValue = SourceTemplateValue<MarkdownSource>
package typealias MarkdownTemplateObject = SourceTemplateObject<MarkdownSource>

/// Template data of one language: source text and Booleans, never unescaped text.
package struct SourceTemplateValue<Source: TemplateSource> {
  /// The same value for the template engine, which does not escape it.
  package let value: TemplateValue

  package static func text(_ source: Source) -> Self { Self(value: .text(source.text)) }
  package static func flag(_ flag: Bool) -> Self { Self(value: .flag(flag)) }
  package static func list(_ list: [Self]) -> Self { Self(value: .list(list.map(\.value))) }
  package static func object(_ object: SourceTemplateObject<Source>) -> Self { Self(value: .object(object.object)) }
}

/// Named values of one language.
package struct SourceTemplateObject<Source: TemplateSource>: ExpressibleByDictionaryLiteral {
  fileprivate var object: TemplateObject

  package init(dictionaryLiteral members: (TemplateName, SourceTemplateValue<Source>)...) {
    object = TemplateObject(members.map { ($0, $1.value) })
  }

  package subscript(name: TemplateName) -> SourceTemplateValue<Source>? {
    get { object[name].map { SourceTemplateValue(value: $0) } }
    set { object[name] = newValue?.value }
  }

  /// Adds the members of another object, which replace those of equal names.
  package mutating func merge(_ other: Self) { object.merge(other.object) }
}
