import SchemaRuntime
package import SchemaValidation

extension Configuration {
  /// The keywords that validators assert.
  package var compilerOptions: Compiler.Options {
    Compiler.Options(
      assertedFormats: Set(formats.assert.compactMap { Format(keyword: $0) }), assertsContent: assertsContent)
  }
}
