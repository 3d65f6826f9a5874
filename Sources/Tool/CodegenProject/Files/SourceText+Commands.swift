package import CommandLineTool
package import SchemaLoading
package import SchemaRuntime

extension SourceText {
  /// Returns the documents of a file's text; throws the first error in it, with its position.
  package static func documents(
    _ text: [UInt8], of file: String, format: Format
  ) throws(CommandFailure) -> [JSONDocument] {
    do throws(JSONSyntaxError) {
      return try documents(text, format: format).map(\.json)
    } catch {
      throw CommandFailure(line: "\(file):\(error.position.line):\(error.position.column): error: \(error.message)")
    }
  }
}
