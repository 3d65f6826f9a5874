import CodegenCore
import CodegenDocumentation
import CodegenPageTemplates

extension CodegenPipeline {
  /// Returns the output of a run and its documentation, as `generate` writes them.
  static func documented(_ input: Input) throws -> CodegenOutput {
    var input = input
    input.templates += PageTemplates.all
    var output = try run(input)
    let documentation = try documentation(of: output, input.configuration)
    output.files += documentation.files
    output.diagnostics += documentation.diagnostics
    return output
  }
}
