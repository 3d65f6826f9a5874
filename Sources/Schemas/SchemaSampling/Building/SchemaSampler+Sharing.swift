public import SchemaRuntime

extension SchemaSampler {
  /// Creates a sampler for another schema of the same program that shares the results of analyzing the program. To
  /// sample all schemas of a large program, make one sampler and create the others from it.
  public init(_ schema: Program.SchemaID, sharing sampler: SchemaSampler) {
    oracle = sampler.oracle
    options = sampler.options
    self.schema = schema
  }
}
