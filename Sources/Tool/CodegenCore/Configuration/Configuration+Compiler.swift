import SchemaRuntime
package import SchemaValidation

extension Configuration {
  /// The keywords that validators assert. A format with a type is asserted, because the type cannot represent others.
  package var compilerOptions: Compiler.Options {
    let mapped = types.filter { $0.key.kind == .string && $0.value.type != "String" }.compactMap(\.key.format)
    let asserted = formats.assertsAll ? Format.allCases : (formats.assert + mapped).compactMap { Format(keyword: $0) }
    return Compiler.Options(assertedFormats: Set(asserted), assertsContent: assertsContent)
  }
}
