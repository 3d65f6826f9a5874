/// Templates by name, where partial and parent tags find theirs.
///
/// Of two templates with one name the later one counts, so a caller lays their own templates over built-in ones
/// by adding them last.
package struct TemplateLibrary: Sendable {
  private var templates: [String: Template] = [:]

  /// Makes a library without templates.
  package init() {}

  /// Makes a library of templates that are parsed already.
  package init(_ templates: [Template]) {
    for template in templates {
      insert(template)
    }
  }

  /// Parses each source under its name, in order, and stops at the first that cannot be parsed.
  package init(parsing sources: [(name: String, source: String)]) throws(TemplateError) {
    for (name, source) in sources {
      insert(try Template(parsing: source, name: name))
    }
  }

  /// The names of all templates, sorted.
  package var names: [String] {
    templates.keys.sorted()
  }

  /// The template with this name, if there is one.
  package subscript(name: String) -> Template? {
    templates[name]
  }

  /// Adds a template, and replaces one that has the same name.
  package mutating func insert(_ template: Template) {
    templates[template.name] = template
  }
}
