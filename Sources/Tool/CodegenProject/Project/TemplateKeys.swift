import CodegenTemplates
import Mustache

/// The keys available to templates, by template folder: `Swift`, `HTML`, `Markdown`, `DocC`.
package enum TemplateKeys {
  /// Returns the keys of a template's contexts; all keys for a partial outside these folders.
  package static func known(to template: String) -> Set<String> {
    keys[folder(of: template)] ?? keys.values.reduce(into: []) { $0.formUnion($1) }
  }

  /// Returns the folder whose keys a template has: DocC shares those of Markdown.
  private static func folder(of template: String) -> String {
    let folder = String(template.prefix { $0 != "/" })
    return folder == "DocC" ? "Markdown" : folder
  }

  /// Keys that no built-in template uses; a test compares with Templates/README.md.
  private static let unused: [String: Set<String>] = ["Swift": ["name", "isSent"], "HTML": ["name"]]

  private static let keys: [String: Set<String>] = {
    var keys = unused
    for (name, source) in BuiltInTemplates.all {
      let folder = folder(of: name)
      let template = try? Template(parsing: source, name: name)
      for key in template?.referencedKeys ?? [] {
        keys[folder, default: []].formUnion(key.name.split(separator: ".").map(String.init))
      }
    }
    return keys
  }()
}
