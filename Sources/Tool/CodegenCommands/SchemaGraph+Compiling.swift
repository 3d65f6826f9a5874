import CodegenProject
import CommandLineTool
import JSONSchema
import SchemaValidation

extension SchemaGraph {
  /// Compiles schemas of the graph; errors have the schema's location.
  func compiling<Result>(_ work: () throws(CompileError) -> Result) throws(CommandFailure) -> Result {
    do {
      return try work()
    } catch {
      throw CommandFailure(error.message, at: location(of: error.schema, keyword: error.keyword))
    }
  }
}
