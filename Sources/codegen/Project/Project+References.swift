import CodegenCore
import Foundation
import JSONSchema
import SchemaLoading
import SchemaRuntime
import SchemaValidation

// What the configuration says about other files: the outputs, the offline map, and the words that send people to it.
extension Project {
  /// Checks that the outputs lie in the project, or that the configuration permits them to lie elsewhere.
  func checkOutputs() throws {
    let document = try JSONDocument(parsing: text)
    var diagnostics: [Diagnostic] = []
    for tokens in [["models"], ["documentation"], ["docc"], ["openapi"], ["testSupport"]].map({ ["outputs"] + $0 })
      + [["lock"]]
    {
      let pointer = JSONPointer(tokens)
      guard let path = document.value[pointer]?.string else { continue }
      let file = paths.absolute(path, in: folder)
      // Of a folder, what is in it.
      if boundary.permits(tokens == ["outputs", "openapi"] || tokens == ["lock"] ? file : file + "/a") { continue }
      let location = SourceLocation(document: name, pointer: pointer, position: document.position(of: pointer))
      let message =
        "expected a path inside the project, \(OutputBoundary.project(around: folder).quoted), found \(path.quoted); "
        + #""outside": true under 'outputs' permits it"#
      diagnostics.append(Diagnostic(severity: .error, location: location, message: message))
    }
    if !diagnostics.isEmpty { throw CommandFailure(diagnostics: diagnostics.inOrderOfText) }
  }

  /// Checks that every entry under `references` leads to what its URI asks for: a folder for a URI that ends in a
  /// slash, a file for any other.
  func checkReferences() throws {
    let document = try JSONDocument(parsing: text)
    let entries = configuration.references.sorted {
      $0.key.unicodeScalars.lexicographicallyPrecedes($1.key.unicodeScalars)
    }
    var diagnostics: [Diagnostic] = []
    for (uri, path) in entries {
      let expected = uri.hasSuffix("/") ? "a folder, because the URI ends in '/'" : "a file"
      let found: String
      var isFolder: ObjCBool = false
      if !FileManager.default.fileExists(atPath: paths.absolute(path, in: folder), isDirectory: &isFolder) {
        found = "none"
      } else if isFolder.boolValue != uri.hasSuffix("/") {
        found = isFolder.boolValue ? "a folder" : "a file"
      } else {
        continue
      }
      let pointer = JSONPointer(["references", uri])
      let location = SourceLocation(document: name, pointer: pointer, position: document.position(of: pointer))
      let message = "expected \(path.quoted) to be \(expected), found \(found)"
      diagnostics.append(Diagnostic(severity: .error, location: location, message: message))
    }
    if !diagnostics.isEmpty { throw CommandFailure(diagnostics: diagnostics.inOrderOfText) }
  }
}

/// What `--root` of a command points to.
enum RootOption {
  /// The command has no such option.
  case none
  /// An object of schemas.
  case container
  /// One schema.
  case schema
}

extension CommandFailure {
  /// Everything that is wrong with schemas, and for documents that are not there what would bring them in.
  ///
  /// - Parameters:
  ///   - configuration: what people call the file with the offline map; nil where there is none.
  ///   - root: what the command's `--root` says of a document that holds schemas below its root.
  init(_ errors: ResolveErrors, loader: SchemaLoader, configuration: String?, root: RootOption = .container) {
    let diagnostics = errors.errors.map { error in
      var diagnostic = error.diagnostic
      if case .noSchema(_, _, let inside) = error.kind, let first = inside.first {
        switch root {
        case .none: break
        case .container: diagnostic.message += "; use --root \(first.quoted)"
        case .schema: diagnostic.message += "; name one of them with --root \((first + "/NAME").quoted)"
        }
      }
      if let configuration, let uri = error.missingDocument {
        diagnostic.message += "; " + Self.remedy(for: uri, loader: loader, configuration: configuration)
      }
      return diagnostic
    }
    self.init(diagnostics: (errors.diagnostics + diagnostics).inOrderOfText)
  }

  private static func remedy(for uri: String, loader: SchemaLoader, configuration: String) -> String {
    if let file = loader.missingFile(for: uri) {
      return "'references' in \(configuration) sends it to \(file.quoted), which is not there"
    }
    return "an entry \"\(uri.onOneLine)\": \"FILE\" under 'references' in \(configuration) says which file it is"
  }
}

extension ResolveError {
  /// The absolute URI, without fragment, of a document that nothing has; nil for other errors, and for files, which
  /// no map needs to find.
  fileprivate var missingDocument: String? {
    let uri: String
    switch kind {
    case .unresolvable(let fact):
      guard case .noDocument = fact.reason else { return nil }
      uri = fact.uri
    case .unknownDialect(let actual, nil): uri = actual
    default: return nil
    }
    guard let reference = URIReference(uri)?.withoutFragment, reference.isAbsolute, reference.scheme != "file" else {
      return nil
    }
    return reference.description
  }
}

extension SchemaResolver.Resolution {
  /// The same, when its schemas satisfy their meta-schemas.
  func checked() throws(CommandFailure) -> Self {
    let findings = MetaSchemaCheck.diagnostics(of: self)
    guard findings.contains(where: { $0.severity == .error }) else {
      return SchemaResolver.Resolution(
        graph: graph, diagnostics: (diagnostics + findings).inOrderOfText, metaSchemas: metaSchemas)
    }
    throw CommandFailure(diagnostics: (diagnostics + findings).inOrderOfText)
  }
}
