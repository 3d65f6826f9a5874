import CodegenCore
package import CommandLineTool
import Foundation
package import JSONSchema
import SchemaAnalysis
package import SchemaLoading
import SchemaRuntime
import SchemaValidation

// Checks of the configured paths: outputs and the offline map.
extension Project {
  /// Checks that the outputs are inside the project, or that the configuration permits others.
  package func checkOutputs() throws {
    let configuration = document.value
    let outputs = ["models", "documentation", "docc", "openapi", "testSupport"].map { ["outputs", $0] }
    try refuse(
      (outputs + [["lock"]]).compactMap { tokens in
        guard let path = configuration[JSONPointer(tokens)]?.string else { return nil }
        let file = paths.absolute(path, in: folder)
        let isFile = tokens == ["outputs", "openapi"] || tokens == ["lock"]
        // The parent folder of a configuration is a project only by assumption: the name lock stays below.
        let project =
          tokens == ["lock"]
          ? OutputBoundary.markedProject(around: folder) ?? folder : OutputBoundary.project(around: folder)
        let boundary = self.configuration.outputs.mayLieOutside ? boundary : OutputBoundary([project])
        if boundary.permits(isFile ? file : file + "/a") { return nil }
        return (
          tokens,
          "expected a path inside the project, \(project.quoted), found \(path.quoted); "
            + #"set "outside": true under 'outputs' to permit it"#
        )
      })
  }

  /// Checks that every entry under `references` leads to a folder if its URI ends in a slash, and otherwise to a file.
  func checkReferences() throws {
    try refuse(
      configuration.references.compactMap { uri, path in
        let expected = uri.hasSuffix("/") ? FileKind.folder : .file
        let found = FileKind(at: paths.absolute(path, in: folder))
        if found == expected { return nil }
        let words = expected == .folder ? "a folder, because the URI ends in '/'" : "a file"
        return (
          ["references", uri],
          found.map { "expected \(path.quoted) to be \(words), found a \($0)" }
            ?? "\(path.quoted) does not exist; it has to be \(words)"
        )
      })
  }

  /// Throws the findings about values in the configuration, if there are any.
  func refuse(_ findings: [(pointer: [String], message: String)]) throws {
    if findings.isEmpty { return }
    throw CommandFailure(
      diagnostics: findings.map { tokens, message in
        let pointer = JSONPointer(tokens)
        let location = SourceLocation(document: name, pointer: pointer, position: document.position(of: pointer))
        return Diagnostic(severity: .error, location: location, message: message)
      }.inOrderOfText)
  }
}

/// The target of a command's `--root`.
package enum RootOption {
  /// The command has no such option.
  case none
  /// An object of schemas.
  case container
  /// One schema.
  case schema
}

extension CommandFailure {
  /// Returns the errors of schemas, with advice if `configuration`, the file with the offline map, or `--root` would
  /// help.
  package init(_ errors: ResolveErrors, loader: SchemaLoader, configuration: String?, root: RootOption = .container) {
    let diagnostics = errors.errors.map { error in
      var diagnostic = error.diagnostic
      if case .noSchema(_, _, _, let inside) = error.kind, let first = inside.first {
        switch root {
        case .none: break
        case .container: diagnostic.message += "; use --root \(first.quoted)"
        case .schema: diagnostic.message += "; name one of them with --root \((first + "/NAME").quoted)"
        }
      }
      if let configuration, case .noSchema(_, _, _, inside: []) = error.kind {
        diagnostic.message += "; if this file is not meant as a schema, add it to 'schemas.exclude' in \(configuration)"
      }
      if let uri = error.missingDocument {
        diagnostic.message +=
          "; "
          + (configuration.map { Self.remedy(for: uri, loader: loader, configuration: $0) }
            ?? "name the file of that document with --ref FILE")
      }
      return diagnostic
    }
    self.init(diagnostics: (errors.diagnostics + diagnostics).inOrderOfText)
  }

  private static func remedy(for uri: String, loader: SchemaLoader, configuration: String) -> String {
    if let file = loader.missingFile(for: uri) {
      return "'references' in \(configuration) maps it to \(file.quoted), which does not exist"
    }
    return "add \"\(uri.onOneLine)\": \"FILE\" under 'references' in \(configuration) to map it to a file; "
      + "with null or --offline-stub, references to it accept every value"
  }
}

extension ResolveError {
  /// The absolute URI, without fragment, of a missing document; nil for other errors, and for files, which
  /// need no map.
  fileprivate var missingDocument: String? {
    let uri: String
    if case .unresolvable(let fact) = kind, case .noDocument = fact.reason {
      uri = fact.uri
    } else if case .unknownDialect(let actual, nil) = kind {
      uri = actual
    } else {
      return nil
    }
    guard let reference = URIReference(uri)?.withoutFragment, reference.isAbsolute, reference.scheme != "file" else {
      return nil
    }
    return reference.description
  }
}

extension SchemaResolver.Resolution {
  /// Returns the resolution with the findings of the meta-schema check; throws if these are errors.
  package func checked() throws(CommandFailure) -> Self {
    let findings = MetaSchemaCheck.diagnostics(of: self)
    let all = (diagnostics + findings).inOrderOfText
    if findings.contains(where: { $0.severity == .error }) { throw CommandFailure(diagnostics: all) }
    var checked = SchemaResolver.Resolution(graph: graph, diagnostics: all, metaSchemas: metaSchemas)
    checked.unavailable = unavailable
    checked.concessions = concessions
    return checked
  }
}
