import JSONSchema
import SchemaLoading
import SchemaRuntime

/// A file with one state of its text. While the text is broken, its last good state answers questions about it.
final class SourceFile {
  let path: String
  let text: EditorText
  /// The version in the editor; nil for a file that is not open.
  let version: Int?
  /// Why the text cannot be read.
  let failure: JSONSyntaxError?
  /// The last state that could be read: this one, or an older one; nil if there was none.
  private(set) unowned var readable: SourceFile?
  private var former: SourceFile?
  /// The document of this text; nil if it is broken.
  private let source: JSONDocument?
  let format: SourceText.Format
  /// The documents for the resolver, by URI and name.
  private var documents: [String: SchemaDocument] = [:]

  init(path: String, text: EditorText, version: Int?, former: SourceFile? = nil) {
    self.path = path
    self.text = text
    self.version = version
    format = SourceText.Format(ofFile: path)
    var (source, failure): (JSONDocument?, JSONSyntaxError?)
    if let former, former.text == text {
      (source, failure) = (former.source, former.failure)
    } else {
      do throws(JSONSyntaxError) {
        source = try SourceText.document(text.bytes, format: format)
      } catch {
        failure = error
      }
    }
    (self.source, self.failure) = (source, failure)
    if source == nil {
      self.former = former?.readable
      readable = self.former
    } else {
      readable = self
    }
  }

  var uri: String { FilePath.uri(of: path) }

  /// The last readable document.
  var document: JSONDocument? { readable?.source }
  var root: JSONValue? { readable?.ownRoot }
  var outline: TextOutline? { readable?.ownOutline }
  var references: ReferenceIndex? { readable?.ownReferences }

  private lazy var ownRoot = source?.value
  private lazy var ownOutline = source.map { TextOutline($0, text) }
  private lazy var ownReferences = ownOutline.map { ReferenceIndex($0, uri: uri, root: ownRoot ?? .null) }

  /// Whether the text has the same value as another, so that nothing else depends on the difference.
  func means(_ other: SourceFile) -> Bool { failure == nil && other.failure == nil && root == other.root }

  /// The document for the resolver, with a name and the parts that are schemas.
  func schemaDocument(uri: String? = nil, name: String, root container: JSONPointer? = nil) -> SchemaDocument? {
    guard let readable else { return nil }
    return readable.ownDocument(uri ?? self.uri, name, container)
  }

  private func ownDocument(_ uri: String, _ name: String, _ container: JSONPointer?) -> SchemaDocument? {
    let key = uri + "\n" + name
    if let known = documents[key] { return known }
    guard let source, let root else { return nil }
    let given = container.flatMap { root[$0]?.object == nil ? nil : $0 }
    let container = given ?? DocumentContent.usedContainer(ofHost: root)
    let document = SchemaDocument(
      uri: uri, name: name, source: source, extent: container.map { .members(of: $0) } ?? .whole)
    documents[key] = document
    return document
  }
}
