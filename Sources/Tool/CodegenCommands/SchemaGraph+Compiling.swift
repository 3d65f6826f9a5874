import CodegenProject
import CommandLineTool
import JSONSchema
import SchemaValidation

extension SchemaGraph {
  /// Compiles schemas of the graph; errors have the schemas' locations.
  func compiling<Result>(_ work: () throws(CompileError) -> Result) throws(CommandFailure) -> Result {
    do {
      return try work()
    } catch {
      throw CommandFailure(diagnostics: diagnostics(of: error))
    }
  }
}
