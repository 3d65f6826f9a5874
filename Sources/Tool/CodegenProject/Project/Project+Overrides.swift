import CodegenCore
import JSONSchema
import SchemaAnalysis
import SchemaLoading
import SchemaRuntime

// Overrides of schemas in third-party files.
extension Project {
  /// The additions that the loader makes to files.
  var overlay: SchemaOverlay {
    var overlay = SchemaOverlay()
    for (file, overrides) in configuration.overrides.sorted(by: { $0.key < $1.key }) {
      // The loader's name for `./a.json` is `a.json`.
      let path = FilePath.relative(paths.absolute(file, in: folder), to: folder)
      overlay.overrides[path, default: []] += overrides.map {
        SchemaOverlay.Override(pointer: $0.pointer, members: $0.members)
      }
    }
    return overlay
  }

  /// Checks that each override leads to an object in a file.
  func checkOverrides() throws {
    var findings: [(pointer: [String], message: String)] = []
    for (file, overrides) in configuration.overrides.sorted(by: { $0.key < $1.key }) {
      let path = paths.absolute(file, in: folder)
      guard FileKind(at: path) == .file else {
        let names = try schemaFiles()
        let nearest = Spelling.nearest(to: file, among: names, limit: 4).map { "; did you mean \($0.quoted)?" } ?? ""
        findings.append((["overrides", file], "expected a file in the folder of the schemas, found none" + nearest))
        continue
      }
      let text = try ByteSource.contents(of: path, name: paths.name(of: path), limit: JSONLimits.hardMaximumByteCount)
      let documents = try SourceText.documents(text, of: paths.name(of: path), format: SourceText.Format(ofFile: file))
      guard let document = documents.first else { continue }
      for override in overrides {
        guard let message = Self.mistake(override.pointer, in: document) else { continue }
        findings.append((["overrides", file, override.written], message))
      }
    }
    try refuse(findings)
  }

  /// Checks that each entry under `names` refers to a name in the schemas.
  func checkNames(in graph: SchemaGraph) throws {
    if configuration.names.isEmpty { return }
    let written = graph.writtenNames
    try refuse(
      configuration.names.keys.sorted().filter { !written.identifiers.contains($0) && !written.values.contains($0) }.map
      {
        let nearest = Spelling.nearest(to: $0, among: written.identifiers.sorted())
        let hint = nearest.map { "; did you mean \($0.quoted)?" } ?? ""
        return (
          ["names", $0], "expected the name of a property, definition, value or file, found none \($0.quoted)" + hint
        )
      })
  }

  /// Why a location cannot be overridden, with the nearest one; nil if it can.
  private static func mistake(_ pointer: JSONPointer, in document: JSONDocument) -> String? {
    document.withRoot { root in
      var node = root
      var reached: [String] = []
      for token in pointer.tokens {
        guard let next = node.child(token) else {
          let place = "#\(JSONPointer(reached))".quoted
          let nearest = Spelling.nearest(to: token, among: node.members.prefix(1_000).map { $0.name.string })
          let hint = nearest.map { "; did you mean \("#\(JSONPointer(reached + [$0]))".quoted)?" } ?? ""
          return "expected a schema, found none: \(place) has no member \(token.quoted)" + hint
        }
        reached.append(token)
        node = next
      }
      return node.isObject ? nil : "expected a schema that is an object, found \(node.type.rawValue)"
    }
  }

  /// The paths of files in the folder that may be schemas, relative to it.
  private func schemaFiles() throws -> [String] {
    (SchemaLoader.files(below: folder) ?? []).filter(SourceText.isReadable).map { FilePath.relative($0, to: folder) }
  }
}
