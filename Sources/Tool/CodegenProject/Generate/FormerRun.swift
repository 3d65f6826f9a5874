package import CodegenCore
import SchemaAnalysis
import SchemaLoading
package import SchemaRuntime

/// What the last run with the same program and settings noted of its outputs.
package struct FormerRun {
  package let notes: JSONValue
  /// The hashes of the files that it wrote, by name.
  let hashes: JSONValue
  /// Returns the name of a file of an output in ``hashes``, and its path; nil for an output that is not configured.
  let file: (GeneratedFile.Kind, String) -> (name: String, path: String)?

  /// Returns a file of an output; nil if it is not as that run wrote it.
  package func text(_ kind: GeneratedFile.Kind, _ path: String) -> String? {
    guard let file = file(kind, path), let hash = hashes[file.name]?.string,
      let text = try? ByteSource.contents(of: file.path, name: file.path),
      GeneratedHeader.isFound(in: Array(text.prefix(256))),
      FileHashing.hash(of: text).text == hash
    else { return nil }
    return String(decoding: text, as: UTF8.self)
  }
}
