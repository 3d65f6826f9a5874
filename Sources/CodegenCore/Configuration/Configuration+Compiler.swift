import SchemaRuntime
public import SchemaValidation

extension Configuration {
  /// What validators assert.
  public var compilerOptions: Compiler.Options {
    Compiler.Options(
      assertedFormats: Set(formats.assert.compactMap { Format(keyword: $0) }), assertsContent: assertsContent)
  }
}
