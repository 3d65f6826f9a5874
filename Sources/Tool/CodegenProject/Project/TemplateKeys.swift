import Mustache

/// The keys available to templates, by template folder: `Swift`, `HTML`, `Markdown`, `DocC`. A tool without documentation
/// knows only the first.
package struct TemplateKeys {
  /// Keys that no built-in template uses; a test compares with Templates/README.md.
  private static let unused: [String: Set<String>] = ["Swift": ["name", "isSent"], "HTML": ["name"]]

  private var keys = unused

  /// - Parameter templates: the built-in templates.
  package init(of templates: [(name: String, source: String)]) {
    for (name, source) in templates {
      let template = try? Template(parsing: source, name: name)
      for key in template?.referencedKeys ?? [] {
        keys[Self.folder(of: name), default: []].formUnion(key.name.split(separator: ".").map(String.init))
      }
    }
  }

  /// Returns the keys of a template's contexts; all keys for a partial outside these folders.
  package func known(to template: String) -> Set<String> {
    keys[Self.folder(of: template)] ?? keys.values.reduce(into: []) { $0.formUnion($1) }
  }

  /// Returns the folder whose keys a template has: DocC shares those of Markdown.
  private static func folder(of template: String) -> String {
    let folder = String(template.prefix { $0 != "/" })
    return folder == "DocC" ? "Markdown" : folder
  }
}
