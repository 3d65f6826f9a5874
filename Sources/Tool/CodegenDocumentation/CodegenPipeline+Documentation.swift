package import CodegenCore
package import JSONSchema
import Mustache
import SchemaAnalysis
package import SchemaRuntime

// What describes generated code: pages, a DocC catalog, an OpenAPI description, and figures of coverage. The tool of builds
// does without.
extension CodegenPipeline {
  /// Reports how every keyword is used, for `coverage`.
  package static func coverage(_ input: Input) throws(CodegenFailure) -> KeywordCoverage {
    let input = portable(input)
    return coverage(try plan(input), input.configuration)
  }

  /// Reports how every keyword is used in a run.
  package static func coverage(_ planned: CompiledPlan, _ configuration: Configuration) -> KeywordCoverage {
    KeywordCoverage(
      of: planned.graph, plan: planned.plan, compiled: planned.program.output, options: planned.options,
      definitions: configuration.definitions)
  }

  /// Returns the configured documentation of a run's models, and its diagnostics.
  ///
  /// - Parameters:
  ///   - changes: changes since another version of the schemas, by schema name.
  ///   - former: the pages of the run before.
  /// - Returns: the files, the diagnostics, and what the next run needs to know of the pages.
  package static func documentation(
    of output: CodegenOutput, _ configuration: Configuration, changes: [String: [PageChange]] = [:],
    former: FormerPages? = nil
  ) throws(CodegenFailure) -> (files: [GeneratedFile], diagnostics: [Diagnostic], notes: JSONValue?) {
    var files: [GeneratedFile] = []
    var diagnostics: [Diagnostic] = []
    var notes: JSONValue?
    let outputs = configuration.outputs
    if outputs.documentation != nil || outputs.docc != nil {
      let planned = output.planned
      let builder = DocumentationBuilder(
        graph: planned.graph, plan: planned.plan, title: configuration.documentation.title, templates: output.templates,
        options: planned.options, changes: changes, former: former, outputs: PageOutput.all(in: configuration))
      diagnostics = builder.diagnostics
      notes = builder.notes
      files = try pages(of: builder, configuration)
    }
    if let path = outputs.openapi { files.append(openAPI(output.planned, configuration, path, &diagnostics)) }
    return (files, diagnostics, notes)
  }

  private static func pages(
    of builder: DocumentationBuilder, _ configuration: Configuration
  ) throws(CodegenFailure) -> [GeneratedFile] {
    let documentation = configuration.documentation
    do throws(TemplateError) {
      var files: [GeneratedFile] = []
      if configuration.outputs.documentation != nil {
        files += try builder.files(documentation.editions)
          .map { GeneratedFile(kind: .documentation, path: $0.path, contents: $0.contents) }
      }
      if configuration.outputs.docc != nil {
        files += try builder.catalog(module: documentation.module)
          .map { GeneratedFile(kind: .docc, path: $0.path, contents: $0.contents) }
      }
      return files
    } catch {
      throw CodegenFailure(error)
    }
  }

  private static func openAPI(
    _ planned: CompiledPlan, _ configuration: Configuration, _ path: String, _ diagnostics: inout [Diagnostic]
  ) -> GeneratedFile {
    let documentation = configuration.documentation
    let description = OpenAPIDocument(
      graph: planned.graph, plan: planned.plan, title: documentation.title ?? "Schemas", version: documentation.version)
    diagnostics += description.diagnostics
    let name = path.split(separator: "/").last.map(String.init) ?? path
    return GeneratedFile(kind: .openapi, path: name, contents: description.text)
  }
}
