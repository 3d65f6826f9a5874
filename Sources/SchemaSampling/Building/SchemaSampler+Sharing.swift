public import SchemaRuntime

extension SchemaSampler {
  /// A sampler of another schema of the same program. What is known of the program is shared: to sample all
  /// schemas of a large program, make one sampler, and the others from it.
  public init(_ schema: Instruction.Schema, sharing sampler: SchemaSampler) {
    oracle = sampler.oracle
    options = sampler.options
    self.schema = schema
  }
}
