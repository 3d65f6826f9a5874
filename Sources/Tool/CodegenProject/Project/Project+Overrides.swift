import CodegenCore
import JSONSchema
import SchemaAnalysis
import SchemaLoading
import SchemaRuntime

// Overrides of schemas in third-party files.
extension Project {
  /// The changes that the loader makes to files.
  var overlay: SchemaOverlay {
    var overlay = SchemaOverlay()
    for (file, overrides) in configuration.overrides.sorted(by: { $0.key < $1.key }) {
      // The loader's name for `./a.json` is `a.json`.
      let path = FilePath.relative(paths.absolute(file, in: folder), to: folder)
      overlay.overrides[path, default: []] += overrides.map {
        SchemaOverlay.Override(pointer: $0.pointer, patch: $0.patch)
      }
    }
    return overlay
  }

  /// Checks that each override fits its file.
  func checkOverrides() throws {
    var findings: [(pointer: [String], message: String)] = []
    for (file, overrides) in configuration.overrides.sorted(by: { $0.key < $1.key }) {
      let path = paths.absolute(file, in: folder)
      guard FileKind(at: path) == .file else {
        let names = try schemaFiles()
        let nearest = Spelling.nearest(to: file, among: names, limit: 4).map { "; did you mean \($0.quoted)?" } ?? ""
        findings.append((["overrides", file], "the folder of the schemas contains no such file" + nearest))
        continue
      }
      let text = try ByteSource.contents(of: path, name: paths.name(of: path), limit: JSONLimits.hardMaximumByteCount)
      let documents = try SourceText.documents(text, of: paths.name(of: path), format: SourceText.Format(ofFile: file))
      guard var content = documents.first?.value else { continue }
      for override in overrides {
        do throws(JSONPatch.Mistake) {
          try SchemaOverlay.Override(pointer: override.pointer, patch: override.patch).apply(to: &content)
        } catch {
          findings.append((["overrides", file, override.written], error.message))
        }
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
        return (["names", $0], "no property, definition, value or file in the schemas is named \($0.quoted)" + hint)
      })
  }

  /// The paths of files in the folder that may be schemas, relative to it.
  private func schemaFiles() throws -> [String] {
    (SchemaLoader.files(below: folder) ?? []).filter(SourceText.isReadable).map { FilePath.relative($0, to: folder) }
  }
}
