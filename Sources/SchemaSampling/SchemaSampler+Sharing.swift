public import SchemaRuntime

extension SchemaSampler {
  /// A sampler of another schema of the same program. What is known of the program is shared: whoever samples all schemas
  /// of a large program makes one sampler, and the others from it.
  public init(_ schema: Instruction.Schema, sharing sampler: SchemaSampler) {
    ground = sampler.ground
    options = sampler.options
    self.schema = schema
  }
}
