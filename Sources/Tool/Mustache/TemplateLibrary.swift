/// Templates by name, for partial and parent tags.
///
/// If names are equal, the last template counts, so a caller can override built-in templates by adding their own last.
package struct TemplateLibrary: Sendable {
  private var templates: [String: Template] = [:]

  /// Creates a library without templates.
  package init() {}

  /// Creates a library of parsed templates.
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

  /// The template with this name, if any.
  package subscript(name: String) -> Template? {
    templates[name]
  }

  /// Adds a template, replacing any with the same name.
  package mutating func insert(_ template: Template) {
    templates[template.name] = template
  }
}
