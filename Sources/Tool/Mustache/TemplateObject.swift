/// The members of an object in a context. If names are equal, the last member counts.
package struct TemplateObject: Sendable {
  private(set) var members: [(TemplateName, TemplateValue)]

  package init(_ members: [(TemplateName, TemplateValue)]) { self.members = members }

  /// A member; nil if there is none. A new value replaces that of an earlier member, for lookups.
  package subscript(name: TemplateName) -> TemplateValue? {
    get { members.last { $0.0 == name }?.1 }
    set { members.append((name, newValue ?? .null)) }
  }

  /// Adds the members of another object, which replace those of equal names.
  package mutating func merge(_ other: TemplateObject) { members += other.members }
}

extension TemplateObject: ExpressibleByDictionaryLiteral {
  package init(dictionaryLiteral members: (TemplateName, TemplateValue)...) { self.members = members }
}

/// A list of objects with the same names: their values, one object after another. A page has thousands of them.
package struct TemplateTable: Sendable {
  let names: [TemplateName]
  let values: [TemplateValue]

  /// - Parameter values: a value for each name, object after object.
  package init(_ names: [TemplateName], _ values: [TemplateValue]) { (self.names, self.values) = (names, values) }

  var count: Int { values.count / max(1, names.count) }

  /// The objects.
  package var rows: [TemplateValue] { (0..<count).map { .object(row($0)) } }

  func row(_ row: Int) -> TemplateObject {
    TemplateObject(names.indices.map { (names[$0], values[row * names.count + $0]) })
  }
}
